// Misread: the first component of an index vector counts for all. After tenstorrent/tt-mlir#8982.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 0], [1, 0]]]> : tensor<1x2x2xi32>
  %1 = stablehlo.constant dense<[[[0, 0]], [[0, 1]]]> : tensor<2x1x2xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x1x2xi32>, tensor<1x2x2xi32>) -> tensor<1x1x2x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<1x1x2x1xi32>
  return
}
