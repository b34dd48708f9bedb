// "Scatter update": tensor.scatter has no combiner, so a program gathers at the places, computes, and scatters back.
//
//   garner run examples/tensor_scatter_update.mlir
func.func @main() -> tensor<4x3xf32> {
  %dest = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %indices = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %0 = arith.constant dense<[[100.0, 101.0, 102.0], [200.0, 201.0, 202.0]]> : tensor<2x3xf32>
  %1 = tensor.gather %dest[%indices] gather_dims([0]) unique : (tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<2x3xf32>
  %2 = arith.addf %0, %1 : tensor<2x3xf32>
  %x = tensor.scatter %2 into %dest[%indices] scatter_dims([0]) unique : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<4x3xf32>
  check.expect_eq_const %x, dense<[[200.0, 202.0, 204.0], [3.0, 4.0, 5.0], [106.0, 108.0, 110.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  return %x : tensor<4x3xf32>
}
