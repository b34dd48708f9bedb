#!/bin/sh
# tensor_verifier.sh - random tensor.gather and tensor.scatter, held against upstream's verifier and printer.
#
#   tests/interop/tensor_verifier.sh GARNER [MLIR_OPT [COUNT [SEED]]]
#
# GARNER is the command, MLIR_OPT is mlir-opt-19 unless given, COUNT 10000 programs unless given. Each is right or wrong
# in one of many ways (tensor_cases.c). The two accept the same programs, and tell the same message at the same place of
# those they refuse; what both accept they print the same, byte for byte but for the names of values, in custom and in
# generic form. What garner refuses by rules that LLVM 19 does not have (ML-6, ML-7) is counted and left out:
# docs/tensor-and-tcp.md says which. Exit 1 on a difference.
set -u
garner=${1:?usage: tests/interop/tensor_verifier.sh GARNER [MLIR_OPT [COUNT [SEED]]]}
mlir_opt=${2:-mlir-opt-19}
here=$(cd "$(dirname "$0")" && pwd)
command -v "$mlir_opt" >/dev/null || { echo "tensor_verifier.sh: there is no $mlir_opt" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${CC:-cc}" -std=c11 -o "$work/cases" "$here/tensor_cases.c" || exit 2
"$work/cases" "${3:-10000}" "${4:-1}" >"$work/k.mlir"
"$mlir_opt" --split-input-file "$work/k.mlir" >/dev/null 2>"$work/theirs"
"$garner" check --max-errors=0 --split-input-file "$work/k.mlir" >/dev/null 2>"$work/ours"

# LINE:COLUMN MESSAGE, the first of each line. mlir-opt counts lines within a part of the file.
sed -n 's/^within split at [^:]*:\([0-9]*\) offset :\([0-9]*\):\([0-9]*\): error: /\1 \2 \3 /p' "$work/theirs" |
    awk '{ at = ($1 + $2 - 1) ":" $3; $1 = $2 = $3 = ""; sub(/^ +/, ""); if (!(at in seen)) print at, $0; seen[at] = 1 }' |
    LC_ALL=C sort >"$work/a"
sed -n 's/^[^ ]*k.mlir:\([0-9]*:[0-9]*\): error: /\1 /p' "$work/ours" |
    awk '{ at = $1; $1 = ""; sub(/^ +/, ""); if (!(at in seen)) print at, $0; seen[at] = 1 }' | LC_ALL=C sort >"$work/b"

# What garner says by the rules LLVM 19 lacks.
newer='_dims length must match the size of last dimension of indices|result type mismatch: expected the type of dest'
grep -E "$newer" "$work/b" >"$work/newer"
cut -d ' ' -f 1 "$work/newer" >"$work/left-out"
for side in a b; do
    awk 'NR == FNR { out[$1] = 1; next } !($1 in out)' "$work/left-out" "$work/$side" >"$work/$side.same"
done
status=0
if ! diff "$work/a.same" "$work/b.same" >"$work/said"; then
    echo "FAILED: the messages differ (< $mlir_opt, > garner)"
    sed -n 1,20p "$work/said"
    status=1
fi

# What both accept, as one module each: values are named by their first use.
awk '
    FNR == 1 { file++ }
    file < 3 { split($1, at, ":"); bad[int((at[1] - 1) / 5)] = 1; next }
    !(int((FNR - 1) / 5) in bad) && !/^\/\/ -----/ { print }' "$work/a" "$work/b" "$work/k.mlir" >"$work/body"
{ echo "module {"; cat "$work/body"; echo "}"; } >"$work/good.mlir"
plain() {
    awk '/func.func/ { n = 0; split("", name) }
    /^$/ { next }
    {
        text = ""
        while (match($0, /%[A-Za-z0-9_]+/)) {
            v = substr($0, RSTART, RLENGTH)
            if (!(v in name)) name[v] = "%v" n++
            text = text substr($0, 1, RSTART - 1) name[v]
            $0 = substr($0, RSTART + RLENGTH)
        }
        print text $0
    }'
}
"$mlir_opt" "$work/good.mlir" | plain >"$work/their.custom"
"$mlir_opt" --mlir-print-op-generic "$work/good.mlir" | plain >"$work/their.generic"
"$garner" print "$work/good.mlir" | plain >"$work/our.custom"
"$garner" print --generic "$work/good.mlir" | plain >"$work/our.generic"
for form in custom generic; do
    diff "$work/their.$form" "$work/our.$form" >"$work/said" && continue
    echo "FAILED: the $form forms differ (< $mlir_opt, > garner)"
    sed -n 1,20p "$work/said"
    status=1
done
echo "$(grep -c '^func.func' "$work/k.mlir") programs: $(grep -c '^func.func' "$work/body") accepted by both," \
    "$(grep -c . "$work/b.same") refused by garner and held against $mlir_opt," \
    "$(grep -c . "$work/left-out") refused by rules that LLVM 19 lacks"
exit $status
