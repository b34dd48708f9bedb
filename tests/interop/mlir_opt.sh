#!/bin/sh
# mlir_opt.sh - what garner prints, read by upstream's mlir-opt.
#
#   [GARNER_CONFORMANCE=DIR] tests/interop/mlir_opt.sh GARNER [MLIR_OPT]
#
# GARNER is the command, MLIR_OPT is mlir-opt-19 unless given. For every example, every program of tests/ops/ and every
# *.mlir under DIR:
#   - MLIR_OPT accepts the generic form, and its own round trips of it;
#   - the pretty form, printed in generic form, is the generic form;
#   - of a program that but for its checks has ops of MLIR_OPT's alone, it accepts the pretty form too.
# Dialects that MLIR_OPT does not have are read as unregistered. Ends with "N passed, N failed"; exit 1 on a failure.
set -u
garner=${1:?usage: tests/interop/mlir_opt.sh GARNER [MLIR_OPT]}
mlir_opt=${2:-mlir-opt-19}
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v "$mlir_opt" >/dev/null || { echo "mlir_opt.sh: there is no $mlir_opt" >&2; exit 2; }

# Element types, ops, folds (maxnumf, minnumf) and properties (static_basis) that came after LLVM 19: its mlir-opt cannot read them in any spelling.
newer='f8E3M4|f8E8M0FNU|f6E2M3FN|f6E3M2FN|f4E2M1FN|bufferization\.to_buffer|reductions = \[1[34], 1[34]\]|static_basis'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# check FILE: 0 passed; else what failed is in $work/said.
check() {
    split=
    grep -q '^// -----' "$1" && split=--split-input-file
    "$garner" print --generic $split "$1" >"$work/generic" 2>"$work/said" || return 1
    "$garner" print $split "$1" >"$work/pretty" 2>"$work/said" || return 1
    "$garner" print --generic $split "$work/pretty" >"$work/again" 2>"$work/said" || return 1
    diff "$work/generic" "$work/again" >"$work/said" || return 1
    found=$(grep -oE "($newer)" "$work/generic" | sort -u | tr '\n' ' ')
    if [ -n "$found" ]; then
        echo "not shown to $mlir_opt, which has no ${found% }: $1"
        return 0
    fi
    "$mlir_opt" --allow-unregistered-dialect --verify-roundtrip $split "$work/generic" >/dev/null 2>"$work/said" || return 1
    case $1 in
        "$root"/tests/ops/memref/rfc_*) return 0 ;; # has the RFC's ops
        "$root"/tests/ops/scf/tensors.mlir|"$root"/tests/ops/affine/tensors.mlir) return 0 ;; # have StableHLO's
        "$root"/tests/ops/scf/*|"$root"/tests/ops/memref/*|"$root"/tests/ops/linalg/*|"$root"/tests/ops/math/*|\
            "$root"/tests/ops/complex/*|"$root"/tests/ops/arith/*|"$root"/tests/ops/affine/*) ;;
        *) return 0 ;;
    esac
    grep -v '^ *check\.expect' "$work/pretty" >"$work/bare"
    "$mlir_opt" --verify-roundtrip $split "$work/bare" >/dev/null 2>"$work/said"
}

{
    find "$root/examples" "$root/tests/ops" -name '*.mlir' 2>/dev/null
    [ -z "${GARNER_CONFORMANCE:-}" ] || find "$GARNER_CONFORMANCE" -name '*.mlir'
} | LC_ALL=C sort >"$work/list"
passed=0
failed=0
while IFS= read -r file; do
    if check "$file"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $file"
        sed -n '1,8s/^/    /p' "$work/said" | cut -c 1-300
    fi
done <"$work/list"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
