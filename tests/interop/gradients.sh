#!/bin/sh
# gradients.sh - garner grad of torch's calls against PyTorch's autograd.
#
#   tests/interop/gradients.sh GARNER [CASES [SEED]]
#
# PyTorch is that of GARNER_PYTHON, else of the first of python3 and /usr/bin/python3 that has one (Debian: python3-torch).
# Without it: says so, exit 77, which ctest takes as skipped. Ends with "N passed, N failed"; exit 1 on a failure.
set -u
garner=${1:?usage: tests/interop/gradients.sh GARNER [CASES [SEED]]}
here=$(cd "$(dirname "$0")" && pwd)
for python in ${GARNER_PYTHON:-python3 /usr/bin/python3}; do
    "$python" -c 'import torch' 2>/dev/null && exec "$python" -B "$here/gradients.py" "$garner" "${2:-60}" "${3:-1}"
done
echo "gradients.sh: not run: no python3 has torch (Debian: python3-torch)" >&2
exit 77
