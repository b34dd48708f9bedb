// tensor.empty, splat, from_elements, extract, dim; and arith on scalars and tensors.

func.func @sizes() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty(%c4) : tensor<?x3xi64>
  %n = tensor.dim %e, %c0 : tensor<?x3xi64>
  %m = tensor.dim %e, %c1 : tensor<?x3xi64>
  %nm = arith.muli %n, %m : index
  %d = tensor.splat %c4[%nm] : tensor<?xindex>
  %k = tensor.dim %d, %c0 : tensor<?xindex>
  %f = arith.constant 2.5 : f32
  %g = tensor.splat %f[%k] : tensor<?xf32>
  %x = tensor.cast %g : tensor<?xf32> to tensor<12xf32>
  check.expect_eq_const %x, dense<2.5> : tensor<12xf32>
  return
}

func.func @elements() {
  %a = arith.constant 3 : i32
  %b = arith.constant -4 : i32
  %t = tensor.from_elements %a, %b, %b, %a : tensor<2x2xi32>
  check.expect_eq_const %t, dense<[[3, -4], [-4, 3]]> : tensor<2x2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.extract %t[%c0, %c1] : tensor<2x2xi32>
  %sum = arith.addi %e, %a : i32
  %s = tensor.splat %sum : tensor<3xi32>
  check.expect_eq_const %s, dense<-1> : tensor<3xi32>
  return
}

func.func @floats() {
  %a = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[4.0, 0.5, 1.0]> : tensor<3xf32>
  %a2 = tensor.extract_slice %a[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %b2 = tensor.extract_slice %b[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %add = arith.addf %a2, %b2 : tensor<2xf32>
  %sub = arith.subf %a2, %b2 : tensor<2xf32>
  %mul = arith.mulf %a2, %b2 : tensor<2xf32>
  %div = arith.divf %a2, %b2 : tensor<2xf32>
  %neg = arith.negf %a2 : tensor<2xf32>
  check.expect_eq_const %add, dense<[5.0, -1.5]> : tensor<2xf32>
  check.expect_eq_const %sub, dense<[-3.0, -2.5]> : tensor<2xf32>
  check.expect_eq_const %mul, dense<[4.0, -1.0]> : tensor<2xf32>
  check.expect_eq_const %div, dense<[0.25, -4.0]> : tensor<2xf32>
  check.expect_eq_const %neg, dense<[-1.0, 2.0]> : tensor<2xf32>
  // A NaN on either side is the answer of both.
  %max = arith.maximumf %a, %b : tensor<3xf32>
  %min = arith.minimumf %a, %b : tensor<3xf32>
  %want_max = arith.constant dense<[4.0, 0.5, 0x7FC00000]> : tensor<3xf32>
  %want_min = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %max, %want_max : tensor<3xf32>, tensor<3xf32>
  check.expect_close %min, %want_min : tensor<3xf32>, tensor<3xf32>
  return
}

func.func @integers() {
  %a = arith.constant dense<[100, -7]> : tensor<2xi8>
  %b = arith.constant dense<[100, 3]> : tensor<2xi8>
  %add = arith.addi %a, %b : tensor<2xi8>
  %sub = arith.subi %a, %b : tensor<2xi8>
  %mul = arith.muli %a, %b : tensor<2xi8>
  %max = arith.maxsi %a, %b : tensor<2xi8>
  %min = arith.minsi %a, %b : tensor<2xi8>
  %and = arith.andi %a, %b : tensor<2xi8>
  %or = arith.ori %a, %b : tensor<2xi8>
  %xor = arith.xori %a, %b : tensor<2xi8>
  check.expect_eq_const %add, dense<[-56, -4]> : tensor<2xi8>
  check.expect_eq_const %sub, dense<[0, -10]> : tensor<2xi8>
  check.expect_eq_const %mul, dense<[16, -21]> : tensor<2xi8>
  check.expect_eq_const %max, dense<[100, 3]> : tensor<2xi8>
  check.expect_eq_const %min, dense<[100, -7]> : tensor<2xi8>
  check.expect_eq_const %and, dense<[100, 1]> : tensor<2xi8>
  check.expect_eq_const %or, dense<[100, -5]> : tensor<2xi8>
  check.expect_eq_const %xor, dense<[0, -6]> : tensor<2xi8>
  return
}

// One bit: modulo 2, and true is -1.
func.func @bits() {
  %a = arith.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b = arith.constant dense<[false, true, false, true]> : tensor<4xi1>
  %t = arith.constant true
  %all = tensor.splat %t : tensor<4xi1>
  check.expect_eq_const %all, dense<true> : tensor<4xi1>
  %add = arith.addi %a, %b : tensor<4xi1>
  %sub = arith.subi %a, %b : tensor<4xi1>
  %mul = arith.muli %a, %b : tensor<4xi1>
  %max = arith.maxsi %a, %b : tensor<4xi1>
  %min = arith.minsi %a, %b : tensor<4xi1>
  check.expect_eq_const %add, dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %sub, dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %mul, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %max, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %min, dense<[false, true, true, true]> : tensor<4xi1>
  return
}
