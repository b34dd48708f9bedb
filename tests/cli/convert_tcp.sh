# garner convert --to=tcp: the mappings of "Gather Ops in Tcp" come out as that document shows them (TCP-13, TCP-18), in
# today's spelling; what is expected is by hand. ONNX counts negative indices from the end, which the document leaves out:
# there the sum and the choice come first.
. "$(dirname "$0")/common.sh"

cat >"$dir/in.mlir" <<'END'
func.func @torch_gather(%input: !torch.vtensor<[3,4],f32>, %indices: !torch.vtensor<[3,2],si64>) -> !torch.vtensor<[3,2],f32> {
  %int1 = torch.constant.int 1
  %false = torch.constant.bool false
  %x = torch.aten.gather %input, %int1, %indices, %false : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[3,2],si64>, !torch.bool -> !torch.vtensor<[3,2],f32>
  return %x : !torch.vtensor<[3,2],f32>
}
func.func @torch_index_select(%input: !torch.vtensor<[3,4],f32>, %indices: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32> {
  %int0 = torch.constant.int 0
  %x = torch.aten.index_select %input, %int0, %indices : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[2],si64> -> !torch.vtensor<[2,4],f32>
  return %x : !torch.vtensor<[2,4],f32>
}
func.func @tf_gather(%input: tensor<3x4x5xf32>, %indices: tensor<3xi64>) -> tensor<3x3x5xf32> {
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %x = "tf.GatherV2"(%input, %indices, %axis) : (tensor<3x4x5xf32>, tensor<3xi64>, tensor<i32>) -> tensor<3x3x5xf32>
  return %x : tensor<3x3x5xf32>
}
func.func @tf_gather_nd(%input: tensor<5x7x3xf32>, %indices: tensor<4x2xi64>) -> tensor<4x3xf32> {
  %x = "tf.GatherNd"(%input, %indices) : (tensor<5x7x3xf32>, tensor<4x2xi64>) -> tensor<4x3xf32>
  return %x : tensor<4x3xf32>
}
func.func @more_indices(%input: tensor<3x4x5xf32>, %indices: tensor<6x2xi32>) -> tensor<3x6x2x5xf32> {
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %x = "tf.GatherV2"(%input, %indices, %axis) : (tensor<3x4x5xf32>, tensor<6x2xi32>, tensor<i32>) -> tensor<3x6x2x5xf32>
  return %x : tensor<3x6x2x5xf32>
}
func.func @one_index(%input: tensor<3x4xf32>, %indices: tensor<i64>) -> tensor<4xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %x = "tf.GatherV2"(%input, %indices, %axis) : (tensor<3x4xf32>, tensor<i64>, tensor<i32>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}
func.func @one_component(%input: tensor<5x7x3xf32>, %indices: tensor<4x1xi64>) -> tensor<4x7x3xf32> {
  %x = "tf.GatherNd"(%input, %indices) : (tensor<5x7x3xf32>, tensor<4x1xi64>) -> tensor<4x7x3xf32>
  return %x : tensor<4x7x3xf32>
}
func.func @nothing_to_broadcast(%input: tensor<3x1xf32>, %indices: tensor<2xi64>) -> tensor<2x1xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %x = "tf.GatherV2"(%input, %indices, %axis) : (tensor<3x1xf32>, tensor<2xi64>, tensor<i32>) -> tensor<2x1xf32>
  return %x : tensor<2x1xf32>
}
END
cat >"$dir/want.mlir" <<'END'
func.func @torch_gather(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2xi64>) -> tensor<3x2xf32> {
  %0 = tcp.gather %arg0, %arg1 {dim = 1 : index} : tensor<3x4xf32>, tensor<3x2xi64> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
func.func @torch_index_select(%arg0: tensor<3x4xf32>, %arg1: tensor<2xi64>) -> tensor<2x4xf32> {
  %0 = tensor.expand_shape %arg1 [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64>
  %1 = arith.constant 4 : index
  %2 = tcp.broadcast %0, %1 {axes = [1]} : tensor<2x1xi64>, index -> tensor<2x4xi64>
  %3 = tcp.gather %arg0, %2 {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xi64> -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}
func.func @tf_gather(%arg0: tensor<3x4x5xf32>, %arg1: tensor<3xi64>) -> tensor<3x3x5xf32> {
  %0 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [1, 3, 1] : tensor<3xi64> into tensor<1x3x1xi64>
  %1 = arith.constant 3 : index
  %2 = arith.constant 5 : index
  %3 = tcp.broadcast %0, %1, %2 {axes = [0, 2]} : tensor<1x3x1xi64>, index, index -> tensor<3x3x5xi64>
  %4 = tcp.gather %arg0, %3 {dim = 1 : index} : tensor<3x4x5xf32>, tensor<3x3x5xi64> -> tensor<3x3x5xf32>
  return %4 : tensor<3x3x5xf32>
}
func.func @tf_gather_nd(%arg0: tensor<5x7x3xf32>, %arg1: tensor<4x2xi64>) -> tensor<4x3xf32> {
  %0 = tcp.gather_nd %arg0, %arg1 : tensor<5x7x3xf32>, tensor<4x2xi64> -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func @more_indices(%arg0: tensor<3x4x5xf32>, %arg1: tensor<6x2xi32>) -> tensor<3x6x2x5xf32> {
  %0 = tensor.expand_shape %arg0 [[0], [1], [2, 3]] output_shape [3, 4, 1, 5] : tensor<3x4x5xf32> into tensor<3x4x1x5xf32>
  %1 = arith.constant 2 : index
  %2 = tcp.broadcast %0, %1 {axes = [2]} : tensor<3x4x1x5xf32>, index -> tensor<3x4x2x5xf32>
  %3 = tensor.expand_shape %arg1 [[0, 1], [2, 3]] output_shape [1, 6, 2, 1] : tensor<6x2xi32> into tensor<1x6x2x1xi32>
  %4 = arith.constant 3 : index
  %5 = arith.constant 5 : index
  %6 = tcp.broadcast %3, %4, %5 {axes = [0, 3]} : tensor<1x6x2x1xi32>, index, index -> tensor<3x6x2x5xi32>
  %7 = tcp.gather %2, %6 {dim = 1 : index} : tensor<3x4x2x5xf32>, tensor<3x6x2x5xi32> -> tensor<3x6x2x5xf32>
  return %7 : tensor<3x6x2x5xf32>
}
func.func @one_index(%arg0: tensor<3x4xf32>, %arg1: tensor<i64>) -> tensor<4xf32> {
  %0 = tensor.expand_shape %arg1 [] output_shape [1, 1] : tensor<i64> into tensor<1x1xi64>
  %1 = arith.constant 4 : index
  %2 = tcp.broadcast %0, %1 {axes = [1]} : tensor<1x1xi64>, index -> tensor<1x4xi64>
  %3 = tcp.gather %arg0, %2 {dim = 0 : index} : tensor<3x4xf32>, tensor<1x4xi64> -> tensor<1x4xf32>
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func @one_component(%arg0: tensor<5x7x3xf32>, %arg1: tensor<4x1xi64>) -> tensor<4x7x3xf32> {
  %0 = tcp.gather_nd %arg0, %arg1 : tensor<5x7x3xf32>, tensor<4x1xi64> -> tensor<4x7x3xf32>
  return %0 : tensor<4x7x3xf32>
}
func.func @nothing_to_broadcast(%arg0: tensor<3x1xf32>, %arg1: tensor<2xi64>) -> tensor<2x1xf32> {
  %0 = tensor.expand_shape %arg1 [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64>
  %1 = tcp.gather %arg0, %0 {dim = 0 : index} : tensor<3x1xf32>, tensor<2x1xi64> -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}
END
expect 0 convert --to=tcp --assume-in-bounds "$dir/in.mlir"
diff "$dir/want.mlir" "$dir/out" || fail "torch's and TensorFlow's gathers are not as the document shows them"
expect 0 check "$dir/out"

# ONNX: the same where no index is negative; else behind what makes it count from the end.
cat >"$dir/onnx.mlir" <<'END'
func.func @gather_elements(%input: tensor<3x3xf32>, %indices: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %x = "onnx.GatherElements"(%input, %indices) {axis = 0 : si64} : (tensor<3x3xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}
func.func @gather(%input: tensor<3x4x5xf32>, %indices: tensor<3xi64>) -> tensor<3x3x5xf32> {
  %x = "onnx.Gather"(%input, %indices) {axis = 1 : si64} : (tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<3x3x5xf32>
  return %x : tensor<3x3x5xf32>
}
func.func @gather_nd(%input: tensor<5x7x3xf32>, %indices: tensor<4x2xi64>) -> tensor<4x3xf32> {
  %x = "onnx.GatherND"(%input, %indices) : (tensor<5x7x3xf32>, tensor<4x2xi64>) -> tensor<4x3xf32>
  return %x : tensor<4x3xf32>
}
END
expect 0 convert --to=tcp --assume-in-bounds "$dir/onnx.mlir"
sed 's/%[a-z]*[0-9]*/%/g' "$dir/out" >"$dir/bare"
says bare '% = tcp.gather %, % {dim = 0 : index} : tensor<3x3xf32>, tensor<2x3xi64> -> tensor<2x3xf32>'
says bare '% = tensor.expand_shape % [[0, 1, 2]] output_shape [1, 3, 1] : tensor<3xi64> into tensor<1x3x1xi64>'
says bare '% = tcp.broadcast %, %, % {axes = [0, 2]} : tensor<1x3x1xi64>, index, index -> tensor<3x3x5xi64>'
says bare '% = tcp.gather %, % {dim = 1 : index} : tensor<3x4x5xf32>, tensor<3x3x5xi64> -> tensor<3x3x5xf32>'
says bare '% = tcp.gather_nd %, % : tensor<5x7x3xf32>, tensor<4x2xi64> -> tensor<4x3xf32>'
! grep -q arith.select "$dir/out" || fail "nothing is chosen by a sign that no index has"
expect 0 convert --to=tcp "$dir/onnx.mlir"
[ "$(grep -c arith.select "$dir/out")" = 3 ] || fail "each of the three chooses what a negative index means"
cat >"$dir/sparse.mlir" <<'END'
func.func @gather(%x: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[3,2],si64>) -> !torch.vtensor<[3,2],f32> {
  %d = torch.constant.int 1
  %s = torch.constant.bool true
  %0 = torch.aten.gather %x, %d, %i, %s : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[3,2],si64>, !torch.bool -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}
END
expect 3 convert --to=tcp "$dir/sparse.mlir"
says err "unimplemented: sparse_grad is not supported yet"

# torch.aten.index.Tensor_hacked_twin: index tensors broadcast together, joined along a new last dim, tcp.gather_nd.
cat >"$dir/twin.mlir" <<'END'
func.func @main(%x: !torch.vtensor<[5,7,3],f32>, %i: !torch.vtensor<[4],si64>, %j: !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[2,4,3],f32> {
  %l = torch.prim.ListConstruct %i, %j : (!torch.vtensor<[4],si64>, !torch.vtensor<[2,1],si64>) -> !torch.list<vtensor>
  %r = torch.aten.index.Tensor_hacked_twin %x, %l : !torch.vtensor<[5,7,3],f32>, !torch.list<vtensor> -> !torch.vtensor<[2,4,3],f32>
  return %r : !torch.vtensor<[2,4,3],f32>
}
END
expect 0 convert --to=tcp --assume-in-bounds "$dir/twin.mlir"
sed 's/%[a-z]*[0-9]*/%/g' "$dir/out" >"$dir/bare"
says bare '% = tensor.concat dim(2) %, % : (tensor<2x4x1xi64>, tensor<2x4x1xi64>) -> tensor<2x4x2xi64>'
says bare '% = tcp.gather_nd %, % : tensor<5x7x3xf32>, tensor<2x4x2xi64> -> tensor<2x4x3xf32>'

# There is no tcp.scatter (TCP-19).
cat >"$dir/scatter.mlir" <<'END'
func.func @main(%a: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<4xf32> {
  %0 = tensor.scatter %u into %a[%i] scatter_dims([0]) unique : (tensor<2xf32>, tensor<4xf32>, tensor<2x1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
END
expect 3 convert --to=tcp "$dir/scatter.mlir"
says err "tcp"

# TCP-2: elements of any type.
for element in ui8 'complex<f32>' i1; do
    cat >"$dir/element.mlir" <<END
func.func @main(%x: tensor<4x3x$element>, %i: tensor<2xi64>) -> tensor<4x2x$element> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1],
    start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x3x$element>, tensor<2xi64>) -> tensor<4x2x$element>
  return %r : tensor<4x2x$element>
}
END
    expect 0 convert --to=tcp --verify-equivalence "$dir/element.mlir"
    says out "tcp.gather"
    says out "-> tensor<4x2x$element>"
done

# --assume-in-bounds leaves out what is there for negative indices, too: the one op that the document shows.
cat >"$dir/elements.mlir" <<'END'
func.func @main(%x: tensor<3x3xf32>, %i: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %0 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<3x3xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
END
expect 0 convert --to=tcp "$dir/elements.mlir"
says out 'arith.select'
expect 0 convert --to=tcp --assume-in-bounds "$dir/elements.mlir"
cat >"$dir/want" <<'END'
func.func @main(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %0 = tcp.gather %arg0, %arg1 {dim = 0 : index} : tensor<3x3xf32>, tensor<2x3xi64> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
END
diff "$dir/want" "$dir/out" || fail "the op that the document shows"

# A batched gather: the batch's component in front of the others, which are not taken apart where they are in order, and taken
# apart once where they are not.
batched() { # batched MAP
    cat >"$dir/batched.mlir" <<END
func.func @main(%x: tensor<2x3x4xi32>, %i: tensor<2x5x2xi64>) -> tensor<2x5xi32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0],
    start_indices_batching_dims = [0], start_index_map = [$1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}>
    : (tensor<2x3x4xi32>, tensor<2x5x2xi64>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}
END
    expect 0 convert --to=tcp --verify-equivalence "$dir/batched.mlir"
    expect 0 convert --to=tcp --assume-in-bounds "$dir/batched.mlir"
    [ "$(grep -c 'tensor.concat' "$dir/out")" = 1 ] || fail "one concatenation of start_index_map = [$1]"
    [ "$(grep -c 'tensor.extract_slice' "$dir/out")" = "$2" ] || fail "$2 slices of start_index_map = [$1]"
}
batched '1, 2' 0
says out 'tensor.concat dim(2) %3, %arg1 : (tensor<2x5x1xi64>, tensor<2x5x2xi64>) -> tensor<2x5x3xi64>'
batched '2, 1' 2
finish
