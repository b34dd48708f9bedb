// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @add() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %add = nvl.add(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %add, dense<[9, 1, 10]> : tensor<3xi32>
  return
}

// -----

func.func @and() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %and = nvl.and(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %and, dense<[2, 2, 5]> : tensor<3xi32>
  return
}

// -----

func.func @broadcast_in_dim() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %a = nvl.transpose(%x, permutation = [2, 1]) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %b = nvl.reshape(%a, shape = [6]) : (tensor<3x2xi32>) -> tensor<6xi32>
  %d = nvl.static_slice(%b, start_indices = [2], limit_indices = [6], strides = [2]) : (tensor<6xi32>) -> tensor<3xi32>
  %f = nvl.broadcast_in_dim(%d, shape = [3, 2], broadcast_dimensions = [1]) : (tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %f, dense<[[4, 4], [5, 5], [6, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @concatenate() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %c = nvl.static_slice(%x, start_indices = [1, 2], limit_indices = [2, 3], strides = [1, 1]) : (tensor<2x3xi32>) -> tensor<2x2xi32>
  %e = nvl.concatenate(%x, %c, dimension = 2) : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  check.expect_eq_const %e, dense<[[1, 2, 3, 2, 3], [4, 5, 6, 5, 6]]> : tensor<2x5xi32>
  return
}

// -----

func.func @constant() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %a = nvl.transpose(%x, permutation = [2, 1]) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %a, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @convert() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %wide = nvl.convert(%a) : (tensor<3xi32>) -> tensor<3xf32>
  check.expect_eq_const %wide, dense<[7.0, -2.0, 5.0]> : tensor<3xf32>
  return
}

// -----

func.func @div() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %div = nvl.div(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %div, dense<[3, 0, 1]> : tensor<3xi32>
  return
}

// -----

func.func @eq() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %eq = nvl.eq(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %eq, dense<[false, false, true]> : tensor<3xi1>
  return
}

// -----

func.func @fill() {
  %d = nvl.fill(value = true, shape = []) : () -> tensor<i1>
  check.expect_eq_const %d, dense<true> : tensor<i1>
  return
}

// -----

func.func @gather() {
  %x = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi32>) : () -> tensor<4xi32>
  %u = nvl.constant(value = dense<[0, 255]> : tensor<2xui8>) : () -> tensor<2xui8>
  %a = nvl.gather(%x, %u, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<2xui8>) -> tensor<2xi32>
  check.expect_eq_const %a, dense<[10, 40]> : tensor<2xi32>
  return
}

// -----

func.func @ge() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %ge = nvl.ge(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %ge, dense<[true, false, true]> : tensor<3xi1>
  return
}

// -----

func.func @gt() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %gt = nvl.gt(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %gt, dense<[true, false, false]> : tensor<3xi1>
  return
}

// -----

func.func @ifelse() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %yes = nvl.fill(value = true, shape = []) : () -> tensor<i1>
  %d = nvl.ifelse(%yes, %a, %b) : (tensor<i1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq %d, %a : tensor<3xi32>
  return
}

// -----

func.func @iota() {
  %a = nvl.iota(dim = 1, shape = [3]) : () -> tensor<3xi32>
  check.expect_eq_const %a, dense<[1, 2, 3]> : tensor<3xi32>
  return
}

// -----

func.func @le() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %le = nvl.le(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %le, dense<[false, true, true]> : tensor<3xi1>
  return
}

// -----

func.func @lt() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %lt = nvl.lt(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %lt, dense<[false, true, false]> : tensor<3xi1>
  return
}

// -----

func.func @max() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %max = nvl.max(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %max, dense<[7, 3, 5]> : tensor<3xi32>
  return
}

// -----

func.func @min() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %min = nvl.min(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %min, dense<[2, -2, 5]> : tensor<3xi32>
  return
}

// -----

func.func @mul() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %mul = nvl.mul(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %mul, dense<[14, -6, 25]> : tensor<3xi32>
  return
}

// -----

func.func @ne() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %eq = nvl.eq(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %ne = nvl.ne(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %not = nvl.not(%eq) : (tensor<3xi1>) -> tensor<3xi1>
  check.expect_eq %ne, %not : tensor<3xi1>
  return
}

// -----

func.func @negate() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %neg = nvl.negate(%a) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %neg, dense<[-7, 2, -5]> : tensor<3xi32>
  return
}

// -----

func.func @not() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %eq = nvl.eq(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %ne = nvl.ne(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %not = nvl.not(%eq) : (tensor<3xi1>) -> tensor<3xi1>
  check.expect_eq %ne, %not : tensor<3xi1>
  return
}

// -----

func.func @or() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %or = nvl.or(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %or, dense<[7, -1, 5]> : tensor<3xi32>
  return
}

// -----

func.func @pad() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %a = nvl.transpose(%x, permutation = [2, 1]) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %b = nvl.reshape(%a, shape = [6]) : (tensor<3x2xi32>) -> tensor<6xi32>
  %d = nvl.static_slice(%b, start_indices = [2], limit_indices = [6], strides = [2]) : (tensor<6xi32>) -> tensor<3xi32>
  %z = nvl.fill(value = 0 : i32, shape = []) : () -> tensor<i32>
  %g = nvl.pad(%d, %z, edge_padding_low = [1], edge_padding_high = [-1], interior_padding = [1]) : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %g, dense<[0, 4, 0, 5, 0]> : tensor<5xi32>
  return
}

// -----

func.func @reshape() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %a = nvl.transpose(%x, permutation = [2, 1]) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %b = nvl.reshape(%a, shape = [6]) : (tensor<3x2xi32>) -> tensor<6xi32>
  check.expect_eq_const %b, dense<[1, 4, 2, 5, 3, 6]> : tensor<6xi32>
  return
}

// -----

func.func @static_slice() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %c = nvl.static_slice(%x, start_indices = [1, 2], limit_indices = [2, 3], strides = [1, 1]) : (tensor<2x3xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %c, dense<[[2, 3], [5, 6]]> : tensor<2x2xi32>
  return
}

// -----

func.func @sub() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %sub = nvl.sub(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %sub, dense<[5, -5, 0]> : tensor<3xi32>
  return
}

// -----

func.func @transpose() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %a = nvl.transpose(%x, permutation = [2, 1]) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %a, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @xor() {
  %a = nvl.constant(value = dense<[7, -2, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.constant(value = dense<[2, 3, 5]> : tensor<3xi32>) : () -> tensor<3xi32>
  %xor = nvl.xor(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %xor, dense<[5, -3, 0]> : tensor<3xi32>
  return
}
