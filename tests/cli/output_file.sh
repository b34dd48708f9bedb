# -o FILE of every command whose output is text: what standard output would have, whole or not at all, and known to be possible
# before the work.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")
GARNER_MACHINE=
export GARNER_MACHINE

cat >"$dir/take.mlir" <<'END'
func.func @main(%t: tensor<3x2xf32>, %i: tensor<2x1xi64>) -> tensor<2x2xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<2x1xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
END
{ cat "$dir/take.mlir"; echo '// -----'; echo 'func.func @f() { %0 = oops'; } >"$dir/half.mlir"
cp "$dir/take.mlir" "$dir/again.mlir"

# What a command makes goes to the file and nowhere else; - is standard output; what cannot be written is told before the work.
same() { # same STATUS ARGUMENT...
    status=$1
    shift
    "$garner" "$@" >"$dir/want" 2>/dev/null
    [ -s "$dir/want" ] || fail "garner $* prints nothing"
    echo old >"$dir/file"
    expect "$status" "$@" -o "$dir/file"
    silent out
    cmp -s "$dir/want" "$dir/file" || fail "garner $* -o FILE: the file has not what standard output has"
    expect "$status" "$@" --output=-
    cmp -s "$dir/want" "$dir/out" || fail "garner $* -o -: standard output has something else"
    expect 3 "$@" -o "$dir/no/such/file"
    says err 'No such file'
    silent out
}
same 0 check "$dir/take.mlir" "$dir/again.mlir"
same 3 check "$dir/take.mlir" "$dir/half.mlir"
same 0 print "$dir/take.mlir"
same 0 plan --threads 1 "$dir/take.mlir"
same 0 plan --target=ttnn "$here/../../examples/ttnn_scatter.mlir"
same 1 lint "$here/../../examples/lint_wrong_row.mlir"
same 0 convert --to=onnx "$dir/take.mlir"
same 0 convert --to=torch --verify-equivalence "$dir/take.mlir"
same 0 convert --to=numpy "$dir/take.mlir"
same 0 convert --to=artifact "$dir/take.mlir"
same 0 lower "$dir/take.mlir"
same 0 emit "$dir/take.mlir"
same 0 grad "$dir/take.mlir"
same 0 explain "$dir/take.mlir"
same 0 draw "$dir/take.mlir"
same 0 ops
same 0 ops stablehlo.gather
same 0 ops --example stablehlo.gather
same 0 rule
same 0 rule C21
same 0 rule stablehlo.gather C21
same 0 help
same 0 help run
same 0 version
same 0 manual run
same 0 completions bash
expect 0 tune --print --seconds 0.001 -o "$dir/figures"
silent out
grep -q '^read_line ' "$dir/figures" || fail 'tune -o: the figures are not in the file'
[ -z "$(ls -A "$dir" | grep '^\.garner')" ] || fail 'a temporary is left'

# Before the work: of two things that are wrong, the file is told.
for command in print lower emit 'convert --to=onnx' plan lint check; do
    expect 3 $command "$dir/half.mlir" -o "$dir/no/such/file"
    says err 'No such file'
    ! grep -q 'oops' "$dir/err" || fail "$command begins before it looks at the file"
done
# Nor is a minute of measuring begun.
timeout 20 "$garner" tune --seconds 60 --print -o "$dir/no/such/file" >"$dir/out" 2>"$dir/err"
[ $? = 3 ] || fail 'tune -o begins to measure before it looks at the file'
mkdir "$dir/folder"
expect 3 print "$dir/take.mlir" -o "$dir/folder"
says err "$dir/folder: Is a directory"
silent out

# Where something fails, what was there stays.
for command in print lower emit grad plan lint explain draw 'convert --to=onnx' 'convert --to=numpy'; do
    echo old >"$dir/file"
    expect 3 $command --split-input-file "$dir/half.mlir" -o "$dir/file"
    [ "$(cat "$dir/file")" = old ] || fail "$command that fails half-way writes a file"
done

for arguments in 'ops stablehlo.gahter' 'rule C99'; do
    echo old >"$dir/file"
    expect 1 $arguments -o "$dir/file"
    [ "$(cat "$dir/file")" = old ] || fail "$arguments writes a file"
done

# --help of a command is not what its -o is for
echo old >"$dir/file"
expect 0 run --help -o "$dir/file"
[ "$(cat "$dir/file")" = old ] || fail '--help writes over what -o names'

# A program may be written over itself.
cp "$dir/take.mlir" "$dir/self.mlir"
"$garner" print "$dir/self.mlir" >"$dir/want"
expect 0 print "$dir/self.mlir" -o "$dir/self.mlir"
cmp -s "$dir/want" "$dir/self.mlir" || fail 'a program that is printed over itself'

# With --json a report is the document, in the file; what is made goes there as it is, and the document to standard output.
for report in check plan explain ops rule version help; do
    file="$dir/take.mlir"
    case $report in ops | rule | version | help) file= ;; esac
    expect 0 $report $file --json
    cp "$dir/out" "$dir/want"
    expect 0 $report $file --json -o "$dir/file"
    silent out
    cmp -s "$dir/want" "$dir/file" || fail "$report --json -o FILE: the file has another document"
done
expect 3 plan --json "$dir/half.mlir" --split-input-file -o "$dir/file"
silent out
grep -q '"status":"failed"' "$dir/file" || fail 'a document about a failure is not in the file'
expect 0 emit "$dir/take.mlir"
cp "$dir/out" "$dir/want"
expect 0 emit --json "$dir/take.mlir" -o "$dir/file"
says out "\"written\":[\"$dir/file\"]"
cmp -s "$dir/want" "$dir/file" || fail 'emit --json -o FILE: the file has no C'
finish
