// tcp.gather_slice, the op "Gather Ops in TCP" considered in place of the recipe of tcp_slices_recipe.mlir:
// out[i][j][k][m] = input[indices[i][j]][k][m].
//
//   garner run examples/tcp_gather_slice.mlir
func.func @main() -> tensor<2x3x2x2xf32> {
  %input = arith.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0]]]> : tensor<3x2x2xf32>
  %indices = arith.constant dense<[[2, 0, 1], [1, 1, 0]]> : tensor<2x3xi64>
  %x = tcp.gather_slice %input, %indices {dim = 0 : index} : tensor<3x2x2xf32>, tensor<2x3xi64> -> tensor<2x3x2x2xf32>
  check.expect_eq_const %x, dense<[[[[8.0, 9.0], [10.0, 11.0]], [[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]], [[[4.0, 5.0], [6.0, 7.0]], [[4.0, 5.0], [6.0, 7.0]], [[0.0, 1.0], [2.0, 3.0]]]]> : tensor<2x3x2x2xf32>
  return %x : tensor<2x3x2x2xf32>
}
