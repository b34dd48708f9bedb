# garner convert: batching dims written out and raised again; what is expected is by hand, from the rules of the proposal.
. "$(dirname "$0")/common.sh"

cat >"$dir/in.mlir" <<'END'
// the proposal's recipe; sorted survives since both lists are sorted
func.func @plain(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2x1xi8>) -> tensor<3x2xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<3x4xf32>, tensor<3x2x1xi8>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
// -----
// i8 cannot count to 300, the index vector is implicit
func.func @promote(%arg0: tensor<4x300x5xf32>, %arg1: tensor<300x2xi8>) -> tensor<300x2x5xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<4x300x5xf32>, tensor<300x2xi8>) -> tensor<300x2x5xf32>
  return %0 : tensor<300x2x5xf32>
}
// -----
// permuted; 255 is the last size that ui8 takes; sorted does not survive
func.func @permuted(%arg0: tensor<2x255x7xf32>, %arg1: tensor<255x1x2xui8>) -> tensor<255x2x3xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [2, 0], start_index_map = [2], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<2x255x7xf32>, tensor<255x1x2xui8>) -> tensor<255x2x3xf32>
  return %0 : tensor<255x2x3xf32>
}
// -----
func.func @empty(%arg0: tensor<0x4xf32>, %arg1: tensor<0x2x1xi32>) -> tensor<0x2xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 0, 1>}> : (tensor<0x4xf32>, tensor<0x2x1xi32>) -> tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}
// -----
func.func @scatter(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2x1xi32>, %arg2: tensor<3x2xf32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    stablehlo.return %arg4 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
END
cat >"$dir/want.mlir" <<'END'
func.func @plain(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2x1xi8>) -> tensor<3x2xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x2x1xi8>
  %1 = stablehlo.concatenate %0, %arg1, dim = 2 : (tensor<3x2x1xi8>, tensor<3x2x1xi8>) -> tensor<3x2x2xi8>
  %2 = "stablehlo.gather"(%arg0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<3x4xf32>, tensor<3x2x2xi8>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}
// -----
func.func @promote(%arg0: tensor<4x300x5xf32>, %arg1: tensor<300x2xi8>) -> tensor<300x2x5xf32> {
  %0 = stablehlo.convert %arg1 : (tensor<300x2xi8>) -> tensor<300x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<300x2xi32>) -> tensor<300x2x1xi32>
  %2 = stablehlo.iota dim = 0 : tensor<300x2x1xi32>
  %3 = stablehlo.concatenate %2, %1, dim = 2 : (tensor<300x2x1xi32>, tensor<300x2x1xi32>) -> tensor<300x2x2xi32>
  %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<4x300x5xf32>, tensor<300x2x2xi32>) -> tensor<300x2x5xf32>
  return %4 : tensor<300x2x5xf32>
}
// -----
func.func @permuted(%arg0: tensor<2x255x7xf32>, %arg1: tensor<255x1x2xui8>) -> tensor<255x2x3xf32> {
  %0 = stablehlo.iota dim = 2 : tensor<255x1x2xui8>
  %1 = stablehlo.iota dim = 0 : tensor<255x1x2xui8>
  %2 = stablehlo.concatenate %0, %1, %arg1, dim = 1 : (tensor<255x1x2xui8>, tensor<255x1x2xui8>, tensor<255x1x2xui8>) -> tensor<255x3x2xui8>
  %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<2x255x7xf32>, tensor<255x3x2xui8>) -> tensor<255x2x3xf32>
  return %3 : tensor<255x2x3xf32>
}
// -----
func.func @empty(%arg0: tensor<0x4xf32>, %arg1: tensor<0x2x1xi32>) -> tensor<0x2xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<0x2x1xi32>
  %1 = stablehlo.concatenate %0, %arg1, dim = 2 : (tensor<0x2x1xi32>, tensor<0x2x1xi32>) -> tensor<0x2x2xi32>
  %2 = "stablehlo.gather"(%arg0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 0, 1>}> : (tensor<0x4xf32>, tensor<0x2x2xi32>) -> tensor<0x2xf32>
  return %2 : tensor<0x2xf32>
}
// -----
func.func @scatter(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2x1xi32>, %arg2: tensor<3x2xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x2x1xi32>
  %1 = stablehlo.concatenate %0, %arg1, dim = 2 : (tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> tensor<3x2x2xi32>
  %2 = "stablehlo.scatter"(%arg0, %1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    stablehlo.return %arg4 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x2x2xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}
END
expect 0 convert --expand-batching --split-input-file "$dir/in.mlir"
silent err
cp "$dir/out" "$dir/expanded.mlir"
diff "$dir/want.mlir" "$dir/expanded.mlir" || fail "the expanded text is not as expected"
expect 0 check --split-input-file "$dir/expanded.mlir"

# back, but for the promise: expanding dropped one, and without the batch in front the other's starts need not ascend
expect 0 convert --collapse-batching --split-input-file "$dir/expanded.mlir"
grep -v '^// [^-]' "$dir/in.mlir" | sed 's/sorted = true/sorted = false/' >"$dir/back.mlir"
diff "$dir/back.mlir" "$dir/out" || fail "collapse does not undo expand"

# an iota behind a convert and a broadcast, last but one, leaves a component of each side
cat >"$dir/raise.mlir" <<'END'
func.func @raise(%arg0: tensor<5x3x4xf32>, %arg1: tensor<3x2x1xi32>, %arg2: tensor<3x2x1xi32>) -> tensor<3x2xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3xui8>
  %1 = stablehlo.convert %0 : (tensor<3xui8>) -> tensor<3xi32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<3xi32>) -> tensor<3x2x1xi32>
  %3 = stablehlo.concatenate %arg1, %2, %arg2, dim = 2 : (tensor<3x2x1xi32>, tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> tensor<3x2x3xi32>
  %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x3x4xf32>, tensor<3x2x3xi32>) -> tensor<3x2xf32>
  return %4 : tensor<3x2xf32>
}
END
expect 0 convert --collapse-batching "$dir/raise.mlir"
says out '%0 = stablehlo.concatenate %arg1, %arg2, dim = 2 : (tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> tensor<3x2x2xi32>'
says out 'collapsed_slice_dims = [0, 2], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2]'
# extents that differ: the iota reaches only a part of the dim, so it stays
sed 's/5x3x4xf32/5x7x4xf32/g' "$dir/raise.mlir" >"$dir/stays.mlir"
expect 0 convert --collapse-batching "$dir/stays.mlir"
says out 'stablehlo.iota dim = 0'

# results are the same
for example in examples/batched_gather.mlir examples/batched_scatter.mlir; do
    expect 0 run "$example"
    cp "$dir/out" "$dir/before"
    expect 0 convert --expand-batching "$example"
    cp "$dir/out" "$dir/after.mlir"
    grep -q 'batching_dims' "$dir/after.mlir" && fail "$example keeps batching dims"
    expect 0 run "$dir/after.mlir"
    cmp -s "$dir/before" "$dir/out" || fail "$example gives another result when expanded"
done

# an extent that is not known, and wrong usage
cat >"$dir/dynamic.mlir" <<'END'
func.func @f(%a: tensor<3x4xf32>, %i: tensor<3x?x1xi32>) -> tensor<3x?xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x4xf32>, tensor<3x?x1xi32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
END
expect 0 convert --expand-batching --verify-equivalence "$dir/dynamic.mlir"
says out "stablehlo.dynamic_iota"
! grep -q 'batching_dims' "$dir/out" || fail "a dynamic gather keeps batching dims"
expect 0 convert --collapse-batching "$dir/dynamic.mlir"
expect 2 convert "$dir/in.mlir"
says err '--expand-batching'
expect 2 convert --expand-batching --collapse-batching "$dir/in.mlir"
expect 0 convert --expand-batching --generic --split-input-file "$dir/in.mlir"
says out '"stablehlo.concatenate"'
finish
