// recv C1-C5.

func.func @good(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @good(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, recv}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be HOST_TO_DEVICE when is_host_transfer is true}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, recv}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{result is expected to be at least of size 1, but got 0}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, recv}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> ()
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{everything but the last element of result types is expected to be of tensor type, but got '!stablehlo.token'}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, recv}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{last element of result types is expected to be of token type, but got 'tensor<2xi64>'}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, recv}}
  %0:1 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xi64>)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{duplicate sources not allowed.}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, recv}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}
