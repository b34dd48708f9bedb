// onnx.GatherElements(input, indices, 0) in TCP: out[i][j] = input[indices[i][j]][j].
//
//   garner run examples/tcp_onnx_gather_elements.mlir
func.func @main() -> tensor<2x3xf32> {
  %input = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %indices = arith.constant dense<[[1, 2, 0], [2, 0, 0]]> : tensor<2x3xi64>
  %x = tcp.gather %input, %indices { dim = 0 } :
          (tensor<3x3xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %x, dense<[[4.0, 8.0, 3.0], [7.0, 2.0, 3.0]]> : tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}
