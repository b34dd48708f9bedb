#!/bin/sh
# onnxruntime.sh - garner against ONNX Runtime: random cases, the same bits. CASES (10,000) gathers and scatters by garner's ONNX
# calls, a fifth as many programs of the operators around them by `garner run`, and as many whole programs that `convert
# --to=onnx` makes of other dialects'.
#
#   tests/interop/onnxruntime.sh [--install] BUILD [CASES [SEED]]
#
# BUILD is a build folder with tests. ONNX Runtime is npm's onnxruntime-node in GARNER_ONNXRUNTIME, else in BUILD/onnxruntime,
# where --install puts it (290 MB) if it is not there. Without it, or without node: says so, exit 77, which ctest takes as skipped.
# Differences that are known are ON-D1 to ON-D10 of docs/frameworks.md. Ends with "N passed, N failed"; exit 1 on a failure.
set -u
version=1.30.0
install=
if [ "${1:-}" = --install ]; then
    install=1
    shift
fi
build=${1:?usage: tests/interop/onnxruntime.sh [--install] BUILD [CASES [SEED]]}
cases=${2:-10000}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
home=${GARNER_ONNXRUNTIME:-$build/onnxruntime}

skip() {
    echo "onnxruntime.sh: not run: $1" >&2
    exit 77
}
command -v node >/dev/null || skip "there is no node"
if [ ! -d "$home/node_modules/onnxruntime-node" ]; then
    [ -n "$install" ] || skip "there is no onnxruntime-node in $home; --install puts it there"
    mkdir -p "$home" &&
        npm install --ignore-scripts --no-audit --no-fund --loglevel=error --prefix "$home" "onnxruntime-node@$version" ||
        { echo "onnxruntime.sh: npm could not install onnxruntime-node@$version" >&2; exit 1; }
fi

passed=0
failed=0
# compare NAME ARGUMENT...: runs NAME and adds its counts; one that ends without any failed.
compare() {
    said=$(node "$here/$1" "$2" "$home/node_modules" "$3" "$seed" 2>&1)
    line=$(printf '%s\n' "$said" | tail -n 1)
    case $line in
    *' passed, '*' failed')
        printf '%s: %s\n' "$1" "$said"
        passed=$((passed + ${line%% *}))
        line=${line#*, }
        failed=$((failed + ${line%% *}))
        ;;
    *)
        printf '%s: FAILED: %s\n' "$1" "$said"
        failed=$((failed + 1))
        ;;
    esac
}
compare onnxruntime.mjs "$build/tests/onnx_calls" "$cases"
compare onnx_words.mjs "$build/garner" $((cases / 5))
compare onnx_programs.mjs "$build/tests/onnx_programs" $((cases / 5))
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
