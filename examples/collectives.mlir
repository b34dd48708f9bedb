// An embedding whose rows are shared out over two processes. Each takes the rows that it has, and zeros for the others; the sum
// over the processes has all of them. See docs/collectives.md.
//
//   garner run examples/collectives.mlir

// Rows [3 * id, 3 * id + 3) of the table are this process's.
func.func @lookup(%rows: tensor<3x2xf32>, %tokens: tensor<4xi32>) -> tensor<4x2xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %first = stablehlo.multiply %number, %three : tensor<i32>
  %firsts = stablehlo.broadcast_in_dim %first, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %local = stablehlo.subtract %tokens, %firsts : tensor<4xi32>

  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %end = stablehlo.constant dense<3> : tensor<4xi32>
  %above = stablehlo.compare GE, %local, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %below = stablehlo.compare LT, %local, %end : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %mine = stablehlo.and %above, %below : tensor<4xi1>

  %taken = "stablehlo.gather"(%rows, %local) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<3x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>
  %mask = stablehlo.broadcast_in_dim %mine, dims = [0] : (tensor<4xi1>) -> tensor<4x2xi1>
  %nothing = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %part = stablehlo.select %mask, %taken, %nothing : tensor<4x2xi1>, tensor<4x2xf32>

  %all = "stablehlo.all_reduce"(%part) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %all : tensor<4x2xf32>
}

func.func @main() -> tensor<4x2xf32> {
  %upper = stablehlo.constant dense<[[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]]> : tensor<3x2xf32>
  %lower = stablehlo.constant dense<[[3.0, 3.5], [4.0, 4.5], [5.0, 5.5]]> : tensor<3x2xf32>
  %tokens = stablehlo.constant dense<[4, 0, 5, 2]> : tensor<4xi32>
  %r:2 = "interpreter.run_parallel"(%upper, %tokens, %lower, %tokens) {programs = [[@lookup, @lookup]]}
      : (tensor<3x2xf32>, tensor<4xi32>, tensor<3x2xf32>, tensor<4xi32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)

  // What one process with the whole table takes.
  %table = stablehlo.concatenate %upper, %lower, dim = 0 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  %whole = "stablehlo.gather"(%table, %tokens) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<6x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>
  check.expect_eq %r#0, %whole : tensor<4x2xf32>
  check.expect_eq %r#1, %whole : tensor<4x2xf32>
  return %r#0 : tensor<4x2xf32>
}
