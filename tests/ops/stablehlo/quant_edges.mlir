// uniform_quantize at the ends of its storage, StableHLO spec, "Quantization computations": the moved value is clamped to
// the storage's range before it is rounded, so that 127.6 and 1e9 are 127 and never 128.

func.func @above_and_below_i8() {
  %a = stablehlo.constant dense<[126.4, 127.4, 127.6, 128.0, 1.0e9, -127.6, -128.4, -128.6, -1.0e9]> : tensor<9xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<9xf32>) -> tensor<9x!quant.uniform<i8:f32, 1.0>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<9x!quant.uniform<i8:f32, 1.0>>) -> tensor<9xf32>
  check.expect_eq_const %0, dense<[126.0, 127.0, 127.0, 127.0, 127.0, -128.0, -128.0, -128.0, -128.0]> : tensor<9xf32>
  func.return
}

func.func @above_and_below_u8() {
  %a = stablehlo.constant dense<[254.4, 255.4, 255.6, 256.0, -0.4, -0.6, -7.0]> : tensor<7xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<7xf32>) -> tensor<7x!quant.uniform<u8:f32, 1.0>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<7x!quant.uniform<u8:f32, 1.0>>) -> tensor<7xf32>
  check.expect_eq_const %0, dense<[254.0, 255.0, 255.0, 255.0, 0.0, 0.0, 0.0]> : tensor<7xf32>
  func.return
}

// A storage range of one's own, [-100, 50], and a zero point: stored = x + 10.
func.func @a_narrower_range() {
  %a = stablehlo.constant dense<[39.4, 39.6, 40.0, 40.6, -109.6, -110.0, -110.6]> : tensor<7xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<7xf32>) -> tensor<7x!quant.uniform<i8<-100:50>:f32, 1.0:10>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<7x!quant.uniform<i8<-100:50>:f32, 1.0:10>>) -> tensor<7xf32>
  check.expect_eq_const %0, dense<[39.0, 40.0, 40.0, 40.0, -110.0, -110.0, -110.0]> : tensor<7xf32>
  func.return
}

// Halves go to the even neighbour.
func.func @ties() {
  %a = stablehlo.constant dense<[0.5, 1.5, 2.5, -0.5, -1.5, -2.5]> : tensor<6xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 1.0>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<6x!quant.uniform<i8:f32, 1.0>>) -> tensor<6xf32>
  check.expect_eq_const %0, dense<[0.0, 2.0, 2.0, 0.0, -2.0, -2.0]> : tensor<6xf32>
  func.return
}

// Every step is rounded to f32: 0.35 / 0.1 is 3.5 there, a tie that goes to 4, and 3.49999998 in f64.
func.func @in_the_expressed_type() {
  %a = stablehlo.constant dense<[0.05, 0.35, 0.85, 0.95, 1.15]> : tensor<5xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<5xf32>) -> tensor<5x!quant.uniform<i8:f32, 0.1>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<5x!quant.uniform<i8:f32, 0.1>>) -> tensor<5xf32>
  check.expect_eq_const %0, dense<[0.0, 0.4, 0.8, 1.0, 1.2]> : tensor<5xf32>
  func.return
}
