# convert_promises.sh - scatters to a target whose op demands unique indices, and how many elements a gather may have.
. "$(dirname "$0")/common.sh"

scatter() { # scatter INDICES UPDATES DIM PROMISE: of element vectors at INDICES, which lie along dimension DIM
    cat >"$dir/scatter.mlir" <<X
func.func @main(%x: tensor<5x4xf32>, %i: tensor<$1xi64>, %u: tensor<$2xf32>) -> tensor<5x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1],
      scatter_dims_to_operand_dims = [0, 1], index_vector_dim = $3>$4}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<$1xi64>, tensor<$2xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
X
}
# A single index vector is unique: there is no other. The vector's own dimension does not count.
scatter 1x2 1 1 ""
expect 0 convert "$dir/scatter.mlir" --to=tensor
says out "unique"
scatter 2x1 1 0 ""
expect 0 convert "$dir/scatter.mlir" --to=tensor
says out "unique"
scatter 1x1x2 1x1 2 ""
expect 0 convert "$dir/scatter.mlir" --to=tensor --verify-equivalence
says out "unique"

# Two are not, along whichever dimension: that is the RFC's scatter, as print has it and check takes it (ML-5, ML-11).
for case in "2x2 2 1" "1x2x2 1x2 2" "2x1x2 2x1 2" "2x2 2 0"; do
    scatter $case ""
    for flags in "" --allow-nonunique-scatter --strict-target; do
        expect 0 convert "$dir/scatter.mlir" --to=tensor --verify-equivalence $flags
        says out " = scatter %"
        says out "coordinates = [0, 1] : "
        ! grep -q "unique\|tensor.scatter" "$dir/out" || fail "unique is not promised"
        ! grep -q remark "$dir/err" || fail "the RFC's scatter is an op of the tensor dialect's"
        cp "$dir/out" "$dir/made.mlir"
        expect 0 check "$dir/made.mlir"
        expect 0 print "$dir/made.mlir"
        cmp -s "$dir/out" "$dir/made.mlir" || fail "print has another form"
    done
done

# Unless the program promises it.
scatter 2x2 2 1 ", unique_indices = true"
expect 0 convert "$dir/scatter.mlir" --to=tensor
says out "unique"
scatter 2x2 2 1 ", unique_indices = false"
expect 0 convert "$dir/scatter.mlir" --to=tensor
says out " = scatter %"
expect 0 convert "$dir/scatter.mlir" --to=onnx

# An operator stays as it is where a shape that it needs is not known.
cat >"$dir/unknown.mlir" <<'X'
func.func @main(%x: tensor<?x?xi32>, %y: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = "onnx.Add"(%x, %y) : (tensor<?x?xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
X
for to in stablehlo tensor torch; do
    expect 0 convert "$dir/unknown.mlir" --to=$to
    says out '"onnx.Add"'
done

# Numbers of elements are added up, and multiplied by a rank: those of 2^63 / 128 and more are refused.
gather() { # gather ELEMENTS
    cat >"$dir/gather.mlir" <<X
func.func @main(%x: tensor<$1xi8>, %i: tensor<3x1xi64>) -> tensor<3xi8> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<$1xi8>, tensor<3x1xi64>) -> tensor<3xi8>
  return %0 : tensor<3xi8>
}
X
}
for to in onnx tensor tcp torch; do
    gather 72057594037927934
    expect 0 convert "$dir/gather.mlir" --to=$to
    gather 72057594037927935
    expect 3 convert "$dir/gather.mlir" --to=$to
    says err "'stablehlo.gather' has more elements than can be counted"
done

# A promise of sorted indices stays where the indices do.
sorted() { # sorted FLAG
    cat >"$dir/sorted.mlir" <<X
func.func @main(%x: tensor<9xf32>, %i: tensor<3x1xi64>) -> tensor<3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = $1}> : (tensor<9xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
X
}
sorted true
expect 0 convert "$dir/sorted.mlir" --to=stablehlo --generic
says out "indices_are_sorted = true"
sorted false
expect 0 convert "$dir/sorted.mlir" --to=stablehlo --generic
! grep -q "indices_are_sorted = true" "$dir/out" || fail "what is not promised is not to be"

# A combiner is split from a scatter only where every shape is known.
sums() { # sums EXTENT
    cat >"$dir/sums.mlir" <<X
func.func @main(%x: tensor<$1x4xf32>, %i: tensor<2x2xi64>, %u: tensor<2xf32>) -> tensor<$1x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1],
      scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<$1x4xf32>, tensor<2x2xi64>, tensor<2xf32>) -> tensor<$1x4xf32>
  return %0 : tensor<$1x4xf32>
}
X
}
sums 5
expect 0 convert "$dir/sums.mlir" --to=tensor
says out "arith.addf"
sed 's/unique_indices = true/unique_indices = false/' "$dir/sums.mlir" >"$dir/meet.mlir"
expect 3 convert "$dir/meet.mlir" --to=tensor
says err "combines by 'add', which it has not: with unique indices it is a gather, a computation and a scatter"
sed 's/tensor<2xf32>/tensor<?xf32>/; s/tensor<2xf32>/tensor<?xf32>/g; s/tensor<2x2xi64>/tensor<?x2xi64>/g' "$dir/sums.mlir" >"$dir/updates.mlir"
expect 3 convert "$dir/updates.mlir" --to=tensor
says err "combines by 'add', which it has not"
sums "?"
expect 3 convert "$dir/sums.mlir" --to=tensor
says err "combines by 'add', which it has not"

# Promises survive every pair that can say them. Of a tensor's gather and scatter that is `unique`; StableHLO's gather has no
# such promise. A clamp may bring two indices together, so an index that is clamped is not promised to be unique.
cat >"$dir/tensor.mlir" <<'X'
func.func @main(%x: tensor<4x5xf32>, %i: tensor<3x1xindex>, %u: tensor<3x1x5xf32>) -> (tensor<3x1x5xf32>, tensor<4x5xf32>) {
  %0 = tensor.gather %x[%i] gather_dims([0]) unique : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x1x5xf32>
  %1 = tensor.scatter %u into %x[%i] scatter_dims([0]) unique : (tensor<3x1x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return %0, %1 : tensor<3x1x5xf32>, tensor<4x5xf32>
}
X
dims="offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1]"
into="update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1]"
both="indices_are_sorted = true, unique_indices = true"
cat >"$dir/nvl.mlir" <<X
func.func @main(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %u: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<4x5xf32>) {
  %0 = nvl.gather(%x, %i, slice_sizes = [1, 5], $dims, index_vector_dim = 2, $both) : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  %1 = nvl.scatter(%x, %i, %u, $into, index_vector_dim = 2, $both) : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<3x5xf32>, tensor<4x5xf32>
}
X
counts() { # FROM TO WORDS COUNT
    expect 0 convert "$dir/$1.mlir" --to="$2" --verify-equivalence
    found=$(grep -o "$3" "$dir/out" | wc -l)
    [ "$found" -eq "$4" ] || fail "$1 to $2 says '$3' $found times, $4 are expected"
}
counts tensor tensor "]) unique" 2
counts tensor nvl "unique_indices = true" 2
counts tensor stablehlo "unique_indices = true" 1
counts tensor stablehlo "garner" 0
counts nvl nvl "unique_indices = true" 2
counts nvl nvl "indices_are_sorted = true" 2
counts nvl stablehlo "indices_are_sorted = true" 2
counts nvl stablehlo "unique_indices = true" 1
counts nvl tensor "]) unique" 1
finish
