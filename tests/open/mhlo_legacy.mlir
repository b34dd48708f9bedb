// XLA's programs before StableHLO: dense attributes, tokens, tuples, async ops.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x4xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<2xi32>) -> (tensor<2x4xf32> {jax.result_info = ""}) {
    %0 = "mhlo.torch_index_select"(%arg0, %arg1) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<5x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
    %1 = mhlo.add %0, %0 : tensor<2x4xf32>
    %2 = mhlo.bitcast %1 : (tensor<2x4xf32>) -> tensor<8xf32>
    %3 = "mhlo.reshape"(%2) : (tensor<8xf32>) -> tensor<2x4xf32>
    %4 = "mhlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2x4xi32>
    %5 = mhlo.convert %4 : (tensor<2x4xi32>) -> tensor<2x4xf32>
    %7 = "mhlo.create_token"() : () -> !mhlo.token
    %6 = "mhlo.add_dependency"(%5, %7) : (tensor<2x4xf32>, !mhlo.token) -> tensor<2x4xf32>
    %8 = "mhlo.async_start"(%6) {called_computation = @f, execution_thread = "main"} : (tensor<2x4xf32>) -> !mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>
    %10 = "mhlo.async_update"(%8) : (!mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>) -> !mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>
    %11 = "mhlo.async_done"(%10) : (!mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>) -> tensor<2x4xf32>
    %9 = mhlo.multiply %3, %6 : tensor<2x4xf32>
    return %9 : tensor<2x4xf32>
  }
}
