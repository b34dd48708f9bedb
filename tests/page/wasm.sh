#!/bin/sh
# wasm.sh BUILD - the library as WebAssembly, in node: the unit tests of some layers, the examples, and with the command the
# programs of tests/ops and tests/rules and, where GARNER_CONFORMANCE names them, the conformance programs. BUILD is what docs/play/build.sh
# made. Ends with "N passed, N failed".
set -u
if [ "$1" = --one ]; then # wasm.sh --one SCRIPT [COMMAND PROGRAM]: one of them, two at a time
    shift
    script=$1 command=${2:-} program=${3:-}
    split=
    if [ -n "$program" ] && grep -q '^// -----' "$program"; then split=--split-input-file; fi
    [ "$command" = check ] && split="$split --verify-diagnostics"
    # Node's own fetch knows no files, and emscripten would ask it for one.
    if said=$(timeout 120 node --no-experimental-fetch --stack-size=3900 "$script" $command $split $program 2>&1); then
        echo "ok $script $program"
    else
        echo "FAILED (exit $?) $script $program"
        printf '%s\n' "$said" | tail -n 6 | cut -c 1-300 | sed 's/^/    /'
    fi
    exit 0
fi

build=${1:?usage: wasm.sh BUILD}
here=$(cd "$(dirname "$0")/../.." && pwd)
said=$(mktemp)
trap 'rm -f "$said"' EXIT
cmake --build "$build" --target garner wasm_tests >"$said" 2>&1 || { cat "$said"; exit 1; }

# Processes of a group are threads, of which there are none; and 32 bits do not count the elements of one program.
programs() { # programs COMMAND DIRECTORY
    find "$2" -name '*.mlir' | LC_ALL=C sort | xargs grep -LE 'interpreter\.run_parallel|x4294967297x' | sed "s,^,$build/garner.js $1 ,"
}
{
    find "$build/tests/page/wasm" -name 'test_*.js' | LC_ALL=C sort
    programs run "$here/examples"
    programs run "$here/tests/ops"
    programs check "$here/tests/rules"
    [ -z "${GARNER_CONFORMANCE:-}" ] || programs run "$GARNER_CONFORMANCE"
} | xargs -P 2 -L 1 sh "$0" --one >"$said"
grep -v '^ok ' "$said"
passed=$(grep -c '^ok ' "$said")
failed=$(grep -c '^FAILED ' "$said")
echo "$passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
