// Element-wise ops in vectors: two whole ones of eight and three elements more; NaN, infinities, both zeros, the ends of i32.
func.func @main() -> (tensor<19xf32>, tensor<19xf32>, tensor<19xi32>, tensor<19xi32>, tensor<19xf32>, tensor<19xi1>, tensor<19xf32>, tensor<19xf32>, tensor<19xf64>,tensor<19xi32>) {
  %x = stablehlo.constant dense<[1.0, -2.0, 0.0, -0.0, 0x7FC00000, 3.5, 0x7F800000, 0xFF800000, 0x7FC00000, 5.0, -0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<19xf32>
  %y = stablehlo.constant dense<[2.0, -3.0, -0.0, 0.0, 1.0, 0x7FC00000, 0xFF800000, 0x7F800000, 0x7FC00000, 5.0, -0.0, 0.0, -1.0, 2.5, -3.0, 4.5, 0.0, 0x7FC00000, 8.0]> : tensor<19xf32>
  %i = stablehlo.constant dense<[1, -2, 2147483647, -2147483648, 0, 5, 6, 7, 8, 9, 10, 16777217, -16777217, 13, 14, 15, 16, 17, -18]> : tensor<19xi32>
  %j = stablehlo.constant dense<[-1, 2, -2147483648, 2147483647, 0, 4, 6, 8, 8, 1, 100, 0, -1, 13, -14, 15, 61, 17, 18]> : tensor<19xi32>
  %d = stablehlo.constant dense<[1.0, -2.0, 0.0, -0.0, 0x7FF8000000000000, 3.5, 1.0, 2.0, 3.0, 5.0, -0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<19xf64>
  %0 = stablehlo.maximum %x, %y : tensor<19xf32>
  %1 = stablehlo.minimum %x, %y : tensor<19xf32>
  %2 = stablehlo.maximum %i, %j : tensor<19xi32>
  %3 = stablehlo.minimum %i, %j : tensor<19xi32>
  %4 = stablehlo.convert %i : (tensor<19xi32>) -> tensor<19xf32>
  %c = stablehlo.compare LT, %x, %y : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xi1>
  %n = stablehlo.compare NE, %x, %y : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xi1>
  %g = stablehlo.compare GE, %i, %j : (tensor<19xi32>, tensor<19xi32>) -> tensor<19xi1>
  %cn = stablehlo.and %c, %n : tensor<19xi1>
  %5 = stablehlo.select %c, %x, %y : tensor<19xi1>, tensor<19xf32>
  %6 = stablehlo.select %g, %x, %5 : tensor<19xi1>, tensor<19xf32>
  %7 = stablehlo.maximum %d, %d : tensor<19xf64>
  %u = stablehlo.convert %i : (tensor<19xi32>) -> tensor<19xui32>
  %v = stablehlo.convert %j : (tensor<19xi32>) -> tensor<19xui32>
  %w = stablehlo.maximum %u, %v : tensor<19xui32>
  %z = stablehlo.convert %w : (tensor<19xui32>) -> tensor<19xi32>
  return %0, %1, %2, %3, %4, %cn, %5, %6, %7, %z : tensor<19xf32>, tensor<19xf32>, tensor<19xi32>, tensor<19xi32>, tensor<19xf32>, tensor<19xi1>, tensor<19xf32>, tensor<19xf32>, tensor<19xf64>, tensor<19xi32>
}
