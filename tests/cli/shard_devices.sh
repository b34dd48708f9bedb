# garner shard to what one device runs, its --explain, and garner run --devices: the same output as one process gives.
. "$(dirname "$0")/common.sh"

cat >"$dir/rows.mlir" <<'END'
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%t: tensor<5x2xi32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}, %i: tensor<3x1xi8> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<3x2xi32> {
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xi32>, tensor<3x1xi8>) -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}
END
table='[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]'
rows='dense<[[9, 10], [1, 2], [7, 8]]> : tensor<3x2xi32>'
for how in "" --devices "--devices --reassociate"; do
    # shellcheck disable=SC2086
    expect 0 run $how "$dir/rows.mlir" --input "$table" --input '[[4], [-1], [3]]'
    [ "$(cat "$dir/out")" = "$rows" ] || fail "run $how gives another result"
done
# What one device runs is a program of its own: of parts of 3 rows, the last of which is padding.
expect 0 shard -o "$dir/local.mlir" "$dir/rows.mlir"
says err "'stablehlo.gather': all_reduce of bits along {\"y\"}"
expect 0 check "$dir/local.mlir"
grep -q 'sdy\.sharding' "$dir/local.mlir" && fail "a sharding is left"
expect 0 run "$dir/local.mlir" --partitions 4 --input '[[1, 2], [3, 4], [5, 6]]' --input '[[0], [1]]'
says out "process (0, 3):"
# The bits of two rows of two elements of 4 bytes, there and back: half of them come from the other of two devices each time.
expect 0 shard --explain "$dir/rows.mlir"
[ "$(cat "$dir/out")" = "$dir/rows.mlir:3:8: 'stablehlo.gather': all_reduce of bits along {\"y\"}, the table is cut where indices name its positions, and who owns one gives it: at most 16 bytes come to a device, 8 at least have to" ] ||
    fail "another explanation"
expect 0 shard --explain --json "$dir/rows.mlir"
says out "all_reduce of bits along"

# Without a mesh there is one device, and nothing travels.
printf 'func.func @main(%%x: tensor<2xi32>) -> tensor<2xi32> {\n  return %%x : tensor<2xi32>\n}\n' >"$dir/alone.mlir"
expect 0 shard --explain "$dir/alone.mlir"
[ "$(cat "$dir/out")" = "nothing travels" ] || fail "something travels"
expect 0 run --devices "$dir/alone.mlir" --input '[1, 2]'
says out "dense<[1, 2]> : tensor<2xi32>"

# What does not go together, and what cannot be divided.
expect 2 run --devices --partitions 2 "$dir/rows.mlir"
says err "one or the other"
expect 2 run --devices --trace "$dir/rows.mlir"
expect 2 run --devices --strict "$dir/rows.mlir"
says err "each device indices of its own"
expect 2 run --reassociate "$dir/rows.mlir"
says err "takes --devices"
expect 2 shard --explain --stage=rules "$dir/rows.mlir"
cat >"$dir/random.mlir" <<'END'
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<f32>, %s: tensor<1xi64>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
END
expect 3 run --devices "$dir/random.mlir" --input 0 --input '[4]'
says err "random.mlir:3:8: error: cannot be divided: 'stablehlo.rng' gives other results"
finish
