// nvl.scatter: prim_scatter with everything counted from 1 (NV-4). Expected values by hand.

// Rows 1 and 3 of a matrix are replaced.
func.func @replace_rows() {
  %x = nvl.fill(value = 0 : i32, shape = [3, 2]) : () -> tensor<3x2xi32>
  %i = nvl.constant(value = dense<[[1], [3]]> : tensor<2x1xi32>) : () -> tensor<2x1xi32>
  %u = nvl.constant(value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) : () -> tensor<2x2xi32>
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2)
       : (tensor<3x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[1, 2], [0, 0], [3, 4]]> : tensor<3x2xi32>
  return
}

// Out of range is dropped: 0 and 5 are, of dimension 4; an unsigned 0 too. The last update of a place stays.
func.func @dropped_and_last() {
  %x = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi32>) : () -> tensor<4xi32>
  %i = nvl.constant(value = dense<[0, 5, 2, 2]> : tensor<4xui16>) : () -> tensor<4xui16>
  %u = nvl.constant(value = dense<[1, 2, 3, 4]> : tensor<4xi32>) : () -> tensor<4xi32>
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<4xui16>, tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[10, 4, 30, 40]> : tensor<4xi32>
  return
}

// A window that only overlaps the input keeps its elements inside, as StableHLO has it.
func.func @element_by_element() {
  %x = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi32>) : () -> tensor<4xi32>
  %i = nvl.constant(value = dense<[0, 4]> : tensor<2xi32>) : () -> tensor<2xi32>
  %u = nvl.constant(value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) : () -> tensor<2x2xi32>
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[2, 20, 30, 3]> : tensor<4xi32>
  return
}

// By name, and as functions: one that is known by what it does, and one that is not (2 a + b).
func.func @combined() {
  %x = nvl.constant(value = dense<[10, 20, 30]> : tensor<3xi32>) : () -> tensor<3xi32>
  %i = nvl.constant(value = dense<[3, 1, 3]> : tensor<3xi32>) : () -> tensor<3xi32>
  %u = nvl.constant(value = dense<[1, 2, 3]> : tensor<3xi32>) : () -> tensor<3xi32>
  %a = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = "add") : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %a, dense<[12, 20, 34]> : tensor<3xi32>
  %b = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%old: tensor<i32>, %new: tensor<i32>) {
                     %max = nvl.max(%old, %new) : (tensor<i32>, tensor<i32>) -> tensor<i32>
                     nvl.return %max : tensor<i32>
                   }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %b, dense<[10, 20, 30]> : tensor<3xi32>
  %c = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%old: tensor<i32>, %new: tensor<i32>) {
                     %twice = nvl.add(%old, %old) : (tensor<i32>, tensor<i32>) -> tensor<i32>
                     %sum = nvl.add(%twice, %new) : (tensor<i32>, tensor<i32>) -> tensor<i32>
                     nvl.return %sum : tensor<i32>
                   }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %c, dense<[22, 20, 125]> : tensor<3xi32>
  return
}

// Batching dims, and the older name in generic form.
func.func @batching() {
  %x = nvl.fill(value = 0 : i32, shape = [2, 3]) : () -> tensor<2x3xi32>
  %i = nvl.constant(value = dense<[[3, 1], [2, 2]]> : tensor<2x2xi64>) : () -> tensor<2x2xi64>
  %u = nvl.constant(value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) : () -> tensor<2x2xi32>
  %r = "nvl_scatter"(%x, %i, %u) {update_window_dims = array<i64>, inserted_window_dims = array<i64: 2>,
         input_batching_dims = array<i64: 1>, scatter_indices_batching_dims = array<i64: 1>,
         scatter_dims_to_operand_dims = array<i64: 2>, index_vector_dim = 3 : i64, update_computation = "add"}
       : (tensor<2x3xi32>, tensor<2x2xi64>, tensor<2x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[2, 0, 1], [0, 7, 0]]> : tensor<2x3xi32>
  return
}
