// infeed C1-C3, and its layout.

func.func @good(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  return
}

// -----

func.func @good(%t: !stablehlo.token) {
  %0:1 = "stablehlo.infeed"(%t) {} : (!stablehlo.token) -> (!stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{result is expected to be at least of size 1, but got 0}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, infeed}}
  "stablehlo.infeed"(%t) {} : (!stablehlo.token) -> ()
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, infeed}}
  %0:2 = "stablehlo.infeed"(%t) {} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+2 {{last element of result types is expected to be of token type, but got 'tensor<2xi64>'}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, infeed}}
  %0:1 = "stablehlo.infeed"(%t) {} : (!stablehlo.token) -> (tensor<2xi64>)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+1 {{attribute 'layout' failed to satisfy constraint: array attribute}}
  %0:2 = "stablehlo.infeed"(%t) {layout = 1 : i32} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+1 {{layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 0}}
  %0:2 = "stablehlo.infeed"(%t) {layout = []} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+1 {{layout-attribute expected to have elements of type array, but got 1}}
  %0:2 = "stablehlo.infeed"(%t) {layout = [1]} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @bad(%t: !stablehlo.token) {
  // expected-error@+1 {{layout-attribute's leaf elements are expected to be of type integer, but got "a"}}
  %0:2 = "stablehlo.infeed"(%t) {layout = [["a"]]} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @open_extent(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op result #0 must be variadic of statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token, but got 'tensor<?xf32>'}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  return
}
