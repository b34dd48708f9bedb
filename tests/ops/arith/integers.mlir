// arith on integers without a sign of their own: the op says how the bits are read. Index is 64 bits wide.

func.func @unsigned_min_max() {
  %a = arith.constant dense<[1, -1, -128, 127]> : tensor<4xi8>
  %b = arith.constant dense<[2, 0, 127, -128]> : tensor<4xi8>
  %min = arith.minui %a, %b : tensor<4xi8>
  %max = arith.maxui %a, %b : tensor<4xi8>
  check.expect_eq_const %min, dense<[1, 0, 127, 127]> : tensor<4xi8>
  check.expect_eq_const %max, dense<[2, -1, -128, -128]> : tensor<4xi8>
  return
}

func.func @unsigned_min_max_narrow() {
  %a = arith.constant dense<[1, -1, -8]> : tensor<3xi4>
  %b = arith.constant dense<[2, 0, 7]> : tensor<3xi4>
  %min = arith.minui %a, %b : tensor<3xi4>
  %max = arith.maxui %a, %b : tensor<3xi4>
  check.expect_eq_const %min, dense<[1, 0, 7]> : tensor<3xi4>
  check.expect_eq_const %max, dense<[2, -1, -8]> : tensor<3xi4>
  return
}

func.func @unsigned_min_max_bool() {
  %a = arith.constant dense<[true, true, false]> : tensor<3xi1>
  %b = arith.constant dense<[true, false, false]> : tensor<3xi1>
  %min = arith.minui %a, %b : tensor<3xi1>
  %max = arith.maxui %a, %b : tensor<3xi1>
  check.expect_eq_const %min, dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq_const %max, dense<[true, true, false]> : tensor<3xi1>
  return
}

func.func @signed_min_max_index() {
  %a = arith.constant dense<[3, -4]> : tensor<2xindex>
  %b = arith.constant dense<[-3, 4]> : tensor<2xindex>
  %min = arith.minsi %a, %b : tensor<2xindex>
  %max = arith.maxui %a, %b : tensor<2xindex>
  %minw = arith.index_cast %min : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %minw, dense<[-3, -4]> : tensor<2xi64>
  %maxw = arith.index_cast %max : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %maxw, dense<[-3, -4]> : tensor<2xi64>
  return
}

func.func @compare() {
  %a = arith.constant dense<[1, -1, 5]> : tensor<3xi32>
  %b = arith.constant dense<[2, 0, 5]> : tensor<3xi32>
  %eq = arith.cmpi eq, %a, %b : tensor<3xi32>
  %ne = arith.cmpi ne, %a, %b : tensor<3xi32>
  %slt = arith.cmpi slt, %a, %b : tensor<3xi32>
  %sle = arith.cmpi sle, %a, %b : tensor<3xi32>
  %sgt = arith.cmpi sgt, %a, %b : tensor<3xi32>
  %sge = arith.cmpi sge, %a, %b : tensor<3xi32>
  %ult = arith.cmpi ult, %a, %b : tensor<3xi32>
  %ule = arith.cmpi ule, %a, %b : tensor<3xi32>
  %ugt = arith.cmpi ugt, %a, %b : tensor<3xi32>
  %uge = arith.cmpi uge, %a, %b : tensor<3xi32>
  check.expect_eq_const %eq, dense<[false, false, true]> : tensor<3xi1>
  check.expect_eq_const %ne, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %slt, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %sle, dense<[true, true, true]> : tensor<3xi1>
  check.expect_eq_const %sgt, dense<[false, false, false]> : tensor<3xi1>
  check.expect_eq_const %sge, dense<[false, false, true]> : tensor<3xi1>
  check.expect_eq_const %ult, dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq_const %ule, dense<[true, false, true]> : tensor<3xi1>
  check.expect_eq_const %ugt, dense<[false, true, false]> : tensor<3xi1>
  check.expect_eq_const %uge, dense<[false, true, true]> : tensor<3xi1>
  return
}

// With a sign, true of i1 is -1.
func.func @compare_bools() {
  %a = arith.constant dense<[true, false, true, false]> : tensor<4xi1>
  %b = arith.constant dense<[false, true, true, false]> : tensor<4xi1>
  %slt = arith.cmpi slt, %a, %b : tensor<4xi1>
  %sge = arith.cmpi sge, %a, %b : tensor<4xi1>
  %ult = arith.cmpi ult, %a, %b : tensor<4xi1>
  check.expect_eq_const %slt, dense<[true, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %sge, dense<[false, true, true, true]> : tensor<4xi1>
  check.expect_eq_const %ult, dense<[false, true, false, false]> : tensor<4xi1>
  return
}

func.func @choose() {
  %true = arith.constant true
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[3, 4]> : tensor<2xi32>
  %c = arith.constant dense<[false, true]> : tensor<2xi1>
  %x = arith.select %true, %a, %b : tensor<2xi32>
  %y = arith.select %c, %a, %b : tensor<2xi1>, tensor<2xi32>
  %s = arith.constant 7 : index
  %t = arith.constant 8 : index
  %u = arith.select %true, %s, %t : index
  %z = tensor.from_elements %u : tensor<1xindex>
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %y, dense<[3, 2]> : tensor<2xi32>
  %zw = arith.index_cast %z : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %zw, dense<7> : tensor<1xi64>
  return
}

func.func @wider_and_narrower() {
  %a = arith.constant dense<[-1, 127, -128]> : tensor<3xi8>
  %s = arith.extsi %a : tensor<3xi8> to tensor<3xi32>
  %u = arith.extui %a : tensor<3xi8> to tensor<3xi32>
  %b = arith.constant dense<[255, 256, -129]> : tensor<3xi32>
  %t = arith.trunci %b : tensor<3xi32> to tensor<3xi8>
  %n = arith.trunci %b : tensor<3xi32> to tensor<3xi4>
  %m = arith.extui %n : tensor<3xi4> to tensor<3xi32>
  check.expect_eq_const %s, dense<[-1, 127, -128]> : tensor<3xi32>
  check.expect_eq_const %u, dense<[255, 127, 128]> : tensor<3xi32>
  check.expect_eq_const %t, dense<[-1, 0, 127]> : tensor<3xi8>
  check.expect_eq_const %n, dense<[-1, 0, -1]> : tensor<3xi4>
  check.expect_eq_const %m, dense<[15, 0, 15]> : tensor<3xi32>
  return
}

func.func @bools() {
  %a = arith.constant dense<[true, false]> : tensor<2xi1>
  %s = arith.extsi %a : tensor<2xi1> to tensor<2xi32>
  %u = arith.extui %a : tensor<2xi1> to tensor<2xi32>
  %b = arith.constant dense<[2, 3]> : tensor<2xi32>
  %t = arith.trunci %b : tensor<2xi32> to tensor<2xi1>
  %i = arith.index_cast %a : tensor<2xi1> to tensor<2xindex>
  %j = arith.index_castui %a : tensor<2xi1> to tensor<2xindex>
  check.expect_eq_const %s, dense<[-1, 0]> : tensor<2xi32>
  check.expect_eq_const %u, dense<[1, 0]> : tensor<2xi32>
  check.expect_eq_const %t, dense<[false, true]> : tensor<2xi1>
  %iw = arith.index_cast %i : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %iw, dense<[-1, 0]> : tensor<2xi64>
  %jw = arith.index_cast %j : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %jw, dense<[1, 0]> : tensor<2xi64>
  return
}

func.func @index() {
  %a = arith.constant dense<[-1, 5]> : tensor<2xi8>
  %s = arith.index_cast %a : tensor<2xi8> to tensor<2xindex>
  %u = arith.index_castui %a : tensor<2xi8> to tensor<2xindex>
  %b = arith.constant dense<[4294967301, -1]> : tensor<2xindex>
  %t = arith.index_cast %b : tensor<2xindex> to tensor<2xi32>
  %c = arith.constant 3 : i64
  %d = arith.index_cast %c : i64 to index
  %e = tensor.splat %d : tensor<2xindex>
  %sw = arith.index_cast %s : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %sw, dense<[-1, 5]> : tensor<2xi64>
  %uw = arith.index_cast %u : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %uw, dense<[255, 5]> : tensor<2xi64>
  check.expect_eq_const %t, dense<[5, -1]> : tensor<2xi32>
  %ew = arith.index_cast %e : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %ew, dense<3> : tensor<2xi64>
  return
}

func.func @generic() {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %x = "arith.cmpi"(%a, %a) <{predicate = 7 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  check.expect_eq_const %x, dense<true> : tensor<2xi1>
  return
}
