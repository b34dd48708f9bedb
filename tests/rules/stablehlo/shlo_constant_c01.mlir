// constant C1: the value has the result's type.

func.func @bad() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>
  func.return
}

// -----

func.func @f() {
  %0 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<u8:f32, 0.5>>
  %2 = stablehlo.constant() <{value = dense<1> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<u8:f32, 0.5>>
  return
}

// -----

func.func @f() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi16>' are incompatible with return type(s) of operation 'tensor<2x}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = stablehlo.constant() <{value = dense<1> : tensor<2xi16>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @f() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<3xi8>' are incompatible with return type(s) of operation 'tensor<2x}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = stablehlo.constant() <{value = dense<1> : tensor<3xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @f() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2x}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = stablehlo.constant() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @f() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xui8>' are incompatible with return type(s) of operation 'tensor<2x}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = stablehlo.constant() <{value = dense<1> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}
