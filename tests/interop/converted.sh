#!/bin/sh
# converted.sh - what `garner convert --to=tensor` and `--to=tcp` print, read by upstream's mlir-opt.
#
#   tests/interop/converted.sh GARNER [MLIR_OPT]
#
# GARNER is the command, MLIR_OPT is mlir-opt-19 unless given. For every part of every example and program of tests/ops/
# that can be expressed in the target: MLIR_OPT accepts it, tensor in custom and in generic form, TCP in generic form through
# share/tcp.irdl.mlir; and both prints say the same program. Ops that stay in another dialect are read as unregistered.
# Ends with "N passed, N failed"; exit 1 on a failure.
set -u
garner=${1:?usage: tests/interop/converted.sh GARNER [MLIR_OPT]}
mlir_opt=${2:-mlir-opt-19}
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v "$mlir_opt" >/dev/null || { echo "converted.sh: there is no $mlir_opt" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Element types, ops and folds that came after LLVM 19.
options=--allow-unregistered-dialect
newer='f8E3M4|f8E8M0FNU|f6E2M3FN|f6E3M2FN|f4E2M1FN|bufferization\.to_buffer|reductions = \[1[34], 1[34]\]|static_basis'

# accepts FILE OPTION: messages in $work/said.
accepts() {
    "$mlir_opt" --allow-unregistered-dialect $2 "$1" -o "$work/back" 2>"$work/said"
}

# check TARGET FILE: 0 passed, 1 failed, 2 cannot be expressed.
check() {
    "$garner" convert $options --to="$1" "$2" >"$work/custom" 2>"$work/said" || return 2
    "$garner" convert $options --to="$1" --generic "$2" >"$work/generic" 2>"$work/said" || return 1
    grep -qE "($newer)" "$work/generic" && return 2
    irdl=
    [ "$1" = tensor ] || irdl="--irdl-file=$root/share/tcp.irdl.mlir"
    accepts "$work/generic" "$irdl" || return 1
    "$garner" print --allow-unregistered-dialect --generic "$work/custom" >"$work/again" 2>"$work/said" || return 1
    diff "$work/generic" "$work/again" >"$work/said" || return 1
    # the custom form of dialects that mlir-opt does not have is not for it
    grep -qE '(check|stablehlo|chlo|interpreter|sdy|tcp|torch|tosa|onnx|tf|ttnn|nvl|garner)\.|= (gather|scatter) %' "$work/custom" && return 0
    accepts "$work/custom" ""
}

find "$root/examples" "$root/tests/ops" -name '*.mlir' | LC_ALL=C sort >"$work/list"
passed=0
failed=0
while IFS= read -r file; do
    rm -f "$work"/part.*
    # a check's operand is used by an op that mlir-opt takes in custom form too; functions that call none go by themselves
    cut='^// -----'
    grep -qE 'call|^module|^[!#]' "$file" || cut='^func.func'
    sed -E 's/check\.[a-z_]* (%[A-Za-z0-9_#]*),.* : ([^:]*)$/"test.use"(\1) : (\2) -> ()/' "$file" |
        awk -v out="$work/part." -v cut="$cut" '$0 ~ cut { n++ } !/^\/\/ -----/ { print > (out n + 100) }'
    for part in "$work"/part.*; do
        for target in tensor tcp; do
            check $target "$part"
            case $? in
            0) passed=$((passed + 1)) ;;
            1)
                failed=$((failed + 1))
                echo "FAILED --to=$target $file (${part##*.})"
                sed -n '1,4s/^/    /p' "$work/said" | cut -c 1-300
                ;;
            esac
        done
    done
done <"$work/list"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
