#!/bin/sh
# labels.sh BUILD - `make test-LAYER`: every test has a label, every layer of src/ has tests, and a layer that there is not
# gets the list. Ends with "N passed, N failed".
set -u
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.." || exit 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
claim() { # claim TEXT WHAT: nothing may be named
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: $2"
    fi
}
# absent LABEL TEST: "LABEL of TEST" where the test has not the label
absent() {
    sed -n "s|^$2: \(.*\)|\1|p" "$build/tests/test_labels.txt" | tr ' ' '\n' | grep -qxF "$1" || echo "$1 of $2"
}
claim "tests without a label" "$(grep ': *$' "$build/tests/test_labels.txt")"
claim "there are no tests" "$([ -s "$build/tests/test_labels.txt" ] || echo none)"
for folder in src/*/; do
    layer=$(basename "$folder")
    claim "a layer without tests" "$(grep -qxF "$layer" "$build/tests/labels.txt" || echo "$layer")"
done
claim "a program has not the label of its folder" "$(absent plan test_machine)"
claim "a script has not the label of the layer that it is named after" "$(absent shard cli/shard_model.sh)"
claim "a rule has not the label of its dialect" "$(absent tcp rules/tcp/tcp_01.mlir)"
claim "a program of interop has not the label of its layer" "$(absent emit interop/emitted)"
tools/test_layer "$build" nothing >"$dir/out" 2>"$dir/err"
claim "status of a layer that there is not" "$([ $? -eq 2 ] || echo "is not 2")"
claim "its message" "$(grep -q "no tests of 'nothing'; make test-LAYER takes one of" "$dir/err" && grep -qw plan "$dir/err" &&
    grep -qw stablehlo "$dir/err" || cat "$dir/err")"
claim "a name with a pattern" "$(tools/test_layer "$build" 'pl.n' 2>/dev/null >/dev/null && echo "pl.n is taken")"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
