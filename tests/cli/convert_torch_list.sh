# A list of torch's stays where nothing has tensors in it. Among tensors of another dialect it would not verify: it is refused.
. "$(dirname "$0")/common.sh"

cat >"$dir/list.mlir" <<'END'
func.func @f(%x: tensor<2xf32>) -> !torch.list<vtensor> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  %v = torch_c.from_builtin_tensor %y : tensor<2xf32> -> !torch.vtensor<[2],f32>
  %l = torch.prim.ListConstruct %v : (!torch.vtensor<[2],f32>) -> !torch.list<vtensor>
  return %l : !torch.list<vtensor>
}
END
for to in stablehlo onnx tcp; do
    expect 3 convert --to=$to "$dir/list.mlir"
    says err "cannot be expressed in $to: 'torch.prim.ListConstruct' has no counterpart there, and takes types of torch"
done
expect 0 convert --to=torch "$dir/list.mlir"
says out 'torch.prim.ListConstruct %1 : (!torch.vtensor<[2],f32>) -> !torch.list<vtensor>'

cat >"$dir/numbers.mlir" <<'END'
func.func @f(%x: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.list<int>) {
  %one = torch.constant.int 1
  %l = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  return %x, %l : !torch.vtensor<[2],f32>, !torch.list<int>
}
END
expect 0 convert --to=stablehlo "$dir/numbers.mlir" -o "$dir/made.mlir"
says err "'torch.prim.ListConstruct' has no counterpart in stablehlo and stays"
expect 0 check "$dir/made.mlir"
finish
