# --race=on|off|FILE: whether ways to run a gather that moves much take turns; what they came to is kept, and used again.
. "$(dirname "$0")/common.sh"
cat >"$dir/take.mlir" <<'END'
func.func @main(%t: tensor<4096x128xf32>, %i: tensor<8192xi32>) -> tensor<8192x128xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 128>}>
    : (tensor<4096x128xf32>, tensor<8192xi32>) -> tensor<8192x128xf32>
  return %0 : tensor<8192x128xf32>
}
END
take="$dir/take.mlir --input t=iota --input i=iota --threads=1"
expect 0 run $take --plans --race=off -o "$dir/off.npy"
! grep -q ' race' "$dir/err" || fail 'a plan races where it is off'
expect 0 run $take --plans --race=on -o "$dir/on.npy"
grep -q '; [2-9] race' "$dir/err" || fail 'no plan races'
cmp -s "$dir/on.npy" "$dir/off.npy" || fail 'a race changes a result'

# What a race came to is a line, once it is settled: a machine that is busy may let it begin again.
for try in 1 2 3 4 5; do
    expect 0 run $take --time=300 --quiet --race="$dir/learnt"
    [ ! -s "$dir/learnt" ] || break
done
[ "$(wc -l <"$dir/learnt")" = 1 ] || fail "one line is expected in $dir/learnt"
says learnt 'gather offset=1'
expect 0 run $take --plans --race="$dir/learnt" -o "$dir/again.npy"
! grep -q ' race' "$dir/err" || fail 'what is known races'
cmp -s "$dir/again.npy" "$dir/off.npy" || fail 'what was learnt changes a result'
# Rows and a variant that were written by hand are obeyed.
sed 's/: [^:]*$/: offsets32, none, rows, 16 ahead/' "$dir/learnt" >"$dir/by_hand"
expect 0 run $take --plans --race="$dir/by_hand" -o "$dir/again.npy"
says err 'offsets32, rows 16 ahead, one thread'
cmp -s "$dir/again.npy" "$dir/off.npy" || fail 'a variant changes a result'

expect 2 run $take --race=
says err 'on, off or a file'
expect 2 run $take --race="$dir/learnt" --tune="$dir/tuning"
says err 'one of them'
sed 's/: [^:]*$/: offsets32, none, rows, fast/' "$dir/learnt" >"$dir/bad"
expect 3 run $take --race="$dir/bad"
says err "$dir/bad:1: no line of a tuning"
finish
