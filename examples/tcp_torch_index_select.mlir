// torch.index_select(input, 0, indices) in TCP: the indices get the dimension they lack, are broadcast along it, and pick
// element by element. Nothing is copied but the rows themselves:
//
//   garner run examples/tcp_torch_index_select.mlir
//   garner plan examples/tcp_torch_index_select.mlir      # 2 rows of 16 B, each moved as one element
func.func @main() -> tensor<2x4xf32> {
  %input = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %indices = arith.constant dense<[0, 2]> : tensor<2xi64>
  %indices_2d = tensor.expand_shape %indices [[0, 1]] :
          (tensor<2xi64>) -> tensor<2x1xi64>
  %cst4 = arith.constant 4 : index
  %indices_bcast = tcp.broadcast_to %indices_2d, %cst4 { axes = [1] } :
          (tensor<2x1xi64>, index) -> tensor<2x4xi64>
  %x = tcp.gather %input, %indices_bcast { dim = 0 } :
          (tensor<3x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  check.expect_eq_const %x, dense<[[0.0, 1.0, 2.0, 3.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<2x4xf32>
  return %x : tensor<2x4xf32>
}
