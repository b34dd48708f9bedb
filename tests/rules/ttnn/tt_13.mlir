// TT-13, TT-14: what ttnn.scatter refuses, in TTNN's words.

func.func @good(%x: tensor<4x3xbf16>, %i: tensor<2x9xi32>, %s: tensor<3x9xbf16>, %y: tensor<?x3xf32>, %j: tensor<2x?xui8>, %t: tensor<2x?xf32>) {
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 1 : i32}> : (tensor<4x3xbf16>, tensor<2x9xi32>, tensor<3x9xbf16>) -> tensor<4x3xbf16>
  %1 = "ttnn.scatter"(%y, %j, %t, %y) <{dim = -1 : i32, scatter_reduce_type = #ttcore.reduce_type<prod>}> : (tensor<?x3xf32>, tensor<2x?xui8>, tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dim(%x: tensor<4xf32>, %i: tensor<4xui32>) {
  // expected-error@+3 {{'ttnn.scatter' op dim must follow the condition -input_rank <= dim < input_rank (dim: -2, rank: 1).}}
  // expected-note@+2 {{dim: -2; right: -1 to 0}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %i, %x) <{dim = -2 : i32}> : (tensor<4xf32>, tensor<4xui32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// The enumeration has words that a scatter does not reduce by.
func.func @reduce(%x: tensor<4xf32>, %i: tensor<4xui32>) {
  // expected-error@+3 {{'ttnn.scatter' op reduce must be either 'add' or 'multiply' (case-sensitive), got mean}}
  // expected-note@+2 {{reduce: "mean"; right: none, "add" or "multiply"}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %i, %x) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<mean>}> : (tensor<4xf32>, tensor<4xui32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// max and min are in the device's enumeration too, which the op gives and the call does not.
func.func @by_enumeration(%x: tensor<4xf32>, %i: tensor<4xui32>) {
  %0 = "ttnn.scatter"(%x, %i, %x) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<max>}> : (tensor<4xf32>, tensor<4xui32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttnn.scatter"(%x, %i, %x) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<min>}> : (tensor<4xf32>, tensor<4xui32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_attribute(%x: tensor<4xf32>, %i: tensor<4xui32>) {
  // expected-error@+1 {{for op ttnn.scatter: Invalid attribute `scatter_reduce_type` in property conversion: "add"}}
  %0 = "ttnn.scatter"(%x, %i, %x) <{dim = 0 : i32, scatter_reduce_type = "add"}> : (tensor<4xf32>, tensor<4xui32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @source_extent(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>, %s: tensor<4x2xf32>) {
  // expected-error@+3 {{'ttnn.scatter' op index_shape[1] <= source_shape[1] == false (3 <= 2)}}
  // expected-note@+2 {{index: extent 3 in dimension 1; right: at most 2, source's}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 1 : i32}> : (tensor<4x3xf32>, tensor<4x3xui32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @input_extent(%x: tensor<4x3xf32>, %i: tensor<5x3xui32>, %s: tensor<5x3xf32>) {
  // expected-error@+3 {{'ttnn.scatter' op index_shape[0] <= input_shape[0] == false (5 <= 4)}}
  // expected-note@+2 {{index: extent 5 in dimension 0; right: at most 4, input's}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 1 : i32}> : (tensor<4x3xf32>, tensor<5x3xui32>, tensor<5x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @source_dtype(%x: tensor<4xf32>, %i: tensor<4xui32>, %s: tensor<4xbf16>) {
  // expected-error@+3 {{'ttnn.scatter' op input_dtype differs from src_dtype}}
  // expected-note@+2 {{source: bf16; right: f32, as input}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32}> : (tensor<4xf32>, tensor<4xui32>, tensor<4xbf16>) -> tensor<4xf32>
  return
}

// -----

func.func @index_dtype(%x: tensor<4xf32>) {
  // expected-error@+3 {{'ttnn.scatter' op index_dtype is not integer}}
  // expected-note@+2 {{index: f32; right: i32, ui8, ui16 or ui32}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %x, %x) <{dim = 0 : i32}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @ranks(%x: tensor<4x3xf32>, %i: tensor<3xui32>, %s: tensor<4x3xf32>) {
  // expected-error@+3 {{'ttnn.scatter' op input_rank must equal index_rank (input_rank: 2, index_rank: 1).}}
  // expected-note@+2 {{index: 1 dimensions; right: 2, as input}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32}> : (tensor<4x3xf32>, tensor<3xui32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

#sharded = #ttnn.ttnn_layout<(d0) -> (d0), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <width_sharded>>
func.func @sharded(%x: tensor<4xf32>, %i: tensor<4xui32>, %s: tensor<4xf32, #sharded>) {
  // expected-error@+3 {{'ttnn.scatter' op Sharded tensors are not supported - source is sharded}}
  // expected-note@+2 {{source: sharded; right: interleaved, in DRAM or L1}}
  // expected-note@+1 {{rule TT-13 of the TTNN, scatter}}
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32}> : (tensor<4xf32>, tensor<4xui32>, tensor<4xf32, #sharded>) -> tensor<4xf32>
  return
}
