// composite C4: the decomposition is a function of the same types.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op 'nowhere' does not reference a valid function}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @nowhere} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{has 2 operand(s), but decomposition has 1}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, composite}}
  %0 = stablehlo.composite "my.op" %a, %a {decomposition = @bad_2} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func private @g(tensor<2xf32>) -> tensor<2xf32>
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{has 0 result(s), but decomposition has 1}}
  stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func private @g(tensor<2xf32>, tensor<3xf32>)
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{has operand at index 1 with type 'tensor<2xf32>', but decomposition has type 'tensor<3xf32>'}}
  stablehlo.composite "my.op" %a, %a {decomposition = @g} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func private @g(tensor<2xf32>) -> tensor<2xf64>
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{has result at index 0 with type 'tensor<2xf32>', but decomposition has type 'tensor<2xf64>'}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

module @m {
}
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op 'm' does not reference a valid function}}
  stablehlo.composite "my.op" %a {decomposition = @m} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+1 {{name must be namespaced, as in "namespace.name", but is ""}}
  stablehlo.composite "" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+1 {{name must be namespaced, as in "namespace.name", but is ".op"}}
  stablehlo.composite ".op" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+1 {{name must be namespaced, as in "namespace.name", but is "my."}}
  stablehlo.composite "my." {decomposition = @g} : () -> ()
  return
}
