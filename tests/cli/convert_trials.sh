# convert_trials.sh - convert --verify-equivalence: what it reports of each function, and when it exits with 1.
. "$(dirname "$0")/common.sh"

# An index out of range is an error of ONNX's gather: it is tried, but seldom.
cat >"$dir/take.mlir" <<'X'
func.func @main(%x: tensor<50x4xf32>, %i: tensor<3xi64>) -> tensor<3x4xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<50x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
X
expect 0 convert "$dir/take.mlir" --to=onnx --verify-equivalence
grep -qE 'take.mlir: same bits in [89][0-9] trials \(seed 0\): [89][0-9] with every index in range, 0 with one out of range; [1-9][0-9]? more were errors in the source$' "$dir/err" ||
    fail "most trials are to have every index in range"
cp "$dir/err" "$dir/first"
expect 0 convert "$dir/take.mlir" --to=onnx --verify-equivalence --seed=0
cmp -s "$dir/first" "$dir/err" || fail "the default seed is 0"
expect 0 convert "$dir/take.mlir" --to=onnx --verify-equivalence --seed=18446744073709551615
says err "(seed 18446744073709551615)"
expect 2 convert "$dir/take.mlir" --to=onnx --verify-equivalence --seed=-1
expect 2 convert "$dir/take.mlir" --to=onnx --verify-equivalence --seed=x

# Several functions have a line each, with their names; one without inputs is one case.
cat >"$dir/several.mlir" <<'X'
func.func @seven() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<7> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @hidden(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
func.func @checked(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.constant dense<7> : tensor<2xi32>
  check.expect_eq %x, %0 : tensor<2xi32>
  %1 = stablehlo.add %x, %0 : tensor<2xi32>
  return %1 : tensor<2xi32>
}
X
expect 0 convert "$dir/several.mlir" --to=onnx --verify-equivalence
says err "several.mlir: @seven: same bits in 1 case, no inputs"
says err "several.mlir: @checked: same bits in 100 trials (seed 0): 100 with every index in range, 0 with one out of range"
[ "$(wc -l <"$dir/err")" = 2 ] || fail "two functions have two lines"

# A promise of unique indices is kept by the trials: the order of MLIR's tensor.scatter does not show.
scatter() { # scatter UPDATES ROWS
    cat >"$dir/scatter.mlir" <<X
func.func @main(%x: tensor<$2xf32>, %i: tensor<$1x1xi64>, %u: tensor<$1xf32>) -> tensor<$2xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<$2xf32>, tensor<$1x1xi64>, tensor<$1xf32>) -> tensor<$2xf32>
  return %0 : tensor<$2xf32>
}
X
}
scatter 20 20
expect 0 convert "$dir/scatter.mlir" --to=tensor --verify-equivalence
grep -qE 'same bits in 100 trials \(seed 0\): [1-9][0-9] with every index in range, [1-9][0-9] with one out of range; all kept the promises$' "$dir/err" ||
    fail "all trials are to keep the promise"

# Nothing was compared: 20 indices of 3 rows are not unique. The program is not printed.
scatter 20 3
expect 1 convert "$dir/scatter.mlir" --to=onnx --verify-equivalence
says err "scatter.mlir:1:1: error: nothing was compared of @main: each of 100 trials (seed 0) was refused, the first with: unique_indices is promised, but"
[ "$(grep -c 'error:' "$dir/err")" = 1 ] || fail "one line says so"
silent out
expect 0 convert "$dir/scatter.mlir" --to=onnx

# Extents that are left open are drawn.
cat >"$dir/open.mlir" <<'X'
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
X
expect 0 convert "$dir/open.mlir" --to=stablehlo --verify-equivalence
grep -qE 'same bits in [6-9][0-9] trials' "$dir/err" || fail "most trials are to have one extent for both"

# An input that cannot be drawn.
echo 'func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> { return %x : tensor<*xf32> }' >"$dir/unranked.mlir"
expect 1 convert "$dir/unranked.mlir" --to=stablehlo --verify-equivalence
says err "@main cannot be tried: argument 0 has type 'tensor<*xf32>', not a tensor of known rank and elements"
finish

# Exhaustively: 3 indices of 2 rows, from -4 (two below -2) to 3: 8 * 8 * 8 combinations, of which 4 * 4 * 4 are no error.
cat >"$dir/small.mlir" <<'X'
func.func @main(%x: tensor<2xf32>, %i: tensor<3xi64>) -> tensor<3xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<2xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
X
expect 0 convert "$dir/small.mlir" --to=stablehlo --verify-equivalence --exhaustive
says err "same bits in 64 trials, all combinations of indices for these shapes (seed 0): 64 with every index in range, 0 with one out of range; 448 more were errors in the source"
# StableHLO's clamp: 6 values of each, of which 2 are in range.
cat >"$dir/clamp.mlir" <<'X'
func.func @main(%x: tensor<2xf32>, %i: tensor<3x1xi64>) -> tensor<3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
X
expect 0 convert "$dir/clamp.mlir" --to=onnx --verify-equivalence --exhaustive
says err "same bits in 216 trials, all combinations of indices for these shapes (seed 0): 8 with every index in range, 208 with one out of range"
# Of more than a million combinations: 100 rows become 4, and 8 indices 4.
cat >"$dir/many.mlir" <<'X'
func.func @main(%x: tensor<100x3xf32>, %i: tensor<8x1xi64>) -> tensor<8x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<100x3xf32>, tensor<8x1xi64>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}
X
expect 0 convert "$dir/many.mlir" --to=onnx --verify-equivalence --exhaustive
says err "trials, all combinations of indices for the smaller shapes tensor<"
says out "tensor<100x3xf32>"
expect 0 convert "$dir/many.mlir" --to=onnx --verify-equivalence --exhaustive --json
says out '"shapes": "tensor<'
expect 2 convert "$dir/small.mlir" --to=stablehlo --exhaustive
