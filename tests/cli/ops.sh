# garner ops: the list, pages, programs that run as they are printed, what is near to a name that is not there.
. "$(dirname "$0")/common.sh"

expect 0 ops
[ "$(grep -c '^[a-z_]*:$' "$dir/out")" -ge 30 ] || fail 'ops: a heading for each dialect'
for op in stablehlo.gather onnx.GatherND tcp.gather_nd vector.yield nvl.scatter; do
    grep -q "^  $op " "$dir/out" || fail "ops: $op is not in the list"
done
[ "$(awk 'length > 80' "$dir/out" | wc -l)" = 0 ] || fail 'ops: lines over 80 columns'

# parts of names, in upper or lower case; several; globs of the whole name, or of what is behind the dialect
expect 0 ops GATHER
grep -q '^  stablehlo.dynamic_gather ' "$dir/out" || fail 'ops GATHER: dynamic_gather'
grep -q '^  onnx.GatherElements ' "$dir/out" || fail 'ops GATHER: GatherElements'
! grep -q scatter "$dir/out" || fail 'ops GATHER: a scatter'
expect 0 ops 'scatter*' '*.gather'
grep -q '^  stablehlo.scatter ' "$dir/out" || fail 'ops: a glob of what is behind the dialect'
grep -q '^  tosa.gather ' "$dir/out" || fail 'ops: a glob of the whole name'
! grep -q dynamic_gather "$dir/out" || fail 'ops: *.gather is not dynamic_gather'
expect 0 ops --names 'tcp.*'
printf 'tcp.gather\ntcp.gather_nd\ntcp.gather_slice\ntcp.broadcast\ntcp.slice\n' | cmp -s - "$dir/out" || fail 'ops --names tcp.*'

# a page
expect 0 ops stablehlo.gather
for text in 'stablehlo.gather' 'StableHLO spec, gather, C1-C23' 'start_indices' 'offset_dims' 'may be left out: bool' \
    'operand, result' 'have the same element type' 'C21' 'as a gather or scatter, which is planned' 'scf, linalg, parallel' \
    'it has a derivative' '"stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = ..,'; do
    says out "$text"
done
[ "$(sed '/^Example/,$d' "$dir/out" | awk 'length > 80' | wc -l)" = 0 ] || fail 'ops stablehlo.gather: lines over 80 columns'
expect 0 ops onnx.Gather
says out 'by way of the StableHLO ops that it becomes'
expect 0 ops stablehlo.transpose
says out 'stablehlo.transpose %operand, dims = $permutation {..} : (type, ..) -> type'
expect 0 ops vector.gather
says out 'does not know how to run it'
expect 0 ops mhlo.gather
says out 'StableHLO spec, gather'
expect 0 ops '"gather"' # the RFC's, which has no dialect in front
says out 'RFC of gather and scatter'

# programs, as they are printed
for op in stablehlo.scatter onnx.GatherND torch.aten.gather stablehlo.all_gather chlo.erf; do
    expect 0 ops --example $op
    "$garner" run -q - <"$dir/out" >/dev/null 2>&1 || fail "the program of $op does not run"
done
expect 0 ops --example vector.gather
"$garner" check - <"$dir/out" >/dev/null 2>&1 || fail 'the program of vector.gather is not right'

# what is not there
expect 1 ops stablehlo.gahter
says err "did you mean 'stablehlo.gather'?"
expect 1 ops gahter
says err "did you mean 'gather'?"
expect 1 ops torch.gather # a dialect's own prefix is left out
says err "did you mean 'torch.aten.gather'?"
expect 1 ops qqqqqqqqqqqq
says err "no op has 'qqqqqqqqqqqq' in its name"
expect 2 ops --example gather
says err '--example is of an op that is named in full'
finish
