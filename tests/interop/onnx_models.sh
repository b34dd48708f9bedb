#!/bin/sh
# onnx_models.sh - garner against ONNX's own files: node tests, three whole models and random small graphs, as onnx's Python helper writes
# them, and random models of one operator each, 20 for each random graph, sane and with hostile numbers (onnx_random.py); run, made StableHLO, written again, taken by onnx's checker and, where it is there, run by ONNX Runtime.
#
#   tests/interop/onnx_models.sh [--install] BUILD [CASES [SEED]]
#
# BUILD is a build folder; CASES (40) random graphs. onnx is that of GARNER_PEERS, else of BUILD/peers (tools/deps.sh peers), else Debian's
# python3-onnx. Its node tests come as Python and are made in a temporary folder; without it: says so, exit 77. ONNX Runtime is where tests/interop/onnxruntime.sh puts it; without it the models are not
# run by it, which is said. Ends with "N passed, N failed"; exit 1 on a failure.
set -u
install=
if [ "${1:-}" = --install ]; then
    install=--install
    shift
fi
build=${1:?usage: tests/interop/onnx_models.sh [--install] BUILD [CASES [SEED]]}
cases=${2:-40}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
home=${GARNER_ONNXRUNTIME:-$build/onnxruntime}
case $home in /*) ;; *) home=$PWD/$home ;; esac
[ -z "$install" ] || sh "$here/../../tools/deps.sh" onnx || exit 1

python=
for p in "${GARNER_PEERS:-$build/peers}/bin/python" /usr/bin/python3 python3; do
    [ -n "$python" ] || ! "$p" -c 'import onnx, numpy' 2>/dev/null || python=$p
done
[ -n "$python" ] || { echo "onnx_models.sh: not run: no python3 has onnx (Debian: python3-onnx)" >&2; exit 77; }
modules=$home/node_modules
[ -d "$modules/onnxruntime-node" ] && command -v node >/dev/null || {
    echo "onnx_models.sh: there is no ONNX Runtime in $home (tests/interop/onnxruntime.sh --install puts it there): models are not run by it" >&2
    modules=
}
status=0
# shellcheck disable=SC2086 # modules is one word, or none
"$python" "$here/onnx_models.py" "$build/garner" "$seed" "$cases" $modules || status=1
# the reference implementation came with onnx 1.13, and has what is asked here since 1.18
"$python" -c 'import onnx.reference, sys; sys.exit(onnx.defs.onnx_opset_version() < 23)' 2>/dev/null || {
    echo "onnx_models.sh: this onnx has no reference implementation of opset 23: operators are not run against it" >&2
    exit $status
}
"$python" "$here/onnx_random.py" "$build/garner" "$seed" $((cases * 20)) || status=1
"$python" "$here/onnx_random.py" "$build/garner" "$seed" $((cases * 20)) --hostile || status=1
exit $status
