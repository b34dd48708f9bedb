# garner gen: programs to a folder or to standard output, the same on any number of threads; forms; what is refused.
. "$(dirname "$0")/common.sh"

# one to standard output: it runs, and its first line makes it again
expect 0 gen --seed=5 --about=scatter --ops=3
cp "$dir/out" "$dir/one.mlir"
silent err
expect 0 run "$dir/one.mlir"
again=$(sed -n '1s,^// garner ,,p' "$dir/one.mlir")
expect 0 $again
cmp -s "$dir/out" "$dir/one.mlir" || fail "the first line makes another program"
expect 0 gen -o - --seed=5 --about=scatter --ops=3
cmp -s "$dir/out" "$dir/one.mlir" || fail "-o - prints another program"

# a folder, on one thread and on several
expect 0 gen --count=300 --edge -j 1 -o "$dir/a"
says out "300 programs in"
expect 0 gen --count=300 --edge --threads=4 -o "$dir/b"
diff -r "$dir/a" "$dir/b" >/dev/null || fail "threads change programs"
[ "$(ls "$dir/a" | wc -l)" = 300 ] || fail "300 files are expected"
expect 0 gen --count=3 --first=100 --edge -o "$dir/c"
cmp -s "$dir/a/000101.mlir" "$dir/c/000101.mlir" || fail "--first begins elsewhere"
expect 0 run "$dir/a/000007.mlir"

# a folder that holds files
expect 3 gen --count=3 -o "$dir/c"
says err "--force"
expect 0 gen --count=3 --force -o "$dir/c"
[ "$(ls "$dir/c" | wc -l)" = 6 ] || fail "--force leaves what is there"
expect 3 gen --count=3 -o "$dir/one.mlir"
expect 3 gen --count=3 -o "$dir/none/below"
ln -s "$dir/elsewhere" "$dir/c/000000.mlir" 2>/dev/null || { rm "$dir/c/000000.mlir"; ln -s "$dir/elsewhere" "$dir/c/000000.mlir"; }
expect 3 gen --count=1 --force -o "$dir/c"
[ ! -e "$dir/elsewhere" ] || fail "a link is followed"

# the forms
for form in npy onnx-node-test artifact; do
    expect 0 gen --as=$form --count=4 -o "$dir/$form"
    [ "$(ls "$dir/$form" | wc -l)" = 4 ] || fail "$form: 4 folders are expected"
done
first=$(ls "$dir/npy" | head -n 1)
inputs=
for file in "$dir/npy/$first"/in_*.npy; do [ ! -e "$file" ] || inputs="$inputs --input $file"; done
mkdir "$dir/got"
expect 0 run $inputs --output "$dir/got" "$dir/npy/$first/program.mlir"
for file in "$dir/npy/$first"/out_*.npy; do
    i=${file##*out_}
    cmp -s "$file" "$dir/got/main_$i" || cmp -s "$file" "$dir/got/main.npy" || fail "$file is no result of the program"
done
for folder in "$dir/onnx-node-test"/*; do
    expect 0 check "$folder/model.onnx"
    inputs=
    i=0
    while [ -e "$folder/test_data_set_0/input_$i.pb" ]; do
        inputs="$inputs --input $folder/test_data_set_0/input_$i.pb"
        i=$((i + 1))
    done
    expect 0 run $inputs "$folder/model.onnx"
done
for form in numpy jax torch; do
    expect 0 gen --as=$form --count=4 -o "$dir/$form"
    says err "cannot be said as $form"
    [ "$(ls "$dir/$form" | wc -l)" = 4 ] || fail "$form: 4 scripts are expected"
    head -n 1 "$dir/$form"/* | grep -q "^# garner gen --as=$form " || fail "$form: the first line has no command"
done
for dialect in jax onnx torch tcp tensor ttnn; do
    expect 0 gen --dialect=$dialect --first=2
    says out "// garner gen --dialect=$dialect"
done

for op in stablehlo.gather chlo.erf func.call; do
    expect 0 gen --about=$op
    says out "--about=$op "
done
expect 0 gen --dialect=torch --about=torch.aten.gather
says out "torch.aten.gather %"

# of some element types alone
expect 0 gen --types=f32,i32,i1 --edge --count=50 -o "$dir/types"
head -q -n 1 "$dir/types"/* | grep -q -v -e "--types=f32,i32,i1 " && fail "a first line does not say the types"
grep -lq 'tensor<[0-9x]*\(f64\|bf16\|f16\|ui8\)>' "$dir/types"/* && fail "a program has other types"
again=$(sed -n '1s,^// garner ,,p' "$dir/types/000007.mlir")
expect 0 $again
cmp -s "$dir/out" "$dir/types/000007.mlir" || fail "the first line makes another program of types"

# what is left open
expect 0 gen --unspecified --count=300 -o "$dir/open"
grep -lq "^// The specification leaves open: " "$dir/open"/* || fail "no file says what is left open"
! grep -l "^// The specification" "$dir/a"/* || fail "something is left open that was not asked for"

# as a document
expect 0 gen --json --count=2 -o "$dir/json"
says out '"made":2,"left_out":0,"first_reason":null,"programs":[{"number":0,"file":"000000.mlir","open_question":null},'

# wrong usage
expect 2 gen --count=2
says err "-o names the folder"
expect 2 gen --as=npy
expect 2 gen --json
expect 2 gen --count=0 -o "$dir/d"
expect 2 gen --ops=1001
expect 2 gen --dialect=mhlo
says err "stablehlo"
expect 2 gen --about=gather,nothing
says err "ops are gather"
expect 2 gen --types=f32,f9
says err "as f32,i32,i1"
expect 2 gen --types=i2
says err "types are f32"
expect 2 gen --types=i1 --about=sine
expect 2 gen --as=tfjs
expect 2 gen --seed=-1
expect 2 gen file.mlir
[ ! -e "$dir/d" ] || fail "a folder is made for wrong usage"
finish
