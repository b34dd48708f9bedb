// Partition 1 counts for about a second before it meets the other.
func.func @main() -> tensor<2xi64> {
  %id = stablehlo.partition_id : tensor<ui32>
  %c = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %each = stablehlo.constant dense<2000000> : tensor<i64>
  %most = stablehlo.multiply %c, %each : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.while(%i = %z) : tensor<i64>
  cond {
    %g = stablehlo.compare LT, %i, %most : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %n : tensor<i64>
  }
  %b = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %g = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<1xi64>) -> tensor<2xi64>
  return %g : tensor<2xi64>
}
