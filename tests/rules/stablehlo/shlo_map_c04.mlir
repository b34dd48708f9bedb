// map C4: the computation takes an element of each input and gives one.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{expects number of operands to match the arity of map computation, but got: 1 and 2}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, map}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{computation arguments must be 0-rank tensor, but got: arg #0 of type 'tensor<1xf32>'}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, map}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<1xf32>):
    stablehlo.return %x : tensor<1xf32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{element type of operands and computation arguments must match, but got: 'f32' and 'i32'}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, map}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_4(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{computation must return 0-rank tensor, but got: 'tensor<2x3xf32>'}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, map}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %a : tensor<2x3xf32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+2 {{computation must return single output, but got: 2}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a, %a : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+2 {{computation must return 0-rank tensor, but got: '!stablehlo.token'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %t = stablehlo.create_token : !stablehlo.token
    stablehlo.return %t : !stablehlo.token
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+2 {{computation arguments must be 0-rank tensor, but got: arg #0 of type 'tuple<>'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tuple<>):
    %z = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected 1 or more operands, but found 0}}
  %0 = "stablehlo.map"() ({
    %z = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64>} : () -> tensor<2xf32>
  return
}
