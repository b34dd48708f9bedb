#!/bin/sh
# segment_calls.sh - the frameworks' segment calls against PyTorch and JAX: random cases, the same bits and the same messages.
#
#   tests/interop/segment_calls.sh BUILD [CASES]
#
# BUILD is a build folder. Python is that of GARNER_PYTHON, else the first of python3 and /usr/bin/python3 that has a torch of 2.0
# or later; without JAX its calls are left out. Without such a torch, or when libgarner.so is built with a sanitizer: says so, exit 77,
# which ctest takes as skipped. What differs on purpose is in docs/segment-calls.md and not drawn.
set -u
build=${1:?usage: tests/interop/segment_calls.sh BUILD [CASES]}
here=$(cd "$(dirname "$0")" && pwd)
lib=$build/src/libgarner.so

skip() {
    echo "segment_calls.sh: not run: $1" >&2
    exit 77
}
[ -f "$lib" ] || skip "there is no $lib"
! grep -q -e __asan_init -e __tsan_init -e __msan_init -e __ubsan_handle "$lib" || skip "$lib is built with a sanitizer"
for python in ${GARNER_PYTHON:-python3 /usr/bin/python3}; do
    "$python" -c 'import torch; assert int(torch.__version__.split(".")[0]) >= 2' 2>/dev/null &&
        exec "$python" -B "$here/segment_calls.py" "$lib" "${2:-500}"
done
skip "no python3 has a torch of 2.0 or later"
