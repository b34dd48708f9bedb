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
program onnx_open '%x: tensor<?x?xf32>, %i: tensor<?x?xi64>' 'tensor<?x?x?xf32>' <<'X'
  %r = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?x?x?xf32>
X
program onnx_open_inner '%x: tensor<?x?xf32>, %i: tensor<?x?xi64>' 'tensor<?x?x?xf32>' <<'X'
  %r = "onnx.Gather"(%x, %i) {axis = 1 : si64} : (tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?x?x?xf32>
X
program torch_open '%x: !torch.vtensor<[?,?,?],f32>, %i: !torch.vtensor<[?],si64>' '!torch.vtensor<[?,?,?],f32>' <<'X'
  %d = torch.constant.int 1
  %r = torch.aten.index_select %x, %d, %i : !torch.vtensor<[?,?,?],f32>, !torch.int, !torch.vtensor<[?],si64> -> !torch.vtensor<[?,?,?],f32>
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
scatter() { # scatter NAME RESULT DIMS REGION: of %x, %i, %u of the types $x, $i, $u
    program "$1" "%x: $x, %i: $i, %u: $u" "$x" <<X
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<$2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    $3
  }) : ($x, $i, $u) -> $x
X
}
sum='%c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>'
last='stablehlo.return %b : tensor<f32>'
x='tensor<?x8xf32>' i='tensor<?x1xi32>' u='tensor<?x8xf32>'
scatter rows_added 'update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1' "$sum"
x='tensor<?x?xf32>' i='tensor<2x?xi64>' u='tensor<?xf32>'
scatter points_put 'inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0' "$last"
x='tensor<6x?xf32>' i='tensor<?xi64>' u='tensor<6x?xf32>'
scatter columns_added 'update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1' "$sum"
x='tensor<?x?xf32>' i='tensor<?x?xi64>' u='tensor<?x?xf32>'
scatter elements_put 'inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2' "$last"
program two_inputs '%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>, %v: tensor<?xf32>' 'tensor<?xf32>' <<'X'
  %s:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %r = stablehlo.add %s#0, %s#1 : tensor<?xf32>
X
program moved '%x: tensor<?x?x5xf32>, %i: tensor<2x?xi64>' 'tensor<5x?xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<?x?x5xf32>, tensor<2x?xi64>) -> tensor<5x?xf32>
X
program kept '%x: tensor<?x4xf32>, %i: tensor<?x1xi64>' 'tensor<?x1x4xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x1xi64>) -> tensor<?x1x4xf32>
X
program torch_put '%x: !torch.vtensor<[?,8],f32>, %i: !torch.vtensor<[?],si64>, %v: !torch.vtensor<[?,8],f32>' '!torch.vtensor<[?,8],f32>' <<'X'
  %yes = torch.constant.bool true
  %l = torch.prim.ListConstruct %i : (!torch.vtensor<[?],si64>) -> !torch.list<optional<vtensor>>
  %r = torch.aten.index_put %x, %l, %v, %yes : !torch.vtensor<[?,8],f32>, !torch.list<optional<vtensor>>, !torch.vtensor<[?,8],f32>, !torch.bool -> !torch.vtensor<[?,8],f32>
X
program unsqueezed '%x: !torch.vtensor<[?,1],f32>' '!torch.vtensor<[1,?,1],f32>' <<'X'
  %d = torch.constant.int -3
  %r = torch.aten.unsqueeze %x, %d : !torch.vtensor<[?,1],f32>, !torch.int -> !torch.vtensor<[1,?,1],f32>
X
program around '%x: tensor<?x4xf32>, %i: tensor<?xi64>, %y: tensor<?x4xf32>' 'tensor<4x?xf32>' <<'X'
  %g = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<?x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  %s = "onnx.Add"(%g, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = "onnx.Transpose"(%s) {perm = [1, 0]} : (tensor<?x4xf32>) -> tensor<4x?xf32>
X
program windows_moved '%x: tensor<?x8xf32>, %i: tensor<5xi32>' 'tensor<5x3x8xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3, 8>}> : (tensor<?x8xf32>, tensor<5xi32>) -> tensor<5x3x8xf32>
X
program part_sliced '%x: tensor<8x?xf32>, %i: tensor<5xi32>' 'tensor<5x3xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<8x?xf32>, tensor<5xi32>) -> tensor<5x3xf32>
X
program part_indexed '%x: tensor<?x?xf32>, %i: tensor<5xi32>' 'tensor<5x3xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<?x?xf32>, tensor<5xi32>) -> tensor<5x3xf32>
X
program batches_counted '%x: tensor<5x?x?xf32>, %i: tensor<5x2xi32>' 'tensor<5xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x?x?xf32>, tensor<5x2xi32>) -> tensor<5xf32>
X
# Elements of a window go by themselves: some are dropped, others not.
program windows_added '%x: tensor<?xf32>, %i: tensor<5xi32>, %u: tensor<5x3xf32>' 'tensor<?xf32>' <<'X'
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<5xi32>, tensor<5x3xf32>) -> tensor<?xf32>
X
# A window as long as its dimension moves as well: from 1 on its last element is dropped.
program whole_moved '%x: tensor<3x?xf32>, %i: tensor<5x2xi32>, %u: tensor<5x3xf32>' 'tensor<3x?xf32>' <<'X'
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x?xf32>, tensor<5x2xi32>, tensor<5x3xf32>) -> tensor<3x?xf32>
X
program two_windows_open '%x: tensor<?x?xi32>, %i: tensor<?x2xi64>' 'tensor<?x3x2xi32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 3, 2>}> : (tensor<?x?xi32>, tensor<?x2xi64>) -> tensor<?x3x2xi32>
X
program broadcast_open '%x: tensor<?x1xf32>' 'tensor<2x?x4xf32>' <<'X'
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x1xf32>) -> tensor<i32>
  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %a = stablehlo.constant dense<2> : tensor<1xi32>
  %b = stablehlo.constant dense<4> : tensor<1xi32>
  %s = stablehlo.concatenate %a, %v, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<?x1xf32>, tensor<3xi32>) -> tensor<2x?x4xf32>
X
program part_open '%x: tensor<?x?xf32>, %i: tensor<?xi32>' 'tensor<?x3xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x3xf32>
X
program windows_open '%x: tensor<?x8xf32>, %i: tensor<?xi32>' 'tensor<?x3x8xf32>' <<'X'
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3, 8>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x3x8xf32>
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
for name in onnx_gather onnx_open stablehlo_rows torch_select; do
    for to in stablehlo tensor tcp onnx torch; do becomes $name $to; done
done
for name in onnx_gather_inner onnx_open_inner torch_open; do
    for to in stablehlo onnx torch; do becomes $name $to; done
done
expect 0 convert "$dir/torch_open.mlir" --to=stablehlo --assume-in-bounds # sizes of windows are asked for when it runs
says out 'stablehlo.dynamic_gather'
becomes onnx_gather_inner tensor # between transposes
refused onnx_gather_inner tcp "'onnx.Gather' takes slices along a dimension that is not the first, of a shape that is not known"
for name in onnx_elements torch_gather; do
    for to in tcp onnx torch; do becomes $name $to; done
done
# Indices may be shorter than the data beside the axis, StableHLO's batching dims are of one extent.
refused onnx_elements stablehlo "'onnx.GatherElements' has operands or results of a shape that is not known"
for to in stablehlo tensor tcp onnx torch; do becomes onnx_nd $to; becomes stablehlo_pairs $to; done
for to in onnx torch; do # what is dropped goes past the end, which is cut off again
    for name in rows_added points_put columns_added elements_put two_inputs moved kept; do becomes $name $to; done
done
for to in stablehlo tensor; do becomes moved $to; becomes kept $to; done
# Steps of a window are added to any indices, counts along batches to those whose extents are known.
for name in windows_moved windows_open two_windows_open part_sliced part_indexed batches_counted; do
    for to in tensor tcp onnx torch; do becomes $name $to; done
done
for name in windows_added whole_moved; do
    for to in onnx torch; do becomes $name $to; done
done
for to in onnx torch; do
    becomes broadcast_open $to
    if grep -q stablehlo "$dir/out"; then fail "an op of StableHLO is left in $to"; fi
done
# Numbers that are an error when it runs: in the target's ops they would be one before.
program never_runs '%y: tensor<5xf32>' 'tensor<?xf32>' <<'X'
  %o = stablehlo.constant dense<1> : tensor<1xi32>
  %m = stablehlo.constant dense<-2> : tensor<1xi32>
  %e = stablehlo.constant dense<9> : tensor<1xi32>
  %r = stablehlo.real_dynamic_slice %y, %o, %e, %o : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.real_dynamic_slice %y, %o, %e, %m : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  check.expect_eq %r, %b : tensor<?xf32>
X
for to in onnx torch; do
    expect 0 convert "$dir/never_runs.mlir" --to=$to
    says err "'stablehlo.real_dynamic_slice' has no counterpart in $to and stays"
done

# 15 of the data, 2 of the indices and 16 of the result are more than 32.
many='?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32' twos='2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32'
program many_dims "%x: tensor<$many>, %i: tensor<?x15xi32>" "tensor<?x$twos>" <<X
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], start_index_map = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], index_vector_dim = 1>, slice_sizes = array<i64: 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2>}> : (tensor<$many>, tensor<?x15xi32>) -> tensor<?x$twos>
X
refused many_dims onnx "'stablehlo.gather' has too many dimensions to be taken apart"
refused part_open onnx "'stablehlo.gather' has operands or results of a shape that is not known"
# Values of one row would be broadcast.
expect 0 convert "$dir/torch_put.mlir" --to=torch
refused torch_put onnx "'torch.aten.index_put' has values of a shape that is not known"
# No two updates may meet there, and as many places as there are updates are not made.
refused rows_added tensor "'stablehlo.scatter'"
for to in stablehlo tensor onnx torch; do becomes unsqueezed $to; done # which of the ones is new is said
for to in onnx torch; do becomes around $to; done
in_32_bits "$dir/onnx_gather.mlir" >"$dir/onnx_gather32.mlir"
refused onnx_gather32 ttnn "'onnx.Gather' has operands or results of a shape that is not known" # TTNN's are all known
refused onnx_gather nvl "'onnx.Gather' has operands or results of a shape that is not known" # anvil's too
# What counts from the end is clamped as far below 0 as the dimension is long: -1 is the last row, -100 the first.
program counts_back "%x: tensor<?x2xf32>, %i: tensor<3xi64>" "tensor<3x2xf32>" <<X
  %r = garner.gather ins(%x, %i : tensor<?x2xf32>, tensor<3xi64>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], wrap_negative, bounds = clamp -> tensor<3x2xf32>
X
expect 0 convert "$dir/counts_back.mlir" --to=onnx -o "$dir/counts_back.onnx.mlir"
expect 0 run "$dir/counts_back.onnx.mlir" --input '[[1,2],[3,4],[5,6]]' --input '[-1,-100,100]' --expect '[[5,6],[1,2],[5,6]]'
finish
