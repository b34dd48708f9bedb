# Exit statuses: 0 fine, 1 the answer is no, 2 wrong usage, 3 input rejected, 4 outside under a strict switch.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'END'
func.func @main(%x: tensor<4xi32>, %i: tensor<1xui8>) -> tensor<2xi32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>,
    slice_sizes = array<i64: 2>}> : (tensor<4xi32>, tensor<1xui8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
END
x='4xi32=[10,20,30,40]'
expect 0 run "$dir/take.mlir" --input "$x" --input '1xui8=[1]'
says out 'dense<[20, 30]> : tensor<2xi32>'
silent err
# 200 as ui8 is 200, not -56: it clamps to the end
expect 0 run "$dir/take.mlir" --input "$x" --input '1xui8=[200]'
says out 'dense<[30, 40]> : tensor<2xi32>'
expect 4 run "$dir/take.mlir" --input "$x" --input '1xui8=[200]' --strict
says err '200'
silent out

cat >"$dir/check.mlir" <<'END'
func.func @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.5]> : tensor<2xf32>
  return
}
END
expect 1 run "$dir/check.mlir"
says err 'check.mlir:3:3: error:'
says err '[1]'

expect 2
expect 2 frobnicate
expect 2 run
expect 2 run --no-such-option "$dir/take.mlir"
expect 2 run "$dir/take.mlir" "$dir/check.mlir"
expect 2 run "$dir/check.mlir" --entry nobody
says err '@nobody'
expect 2 run "$dir/take.mlir"
says err '@main takes 2 inputs, 0 are given'
expect 2 run --max-memory lots "$dir/check.mlir"
expect 3 run "$dir/no-such-file.mlir"
expect 3 run "$dir"
says err 'is a directory'
expect 3 run "$dir/take.mlir" --input "$x" --input '1xi8=[1]'
says err 'input #1 is a tensor<1xi8>, the function takes tensor<1xui8>'
expect 3 run --max-memory 2K "$dir/take.mlir" --input "$x" --input '1xui8=[1]'
says err 'limit of 2048'

expect 0 --version
says out 'garner '
expect 0 --help
for command in run check print; do
    expect 0 $command --help
    says out '--split-input-file'
done

# --check-promises: the indices say they are unique, and are not
cat >"$dir/promise.mlir" <<'END'
func.func @main(%x: tensor<4xi32>, %i: tensor<3x1xi64>, %u: tensor<3xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
END
set -- run "$dir/promise.mlir" --input "$x" --input '3x1xi64=[[0],[3],[0]]' --input '3xi32=[7,8,9]'
expect 0 "$@"
says out 'dense<[9, 20, 30, 8]> : tensor<4xi32>'
expect 4 "$@" --check-promises
says err 'unique_indices'
finish
