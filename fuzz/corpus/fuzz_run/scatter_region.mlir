func.func @f() -> (tensor<4xf32>, tensor<4xi8>) {
  %x = stablehlo.constant dense<1.0> : tensor<4xf32>
  %y = stablehlo.constant dense<3> : tensor<4xi8>
  %i = stablehlo.constant dense<[[0], [2], [0], [-1]]> : tensor<4x1xi64>
  %u = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %v = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %r:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i8>, %c: tensor<f32>, %d: tensor<i8>):
    %s = stablehlo.subtract %c, %a : tensor<f32>
    %t = stablehlo.xor %b, %d : tensor<i8>
    stablehlo.return %s, %t : tensor<f32>, tensor<i8>
  }) : (tensor<4xf32>, tensor<4xi8>, tensor<4x1xi64>, tensor<4xf32>, tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi8>
}
