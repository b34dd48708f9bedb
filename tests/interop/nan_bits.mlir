// NaNs of all signs and payloads, moved, negated, chosen and converted: their bits are the interpreter's. A NaN that is computed is
// some NaN.
func.func @main() -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf64>, tensor<6xf16>, tensor<6xbf16>, tensor<6xi1>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf32>, tensor<6xf16>, tensor<6xbf16>, tensor<6xi1>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf32>, tensor<6xf64>, tensor<6xbf16>, tensor<6xi1>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xf32>, tensor<6xf64>, tensor<6xf16>, tensor<6xi1>, tensor<6xf32>, tensor<6xf64>, tensor<6xf16>, tensor<6xbf16>) {
  %n = stablehlo.constant dense<[5, 3, 1, 0, 2, 4]> : tensor<6xi64>
  %p = stablehlo.constant dense<[true, false, true, false, true, false]> : tensor<6xi1>
  %i, %q = stablehlo.optimization_barrier %n, %p : tensor<6xi64>, tensor<6xi1>
  %cf32 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800009, 0x7FC00005, 0x7F800000]> : tensor<6xf32>
  %xf32 = stablehlo.optimization_barrier %cf32 : tensor<6xf32>
  %lf32 = stablehlo.constant dense<1.0> : tensor<6xf32>
  %gf32 = "stablehlo.torch_index_select"(%xf32, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<6xf32>, tensor<6xi64>) -> tensor<6xf32>
  %nf32 = stablehlo.negate %xf32 : tensor<6xf32>
  %af32 = stablehlo.abs %xf32 : tensor<6xf32>
  %sf32 = stablehlo.select %q, %xf32, %gf32 : tensor<6xi1>, tensor<6xf32>
  %mf32 = stablehlo.clamp %lf32, %xf32, %lf32 : tensor<6xf32>
  %tf32_f64 = stablehlo.convert %xf32 : (tensor<6xf32>) -> tensor<6xf64>
  %tf32_f16 = stablehlo.convert %xf32 : (tensor<6xf32>) -> tensor<6xf16>
  %tf32_bf16 = stablehlo.convert %xf32 : (tensor<6xf32>) -> tensor<6xbf16>
  %df32 = stablehlo.add %xf32, %gf32 : tensor<6xf32>
  %ef32 = stablehlo.compare NE, %df32, %df32 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %cf64 = stablehlo.constant dense<[0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001, 0xFFF0000000000009, 0x7FF8000000000005, 0x7FF0000000000000]> : tensor<6xf64>
  %xf64 = stablehlo.optimization_barrier %cf64 : tensor<6xf64>
  %lf64 = stablehlo.constant dense<1.0> : tensor<6xf64>
  %gf64 = "stablehlo.torch_index_select"(%xf64, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<6xf64>, tensor<6xi64>) -> tensor<6xf64>
  %nf64 = stablehlo.negate %xf64 : tensor<6xf64>
  %af64 = stablehlo.abs %xf64 : tensor<6xf64>
  %sf64 = stablehlo.select %q, %xf64, %gf64 : tensor<6xi1>, tensor<6xf64>
  %mf64 = stablehlo.clamp %lf64, %xf64, %lf64 : tensor<6xf64>
  %tf64_f32 = stablehlo.convert %xf64 : (tensor<6xf64>) -> tensor<6xf32>
  %tf64_f16 = stablehlo.convert %xf64 : (tensor<6xf64>) -> tensor<6xf16>
  %tf64_bf16 = stablehlo.convert %xf64 : (tensor<6xf64>) -> tensor<6xbf16>
  %df64 = stablehlo.add %xf64, %gf64 : tensor<6xf64>
  %ef64 = stablehlo.compare NE, %df64, %df64 : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  %cf16 = stablehlo.constant dense<[0x7E00, 0xFE00, 0x7C01, 0xFC09, 0x7E05, 0x7C00]> : tensor<6xf16>
  %xf16 = stablehlo.optimization_barrier %cf16 : tensor<6xf16>
  %lf16 = stablehlo.constant dense<1.0> : tensor<6xf16>
  %gf16 = "stablehlo.torch_index_select"(%xf16, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<6xf16>, tensor<6xi64>) -> tensor<6xf16>
  %nf16 = stablehlo.negate %xf16 : tensor<6xf16>
  %af16 = stablehlo.abs %xf16 : tensor<6xf16>
  %sf16 = stablehlo.select %q, %xf16, %gf16 : tensor<6xi1>, tensor<6xf16>
  %mf16 = stablehlo.clamp %lf16, %xf16, %lf16 : tensor<6xf16>
  %tf16_f32 = stablehlo.convert %xf16 : (tensor<6xf16>) -> tensor<6xf32>
  %tf16_f64 = stablehlo.convert %xf16 : (tensor<6xf16>) -> tensor<6xf64>
  %tf16_bf16 = stablehlo.convert %xf16 : (tensor<6xf16>) -> tensor<6xbf16>
  %df16 = stablehlo.add %xf16, %gf16 : tensor<6xf16>
  %ef16 = stablehlo.compare NE, %df16, %df16 : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xi1>
  %cbf16 = stablehlo.constant dense<[0x7FC0, 0xFFC0, 0x7F81, 0xFF89, 0x7FC5, 0x7F80]> : tensor<6xbf16>
  %xbf16 = stablehlo.optimization_barrier %cbf16 : tensor<6xbf16>
  %lbf16 = stablehlo.constant dense<1.0> : tensor<6xbf16>
  %gbf16 = "stablehlo.torch_index_select"(%xbf16, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<6xbf16>, tensor<6xi64>) -> tensor<6xbf16>
  %nbf16 = stablehlo.negate %xbf16 : tensor<6xbf16>
  %abf16 = stablehlo.abs %xbf16 : tensor<6xbf16>
  %sbf16 = stablehlo.select %q, %xbf16, %gbf16 : tensor<6xi1>, tensor<6xbf16>
  %mbf16 = stablehlo.clamp %lbf16, %xbf16, %lbf16 : tensor<6xbf16>
  %tbf16_f32 = stablehlo.convert %xbf16 : (tensor<6xbf16>) -> tensor<6xf32>
  %tbf16_f64 = stablehlo.convert %xbf16 : (tensor<6xbf16>) -> tensor<6xf64>
  %tbf16_f16 = stablehlo.convert %xbf16 : (tensor<6xbf16>) -> tensor<6xf16>
  %dbf16 = stablehlo.add %xbf16, %gbf16 : tensor<6xbf16>
  %ebf16 = stablehlo.compare NE, %dbf16, %dbf16 : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  %c8 = stablehlo.constant dense<[0x7F, 0xFF, 0xFF, 0x7F, 0x01, 0x81]> : tensor<6xf8E4M3FN>
  %x8 = stablehlo.optimization_barrier %c8 : tensor<6xf8E4M3FN>
  %t8_f32 = stablehlo.convert %x8 : (tensor<6xf8E4M3FN>) -> tensor<6xf32>
  %t8_f64 = stablehlo.convert %x8 : (tensor<6xf8E4M3FN>) -> tensor<6xf64>
  %t8_f16 = stablehlo.convert %x8 : (tensor<6xf8E4M3FN>) -> tensor<6xf16>
  %t8_bf16 = stablehlo.convert %x8 : (tensor<6xf8E4M3FN>) -> tensor<6xbf16>
  return %gf32, %nf32, %af32, %sf32, %mf32, %tf32_f64, %tf32_f16, %tf32_bf16, %ef32, %gf64, %nf64, %af64, %sf64, %mf64, %tf64_f32, %tf64_f16, %tf64_bf16, %ef64, %gf16, %nf16, %af16, %sf16, %mf16, %tf16_f32, %tf16_f64, %tf16_bf16, %ef16, %gbf16, %nbf16, %abf16, %sbf16, %mbf16, %tbf16_f32, %tbf16_f64, %tbf16_f16, %ebf16, %t8_f32, %t8_f64, %t8_f16, %t8_bf16 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf64>, tensor<6xf16>, tensor<6xbf16>, tensor<6xi1>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf32>, tensor<6xf16>, tensor<6xbf16>, tensor<6xi1>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf32>, tensor<6xf64>, tensor<6xbf16>, tensor<6xi1>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xf32>, tensor<6xf64>, tensor<6xf16>, tensor<6xi1>, tensor<6xf32>, tensor<6xf64>, tensor<6xf16>, tensor<6xbf16>
}
