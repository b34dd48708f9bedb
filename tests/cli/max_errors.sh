# Errors are printed up to a limit and counted beyond it; the time for a message does not grow with the place it has.
. "$(dirname "$0")/common.sh"

# bad N: N functions; rule C21 tells two errors in each, and a note behind the first
bad() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "func.func @f%d(%%a: tensor<2x3xf32>, %%i: tensor<1xi64>) -> tensor<1x4xf32> {\n  %%0 = \"stablehlo.gather\"(%%a, %%i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x4xf32>\n  return %%0 : tensor<1x4xf32>\n}\n", i }'
}
count() { grep -c "$1" "$dir/err"; }

total=60
bad 30 >"$dir/bad.mlir"
expect 3 check "$dir/bad.mlir"
[ "$(count ': note: ')" = 10 ] || fail "the notes of 20 errors are printed, not $(count ': note: ')"
[ "$(count ': error: ')" = 20 ] || fail "20 errors are printed by default, not $(count ': error: ')"
says err 'garner: 40 more errors are not shown; --max-errors=0 shows all'
expect 3 check --max-errors=0 "$dir/bad.mlir"
[ "$(count ': error: ')" = $total ] || fail "with 0 all errors are printed"
[ "$(count ': note: ')" = 30 ] || fail "with 0 all notes are printed"
! grep -q 'not shown' "$dir/err" || fail "nothing is left out"
expect 3 check --max-errors "$((total - 1))" "$dir/bad.mlir"
says err 'garner: 1 more error is not shown'
expect 3 check --max-errors "$total" "$dir/bad.mlir"
! grep -q 'not shown' "$dir/err" || fail "nothing is left out at the limit itself"
# every command takes it; the notes of an error that is not printed are not either
for command in run check print plan 'convert --to=tcp'; do
    expect 3 $command --max-errors=1 "$dir/bad.mlir"
    [ "$(count ': error: ')" = 1 ] || fail "$command: one error is expected"
    [ "$(count ': note: ')" = 1 ] || fail "$command: notes of errors that are not shown"
done
# over the parts of a file, too
{ bad 15; echo '// -----'; bad 15; } >"$dir/parts.mlir"
expect 3 check --split-input-file "$dir/parts.mlir"
[ "$(count ': error: ')" = 20 ] || fail "20 errors are printed of all parts"
for wrong in -1 x '' 1x 99999999999999999999; do
    expect 2 check --max-errors="$wrong" "$dir/bad.mlir"
done

# One line of 6500 errors, as many lines, as many expectations, as many parts: none takes longer for the messages before it.
awk 'BEGIN { printf "func.func @main() {"; for (i = 0; i < 6500; i++) printf " \"stablehlo.add\"() : () -> ()"; print " return }" }' >"$dir/line.mlir"
expect 3 check "$dir/line.mlir"
[ "$(count ': error: ')" = 20 ] || fail "20 errors are expected"
says err 'garner: 6480 more errors'
expect 3 check --max-errors=0 "$dir/line.mlir"
[ "$(count ': error: ')" = 6500 ] || fail "6500 errors are expected"
# the last error's column by hand: 19 bytes of the function, 6499 ops of 29, and a space
says err "line.mlir:1:$((19 + 6499 * 29 + 2)): error: "
awk 'BEGIN { print "func.func @main() {"; for (i = 0; i < 6500; i++) printf "\n\n\n\n\"stablehlo.add\"() : () -> ()\n"; print "return }" }' >"$dir/lines.mlir"
expect 3 check --max-errors=0 "$dir/lines.mlir"
[ "$(count ': error: ')" = 6500 ] || fail "6500 errors are expected"
says err "lines.mlir:$((1 + 6500 * 5)):1: error: "
# expectations know no limit: each message meets its own, of which a function has one
awk 'BEGIN { for (i = 0; i < 6500; i++) printf "func.func @f%d() {\n// expected-error@+1 {{requires one result}}\n\"stablehlo.add\"() : () -> ()\nreturn }\n", i }' >"$dir/lines.mlir"
expect 0 check --verify-diagnostics "$dir/lines.mlir"
awk 'BEGIN { for (i = 0; i < 6500; i++) print "func.func @f() {\n  \"stablehlo.add\"() : () -> ()\n  return\n}\n// -----" }' >"$dir/parts.mlir"
expect 3 check --split-input-file "$dir/parts.mlir"
says err 'garner: 6480 more errors'
finish
