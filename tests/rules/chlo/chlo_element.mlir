// chlo: the classes of element-wise ops' operands, and their types.

func.func @good(%x: tensor<?xf32>, %y: tensor<*xf16>, %z: tensor<2xcomplex<f64>>) {
  %0 = chlo.acos %x : tensor<?xf32> -> tensor<4xf32>
  %1 = chlo.erf %y : tensor<*xf16> -> tensor<*xf16>
  %2 = chlo.sinh %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %3 = chlo.is_inf %x : tensor<?xf32> -> tensor<?xi1>
  %4 = "chlo.acos"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.acos' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.acos %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.acosh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.acosh %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.asin' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.asin %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.asinh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.asinh %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.atan' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.atan %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.atanh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.atanh %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.bessel_i1e %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.conj' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.conj %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.cosh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.cosh %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.sinh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.sinh %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.square' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.square %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.tan' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi32>'}}
  %0 = chlo.tan %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'chlo.digamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = chlo.digamma %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'chlo.erf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = chlo.erf %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'chlo.erf_inv' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = chlo.erf_inv %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'chlo.erfc' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = chlo.erfc %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'chlo.lgamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = chlo.lgamma %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.is_inf' op result #0 must be tensor of bool values, but got 'tensor<4xi8>'}}
  %0 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.is_pos_inf' op result #0 must be tensor of bool values, but got 'tensor<4xi8>'}}
  %0 = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.is_neg_inf' op result #0 must be tensor of bool values, but got 'tensor<4xi8>'}}
  %0 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op operand #0 must be tensor of complex type with 32/64-bit float elements values, but got 'tensor<4xf32>'}}
  %0 = chlo._asin_acos_kernel %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.acos' op requires compatible types for all operands and results}}
  %0 = chlo.acos %x : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = chlo.is_inf %x : tensor<4xf32> -> tensor<5xi1>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'chlo.next_after' op requires compatible types for all operands and results}}
  %0 = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf64> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.zeta' op operand #1 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xi32>'}}
  %0 = chlo.zeta %x, %y : tensor<4xf32>, tensor<4xi32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error@+1 {{'chlo.mulhi' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<4xi1>'}}
  %0 = chlo.mulhi %x, %x : tensor<4xi1>, tensor<4xi1> -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.constant_like' op value's type doesn't match element return type}}
  %0 = "chlo.constant_like"(%x) {value = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.constant_like' op attribute 'value' failed to satisfy constraint: TypedAttr instance}}
  %0 = "chlo.constant_like"(%x) {value = "one"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{unregistered operation 'chlo.bessel' found in dialect ('chlo') that does not allow unknown operations}}
  %0 = "chlo.bessel"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2xcomplex<f32>>) {
  %0 = "chlo.constant_like"(%x) {value = #complex.number<:f32 1.0, 2.5>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  // expected-error@+1 {{'chlo.constant_like' op value's type doesn't match element return type}}
  %1 = "chlo.constant_like"(%x) {value = #complex.number<:f64 1.0, 2.5>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// Bounds are kept.

func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = chlo.is_inf %x : tensor<?xf32, #stablehlo.bounds<4>> -> tensor<?xi1, #stablehlo.bounds<4>>
  // expected-error@+2 {{'chlo.constant_like' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<?xi32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<5xi32>'}}
  %1 = "chlo.constant_like"(%x) {value = 1 : i32} : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xi32>
  return
}
