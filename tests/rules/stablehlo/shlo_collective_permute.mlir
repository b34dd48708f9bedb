// collective_permute C1-C5.

func.func @good(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{expect source_target_pairs attribute to be of rank 2, but got rank 1}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, collective_permute}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, collective_permute}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<0> : tensor<1x3xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica ids in source_target_pairs must be >= 0.}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, collective_permute}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{duplicate sources not allowed.}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, collective_permute}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{duplicate targets not allowed.}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, collective_permute}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_permute' op failed to infer returned types}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @another_element(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires the same element type for all operands and results}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf64>
  return
}
