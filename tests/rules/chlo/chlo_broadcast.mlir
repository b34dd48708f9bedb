// chlo: ops that broadcast: element types, attributes, what is inferred.

func.func @good(%x: tensor<4xf32>, %y: tensor<?x1xf32>, %z: tensor<*xf32>, %p: tensor<i1>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %1 = chlo.broadcast_add %x, %z : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %3 = "chlo.broadcast_compare"(%x, %y) <{compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction GE>}> : (tensor<4xf32>, tensor<?x1xf32>) -> tensor<?x4xi1>
  // No shape is common to these: they have a type, and fail when they run.
  %4 = chlo.broadcast_add %x, %x {broadcast_dimensions = array<i64: 5>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op requires the same element type for all operands and results}}
  %0 = chlo.broadcast_subtract %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+2 {{'chlo.broadcast_complex' op failed to infer returned types}}
  // expected-error@+1 {{mismatched operand types}}
  %0 = chlo.broadcast_complex %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+2 {{'chlo.broadcast_select' op failed to infer returned types}}
  // expected-error@+1 {{mismatched operand types}}
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_and' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<4xf32>'}}
  %0 = chlo.broadcast_and %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xi32>'}}
  %0 = chlo.broadcast_zeta %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_select' op operand #0 must be ranked tensor of bool values, but got 'tensor<4xf32>'}}
  %0 = chlo.broadcast_select %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %0 = chlo.broadcast_add %x, %x {broadcast_dimensions = "no"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op requires attribute 'comparison_direction'}}
  %0 = "chlo.broadcast_compare"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<2x1xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op failed to infer returned types}}
  // expected-error@+1 {{'chlo.broadcast_add' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<2x1xf32>) -> tensor<4xf32>
  return
}

// -----

// Extents that are known, or bounded, have a common shape; the message is where the operand without one is.

// expected-error@+1 {{incompatible shapes for broadcasting 4 and 3}}
func.func @f(%x: tensor<2x4xf32>, %y: tensor<3xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<2x4xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%p: tensor<2xi1>, %x: tensor<3x1xf32>) {
  // expected-error@+1 {{incompatible shapes for broadcasting 2 and 4}}
  %y = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<2xi1>, tensor<3x1xf32>, tensor<4xf32>) -> tensor<*xf32>
  return
}

// -----

// expected-error@+1 {{incompatible shapes for broadcasting 5 and 4}}
func.func @f(%x: tensor<?xf32, #stablehlo.bounds<5>>, %y: tensor<4xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

// expected-error@+1 {{cannot mix bounded and static dimensions in broadcast}}
func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4>>, %y: tensor<4xf32>) {
  %0 = "chlo.broadcast_compare"(%x, %y) {comparison_direction = #chlo<comparison_direction GE>} : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<4xf32>) -> tensor<?xi1>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4>>, %y: tensor<3x1xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3x1xf32>) -> tensor<3x?xf32, #stablehlo.bounds<?, 4>>
  // expected-error@+2 {{'chlo.broadcast_add' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<3x?xf32, #stablehlo.bounds<?, 4>>' are incompatible with return type(s) of operation 'tensor<3x5xf32>'}}
  %1 = chlo.broadcast_add %x, %y : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3x1xf32>) -> tensor<3x5xf32>
  return
}

// -----

// Where extents are not known, those over 1 stay.

func.func @f(%x: tensor<?x0xf32>, %y: tensor<4x?xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<4x?xf32>' are incompatible with return type(s) of operation 'tensor<3x?xf32>'}}
  %0 = chlo.broadcast_add %x, %y : (tensor<?x0xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  return
}

// -----

// `broadcast_dimensions` place the dims of the first of two that have as many.

func.func @f(%x: tensor<2x1xf32>, %y: tensor<1x2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<1x2xf32>' are incompatible with return type(s) of operation 'tensor<2x2xf32>'}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 1, 0>} : (tensor<2x1xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 0.5:1>>, %y: tensor<2x!quant.uniform<i8:f32, 0.25>>, %z: tensor<2x!quant.uniform<i16:f32, 0.5>>) {
  %0 = "chlo.broadcast_compare"(%x, %y) {comparison_direction = #chlo<comparison_direction GE>} : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2xi1>
  %1 = chlo.broadcast_add %x, %y : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  // expected-error@+2 {{'chlo.broadcast_compare' op failed to infer returned types}}
  // expected-error@+1 {{mismatched operand types}}
  %2 = "chlo.broadcast_compare"(%x, %z) {comparison_direction = #chlo<comparison_direction GE>} : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%p: tensor<2xi1>, %x: tensor<2xf32>) {
  %0 = chlo.broadcast_select %p, %x, %x : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  // expected-error@+2 {{'chlo.broadcast_select' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %1 = chlo.broadcast_select %p, %x, %x : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+2 {{failed to parse CHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::chlo::ComparisonDirection`}}
  // expected-error@+1 {{expected ::mlir::chlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  %0 = "chlo.broadcast_compare"(%x, %x) {comparison_direction = #chlo<comparison_direction XX>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// A quantization dimension is one of the tensor's.

func.func @f(%x: tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) {
  // expected-error@+1 {{'chlo.broadcast_add' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got}}
  %0 = chlo.broadcast_add %x, %x : (tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}
