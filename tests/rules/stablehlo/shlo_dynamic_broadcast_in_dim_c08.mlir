// dynamic_broadcast_in_dim C8: no dimension has two hints.

func.func @bad(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{duplicate expansion hint for at least one operand dimension}}
  // expected-note@+1 {{rule C8 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// What is twice comes before what is out of range, and what a constant asks for before both.
func.func @twice_and_out_of_range(%a: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error@+2 {{duplicate expansion hint for at least one operand dimension}}
  // expected-note@+1 {{rule C8 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 7>, known_nonexpanding_dimensions = array<i64: 7>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @shape_before_hints(%a: tensor<2xf32>) {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error@+2 {{output shape [3, 2] is incompatible with return type of operation 'tensor<4x?xf32>'}}
  // expected-note@+1 {{rule C7 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 7>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  func.return
}

// -----

func.func @lower_rank(%a: tensor<2x3xf32>, %s: tensor<1xi64>) {
  // expected-error@+2 {{result rank (1) is less than operand rank (2)}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}
