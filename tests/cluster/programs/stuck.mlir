// Replica %k comes to another step than the others.
func.func @main(%k: tensor<i32>, %x: tensor<2xf32>) -> tensor<f32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %c = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %d = stablehlo.compare EQ, %c, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%d) ({
    %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xf32>) -> tensor<8xf32>
    %z = stablehlo.slice %g [0:1] : (tensor<8xf32>) -> tensor<1xf32>
    %s = stablehlo.reshape %z : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    %g = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %z = stablehlo.slice %g [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %s = stablehlo.reshape %z : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}
