// What is TTNN's of the other dialects, and what is not.

func.func @tcp() {
  %x = arith.constant dense<1.0> : tensor<64x128xf32>
  %i = arith.constant dense<3> : tensor<64x64xi64>
  // expected-remark@+1 {{tcp.gather: single row, single core: Wt_input 4 <= 60 and Wt_index 2 <= 60}}
  %0 = tcp.gather %x, %i {dim = 1 : index} : tensor<64x128xf32>, tensor<64x64xi64> -> tensor<64x64xf32>
  return
}

// -----

// Along dim 0 the columns are the rows of tiles: 1953 of them are 62 tiles.
func.func @onnx() {
  %x = onnx.Constant dense<1.0> : tensor<1953x2xbf16>
  %i = onnx.Constant dense<3> : tensor<5x2xi64>
  // expected-remark@+1 {{onnx.GatherElements: single row, multi core: Wt_input 62 > 60}}
  %0 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<1953x2xbf16>, tensor<5x2xi64>) -> tensor<5x2xbf16>
  return
}

// -----

func.func @torch() {
  %a = arith.constant dense<1.0> : tensor<2x40xf32>
  %b = arith.constant dense<39> : tensor<2x3xi64>
  %x = torch_c.from_builtin_tensor %a : tensor<2x40xf32> -> !torch.vtensor<[2,40],f32>
  %i = torch_c.from_builtin_tensor %b : tensor<2x3xi64> -> !torch.vtensor<[2,3],si64>
  %dim = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
  %no = "torch.constant.bool"() {value = false} : () -> !torch.bool
  // expected-remark@+1 {{torch.aten.gather: single row, single core: Wt_input 2 <= 60 and Wt_index 1 <= 60}}
  %0 = torch.aten.gather %x, %dim, %i, %no : !torch.vtensor<[2,40],f32>, !torch.int, !torch.vtensor<[2,3],si64>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

// In elements form; the index vectors of one component lie along a dimension of their own.
func.func @stablehlo() {
  %x = stablehlo.constant dense<1> : tensor<2x3xi32>
  %i = stablehlo.constant dense<0> : tensor<2x4x1xui16>
  // expected-remark@+1 {{stablehlo.gather: single row, single core: Wt_input 1 <= 60 and Wt_index 1 <= 60}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x4x1xui16>) -> tensor<2x4xi32>
  return
}

// -----

func.func @rows() {
  %x = onnx.Constant dense<1.0> : tensor<4x8xf32>
  %i = onnx.Constant dense<3> : tensor<5xi64>
  // expected-remark@+1 {{onnx.Gather: rows, row-major: 5 ids in a row and 8 columns are not both multiples of 32}}
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4x8xf32>, tensor<5xi64>) -> tensor<5x8xf32>
  return
}

// -----

func.func @swapped() {
  %x = stablehlo.constant dense<1> : tensor<2x3x4xi32>
  %i = stablehlo.constant dense<0> : tensor<3x2x5xui16>
  // expected-remark@+1 {{stablehlo.gather: not TTNN's: batching dimension 0 of input is 1 of index, TTNN wants them alike}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x3x4xi32>, tensor<3x2x5xui16>) -> tensor<3x2x5xi32>
  return
}

// -----

func.func @dtype() {
  %x = onnx.Constant dense<1> : tensor<2x3xi64>
  %i = onnx.Constant dense<1> : tensor<2x3xi64>
  // expected-remark@+1 {{onnx.GatherElements: not TTNN's: Input tensor must be of type BFLOAT16, FLOAT32, UINT16, UINT32 or INT32. Got: i64}}
  %0 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  return
}

// -----

func.func @reductions() {
  %x = onnx.Constant dense<1.0> : tensor<2x3xf32>
  %i = onnx.Constant dense<1> : tensor<2x3xi64>
  // expected-remark@+1 {{onnx.ScatterElements: single row, single core}}
  %0 = "onnx.ScatterElements"(%x, %i, %x) {axis = 1 : si64, reduction = "mul"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-remark@+1 {{onnx.ScatterElements: single row, single core}}
  %1 = "onnx.ScatterElements"(%x, %i, %x) {axis = 1 : si64, reduction = "max"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-remark@+1 {{onnx.ScatterElements: single row, single core}}
  %2 = "onnx.ScatterElements"(%x, %i, %x) {axis = 1 : si64, reduction = "min"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// The op's own enumeration, and a combiner that is not in it.
func.func @own_reductions() {
  %x = "ttnn.constant"() <{value = dense<1.0> : tensor<2x3xbf16>}> : () -> tensor<2x3xbf16>
  %i = "ttnn.constant"() <{value = dense<1> : tensor<2x3xui32>}> : () -> tensor<2x3xui32>
  // expected-remark@+1 {{ttnn.scatter: single row, single core}}
  %0 = "ttnn.scatter"(%x, %i, %x) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<max>}> : (tensor<2x3xbf16>, tensor<2x3xui32>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  // expected-remark@+1 {{ttnn.scatter: single row, single core}}
  %1 = "ttnn.scatter"(%0, %i, %x) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<min>}> : (tensor<2x3xbf16>, tensor<2x3xui32>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  return
}

// -----

func.func @or_is_not_ttnns() {
  %x = stablehlo.constant dense<1> : tensor<2x3xi32>
  %i = stablehlo.constant dense<1> : tensor<2x3xi64>
  // expected-remark@+1 {{stablehlo.scatter: not TTNN's: updates meet by or, ttnn.scatter has sum, prod, max and min}}
  %0 = "stablehlo.scatter"(%x, %i, %x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.or %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

// The same with the index vectors' dimension in front.
func.func @vectors_in_front() {
  %x = stablehlo.constant dense<1> : tensor<2x3xi32>
  %i = stablehlo.constant dense<0> : tensor<1x2x4xui16>
  // expected-remark@+1 {{stablehlo.gather: single row, single core: Wt_input 1 <= 60 and Wt_index 1 <= 60}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<1x2x4xui16>) -> tensor<2x4xi32>
  return
}
