func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<f64>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.subtract %arg3, %arg4 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }
  %1 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.add %arg4, %arg3 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }
  %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.add %arg3, %arg3 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }
  %3 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.add %arg3, %arg4 {a.k} : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }
  %4 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %10 {a.k} : tensor<f32>
  }
  %5 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %arg3 : tensor<f32>
  }
  %6 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.add %arg3, %arg4 : tensor<f32>
    %11 = stablehlo.add %10, %arg4 : tensor<f32>
    stablehlo.return %11 : tensor<f32>
  }
  %7 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    stablehlo.return %arg4 : tensor<f32>
  }
  %8 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg3: tensor<f32>, %arg4: tensor<f32>)  {
    %10 = stablehlo.negate %arg3 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }
  %9 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
   reducer(%arg3: tensor<f64>, %arg4: tensor<f64>)  {
    %10 = stablehlo.add %arg3, %arg4 : tensor<f64>
    stablehlo.return %10 : tensor<f64>
  }
  return
}
