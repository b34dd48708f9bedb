// Attributes that MLIR's classes cannot hold are told before anything is verified, where they stand between <{ and }>. Messages as jaxlib
// 0.10.2 has them.

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{invalid properties {limit_indices = array<i64: 2>, start_indices = "x", strides = array<i64: 1>} for op stablehlo.slice: Invalid attribute `start_indices` in property conversion: "x"}}
  %0 = "stablehlo.slice"(%a) <{start_indices = "x", limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{invalid properties {limit_indices = array<i64: 2>, start_indices = [0], strides = array<i64: 1>} for op stablehlo.slice: Invalid attribute `start_indices` in property conversion: [0]}}
  %0 = "stablehlo.slice"(%a) <{start_indices = [0], limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op attribute 'start_indices' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.slice"(%a) {start_indices = "x", limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i32}> : () -> tensor<4xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{invalid properties {iota_dimension = 0.000000e+00 : f64} for op stablehlo.iota: Invalid attribute `iota_dimension` in property conversion: 0.000000e+00 : f64}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0.0 : f64}> : () -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: tensor<1xi32>) {
  // expected-error@+1 {{invalid properties {dimension_numbers = false, slice_sizes = array<i64: 1>} for op stablehlo.gather: Invalid attribute `dimension_numbers` in property conversion: false}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = false, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{invalid properties {fft_length = array<i64: 4>, fft_type = "RFFT"} for op stablehlo.fft: Invalid attribute `fft_type` in property conversion: "RFFT"}}
  %0 = "stablehlo.fft"(%a) <{fft_type = "RFFT", fft_length = array<i64: 4>}> : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @f(%t: !stablehlo.token) {
  // expected-error@+1 {{invalid properties {infeed_config = 5 : i64} for op stablehlo.infeed: Invalid attribute `infeed_config` in property conversion: 5 : i64}}
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = 5 : i64}> : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return
}

// -----

func.func @f(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{invalid properties {lower} for op stablehlo.cholesky: Invalid attribute `lower` in property conversion: unit}}
  %0 = "stablehlo.cholesky"(%a) <{lower = unit}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// Of the ops of a block the first that is wrong is told, and nothing behind it.
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+2 {{start index 5 is larger than limit index 4 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = "stablehlo.slice"(%a) <{start_indices = array<i64: 5>, limit_indices = array<i64: 4>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  %1 = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<3xf32>
  return
}
