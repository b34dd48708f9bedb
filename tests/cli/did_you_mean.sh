# What is misspelt, or would do nothing, is told with what there is.
. "$(dirname "$0")/common.sh"

cat >"$dir/add.mlir" <<'END'
func.func @first(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @second() {
  return
}
func.func private @third()
END
sed 's/stablehlo.add/stablehlo.ad/' "$dir/add.mlir" >"$dir/ad.mlir"
expect 3 check "$dir/ad.mlir"
says err "ad.mlir:2:8: error: custom op 'stablehlo.ad' is unknown"
says err "note: did you mean 'stablehlo.add'?"
printf '%%0 = "stablehlo.gathre"() : () -> i32\n' >"$dir/generic.mlir"
expect 3 check "$dir/generic.mlir"
says err "note: did you mean 'stablehlo.gather'?"
printf '%%0 = stablehl.add %%a, %%a : i32\n' >"$dir/dialect.mlir"
expect 3 check "$dir/dialect.mlir"
says err "note: did you mean 'stablehlo.add'?"
printf 'qqq.zzzzzz\n' >"$dir/far.mlir"
expect 3 check "$dir/far.mlir"
! grep -q 'did you mean' "$dir/err" || fail 'nothing is near to qqq.zzzzzz'

expect 2 run "$dir/add.mlir" --entry foo
says err 'there is no function @foo; there is @first, @second'

# options that would do nothing
expect 2 run "$dir/add.mlir" --devices --entry second
says err 'add.mlir: --devices runs a program on the devices of a mesh, and the program has no mesh'
expect 2 shard "$dir/add.mlir"
says err 'add.mlir: shard divides a program over the devices of a mesh, and the program has no mesh'
expect 2 shard --explain "$dir/add.mlir"
says err 'the program has no mesh'
expect 0 shard --rules "$dir/add.mlir" # rules are of ops
{ echo 'sdy.mesh @mesh = <["x"=1]>'; cat "$dir/add.mlir"; } >"$dir/mesh.mlir"
expect 0 shard "$dir/mesh.mlir"
expect 0 run "$dir/mesh.mlir" --devices --entry second
expect 2 plan "$dir/add.mlir" --dim 7
says err 'no extent of the program is open: 7 would be that of none'
sed 's/4xf32/?xf32/g' "$dir/add.mlir" >"$dir/open.mlir"
expect 0 plan "$dir/open.mlir" --dim 7

# -o FILE: what standard output would have, and no folder is made for it
cd "$dir" || exit 1
"$garner" run add.mlir --entry first --input 1 >want
expect 0 run add.mlir --entry first --input 1 -o out2
silent out
cmp -s want out2 || fail '-o out2 is what is printed'
expect 1 run add.mlir --entry first --input 1 --expect 3 -o out2
cmp -s want out2 || fail 'the results of a check that fails are written'
expect 3 run add.mlir --entry first --input '1 2' -o out2
cmp -s want out2 || fail 'a run that fails leaves what was there'
expect 0 run add.mlir --entry first --input 1 -o out.npz
says out 'dense<2.000000e+00>'
[ -s out.npz ] || fail '-o out.npz has the results'
mkdir there
expect 0 run add.mlir --entry first --input 1 -o there
[ -s there/first_0.npy ] || fail '-o of a folder that is there'
expect 0 run add.mlir --entry first --input 1 --output made
[ -s made/first_0.npy ] || fail '--output makes a folder'
expect 0 run add.mlir --entry first --input 1 --json -o run.json
silent out
says run.json '"command":"run"'
for file in x.npz x.npy x.txt; do
    expect 3 run add.mlir --entry first --input 1 -o nowhere/$file
    says err 'nowhere: No such file or directory'
done
expect 3 convert --to=numpy add.mlir -o nowhere/x.py
says err 'nowhere: No such file or directory'
expect 3 convert --to=onnx add.mlir -o nowhere/x.onnx
expect 3 print add.mlir -o nowhere/x.mlir
expect 3 lint --json add.mlir -o nowhere/x.json
[ ! -e nowhere ] || fail 'a folder is made for a file'
finish
