// A scatter with two inputs: of all updates that meet at an element, the largest stays, and which update it was. Both are
// updated together, by one function of four elements. The fourth index is out of range and dropped.
//
//   garner run examples/scatter_two_inputs.mlir
//   garner explain examples/scatter_two_inputs.mlir --at 1
func.func @main() -> (tensor<4xf32>, tensor<4xi32>) {
  %largest = stablehlo.constant dense<[1.0, 5.0, 3.0, 0.5]> : tensor<4xf32>
  %which = stablehlo.constant dense<-1> : tensor<4xi32>
  %rows = stablehlo.constant dense<[[1], [0], [1], [9], [2]]> : tensor<5x1xi64>
  %values = stablehlo.constant dense<[4.0, 2.0, 7.5, 1.0, 0.25]> : tensor<5xf32>
  %numbers = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %0:2 = "stablehlo.scatter"(%largest, %which, %rows, %values, %numbers) ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %larger = stablehlo.compare GT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %larger, %b, %a : tensor<i1>, tensor<f32>
    %number = stablehlo.select %larger, %j, %i : tensor<i1>, tensor<i32>
    stablehlo.return %value, %number : tensor<f32>, tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<4xf32>, tensor<4xi32>, tensor<5x1xi64>, tensor<5xf32>, tensor<5xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[2.0, 7.5, 3.0, 0.5]> : tensor<4xf32>
  check.expect_eq_const %0#1, dense<[1, 2, -1, -1]> : tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}
