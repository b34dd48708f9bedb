# chlo_sdy.sh GARNER - ops of CHLO and Shardy around a gather: the gather is planned, translated, lowered and emitted, and what
# comes out gives the same values.
. "$(dirname "$0")/common.sh"

cat >"$dir/program.mlir" <<'EOF'
sdy.mesh @m = <["a"=2, "b"=2]>
func.func @main() -> (tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x4xi1>) {
  %table = chlo.constant dense<[[1.0, -2.0, 3.0, 0.5], [4.0, 2.0, -1.0, 0.0], [0.25, 8.0, 6.0, 7.0]]> : tensor<3x4xf32>
  %at = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %one = "chlo.constant_like"(%at) <{value = 1 : i32}> : (tensor<2x1xi32>) -> tensor<2x1xi32>
  %indices = chlo.broadcast_add %at, %one : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %placed = sdy.sharding_constraint %table <@m, [{"a"}, {"b"}]> : tensor<3x4xf32>
  %0 = "stablehlo.gather"(%placed, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %1 = sdy.all_gather [{}, {"b"}] %0 out_sharding=<@m, [{}, {}]> : tensor<2x4xf32>
  %scale = stablehlo.constant dense<[2.0, 0.5]> : tensor<2xf32>
  %2 = chlo.broadcast_multiply %1, %scale {broadcast_dimensions = array<i64: 0>} : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  %3 = chlo.square %2 : tensor<2x4xf32> -> tensor<2x4xf32>
  %v, %i = chlo.top_k(%3, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %4 = chlo.is_inf %3 : tensor<2x4xf32> -> tensor<2x4xi1>
  %5 = chlo.erf %3 : tensor<2x4xf32> -> tensor<2x4xf32>
  return %5, %v, %i, %4 : tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x4xi1>
}
EOF
"$garner" run "$dir/program.mlir" >"$dir/want" || fail "does not run"
grep -q '6.400000e+01, 1.600000e+01' "$dir/want" || fail "gives other values: $(cat "$dir/want")"

"$garner" plan "$dir/program.mlir" | grep -q 'stablehlo.gather' || fail "no gather is planned"

"$garner" convert "$dir/program.mlir" --to=stablehlo >"$dir/hub.mlir" 2>/dev/null || fail "is not translated to stablehlo"
grep -q 'chlo.broadcast\|chlo.top_k\|sdy.all_gather\|sdy.sharding_constraint' "$dir/hub.mlir" && fail "leaves ops that StableHLO has"
"$garner" run "$dir/hub.mlir" | cmp -s - "$dir/want" || fail "as stablehlo gives other values"

"$garner" convert "$dir/program.mlir" --to=onnx 2>/dev/null | grep -q 'onnx.Gather' || fail "is not translated to onnx"

"$garner" lower "$dir/program.mlir" --to=scf >"$dir/loops.mlir" || fail "is not lowered"
grep -q 'scf.for' "$dir/loops.mlir" || fail "has no loops"
grep -q 'chlo\.\|sdy\.' "$dir/loops.mlir" && fail "leaves ops that are not lowered"
"$garner" emit "$dir/program.mlir" >"$dir/program.c" || fail "is not emitted"
grep -q 'erf(' "$dir/program.c" || fail "does not call erf"
exit $bad
