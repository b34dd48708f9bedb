# garner shard: its stages, and the rules of a program as a text that was written by hand; and what it refuses.
. "$(dirname "$0")/common.sh"

cat >"$dir/rows.mlir" <<'END'
func.func @main(%x: tensor<8x4xf32>, %i: tensor<5x1xi32>, %c: tensor<f32>) -> tensor<5xf32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  %s = stablehlo.reduce(%r init: %c) applies stablehlo.add across dimensions = [1] : (tensor<5x4xf32>, tensor<f32>) -> tensor<5xf32>
  return %s : tensor<5xf32>
}
END
# i counts the vectors, j the window's elements, k the rows of x, l the components of a vector.
cat >"$dir/want" <<'END'
func.func @main(%x: tensor<8x4xf32>, %i: tensor<5x1xi32>, %c: tensor<f32>) -> tensor<5xf32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l])->([i, j]) {i=5, j=4, k=8, l=1} reduction={k} need_replication={l}>} : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  %s = stablehlo.reduce(%r init: %c) applies stablehlo.add across dimensions = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i]) {i=5, j=4} reduction={j}>} : (tensor<5x4xf32>, tensor<f32>) -> tensor<5xf32>
  return %s : tensor<5xf32>
}
END
expect 0 shard --rules "$dir/rows.mlir"
silent err
cmp -s "$dir/out" "$dir/want" || { diff "$dir/want" "$dir/out"; fail "the rules are not those that are expected"; }
expect 0 shard --stage=rules -o "$dir/made" "$dir/rows.mlir"
silent out
cmp -s "$dir/made" "$dir/want" || fail "-o writes something else"
expect 0 check "$dir/made"
# What has rules keeps them.
expect 0 shard --rules "$dir/made"
cmp -s "$dir/out" "$dir/want" || fail "rules of rules are others"

# One document, and one module for each part of a file.
expect 0 shard --rules --json "$dir/rows.mlir"
python3 - "$dir/out" "$dir/want" <<'END' || fail "the document has another text"
import json, sys
assert json.load(open(sys.argv[1]))["text"] == open(sys.argv[2]).read()
END
{ cat "$dir/rows.mlir"; echo '// -----'; cat "$dir/rows.mlir"; } >"$dir/two.mlir"
expect 0 shard --rules --split-input-file "$dir/two.mlir"
{ cat "$dir/want"; echo '// -----'; cat "$dir/want"; } >"$dir/want_two"
cmp -s "$dir/out" "$dir/want_two" || fail "two parts are printed in another way"
expect 0 shard --rules --generic "$dir/rows.mlir"
says out '"stablehlo.reduce"(%r, %c)'

# Words.
expect 2 shard --stage=half "$dir/rows.mlir"
says err "rules, propagated, resharded or local"
expect 2 shard
{ echo 'sdy.mesh @mesh = <["x"=2]>'; cat "$dir/rows.mlir"; } >"$dir/meshed.mlir"
for stage in propagated resharded local; do
    expect 0 shard --stage=$stage -o "$dir/made" "$dir/meshed.mlir"
    expect 0 check "$dir/made"
done

# The first op that nothing is known of, and the first such custom call.
cat >"$dir/unknown.mlir" <<'END'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.custom_call @of_nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = stablehlo.custom_call @of_others(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %c = stablehlo.custom_call @sdy_testonly(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %d = chlo.erf %c : tensor<4xf32> -> tensor<4xf32>
  %e = chlo.erfc %d : tensor<4xf32> -> tensor<4xf32>
  return %e : tensor<4xf32>
}
END
expect 0 shard --rules "$dir/unknown.mlir"
says err "unknown.mlir:2:8: warning: custom call @of_nobody is unknown to SDY sharding rule registry"
says err "unknown.mlir:5:8: warning: op 'chlo.erf' is unknown to SDY sharding rule registry"
[ "$(grep -c warning "$dir/err")" = 2 ] || fail "there are other warnings"
expect 0 shard --rules -q "$dir/unknown.mlir"
silent err

# A program that breaks a rule.
cat >"$dir/broken.mlir" <<'END'
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, i]) {i=8, j=4}>} : tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
END
expect 3 shard --rules -o "$dir/none" "$dir/broken.mlir"
says err "broken.mlir:2:"
says err "'stablehlo.negate' op result - cannot reuse factors for the same tensor value"
[ ! -e "$dir/none" ] || fail "a file is written after an error"
printf 'func.func @f(%%x: tensor<4xf32>) {\n  %%0 = stablehlo.add %%x : tensor<4xf32>\n  return\n}\n' >"$dir/half.mlir"
expect 3 shard --rules "$dir/half.mlir"
says err "half.mlir:2:"
finish
