// reduce_window: a dilated window longer than an int64_t counts has no place, whatever it is laid over.

func.func @no_place(%a: tensor<4xf32>, %z: tensor<f32>) -> tensor<0xf32> {
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, window_dilations = array<i64: 9223372036854775807>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
