// reduce_scatter C1-C9.

func.func @good(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{operand and result should have same rank}}
  // expected-note@+1 {{rule C8 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{scatter dim should be less than operand/result rank}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #0 seen more than once}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<0> : tensor<2x1xi64>} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{result dimension size at scatter_dimension cannot be zero}}
  // expected-note@+1 {{rule C8 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x0xf32>) {
  // expected-error@+2 {{operand dimension size at scatter_dimension cannot be zero}}
  // expected-note@+1 {{rule C8 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x0xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{operand scatter dimension has size 3, expected to be a multiple of result scatter dimension size 2}}
  // expected-note@+1 {{rule C8 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{non scatter dimensions should be same for operand (2) and result (3)}}
  // expected-note@+1 {{rule C8 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<3x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C7 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{result element-type is expected to be 'f32', but got 'f64'}}
  // expected-note@+1 {{rule C9 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x1xf64>
  return
}

// -----

// The groups, the computation, the ranks, the dimension, the channel: in this order.
func.func @groups_before_ranks(%x: tensor<4x16xf32>) {
  // expected-error@+2 {{replica id #0 seen more than once}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<4x16xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @computation_before_ranks(%x: tensor<4x16xf32>) {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C7 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<4x16xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dimension_before_channel(%x: tensor<4x16xf32>) {
  // expected-error@+2 {{scatter dim should be less than operand/result rank}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, reduce_scatter}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64, use_global_device_ids} : (tensor<4x16xf32>) -> tensor<4x8xf32>
  return
}
