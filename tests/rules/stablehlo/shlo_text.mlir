// What the text of StableHLO's ops, attributes and types may not say, and on which line that is reported.

func.func @unknown_key(%x: tensor<4x6xf32>, %i: tensor<1xi32>) {
  %0 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [0],
      // expected-error@+2 {{expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`}}
      // expected-error@+1 {{failed parsing gather dimension numbers attribute}}
      update_window_dims = [1]
    >,
    slice_sizes = array<i64: 1, 6>
  } : (tensor<4x6xf32>, tensor<1xi32>) -> tensor<6xf32>
  return
}

// -----

func.func @repeated_key(%x: tensor<4x6xf32>, %i: tensor<1xi32>, %u: tensor<6xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [0],
      // expected-error@+2 {{duplicated `update_window_dims` entry}}
      // expected-error@+1 {{failed parsing scatter dimension numbers attribute}}
      update_window_dims = [0]
    >
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<1xi32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-error@+1 {{Bounds length is 2, expected to be equal to rank(1) of the tensor}}
func.func @too_many_bounds(%x: tensor<?xf32, #stablehlo.bounds<4, ?>>) { return }

// -----

// expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound}}
func.func @bound_of_a_known_extent(%x: tensor<?x5xf32, #stablehlo.type_extensions<bounds = [4, 5]>>) { return }

// -----

func.func @good_bounds(%x: tensor<?x5xf32, #stablehlo.bounds<4, ?>>, %y: tensor<?x?xf32, #stablehlo.bounds<?, 9>>) { return }

// -----

func.func @precision(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw m3e4}}
  %0 = stablehlo.reduce_precision %x, format = m3e4 : tensor<2xf32>
  return
}

// -----

func.func @no_first_operand(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = stablehlo.add , %x : tensor<2xf32>
  return
}

// -----

// Arguments' attributes and places, as programs with debug information carry them.
#place = loc("model.py":4:2)
func.func @good_argument(%x: tensor<2xf32> {jax.arg_info = "x"} loc("x"), %y: tensor<2xf32> loc(#place)) -> (tensor<2xf32> {jax.result_info = ""}) {
  %0 = stablehlo.add %x, %y : tensor<2xf32> loc(#place)
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.nothing across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected tuple type}}
  %0 = stablehlo.tuple %x : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.tuple' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = stablehlo.tuple %x : tuple<tensor<2xf32>, tensor<2xf32>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{2 operands present, but expected 1}}
  %0 = stablehlo.complex %x, %x : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected tensor with complex element type}}
  %0 = stablehlo.complex %x, %x : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected tensor with complex element type}}
  %0 = stablehlo.complex %x, %x : f32
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw e5}}
  %0 = stablehlo.reduce_precision %x, format = e5 : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw e}}
  %0 = stablehlo.reduce_precision %x, format = e : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw em3}}
  %0 = stablehlo.reduce_precision %x, format = em3 : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw e5m3x}}
  %0 = stablehlo.reduce_precision %x, format = e5m3x : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw e5n3}}
  %0 = stablehlo.reduce_precision %x, format = e5n3 : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{unable to parse exponent '99999999999'}}
  %0 = stablehlo.reduce_precision %x, format = e99999999999m1 : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{unable to parse mantissa '99999999999'}}
  %0 = stablehlo.reduce_precision %x, format = e5m99999999999 : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw e5_m3}}
  %0 = stablehlo.reduce_precision %x, format = e5_m3 : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{more than 32 ranges}}
  %0 = stablehlo.slice %x [0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1, 0:1] : (tensor<2xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%x: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = stablehlo.get_tuple_element %x[2147483648] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{custom op 'stablehlo.constant' invalid kind of attribute specified: expected elements, such as dense<0> : tensor<i32>}}
  %0 = stablehlo.constant 5 : i32
  return
}

// -----

func.func @add_of_two_results(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected single output}}
  %0 = stablehlo.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @select_of_two_results(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{expected single output}}
  %0 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @dot_dimensions(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`}}
  // expected-error@+1 {{failed parsing dot dimension numbers attribute}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<foo = [2]>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @raw_convolution_dimensions(%a: tensor<1x4x4x1xf32>, %b: tensor<2x2x1x2xf32>) {
  // expected-error@+2 {{duplicated `input_batch_dimension` entry}}
  // expected-error@+1 {{failed parsing dot dimension numbers attribute}}
  %0 = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 1, input_batch_dimension = 1>} : (tensor<1x4x4x1xf32>, tensor<2x2x1x2xf32>) -> tensor<1x3x3x2xf32>
  func.return
}

// -----

func.func @reduce_without_function_type(%a: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' invalid kind of type specified: expected builtin.function, but found 'tensor<f32>'}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : tensor<f32>
  func.return
}

// -----

func.func @reduce_without_input_types(%a: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{input types missing in reduce-op function type}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : () -> tensor<f32>
  func.return
}

// -----

// What an attribute is not is told before how many operands there are, and that before what is missing.
func.func @class_before_counts(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.reverse"(%a, %a) {dimensions = "x"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @counts_before_missing(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op requires a single operand}}
  %0 = "stablehlo.reverse"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.optimization_barrier' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = stablehlo.optimization_barrier %x : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.optimization_barrier' number of operands and types do not match: got 2 operands and 1 types}}
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.while' number of operands and types do not match: got 2 operands and 1 types}}
  %0:2 = stablehlo.while(%a = %x, %b = %x) : tensor<2xf32> cond { } do { }
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.while' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = stablehlo.while(%a = %x) : tensor<2xf32>, tensor<2xf32> cond { } do { }
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.dot' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = stablehlo.dot %x, %x : (tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.custom_call' number of operands and types do not match: got 1 operands and 0 types}}
  %0 = stablehlo.custom_call @f(%x) : () -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reshape' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = stablehlo.reshape %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.return' number of operands and types do not match: got 1 operands and 2 types}}
  stablehlo.return %x : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.abs' 1 operands present, but expected 2}}
  %0 = stablehlo.abs %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
