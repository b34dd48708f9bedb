#!/bin/sh
# torch.sh - garner's torch calls, and programs of torch-mlir's text, against PyTorch: random cases, the same bits.
#
#   tests/interop/torch.sh BUILD [CASES [SEED]]
#
# BUILD is a build folder. PyTorch is that of GARNER_PYTHON, else of the first of python3 and /usr/bin/python3 that has one
# (Debian: python3-torch). Without it, or when libgarner.so is built with a sanitizer, which Python cannot load: says so, exit 77,
# which ctest takes as skipped. Differences that are known are PT-D1 to PT-D18 of docs/frameworks.md. Ends with "N passed, N
# failed"; exit 1 on a failure.
set -u
build=${1:?usage: tests/interop/torch.sh BUILD [CASES [SEED]]}
here=$(cd "$(dirname "$0")" && pwd)
lib=$build/src/libgarner.so

skip() {
    echo "torch.sh: not run: $1" >&2
    exit 77
}
[ -f "$lib" ] || skip "there is no $lib"
! grep -q -e __asan_init -e __tsan_init -e __msan_init -e __ubsan_handle "$lib" || skip "$lib is built with a sanitizer"
for python in ${GARNER_PYTHON:-python3 /usr/bin/python3}; do
    "$python" -c 'import torch' 2>/dev/null && exec "$python" -B "$here/torch_calls.py" "$lib" "${2:-10000}" "${3:-1}"
done
skip "no python3 has torch (Debian: python3-torch)"
