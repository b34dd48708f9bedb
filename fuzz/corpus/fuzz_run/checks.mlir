func.func @f() {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %y = stablehlo.negate %x : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%x, %x) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  check.expect_eq_const %y, dense<-1.0> : tensor<2xf32>
  return
}
