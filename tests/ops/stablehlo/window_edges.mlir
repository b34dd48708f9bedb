// reduce_window where its windows, seen as dimensions of their own, would be more than a tensor has, and over nothing.

func.func @seventeen_dimensions() {
  %a = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %b = stablehlo.reshape %a : (tensor<3xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%b, %z) <{window_dimensions = array<i64: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2>, window_strides = array<i64: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>,
      padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [1, 0]]> : tensor<17x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>, tensor<f32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[2.0, 3.5, 6.5]> : tensor<3xf32>
  func.return
}

func.func @over_padding_alone() {
  %a = stablehlo.constant dense<> : tensor<0xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>,
      padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<1.5> : tensor<2xf32>
  func.return
}
