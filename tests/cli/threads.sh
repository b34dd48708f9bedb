# garner run --threads: one answer, however many.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'END'
func.func @main() -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<200000xi32>
  %n = stablehlo.negate %i : tensor<200000xi32>
  %d = stablehlo.constant dense<199999> : tensor<200000xi32>
  %r = stablehlo.add %n, %d : tensor<200000xi32>
  %g = "stablehlo.gather"(%i, %r) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<200000xi32>, tensor<200000xi32>) -> tensor<200000xi32>
  stablehlo.custom_call @check.expect_eq(%g, %r) {has_side_effect = true} : (tensor<200000xi32>, tensor<200000xi32>) -> ()
  %l = stablehlo.slice %g [199999:200000] : (tensor<200000xi32>) -> tensor<1xi32>
  %e = stablehlo.reshape %l : (tensor<1xi32>) -> tensor<i32>
  return %e : tensor<i32>
}
END
for threads in 1 2 3 16; do
    expect 0 run "$dir/take.mlir" --threads $threads
    says out 'dense<0> : tensor<i32>'
    silent err
done
for wrong in 0 -1 257 two 2x; do
    expect 2 run "$dir/take.mlir" --threads=$wrong
    says err "run: --threads takes a number from 1 to 256, not '$wrong'"
done
finish
