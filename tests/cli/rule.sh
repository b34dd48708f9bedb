# garner rule: a rule as messages name it and as people type it, its program and what is said of that, and what is not there.
. "$(dirname "$0")/common.sh"

page() { # page ARGUMENT...: C21 of gather, with a program and its messages
    expect 0 rule "$@"
    for text in 'Rule C21 of the StableHLO spec, gather' 'a slice fits inside the operand' \
        'slice size (8) is out of bounds for operand dimension (2) at index 2' 'note: rule C21 of the StableHLO spec, gather' \
        'slice_sizes = array<i64: 1, 2, 8>' 'stablehlo.gather, stablehlo.dynamic_gather'; do
        says out "$text"
    done
    ! grep -q expected- "$dir/out" || fail "rule $*: comments of the test are shown"
}
page stablehlo.gather C21
page gather.C21
page stablehlo.gather.c21
page stablehlo.dynamic_gather C21
page 'rule C21 of the StableHLO spec, gather'

# what a run prints, word for word
cat >"$dir/x.mlir" <<'END'
func.func @f(%x: tensor<4x3xf32>, %i: tensor<2xi64>) -> tensor<2x3xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 2 : si64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
END
expect 3 check "$dir/x.mlir"
named=$(sed -n 's/.*note: //p' "$dir/err")
[ -n "$named" ] || fail 'check names no rule'
expect 0 rule "$named"
says out 'axis is in [-r, r-1]'

# several of one number, all of an op
expect 0 rule C21
[ "$(grep -c '^  [a-z.]*[a-z_]* C21 ' "$dir/out")" -ge 4 ] || fail 'rule C21: a line for each'
expect 0 rule stablehlo.scatter
[ "$(grep -c '^  stablehlo.scatter C' "$dir/out")" = 25 ] || fail 'rule stablehlo.scatter: C1 to C25'
expect 0 rule tcp.gather_nd
grep -q 'TCP-11' "$dir/out" || fail 'rule tcp.gather_nd: TCP-11'
[ "$(awk 'length > 80' "$dir/out" | wc -l)" = 0 ] || fail 'rule tcp.gather_nd: lines over 80 columns'

# every number of docs/coverage.md
sed -n 's/^| \([A-Z]*-[0-9]*\) |.*/\1/p' docs/coverage.md | sort >"$dir/listed"
sed -n 's/^    {NULL, "\([A-Z]*-[0-9]*\)",.*/\1/p' cli/rule_words.c | sort | cmp -s - "$dir/listed" ||
    fail 'cli/rule_words.c has not the numbers of docs/coverage.md'
expect 0 rule SH-11
says out 'No program breaks it'
expect 0 rule TCP-16
expect 0 rule
says out 'TCP-1, TCP-2'

# what is not there
expect 1 rule C99
says err 'there is no rule C99; did you mean'
expect 1 rule stablehlo.gather C99
says err 'garner checks no rule C99 of stablehlo.gather'
expect 1 rule gathr C21
says err "there is no op 'gathr'; did you mean 'gather'?"
expect 1 rule func.return
says err 'has no rules'
finish
