// Misread: indices are cut to 32 bits. After microsoft/onnxruntime#28107.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %1 = stablehlo.constant dense<[[[0], [9223372036854775807]]]> : tensor<1x2x1xi64>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x2xi64>, tensor<1x2x1xi64>) -> tensor<1x1xi64>
  check.expect_eq_const %2, dense<0> : tensor<1x1xi64>
  return
}
