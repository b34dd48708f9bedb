# ONNX, torch, TensorFlow and TOSA have no meaning for an index out of range (ON-8, PT-5, PT-9, TF-6, TO-3): a run says which
# one it is, and gives no result. anvil's move it into range.
. "$(dirname "$0")/common.sh"

run() { # run STATUS DTYPE INDICES OP: x = [10, 20, 30, 40] by the indices
    cat >"$dir/program.mlir" <<END
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
  %i = stablehlo.constant dense<$3> : tensor<2x$2>
$4
  return %r : tensor<2xf32>
}
END
    expect "$1" run "$dir/program.mlir"
}
# Out of range above, out of range below; the last that is in range.
onnx='  %r = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>'
run 4 i64 '[0, 4]' "$onnx" && says err 4
run 4 i64 '[-5, 0]' "$onnx" && says err -5
run 0 i64 '[-4, 3]' "$onnx" && says out '[1.000000e+01, 4.000000e+01]'

onnx='  %z = stablehlo.constant dense<1.0> : tensor<2xf32>
  %s = "onnx.ScatterElements"(%x, %i, %z) {axis = 0 : si64, reduction = "add"} : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
  %r = stablehlo.slice %s [2:4] : (tensor<4xf32>) -> tensor<2xf32>'
run 4 i64 '[0, 4]' "$onnx" && says err 4
run 0 i64 '[-1, 3]' "$onnx" && says out '[3.000000e+01, 4.200000e+01]'

tf='  %a = stablehlo.constant dense<0> : tensor<i32>
  %r = "tf.GatherV2"(%x, %i, %a) {batch_dims = 0 : i64} : (tensor<4xf32>, tensor<2xi64>, tensor<i32>) -> tensor<2xf32>'
run 4 i64 '[0, 4]' "$tf" && says err 4
run 4 i64 '[-1, 0]' "$tf" && says err -1
run 0 i64 '[0, 3]' "$tf" && says out '[1.000000e+01, 4.000000e+01]'

tf='  %z = stablehlo.constant dense<1.0> : tensor<2xf32>
  %j = stablehlo.reshape %i : (tensor<2xi64>) -> tensor<2x1xi64>
  %s = "tf.TensorScatterSub"(%x, %j, %z) : (tensor<4xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<4xf32>
  %r = stablehlo.slice %s [2:4] : (tensor<4xf32>) -> tensor<2xf32>'
run 4 i64 '[0, 4]' "$tf" && says err 'tf.TensorScatterSub: the index at [1, 0] of indices is 4;'
run 4 i64 '[-1, 0]' "$tf" && says err 'tf.TensorScatterSub: the index at [0, 0] of indices is -1;'
run 0 i64 '[2, 3]' "$tf" && says out '[2.900000e+01, 3.900000e+01]'

torch='  %d = torch.constant.int 0
  %t = torch_c.from_builtin_tensor %x : tensor<4xf32> -> !torch.vtensor<[4],f32>
  %j = torch_c.from_builtin_tensor %i : tensor<2xi64> -> !torch.vtensor<[2],si64>
  %o = torch.aten.index_select %t, %d, %j : !torch.vtensor<[4],f32>, !torch.int, !torch.vtensor<[2],si64> -> !torch.vtensor<[2],f32>
  %r = torch_c.to_builtin_tensor %o : !torch.vtensor<[2],f32> -> tensor<2xf32>'
run 4 i64 '[0, 4]' "$torch" && says err 4
run 4 i64 '[-1, 0]' "$torch" && says err -1
run 0 i64 '[0, 3]' "$torch" && says out '[1.000000e+01, 4.000000e+01]'

torch='  %t = torch_c.from_builtin_tensor %x : tensor<4xf32> -> !torch.vtensor<[4],f32>
  %j = torch_c.from_builtin_tensor %i : tensor<2xi64> -> !torch.vtensor<[2],si64>
  %l = torch.prim.ListConstruct %j : (!torch.vtensor<[2],si64>) -> !torch.list<vtensor>
  %o = torch.aten.index.Tensor_hacked_twin %t, %l : !torch.vtensor<[4],f32>, !torch.list<vtensor> -> !torch.vtensor<[2],f32>
  %r = torch_c.to_builtin_tensor %o : !torch.vtensor<[2],f32> -> tensor<2xf32>'
run 4 i64 '[0, 4]' "$torch" && says err 4
run 4 i64 '[-5, 0]' "$torch" && says err -5
run 0 i64 '[-4, 3]' "$torch" && says out '[1.000000e+01, 4.000000e+01]'

tosa='  %v = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<1x4x1xf32>
  %j = stablehlo.reshape %i : (tensor<2xi32>) -> tensor<1x2xi32>
  %o = tosa.gather %v, %j : (tensor<1x4x1xf32>, tensor<1x2xi32>) -> tensor<1x2x1xf32>
  %r = stablehlo.reshape %o : (tensor<1x2x1xf32>) -> tensor<2xf32>'
run 4 i32 '[0, 4]' "$tosa" && says err 4
run 4 i32 '[-1, 0]' "$tosa" && says err -1
run 0 i32 '[0, 3]' "$tosa" && says out '[1.000000e+01, 4.000000e+01]'

nvl='  %r = nvl.gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
         start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2xf32>'
run 0 i32 '[0, 5]' "$nvl" && says out '[1.000000e+01, 4.000000e+01]'
expect 4 run --strict "$dir/program.mlir"
finish
