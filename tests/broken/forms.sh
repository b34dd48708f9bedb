#!/bin/sh
# Programs of the corpus as ONNX's node tests and as scripts of torch. forms.sh GARNER
python3 -c 'import numpy' 2>/dev/null || exit 77
corpus=$(dirname "$0")/../../share/corpus
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GARNER="$1"
failed=0
fail() {
    echo "$*"
    failed=1
}

python3 "$corpus/make.py" --as onnx-node-test -o "$folder/onnx" "$corpus/take-negative.mlir" "$corpus/put-add-twice.mlir" >"$folder/said" ||
    fail "no node tests"
[ "$(cat "$folder/said")" = "2 programs in $folder/onnx, 0 left out" ] || fail "node tests: $(cat "$folder/said")"
"$1" run "$folder/onnx/take-negative/model.onnx" --input "@$folder/onnx/take-negative/test_data_set_0/input_0.pb" \
    --input "@$folder/onnx/take-negative/test_data_set_0/input_1.pb" >"$folder/result" || fail "the model does not run"
[ "$(cat "$folder/result")" = "dense<[10, 10, 30]> : tensor<3xi32>" ] || fail "the model gives $(cat "$folder/result")"
python3 "$corpus/make.py" --as torch -o "$folder/torch" "$corpus/put-add-twice.mlir" >/dev/null || fail "no script of torch"
grep -q 'torch.tensor(\[13, 23, 30, 40\], dtype=torch.int32)' "$folder/torch/put-add-twice.py" || fail "no result in the script"
# what a form cannot say is counted
python3 "$corpus/make.py" --as torch -o "$folder/torch" "$corpus/batches-ignored.mlir" 2>/dev/null | grep -q ', 1 left out' ||
    fail "batches-ignored is not left out"
exit $failed
