// tcp.broadcast: unit dims become as long as the operands say (TCP-15), in both spellings of its name.

func.func @two_axes() {
  %i = arith.constant dense<[[[1], [2]]]> : tensor<1x2x1xi32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = tcp.broadcast %i, %c2, %c3 {axes = [0, 2]} : tensor<1x2x1xi32>, index, index -> tensor<2x2x3xi32>
  check.expect_eq_const %x, dense<[[[1, 1, 1], [2, 2, 2]], [[1, 1, 1], [2, 2, 2]]]> : tensor<2x2x3xi32>
  return
}

func.func @to_nothing_and_generic() {
  %i = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %c0 = arith.constant 0 : index
  %x = "tcp.broadcast"(%i, %c0) {axes = [0]} : (tensor<1x2xi32>, index) -> tensor<0x2xi32>
  check.expect_eq_const %x, dense<> : tensor<0x2xi32>
  return
}

func.func @sizes_of_another_tensor() {
  %i = arith.constant dense<7> : tensor<1xi32>
  %other = arith.constant dense<0> : tensor<4x3xi32>
  %c1 = arith.constant 1 : index
  %n = tensor.dim %other, %c1 : tensor<4x3xi32>
  %d = tcp.broadcast_to %i, %n {axes = [0]} : (tensor<1xi32>, index) -> tensor<?xi32>
  %x = tensor.cast %d : tensor<?xi32> to tensor<3xi32>
  check.expect_eq_const %x, dense<7> : tensor<3xi32>
  return
}
