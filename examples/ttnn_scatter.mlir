// ttnn.scatter along dim 1, as tt-mlir spells it: without a reduction the last of several updates to one place stays, and an
// index outside the input's row (9, here) changes nothing; `sum` adds.

func.func @main() {
  %input = "ttnn.constant"() <{value = dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
  %index = "ttnn.constant"() <{value = dense<[[0, 3, 3], [1, 9, 0]]> : tensor<2x3xui32>}> : () -> tensor<2x3xui32>
  %source = "ttnn.constant"() <{value = dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %replaced = "ttnn.scatter"(%input, %index, %source) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<2x4xi32>, tensor<2x3xui32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %replaced, dense<[[10, 2, 3, 30], [60, 40, 7, 8]]> : tensor<2x4xi32>
  %added = "ttnn.scatter"(%input, %index, %source) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<2x4xi32>, tensor<2x3xui32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %added, dense<[[11, 2, 3, 54], [65, 46, 7, 8]]> : tensor<2x4xi32>
  return
}
