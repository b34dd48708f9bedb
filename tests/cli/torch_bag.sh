# torch's bag with weights: without a padding_idx a product is not rounded before it is added, as in aten. 4097 * 4097 - 16785408 is 1;
# a converted program, which rounds it, is told so (PT-D14).
. "$(dirname "$0")/common.sh"

cat >"$dir/bag.mlir" <<'END'
func.func @fused() {
  %w = torch.vtensor.literal(dense<[[4097.0, 1.0], [16785408.0, 0.0]]> : tensor<2x2xf32>) : !torch.vtensor<[2,2],f32>
  %i = torch.vtensor.literal(dense<[1, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %o = torch.vtensor.literal(dense<0> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %s = torch.vtensor.literal(dense<[-1.0, 4097.0]> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  %none = torch.constant.none
  %f = torch.constant.bool false
  %sum = torch.constant.int 0
  %beyond = torch.constant.int 2
  %0:4 = torch.aten.embedding_bag.padding_idx %w, %i, %o, %f, %sum, %f, %s, %f, %none : !torch.vtensor<[2,2],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[1],si64>, !torch.bool, !torch.int, !torch.bool, !torch.vtensor<[2],f32>, !torch.bool, !torch.none -> !torch.vtensor<[1,2],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>
  %1 = torch_c.to_builtin_tensor %0#0 : !torch.vtensor<[1,2],f32> -> tensor<1x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 4097.0]]> : tensor<1x2xf32>
  %2:4 = torch.aten._embedding_bag %w, %i, %o, %f, %sum, %f, %s, %f, %beyond : !torch.vtensor<[2,2],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[1],si64>, !torch.bool, !torch.int, !torch.bool, !torch.vtensor<[2],f32>, !torch.bool, !torch.int -> !torch.vtensor<[1,2],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>
  %3 = torch_c.to_builtin_tensor %2#0 : !torch.vtensor<[1,2],f32> -> tensor<1x2xf32>
  check.expect_eq_const %3, dense<[[0.0, 4097.0]]> : tensor<1x2xf32>
  return
}
END
expect 0 run "$dir/bag.mlir"
expect 0 convert --to=stablehlo "$dir/bag.mlir"
says err "'torch.aten.embedding_bag.padding_idx' adds a row times its weight with one rounding; here the product is rounded, too"
finish
