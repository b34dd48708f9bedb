// tf.gather(input, indices, axis=1) in TCP: out[i][j][k] = input[i][indices[j]][k].
//
//   garner run examples/tcp_tf_gather.mlir
//   garner plan examples/tcp_tf_gather.mlir      # rows: 3 windows of 3x5 elements
func.func @main() -> tensor<3x3x5xf32> {
  %input = arith.constant dense<[[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]], [[20.0, 21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0, 29.0], [30.0, 31.0, 32.0, 33.0, 34.0], [35.0, 36.0, 37.0, 38.0, 39.0]], [[40.0, 41.0, 42.0, 43.0, 44.0], [45.0, 46.0, 47.0, 48.0, 49.0], [50.0, 51.0, 52.0, 53.0, 54.0], [55.0, 56.0, 57.0, 58.0, 59.0]]]> : tensor<3x4x5xf32>
  %indices = arith.constant dense<[3, 0, 2]> : tensor<3xi64>
  %cst3 = arith.constant 3 : index
  %cst5 = arith.constant 5 : index
  %indices_3d = tensor.expand_shape %indices [[0, 1, 2]] :
          (tensor<3xi64>) -> tensor<1x3x1xi64>
  %indices_bcast = tcp.broadcast_to %indices_3d, %cst3, %cst5 { axes = [0, 2] } :
          (tensor<1x3x1xi64>, index, index) -> tensor<3x3x5xi64>
  %x = tcp.gather %input, %indices_bcast { dim = 1 } :
          (tensor<3x4x5xf32>, tensor<3x3x5xi64>) -> tensor<3x3x5xf32>
  check.expect_eq_const %x, dense<[[[15.0, 16.0, 17.0, 18.0, 19.0], [0.0, 1.0, 2.0, 3.0, 4.0], [10.0, 11.0, 12.0, 13.0, 14.0]], [[35.0, 36.0, 37.0, 38.0, 39.0], [20.0, 21.0, 22.0, 23.0, 24.0], [30.0, 31.0, 32.0, 33.0, 34.0]], [[55.0, 56.0, 57.0, 58.0, 59.0], [40.0, 41.0, 42.0, 43.0, 44.0], [50.0, 51.0, 52.0, 53.0, 54.0]]]> : tensor<3x3x5xf32>
  return %x : tensor<3x3x5xf32>
}
