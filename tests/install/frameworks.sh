#!/bin/sh
# frameworks.sh - garner's wheel beside each framework, in a fresh virtual environment: what docs/torch.md, docs/jax.md and
# docs/onnxruntime.md show first, read out of the page, turns garner on, and a lookup of rows is right.
#
#   tests/install/frameworks.sh [WHEEL [FRAMEWORK]...]
#
# WHEEL: by default the one that bindings/python/build.sh makes. FRAMEWORK: torch, jax, onnxruntime; by default all of them, of the versions
# in bench/peers/requirements.txt. pip gets them where it is told to: a network, or PIP_FIND_LINKS. PYTHON is the interpreter (python3).
# Ends with "N passed, N failed"; status 1 on a failure.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
wheel=${1:-}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- torch jax onnxruntime
if [ -z "$wheel" ]; then
    GARNER_PYTHONS='' sh "$root/bindings/python/build.sh" "$temp" >"$temp/log" 2>&1 || { cat "$temp/log"; echo "frameworks.sh: there is no wheel" >&2; exit 1; }
    wheel=$(ls "$temp"/garner-*.whl)
fi
wheel=$(cd "$(dirname "$wheel")" && pwd)/$(basename "$wheel")

# The first block of code of a page, as a program. A prompt is none of its text.
first_block() {
    sed -n '/^```python by=/,/^```$/p' "$root/docs/$1" | sed '1d' | sed '/^```$/,$d; s/^>>> //'
}

# The page's line for the shell that has the word; garner is the wheel, and pip that of the environment.
shell_line() {
    sed -n '/^```text$/,/^```$/p' "$root/docs/$1" | grep -m 1 "$2"
}

install() { # FRAMEWORK PAGE: by the page's line where it has one
    line=$(shell_line "$2" '^pip install \./bindings/python' || echo "pip install ./bindings/python $1")
    wanted=$(grep "^$1\b" "$root/bench/peers/requirements.txt")
    [ "$line" = "pip install ./bindings/python $1" ] || { echo "docs/$2 installs otherwise: $line"; return 1; }
    "$python" -m venv "$temp/$1" && "$temp/$1/bin/python" -m pip -q install "$wheel" "$wanted"
}

run_torch() {
    { first_block torch.md && cat <<'PYTHON'; } >"$temp/program.py"
assert "garner" in torch._C._dispatch_dump("aten::index_select"), "torch's own kernel stands there"
table, rows = torch.arange(40000.0).reshape(5000, 8), torch.arange(4999, -1, -1)
assert torch.equal(table.index_select(0, rows), table.flip(0))
assert torch.equal(table[rows], table.flip(0))
PYTHON
    "$temp/torch/bin/python" "$temp/program.py"
}

run_jax() {
    { first_block jax.md && cat <<'PYTHON'; } >"$temp/train.py"
assert jax.devices()[0].platform == "garner", jax.devices()
assert jax.numpy.arange(12).reshape(4, 3)[jnp.array([3, 0])].tolist() == [[9, 10, 11], [0, 1, 2]]
PYTHON
    (cd "$temp" && PATH=$temp/jax/bin:$PATH sh -c "$(shell_line jax.md 'python train.py')")
}

run_onnxruntime() {
    { cat <<'PYTHON' && first_block onnxruntime.md && cat <<'PYTHON_AFTER'; } >"$temp/program.py"
import garner

text = """func.func @main(%x: tensor<5000x8xf32>, %i: tensor<?xi64>) -> tensor<?x8xf32> {
  %y = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<5000x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}"""
with open("model.onnx", "wb") as f:
    f.write(garner.parse(text).onnx())
PYTHON
import numpy

assert session.get_providers()[0] == "GarnerExecutionProvider", session.get_providers()
table, rows = numpy.arange(40000, dtype=numpy.float32).reshape(5000, 8), numpy.arange(4999, -1, -1)
names = [v.name for v in session.get_inputs()]
assert (session.run(None, dict(zip(names, [table, rows])))[0] == table[::-1]).all()
PYTHON_AFTER
    (cd "$temp" && onnxruntime/bin/python program.py)
}

passed=0 failed=0
for framework; do
    case $framework in torch) page=torch.md ;; *) page=$framework.md ;; esac
    if install "$framework" "$page" >"$temp/log" 2>&1 && "run_$framework" >>"$temp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "docs/$page does not run beside $framework:"
        tail -20 "$temp/log"
    fi
    rm -rf "${temp:?}/$framework"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
