// Misread: each index is one too large. After iree-org/iree#24584.
func.func @main() {
  %0 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %1 = stablehlo.constant dense<0> : tensor<1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<2xi1>, tensor<1xi32>) -> tensor<i1>
  check.expect_eq_const %2, dense<false> : tensor<i1>
  return
}
