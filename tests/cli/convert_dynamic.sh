# convert_dynamic.sh - programs with extents that are not known, to every dialect that has such tensors: equal over random extents.
. "$(dirname "$0")/common.sh"

program() { # program NAME ARGUMENTS RESULT: lines of the body on standard input
    { echo "func.func @main($2) -> $3 {"; cat; echo "  return %r : $3"; echo "}"; } >"$dir/$1.mlir"
}
program onnx_gather '%x: tensor<?x6xf32>, %i: tensor<?x?xi64>' 'tensor<?x?x6xf32>' <<'X'
  %r = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<?x6xf32>, tensor<?x?xi64>) -> tensor<?x?x6xf32>
X
program onnx_gather_inner '%x: tensor<3x?xf32>, %i: tensor<?xi32>' 'tensor<3x?xf32>' <<'X'
  %r = "onnx.Gather"(%x, %i) {axis = 1 : si64} : (tensor<3x?xf32>, tensor<?xi32>) -> tensor<3x?xf32>
X
program onnx_elements '%x: tensor<?x?xf32>, %i: tensor<?x?xi64>' 'tensor<?x?xf32>' <<'X'
  %r = "onnx.GatherElements"(%x, %i) {axis = 1 : si64} : (tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?x?xf32>
X
program onnx_nd '%x: tensor<?x?x5xf32>, %i: tensor<?x2xi64>' 'tensor<?x5xf32>' <<'X'
  %r = "onnx.GatherND"(%x, %i) {batch_dims = 0 : si64} : (tensor<?x?x5xf32>, tensor<?x2xi64>) -> tensor<?x5xf32>
X
program stablehlo_rows '%x: tensor<?x8xf32>, %i: tensor<?x1xi32>' 'tensor<?x8xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
X
program stablehlo_pairs '%x: tensor<?x?xf32>, %i: tensor<?x2xi64>' 'tensor<?xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x?xf32>, tensor<?x2xi64>) -> tensor<?xf32>
X
program torch_select '%x: !torch.vtensor<[?,8],f32>, %i: !torch.vtensor<[?],si64>' '!torch.vtensor<[?,8],f32>' <<'X'
  %d = torch.constant.int 0
  %r = torch.aten.index_select %x, %d, %i : !torch.vtensor<[?,8],f32>, !torch.int, !torch.vtensor<[?],si64> -> !torch.vtensor<[?,8],f32>
X
program torch_gather '%x: !torch.vtensor<[?,?],f32>, %i: !torch.vtensor<[?,?],si64>' '!torch.vtensor<[?,?],f32>' <<'X'
  %d = torch.constant.int 1
  %no = torch.constant.bool false
  %r = torch.aten.gather %x, %d, %i, %no : !torch.vtensor<[?,?],f32>, !torch.int, !torch.vtensor<[?,?],si64>, !torch.bool -> !torch.vtensor<[?,?],f32>
X
program around '%x: tensor<?x4xf32>, %i: tensor<?xi64>, %y: tensor<?x4xf32>' 'tensor<4x?xf32>' <<'X'
  %g = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<?x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  %s = "onnx.Add"(%g, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = "onnx.Transpose"(%s) {perm = [1, 0]} : (tensor<?x4xf32>) -> tensor<4x?xf32>
X

# becomes PROGRAM DIALECT: it is converted, and what comes out gives the same bits
becomes() {
    expect 0 convert "$dir/$1.mlir" --to="$2" --verify-equivalence --seed=3
    says err "same bits in"
}
# refused PROGRAM DIALECT REASON
refused() {
    expect 3 convert "$dir/$1.mlir" --to="$2"
    says err "$3"
    silent out
}
for name in onnx_gather stablehlo_rows torch_select; do
    for to in stablehlo tensor tcp onnx torch; do becomes $name $to; done
done
for to in stablehlo onnx torch; do becomes onnx_gather_inner $to; done
refused onnx_gather_inner tensor "'onnx.Gather' has operands or results of a shape that is not known" # windows are last there
refused onnx_gather_inner tcp "'onnx.Gather' takes slices along a dimension that is not the first, of a shape that is not known"
for name in onnx_elements torch_gather; do
    for to in tcp onnx torch; do becomes $name $to; done
done
# Indices may be shorter than the data beside the axis, StableHLO's batching dims are of one extent.
refused onnx_elements stablehlo "'onnx.GatherElements' has operands or results of a shape that is not known"
for to in stablehlo tensor tcp onnx; do becomes onnx_nd $to; becomes stablehlo_pairs $to; done
for to in onnx torch; do becomes around $to; done
in_32_bits "$dir/onnx_gather.mlir" >"$dir/onnx_gather32.mlir"
refused onnx_gather32 ttnn "'onnx.Gather' has operands or results of a shape that is not known" # TTNN's are all known
refused onnx_gather nvl "'onnx.Gather' has operands or results of a shape that is not known" # anvil's too
finish
