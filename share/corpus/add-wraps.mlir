// 100 + 100 in 8 bits is -56. After openvinotoolkit/openvino#35651.
func.func @main() {
  %x = stablehlo.constant dense<[100, 1]> : tensor<2xi8>
  %y = stablehlo.constant dense<[100, 2]> : tensor<2xi8>
  %r = stablehlo.add %x, %y : tensor<2xi8>
  check.expect_eq_const %r, dense<[-56, 3]> : tensor<2xi8>
  return
}
