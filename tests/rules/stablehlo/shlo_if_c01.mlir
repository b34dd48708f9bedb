// if C1: branches take nothing.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+3 {{branch 0 must have 0 arguments, but found 1}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, if}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  func.return
}

// -----

func.func @pred_of_rank_1(%a: tensor<1xi1>, %b: tensor<f32>) {
  // expected-error@+3 {{operand should be rank 0 tensor but got rank 1}}
  // expected-note@+2 {{rule I1 of the StableHLO spec, if}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%a) ({
    stablehlo.return %b : tensor<f32>
  }, {
    stablehlo.return %b : tensor<f32>
  }) : (tensor<1xi1>) -> tensor<f32>
  func.return
}

// -----

func.func @empty_branch(%a: tensor<i1>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op region #1 ('false_branch') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.if"(%a) ({
    stablehlo.return %b : tensor<f32>
  }, {
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}
