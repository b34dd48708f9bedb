// reduce C6: the region takes and gives scalars of a type the inputs promote to.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{Reduction-region here must produce 1 tensors, but produces 2 instead}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xi32>
  func.return
}

// -----

func.func @no_terminator(%a: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error@+2 {{The reduction-region expected to have a terminator}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @argument_of_too_high_rank(%a: tensor<4x4xf32>, %i: tensor<4xf32>) {
  // expected-error@+2 {{The rank of reduction-region's argument at index 1 is expected to be <= 0, got 1}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    %z = stablehlo.add %x, %y : tensor<4xf32>
    stablehlo.return %z : tensor<4xf32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @argument_of_another_extent(%a: tensor<4x4xf32>, %i: tensor<5xf32>) {
  // expected-error@+2 {{The shape of reduction-region's argument at index 1 is not compatible with that of reduce-op's input-parameter at index 0}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<5xf32>, %y: tensor<5xf32>):
    %z = stablehlo.add %x, %y : tensor<5xf32>
    stablehlo.return %z : tensor<5xf32>
  }) {dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<5xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @input_does_not_promote(%a: tensor<4x4xi32>, %i: tensor<i8>) {
  // expected-error@+2 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'i8'}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    stablehlo.return %x : tensor<i8>
  }) {dimensions = array<i64: 0>} : (tensor<4x4xi32>, tensor<i8>) -> tensor<4xi8>
  func.return
}

// -----

// The second argument may be any float as far as upstream's other rules go; that it is not is garner's own last word.
func.func @rank_before_another_float(%a: tensor<4x4xf32>, %i: tensor<4xf32>) {
  // expected-error@+2 {{The rank of reduction-region's argument at index 1 is expected to be <= 0, got 1}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf64>):
    stablehlo.return %x : tensor<4xf32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<f32>
  func.return
}

// -----

// Any float may become any other, and a boolean an integer.
func.func @promotes(%a: tensor<4x4xf32>, %i: tensor<f64>, %b: tensor<4xi1>, %j: tensor<i1>) -> (tensor<4xf32>, tensor<i32>) {
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<f64>) -> tensor<4xf32>
  %1 = "stablehlo.reduce"(%b, %j) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi1>, tensor<i1>) -> tensor<i32>
  func.return %0, %1 : tensor<4xf32>, tensor<i32>
}

// -----

// What is inferred of a region comes after what is wrong in it.
func.func @region_before_results(%a: tensor<4x4xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
    %z = "stablehlo.divide"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f64>
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<5xf32>
  func.return
}
