// Misread: a negative index is taken as its magnitude. After apache/tvm#20217.
func.func @main() {
  %0 = stablehlo.constant dense<[[0, 0, -2]]> : tensor<1x3xi32>
  %1 = stablehlo.constant dense<[[[0.000000e+00]], [[1.000000e+00]]]> : tensor<2x1x1xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [2, 1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x1x1xf32>, tensor<1x3xi32>) -> tensor<1x1x1xf32>
  check.expect_eq_const %2, dense<0.000000e+00> : tensor<1x1x1xf32>
  return
}
