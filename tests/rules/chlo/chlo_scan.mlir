// chlo.scan: its form, and its rules in upstream's order.

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.scan' op failed to infer returned types}}
  // expected-error@+1 {{scan dimension of operand 0 is out of bounds}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=2 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.scan' op failed to infer returned types}}
  // expected-error@+1 {{ScanOp body must return at least 1 values (carries)}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<*xi32>, %i: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.scan' op failed to infer returned types}}
  // expected-error@+1 {{operand 0 is not ranked}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<*xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{invalid scan dimension size of operand 0}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x4xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{expects 2 arguments in the body, but got 1}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>):
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{operand and body argument 0 are incompatible}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x2xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%i: tensor<2xi32>) {
  // expected-error@+1 {{at least one of inputs or outputs must be present}}
  %k = chlo.scan() inits (%i) dimension=0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%c: tensor<2xi32>):
    stablehlo.return %c : tensor<2xi32>
  } : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  // expected-error@+1 {{custom op 'chlo.scan' operand types must match the number of inputs and inits}}
  } : (tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  // expected-error@+1 {{custom op 'chlo.scan' not enough result types to cover the required carries}}
  } : (tensor<2x3xi32>, tensor<2xi32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=-1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}
