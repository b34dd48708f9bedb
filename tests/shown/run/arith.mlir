// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @addf() {
  %a = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[4.0, 0.5, 1.0]> : tensor<3xf32>
  %a2 = tensor.extract_slice %a[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %b2 = tensor.extract_slice %b[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %add = arith.addf %a2, %b2 : tensor<2xf32>
  check.expect_eq_const %add, dense<[5.0, -1.5]> : tensor<2xf32>
  return
}

// -----

func.func @andi() {
  %a = arith.constant dense<[100, -7]> : tensor<2xi8>
  %b = arith.constant dense<[100, 3]> : tensor<2xi8>
  %and = arith.andi %a, %b : tensor<2xi8>
  check.expect_eq_const %and, dense<[100, 1]> : tensor<2xi8>
  return
}

// -----

func.func @ceildivsi() {
  %a = arith.constant -9 : index
  %b = arith.constant 4 : index
  %q = arith.ceildivsi %a, %b : index
  return
}

// -----

func.func @cmpf() {
  %x = arith.constant 1.5 : f32
  %y = arith.constant -0.5 : f32
  %9 = arith.mulf %x, %y : f32
  %10 = arith.cmpf ogt, %x, %9 : f32
  return
}

// -----

func.func @divf() {
  %a = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[4.0, 0.5, 1.0]> : tensor<3xf32>
  %a2 = tensor.extract_slice %a[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %b2 = tensor.extract_slice %b[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %div = arith.divf %a2, %b2 : tensor<2xf32>
  check.expect_eq_const %div, dense<[0.25, -4.0]> : tensor<2xf32>
  return
}

// -----

func.func @divsi() {
  %a = arith.constant dense<[7, -7, 7, -7, 6, -128]> : tensor<6xi8>
  %b = arith.constant dense<[2, 2, -2, -2, 3, 3]> : tensor<6xi8>
  %q = arith.divsi %a, %b : tensor<6xi8>
  check.expect_eq_const %q, dense<[3, -3, -3, 3, 2, -42]> : tensor<6xi8>
  return
}

// -----

func.func @extsi() {
  %a = arith.constant dense<[true, false]> : tensor<2xi1>
  %s = arith.extsi %a : tensor<2xi1> to tensor<2xi32>
  check.expect_eq_const %s, dense<[-1, 0]> : tensor<2xi32>
  return
}

// -----

func.func @extui() {
  %a = arith.constant dense<[true, false]> : tensor<2xi1>
  %u = arith.extui %a : tensor<2xi1> to tensor<2xi32>
  check.expect_eq_const %u, dense<[1, 0]> : tensor<2xi32>
  return
}

// -----

func.func @floordivsi() {
  %a = arith.constant -9 : index
  %b = arith.constant 4 : index
  %p = arith.floordivsi %a, %b : index
  return
}

// -----

func.func @fptosi() {
  %a = arith.constant dense<[2.9, -2.9, 200.0, -0.5]> : tensor<4xf32>
  %s = arith.fptosi %a : tensor<4xf32> to tensor<4xi32>
  check.expect_eq_const %s, dense<[2, -2, 200, 0]> : tensor<4xi32>
  return
}

// -----

func.func @fptoui() {
  %w = arith.constant 255.5 : f64
  %n = arith.fptoui %w : f64 to i8
  %got = tensor.from_elements %n : tensor<i8>
  check.expect_eq_const %got, dense<-1> : tensor<i8>
  return
}

// -----

func.func @index_castui() {
  %a = arith.constant dense<[-1, 5]> : tensor<2xi8>
  %u = arith.index_castui %a : tensor<2xi8> to tensor<2xindex>
  %uw = arith.index_cast %u : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %uw, dense<[255, 5]> : tensor<2xi64>
  return
}

// -----

func.func @maximumf() {
  %a = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[4.0, 0.5, 1.0]> : tensor<3xf32>
  %max = arith.maximumf %a, %b : tensor<3xf32>
  %want_max = arith.constant dense<[4.0, 0.5, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %max, %want_max : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @maxnumf() {
  %n = arith.constant 0x7FC00000 : f32
  %both = arith.maxnumf %n, %n : f32
  return
}

// -----

func.func @maxsi() {
  %a = arith.constant dense<[100, -7]> : tensor<2xi8>
  %b = arith.constant dense<[100, 3]> : tensor<2xi8>
  %max = arith.maxsi %a, %b : tensor<2xi8>
  check.expect_eq_const %max, dense<[100, 3]> : tensor<2xi8>
  return
}

// -----

func.func @minimumf() {
  %a = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[4.0, 0.5, 1.0]> : tensor<3xf32>
  %min = arith.minimumf %a, %b : tensor<3xf32>
  %want_min = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %min, %want_min : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @minnumf() {
  %a = arith.constant dense<[1.0, 0x7FC00000, 3.0, -0.0]> : tensor<4xf32>
  %b = arith.constant dense<[2.0, 5.0, 0x7FC00000, 0.0]> : tensor<4xf32>
  %min = arith.minnumf %a, %b : tensor<4xf32>
  check.expect_eq_const %min, dense<[1.0, 5.0, 3.0, -0.0]> : tensor<4xf32>
  return
}

// -----

func.func @negf() {
  %a = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %a2 = tensor.extract_slice %a[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %neg = arith.negf %a2 : tensor<2xf32>
  check.expect_eq_const %neg, dense<[-1.0, 2.0]> : tensor<2xf32>
  return
}

// -----

func.func @ori() {
  %a = arith.constant dense<[100, -7]> : tensor<2xi8>
  %b = arith.constant dense<[100, 3]> : tensor<2xi8>
  %or = arith.ori %a, %b : tensor<2xi8>
  check.expect_eq_const %or, dense<[100, -5]> : tensor<2xi8>
  return
}

// -----

func.func @remsi() {
  %a = arith.constant -9 : index
  %b = arith.constant 4 : index
  %r = arith.remsi %a, %b : index
  return
}

// -----

func.func @select() {
  %true = arith.constant true
  %s = arith.constant 7 : index
  %t = arith.constant 8 : index
  %u = arith.select %true, %s, %t : index
  return
}

// -----

func.func @shli() {
  %a = arith.constant dense<[1, -1, -128, 100]> : tensor<4xi8>
  %n = arith.constant dense<[3, 1, 7, 0]> : tensor<4xi8>
  %l = arith.shli %a, %n : tensor<4xi8>
  check.expect_eq_const %l, dense<[8, -2, 0, 100]> : tensor<4xi8>
  return
}

// -----

func.func @shrsi() {
  %x = arith.constant -16 : index
  %two = arith.constant 2 : index
  %y = arith.shrsi %x, %two : index
  return
}

// -----

func.func @shrui() {
  %a = arith.constant dense<[1, -1, -128, 100]> : tensor<4xi8>
  %n = arith.constant dense<[3, 1, 7, 0]> : tensor<4xi8>
  %u = arith.shrui %a, %n : tensor<4xi8>
  check.expect_eq_const %u, dense<[0, 127, 1, 100]> : tensor<4xi8>
  return
}

// -----

func.func @sitofp() {
  %b = arith.constant dense<[true, false]> : tensor<2xi1>
  %sb = arith.sitofp %b : tensor<2xi1> to tensor<2xf64>
  check.expect_eq_const %sb, dense<[-1.0, 0.0]> : tensor<2xf64>
  return
}

// -----

func.func @subf() {
  %a = arith.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[4.0, 0.5, 1.0]> : tensor<3xf32>
  %a2 = tensor.extract_slice %a[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %b2 = tensor.extract_slice %b[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %sub = arith.subf %a2, %b2 : tensor<2xf32>
  check.expect_eq_const %sub, dense<[-3.0, -2.5]> : tensor<2xf32>
  return
}

// -----

func.func @subi() {
  %a = arith.constant dense<[100, -7]> : tensor<2xi8>
  %b = arith.constant dense<[100, 3]> : tensor<2xi8>
  %sub = arith.subi %a, %b : tensor<2xi8>
  check.expect_eq_const %sub, dense<[0, -10]> : tensor<2xi8>
  return
}

// -----

func.func @trunci() {
  %b = arith.constant dense<[2, 3]> : tensor<2xi32>
  %t = arith.trunci %b : tensor<2xi32> to tensor<2xi1>
  check.expect_eq_const %t, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @uitofp() {
  %b = arith.constant dense<[true, false]> : tensor<2xi1>
  %ub = arith.uitofp %b : tensor<2xi1> to tensor<2xf64>
  check.expect_eq_const %ub, dense<[1.0, 0.0]> : tensor<2xf64>
  return
}

// -----

func.func @xori() {
  %a = arith.constant dense<[100, -7]> : tensor<2xi8>
  %b = arith.constant dense<[100, 3]> : tensor<2xi8>
  %xor = arith.xori %a, %b : tensor<2xi8>
  check.expect_eq_const %xor, dense<[0, -6]> : tensor<2xi8>
  return
}
