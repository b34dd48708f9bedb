// chlo.ragged_dot: three modes, by which dimension of lhs is ragged. Values by hand.

// Rows 0 and 1 meet the first matrix, row 2 the second; row 3 belongs to no group.
func.func @rows() {
  %l = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %r = stablehlo.constant dense<[[[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], [[2.0, 0.0, 0.0], [0.0, 2.0, 10.0]]]> : tensor<2x2x3xf32>
  %g = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<2x2x3xf32>, tensor<2xi32>) -> tensor<4x3xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0, 3.0], [3.0, 4.0, 7.0], [10.0, 12.0, 60.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf32>
  return
}

// The same with a batch of two, which has groups of its own; the group dimension stands in the middle.
func.func @rows_in_batches() {
  %l = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %r = stablehlo.constant dense<[[[[1], [0]], [[0], [1]]], [[[1], [1]], [[2], [2]]]]> : tensor<2x2x2x1xi32>
  %g = stablehlo.constant dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<2x2x2xi32>, tensor<2x2x2x1xi32>, tensor<2x2xi64>) -> tensor<2x2x1xi32>
  check.expect_eq_const %0, dense<[[[1], [4]], [[22], [30]]]> : tensor<2x2x1xi32>
  return
}

// Each group contracts a part of the contracting dimension: a result for each.
func.func @contracting() {
  %l = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %r = stablehlo.constant dense<[[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]> : tensor<3x2xf64>
  %g = stablehlo.constant dense<[1, 2, 0]> : tensor<3xi8>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<2x3xf64>, tensor<3x2xf64>, tensor<3xi8>) -> tensor<3x2x2xf64>
  check.expect_eq_const %0, dense<[[[1.0, 10.0], [4.0, 40.0]], [[13.0, 130.0], [28.0, 280.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf64>
  return
}

// Groups of batches: as dot_general, and zero past the last group.
func.func @batches() {
  %l = stablehlo.constant dense<[[[1, 2]], [[3, 4]], [[5, 6]]]> : tensor<3x1x2xi64>
  %r = stablehlo.constant dense<[[[1], [1]], [[1], [2]], [[1], [1]]]> : tensor<3x2x1xi64>
  %g = stablehlo.constant dense<[1, 1]> : tensor<2xui32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<3x1x2xi64>, tensor<3x2x1xi64>, tensor<2xui32>) -> tensor<3x1x1xi64>
  check.expect_eq_const %0, dense<[[[3]], [[11]], [[0]]]> : tensor<3x1x1xi64>
  return
}

// Sizes that go past the end are cut there.
func.func @too_long() {
  %l = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %r = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi32>
  %g = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x1xi32>, tensor<2x1x1xi32>, tensor<2xi32>) -> tensor<2x1xi32>
  check.expect_eq_const %0, dense<[[1], [20]]> : tensor<2x1xi32>
  return
}

// Sizes of groups that both batches have.
func.func @shared_sizes() {
  %l = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %r = stablehlo.constant dense<[[[[1], [0]], [[0], [1]]], [[[1], [1]], [[2], [2]]]]> : tensor<2x2x2x1xi32>
  %g = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<2x2x2xi32>, tensor<2x2x2x1xi32>, tensor<2xi64>) -> tensor<2x2x1xi32>
  check.expect_eq_const %0, dense<[[[1], [4]], [[11], [30]]]> : tensor<2x2x1xi32>
  return
}

// Sums of narrow floats are rounded once: 256 and four times 1 are more than bf16 counts in ones.
func.func @narrow() {
  %l = stablehlo.constant dense<[[256.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x5xbf16>
  %r = stablehlo.constant dense<1.0> : tensor<1x5x1xbf16>
  %g = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<1x5xbf16>, tensor<1x5x1xbf16>, tensor<1xi32>) -> tensor<1x1xbf16>
  check.expect_eq_const %0, dense<260.0> : tensor<1x1xbf16>
  return
}
