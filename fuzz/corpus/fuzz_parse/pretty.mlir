func.func public @main(%x: tensor<4x3xf32> {jax.arg = "x"}, %i: tensor<i32>) -> (tensor<4x3xf32> {r}, tensor<i1>) attributes {z} {
  %c = stablehlo.constant dense<1.5> : tensor<4x3xf32>
  %0 = stablehlo.add %x, %c : tensor<4x3xf32>
  %1 = stablehlo.compare  GT, %0, %c,  FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  %2 = stablehlo.select %1, %0, %c : tensor<4x3xi1>, tensor<4x3xf32>
  %3 = stablehlo.slice %2 [0:2, 1:3:2] : (tensor<4x3xf32>) -> tensor<2x1xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.pad %3, %z, low = [1, 0], high = [1, 2], interior = [0, 0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<4x3xf32>
  %5 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %6 = stablehlo.iota dim = 1 : tensor<4x3xf32>
  %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %8 = stablehlo.reshape %7 : (tensor<3x4xf32>) -> tensor<12xf32>
  %9 = stablehlo.concatenate %8, %8, dim = 0 : (tensor<12xf32>, tensor<12xf32>) -> tensor<24xf32>
  %10 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 2] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %11 = stablehlo.dynamic_update_slice %x, %10, %i, %i : (tensor<4x3xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %12 = stablehlo.reduce(%11 init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
  %13 = stablehlo.convert %12 : (tensor<f32>) -> tensor<i1>
  %14 = stablehlo.tuple %13, %12 : tuple<tensor<i1>, tensor<f32>>
  %15 = stablehlo.get_tuple_element %14[0] : (tuple<tensor<i1>, tensor<f32>>) -> tensor<i1>
  stablehlo.custom_call @check.expect_eq(%15, %13) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  return %11, %15 : tensor<4x3xf32>, tensor<i1>
}
