// TT-1: the arguments of ttnn.gather and the shapes that fit together, in TTNN's words.

func.func @good(%x: tensor<4x3xbf16>, %i: tensor<2x9xui16>, %y: tensor<?x3xf32>, %j: tensor<2x?xui32>, %o: tensor<2x9xbf16>) -> tensor<2x?xf32> {
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x3xbf16>, tensor<2x9xui16>) -> tensor<2x9xbf16>
  %1 = "ttnn.gather"(%x, %i, %o) <{dim = -1 : i32, sparse_grad = false}> : (tensor<4x3xbf16>, tensor<2x9xui16>, tensor<2x9xbf16>) -> tensor<2x9xbf16>
  %2 = "ttnn.gather"(%y, %j) <{dim = 1 : i32, memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <interleaved>>}> : (tensor<?x3xf32>, tensor<2x?xui32>) -> tensor<2x?xf32>
  return %2 : tensor<2x?xf32>
}

// -----

func.func @dim(%x: tensor<4x3xbf16>, %i: tensor<4x3xui16>) {
  // expected-error@+3 {{'ttnn.gather' op dim must follow the condition -input_rank <= dim < input_rank (dim: 2, rank: 2).}}
  // expected-note@+2 {{dim: 2; right: -2 to 1}}
  // expected-note@+1 {{rule TT-1 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 2 : i32}> : (tensor<4x3xbf16>, tensor<4x3xui16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @dim_is_required(%x: tensor<4x3xbf16>, %i: tensor<4x3xui16>) {
  // expected-error@+1 {{'ttnn.gather' op requires attribute 'dim'}}
  %0 = "ttnn.gather"(%x, %i) : (tensor<4x3xbf16>, tensor<4x3xui16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @ranks(%x: tensor<4x3xbf16>, %i: tensor<3xui16>) {
  // expected-error@+3 {{'ttnn.gather' op Input and index tensor must have the same number of dimensions. Got input dim: 2 and index dim: 1}}
  // expected-note@+2 {{index: 1 dimensions; right: 2, as input}}
  // expected-note@+1 {{rule TT-1 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 0 : i32}> : (tensor<4x3xbf16>, tensor<3xui16>) -> tensor<3xbf16>
  return
}

// -----

func.func @longer(%x: tensor<4x3xbf16>, %i: tensor<5x3xui16>) {
  // expected-error@+3 {{'ttnn.gather' op Index tensor shape dimension 0 must be less than or equal to input tensor shape dimension 0. Got index tensor shape: Shape([5, 3]) and input tensor shape: Shape([4, 3])}}
  // expected-note@+2 {{index: extent 5 in dimension 0; right: at most 4}}
  // expected-note@+1 {{rule TT-1 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x3xbf16>, tensor<5x3xui16>) -> tensor<5x3xbf16>
  return
}

// -----

// A dimension that is not known yet breaks no rule; the others still may.
func.func @longer_beside_unknown(%x: tensor<4x?xbf16>, %i: tensor<5x?xui16>) {
  // expected-error@+3 {{'ttnn.gather' op Index tensor shape dimension 0 must be less than or equal to input tensor shape dimension 0.}}
  // expected-note@+2 {{index: extent 5 in dimension 0; right: at most 4}}
  // expected-note@+1 {{rule TT-1 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x?xbf16>, tensor<5x?xui16>) -> tensor<5x?xbf16>
  return
}

// -----

func.func @output_shape(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>, %o: tensor<4x4xf32>) {
  // expected-error@+3 {{'ttnn.gather' op Output tensor shape must be the same as index tensor shape.}}
  // expected-note@+2 {{output: Shape([4, 4]); right: Shape([4, 3])}}
  // expected-note@+1 {{rule TT-1 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i, %o) <{dim = 1 : i32}> : (tensor<4x3xf32>, tensor<4x3xui32>, tensor<4x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @result(%x: tensor<4x3xf32>, %i: tensor<4x2xui32>) {
  // expected-error@+2 {{'ttnn.gather' op inferred type(s) 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  // expected-error@+1 {{'ttnn.gather' op failed to infer returned types}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x3xf32>, tensor<4x2xui32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @cores(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>) {
  // expected-error@+2 {{'ttnn.gather' op sub_core_grids[0] is (6, 0) to (8, 1), it must lie in the 8x8 grid}}
  // expected-note@+1 {{rule TT-1 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32, sub_core_grids = #ttnn.core_range_set<[#ttnn.core_range<(6,0), (8,1)>]>}> : (tensor<4x3xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @cores_attribute(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>) {
  // expected-error@+1 {{'ttnn.gather' op attribute 'sub_core_grids' failed to satisfy constraint: core range set attribute}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32, sub_core_grids = #ttnn.core_range_set<[(6,0)]>}> : (tensor<4x3xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

// A number that is no core's, or no extent.
func.func @large_numbers(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>) {
  // expected-error@+1 {{'ttnn.gather' op attribute 'sub_core_grids' failed to satisfy constraint: core range set attribute}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32, sub_core_grids = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,99999999999)>]>}> : (tensor<4x3xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @large_extent() {
  // expected-error@+1 {{'ttnn.full' op attribute 'shape' failed to satisfy constraint: shape attribute}}
  %1 = "ttnn.full"() <{fill_value = 1.0 : f32, shape = #ttnn.shape<99999999999>}> : () -> tensor<f32>
  return
}
