// Slices along dim 0, as "Gather Ops in TCP" builds them: input [a, b, c] gets a dimension y and is broadcast along it,
// indices [x, y] get b and c, and one tcp.gather gives [x, y, b, c]. Neither broadcast is ever stored: both are views, and
// the three ops together run as a take of rows of b*c elements:
//
//   garner run examples/tcp_slices_recipe.mlir
//   garner plan examples/tcp_slices_recipe.mlir      # 6 rows of 16 B, each moved as one element
func.func @main() -> tensor<2x3x2x2xf32> {
  %input = arith.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0]]]> : tensor<3x2x2xf32>
  %indices = arith.constant dense<[[2, 0, 1], [1, 1, 0]]> : tensor<2x3xi64>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %input_4d = tensor.expand_shape %input [[0, 1], [2], [3]] output_shape [3, 1, 2, 2] : tensor<3x2x2xf32> into tensor<3x1x2x2xf32>
  %input_bcast = tcp.broadcast %input_4d, %c3 {axes = [1]} : tensor<3x1x2x2xf32>, index -> tensor<3x3x2x2xf32>
  %indices_4d = tensor.expand_shape %indices [[0], [1, 2, 3]] output_shape [2, 3, 1, 1] : tensor<2x3xi64> into tensor<2x3x1x1xi64>
  %indices_bcast = tcp.broadcast %indices_4d, %c2, %c2 {axes = [2, 3]} : tensor<2x3x1x1xi64>, index, index -> tensor<2x3x2x2xi64>
  %x = tcp.gather %input_bcast, %indices_bcast {dim = 0 : index} : tensor<3x3x2x2xf32>, tensor<2x3x2x2xi64> -> tensor<2x3x2x2xf32>
  check.expect_eq_const %x, dense<[[[[8.0, 9.0], [10.0, 11.0]], [[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]], [[[4.0, 5.0], [6.0, 7.0]], [[4.0, 5.0], [6.0, 7.0]], [[0.0, 1.0], [2.0, 3.0]]]]> : tensor<2x3x2x2xf32>
  return %x : tensor<2x3x2x2xf32>
}
