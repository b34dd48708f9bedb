// The rules of tosa.gather and tosa.scatter.

func.func @good(%v: tensor<?x3x2xf32>, %i: tensor<2x?xi32>, %u: tensor<2x3x?xf32>) {
  %0 = tosa.gather %v, %i : (tensor<?x3x2xf32>, tensor<2x?xi32>) -> tensor<2x?x2xf32>
  %1 = tosa.scatter %v, %i, %u : (tensor<?x3x2xf32>, tensor<2x?xi32>, tensor<2x3x?xf32>) -> tensor<?x3x2xf32>
  return
}

// -----

func.func @rank(%v: tensor<3x2xf32>, %i: tensor<2x4xi32>) {
  // expected-error@+1 {{'tosa.gather' op operand #0 must be 3D tensor of any type values, but got 'tensor<3x2xf32>'}}
  %0 = tosa.gather %v, %i : (tensor<3x2xf32>, tensor<2x4xi32>) -> tensor<2x4x2xf32>
  return
}

// -----

func.func @index_type(%v: tensor<2x3x2xf32>, %i: tensor<2x4xi64>) {
  // expected-error@+1 {{'tosa.gather' op operand #1 must be 2D tensor of 32-bit signless integer values, but got 'tensor<2x4xi64>'}}
  %0 = tosa.gather %v, %i : (tensor<2x3x2xf32>, tensor<2x4xi64>) -> tensor<2x4x2xf32>
  return
}

// -----

func.func @batch(%v: tensor<2x3x2xf32>, %i: tensor<5x4xi32>) {
  // expected-error@+2 {{'tosa.gather' op requires indices dimension 0 to have size 2, got 5}}
  // expected-note@+1 {{rule TO-2 of the TOSA specification, gather}}
  %0 = tosa.gather %v, %i : (tensor<2x3x2xf32>, tensor<5x4xi32>) -> tensor<2x4x2xf32>
  return
}

// -----

func.func @elements(%v: tensor<2x3x2xf32>, %i: tensor<2x4xi32>) {
  // expected-error@+2 {{'tosa.gather' op requires the same element type for values and output}}
  // expected-note@+1 {{rule TO-2 of the TOSA specification, gather}}
  %0 = tosa.gather %v, %i : (tensor<2x3x2xf32>, tensor<2x4xi32>) -> tensor<2x4x2xf16>
  return
}

// -----

func.func @input(%v: tensor<2x3x2xf32>, %i: tensor<2x2xi32>, %u: tensor<2x1x2xf32>) {
  // expected-error@+2 {{'tosa.scatter' op requires input dimension 1 to have size 2, got 1}}
  // expected-note@+1 {{rule TO-2 of the TOSA specification, scatter}}
  %0 = tosa.scatter %v, %i, %u : (tensor<2x3x2xf32>, tensor<2x2xi32>, tensor<2x1x2xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @distinct(%v: tensor<2x3x2xf32>, %i: tensor<2x4xi32>, %u: tensor<2x4x2xf32>) {
  // expected-error@+2 {{'tosa.scatter' op requires dimensions K >= W, got K=3 and W=4}}
  // expected-note@+1 {{rule TO-4 of the TOSA specification, scatter}}
  %0 = tosa.scatter %v, %i, %u : (tensor<2x3x2xf32>, tensor<2x4xi32>, tensor<2x4x2xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @values_are_no_tensor(%x: f32, %i: tensor<1x2xi32>) {
  // expected-error@+1 {{'tosa.gather' op operand #0 must be 3D tensor of any type values, but got 'f32'}}
  %0 = "tosa.gather"(%x, %i) : (f32, tensor<1x2xi32>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @indices_are_no_tensor(%x: tensor<1x4x3xf32>, %i: i32) {
  // expected-error@+1 {{'tosa.gather' op operand #1 must be 2D tensor of 32-bit signless integer values, but got 'i32'}}
  %0 = "tosa.gather"(%x, %i) : (tensor<1x4x3xf32>, i32) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @indices_are_floats(%x: tensor<1x4x3xf32>, %i: tensor<1x2xf32>) {
  // expected-error@+1 {{'tosa.gather' op operand #1 must be 2D tensor of 32-bit signless integer values, but got 'tensor<1x2xf32>'}}
  %0 = "tosa.gather"(%x, %i) : (tensor<1x4x3xf32>, tensor<1x2xf32>) -> tensor<1x2x3xf32>
  return
}
