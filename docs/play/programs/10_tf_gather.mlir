// TensorFlow: GatherV2 along an axis
func.func @main(%x: tensor<2x4xf32>, %i: tensor<3xi32>) -> tensor<2x3xf32> {
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %i, %axis) {batch_dims = 0 : i64} : (tensor<2x4xf32>, tensor<3xi32>, tensor<i32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
