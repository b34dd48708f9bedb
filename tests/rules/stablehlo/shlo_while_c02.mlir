// while C2: body takes and gives the operands.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+2 {{expect operands to be compatible with body block arguments but got 'tensor<i32>' vs 'tensor<i32>', 'tensor<i32>'}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, while}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+2 {{expect operands to be compatible with body block return types but got 'tensor<i32>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, while}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %f : tensor<f32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}

// -----

func.func @body_without_terminator(%a: tensor<i32>) {
  // expected-error@+2 {{The while body-region expected to have a terminator}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, while}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    %p = stablehlo.compare LT, %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    %y = stablehlo.add %x, %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
