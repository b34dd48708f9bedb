#!/bin/sh
# conformance.sh - runs programs that carry their expected results.
#
#   GARNER_CONFORMANCE=DIR tests/conformance.sh GARNER
#
# GARNER is the command. Every *.mlir under DIR is run; what fails is printed with the first lines it said. Ends with
# "N passed, N failed"; exit 1 when one failed, 2 when there is nothing to run.
set -u
garner=${1:?usage: GARNER_CONFORMANCE=DIR tests/conformance.sh GARNER}
directory=${GARNER_CONFORMANCE:?conformance.sh: GARNER_CONFORMANCE names no directory of programs}

said=$(mktemp)
list=$(mktemp)
trap 'rm -f "$said" "$list"' EXIT
find "$directory" -name '*.mlir' | LC_ALL=C sort >"$list"
passed=0
failed=0
while IFS= read -r program; do
    split=
    grep -q '^// -----' "$program" && split=--split-input-file
    timeout 60 "$garner" run $split "$program" >/dev/null 2>"$said"
    status=$?
    if [ $status -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED (exit $status) $program"
        sed -n '1,6s/^/    /p' "$said"
    fi
done <"$list"
echo "$passed passed, $failed failed"
[ $((passed + failed)) -gt 0 ] || { echo "conformance.sh: no *.mlir under $directory" >&2; exit 2; }
[ $failed -eq 0 ]
