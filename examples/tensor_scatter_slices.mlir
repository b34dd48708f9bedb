// The RFC's scatter of slices: for each singleton of coordinates n, the 2-D slice [:, n, :] of %dest is replaced. The RFC's
// own 5x6 singletons name four places many times over: it says no `unique`, and the last slice of each place stays.
//
//   garner run examples/tensor_scatter_slices.mlir
func.func @main() -> tensor<4x4x4xf32> {
  %input = arith.constant dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]], [[17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0], [29.0, 30.0, 31.0, 32.0]]], [[[33.0, 34.0, 35.0, 36.0], [37.0, 38.0, 39.0, 40.0], [41.0, 42.0, 43.0, 44.0], [45.0, 46.0, 47.0, 48.0]], [[49.0, 50.0, 51.0, 52.0], [53.0, 54.0, 55.0, 56.0], [57.0, 58.0, 59.0, 60.0], [61.0, 62.0, 63.0, 64.0]]]]> : tensor<2x2x4x4xf32>
  %dest = arith.constant dense<0.0> : tensor<4x4x4xf32>
  %indices = arith.constant dense<[[[3], [0]], [[2], [1]]]> : tensor<2x2x1xindex>
  %x = scatter %input into %dest[%indices] coordinates = [1] :
    tensor<2x2x4x4xf32> into tensor<4x4x4xf32>[tensor<2x2x 1xindex>]
      -> tensor<4x4x4xf32>
  check.expect_eq_const %x, dense<[[[17.0, 18.0, 19.0, 20.0], [49.0, 50.0, 51.0, 52.0], [33.0, 34.0, 35.0, 36.0], [1.0, 2.0, 3.0, 4.0]], [[21.0, 22.0, 23.0, 24.0], [53.0, 54.0, 55.0, 56.0], [37.0, 38.0, 39.0, 40.0], [5.0, 6.0, 7.0, 8.0]], [[25.0, 26.0, 27.0, 28.0], [57.0, 58.0, 59.0, 60.0], [41.0, 42.0, 43.0, 44.0], [9.0, 10.0, 11.0, 12.0]], [[29.0, 30.0, 31.0, 32.0], [61.0, 62.0, 63.0, 64.0], [45.0, 46.0, 47.0, 48.0], [13.0, 14.0, 15.0, 16.0]]]> : tensor<4x4x4xf32>
  return %x : tensor<4x4x4xf32>
}
