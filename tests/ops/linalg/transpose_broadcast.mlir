// linalg.transpose, linalg.broadcast; in generic form with the region that each has, and its linalg.yield.

func.func @transpose() {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %x = linalg.transpose ins(%a : tensor<2x3xi32>) outs(%e : tensor<3x2xi32>) permutation = [1, 0]
  check.expect_eq_const %x, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  return
}

// dim(result, i) = dim(input, permutation[i])
func.func @transpose_three() {
  %a = arith.constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi32>
  %e = tensor.empty() : tensor<2x3x1xi32>
  %x = linalg.transpose ins(%a : tensor<1x2x3xi32>) outs(%e : tensor<2x3x1xi32>) permutation = [1, 2, 0]
  check.expect_eq_const %x, dense<[[[1], [2], [3]], [[4], [5], [6]]]> : tensor<2x3x1xi32>
  return
}

func.func @broadcast() {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %e = tensor.empty() : tensor<2x3xi32>
  %f = tensor.empty() : tensor<3x2xi32>
  %x = linalg.broadcast ins(%a : tensor<2xi32>) outs(%e : tensor<2x3xi32>) dimensions = [1]
  %y = linalg.broadcast ins(%a : tensor<2xi32>) outs(%f : tensor<3x2xi32>) dimensions = [0]
  check.expect_eq_const %x, dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
  check.expect_eq_const %y, dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi32>
  return
}

func.func @broadcast_scalar() {
  %a = arith.constant dense<2.5> : tensor<f32>
  %e = tensor.empty() : tensor<2x2xf32>
  %x = linalg.broadcast ins(%a : tensor<f32>) outs(%e : tensor<2x2xf32>) dimensions = [0, 1] {note = "kept"}
  check.expect_eq_const %x, dense<2.5> : tensor<2x2xf32>
  return
}

func.func @dynamic() {
  %a = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %b = tensor.cast %a : tensor<1x2xi32> to tensor<?x2xi32>
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%c1) : tensor<2x?xi32>
  %x = linalg.transpose ins(%b : tensor<?x2xi32>) outs(%e : tensor<2x?xi32>) permutation = [1, 0]
  %y = tensor.cast %x : tensor<2x?xi32> to tensor<2x1xi32>
  check.expect_eq_const %y, dense<[[1], [2]]> : tensor<2x1xi32>
  return
}

func.func @generic() {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %f = tensor.empty() : tensor<2x3x1xi32>
  %x = "linalg.transpose"(%a, %e) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%in: i32, %out: i32):
    "linalg.yield"(%in) : (i32) -> ()
  }) : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  %y = "linalg.broadcast"(%a, %f) <{dimensions = array<i64: 2>}> ({
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  }) : (tensor<2x3xi32>, tensor<2x3x1xi32>) -> tensor<2x3x1xi32>
  check.expect_eq_const %x, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %y, dense<[[[1], [2], [3]], [[4], [5], [6]]]> : tensor<2x3x1xi32>
  return
}
