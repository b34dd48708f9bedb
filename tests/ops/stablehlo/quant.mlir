// uniform_quantize, uniform_dequantize: StableHLO spec, the sections of those names. scale 0.5, zero point 10:
// stored = round(x / 0.5 + 10), kept in [-128, 127].

func.func @quantize_and_back() {
  %a = stablehlo.constant dense<[0.0, 1.0, -2.5, 100.0, -100.0, 0.3]> : tensor<6xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.5:10>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<6x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<6xf32>
  check.expect_eq_const %0, dense<[0.0, 1.0, -2.5, 58.5, -69.0, 0.5]> : tensor<6xf32>
  func.return
}

func.func @quantized_views() {
  %a = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:10>>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:10>>
  %s = stablehlo.slice %t [1:2, 0:2] : (tensor<2x2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5:10>>
  %0 = stablehlo.uniform_dequantize %s : (tensor<1x2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<1x2xf32>
  check.expect_eq_const %0, dense<[[1.0, 3.0]]> : tensor<1x2xf32>
  func.return
}

func.func @requantize() {
  %a = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %r = stablehlo.uniform_quantize %q : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2x!quant.uniform<u8:f32, 2.0>>
  %0 = stablehlo.uniform_dequantize %r : (tensor<2x!quant.uniform<u8:f32, 2.0>>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[0.0, 4.0]> : tensor<2xf32>
  func.return
}

func.func @quantized_constant() {
  %q = stablehlo.constant() <{value = dense<[10, 12]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[0.0, 1.0]> : tensor<2xf32>
  func.return
}

// A constant's elements are written as signless integers, also where the storage type is unsigned: 200 and -56 are one.
func.func @constant_of_unsigned_storage() {
  %q = stablehlo.constant() <{value = dense<[3, 200, -56]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<u8:f32, 0.5>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<3x!quant.uniform<u8:f32, 0.5>>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[1.5, 100.0, 100.0]> : tensor<3xf32>
  func.return
}

// Element-wise ops dequantize, compute and quantize: 1.0 + 3.0 = 4.0; 58.5 + 58.5 = 117 is over the storage's 58.5.
func.func @arithmetic() {
  %a = stablehlo.constant() <{value = dense<[12, 127]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %b = stablehlo.constant() <{value = dense<[16, 127]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %s = stablehlo.add %a, %b : tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %0 = stablehlo.uniform_dequantize %s : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[4.0, 58.5]> : tensor<2xf32>
  %less = stablehlo.compare LT, %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xi1>
  check.expect_eq_const %less, dense<[true, false]> : tensor<2xi1>
  func.return
}
