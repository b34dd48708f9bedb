// arith.cmpi, select, minui: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%a: tensor<2xui32>) {
  // expected-error@+1 {{'arith.minui' op operand #0 must be signless-integer-like, but got 'tensor<2xui32>'}}
  %0 = arith.minui %a, %a : tensor<2xui32>
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %c: tensor<3xi1>) {
  // expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %a, %a : tensor<3xi1>, tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %c: i8) {
  // expected-error@+1 {{'arith.select' op operand #0 must be bool-like, but got 'i8'}}
  %0 = "arith.select"(%c, %a, %a) : (i8, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %c: tensor<2xi1>) {
  // expected-error@+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %a, %a) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// LLVM 19 aborts on this one.
func.func @f(%a: i32, %c: tensor<2xi1>) {
  // expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = "arith.select"(%c, %a, %a) : (tensor<2xi1>, i32, i32) -> i32
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 2 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi1>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 12 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi foo, %a, %a : tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = -1 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 2 : i32}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
  %0 = "arith.cmpf"(%a, %a) <{predicate = 16 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
  %0 = "arith.cmpf"(%a, %a) <{predicate = -1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{for op arith.cmpf: Invalid attribute `predicate` in property conversion: "oeq"}}
  %0 = "arith.cmpf"(%a, %a) <{predicate = "oeq"}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
