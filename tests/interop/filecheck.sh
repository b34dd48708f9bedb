#!/bin/sh
# filecheck.sh - what garner prints, held against CHECK lines by LLVM's FileCheck.
#
#   tests/interop/filecheck.sh GARNER [FILECHECK]
#
# GARNER is the command, FILECHECK is FileCheck-19 unless given. A file of filecheck/ opens with lines
# "// RUN: SUB-COMMAND OPTIONS... | FILECHECK-OPTIONS...", what is printed of it is matched with its own comments.
# Ends with "N passed, N failed"; exit 1 on a failure.
set -u
garner=${1:?usage: tests/interop/filecheck.sh GARNER [FILECHECK]}
filecheck=${2:-FileCheck-19}
here=$(cd "$(dirname "$0")" && pwd)
command -v "$filecheck" >/dev/null || { echo "filecheck.sh: there is no $filecheck" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
for file in "$here"/filecheck/*.mlir; do
    sed -n 's/^\/\/ RUN: //p' "$file" >"$work/runs"
    while IFS='|' read -r run match; do
        if "$garner" $run "$file" >"$work/out" 2>"$work/err" && "$filecheck" $match --match-full-lines "$file" <"$work/out" 2>>"$work/err"
        then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED $file: $run"
            sed -n 1,20p "$work/err"
        fi
    done <"$work/runs"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
