// tensor.expand_shape, collapse_shape, cast: MLIR's spelling and that of older documents.

func.func @expand() {
  %a = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  %1 = tensor.expand_shape %a [[0, 1]] : (tensor<6xi32>) -> tensor<2x3xi32>
  %2 = tensor.expand_shape %a [[0, 1]] : tensor<6xi32> into tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  return
}

func.func @expand_by_operand() {
  %a = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %c2 = arith.constant 2 : index
  %d = tensor.cast %a : tensor<2x3xi32> to tensor<?x3xi32>
  %e = tensor.expand_shape %d [[0, 1], [2]] output_shape [1, %c2, 3] : tensor<?x3xi32> into tensor<1x?x3xi32>
  %x = tensor.cast %e : tensor<1x?x3xi32> to tensor<1x2x3xi32>
  check.expect_eq_const %x, dense<[[[0, 1, 2], [3, 4, 5]]]> : tensor<1x2x3xi32>
  return
}

func.func @expand_scalar() {
  %a = arith.constant dense<5> : tensor<i32>
  %0 = tensor.expand_shape %a [] output_shape [1, 1] : tensor<i32> into tensor<1x1xi32>
  %1 = tensor.collapse_shape %0 [] : tensor<1x1xi32> into tensor<i32>
  check.expect_eq_const %0, dense<5> : tensor<1x1xi32>
  check.expect_eq_const %1, dense<5> : tensor<i32>
  return
}

func.func @collapse() {
  %a = arith.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi32>
  %0 = tensor.collapse_shape %a [[0], [1, 2]] : tensor<2x2x1xi32> into tensor<2x2xi32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : (tensor<2x2xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  check.expect_eq_const %1, dense<[0, 1, 2, 3]> : tensor<4xi32>
  return
}

// Strides cannot say this one: it is a copy.
func.func @collapse_a_slice() {
  %a = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %s = tensor.extract_slice %a[0, 1] [2, 2] [1, 1] : tensor<2x3xi32> to tensor<2x2xi32>
  %x = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  check.expect_eq_const %x, dense<[1, 2, 4, 5]> : tensor<4xi32>
  return
}

// Two extents that only the run knows, joined and split elsewhere.
func.func @unknown_extents() {
  %a = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = tensor.cast %a : tensor<2x4xi32> to tensor<?x?xi32>
  %flat = tensor.collapse_shape %d [[0, 1]] : tensor<?x?xi32> into tensor<?xi32>
  %e = tensor.expand_shape %flat [[0, 1]] output_shape [%c4, %c2] : tensor<?xi32> into tensor<?x?xi32>
  %x = tensor.cast %e : tensor<?x?xi32> to tensor<4x2xi32>
  check.expect_eq_const %x, dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi32>
  return
}
