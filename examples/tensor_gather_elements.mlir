// The RFC's fine-grain gather: for each triple of coordinates in %indices, the element there. The dimensions are not
// written, so they are the leading ones; `garner print` shows the op in the spelling that MLIR has today.
//
//   garner run examples/tensor_gather_elements.mlir
func.func @main() -> tensor<1x2xf32> {
  %input = arith.constant dense<[[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0]], [[16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0], [24.0, 25.0, 26.0, 27.0], [28.0, 29.0, 30.0, 31.0]], [[32.0, 33.0, 34.0, 35.0], [36.0, 37.0, 38.0, 39.0], [40.0, 41.0, 42.0, 43.0], [44.0, 45.0, 46.0, 47.0]], [[48.0, 49.0, 50.0, 51.0], [52.0, 53.0, 54.0, 55.0], [56.0, 57.0, 58.0, 59.0], [60.0, 61.0, 62.0, 63.0]]]> : tensor<4x4x4xf32>
  %indices = arith.constant dense<[[[0, 1, 2], [3, 0, 3]]]> : tensor<1x2x3xindex>
  %x = tensor.gather %input[%indices] :
    tensor<4x4x4xf32>[tensor<1x2x 3xindex>] -> tensor<1x2xf32>
  check.expect_eq_const %x, dense<[[6.0, 51.0]]> : tensor<1x2xf32>
  return %x : tensor<1x2xf32>
}
