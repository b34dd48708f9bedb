// A function of several blocks whose values cross them.
func.func @blocks(%t: tensor<8x4xf32>, %i: tensor<2x1xindex>, %c: i1, %k: index) -> tensor<2x1x1x4xf32> {
  %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<8x4xf32>, tensor<2x1xindex>) -> tensor<2x1x4xf32>
  cf.cond_br %c, ^bb1(%k, %0 : index, tensor<2x1x4xf32>), ^bb2
^bb1(%a: index, %b: tensor<2x1x4xf32>):
  %d = tensor.dim %b, %a : tensor<2x1x4xf32>
  cf.assert %c, "expected \"c\""
  cf.br ^bb2
^bb2:
  %e = tensor.expand_shape %0 [[0], [1, 2], [3]] output_shape [2, 1, 1, 4] : tensor<2x1x4xf32> into tensor<2x1x1x4xf32>
  return %e : tensor<2x1x1x4xf32>
}
