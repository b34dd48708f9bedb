// Replica 0 sends over channel 7, and says not to whom; replica 1 receives; others do neither.
func.func @main() -> tensor<2xi32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %c = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %x = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r = "stablehlo.case"(%c) ({
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    stablehlo.return %x : tensor<2xi32>
  }, {
    %y:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    %z = stablehlo.add %y#0, %y#0 : tensor<2xi32>
    stablehlo.return %z : tensor<2xi32>
  }, {
    %z = stablehlo.constant dense<0> : tensor<2xi32>
    stablehlo.return %z : tensor<2xi32>
  }) : (tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
