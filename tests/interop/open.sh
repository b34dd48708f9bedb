#!/bin/sh
# open.sh GARNER - programs of upstream's dialects, and of foreign ones: what garner prints, in either form, is to mlir-opt the
# same program as the file is.
set -u
garner=$1
here=$(cd "$(dirname "$0")/.." && pwd)
mlir_opt=
for name in mlir-opt-19 mlir-opt; do
    command -v "$name" >/dev/null 2>&1 && mlir_opt=$name && break
done
[ -n "$mlir_opt" ] || { echo "no mlir-opt"; exit 77; }
$mlir_opt --version | grep -q 'LLVM version 19' || { echo "not the mlir-opt whose texts these are"; exit 77; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
failed=0
same() { # FILE FORM OPTION...
    file=$1; form=$2; shift 2
    "$garner" print --allow-unregistered-dialect "$@" "$file" >"$temp/printed" &&
        $mlir_opt --allow-unregistered-dialect --mlir-print-op-generic "$temp/printed" >"$temp/have" 2>&1
    if ! cmp -s "$temp/want" "$temp/have"; then
        echo "$file: $form"
        diff "$temp/want" "$temp/have" | head -8
        failed=1
    fi
}
for file in "$here"/open/upstream/*.mlir; do
    $mlir_opt --allow-unregistered-dialect --mlir-print-op-generic "$file" >"$temp/want" || { echo "$file: mlir-opt refuses it"; failed=1; }
    same "$file" "in its own syntax"
    same "$file" "in generic form" --generic
done
exit $failed
