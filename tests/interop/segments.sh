#!/bin/sh
# segments.sh - garner's segment reductions and their gradients against PyTorch: random cases.
#
#   tests/interop/segments.sh BUILD [CASES [SEED]]
#
# BUILD is a build folder. PyTorch, 2 or newer, is that of GARNER_PYTHON, else of the first of python3 and /usr/bin/python3 that has it.
# Without it, or when libgarner.so is built with a sanitizer, which Python cannot load: says so, exit 77, which ctest takes as
# skipped. Ends with "N passed, N failed"; exit 1 on a failure.
set -u
build=${1:?usage: tests/interop/segments.sh BUILD [CASES [SEED]]}
here=$(cd "$(dirname "$0")" && pwd)
lib=$build/src/libgarner.so

skip() {
    echo "segments.sh: not run: $1" >&2
    exit 77
}
[ -f "$lib" ] || skip "there is no $lib"
! grep -q -e __asan_init -e __tsan_init -e __msan_init -e __ubsan_handle "$lib" || skip "$lib is built with a sanitizer"
for python in ${GARNER_PYTHON:-python3 /usr/bin/python3}; do
    "$python" -c 'import sys, torch; sys.exit(int(torch.__version__.split(".")[0]) < 2)' 2>/dev/null && exec "$python" -B "$here/segments.py" "$lib" "${2:-300}" "${3:-1}"
done
skip "no python3 has torch 2"
