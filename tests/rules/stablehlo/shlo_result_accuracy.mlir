// result_accuracy: tolerances are not negative, and all zero but under TOLERANCE.

func.func @good(%a: tensor<2xf32>) {
  %0 = stablehlo.cbrt %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2xf32>
  %1 = "stablehlo.tanh"(%a) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.log_plus_one %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Negative tolerance}}
  %0 = stablehlo.sine %a {result_accuracy = #stablehlo.result_accuracy<atol = -1.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Negative tolerance}}
  %0 = stablehlo.sine %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode HIGHEST, must be all zero.}}
  %0 = stablehlo.sine %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 1.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = stablehlo.sine %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 3, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
  %0 = stablehlo.sine %a {result_accuracy = #stablehlo.result_accuracy<atol = 0, rtol = 0.0, ulps = 3, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{attribute 'result_accuracy' failed to satisfy constraint: The requested accuracy for transcendental unary ops.}}
  %0 = stablehlo.sine %a {result_accuracy = 1 : i64} : tensor<2xf32>
  return
}
