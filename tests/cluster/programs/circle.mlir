// Each of replicas 0, 1 and 2 waits for the next: only all of them together can tell.
func.func @main() -> tensor<2xi32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %c = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %r = "stablehlo.case"(%c) ({
    %y:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    stablehlo.return %y#0 : tensor<2xi32>
  }, {
    %y:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[2, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    stablehlo.return %y#0 : tensor<2xi32>
  }, {
    %y:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[3, 2]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    stablehlo.return %y#0 : tensor<2xi32>
  }, {
    %y:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[0, 3]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    stablehlo.return %y#0 : tensor<2xi32>
  }) : (tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
