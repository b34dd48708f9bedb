// slice C3: 0 <= start <= limit <= extent.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{negative start index -1 in dimension 0}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, slice}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [-1:1, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{limit index 4 is larger than dimension size 3 in dimension 1}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, slice}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:2, 0:4] : (tensor<2x3xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{start index 2 is larger than limit index 1 in dimension 1}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, slice}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:2, 2:1] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  func.return
}
