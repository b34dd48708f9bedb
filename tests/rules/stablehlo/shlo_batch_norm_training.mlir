// batch_norm_training: its rules by their numbers.

func.func @bad(%a: tensor<2x2x2x3xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>) {
  // expected-error@+3 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, batch_norm_training}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @bad(%a: tensor<2x2x2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // expected-error@+3 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 4, and rank 4.}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, batch_norm_training}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = 4 : i64} : (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @bad(%a: tensor<2x2x2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // expected-error@+3 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 3 and the feature count is 2.}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, batch_norm_training}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @bad(%a: tensor<2x2x2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @bad(%a: tensor<2x2x2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f64, feature_index = 3 : i64} : (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @bad(%a: tensor<2x2x2x3xf32>, %b: tensor<3xf64>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x2x2x3xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @bad(%a: tensor<2x2x2x3xf32>, %b: tensor<1x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<1x3xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x2x2x3xf32>, tensor<1x3xf32>, tensor<3xf32>) -> (tensor<2x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @good(%a: tensor<2x?x2x?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x?x2x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<2x?x2x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return
}
