# Several files and folders at once; what --quiet leaves out; colours; source lines of notes.
. "$(dirname "$0")/common.sh"
mkdir -p "$dir/in/deep/.hidden" "$dir/empty"
echo 'func.func @f() { return }' >"$dir/in/b.mlir"
echo 'func.func @f() { return }' >"$dir/in/deep/a.mlir"
echo 'not a program' >"$dir/in/deep/.hidden/x.mlir"
echo 'not a program' >"$dir/in/notes.txt"
printf 'func.func @f() {\n  return %%0\n}\n' >"$dir/bad.mlir"

# a line for each and how many are fine; of one, nothing
expect 0 check "$dir/in/b.mlir"
silent out
expect 3 check "$dir/bad.mlir" "$dir/in/b.mlir"
printf '%s: rejected\n%s: fine\n2 files: 1 fine, 1 not\n' "$dir/bad.mlir" "$dir/in/b.mlir" | cmp -s - "$dir/out" || fail 'two files'
says err "bad.mlir:2:"
expect 3 check "$dir/in/b.mlir" "$dir/nothing.mlir"
says err 'nothing.mlir: No such file'
says out '2 files: 1 fine, 1 not'
expect 1 check --verify-diagnostics "$dir/in/b.mlir" "$dir/bad.mlir"
says out 'bad.mlir: not as it should be'

# folders: what ends as programs do, in order, not what is hidden
expect 3 check "$dir/in"
says err 'in: is a folder; --recursive takes the programs in it'
expect 0 check --recursive "$dir/in"
printf '%s/in/b.mlir: fine\n%s/in/deep/a.mlir: fine\n2 files: 2 fine, 0 not\n' "$dir" "$dir" | cmp -s - "$dir/out" || fail 'a folder'
expect 0 check --recursive "$dir/in/b.mlir"
says out '1 file: 1 fine, 0 not'
expect 3 check --recursive "$dir/empty"
says err 'there is no program in'
ln -s .. "$dir/in/deep/up"
expect 0 check --recursive "$dir/in"
says out '2 files: 2 fine'
expect 2 run "$dir/in/b.mlir" "$dir/bad.mlir"
says err 'one FILE at a time'

# only what is wrong
expect 3 check -q "$dir/bad.mlir" "$dir/in/b.mlir"
silent out
says err "bad.mlir:2:"
echo 'func.func @main() -> tensor<2xi32> { %0 = stablehlo.iota dim = 0 : tensor<2xi32> return %0 : tensor<2xi32> }' >"$dir/x.mlir"
expect 0 run --quiet "$dir/x.mlir"
silent out
expect 0 run --quiet --output "$dir/results" "$dir/x.mlir"
[ -s "$dir/results/main_0.npy" ] || fail 'results are written all the same'
echo 'func.func @main(%p: tensor<f32>) -> tensor<f32> { %0 = chlo.lgamma %p : tensor<f32> -> tensor<f32> return %0 : tensor<f32> }' >"$dir/lgamma.mlir"
expect 0 convert --to=onnx "$dir/lgamma.mlir"
says err 'remark: '
expect 0 convert --to=onnx --quiet "$dir/lgamma.mlir"
silent err

# colours where they are asked for; not in a file, and not against NO_COLOR
escape=$(printf '\033')
expect 3 check --color=always "$dir/bad.mlir"
says err "${escape}[1;31merror: ${escape}[0m"
expect 3 check "$dir/bad.mlir"
! grep -q "$escape" "$dir/err" || fail 'no colours in a file'
if terminals; then
    TERM=xterm script -qec "'$garner' check '$dir/bad.mlir'" /dev/null </dev/null >"$dir/out" 2>&1
    grep -q "${escape}\[1;31m" "$dir/out" || fail 'colours on a terminal'
    TERM=xterm NO_COLOR=1 script -qec "'$garner' check '$dir/bad.mlir'" /dev/null </dev/null >"$dir/out" 2>&1
    ! grep -q "$escape" "$dir/out" || fail 'NO_COLOR'
fi

# a note about another line shows it, one about the same line does not show that again
printf 'func.func @f() {\n  return\n}\nfunc.func @f() {\n  return\n}\n' >"$dir/twice.mlir"
expect 3 check "$dir/twice.mlir"
[ "$(grep -c 'func.func @f() {' "$dir/err")" = 2 ] || fail "both lines are shown"
cat >"$dir/rule.mlir" <<'END'
func.func @f(%x: tensor<3xi32>, %i: tensor<1xi64>) -> tensor<4xi32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 4>}> : (tensor<3xi32>, tensor<1xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
END
expect 3 check "$dir/rule.mlir"
says err 'note: rule C'
[ "$(grep -c 'stablehlo.gather"(' "$dir/err")" = 2 ] || fail 'once with each error, not with the note'
finish
