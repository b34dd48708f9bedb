func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<?xf32>) {
  %0 = stablehlo.complex %arg2, %arg2 : tensor<2xcomplex<f32>>
  %1 = stablehlo.complex %arg2, %arg3 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>
  %2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.add %arg2, %arg2 : tensor<2xf32>
  %6 = stablehlo.compare  LT, %arg2, %arg2,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %7 = stablehlo.select %6, %arg2, %5 : tensor<2xi1>, tensor<2xf32>
  %8 = stablehlo.slice %arg0 [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %9 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %10 = stablehlo.concatenate %arg2, %5, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %11 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %12 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
  %13 = stablehlo.reduce_precision %arg2, format = e5m10 : tensor<2xf32>
  %14 = stablehlo.real %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %16 = stablehlo.reduce(%arg0 init: %15) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %17 = stablehlo.constant dense<0> : tensor<i64>
  %18:2 = stablehlo.while(%arg4 = %17, %arg5 = %arg2) : tensor<i64>, tensor<2xf32>
  cond {
    %26 = stablehlo.compare  LT, %arg4, %17 : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %26 : tensor<i1>
  } do {
    stablehlo.return %arg4, %arg5 : tensor<i64>, tensor<2xf32>
  }
  %19 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %20 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  %21 = stablehlo.tuple %arg2, %arg0 : tuple<tensor<2xf32>, tensor<2x3xf32>>
  %22 = stablehlo.tuple %arg2 : (tensor<2xf32>) -> tuple<tensor<?xf32>>
  %23 = stablehlo.get_tuple_element %21[1] : (tuple<tensor<2xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  %24 = stablehlo.reduce_precision %arg3, format = e5m10 : (tensor<?xf32>) -> tensor<2xf32>
  %25:2 = stablehlo.optimization_barrier %arg2, %arg0 : tensor<2xf32>, tensor<2x3xf32>
  return
}
