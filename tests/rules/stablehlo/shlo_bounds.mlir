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
