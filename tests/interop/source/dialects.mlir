// Gathers and scatters of other dialects: their index rules are written, not StableHLO's.

func.func @onnx_elements(%x: tensor<3x4xf32>, %index: tensor<3x2xi64>) -> tensor<3x2xf32> {
  %y = "onnx.GatherElements"(%x, %index) {axis = 1 : si64} : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

func.func @onnx_shorter(%x: tensor<3x4xf32>, %index: tensor<2x5xi64>) -> tensor<2x5xf32> {
  %y = "onnx.GatherElements"(%x, %index) {axis = 1 : si64} : (tensor<3x4xf32>, tensor<2x5xi64>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @onnx_scatter(%x: tensor<1x5xf32>, %index: tensor<1x3xi32>, %u: tensor<1x3xf32>) -> tensor<1x5xf32> {
  %y = "onnx.ScatterElements"(%x, %index, %u) {axis = 1 : si64, reduction = "add"} : (tensor<1x5xf32>, tensor<1x3xi32>, tensor<1x3xf32>) -> tensor<1x5xf32>
  return %y : tensor<1x5xf32>
}

func.func @tf_gather(%x: tensor<2x3xf32>, %index: tensor<4xi32>) -> tensor<2x4xf32> {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %y = "tf.GatherV2"(%x, %index, %a) {batch_dims = 0 : i64, device = ""} : (tensor<2x3xf32>, tensor<4xi32>, tensor<i32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @torch_gather(%x: !torch.vtensor<[2,3],f32>, %index: !torch.vtensor<[1,4],si64>) -> !torch.vtensor<[1,4],f32> {
  %d = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %f = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
  %y = torch.aten.gather %x, %d, %index, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[1,4],si64>, !torch.bool -> !torch.vtensor<[1,4],f32>
  return %y : !torch.vtensor<[1,4],f32>
}

func.func @torch_add(%x: !torch.vtensor<[2,3],f32>, %index: !torch.vtensor<[1,2],si64>, %s: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %y = torch.aten.scatter_add %x, %d, %index, %s : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[1,2],si64>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %y : !torch.vtensor<[2,3],f32>
}

func.func @nvl_scatter(%x: tensor<4xi32>, %index: tensor<6xi64>, %u: tensor<6xi32>) -> tensor<4xi32> {
  %r = nvl.scatter(%x, %index, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<6xi64>, tensor<6xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// One less than the least value stays the least.
func.func @nvl_gather(%x: tensor<4xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 2]> : tensor<3xi64>
  %r = nvl.gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<4xf64>, tensor<3xi64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @two_inputs(%x: tensor<4xf32>, %y: tensor<4xi8>, %index: tensor<5x1xi32>, %u: tensor<5xf32>, %v: tensor<5xi8>) -> (tensor<4xf32>, tensor<4xi8>) {
  %r:2 = "stablehlo.scatter"(%x, %y, %index, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<i8>, %c: tensor<f32>, %d: tensor<i8>):
      %0 = stablehlo.add %a, %c : tensor<f32>
      %1 = stablehlo.add %b, %d : tensor<i8>
      stablehlo.return %0, %1 : tensor<f32>, tensor<i8>
  }) : (tensor<4xf32>, tensor<4xi8>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xi8>) -> (tensor<4xf32>, tensor<4xi8>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi8>
}

// Extents that are not known until it runs.
func.func @unknown_rows(%x: tensor<?x3xf32>, %index: tensor<?xi64>) -> tensor<?x3xf32> {
  %r = "stablehlo.gather"(%x, %index) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
