// Misread: component k is for operand dimension k. After onnx/onnx-mlir#3611.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  %1 = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<2x1xi32>
  return
}
