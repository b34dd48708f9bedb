// send C1-C5.

func.func @good(%x: tensor<2x2xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @good(%x: tensor<2x2xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2x2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{requires attribute 'channel_handle'}}
  %0 = "stablehlo.send"(%x, %t) {is_host_transfer = true} : (tensor<2x2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>, %t: !stablehlo.token) {
  // expected-error@+3 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  // expected-note@+2 {{rule C5 of the StableHLO spec, send}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>} : (tensor<2x2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>, %t: !stablehlo.token) {
  // expected-error@+3 {{channel_type should be DEVICE_TO_HOST when is_host_transfer is true}}
  // expected-note@+2 {{rule C5 of the StableHLO spec, send}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (tensor<2x2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>, %t: !stablehlo.token) {
  // expected-error@+2 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, send}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<0> : tensor<1x3xi64>} : (tensor<2x2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
