#!/bin/sh
# operations_page.sh BUILD [--write] - the tables of docs/operations.md are what the rows and the lists of ops say.
# With --write the page is renewed.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
page=$root/docs/operations.md
temp=$(mktemp)
trap 'rm -f "$temp"' EXIT
"$build/tests/operations_page" "$page" >"$temp"
if [ "${2:-}" = --write ]; then
    cat "$temp" >"$page"
elif ! diff -u "$page" "$temp"; then
    echo "docs/operations.md is not what the rows say; tests/rows/operations_page.sh BUILD --write renews it"
    exit 1
fi
