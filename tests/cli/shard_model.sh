#!/bin/sh
# shard_model.sh GARNER - garner shard --model: predictions as a table and as curves, and what of its words is refused.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'END'
func.func @main(%table: tensor<1000x64xf32>, %ids: tensor<4000000xi32>, %u: tensor<4000000x64xf32>) -> (tensor<4000000x64xf32>, tensor<1000x64xf32>) {
  %r = "stablehlo.gather"(%table, %ids) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 64>}> : (tensor<1000x64xf32>, tensor<4000000xi32>) -> tensor<4000000x64xf32>
  %s = "stablehlo.scatter"(%table, %ids, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<1000x64xf32>, tensor<4000000xi32>, tensor<4000000x64xf32>) -> tensor<1000x64xf32>
  return %r, %s : tensor<4000000x64xf32>, tensor<1000x64xf32>
}
END

# Every rank needs all rows: 10 ranks get 9 tenths of 1000 rows of 256 bytes; updates of floats go to their owners, one by one.
expect 0 shard --model alpha=1us,beta=1ns,ranks=10 "$dir/take.mlir"
silent err
says out 'Predictions, not measured'
says out 'take.mlir:2:8: stablehlo.gather: 4000000 ids of 1000 rows of 256 B'
says out 'take.mlir:5:8: stablehlo.scatter: 4000000 ids of 1000 rows of 256 B'
grep -qE '^ +10  (routed|everywhere) +9 +230 kB +230 kB +1\.00 +230 kB ' "$dir/out" || fail 'nine tenths of the table come to each of ten ranks'
grep -qE '^ +10  routed +9 +92\.2 MB +92\.2 MB +1\.00 +92\.2 MB +2\.88 MB ' "$dir/out" || fail 'nine tenths of 400000 updates, and 8 bytes for each'
grep -qE '^ +1  local +0 +0 B ' "$dir/out" || fail 'one rank sends nothing'
! grep -qE '^ +100 ' "$dir/out" || fail 'ranks=10 is the most'

# one picture of one of them
expect 0 shard --model alpha=1us,ranks=64 --curves --op 1 "$dir/take.mlir" -o "$dir/c.svg"
[ "$(grep -c '<circle' "$dir/c.svg")" = 14 ] || fail 'seven points of each curve'
[ "$(grep -c '<path stroke-width="1" stroke-dasharray="5 4" d="M' "$dir/c.svg")" = 2 ] || fail 'the ideal line of each curve'
grep -q '>local</text>' "$dir/c.svg" || fail 'the way of one rank stands at its point'
[ "$(grep -c '>routed</text>\|>whole</text>\|>replicated</text>\|>reduced</text>' "$dir/c.svg")" -ge 2 ] || fail 'the way of each curve stands where it begins'
grep -q 'stablehlo.scatter at 5:8' "$dir/c.svg" || fail 'the title names the op'
grep -q 'Prediction, not measured' "$dir/c.svg" || fail 'it says that it is a prediction'
expect 3 shard --model alpha=1us --curves --op 2 "$dir/take.mlir"
says err 'there is none of that number'
expect 2 shard --curves "$dir/take.mlir"
says err '--model'
expect 2 shard --rules --op 1 "$dir/take.mlir"

# words
for word in alpha alpha= alpha=2parsecs alpha=-1us alpha=11 beta=nan node=0 node=100001 ranks=1e3 zipf=5 owner=me aggregate=yes alpa=1us '' 'alpha=1us,'; do
    expect 2 shard --model "$word" "$dir/take.mlir"
    [ "$(grep -c . "$dir/err")" = 1 ] || fail "'$word' is refused in one line"
    silent out
done
expect 2 shard --model alpa=1us "$dir/take.mlir"
says err "there is no 'alpa', did you mean 'alpha'"
expect 2 shard --model owner=me "$dir/take.mlir"
says err "owner takes block or cyclic, not 'me'"

# a program without any, and one whose extents are open
printf 'func.func @main(%%x: tensor<3xf32>) -> tensor<3xf32> {\n  return %%x : tensor<3xf32>\n}\n' >"$dir/none.mlir"
expect 0 shard --model alpha=1us "$dir/none.mlir"
expect 3 shard --model alpha=1us --curves "$dir/none.mlir"
sed 's/4000000/?/g' "$dir/take.mlir" >"$dir/open.mlir"
expect 0 shard --model alpha=1us "$dir/open.mlir"
says out '1024 ids of 1000 rows'
finish
