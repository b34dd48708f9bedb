// #stablehlo.bounds: one for each dimension, and "?" for those whose extent is known.

func.func @good(%a: tensor<?x3xf32, #stablehlo.bounds<8, ?>>, %b: tensor<3x?xf32, #stablehlo.bounds<?, 8>>) {
  return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
func.func @first(%a: tensor<3x?xf32, #stablehlo.bounds<3, ?>>) {
  return
}

// -----

// expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x3xf32>'}}
func.func @second(%a: tensor<?x3xf32, #stablehlo.bounds<8, 3>>) {
  return
}

// -----

// expected-error@+1 {{Bounds length is 1, expected to be equal to rank(2) of the tensor 'tensor<?x?xf32>'}}
func.func @too_few(%a: tensor<?x?xf32, #stablehlo.bounds<8>>) {
  return
}

// -----

// expected-error@+1 {{Bounds length is 3, expected to be equal to rank(2) of the tensor 'tensor<?x?xf32>'}}
func.func @too_many(%a: tensor<?x?xf32, #stablehlo.bounds<8, 8, 8>>) {
  return
}

// -----

// An extent within the other's bound, and extents that one operand knows and another does not.
func.func @what_all_say(%a: tensor<?x?xf32, #stablehlo.bounds<4, ?>>, %b: tensor<3x?xf32>, %c: tensor<?x5xf32>) -> tensor<3x5xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x?xf32, #stablehlo.bounds<4, ?>>, tensor<3x?xf32>) -> tensor<?x?xf32>
  %1 = "stablehlo.multiply"(%b, %c) : (tensor<3x?xf32>, tensor<?x5xf32>) -> tensor<3x5xf32>
  func.return %1 : tensor<3x5xf32>
}

// -----

func.func @beyond_the_bound(%a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32> {
  // expected-error @+1 {{requires compatible types for all operands and results}}
  %0 = "stablehlo.multiply"(%a, %b) : (tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

func.func @select_beyond_the_bound(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{Mismatched dimension size 3 and bound 2 in dimension 0}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<i1>, tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Each goes with the first operand, and not with what both say.
func.func @operands_say_more(%a: tensor<?xf32>, %b: tensor<3xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<?xf32>, tensor<3xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// The nearer of two bounds.
func.func @bounds_say_more(%a: tensor<?xf32, #stablehlo.bounds<5>>, %b: tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<?xf32, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// What one branch leaves open the result may have.
func.func @branches_leave_open(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<3xf32>
  }, {
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// And not more than the larger bound.
func.func @branches_have_bounds(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<3xf32>
  }, {
    stablehlo.return %b : tensor<?xf32, #stablehlo.bounds<4>>
  }) : (tensor<i1>) -> tensor<5xf32>
  func.return %0 : tensor<5xf32>
}

// -----

func.func @reduced(%a: tensor<?x?xf32, #stablehlo.bounds<3, 4>>, %i: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<?x?xf32, #stablehlo.bounds<3, 4>>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func @windows(%a: tensor<?x?xf32, #stablehlo.bounds<3, 4>>, %i: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<?x?xf32, #stablehlo.bounds<2, 3>>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<?x?xf32, #stablehlo.bounds<3, 4>>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func @padded(%a: tensor<?x?xf32, #stablehlo.bounds<3, 4>>, %p: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op inferred type(s) 'tensor<?x?xf32, #stablehlo.bounds<4, 9>>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a, %p) {edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 0, 1>, interior_padding = array<i64: 0, 1>} : (tensor<?x?xf32, #stablehlo.bounds<3, 4>>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func @joined(%a: tensor<5x?xf32, #stablehlo.bounds<?, 4>>, %b: tensor<5x2xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<5x?xf32, #stablehlo.bounds<?, 6>>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 1 : i64} : (tensor<5x?xf32, #stablehlo.bounds<?, 4>>, tensor<5x2xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @exchanged(%a: tensor<?x8xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+2 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<?x4xf32, #stablehlo.bounds<8, ?>>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x8xf32, #stablehlo.bounds<4, ?>>) -> tensor<f32>
  func.return
}

// -----

func.func @transformed(%a: tensor<?x9xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+2 {{'stablehlo.fft' op inferred type(s) 'tensor<?x5xcomplex<f32>, #stablehlo.bounds<4, ?>>' are incompatible with return type(s) of operation 'tensor<complex<f32>>'}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<?x9xf32, #stablehlo.bounds<4, ?>>) -> tensor<complex<f32>>
  func.return
}

// -----

func.func @factored(%a: tensor<?x9x9xf32, #stablehlo.bounds<4, ?, ?>>) {
  // expected-error@+2 {{'stablehlo.cholesky' op inferred type(s) 'tensor<?x9x9xf32, #stablehlo.bounds<4, ?, ?>>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = "stablehlo.cholesky"(%a) : (tensor<?x9x9xf32, #stablehlo.bounds<4, ?, ?>>) -> tensor<f32>
  func.return
}

// -----

func.func @of_another_element(%a: tensor<?x9xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+2 {{'stablehlo.is_finite' op inferred type(s) 'tensor<?x9xi1, #stablehlo.bounds<4, ?>>' are incompatible with return type(s) of operation 'tensor<5x9xi1>'}}
  // expected-error@+1 {{'stablehlo.is_finite' op failed to infer returned types}}
  %0 = "stablehlo.is_finite"(%a) : (tensor<?x9xf32, #stablehlo.bounds<4, ?>>) -> tensor<5x9xi1>
  func.return
}

// -----

func.func @normalised(%a: tensor<?x?xf32, #stablehlo.bounds<3, 4>>, %i: tensor<?xf32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<?x?xf32, #stablehlo.bounds<3, 4>>', 'tensor<?xf32, #stablehlo.bounds<4>>', 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %i, %i) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<?x?xf32, #stablehlo.bounds<3, 4>>, tensor<?xf32>, tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

func.func @padded_away(%a: tensor<?x?xf32, #stablehlo.bounds<3, 4>>, %p: tensor<f32>) {
  // expected-error@+3 {{Padding result in negative bound for dimension 0}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, pad}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a, %p) {edge_padding_low = array<i64: -4, 1>, edge_padding_high = array<i64: 0, 1>, interior_padding = array<i64: 0, 1>} : (tensor<?x?xf32, #stablehlo.bounds<3, 4>>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @sliced_beyond(%a: tensor<?x?xf32, #stablehlo.bounds<3, 4>>) {
  // expected-error@+3 {{limit index 4 is larger than dimension bound 3 in dimension 0}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, slice}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 1>} : (tensor<?x?xf32, #stablehlo.bounds<3, 4>>) -> tensor<4x4xf32>
  func.return
}

// -----

func.func @joined_beyond(%a: tensor<?x5xf32, #stablehlo.bounds<4, ?>>, %b: tensor<5x2xf32>) {
  // expected-error@+2 {{Mismatched dimension size 5 and bound 4 in dimension 0}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 1 : i64} : (tensor<?x5xf32, #stablehlo.bounds<4, ?>>, tensor<5x2xf32>) -> tensor<5x7xf32>
  func.return
}
