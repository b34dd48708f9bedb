// arith casts: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.extsi' op operand type 'tensor<2xi32>' and result type 'tensor<2xi8>' are cast incompatible}}
  %0 = arith.extsi %a : tensor<2xi32> to tensor<2xi8>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.extui' op operand type 'tensor<2xi32>' and result type 'tensor<2xi32>' are cast incompatible}}
  %0 = arith.extui %a : tensor<2xi32> to tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.trunci' op operand type 'tensor<2xi32>' and result type 'tensor<2xi32>' are cast incompatible}}
  %0 = arith.trunci %a : tensor<2xi32> to tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.index_cast' op operand type 'tensor<2xi32>' and result type 'tensor<2xi8>' are cast incompatible}}
  %0 = arith.index_cast %a : tensor<2xi32> to tensor<2xi8>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.index_cast' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.index_cast %a : tensor<2xi32> to tensor<3xindex>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extsi %a : tensor<2xi32> to i64
  return
}

// -----

func.func @f(%a: tensor<2xui32>) {
  // expected-error@+1 {{'arith.extsi' op operand #0 must be signless-fixed-width-integer-like, but got 'tensor<2xui32>'}}
  %0 = arith.extsi %a : tensor<2xui32> to tensor<2xi64>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'tensor.bitcast' op operand type 'tensor<2xi32>' and result type 'tensor<2xi8>' are cast incompatible}}
  %0 = tensor.bitcast %a : tensor<2xi32> to tensor<2xi8>
  return
}
