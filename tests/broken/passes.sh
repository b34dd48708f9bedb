#!/bin/sh
# Every program of the corpus passes on garner. passes.sh GARNER
failed=0
for program in "$(dirname "$0")"/../../share/corpus/*.mlir; do
    "$1" run -q "$program" || failed=1
done
exit $failed
