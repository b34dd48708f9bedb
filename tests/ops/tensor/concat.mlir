// tensor.concat, tensor.bitcast.

func.func @concat() {
  %a = arith.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %b = arith.constant dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  %x = tensor.concat dim(1) %a, %b, %a : (tensor<2x1xi32>, tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
  %y = tensor.concat dim(0) %b, %b : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %z = tensor.concat dim(0) %b : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %x, dense<[[1, 3, 4, 1], [2, 5, 6, 2]]> : tensor<2x4xi32>
  check.expect_eq_const %y, dense<[[3, 4], [5, 6], [3, 4], [5, 6]]> : tensor<4x2xi32>
  check.expect_eq_const %z, dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  return
}

func.func @concat_dynamic() {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %d = tensor.cast %a : tensor<2xi32> to tensor<?xi32>
  %s = tensor.concat dim(0) %a, %d : (tensor<2xi32>, tensor<?xi32>) -> tensor<?xi32>
  %x = tensor.cast %s : tensor<?xi32> to tensor<4xi32>
  check.expect_eq_const %x, dense<[1, 2, 1, 2]> : tensor<4xi32>
  return
}

func.func @concat_generic() {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %x = "tensor.concat"(%a, %a) <{dim = 0 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  check.expect_eq_const %x, dense<[1, 2, 1, 2]> : tensor<4xi32>
  return
}

func.func @bitcast() {
  %a = arith.constant dense<[-1, 5]> : tensor<2xi32>
  %u = tensor.bitcast %a : tensor<2xi32> to tensor<2xui32>
  %f = arith.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %x = tensor.bitcast %f : tensor<2xf32> to tensor<2xi32>
  check.expect_eq_const %u, dense<[4294967295, 5]> : tensor<2xui32>
  check.expect_eq_const %x, dense<[1065353216, -2147483648]> : tensor<2xi32>
  return
}
