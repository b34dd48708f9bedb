// select_and_scatter C10: scatter combines two elements into one.

func.func @good(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @one_parameter(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C10 of the StableHLO spec, select_and_scatter}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @two_results(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{Reduction-region here must produce 1 tensors, but produces 2 instead}}
  // expected-note@+1 {{rule C10 of the StableHLO spec, select_and_scatter}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @parameter_differs(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<f16>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C10 of the StableHLO spec, select_and_scatter}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f16>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @does_not_promote(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C10 of the StableHLO spec, select_and_scatter}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
