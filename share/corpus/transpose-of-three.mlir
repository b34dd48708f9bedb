// A permutation of three that is not its own inverse. After iree-org/iree#16921.
func.func @main() {
  %x = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi32>
  %r = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[0, 4], [1, 5]], [[2, 6], [3, 7]]]> : tensor<2x2x2xi32>
  return
}
