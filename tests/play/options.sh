#!/bin/sh
# options.sh - an option of the command that a message of the library names is one that the page has a name for.
#
#   tests/play/options.sh
#
# Looks through the texts of src/*.c for words that begin with two dashes. Ends with "N passed, N failed"; exit 1 on a failure.
set -eu
cd "$(dirname "$0")/../.."
# Other programs' options; --entry is of a C program with a main, which the page does not make; --grn- are CSS's.
others='--mlir-print-op-generic --hlo-text-to-stablehlo --hlo-to-stablehlo --savedmodel-objectgraph-to-mlir --entry --grn-'
passed=0
failed=0
# src/generate writes the command that makes a program again, and gives no message that names an option.
for option in $(find src -name '*.c' ! -path 'src/generate/*' | xargs grep -hoE '"[^"]*--[a-z][a-z-]*[^"]*"' | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
    case " $others " in *" $option "*) continue ;; esac
    if grep -qF -- "$option" docs/play/play.h docs/play/session.c; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "a message of the library names $option, and the page has no words for it (docs/play/session.c, PLAY_OPTIONS)"
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
