// compare C1: lhs and rhs have one element type.

func.func @bad(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %0 = stablehlo.compare LT, %a, %b : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi1>
  func.return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+2 {{failed to parse StableHLO_ComparisonTypeAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonType`}}
  // expected-error@+1 {{expected ::mlir::stablehlo::ComparisonType to be one of: NOTYPE, FLOAT, TOTALORDER, SIGNED, UNSIGNED}}
  %0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type XX>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
