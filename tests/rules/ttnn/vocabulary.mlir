// The ops around a gather: shapes, element types, lists.

func.func @broadcast(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+2 {{'ttnn.add' op shape of operand #1 does not broadcast with those before it}}
  // expected-error@+1 {{'ttnn.add' op failed to infer returned types}}
  %0 = "ttnn.add"(%a, %b) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @elements(%a: tensor<2xf32>, %b: tensor<2xbf16>) {
  // expected-error@+1 {{'ttnn.lt' op requires the same element type for operands #0 and #1}}
  %0 = "ttnn.lt"(%a, %b) : (tensor<2xf32>, tensor<2xbf16>) -> tensor<2xf32>
  return
}

// -----

func.func @result_element(%a: tensor<2xf32>) {
  // expected-error@+1 {{'ttnn.multiply' op requires the result to have the operands' element type}}
  %0 = "ttnn.multiply"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xbf16>
  return
}

// -----

func.func @typecast(%a: tensor<2xf32>) {
  // expected-error@+1 {{'ttnn.typecast' op dtype is ui32, but the result's element type is 'i32'}}
  %0 = "ttnn.typecast"(%a) <{dtype = #ttcore.supportedDataTypes<u32>}> : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @full() {
  // expected-error@+2 {{'ttnn.full' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'}}
  // expected-error@+1 {{'ttnn.full' op failed to infer returned types}}
  %0 = "ttnn.full"() <{fill_value = 1.0 : f32, shape = #ttnn.shape<2x3>}> : () -> tensor<3x2xf32>
  return
}

// -----

func.func @arange() {
  // expected-error@+2 {{'ttnn.arange' op step is 0, or start, end or step has over 61 bits}}
  // expected-error@+1 {{'ttnn.arange' op failed to infer returned types}}
  %0 = "ttnn.arange"() <{start = 0 : i64, end = 3 : i64, step = 0 : i64}> : () -> tensor<3xi32>
  return
}

// -----

func.func @reshape(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.reshape' op result has 4 elements, input has 6}}
  %0 = "ttnn.reshape"(%a) <{shape = [2 : i32, 2 : i32]}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @permute(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'ttnn.permute' op 'permutation' is not one of the input's 2 dimensions}}
  // expected-error@+1 {{'ttnn.permute' op failed to infer returned types}}
  %0 = "ttnn.permute"(%a) <{permutation = array<i64: 0, 0>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @repeat(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.repeat' op attribute 'repeat_dims' failed to satisfy constraint: shape attribute, such as #ttnn.shape<2x3>}}
  %0 = "ttnn.repeat"(%a) <{repeat_dims = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.slice_static' op from 1 to 5 by 1 leaves dimension 0, or the step is not over 0}}
  // expected-error@+1 {{'ttnn.slice_static' op failed to infer returned types}}
  %0 = "ttnn.slice_static"(%a) <{begins = [1 : i32], ends = [5 : i32], step = [1 : i32]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>) {
  // expected-error@+2 {{'ttnn.concat' op operand #1 has 3 elements along dimension 0, the first has 2}}
  // expected-error@+1 {{'ttnn.concat' op failed to infer returned types}}
  %0 = "ttnn.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @pad(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.pad' op 'padding' has 1 entries, rank 1 wants 2}}
  // expected-error@+1 {{'ttnn.pad' op failed to infer returned types}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: 1>, value = 0.0 : f32}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @reshape_shape_is_longer(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.reshape' op 'shape' is not the result's}}
  %0 = "ttnn.reshape"(%a) <{shape = [3 : i32, 2 : i32, 1 : i32]}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @reshape_shape_is_another(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.reshape' op 'shape' is not the result's}}
  %0 = "ttnn.reshape"(%a) <{shape = [2 : i32, 3 : i32]}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @permute_too_few(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'ttnn.permute' op 'permutation' has 1 entries, rank 2 wants 2}}
  // expected-error@+1 {{'ttnn.permute' op failed to infer returned types}}
  %0 = "ttnn.permute"(%a) <{permutation = array<i64: 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @permute_negative(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'ttnn.permute' op 'permutation' is not one of the input's 2 dimensions}}
  // expected-error@+1 {{'ttnn.permute' op failed to infer returned types}}
  %0 = "ttnn.permute"(%a) <{permutation = array<i64: 0, -1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @permute_past_the_rank(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'ttnn.permute' op 'permutation' is not one of the input's 2 dimensions}}
  // expected-error@+1 {{'ttnn.permute' op failed to infer returned types}}
  %0 = "ttnn.permute"(%a) <{permutation = array<i64: 2, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @repeat_too_few(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'ttnn.repeat' op 'repeat_dims' must have as many entries as the input has dimensions, 2}}
  // expected-error@+1 {{'ttnn.repeat' op failed to infer returned types}}
  %0 = "ttnn.repeat"(%a) <{repeat_dims = #ttnn.shape<2>}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @repeat_past_counting(%a: tensor<9223372036854775807x0xf32>) {
  // expected-error@+2 {{'ttnn.repeat' op has more elements along dimension 0 than can be counted}}
  // expected-error@+1 {{'ttnn.repeat' op failed to infer returned types}}
  %0 = "ttnn.repeat"(%a) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<9223372036854775807x0xf32>) -> tensor<?x0xf32>
  return
}

// -----

func.func @repeat_no_shape(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.repeat' op attribute 'repeat_dims' failed to satisfy constraint: shape attribute, such as #ttnn.shape<2x3>}}
  %0 = "ttnn.repeat"(%a) <{repeat_dims = #ttnn.shape<2x-1>}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @repeat_another_attribute(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.repeat' op attribute 'repeat_dims' failed to satisfy constraint: shape attribute, such as #ttnn.shape<2x3>}}
  %0 = "ttnn.repeat"(%a) <{repeat_dims = #ttnn.shapes<2x1>}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @repeat_33(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.repeat' op attribute 'repeat_dims' failed to satisfy constraint: shape attribute, such as #ttnn.shape<2x3>}}
  %0 = "ttnn.repeat"(%a) <{repeat_dims = #ttnn.shape<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1>}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @repeat_over_31_bits(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttnn.repeat' op attribute 'repeat_dims' failed to satisfy constraint: shape attribute, such as #ttnn.shape<2x3>}}
  %0 = "ttnn.repeat"(%a) <{repeat_dims = #ttnn.shape<2147483648x1>}> : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @slice_before_the_start(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.slice_static' op from -1 to 1 by 1 leaves dimension 0, or the step is not over 0}}
  // expected-error@+1 {{'ttnn.slice_static' op failed to infer returned types}}
  %0 = "ttnn.slice_static"(%a) <{begins = [-1 : i32], ends = [1 : i32], step = [1 : i32]}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_backwards(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.slice_static' op from 3 to 1 by 1 leaves dimension 0, or the step is not over 0}}
  // expected-error@+1 {{'ttnn.slice_static' op failed to infer returned types}}
  %0 = "ttnn.slice_static"(%a) <{begins = [3 : i32], ends = [1 : i32], step = [1 : i32]}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_stands_still(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.slice_static' op from 1 to 3 by 0 leaves dimension 0, or the step is not over 0}}
  // expected-error@+1 {{'ttnn.slice_static' op failed to infer returned types}}
  %0 = "ttnn.slice_static"(%a) <{begins = [1 : i32], ends = [3 : i32], step = [0 : i32]}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_many_begins(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.slice_static' op 'begins' has 2 entries, rank 1 wants 1}}
  // expected-error@+1 {{'ttnn.slice_static' op failed to infer returned types}}
  %0 = "ttnn.slice_static"(%a) <{begins = [1 : i32, 1 : i32], ends = [3 : i32], step = [1 : i32]}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_many_ends(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.slice_static' op 'ends' has 2 entries, rank 1 wants 1}}
  // expected-error@+1 {{'ttnn.slice_static' op failed to infer returned types}}
  %0 = "ttnn.slice_static"(%a) <{begins = [1 : i32], ends = [3 : i32, 3 : i32], step = [1 : i32]}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_many_steps(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.slice_static' op 'step' has 2 entries, rank 1 wants 1}}
  // expected-error@+1 {{'ttnn.slice_static' op failed to infer returned types}}
  %0 = "ttnn.slice_static"(%a) <{begins = [1 : i32], ends = [3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @concat_dim(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'ttnn.concat' op dim is 2, rank is 2}}
  // expected-error@+1 {{'ttnn.concat' op failed to infer returned types}}
  %0 = "ttnn.concat"(%a) <{dim = 2 : si32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_dim_below(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'ttnn.concat' op dim is -3, rank is 2}}
  // expected-error@+1 {{'ttnn.concat' op failed to infer returned types}}
  %0 = "ttnn.concat"(%a) <{dim = -3 : si32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_of_nothing() {
  // expected-error@+2 {{'ttnn.concat' op requires at least one input}}
  // expected-error@+1 {{'ttnn.concat' op failed to infer returned types}}
  %0 = "ttnn.concat"() <{dim = 0 : si32}> : () -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_ranks(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+2 {{'ttnn.concat' op operand #1 differs from the first in rank or element type}}
  // expected-error@+1 {{'ttnn.concat' op failed to infer returned types}}
  %0 = "ttnn.concat"(%a, %b) <{dim = 0 : si32}> : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concat_elements(%a: tensor<2x3xf32>, %b: tensor<2x3xbf16>) {
  // expected-error@+2 {{'ttnn.concat' op operand #1 differs from the first in rank or element type}}
  // expected-error@+1 {{'ttnn.concat' op failed to infer returned types}}
  %0 = "ttnn.concat"(%a, %b) <{dim = 0 : si32}> : (tensor<2x3xf32>, tensor<2x3xbf16>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_past_counting(%a: tensor<9223372036854775807x0xf32>, %b: tensor<1x0xf32>) {
  // expected-error@+2 {{'ttnn.concat' op has more elements along dimension 0 than can be counted}}
  // expected-error@+1 {{'ttnn.concat' op failed to infer returned types}}
  %0 = "ttnn.concat"(%a, %b) <{dim = 0 : si32}> : (tensor<9223372036854775807x0xf32>, tensor<1x0xf32>) -> tensor<?x0xf32>
  return
}

// -----

func.func @pad_below(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.pad' op 'padding' of dimension 0 is negative}}
  // expected-error@+1 {{'ttnn.pad' op failed to infer returned types}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: -1, 0>, value = 0.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_above(%a: tensor<4xf32>) {
  // expected-error@+2 {{'ttnn.pad' op 'padding' of dimension 0 is negative}}
  // expected-error@+1 {{'ttnn.pad' op failed to infer returned types}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: 0, -1>, value = 0.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_past_counting(%a: tensor<9223372036854775807x0xf32>) {
  // expected-error@+2 {{'ttnn.pad' op has more elements along dimension 0 than can be counted}}
  // expected-error@+1 {{'ttnn.pad' op failed to infer returned types}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: 1, 0, 0, 0>, value = 0.0 : f32}> : (tensor<9223372036854775807x0xf32>) -> tensor<?x0xf32>
  return
}

// -----

func.func @pad_value(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.pad' op attribute 'value' failed to satisfy constraint: integer or float attribute}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: 0, 1>, value = "zero"}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @arange_start_low() {
  // expected-error@+2 {{'ttnn.arange' op step is 0, or start, end or step has over 61 bits}}
  // expected-error@+1 {{'ttnn.arange' op failed to infer returned types}}
  %0 = "ttnn.arange"() <{start = -2305843009213693952 : i64, end = 0 : i64, step = 1 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @arange_start_high() {
  // expected-error@+2 {{'ttnn.arange' op step is 0, or start, end or step has over 61 bits}}
  // expected-error@+1 {{'ttnn.arange' op failed to infer returned types}}
  %0 = "ttnn.arange"() <{start = 2305843009213693952 : i64, end = 0 : i64, step = 1 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @arange_end_low() {
  // expected-error@+2 {{'ttnn.arange' op step is 0, or start, end or step has over 61 bits}}
  // expected-error@+1 {{'ttnn.arange' op failed to infer returned types}}
  %0 = "ttnn.arange"() <{start = 0 : i64, end = -2305843009213693952 : i64, step = 1 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @arange_end_high() {
  // expected-error@+2 {{'ttnn.arange' op step is 0, or start, end or step has over 61 bits}}
  // expected-error@+1 {{'ttnn.arange' op failed to infer returned types}}
  %0 = "ttnn.arange"() <{start = 0 : i64, end = 2305843009213693952 : i64, step = 1 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @arange_step_low() {
  // expected-error@+2 {{'ttnn.arange' op step is 0, or start, end or step has over 61 bits}}
  // expected-error@+1 {{'ttnn.arange' op failed to infer returned types}}
  %0 = "ttnn.arange"() <{start = 0 : i64, end = 3 : i64, step = -2305843009213693952 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @arange_step_high() {
  // expected-error@+2 {{'ttnn.arange' op step is 0, or start, end or step has over 61 bits}}
  // expected-error@+1 {{'ttnn.arange' op failed to infer returned types}}
  %0 = "ttnn.arange"() <{start = 0 : i64, end = 3 : i64, step = 2305843009213693952 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @typecast_no_dtype(%a: tensor<2xf32>) {
  // expected-error@+1 {{'ttnn.typecast' op attribute 'dtype' failed to satisfy constraint: data type attribute, such as #ttcore.supportedDataTypes<bf16>}}
  %0 = "ttnn.typecast"(%a) <{dtype = #ttnn.other<f32>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
