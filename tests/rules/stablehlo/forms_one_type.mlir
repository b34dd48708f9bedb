// A short form that names the type of all its operands and results names one; a check's, that of its operands.
func.func @same(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected operation name in quotes}}
  %0 = stablehlo.add %x, %x : tensor<2xf32>, tensor<2xf32>
  return
}
// -----
func.func @operand(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected operation name in quotes}}
  check.expect_eq %x, %x : tensor<2xf32>, tensor<2xf32>
  return
}
// -----
func.func @select(%x: tensor<2xf32>, %p: tensor<2xi1>) {
  // expected-error@+1 {{expected functional type or list of two types}}
  %0 = stablehlo.select %p, %x, %x : tensor<2xf32>
  return
}
