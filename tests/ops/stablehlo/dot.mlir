// dot_general, dot: StableHLO spec, dot_general. Results by hand.

func.func @dot_of_vectors_and_matrices() {
  %v = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %m = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = stablehlo.dot %v, %v : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
  check.expect_eq_const %0, dense<5> : tensor<i32>
  %1 = stablehlo.dot %m, %v, precision = [DEFAULT, HIGHEST] : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[5, 11]> : tensor<2xi32>
  %2 = stablehlo.dot %v, %m {note = "any"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[7, 10]> : tensor<2xi32>
  %3 = "stablehlo.dot"(%m, %m) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi64>
  check.expect_eq_const %3, dense<[[7, 10], [15, 22]]> : tensor<2x2xi64>
  func.return
}

// Floats narrower than f32 are summed in f32 and rounded once: 256 + 1 + 1 is 256 in bf16's own steps.
func.func @sums_of_narrow_floats() {
  %a = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %b = stablehlo.constant dense<1.0> : tensor<3xbf16>
  %0 = stablehlo.dot %a, %b : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<bf16>
  check.expect_eq_const %0, dense<258.0> : tensor<bf16>
  func.return
}

// 1 + 2^-10 has a bit that tf32 keeps and bf16 does not; 1 + 2^-11 rounds to 1 in both.
func.func @rounded_by_the_algorithm() {
  %a = stablehlo.constant dense<[[1.0009765625, 0.0], [0.0, 1.00048828125]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[1.0009765625, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  func.return
}

// 1 + 2^-10 in two parts of bf16 is 1 and 2^-10, so that its square is 1 + 2^-9 by three products, whose 2^-20 is left out.
// In three parts 1 + 2^-10 + 2^-20 is whole; squared by six products it loses what is under 2^-20, by nine nothing that f32 has.
func.func @products_of_parts() {
  %a = stablehlo.constant dense<[1.0009765625]> : tensor<1xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  check.expect_eq_const %0, dense<1.001953125> : tensor<f32>
  %b = stablehlo.constant dense<[0x3F802008]> : tensor<1xf32>
  %1 = stablehlo.dot_general %b, %b, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  check.expect_eq_const %1, dense<0x3F804018> : tensor<f32>
  %2 = stablehlo.dot_general %b, %b, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 9, allow_imprecise_accumulation = false> : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  check.expect_eq_const %2, dense<0x3F804018> : tensor<f32>
  func.return
}

// lhs: (stored - 1) * 0.5 = [[1, 2]]. rhs, scales along its columns: [1, 3] * 2 and [2, 4] * 0.5. Sums 2 + 12 and 1 + 4, stored
// by steps of 1 from 0, in 8 bits.
func.func @quantized() {
  %lf = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %rf = stablehlo.constant dense<[[2.0, 1.0], [6.0, 2.0]]> : tensor<2x2xf32>
  %l = stablehlo.uniform_quantize %lf : (tensor<1x2xf32>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5:1>>
  %r = stablehlo.uniform_quantize %rf : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 0.5}>>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] : (tensor<1x2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 0.5}>>) -> tensor<1x2x!quant.uniform<i8:f32, 1.0>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<1x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x2xf32>
  check.expect_eq_const %1, dense<[[14.0, 5.0]]> : tensor<1x2xf32>
  %2 = stablehlo.dot_general %lf, %r, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 0.5}>>) -> tensor<1x2xf32>
  check.expect_eq_const %2, dense<[[14.0, 5.0]]> : tensor<1x2xf32>
  %3 = stablehlo.dot %l, %r : (tensor<1x2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 0.5}>>) -> tensor<1x2x!quant.uniform<i8<0:7>:f32, 1.0>>
  %4 = stablehlo.uniform_dequantize %3 : (tensor<1x2x!quant.uniform<i8<0:7>:f32, 1.0>>) -> tensor<1x2xf32>
  check.expect_eq_const %4, dense<[[7.0, 5.0]]> : tensor<1x2xf32>
  func.return
}
