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
