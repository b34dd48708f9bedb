# garner convert: what is put around an access stays short. A gather with batching dims, windows and start indices out of range,
# in torch, takes fewer than 40 lines with its function and its check, and gives what it gave.
. "$(dirname "$0")/common.sh"
expect 0 convert --to=torch examples/batched_gather.mlir
cp "$dir/out" "$dir/torch.mlir"
lines=$(wc -l <"$dir/torch.mlir")
[ "$lines" -lt 40 ] || fail "examples/batched_gather.mlir has $lines lines in torch, fewer than 40 are expected"
says out 'check.expect_eq_const'
expect 0 run "$dir/torch.mlir"
finish
