# garner plan: what a program's gathers and scatters come to, on given inputs or on zeros.
. "$(dirname "$0")/common.sh"
GARNER_MACHINE= # none of this machine's own
export GARNER_MACHINE
here=$(dirname "$0")

for file in "$here"/../plans/*.mlir; do
    expect 0 plan --threads=1 --split-input-file --verify-diagnostics "$file"
done

expect 0 plan "$here/../../examples/tcp_slices_recipe.mlir"
says out 'tcp_slices_recipe.mlir:16:8: tcp.gather: '
says out ', cells, one thread: 6 rows of 16 B, each moved as one element, indices i64, error'
silent err

cat >"$dir/take.mlir" <<'END'
func.func @main(%t: tensor<?x2xf32>, %i: tensor<3x1xindex>) -> tensor<3x2xf32> {
  %r = tensor.gather %t[%i] gather_dims([0]) : (tensor<?x2xf32>, tensor<3x1xindex>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
END
expect 2 plan "$dir/take.mlir"
says err 'input #0 is of type tensor<?x2xf32>, whose extents are not all known: give it with --input'
expect 0 plan "$dir/take.mlir" --input 5x2xf32=1.0 --input '3x1xindex=[[4],[0],[2]]'
says out 'take.mlir:2:8: tensor.gather: '
says out ', one thread: 3 rows of 8 B, each moved as one element, indices index, error; '
expect 4 plan "$dir/take.mlir" --input 5x2xf32=1.0 --input '3x1xindex=[[4],[0],[5]]'
says out 'take.mlir:2:8: tensor.gather: '
says out ', one thread: 3 rows of 8 B, each moved as one element, indices index, error; '
finish
