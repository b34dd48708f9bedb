// anvil's calls around a gather, counted from 1 (NV-11). Expected values by hand.

func.func @made() {
  %a = nvl.iota(dim = 1, shape = [3]) : () -> tensor<3xi32>
  check.expect_eq_const %a, dense<[1, 2, 3]> : tensor<3xi32>
  %b = nvl.iota(dim = 2, shape = [2, 3], start = 0) : () -> tensor<2x3xf32>
  check.expect_eq_const %b, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %c = nvl.fill(value = 2.5 : f64, shape = [2]) : () -> tensor<2xf64>
  check.expect_eq_const %c, dense<2.5> : tensor<2xf64>
  %d = nvl.fill(value = true, shape = []) : () -> tensor<i1>
  check.expect_eq_const %d, dense<true> : tensor<i1>
  %e = nvl.fill(value = 200 : ui8, shape = [1]) : () -> tensor<1xui8>
  check.expect_eq_const %e, dense<200> : tensor<1xui8>
  %f = nvl.iota(dim = 1, shape = [3], start = 127) : () -> tensor<3xi8>
  check.expect_eq_const %f, dense<[127, -128, -127]> : tensor<3xi8>
  return
}

func.func @shaped() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %a = nvl.transpose(%x, permutation = [2, 1]) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %a, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %b = nvl.reshape(%a, shape = [6]) : (tensor<3x2xi32>) -> tensor<6xi32>
  check.expect_eq_const %b, dense<[1, 4, 2, 5, 3, 6]> : tensor<6xi32>
  %c = nvl.static_slice(%x, start_indices = [1, 2], limit_indices = [2, 3], strides = [1, 1]) : (tensor<2x3xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %c, dense<[[2, 3], [5, 6]]> : tensor<2x2xi32>
  %d = nvl.static_slice(%b, start_indices = [2], limit_indices = [6], strides = [2]) : (tensor<6xi32>) -> tensor<3xi32>
  check.expect_eq_const %d, dense<[4, 5, 6]> : tensor<3xi32>
  %e = nvl.concatenate(%x, %c, dimension = 2) : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  check.expect_eq_const %e, dense<[[1, 2, 3, 2, 3], [4, 5, 6, 5, 6]]> : tensor<2x5xi32>
  %f = nvl.broadcast_in_dim(%d, shape = [3, 2], broadcast_dimensions = [1]) : (tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %f, dense<[[4, 4], [5, 5], [6, 6]]> : tensor<3x2xi32>
  %z = nvl.fill(value = 0 : i32, shape = []) : () -> tensor<i32>
  %g = nvl.pad(%d, %z, edge_padding_low = [1], edge_padding_high = [-1], interior_padding = [1]) : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %g, dense<[0, 4, 0, 5, 0]> : tensor<5xi32>
  %h = nvl.static_slice(%b, start_indices = [7], limit_indices = [6], strides = [1]) : (tensor<6xi32>) -> tensor<0xi32>
  %i = nvl.concatenate(%h, %d, dimension = 1) : (tensor<0xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %i, dense<[4, 5, 6]> : tensor<3xi32>
  return
}

func.func @elements() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %add = nvl.add(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %add, dense<[9, 1, 10]> : tensor<3xi32>
  %sub = nvl.sub(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %sub, dense<[5, -5, 0]> : tensor<3xi32>
  %mul = nvl.mul(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %mul, dense<[14, -6, 25]> : tensor<3xi32>
  %div = nvl.div(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %div, dense<[3, 0, 1]> : tensor<3xi32>
  %min = nvl.min(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %min, dense<[2, -2, 5]> : tensor<3xi32>
  %max = nvl.max(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %max, dense<[7, 3, 5]> : tensor<3xi32>
  %and = nvl.and(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %and, dense<[2, 2, 5]> : tensor<3xi32>
  %or = nvl.or(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %or, dense<[7, -1, 5]> : tensor<3xi32>
  %xor = nvl.xor(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %xor, dense<[5, -3, 0]> : tensor<3xi32>
  %neg = nvl.negate(%a) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %neg, dense<[-7, 2, -5]> : tensor<3xi32>
  %wide = nvl.convert(%a) : (tensor<3xi32>) -> tensor<3xf32>
  check.expect_eq_const %wide, dense<[7.0, -2.0, 5.0]> : tensor<3xf32>
  return
}

func.func @choices() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %eq = nvl.eq(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %eq, dense<[false, false, true]> : tensor<3xi1>
  %ne = nvl.ne(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %not = nvl.not(%eq) : (tensor<3xi1>) -> tensor<3xi1>
  check.expect_eq %ne, %not : tensor<3xi1>
  %gt = nvl.gt(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %gt, dense<[true, false, false]> : tensor<3xi1>
  %ge = nvl.ge(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %ge, dense<[true, false, true]> : tensor<3xi1>
  %lt = nvl.lt(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %lt, dense<[false, true, false]> : tensor<3xi1>
  %le = nvl.le(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %le, dense<[false, true, true]> : tensor<3xi1>
  %c = nvl.ifelse(%lt, %a, %b) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %c, dense<[2, -2, 5]> : tensor<3xi32>
  %yes = nvl.fill(value = true, shape = []) : () -> tensor<i1>
  %d = nvl.ifelse(%yes, %a, %b) : (tensor<i1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq %d, %a : tensor<3xi32>
  return
}
