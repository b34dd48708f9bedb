// torch.gather(input, 1, indices) in TCP: out[i][j] = input[i][indices[i][j]]. The document writes the attribute as
// `dim = 1` and the types in parentheses; `garner print` shows both as TCP's own printer has them.
//
//   garner run examples/tcp_torch_gather.mlir
func.func @main() -> tensor<3x2xf32> {
  %input = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %indices = arith.constant dense<[[0, 1], [2, 0], [2, 3]]> : tensor<3x2xi64>
  %x = tcp.gather %input, %indices { dim = 1 } :
          (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  check.expect_eq_const %x, dense<[[0.0, 1.0], [6.0, 4.0], [10.0, 11.0]]> : tensor<3x2xf32>
  return %x : tensor<3x2xf32>
}
