// async_done C1.

func.func @good(%f: !stablehlo.future<tensor<2xf32>>) {
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @bad(%f: tensor<2xf32>) {
  // expected-error@+1 {{operand #0 must be future, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.async_done"(%f) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @bad(%f: !stablehlo.future<tensor<2xf32>, tensor<2xf32>>) {
  // expected-error@+2 {{'stablehlo.async_done' op future must have exactly one type parameter, but got 2}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

// A type is verified as it is read (FutureType::verify), wherever it stands: at its `<`.
// expected-error@+1 {{future element type must be a ranked tensor, but got 'i32'}}
func.func @bad(%f: !stablehlo.future<i32>) {
  return
}

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'tensor<*xf32>'}}
func.func private @bad(!stablehlo.future<tensor<2xf32>, tensor<*xf32>>)

// -----

func.func @bad(%f: !stablehlo.future<tensor<3xf32>>) {
  // expected-error@+2 {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<3xf32>>) -> tensor<2xf32>
  return
}
