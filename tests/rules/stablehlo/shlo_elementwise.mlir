// Shapes of element-wise ops, of those whose types are not simply one: upstream's traits in its order.

func.func @real(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.real' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.real"(%a) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  func.return
}

// -----

func.func @imag(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.imag' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.imag"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2x1xf32>
  func.return
}

// -----

func.func @uniform_dequantize(%a: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<3xf32>
  func.return
}

// -----

func.func @reduce_precision(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5 : i32, mantissa_bits = 2 : i32} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @reduce_precision_element(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op requires compatible types for all operands and results}}
  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5 : i32, mantissa_bits = 2 : i32} : (tensor<2xf32>) -> tensor<2xf64>
  func.return
}

// -----

// Both are wrong: the shapes are looked at first.
func.func @compare(%a: tensor<2xi32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.compare LT, %a, %b : (tensor<2xi32>, tensor<3xf32>) -> tensor<2xi1>
  func.return
}

// -----

// Two that may each be like the first are not like each other.
func.func @compare_open(%a: tensor<?xi32>, %b: tensor<3xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.compare LT, %a, %b : (tensor<?xi32>, tensor<3xi32>) -> tensor<4xi1>
  func.return
}

// -----

func.func @complex(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same shape for all operands and results}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  func.return
}

// -----

func.func @complex_element(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.complex' op inferred type(s) 'tensor<2xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<2xcomplex<f64>>'}}
  // expected-error@+1 {{'stablehlo.complex' op failed to infer returned types}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  func.return
}
