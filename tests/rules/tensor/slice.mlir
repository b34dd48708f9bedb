// tensor.extract_slice, insert_slice: upstream's rules in upstream's words; out of bounds as LLVM 20 has it.

func.func @f(%a: tensor<6x4xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %a[%n, 0] [1, %n] [1, 1] : tensor<6x4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{expected type to be 'tensor<2x4xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>) -> tensor<2x5x1xf32> {
  // expected-error@+1 {{expected rank to be smaller or equal to the other rank. }}
  %0 = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x5x1xf32>
  return %0 : tensor<2x5x1xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>) -> tensor<2x4xi32> {
  // expected-error@+1 {{expected element type to be 'f32'}}
  %0 = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<6x4xf32>, %n: index) -> tensor<2xf32> {
  // expected-error@+1 {{expected 2 offset values, got 1}}
  %0 = tensor.extract_slice %a[%n] [2] [1] : tensor<6x4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{offset 0 is out-of-bounds: 6 >= 6}}
  %0 = tensor.extract_slice %a[6, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{slice along dimension 0 runs out-of-bounds: 6 >= 6}}
  %0 = tensor.extract_slice %a[5, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{expected offsets to be non-negative, but got -1}}
  %0 = tensor.extract_slice %a[-1, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{expected stride values to be positive, got 0}}
  %0 = tensor.extract_slice %a[0, 0] [2, 4] [0, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<6x4xf32>, %s: tensor<2x5xf32>) -> tensor<6x4xf32> {
  // expected-error@+1 {{expected type to be 'tensor<2x4xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.insert_slice %s into %a[0, 0] [2, 4] [1, 1] : tensor<2x5xf32> into tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index) -> tensor<2xf32> {
  // expected-error@+1 {{operand count (2) does not match with the total size (1) specified in attribute 'operandSegmentSizes'}}
  %0 = "tensor.extract_slice"(%a, %n) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (tensor<6xf32>, index) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index) -> tensor<2xf32> {
  // expected-error@+1 {{expected 0 dynamic offset values}}
  %0 = "tensor.extract_slice"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (tensor<6xf32>, index) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<6xf32>, %n: f32) -> tensor<2xf32> {
  // expected-error@+1 {{operand #1 must be variadic of index, but got 'f32'}}
  %0 = "tensor.extract_slice"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (tensor<6xf32>, f32) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<6xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'operandSegmentSizes' attribute for specifying operand segments must have 4 elements}}
  %0 = "tensor.extract_slice"(%a) <{operandSegmentSizes = array<i32: 1>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (tensor<6xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{slice along dimension 0 runs out-of-bounds: 9223372036854775807 >= 6}}
  %0 = tensor.extract_slice %a[0] [3] [9223372036854775807] : tensor<6xf32> to tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{slice along dimension 0 runs out-of-bounds: 9223372036854775807 >= 6}}
  %0 = tensor.extract_slice %a[5] [2] [9223372036854775807] : tensor<6xf32> to tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  %0 = tensor.extract_slice %a[0] [3] [%n] : tensor<6xf32> to tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'tensor.extract_slice' op expected stride values to be positive, got 0}}
  %0 = tensor.extract_slice %a[%n] [3] [0] : tensor<6xf32> to tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'tensor.extract_slice' op operand group starting at #0 requires 1 element, but found 2}}
  %0 = "tensor.extract_slice"(%a, %a) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 2, 0, 0, 0>}> : (tensor<6xf32>, tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'tensor.extract_slice' op operand #1 must be variadic of index, but got 'i64'}}
  %0 = "tensor.extract_slice"(%a, %k) <{static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<6xf32>, i64) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'operandSegmentSizes' attribute for specifying operand segments must have 4 elements}}
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'operandSegmentSizes' attribute cannot have negative elements}}
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, -1>}> : (tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{for op tensor.extract_slice: expected DenseI32ArrayAttr for key `value`}}
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = array<i64: 1, 0, 0, 0>}> : (tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{for op tensor.extract_slice: expected DenseI32ArrayAttr for key `value`}}
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = [1, 0, 0, 0]}> : (tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{expected 1 dynamic offset values}}
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<6xf32>) -> tensor<2xf32>
  return
}
