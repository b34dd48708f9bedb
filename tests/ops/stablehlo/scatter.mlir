// scatter, select_and_scatter, dynamic_update_slice: by hand from the specification.

func.func @last_update_wins() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %i = stablehlo.constant dense<[[3], [0], [3]]> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi8>
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    stablehlo.return %b : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>} : (tensor<4xi8>, tensor<3x1xi32>, tensor<3xi8>) -> tensor<4xi8>
  check.expect_eq_const %r, dense<[20, 2, 3, 30]> : tensor<4xi8>
  func.return
}

// -----

// Windows of two at starts 3 and -1 of four elements: of each, the element outside is dropped.
func.func @elements_outside_are_dropped() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16>
  %i = stablehlo.constant dense<[[3], [-1]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[[0.5, 0.25], [8.0, 16.0]]> : tensor<2x2xbf16>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4xbf16>, tensor<2x1xi64>, tensor<2x2xbf16>) -> tensor<4xbf16>
  check.expect_eq_const %r, dense<[17.0, 2.0, 3.0, 4.5]> : tensor<4xbf16>
  func.return
}

// -----

// The order is that of the updates, and every step rounds: in f16, 2048 + 1 is 2048 again (ties to even), so three ones
// added one by one are lost where their sum would not be.
func.func @every_step_rounds() {
  %x = stablehlo.constant dense<2.048000e+03> : tensor<1xf16>
  %i = stablehlo.constant dense<0> : tensor<3x1xi64>
  %u = stablehlo.constant dense<1.0> : tensor<3xf16>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %b, %a : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) : (tensor<1xf16>, tensor<3x1xi64>, tensor<3xf16>) -> tensor<1xf16>
  check.expect_eq_const %r, dense<2.048000e+03> : tensor<1xf16>
  func.return
}

// -----

// A region that is no known combiner: 2 * current - update, in the order of the updates: 2*5-1 = 9, 2*9-2 = 16.
func.func @any_region() {
  %x = stablehlo.constant dense<[5, 7]> : tensor<2xi32>
  %i = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %d = stablehlo.multiply %a, %two : tensor<i32>
    %s = stablehlo.subtract %d, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[16, 7]> : tensor<2xi32>
  func.return
}

// -----

// A region that is not element-wise: its body branches.
func.func @region_with_a_branch() {
  %x = stablehlo.constant dense<[5, 7, 9]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[0], [1], [2]]> : tensor<3x1xi64>
  %u = stablehlo.constant dense<[6, 6, 6]> : tensor<3xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %s = "stablehlo.if"(%less) ({
      stablehlo.return %b : tensor<i32>
    }, {
      %n = stablehlo.negate %a : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[6, -7, -9]> : tensor<3xi32>
  func.return
}

// -----

// Two inputs in step: the larger first value carries its second along, as an arg-max does.
func.func @two_inputs() {
  %v = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %k = stablehlo.constant dense<[-1, -1]> : tensor<2xi32>
  %i = stablehlo.constant dense<[[0], [1], [0]]> : tensor<3x1xi64>
  %uv = stablehlo.constant dense<[3.0, 0.5, 2.0]> : tensor<3xf32>
  %uk = stablehlo.constant dense<[10, 11, 12]> : tensor<3xi32>
  %r:2 = "stablehlo.scatter"(%v, %k, %i, %uv, %uk) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %ak: tensor<i32>, %b: tensor<f32>, %bk: tensor<i32>):
    %ge = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %ge, %a, %b : tensor<i1>, tensor<f32>
    %sk = stablehlo.select %ge, %ak, %bk : tensor<i1>, tensor<i32>
    stablehlo.return %s, %sk : tensor<f32>, tensor<i32>
  }) : (tensor<2xf32>, tensor<2xi32>, tensor<3x1xi64>, tensor<3xf32>, tensor<3xi32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[3.0, 1.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[10, -1]> : tensor<2xi32>
  func.return
}

// -----

// Regions that return the arguments swapped: current becomes the other input's update.
func.func @two_inputs_swapped() {
  %v = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %k = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %i = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi64>
  %uv = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %uk = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %r:2 = "stablehlo.scatter"(%v, %k, %i, %uv, %uk) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %ak: tensor<i32>, %b: tensor<i32>, %bk: tensor<i32>):
    stablehlo.return %ak, %a : tensor<i32>, tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>, tensor<2x1xi64>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[3, 4]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi32>
  func.return
}

// -----

// The region's type is wider than the inputs': the result is i32, and 100 + 100 does not wrap as i8 would.
func.func @promoted() {
  %x = stablehlo.constant dense<[100, 1]> : tensor<2xi8>
  %i = stablehlo.constant dense<[[0]]> : tensor<1x1xi64>
  %u = stablehlo.constant dense<[100]> : tensor<1xi8>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi8>, tensor<1x1xi64>, tensor<1xi8>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[200, 1]> : tensor<2xi32>
  func.return
}

// -----

// Both are converted, also where the region only replaces: 7 and -1 become f32, row by row.
func.func @promoted_rows_that_replace() {
  %x = stablehlo.constant dense<[[1.5, 2.5], [3.5, 4.5], [5.5, 6.5]]> : tensor<3x2xf16>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[[7.0, -1.0], [0.25, 65504.0]]> : tensor<2x2xf16>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x2xf16>, tensor<2x1xi64>, tensor<2x2xf16>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[0.25, 65504.0], [3.5, 4.5], [7.0, -1.0]]> : tensor<3x2xf32>
  func.return
}

// -----

// A value that is used after the scatter keeps what it was.
func.func @input_is_not_changed() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.add %x, %x : tensor<2xi32>
  %i = stablehlo.constant dense<[[0]]> : tensor<1x1xi64>
  %u = stablehlo.constant dense<[9]> : tensor<1xi32>
  %r = "stablehlo.scatter"(%y, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<2xi32>, tensor<1x1xi64>, tensor<1xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[9, 4]> : tensor<2xi32>
  check.expect_eq_const %y, dense<[2, 4]> : tensor<2xi32>
  func.return
}

// -----

// Windows of two, stride two, over [3 1 | 4 4]: the first keeps 3; the second keeps its first 4 (a tie).
func.func @select_and_scatter() {
  %x = stablehlo.constant dense<[3, 1, 4, 4]> : tensor<4xi64>
  %s = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %k = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %k : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %k = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %k : tensor<i64>
  }) : (tensor<4xi64>, tensor<2xi64>, tensor<i64>) -> tensor<4xi64>
  check.expect_eq_const %r, dense<[10, 0, 20, 0]> : tensor<4xi64>
  func.return
}

// -----

// Overlapping windows of three with one element of padding before: windows {5 2}, {5 2 7}, {2 7 1}: 5, 7, 7 are kept.
func.func @select_and_scatter_padded() {
  %x = stablehlo.constant dense<[5.0, 2.0, 7.0, 1.0]> : tensor<4xf32>
  %s = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 3>,
    padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %k : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_close %r, %r {max_ulp_difference = 0 : ui64} : tensor<4xf32>, tensor<4xf32>
  check.expect_almost_eq %r, %r : tensor<4xf32>
  check.expect_eq_const %r, dense<[1.0, 0.0, 6.0, 0.0]> : tensor<4xf32>
  func.return
}

// -----

// Start 3 of a slice of two in four: clamped to 2.
func.func @dynamic_update_slice() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui16>
  %u = stablehlo.constant dense<[8, 9]> : tensor<2xui16>
  %i = stablehlo.constant dense<3> : tensor<ui64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xui16>, tensor<2xui16>, tensor<ui64>) -> tensor<4xui16>
  check.expect_eq_const %r, dense<[1, 2, 8, 9]> : tensor<4xui16>
  func.return
}

// The computation gives the current value back.
func.func @scatter_keeps_what_is_there() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[10, 20, 30]> : tensor<3xi32>
  func.return
}

// ... or one that is defined outside of it.
func.func @scatter_of_a_value_from_outside() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %c : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[7, 20, 7]> : tensor<3xi32>
  func.return
}

// ... of two operands, too.
func.func @scatter_of_a_sum_from_outside() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %s = stablehlo.constant dense<7> : tensor<i32>
  %c = stablehlo.add %s, %s : tensor<i32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %c : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[14, 20, 14]> : tensor<3xi32>
  func.return
}

// ... or the opposite of the update.
func.func @scatter_of_the_opposite() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %n = stablehlo.negate %b : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[-2, 20, -1]> : tensor<3xi32>
  func.return
}

// ... or the update twice: both operands are the same one.
func.func @scatter_of_the_update_twice() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %n = stablehlo.add %b, %b : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[4, 20, 2]> : tensor<3xi32>
  func.return
}

// ... or the current value twice.
func.func @scatter_of_the_current_value_twice() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %n = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[20, 20, 60]> : tensor<3xi32>
  func.return
}

// ... or a sum whose first operand is the update.
func.func @scatter_of_a_sum_in_the_other_order() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %n = stablehlo.add %b, %a : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[12, 20, 31]> : tensor<3xi32>
  func.return
}

// ... or a sum behind an op that nobody uses.
func.func @scatter_of_a_sum_with_an_op_more() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.negate %b : tensor<i32>
    %n = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[12, 20, 31]> : tensor<3xi32>
  func.return
}

// I2 as upstream has it: indices of i1, of which true is 1, and of `index`.
func.func @indices_of_i1_and_index() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %u = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %b = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %0 = "stablehlo.scatter"(%x, %b, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi1>, tensor<2xi32>) -> tensor<3xi32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xindex>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[9, 8, 3]> : tensor<3xi32>
  check.expect_eq_const %1, dense<[9, 2, 8]> : tensor<3xi32>
  return
}
