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

// -----

// An extent within the other's bound, and extents that one operand knows and another does not.
func.func @what_all_say(%a: tensor<?x?xf32, #stablehlo.bounds<4, ?>>, %b: tensor<3x?xf32>, %c: tensor<?x5xf32>) -> tensor<3x5xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x?xf32, #stablehlo.bounds<4, ?>>, tensor<3x?xf32>) -> tensor<?x?xf32>
  %1 = "stablehlo.multiply"(%b, %c) : (tensor<3x?xf32>, tensor<?x5xf32>) -> tensor<3x5xf32>
  func.return %1 : tensor<3x5xf32>
}

// -----

func.func @beyond_the_bound(%a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32> {
  // expected-error @+1 {{requires compatible types for all operands and results}}
  %0 = "stablehlo.multiply"(%a, %b) : (tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

func.func @select_beyond_the_bound(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{Mismatched dimension size 3 and bound 2 in dimension 0}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<i1>, tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Each goes with the first operand, and not with what both say.
func.func @operands_say_more(%a: tensor<?xf32>, %b: tensor<3xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<?xf32>, tensor<3xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// The nearer of two bounds.
func.func @bounds_say_more(%a: tensor<?xf32, #stablehlo.bounds<5>>, %b: tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<?xf32, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// What one branch leaves open the result may have.
func.func @branches_leave_open(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<3xf32>
  }, {
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// And not more than the larger bound.
func.func @branches_have_bounds(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<3xf32>
  }, {
    stablehlo.return %b : tensor<?xf32, #stablehlo.bounds<4>>
  }) : (tensor<i1>) -> tensor<5xf32>
  func.return %0 : tensor<5xf32>
}
