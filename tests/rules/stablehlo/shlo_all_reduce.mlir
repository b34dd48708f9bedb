// all_reduce C1-C7.

func.func @good(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica groups should be a rank 2 tensor}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, all_reduce}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #0 seen more than once}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, all_reduce}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<2x1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #0 not seen in replica groups}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, all_reduce}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[1, -1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, all_reduce}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, all_reduce}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<f64>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, all_reduce}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f64>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, all_reduce}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @empty_region(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op region #0 ('computation') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.all_reduce"(%x) ({
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
