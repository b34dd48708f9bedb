// tensor.extract_slice and insert_slice: numbers and operands mixed, strides, missing unit dims.

func.func @extract() {
  %a = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %x = tensor.extract_slice %a[1, 0] [2, 2] [1, 3] : tensor<3x4xi32> to tensor<2x2xi32>
  check.expect_eq_const %x, dense<[[4, 7], [8, 11]]> : tensor<2x2xi32>
  return
}

func.func @extract_a_row() {
  %a = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d = tensor.extract_slice %a[%c2, 1] [1, %c3] [1, 1] : tensor<3x4xi32> to tensor<?xi32>
  %x = tensor.cast %d : tensor<?xi32> to tensor<3xi32>
  check.expect_eq_const %x, dense<[9, 10, 11]> : tensor<3xi32>
  return
}

func.func @extract_nothing() {
  %a = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %x = tensor.extract_slice %a[3] [0] [1] : tensor<3xi32> to tensor<0xi32>
  check.expect_eq_const %x, dense<> : tensor<0xi32>
  return
}

func.func @insert() {
  %s = arith.constant dense<[[10, 20]]> : tensor<1x2xi32>
  %a = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = tensor.insert_slice %s into %a[1, 0] [1, 2] [1, 2] : tensor<1x2xi32> into tensor<2x3xi32>
  check.expect_eq_const %x, dense<[[0, 1, 2], [10, 4, 20]]> : tensor<2x3xi32>
  check.expect_eq_const %a, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  return
}

func.func @insert_a_column() {
  %s = arith.constant dense<[10, 20]> : tensor<2xi32>
  %a = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %column = tensor.cast %s : tensor<2xi32> to tensor<?xi32>
  %x = "tensor.insert_slice"(%column, %a, %c1, %c2) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: -9223372036854775808, 1>, static_strides = array<i64: 1, 1>}> : (tensor<?xi32>, tensor<2x3xi32>, index, index) -> tensor<2x3xi32>
  check.expect_eq_const %x, dense<[[0, 10, 2], [3, 20, 5]]> : tensor<2x3xi32>
  return
}

// The slice of a tensor put back into itself, elsewhere.
func.func @insert_own_part() {
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = arith.addi %a, %a : tensor<4xi32>
  %s = tensor.extract_slice %b[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %x = tensor.insert_slice %s into %b[1] [3] [1] : tensor<3xi32> into tensor<4xi32>
  check.expect_eq_const %x, dense<[2, 2, 4, 6]> : tensor<4xi32>
  return
}

// Three of six places, from an operand on; the source's unit dim has no counterpart in its type.
func.func @insert_strided_from_an_operand() {
  %s = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %a = arith.constant dense<[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]> : tensor<2x6xi32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = tensor.insert_slice %s into %a[%c1, 1] [1, 3] [1, %c2] : tensor<3xi32> into tensor<2x6xi32>
  check.expect_eq_const %x, dense<[[0, 1, 2, 3, 4, 5], [6, 10, 8, 20, 10, 30]]> : tensor<2x6xi32>
  %d = tensor.extract_slice %x[0, %c1] [2, %c3] [1, 2] : tensor<2x6xi32> to tensor<2x?xi32>
  %y = tensor.cast %d : tensor<2x?xi32> to tensor<2x3xi32>
  check.expect_eq_const %y, dense<[[1, 3, 5], [10, 20, 30]]> : tensor<2x3xi32>
  return
}

func.func @insert_a_scalar() {
  %s = arith.constant dense<7> : tensor<i32>
  %a = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %x = tensor.insert_slice %s into %a[2] [1] [1] : tensor<i32> into tensor<3xi32>
  %y = tensor.extract_slice %x[2] [1] [1] : tensor<3xi32> to tensor<i32>
  check.expect_eq_const %x, dense<[0, 1, 7]> : tensor<3xi32>
  check.expect_eq_const %y, dense<7> : tensor<i32>
  return
}
