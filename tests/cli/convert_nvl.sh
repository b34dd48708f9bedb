# garner convert --to=nvl and from it: what is counted from 0 there is counted from 1 here, out of range included.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

to() { # to DIALECT FILE: what is converted runs, with its own checks
    expect 0 convert --to="$1" "$2"
    cp "$dir/out" "$dir/made.mlir"
    expect 0 run "$dir/made.mlir"
}

# What runs, runs in the other's words.
for file in "$here"/convert_nvl_*.mlir "$here"/../ops/nvl/*.mlir "$here"/../../examples/anvil_*.mlir "$here"/../../examples/batched_*.mlir; do
    to stablehlo "$file"
    to nvl "$file"
done

# There and back again is where it began: no arithmetic on indices is left over.
for file in "$here"/convert_nvl_from_zero.mlir examples/batched_gather.mlir examples/batched_scatter.mlir; do
    expect 0 convert --to=nvl "$file"
    cp "$dir/out" "$dir/nvl.mlir"
    expect 0 convert --to=stablehlo "$dir/nvl.mlir"
    cp "$dir/out" "$dir/hlo.mlir"
    grep -q 'stablehlo.subtract' "$dir/hlo.mlir" && fail "$file: what was added is not to be subtracted, but left out"
    expect 0 convert --to=nvl "$dir/hlo.mlir"
    cmp -s "$dir/nvl.mlir" "$dir/out" || fail "$file: nvl, StableHLO and nvl again differ"
done
expect 0 convert --to=nvl "$here/convert_nvl_from_one.mlir"
cp "$dir/out" "$dir/nvl.mlir"
expect 0 convert --to=stablehlo "$dir/nvl.mlir"
cp "$dir/out" "$dir/hlo.mlir"
expect 0 convert --to=nvl "$dir/hlo.mlir"
grep -q 'nvl.\(add\|sub\)' "$dir/out" && fail "what was subtracted is not to be added, but left out"

# The proposal's gather in anvil's words: each list plus 1, the sizes as they are, [0, 9] is [1, 10].
expect 0 convert --to=nvl examples/batched_gather.mlir
says out 'slice_sizes = [1, 1, 2, 2], offset_dims = [4, 5], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [3, 2], index_vector_dim = 4)'
says out 'dense<[[[[1, 1], [2, 1], [3, 2]], [[1, 2], [2, 2], [1, 10]]], [[[1, 1], [3, 2], [3, 3]], [[2, 3], [1, 2], [2, 1]]]]>'
expect 0 convert --to=nvl examples/batched_scatter.mlir
says out 'scatter_dims_to_operand_dims = [3, 2], index_vector_dim = 4, update_computation = "add")'

# An index that a program itself subtracts from may wrap, and then it is the greatest: that is kept.
cat >"$dir/in.mlir" <<'END'
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %c = stablehlo.constant dense<[-128, 1]> : tensor<2xi8>
  %i = stablehlo.optimization_barrier %c : tensor<2xi8>
  %one = stablehlo.constant dense<1> : tensor<2xi8>
  %j = stablehlo.subtract %i, %one : tensor<2xi8>
  %r = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<2xi8>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[40, 10]> : tensor<2xi32>
  return
}
END
to nvl "$dir/in.mlir"

# Words around a gather; a narrow index is widened before 1 is added, a wide one kept from wrapping.
cat >"$dir/in.mlir" <<'END'
func.func @main(%x: tensor<4xf32>, %i: tensor<2xi8>, %j: tensor<2xi64>) -> tensor<4xf32> {
  %0 = stablehlo.slice %j [0:1] : (tensor<2xi64>) -> tensor<1xi64>
  %1 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<2xi8>) -> tensor<2xf32>
  %2 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1xi64>) -> tensor<1xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  %4 = stablehlo.constant dense<0.0> : tensor<f32>
  %5 = stablehlo.pad %3, %4, low = [1], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}
END
expect 0 convert --to=nvl "$dir/in.mlir"
says out 'nvl.static_slice(%arg2, start_indices = [1], limit_indices = [1], strides = [1])'
says out 'nvl.convert(%arg1) : (tensor<2xi8>) -> tensor<2xi32>'
says out 'nvl.fill(value = 9223372036854775806, shape = [1])'
says out 'nvl.concatenate('
says out 'dimension = 1)'
says out 'nvl.pad('
grep -q stablehlo "$dir/out" && fail "an op of StableHLO is left"
expect 0 convert --to=nvl --assume-in-bounds "$dir/in.mlir"
grep -q nvl.min "$dir/out" && fail "an index that is in range needs no bound"

# A scatter of two inputs is two; a function that mixes them cannot be expressed.
cat >"$dir/in.mlir" <<'END'
func.func @two(%x: tensor<4xf32>, %y: tensor<4xi32>, %i: tensor<2xi32>, %u: tensor<2xf32>, %v: tensor<2xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %r:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<2xi32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}
END
expect 0 convert --to=nvl "$dir/in.mlir"
[ "$(grep -c 'nvl.scatter(' "$dir/out")" = 2 ] || fail "two scatters are expected"
sed 's/return %c, %d/return %a, %d/' "$dir/in.mlir" >"$dir/mixed.mlir"
expect 3 convert --to=nvl "$dir/mixed.mlir"
says err "'stablehlo.scatter' combines 2 inputs in one function, prim_scatter has one input"

# A function of wider values than the input's: both are widened before.
cat >"$dir/in.mlir" <<'END'
func.func @main() {
  %x = stablehlo.constant dense<[100, 1]> : tensor<2xi8>
  %i = stablehlo.constant dense<[[0]]> : tensor<1x1xi64>
  %u = stablehlo.constant dense<[100]> : tensor<1xi8>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    %t = stablehlo.add %s, %b : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<2xi8>, tensor<1x1xi64>, tensor<1xi8>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[300, 1]> : tensor<2xi32>
  return
}
END
to nvl "$dir/in.mlir"
expect 0 convert --to=nvl "$dir/in.mlir"
says out 'update_computation = function(%arg0: tensor<i32>, %arg1: tensor<i32>) {'
says out 'nvl.return'
cp "$dir/made.mlir" "$dir/back.mlir"
to stablehlo "$dir/back.mlir"

# What anvil has no tensor for.
cat >"$dir/in.mlir" <<'END'
func.func @main(%x: tensor<4xi32>, %i: tensor<?xi32>) -> tensor<?xi32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
END
expect 3 convert --to=nvl "$dir/in.mlir"
says err 'cannot be expressed in nvl'
finish
