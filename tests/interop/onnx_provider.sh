#!/bin/sh
# onnx_provider.sh - garner as ONNX Runtime's provider against ONNX Runtime's own kernels, ONNX's node tests by both, the program of
# examples/, and what docs/onnxruntime.md shows.
#
#   tests/interop/onnx_provider.sh BUILD [CASES [SEED]]
#
# CASES random nodes, as many models and as many bags; each program has a number of its own where there is none.
#
# BUILD has libgarner_ort.so (-DGARNER_ORT=ON). Python with onnxruntime 1.24 or newer and onnx is that of the environment GARNER_PEERS,
# else of build/peers; without one, or without the library, nothing runs, and the status is 77.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
shift
library=$build/libgarner_ort.so
[ -f "$library" ] || { echo "onnx_provider.sh: skipped: $build has no libgarner_ort.so (-DGARNER_ORT=ON)"; exit 77; }
! grep -q '^GARNER_SANITIZE:STRING=.' "$build/CMakeCache.txt" || { echo "onnx_provider.sh: skipped: Python is not instrumented"; exit 77; }
python=
for home in ${GARNER_PEERS:-} "$root/build/peers" "$build/peers"; do
    [ -n "$python" ] ||
        ! "$home/bin/python" -c 'import onnx, onnxruntime, sys; sys.exit([int(n) for n in onnxruntime.__version__.split(".")[:2]] < [1, 24])' 2>/dev/null ||
        python=$home/bin/python
done
[ -n "$python" ] || { echo "onnx_provider.sh: skipped: there is no onnxruntime 1.24 (tools/deps.sh peers)"; exit 77; }

# The package's module by itself, beside the library, as an installed package has them.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir "$home/garner"
: >"$home/garner/__init__.py"
cp "$root/bindings/python/src/garner/onnxruntime.py" "$library" "$home/garner/"

failed=0
"$python" -B "$here/onnx_provider.py" "$library" "$@" || failed=1
"$python" -B "$here/onnx_provider_models.py" "$library" "$@" || failed=1
"$python" -B "$here/onnx_provider_bags.py" "$library" "$@" || failed=1
"$python" -B "$here/onnx_provider_nodes.py" "$library" || failed=1
# The example prints what the page shows of it.
sed -n '/^```text shown=example/,/^```$/p' "$root/docs/onnxruntime.md" | sed '1d;$d' >"$home/shown"
PYTHONPATH=$home "$python" -B "$root/examples/onnxruntime_provider.py" >"$home/printed" 2>&1
if [ -s "$home/shown" ] && diff "$home/shown" "$home/printed"; then
    echo "examples/onnxruntime_provider.py: 1 passed, 0 failed"
else
    echo "examples/onnxruntime_provider.py: 0 passed, 1 failed: docs/onnxruntime.md shows something else"
    failed=1
fi
# The page's programs, the one after the other, on a model that is there.
cat >"$home/page.py" <<'PYTHON'
import re, sys
import onnx.parser, onnxruntime
text = '<ir_version: 8, opset_import: ["" : 18]> g (float[9] x, int64[n] i) => (float[n] y) { y = Gather (x, i) }'
onnx.save(onnx.parser.parse_model(text), "model.onnx")
path = sys.argv[2]
blocks = re.findall(r"```python by=tests/interop/onnx_provider.sh\n(.*?)```", open(sys.argv[1], encoding="utf-8").read(), re.S)
for block in blocks:
    block = block.replace('onnxruntime.register_execution_provider_library("garner", path)', "") if blocks.index(block) else block
    exec(block)  # registered by the block before: once a process
    assert onnxruntime.InferenceSession("model.onnx", options).get_providers()[0] == "GarnerExecutionProvider"
assert len(blocks) == 2
PYTHON
if (cd "$home" && PYTHONPATH=$home "$python" -B page.py "$root/docs/onnxruntime.md" "$home/garner/libgarner_ort.so"); then
    echo "docs/onnxruntime.md: 2 passed, 0 failed"
else
    echo "docs/onnxruntime.md: a program fails"
    failed=1
fi
exit $failed
