// The RFC's fine-grain scatter: each element of %input to the place its triple of coordinates names. `scatter` is the RFC's
// op, whose `unique` is optional; MLIR's is the one with it, tensor.scatter. Of two at one place the last one stays.
//
//   garner run examples/tensor_scatter_elements.mlir
func.func @main() -> tensor<4x4x4xf32> {
  %input = arith.constant dense<[[5.0, 7.0]]> : tensor<1x2xf32>
  %dest = arith.constant dense<0.0> : tensor<4x4x4xf32>
  %indices = arith.constant dense<[[[0, 1, 2], [3, 0, 3]]]> : tensor<1x2x3xindex>
  %x = scatter %input into %dest[%indices] :
    tensor<1x2xf32> into tensor<4x4x4xf32>[tensor<1x2x 3xindex>]
      -> tensor<4x4x4xf32>
  check.expect_eq_const %x, dense<[[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 7.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<4x4x4xf32>
  return %x : tensor<4x4x4xf32>
}
