# What torch-mlir has no op for it writes as torch.operator with a name: where there is a row of that name, it runs as that.
. "$(dirname "$0")/common.sh"

cat >"$dir/operator.mlir" <<'END'
func.func @by_the_name_of_an_operator() {
  %x = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %by = torch.vtensor.literal(dense<[1, 0, 3]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %none = torch.constant.none
  %initial = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "sum"
  %0 = torch.operator "torch.aten.segment_reduce"(%x, %reduce, %by, %none, %none, %axis, %f, %initial) : (!torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[3],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none) -> !torch.vtensor<[3,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 2.0], [0.0, 0.0], [15.0, 10.0]]> : tensor<3x2xf32>
  return
}
END
expect 0 run "$dir/operator.mlir"
sed 's/"sum"/"median"/' "$dir/operator.mlir" >"$dir/median.mlir"
expect 3 run "$dir/median.mlir"
says err "reduce argument must be either sum, prod, mean, amax or amin, got median"
finish
