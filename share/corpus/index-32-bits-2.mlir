// Misread: indices are cut to 32 bits. After microsoft/onnxruntime#28107.
func.func @main() {
  %0 = stablehlo.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
  %1 = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<1xi64>) -> tensor<f32>
  check.expect_eq_const %2, dense<0.000000e+00> : tensor<f32>
  return
}
