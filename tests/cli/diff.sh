# garner diff: what comes of tools that are right, wrong, hostile; of their adapters; of files and folders.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
case $garner in /*) ;; *) garner=$(pwd)/$garner ;; esac
GARNER=$garner
export GARNER

# Rows 0, 3, -1 and 9 of a table of four: the last two are clamped to rows 0 and 3.
cat >"$dir/take.mlir" <<'END'
func.func @main(%table: tensor<4x3xf32>, %rows: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
END
inputs="--input iota --input [[0],[3],[-1],[9]]"

# A tool for tests: garner, then what a line of a shell does in the folder of results.
cat >"$dir/tool" <<'END'
#!/bin/sh
# garner-adapter: program=text
here=$(dirname "$0")
"$here/garner-adapter" "$1" "$2" "$3" && cd "$3" && sh -c "$AFTER" - "$1" "$2"
END
chmod +x "$dir/tool"
cp "$(dirname "$garner")/share/garner/adapters/garner" "$dir/garner-adapter"

# after STATUS TEXT LINE: the tool does LINE after the results were written; diff ends with STATUS and prints TEXT.
after() {
    want=$1
    AFTER=$3 expect "$want" diff --timeout 30 --tool "$dir/tool" $inputs "$dir/take.mlir"
    says out "take.mlir:$2"
}
after 0 ' same' ':'
after 1 "2:8: bug: stablehlo.gather: 1 element differs, first [3, 2]: garner 1.100000e+01, tool 0.000000e+00" \
    'head -c -4 out_0.npy >x && printf "\0\0\0\0" >>x && mv x out_0.npy'
after 1 ' crashed: there is no out_0.npy; it wrote nothing' 'rm out_0.npy'
after 1 ' crashed: there is no out_0.npy; it wrote result.npy' 'mv out_0.npy result.npy'
after 1 ' crashed: out_0.npy: npy:' ': >out_0.npy'
after 1 ' crashed: out_0.npy: npy:' 'head -c 100 out_0.npy >x; mv x out_0.npy'
after 1 ' crashed: out_0.npy: npy:' 'head -c 150 out_0.npy >x; mv x out_0.npy'
after 1 " crashed: out_0.npy: npy: descr '<i4' is i32, expected f32" 'sed "1s/<f4/<i4/" out_0.npy >x; mv x out_0.npy'
after 1 ' crashed: out_0.npy is 3x4xf32, 4x3xf32 is declared' 'sed "1s/(4, 3)/(3, 4)/" out_0.npy >x; mv x out_0.npy'
after 1 ' crashed: out_0.npy is 12xf32, 4x3xf32 is declared' 'sed "1s/(4, 3)/(12,) /" out_0.npy >x; mv x out_0.npy'
after 1 ' crashed: out_0.npy: Too many levels of symbolic links' 'mv out_0.npy x; ln -s x out_0.npy'
after 1 ' crashed: out_0.npy: Too many levels of symbolic links' 'rm out_0.npy; ln -s /dev/zero out_0.npy'
after 1 ' crashed: out_0.npy is no regular file' 'rm out_0.npy; mkfifo out_0.npy'
after 1 ' crashed: out_0.npy is no regular file' 'rm out_0.npy; mkdir out_0.npy'
after 1 ' crashed: out_0.npy has 1000000000 bytes, at most 65584 are due' 'truncate -s 1000000000 out_0.npy'
after 1 ' crashed: the folder of results is gone' 'cd ..; rm -r outputs'
after 1 ' crashed: the folder of results is gone' 'cd ..; mv outputs x; ln -s x outputs'
after 1 ' crashed: exit status 3: an error of its own' 'echo begin; echo an error of its own >&2; echo end; exit 3'
after 1 ' crashed: signal 11' 'kill -SEGV $PPID; sleep 60'
after 0 ' refused: no gather here' 'echo no gather here; exit 77'
after 0 ' same' 'rm "$1"; rm -r "$2"'
after 0 ' same' '(setsid sh -c "sleep 600" >/dev/null 2>&1 &)'
after 0 ' same' 'i=0; while [ $i -lt 20000 ]; do echo flood; i=$((i+1)); done'

# Limits.
AFTER='trap "" TERM INT HUP; while :; do sleep 1; done' expect 1 diff --timeout 0.5 --tool "$dir/tool" $inputs "$dir/take.mlir"
says out 'take.mlir: timed-out: after '
AFTER='x=0123456789abcdef; while :; do x=$x$x; done' expect 1 diff --memory 64M --tool "$dir/tool" $inputs "$dir/take.mlir"
says out 'take.mlir: timed-out: over its limit of memory'

# What it does to the caller's files does not matter.
cp "$dir/take.mlir" "$dir/mine.mlir"
AFTER=': >"$MINE"' MINE=$dir/mine.mlir expect 0 diff --tool "$dir/tool" $inputs "$dir/mine.mlir"
says out 'mine.mlir: same'

# A command of one's own.
expect 0 diff --tool "$dir/garner-adapter {program} {inputs} {outputs}" $inputs "$dir/take.mlir"
says out 'take.mlir: same'
expect 1 diff --tool 'cp {inputs}/in_0.npy {outputs}/out_0.npy # {program}' $inputs "$dir/take.mlir"
says out '2:8: bug: stablehlo.gather: '
expect 2 diff --tool 'echo {program}' "$dir/take.mlir"
says err '{program} and {outputs}'
expect 2 diff "$dir/take.mlir"
says err '--tool says whose results'
expect 2 diff --tool nosuch "$dir/take.mlir"
says err "there is no adapter 'nosuch'"
says err '; those there are: garner, '
expect 2 diff --tool "$dir/take.mlir" "$dir/take.mlir"
says err 'garner-adapter:'
expect 2 diff --tool "$dir/tool" --form nosuch "$dir/take.mlir"

# Adapters by name; random inputs, the same for the same seed.
expect 0 diff --tool garner --trials 4 --seed 5 "$dir/take.mlir"
says out 'take.mlir: same'
GARNER_ADAPTERS=$dir expect 2 diff --tool garner "$dir/take.mlir"
mkdir "$dir/adapters"
cp "$dir/garner-adapter" "$dir/adapters/mine"
GARNER_ADAPTERS=$dir/adapters expect 0 diff --tool mine "$dir/take.mlir"


# Every combination of two rows from -2 to 4 of a table of three: 49.
cat >"$dir/few.mlir" <<'END'
func.func @main(%t: tensor<3xi32>, %i: tensor<2x1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
END
expect 0 diff --exhaustive --input iota --input zeros --tool garner "$dir/few.mlir"
says out 'few.mlir: same (49 combinations of indices)'
# Of 9 rows there are 7 to the power of 9: as many as are tried are left of 5 rows, and the tool dies of the first.
sed 's/2x1xi32/9x1xi32/g; s/tensor<2xi32>/tensor<9xi32>/g' "$dir/few.mlir" >"$dir/shrunk.mlir"
expect 1 diff --exhaustive --tool 'exit 3 {program} {inputs} {outputs}' "$dir/shrunk.mlir"
says out ' (1 combination of indices, in smaller shapes: tensor<3xi32>, tensor<5x1xi32>)'
expect 1 diff --exhaustive --json --tool 'exit 3 {program} {inputs} {outputs}' "$dir/shrunk.mlir"
says out '"shapes":"tensor<3xi32>, tensor<5x1xi32>","verdict":"crashed"'

# Workers: "worker LINE" does LINE for each program, which is $p, with its folders $i and $o.
cat >"$dir/worker" <<'END'
#!/bin/sh
# garner-adapter: program=text worker=yes
here=$(dirname "$0")
tab=$(printf '\t')
while IFS=$tab read -r p i o; do
    if [ "$p" = version ]; then
        echo "${VERSION:-version 1 of the worker}"
        continue
    fi
    eval "$EACH"
done
END
chmod +x "$dir/worker"
mkdir "$dir/many"
for n in 0 1 2 3 4 5; do
    cp "$dir/take.mlir" "$dir/many/$n.mlir"
done
right='"$here/garner-adapter" "$p" "$i" "$o" && echo ok'
EACH=$right expect 0 diff -j 2 --tool "$dir/worker" "$dir/many"
says out '6 programs, '
says out '(1 of the worker)'
says out 'same       6'
EACH='echo "refused not this one"' expect 0 diff --tool "$dir/worker" "$dir/many"
says out 'refused    6'
says out '       6  not this one'
EACH='echo "error it broke"' expect 1 diff --tool "$dir/worker" "$dir/many"
says out '3.mlir: crashed: it broke'
EACH='echo nonsense' expect 1 diff --tool "$dir/worker" "$dir/many"
says out "3.mlir: crashed: it answers 'nonsense', neither ok, refused nor error"
EACH='echo why >&2; exit 3' expect 1 diff --tool "$dir/worker" "$dir/many"
says out '5.mlir: crashed: exit status 3: why'
says out 'crashed    6'
EACH='kill -KILL $$' expect 1 diff -j 2 --tool "$dir/worker" "$dir/many"
says out 'crashed    6'
EACH='exec >&-; sleep 600' expect 1 diff --timeout 5 --tool "$dir/worker" "$dir/many/0.mlir"
says out '0.mlir: crashed: no answer'
EACH='sleep 600' expect 1 diff --timeout 0.3 --tool "$dir/worker" "$dir/many/0.mlir"
says out '0.mlir: timed-out: after '
VERSION='unavailable there is no such module' expect 3 diff --tool "$dir/worker" "$dir/many"
says err 'there is no such module'
VERSION=nonsense EACH=$right expect 3 diff --tool "$dir/worker" "$dir/many"
says err 'nonsense'

# Inputs that lie beside the program, as `garner gen --as=npy` and ONNX's tests have them.
mkdir -p "$dir/beside" "$dir/node/test_data_set_0"
cp "$dir/take.mlir" "$dir/beside/program.mlir"
"$garner" run --output "$dir/beside/in_0.npy" "$dir/take.mlir" --input iota --input zeros >/dev/null
printf "\223NUMPY\001\000\166\000{'descr': '<i4', 'fortran_order': False, 'shape': (4, 1), }%58s\n\1\0\0\0\2\0\0\0\3\0\0\0\377\377\377\377" '' >"$dir/beside/in_1.npy"
AFTER='cp "$2"/in_1.npy "$KEPT"' KEPT=$dir/kept.npy expect 0 diff --tool "$dir/tool" "$dir/beside"
says out 'program.mlir: same'
cmp -s "$dir/beside/in_1.npy" "$dir/kept.npy" || [ "$(tail -c 16 "$dir/kept.npy" | od -An -tx1)" = "$(tail -c 16 "$dir/beside/in_1.npy" | od -An -tx1)" ] || fail 'the inputs beside the program are not given to the tool'

# A program that checks itself: constants are its inputs, what its checks look at its results; several in a file.
cat >"$dir/checks.mlir" <<'END'
func.func @first() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
  %z = stablehlo.add %x, %y : tensor<3xi32>
  check.expect_eq_const %z, dense<[5, 7, 9]> : tensor<3xi32>
  return
}
func.func @second() {
  %x = stablehlo.constant dense<2> : tensor<i32>
  check.expect_eq_const %x, dense<2> : tensor<i32>
  return
}
// -----
func.func @third() -> tensor<2xi32> {
  %x = stablehlo.iota dim = 0 : tensor<2xi32>
  return %x : tensor<2xi32>
}
END
AFTER='ls "$2" >&2; cat "$1" >&2; exit 5' expect 1 diff --tool "$dir/tool" "$dir/checks.mlir"
says out '3 programs'
expect 0 diff --tool garner "$dir/checks.mlir"
says out 'checks.mlir: @first: same'
says out 'checks.mlir: @second: same'
says out 'checks.mlir: @third: same'

# What is no program is told and counted; the others go on.
echo nonsense >"$dir/many/7.mlir"
expect 3 diff --tool garner "$dir/many"
says out '7.mlir: rejected'
says out 'same       6'
says out 'rejected   1'
rm "$dir/many/7.mlir"

# Open extents of a program without arguments are those of inputs, and of what is checked: no cast is left in it.
cat >"$dir/open.mlir" <<'END'
func.func @main() {
  %given = stablehlo.constant dense<[-3, 4]> : tensor<2xi32>
  %in = tensor.cast %given : tensor<2xi32> to tensor<?xi32>
  %0 = stablehlo.negate %in : tensor<?xi32>
  %1 = stablehlo.negate %0 : tensor<?xi32>
  %result = tensor.cast %1 : tensor<?xi32> to tensor<2xi32>
  check.expect_eq_const %result, dense<[-3, 4]> : tensor<2xi32>
  return
}
END
expect 0 diff --tool "! grep -q tensor.cast {program} && grep -q '(%in: tensor<?xi32>)' {program} && cp {inputs}/in_0.npy {outputs}/out_0.npy" "$dir/open.mlir"
says out 'open.mlir: same'

# The garner that runs diff is the one of the adapter of that name.
(unset GARNER && "$garner" diff --tool garner "$dir/open.mlir" >"$dir/out" 2>&1)
says out 'open.mlir: same'

# --json: an object for each.
EACH='echo "refused not this one"' expect 0 diff --json --tool "$dir/worker" "$dir/many"
says out '"verdict":"refused","trial":0,"combinations":1,"said":"not this one","differences":[]'
says out '"version":"1 of the worker","totals":{"same":0,"allowed":0,"undecided":0,"refused":6,'
says out '"classes":[{"verdict":"refused","op":"","why":"not this one","programs":6,"first":'

# --report: a page, and of each bug the picture, the program and its inputs, which are run again by name.
GARNER=$garner expect 1 diff --report "$dir/report" --tool garner:drop-whole-window --input zeros --input '[[0],[3]]' --input '[[1,2],[3,4]]' "$here/windows.mlir"
grep -qF '<img src="bug-1.svg"' "$dir/report/index.html" || fail 'the page has no picture'
grep -qF 'window-dropped-whole' "$dir/report/index.html" || fail 'the page does not say the reading'
[ "$(grep -c '<tr class="bug">' "$dir/report/index.html")" = 1 ] || fail 'the page has no row for the program'
grep -q '<svg' "$dir/report/bug-1.svg" || fail 'the picture is none'
expect 1 diff --tool garner:drop-whole-window "$dir/report/bug-1.mlir"
says out 'bug-1.mlir:2:8: bug: stablehlo.scatter: read as window-dropped-whole: 1 element differs, first [3]'
: >"$dir/file"
expect 3 diff --report "$dir/file" --tool garner "$dir/take.mlir"

# What is said of a tool is shown without what a terminal or a browser would obey.
expect 1 diff --report "$dir/hostile" --tool "printf '\\033[31m<script>'; exit 3 # {program} {outputs}" "$dir/take.mlir"
says out '\1B[31m<script>'
! grep -q '<script>' "$dir/hostile/index.html" || fail 'the page has what the tool printed as HTML'
finish
