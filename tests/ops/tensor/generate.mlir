// tensor.generate, tensor.yield, tensor.insert

func.func @generate() {
  %two = arith.constant 2 : index
  %ten = arith.constant 10 : index
  %t = tensor.generate %two {
  ^bb0(%i: index, %j: index):
    %a = arith.muli %i, %ten : index
    %b = arith.addi %a, %j : index
    %v = arith.index_cast %b : index to i32
    tensor.yield %v : i32
  } : tensor<?x3xi32>
  %got = tensor.cast %t : tensor<?x3xi32> to tensor<2x3xi32>
  check.expect_eq_const %got, dense<[[0, 1, 2], [10, 11, 12]]> : tensor<2x3xi32>
  return
}

func.func @one_element() {
  %v = arith.constant 4 : i32
  %t = tensor.generate {
    tensor.yield %v : i32
  } : tensor<i32>
  check.expect_eq_const %t, dense<4> : tensor<i32>
  return
}

// The tensor that is inserted into stays.
func.func @insert() {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %v = arith.constant 9 : i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tensor.insert %v into %x[%c1, %c0] : tensor<2x2xi8>
  %z = tensor.insert %v into %y[%c0, %c0] {garner.note = "n"} : tensor<2x2xi8>
  check.expect_eq_const %x, dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  check.expect_eq_const %y, dense<[[1, 2], [9, 4]]> : tensor<2x2xi8>
  check.expect_eq_const %z, dense<[[9, 2], [9, 4]]> : tensor<2x2xi8>
  return
}

// Reads of other tensors and a function of math: 2 * sqrt(x[j]) + i, with x backwards.
func.func @from_other_elements() {
  %x = arith.constant dense<[0.0, 4.0, 9.0]> : tensor<3xf32>
  %last = arith.constant 2 : index
  %two = arith.constant 2.0 : f32
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %at = arith.subi %last, %j : index
    %v = tensor.extract %x[%at] : tensor<3xf32>
    %r = math.sqrt %v : f32
    %m = arith.mulf %r, %two : f32
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.addf %m, %f : f32
    tensor.yield %s : f32
  } : tensor<2x3xf32>
  check.expect_eq_const %t, dense<[[6.0, 4.0, 0.0], [7.0, 5.0, 1.0]]> : tensor<2x3xf32>
  return
}

// f32 functions are computed in double and rounded once: e^-1 to the nearest.
func.func @of_a_function() {
  %m = arith.constant -1.0 : f32
  %t = tensor.generate {
  ^bb0(%i: index):
    %e = math.exp %m : f32
    tensor.yield %e : f32
  } : tensor<2xf32>
  check.expect_eq_const %t, dense<0x3EBC5AB2> : tensor<2xf32>
  return
}
