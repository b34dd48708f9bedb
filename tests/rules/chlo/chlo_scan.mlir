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
  // expected-error@+1 {{'chlo.scan' op scan dimension of operand 0 is out of bounds}}
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
  // expected-error@+1 {{'chlo.scan' op operand 0 is not ranked}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<*xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.scan' op invalid scan dimension size of operand 0}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x4xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.scan' op expects 2 arguments in the body, but got 1}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>):
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 0 are incompatible}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x2xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%i: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.scan' op at least one of inputs or outputs must be present}}
  %k = chlo.scan() inits (%i) dimension=0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%c: tensor<2xi32>):
    stablehlo.return %c : tensor<2xi32>
  } : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{custom op 'chlo.scan' operand types must match the number of inputs and inits}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{custom op 'chlo.scan' not enough result types to cover the required carries}}
  chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %s, %c : tensor<2xi32>, tensor<2xi32>
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

// -----

// What one input leaves open another says.

func.func @f(%x: tensor<?xi32>, %y: tensor<3xi32>, %z: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.scan' op invalid scan dimension size of operand 2}}
  %o = chlo.scan(%x, %y, %z) inits () dimension=0 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  } : (tensor<?xi32>, tensor<3xi32>, tensor<4xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @f(%x: tensor<3xi32>, %i: tensor<*xi32>) {
  // expected-error@+1 {{'chlo.scan' op operand 1 is not ranked}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%s: tensor<i32>, %c: tensor<*xi32>):
    stablehlo.return %s, %c : tensor<i32>, tensor<*xi32>
  } : (tensor<3xi32>, tensor<*xi32>) -> (tensor<3xi32>, tensor<*xi32>)
  return
}

// -----

// The body's arguments are held against the operands before what it gives is.

func.func @f(%x: tensor<3xi32>, %i: tensor<i32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 1 are incompatible}}
  %o, %k = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%s: tensor<i32>, %c: tensor<f32>):
    stablehlo.return
  } : (tensor<3xi32>, tensor<i32>) -> (tensor<3xi32>, tensor<i32>)
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+2 {{'chlo.scan' op failed to infer returned types}}
  // expected-error@+1 {{scan dimension is out of bounds for terminator operand 0}}
  %o, %k = chlo.scan() inits (%i) dimension=1 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%c: tensor<i32>):
    stablehlo.return %c, %c : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<3xi32>, tensor<i32>)
  return
}

// -----

// Bounds: the least of the inputs' along the scanned dimension, and what slices have.

func.func @f(%x: tensor<?x2xi32, #stablehlo.bounds<5, ?>>, %y: tensor<?xi32, #stablehlo.bounds<4>>) {
  // expected-error@+2 {{'chlo.scan' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<?x2xi32, #stablehlo.bounds<4, ?>>' are incompatible with return type(s) of operation 'tensor<5x2xi32>'}}
  %o = chlo.scan(%x, %y) inits () dimension=0 {
  ^bb0(%a: tensor<2xi32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<2xi32>
  } : (tensor<?x2xi32, #stablehlo.bounds<5, ?>>, tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<5x2xi32>
  return
}

// -----

func.func @f(%x: tensor<3x?xi32, #stablehlo.bounds<?, 4>>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 0 are incompatible}}
  %o = chlo.scan(%x) inits () dimension=0 {
  ^bb0(%a: tensor<5xi32>):
    stablehlo.return %a : tensor<5xi32>
  } : (tensor<3x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<3x5xi32>
  return
}
