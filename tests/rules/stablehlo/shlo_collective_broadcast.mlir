// collective_broadcast C1-C6.

func.func @good(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @good(%x: tensor<2x2xf32>, %r: tensor<1xi32>) {
  %0 = "stablehlo.collective_broadcast"(%x, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x2xf32>, tensor<1xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad() {
  // expected-error@+2 {{collective_broadcast requires at least one data operand}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, collective_broadcast}}
  "stablehlo.collective_broadcast"() {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> ()
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{collective_broadcast with has_dynamic_root=true requires at least two operands (data + root)}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, collective_broadcast}}
  "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x2xf32>) -> ()
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{last operand of collective_broadcast with has_dynamic_root=true must be a rank-1 i32 tensor, but got 'tensor<2x2xf32>'}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, collective_broadcast}}
  %0 = "stablehlo.collective_broadcast"(%x, %x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>, %r: tensor<3xi32>) {
  // expected-error@+2 {{last operand of collective_broadcast with has_dynamic_root=true must have the same number of elements as data operands (1), but got 3}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, collective_broadcast}}
  %0 = "stablehlo.collective_broadcast"(%x, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x2xf32>, tensor<3xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica groups should be a rank 2 tensor,but instead it is of rank 1}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, collective_broadcast}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<0> : tensor<1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica_groups values must be positive, but was given -1}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, collective_broadcast}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #4 seen more than once}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, collective_broadcast}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[4, 4]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<0> : tensor<1x4294967297xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
