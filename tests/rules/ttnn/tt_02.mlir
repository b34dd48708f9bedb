// TT-2: the element types ttnn.gather documents.

func.func @input_dtype(%x: tensor<4x3xi64>, %i: tensor<4x3xui16>) {
  // expected-error@+3 {{'ttnn.gather' op Input tensor must be of type BFLOAT16, FLOAT32, UINT16, UINT32 or INT32. Got: i64}}
  // expected-note@+2 {{input: i64; right: bf16, f32, ui16, ui32 or i32}}
  // expected-note@+1 {{rule TT-2 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x3xi64>, tensor<4x3xui16>) -> tensor<4x3xi64>
  return
}

// -----

func.func @index_dtype(%x: tensor<4x3xf32>, %i: tensor<4x3xi32>) {
  // expected-error@+3 {{'ttnn.gather' op Index tensor must be of type UINT32 or UINT16. Got: DataType::INT32}}
  // expected-note@+2 {{index: i32; right: ui32 or ui16}}
  // expected-note@+1 {{rule TT-2 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x3xf32>, tensor<4x3xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @no_such_type(%x: tensor<4xf80>, %i: tensor<4xui16>) {
  // expected-error@+1 {{'ttnn.gather' op operand #0 has elements of type 'f80', which TTNN does not have}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 0 : i32}> : (tensor<4xf80>, tensor<4xui16>) -> tensor<4xf80>
  return
}
