# What -o names is replaced where it is a file, and written to where it is a pipe or a device.
. "$(dirname "$0")/common.sh"

cat >"$dir/x.mlir" <<'END'
func.func @main(%x: tensor<3xi32>, %i: tensor<1xi64>) -> tensor<2xi32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>,
    slice_sizes = array<i64: 2>}> : (tensor<3xi32>, tensor<1xi64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
END
"$garner" lower --to=scf "$dir/x.mlir" >"$dir/want" || fail 'a gather is not lowered'
same() { cmp -s "$dir/want" "$1" || fail "$2 has not what standard output has"; }

echo old >"$dir/file"
ln "$dir/file" "$dir/other"
expect 0 lower --to=scf "$dir/x.mlir" -o "$dir/file"
same "$dir/file" 'a file'
[ "$(cat "$dir/other")" = old ] || fail 'a file is written into, not replaced'

mkfifo "$dir/pipe"
timeout 20 cat "$dir/pipe" >"$dir/got" &
expect 0 lower --to=scf "$dir/x.mlir" -o "$dir/pipe"
wait
[ -p "$dir/pipe" ] || fail 'a pipe is no more'
same "$dir/got" 'a pipe'

# a name that stands for a pipe
ln -s /proc/self/fd/1 "$dir/stdout"
"$garner" lower --to=scf "$dir/x.mlir" -o "$dir/stdout" | cat >"$dir/got"
[ -L "$dir/stdout" ] || fail 'the name of standard output is no more'
same "$dir/got" 'standard output by name'

# a device, where this user may make one
if mknod "$dir/null" c 1 3 2>"$dir/err"; then
    expect 0 lower --to=scf "$dir/x.mlir" -o "$dir/null"
    [ -c "$dir/null" ] || fail 'a device is no more'
fi
expect 3 lower --to=scf "$dir/x.mlir" -o "$dir"
says err "$dir: "
[ -z "$(ls -A "$dir" | grep garner-)" ] || fail 'a temporary is left'
finish
