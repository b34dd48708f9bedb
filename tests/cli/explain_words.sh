# garner explain and draw call tensors and dimensions what the op's own system calls them, and keep StableHLO's names for the
# steps and the formula.
. "$(dirname "$0")/common.sh"

# op FILE: what explain, its sentence and the picture as text and as SVG say of it, in $dir/steps, words, text, svg.
look() {
    expect 0 explain "$dir/p.mlir"
    mv "$dir/out" "$dir/steps"
    expect 0 explain "$dir/p.mlir" --in-words
    mv "$dir/out" "$dir/words"
    expect 0 draw "$dir/p.mlir" --text
    mv "$dir/out" "$dir/text"
    expect 0 draw "$dir/p.mlir" -o "$dir/svg"
}

# ONNX: axis, data, indices, output; batch_dims.
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x2xi64>) -> tensor<2x2xf32> {
  %0 = "onnx.GatherElements"(%x, %i) {axis = -1 : si64} : (tensor<2x3xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
END
look
says steps '  operand          tensor<2x3xf32>   here: data'
says steps '  start_indices    tensor<2x2xi64>   here: indices'
says steps '  result           tensor<2x2xf32>   here: output'
says steps '  start_index_map = [1]   from axis'
says steps '  start_index           [0]     [start_indices[0, 0]]'
says words 'takes one element of data, from the place that is the index along axis 1; axis 0 of data is a batch, which goes along with axis 0 of indices;'
says words '    output = data['
says text 'axis 0      0    1    2   axis 1'
says text 'axis: start_index_map = [1]: component 0 is a place along axis 1'
says text 'operand_batching_dims = [0]: axis 0 of data goes along with'
says svg '>axis 1</text>'
says svg '<title>data[1, 2] = 0.0'
says svg 'data-tensor="operand" data-at="1,2"'
expect 2 explain "$dir/p.mlir" --at 5,5
says err 'there is no element [5, 5] of output, its shape is [2, 2]'
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: tensor<2x3x4xf32>, %i: tensor<2x2x1xi64>) -> tensor<2x2x4xf32> {
  %0 = "onnx.GatherND"(%x, %i) {batch_dims = 1 : si64} : (tensor<2x3x4xf32>, tensor<2x2x1xi64>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}
END
look
says steps '  operand_batching_dims = [0]   from batch_dims'
says text 'batch_dims: operand_batching_dims = [0]: axis 0 of data goes along with'
says text 'batch_dims of the formula = [0, 1]: the other axes of output'

# torch: input, dim, index, src. Its tensor types have zeros too.
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[2,4],si64>, %s: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[3,4],f32> {
  %d = torch.constant.int -2
  %0 = torch.aten.scatter_add %x, %d, %i, %s : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[2,4],si64>, !torch.vtensor<[2,4],f32> -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}
END
look
says steps '  scatter_indices  tensor<2x4xi64>   here: index'
says steps '  updates          tensor<2x4xf32>   here: src'
says steps '  scatter_dims_to_operand_dims = [0]   from dim'
says words 'combines one element of src with input by add, from the place that is the index along dim 0;'
says words "np.add.at(result, "
says text 'src  f32 [2, 4]'
says text 'dim 1 of input goes along with'
says svg 'result[result_index] = add(result[result_index], src[update_index])'

# An op that is made of several: which of them it is about. A mean counts first, in i64, and nothing is rounded.
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: !torch.vtensor<[3],f32>, %i: !torch.vtensor<[4],si64>, %s: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3],f32> {
  %d = torch.constant.int 0
  %r = torch.constant.str "mean"
  %t = torch.constant.bool true
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %r, %t : !torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.vtensor<[4],f32>, !torch.str, !torch.bool -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}
END
look
says steps '  one of the gathers and scatters that the op is made of'
says steps '  input            tensor<3xi64>'
says svg '>torch.aten.scatter_reduce.two, one part<'
grep -q rounded "$dir/steps" && fail 'a count is not rounded'

# TTNN: input, index, dim; an embedding's table is its weight.
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: tensor<2x4xf32>, %i: tensor<2x3xui32>) -> tensor<2x3xf32> {
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<2x4xf32>, tensor<2x3xui32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
END
look
says text 'dim: start_index_map = [1]: component 0 is a place along dim 1'
says text 'dim 0 of input goes along with'
says svg '<title>index[0, 0] = 0'

# MLIR's tensor: source, gather_dims; the updates of a scatter are its source.
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: tensor<3x4xf32>, %i: tensor<2x1xindex>) -> tensor<2x1x4xf32> {
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x4xf32>, tensor<2x1xindex>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}
END
look
says steps '  start_index_map = [0]   from gather_dims'
says text 'source  f32 [3, 4]'
cat >"$dir/p.mlir" <<'END'
func.func @main(%s: tensor<2x1x4xf32>, %x: tensor<3x4xf32>, %i: tensor<2x1xindex>) -> tensor<3x4xf32> {
  %0 = tensor.scatter %s into %x[%i] scatter_dims([0]) unique : (tensor<2x1x4xf32>, tensor<3x4xf32>, tensor<2x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
END
expect 0 draw "$dir/p.mlir" --text
says out 'dest  f32 [3, 4]'
says out 'source  f32 [2, 1, 4]'
says out 'scatter_dims: scatter_dims_to_operand_dims = [0]: component 0 is a place along dim 0'

# TCP: input, indices, dim. TensorFlow: params, axis. TOSA: values.
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x2xi64>) -> tensor<2x2xf32> {
  %0 = tcp.gather %x, %i {dim = 1 : index} : tensor<2x3xf32>, tensor<2x2xi64> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
END
look
says text 'out  f32 [2, 2]'
says text 'dim: start_index_map = [1]'
cat >"$dir/p.mlir" <<'END'
func.func @main(%x: tensor<1x3x4xf32>, %i: tensor<1x2xi32>) -> tensor<1x2x4xf32> {
  %0 = tosa.gather %x, %i : (tensor<1x3x4xf32>, tensor<1x2xi32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}
END
look
says text 'values  f32 [1, 3, 4]'

# StableHLO keeps its own.
expect 0 draw --text "$(dirname "$0")/../../examples/batched_gather.mlir"
says out 'start_indices  i64 [2, 2, 3, 2]'
says out 'start_index_map = [2, 1]: component 0 is a place along dim 2, 1 along dim 1'
grep -q '^start_index_map' "$dir/out" || fail 'nothing stands in front of the attribute'
finish
