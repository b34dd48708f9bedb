// ON-21: a function may name the opset of its operators, which are in it in the form they have (ONNX, Changelog.md).

func.func @all_forms(%x: tensor<2x3xi32>, %i: tensor<2xi64>, %j: tensor<2x3xi64>, %s: tensor<2xi64>, %b: tensor<2x3xi1>) attributes {onnx.opset_version = 18 : si64} {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.BitwiseAnd"(%x, %x) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %1 = "onnx.BitwiseOr"(%x, %x) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %2 = "onnx.ScatterElements"(%x, %j, %x) {axis = 0 : si64, reduction = "max"} : (tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %3 = "onnx.Reshape"(%x, %s) {allowzero = 1 : si64} : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %4 = "onnx.Shape"(%x) {start = 0 : si64, end = 1 : si64} : (tensor<2x3xi32>) -> tensor<1xi64>
  %5 = "onnx.Where"(%b, %x, %x) : (tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

// Later ones have these too.
func.func @a_later_one(%x: tensor<2xi32>) attributes {onnx.opset_version = 25 : si64} {
  %0 = "onnx.BitwiseAnd"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// From the start: Identity, Transpose, Not.
func.func @the_first(%x: tensor<2xi1>) attributes {onnx.opset_version = 1 : si64} {
  %0 = "onnx.Identity"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  %1 = "onnx.Not"(%0) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

// Other dialects' ops are of no opset.
func.func @others(%x: tensor<2xi32>) attributes {onnx.opset_version = 1 : si64} {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  return
}

// -----

func.func @an_operator(%x: tensor<2xi32>) attributes {onnx.opset_version = 17 : si64} {
  // expected-error@+2 {{'onnx.BitwiseAnd' op is in this form since opset 18, the function names 17}}
  // expected-note@+1 {{rule ON-21}}
  %0 = "onnx.BitwiseAnd"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// Adding two operands that broadcast is Add-7; its form before had an attribute.
func.func @a_form(%x: tensor<2xf32>) attributes {onnx.opset_version = 6 : si64} {
  // expected-error@+2 {{'onnx.Add' op is in this form since opset 7, the function names 6}}
  // expected-note@+1 {{rule ON-21}}
  %0 = "onnx.Add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// A reduction came with 16, the least and the greatest with 18.
func.func @an_attribute(%x: tensor<2xf32>, %i: tensor<2xi64>) attributes {onnx.opset_version = 16 : si64} {
  %0 = "onnx.ScatterElements"(%x, %i, %x) {axis = 0 : si64, reduction = "add"} : (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+2 {{'onnx.ScatterElements' op is in this form since opset 18, the function names 16}}
  // expected-note@+1 {{rule ON-21}}
  %1 = "onnx.ScatterElements"(%x, %i, %x) {axis = 0 : si64, reduction = "max"} : (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// Without axes Pad-11 has this form, with them Pad-18.
func.func @an_operand(%x: tensor<2xf32>, %v: tensor<f32>) attributes {onnx.opset_version = 11 : si64} {
  %none = "onnx.NoValue"() {value} : () -> none
  %p = onnx.Constant dense<[1, 1]> : tensor<2xi64>
  %a = onnx.Constant dense<[0]> : tensor<1xi64>
  %0 = "onnx.Pad"(%x, %p, %v, %none) {mode = "constant"} : (tensor<2xf32>, tensor<2xi64>, tensor<f32>, none) -> tensor<4xf32>
  // expected-error@+2 {{'onnx.Pad' op is in this form since opset 18, the function names 11}}
  // expected-note@+1 {{rule ON-21}}
  %1 = "onnx.Pad"(%x, %p, %v, %a) {mode = "constant"} : (tensor<2xf32>, tensor<2xi64>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

// expected-error@+2 {{'func.func' op names no opset by 'onnx.opset_version', expected 64-bit signed integer attribute, 1 at least}}
// expected-note@+1 {{rule ON-21}}
func.func @no_number() attributes {onnx.opset_version = "18"} {
  return
}

// -----

// expected-error@+2 {{'func.func' op names no opset by 'onnx.opset_version', expected 64-bit signed integer attribute, 1 at least}}
// expected-note@+1 {{rule ON-21}}
func.func @no_opset() attributes {onnx.opset_version = 0 : si64} {
  return
}

// -----

func.func @not_of_a_function(%x: tensor<2xf32>) {
  // expected-error@+2 {{'onnx.Add' op has attribute 'onnx.opset_version', which is a function's}}
  // expected-note@+1 {{rule ON-21}}
  %0 = "onnx.Add"(%x, %x) {onnx.opset_version = 18 : si64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// Any other attribute by the dialect's name says nothing that is known here.
func.func @another() attributes {onnx.name = "net"} {
  return
}
