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
[ "$(head -n 1 "$dir/out")" = "$dir/rows.mlir:3:8: 'stablehlo.gather': all_reduce of bits along {\"y\"}, the table is cut where indices name its positions, and who owns one gives it: at most 16 bytes come to a device, 8 at least have to" ] ||
    fail "another explanation"

# Without a mesh there is one device, and nothing travels.
printf 'sdy.mesh @mesh = <["x"=2]>\nfunc.func @main(%%x: tensor<2xi32>) -> tensor<2xi32> {\n  return %%x : tensor<2xi32>\n}\n' >"$dir/alone.mlir"
expect 0 shard --explain "$dir/alone.mlir"
[ "$(cat "$dir/out")" = "nothing travels" ] || fail "something travels"
expect 0 run --devices "$dir/alone.mlir" --input '[1, 2]'
says out "dense<[1, 2]> : tensor<2xi32>"

# A computation that is a device's already. Its sums over "x", by hand: element [0, 0] of %a + %a is 0, that of row 4 is 32; and 100 comes
# from %b. The free axis "y" cuts values around it and not it.
cat >"$dir/manual.mlir" <<'END'
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}, %b: tensor<4xf32>) -> tensor<4x4xf32> {
  %c = stablehlo.add %a, %a : tensor<8x4xf32>
  %r:2 = sdy.manual_computation(%c, %b) in_shardings=[<@m, [{"x"}, {"y"}]>, <@m, [{}]>]
      out_shardings=[<@m, [{}, {"y"}]>, <@m, [{}]>] manual_axes={"x"} (%p: tensor<4x4xf32>, %q: tensor<4xf32>) {
    %s = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %s, %q : tensor<4x4xf32>, tensor<4xf32>
  } : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  %k = stablehlo.broadcast_in_dim %r#1, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %z = stablehlo.add %r#0, %k : tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}
END
expect 0 run --devices "$dir/manual.mlir" --input iota --input '[100, 200, 300, 400]'
says out 'dense<[[1.320000e+02, 2.360000e+02, 3.400000e+02, 4.440000e+02], [1.480000e+02, 2.520000e+02,'
sed 's/%s, %q : tensor<4x4xf32>, tensor<4xf32>/%p, %q : tensor<4x4xf32>, tensor<4xf32>/; s/out_shardings=\[<@m, \[{}, {"y"}\]>/out_shardings=[<@m, [{"x"}, {}]>/; s/-> (tensor<4x4xf32>, tensor<4xf32>)/-> (tensor<8x4xf32>, tensor<4xf32>)/
    s/%r#0, %k : tensor<4x4xf32>/%r#0, %r#0 : tensor<8x4xf32>/; s/tensor<4x4xf32> {$/tensor<8x4xf32> {/; s/return %z : tensor<4x4xf32>/return %z : tensor<8x4xf32>/; /%k = /d' "$dir/manual.mlir" >"$dir/through.mlir"
expect 0 run --devices "$dir/through.mlir" --input iota --input zeros
says out '[1.120000e+02, 1.160000e+02, 1.200000e+02, 1.240000e+02]]> : tensor<8x4xf32>' # 4 x 28 .. 4 x 31
{
    sed -n '1,4p' "$dir/manual.mlir" | sed '3,4d'
    echo '  %r = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<4x4xf32>) {'
    echo '    %i = sdy.manual_computation(%p) in_shardings=[<@m, [{"y"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"y"} (%j: tensor<2x4xf32>) {'
    echo '      sdy.return %j : tensor<2x4xf32>'
    echo '    } : (tensor<4x4xf32>) -> tensor<4x4xf32>'
    echo '    sdy.return %i : tensor<4x4xf32>'
    echo '  } : (tensor<8x4xf32>) -> tensor<8x4xf32>'
    echo '  return %r : tensor<8x4xf32>'
    echo '}'
} | sed 's/-> tensor<4x4xf32> {$/-> tensor<8x4xf32> {/' >"$dir/nested.mlir"
expect 0 run --devices "$dir/nested.mlir" --input iota --input zeros
says out '[2.800000e+01, 2.900000e+01, 3.000000e+01, 3.100000e+01]]> : tensor<8x4xf32>'

# A device that fails is named by its number.
expect 3 run --devices --max-steps 20 "$dir/rows.mlir" --input "$table" --input '[[4], [-1], [3]]'
says err "note: in device 0"

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
