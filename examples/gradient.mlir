// The gradient of taking rows. @rows_vjp is what this printed:
//
//   garner grad --entry rows examples/gradient.mlir
//
//   garner run examples/gradient.mlir

func.func private @rows(%x: tensor<3x2xf32>, %i: tensor<4x1xi64>) -> tensor<4x2xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<4x1xi64>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func private @rows_vjp(%arg0: tensor<3x2xf32>, %arg1: tensor<4x1xi64>, %arg2: tensor<4x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<2> : tensor<4x1xi64>
  %2 = stablehlo.minimum %arg1, %1 : tensor<4x1xi64>
  %3 = stablehlo.constant dense<0> : tensor<4x1xi64>
  %4 = stablehlo.maximum %2, %3 : tensor<4x1xi64>
  %5 = "stablehlo.scatter"(%0, %4, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %6 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<4x1xi64>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return %5 : tensor<3x2xf32>
}

// Row 1 is taken twice and gets the sum; 7 is clamped to row 2, which gets what was taken for it.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = stablehlo.constant dense<[[1], [7], [1], [0]]> : tensor<4x1xi64>
  %0 = call @rows(%x, %i) : (tensor<3x2xf32>, tensor<4x1xi64>) -> tensor<4x2xf32>
  check.expect_eq_const %0, dense<[[3.0, 4.0], [5.0, 6.0], [3.0, 4.0], [1.0, 2.0]]> : tensor<4x2xf32>
  %v = stablehlo.constant dense<[[1.0, 10.0], [2.0, 20.0], [4.0, 40.0], [8.0, 80.0]]> : tensor<4x2xf32>
  %1 = call @rows_vjp(%x, %i, %v) : (tensor<3x2xf32>, tensor<4x1xi64>, tensor<4x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[8.0, 80.0], [5.0, 50.0], [2.0, 20.0]]> : tensor<3x2xf32>
  return
}
