// TCP-2: elements of every type that a tensor of numbers has, unsigned and complex ones included, move as they are.

func.func @unsigned() {
  %s = arith.constant dense<[[-56, 1], [2, -1]]> : tensor<2x2xi8>
  %x = tensor.bitcast %s : tensor<2x2xi8> to tensor<2x2xui8>
  %i = arith.constant dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>
  %0 = tcp.gather %x, %i {dim = 0} : (tensor<2x2xui8>, tensor<2x2xi64>) -> tensor<2x2xui8>
  check.expect_eq_const %0, dense<[[2, 255], [200, 255]]> : tensor<2x2xui8>
  return
}

func.func @complex() {
  %x = arith.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
  %v = arith.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
  %0 = tcp.gather_nd %x, %v : (tensor<2xcomplex<f32>>, tensor<3x1xi64>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %0, dense<[(3.0, -4.0), (1.0, 2.0), (3.0, -4.0)]> : tensor<3xcomplex<f32>>
  return
}
