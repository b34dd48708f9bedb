// TO-1: values and input have rank 3, indices rank 2 and i32.

func.func @values(%v: tensor<2x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x1x4xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'tosa.scatter' op operand #0 must be 3D tensor of any type values, but got 'tensor<2x3xf32>'}}
  %0 = tosa.scatter %v, %i, %u : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<2x1x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @indices(%v: tensor<2x3x4xf32>, %i: tensor<2x1xi16>, %u: tensor<2x1x4xf32>) -> tensor<2x3x4xf32> {
  // expected-error@+1 {{'tosa.scatter' op operand #1 must be 2D tensor of 32-bit signless integer values, but got 'tensor<2x1xi16>'}}
  %0 = tosa.scatter %v, %i, %u : (tensor<2x3x4xf32>, tensor<2x1xi16>, tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

func.func @input(%v: tensor<2x3x4xf32>, %i: tensor<2x1xi32>, %u: tensor<2x4xf32>) -> tensor<2x3x4xf32> {
  // expected-error@+1 {{'tosa.scatter' op operand #2 must be 3D tensor of any type values, but got 'tensor<2x4xf32>'}}
  %0 = tosa.scatter %v, %i, %u : (tensor<2x3x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
