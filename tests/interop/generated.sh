#!/bin/sh
# generated.sh - programs of `garner gen`, as numpy, JAX, PyTorch and ONNX Runtime run them: each result as the file says.
#
#   tests/interop/generated.sh BUILD [COUNT [SEED]]
#
# BUILD is a build folder; COUNT: programs of each of the forms (25). Python is that of GARNER_PEERS, else of BUILD/peers
# (tools/deps.sh peers), else python3. What it cannot import is skipped by name; where that is all, exit 77, which ctest takes as
# skipped. No program is at the edge: what these libraries do there is theirs (docs/conformance.md). Ends with "N passed, N failed";
# exit 1 on a failure.
set -u
build=${1:?usage: tests/interop/generated.sh BUILD [COUNT [SEED]]}
count=${2:-25}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
python=python3
for home in ${GARNER_PEERS:-} "$build/peers"; do
    if [ -x "$home/bin/python" ]; then
        python=$home/bin/python
        break
    fi
done
passed=0
failed=0
tried=0

# run_form FORM DIALECT MODULE...: what the modules run of the form.
run_form() {
    form=$1
    dialect=$2
    shift 2
    for module in numpy "$@"; do
        if ! "$python" -c "import $module" 2>/dev/null; then
            echo "generated.sh: $form is not run: $python has no $module" >&2
            return
        fi
    done
    tried=1
    "$build/garner" gen --as="$form" --dialect="$dialect" --count="$count" --seed="$seed" -o "$work/$form-$dialect" \
        >/dev/null 2>"$work/said" || { cat "$work/said"; failed=$((failed + 1)); return; }
    said=$("$python" -B -W ignore "$here/generated.py" "$form" "$work/$form-$dialect" 2>&1)
    printf '%s\n' "$said" | sed '$d'
    counts=$(printf '%s\n' "$said" | sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
    if [ -z "$counts" ]; then
        printf '%s\n' "$said"
        failed=$((failed + 1))
        return
    fi
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}

run_form numpy stablehlo
run_form jax jax jax
run_form torch torch torch
run_form onnx-node-test onnx onnx onnxruntime
[ "$tried" = 1 ] || exit 77
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
