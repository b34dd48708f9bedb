# garner reduce: programs made small while a line of the shell exits with 0; inputs; files of each kind; limits; what is refused.
. "$(dirname "$0")/common.sh"

cat >"$dir/p.mlir" <<'END'
func.func private @twice(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %y = stablehlo.add %x, %x : tensor<6x4xf32>
  return %y : tensor<6x4xf32>
}
func.func @main(%table: tensor<6x4xf32>, %rows: tensor<3x1xi32>) -> (tensor<3x4xf32>, tensor<6x4xf32>) {
  %0 = call @twice(%table) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.tanh %0 : tensor<6x4xf32>
  %2 = "stablehlo.gather"(%1, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}>
    : (tensor<6x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %3 = stablehlo.negate %2 : tensor<3x4xf32>
  return %3, %1 : tensor<3x4xf32>, tensor<6x4xf32>
}
END
p=$dir/p.mlir

# the smallest program with a gather; its head says what was done; it verifies, and is reduced no further
expect 0 reduce "$p" --while 'grep -q stablehlo.gather {}'
silent err
says out "// garner reduce $p"
says out "// --while grep -q stablehlo.gather {}"
says out '// 1 of 5 ops, after '
says out '(tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32>'
cp "$dir/out" "$dir/small.mlir"
expect 0 check "$dir/small.mlir"
expect 0 reduce "$dir/small.mlir" --while 'grep -q stablehlo.gather {}'
sed 1,3d "$dir/small.mlir" >"$dir/want"
sed 1,3d "$dir/out" | cmp -s - "$dir/want" || fail "a program that is small became another"

# as many at once as there may be: the same program after the same number of tries
expect 0 reduce "$p" --while 'grep -q stablehlo.gather {}' -j 8
cmp -s "$dir/out" "$dir/small.mlir" || fail "with -j 8 it is another program"

# a line that runs garner: the call stays, with what it calls
expect 0 reduce "$p" --while "$garner check {} && grep -q 'call @' {}"
says out '// 1 of 5 ops'
says out 'call @twice'

# what the line names relative to the folder of the user is found; the program's file is another each time
cat >"$dir/keep.sh" <<'END'
echo "$1" >>files
grep -q tanh "$1"
END
garner_is=$garner
case $garner in
/*) ;;
*) garner_is=$PWD/$garner ;;
esac
(cd "$dir" && "$garner_is" reduce p.mlir --while 'sh ./keep.sh {}' >out 2>err) || fail "a script beside the program"
says out stablehlo.tanh
[ "$(sort "$dir/files" | uniq -d | wc -l)" = 0 ] || fail "two tries had a file of one name"
for file in $(cat "$dir/files"); do
    [ ! -e "$file" ] || fail "$file is left behind"
done

# inputs are files of a folder, and become smaller with the program; what is left of them is told
cat >"$dir/index.sh" <<'END'
[ -e "$2/in_0.npy" ] || exit 1
for file in "$2"/in_*.npy; do
    set -- "$@" --input "$file"
done
program=$1
shift 2
"$garner" run --strict "$program" "$@" >/dev/null 2>&1
[ $? = 4 ]
END
cat >"$dir/has_inputs.sh" <<'END'
[ -e "$2/in_0.npy" ] && grep -q 'main(%' "$1" && grep -q gather "$1"
END
garner=$garner_is
export garner
expect 0 reduce "$p" --input zeros --input '[[0], [9], [2]]' --while "sh $dir/index.sh {} {inputs}"
says out '// 1 of 5 ops'
cp "$dir/out" "$dir/small.mlir"
eval "expect 4 run --strict $(sed -n 's,^// --input,--input,p' "$dir/out" | tr '\n' ' ') $dir/small.mlir" # what is told is what it takes
expect 0 reduce "$p" --input zeros --input '[[0], [9], [2]]' --while "sh $dir/index.sh {program} {inputs}" -o "$dir/small.mlir"
silent out
expect 0 check "$dir/small.mlir"

# inputs that are not given are random, of a seed that is told
expect 0 reduce "$p" --while "sh $dir/has_inputs.sh {} {inputs}"
says out '// --seed 0'
expect 0 reduce "$p" --seed 7 --while "sh $dir/has_inputs.sh {} {inputs}"
says out '// --seed 7'
says out "// --input '"

# as JSON; with limits
expect 0 reduce "$p" --while 'grep -q tanh {}' --json
says out '"ops":1'
says out '"ops_before":5'
says out '"interrupted":false'
expect 0 reduce "$p" --while 'grep -q tanh {}' --max-tries 1
says out 'after 1 tries'
expect 1 reduce "$p" --while 'sleep 30 {}' --timeout 0.1
says err 'the program itself does not do what is looked for'

# an artifact and a model are tried as such, and written as such where a file is named
expect 0 convert "$p" --to=artifact -o "$dir/p.mlirbc"
expect 0 reduce "$dir/p.mlirbc" --while 'head -c 3 {} | grep -q ML && grep -aq tanh {}' -o "$dir/small.mlirbc"
expect 0 print "$dir/small.mlirbc"
says out stablehlo.tanh
sed '1,4d; s/call @twice(%table)/stablehlo.abs %table/; s/abs %table : (tensor<6x4xf32>) -> /abs %table : /' "$p" >"$dir/flat.mlir"
expect 0 convert "$dir/flat.mlir" --to=onnx -o "$dir/p.onnx"
expect 0 reduce "$dir/p.onnx" --while "$garner check {} && grep -aq Tanh {}" -o "$dir/small.onnx"
expect 0 print "$dir/small.onnx"
says out onnx.Tanh
expect 0 reduce "$dir/p.onnx" --while "grep -aq Tanh {}"
says out onnx.Tanh

# several functions without @main: the one that does it stays
sed 's/private @twice/@twice/; s/@main/@other/' "$p" >"$dir/several.mlir"
expect 0 reduce "$dir/several.mlir" --while 'grep -q stablehlo.gather {}'
[ "$(grep -c func.func "$dir/out")" = 1 ] || fail "one function is expected"
expect 0 reduce "$dir/several.mlir" --while 'grep -q stablehlo.add {}'
[ "$(grep -c func.func "$dir/out")" = 1 ] || fail "one function is expected"

# one function of several; standard input
expect 0 reduce "$p" --entry twice --while 'grep -q stablehlo.add {}'
says out stablehlo.add
"$garner" reduce - --while 'grep -q tanh {}' <"$p" >"$dir/out" 2>"$dir/err" || fail "standard input"
says out stablehlo.tanh

# a tool that is wrong: what is left is wrong in the same way, at the same op; a text for an issue tracker
cat >"$dir/tool.sh" <<'END'
sed 's/stablehlo.negate/stablehlo.abs/' "$1" >"$1.wrong"
program=$1.wrong inputs=$2 outputs=$3
set --
for file in "$inputs"/in_*.npy; do
    [ ! -e "$file" ] || set -- "$@" --input "@$file"
done
"$garner" run --quiet "$program" "$@" -o "$outputs/" || exit 3
for file in "$outputs"/main_*.npy; do
    mv "$file" "$outputs/out_${file##*_}"
done
END
tool="sh $dir/tool.sh {program} {inputs} {outputs}"
expect 0 reduce "$p" --input '6x4xf32=1' --input '[[0], [1], [2]]' --diff "$tool" --report "$dir/report.md"
silent err
says out "// --diff $tool"
says out '// 1 of 5 ops'
says out '// bug: stablehlo.negate: '
says out 'stablehlo.negate %'
cp "$dir/report.md" "$dir/out"
says out '# sh '
says out ': bug in stablehlo.negate'
says out '```mlir'
expect 0 reduce "$p" --diff "$tool" --seed 3 -j 4 --json
says out '"verdict":"bug"'
expect 0 reduce "$p" --diff "exit 9; {program} {inputs} {outputs}"
says out '// 0 of 5 ops'
says out '// crashed: exit status 9'
expect 1 reduce "$p" --diff "sed -i s/negate/negate/ {program}; sed s/stablehlo.negate/stablehlo.negate/ $dir/tool.sh | sed 1s/abs/negate/ >$dir/right.sh; sh $dir/right.sh {program} {inputs} {outputs}"
says err 'gives the same bits: there is nothing to look for'

# a loop that would lose its end: such a program is given up after some more steps than the one it is made of
cat >"$dir/loop.mlir" <<'END'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.negate %a : tensor<2xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}
END
expect 0 reduce "$dir/loop.mlir" --diff "$tool" --input 1
says out '// bug: stablehlo.negate'

# what is refused
expect 2 reduce "$p" --while 'true {}' --diff "$tool"
says err 'one of --while and --diff says what is looked for'
expect 2 reduce "$p" --while 'true {}' --whole
expect 2 reduce "$p" --diff nobody
expect 1 reduce "$p" --while 'grep -q stablehlo.sort {}'
silent out
expect 1 reduce "$p" --while 'false {}' -o "$dir/none.mlir"
[ ! -e "$dir/none.mlir" ] || fail "a file was written though the program does not do it"
expect 2 reduce "$p"
says err '--while or --diff says what is looked for'
expect 2 reduce "$p" --while true
says err '{} stands for its file'
expect 2 reduce "$p" --while 'true {}' --input zeros
says err '{inputs} stands for their folder'
expect 2 reduce "$p" --while 'true {}' --seed 1
says err 'random inputs'
expect 2 reduce "$p" --while 'true {} {inputs}' --input zeros
expect 2 reduce "$p" --while 'true {}' -j 0
expect 2 reduce "$p" --while 'true {}' --timeout 0
expect 2 reduce "$p" --while 'true {}' --max-tries 0
expect 2 reduce "$p" --while 'true {}' --entry nobody
expect 3 reduce "$dir/nobody.mlir" --while 'true {}'
echo 'func.func @main() { return 1 }' >"$dir/wrong.mlir"
expect 3 reduce "$dir/wrong.mlir" --while 'true {}'
finish
