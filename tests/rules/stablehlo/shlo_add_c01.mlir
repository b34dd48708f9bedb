// add C1: operands and result are of compatible types.

func.func @bad(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+2 {{op requires the same element type for all operands and results}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, add}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

// -----

func.func @f(%a: tensor<2xf80>, %b: tensor<2xf80>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of}}
  %0 = stablehlo.add %a, %b : tensor<2xf80>
  return
}

// -----

func.func @f(%a: tensor<2xi80>, %b: tensor<2xi80>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of}}
  %0 = stablehlo.add %a, %b : tensor<2xi80>
  return
}

// -----

func.func @f(%a: tensor<2xcomplex<f80>>, %b: tensor<2xcomplex<f80>>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of}}
  %0 = stablehlo.add %a, %b : tensor<2xcomplex<f80>>
  return
}

// -----

func.func @f(%a: tensor<2xsi32>, %b: tensor<2xsi32>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of}}
  %0 = stablehlo.add %a, %b : tensor<2xsi32>
  return
}

// -----

func.func @f(%a: tensor<2xindex>, %b: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of}}
  %0 = stablehlo.add %a, %b : tensor<2xindex>
  return
}
