#!/bin/sh
# check.sh - builds the source package and the wheel in a place of its own, installs the wheel in a fresh venv beside Debian's
# numpy, torch and onnx, and runs the tests, the example of docs/python.md and examples/*.py with what was installed.
#
#   bindings/python/check.sh [--full]
#
# Of the 10,000 random calls of a family and the million calls that are counted for leaks it makes a tenth; --full makes all
# (minutes). Needs Debian's Python (tools/deps.sh python). PYTHON names another. Ends on "N passed, N failed".
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-/usr/bin/python3}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
passed=0
failed=0
share=0.1
[ "${1:-}" != --full ] || share=1

give_up() {
    echo "$1"
    echo "$passed passed, $((failed + 1)) failed"
    exit 1
}
tell() { # tell STATUS NAME LOG
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "-- $2 failed:"
        cat "$3"
    fi
}

if [ -z "${CC:-}" ] && command -v ccache >/dev/null; then
    export CC="ccache gcc"
fi
mkdir "$temp/dist"
PYTHON=$python sh "$here/build.sh" "$temp/dist" >"$temp/log" 2>&1 || { cat "$temp/log"; give_up "the package cannot be built"; }
ls "$temp/dist" | grep -q -- '-cp310-abi3-' || give_up "the wheel has another tag than cp310-abi3"
"$python" -m venv --system-site-packages "$temp/venv" >"$temp/log" 2>&1 || { cat "$temp/log"; give_up "there is no venv"; }
"$temp/venv/bin/pip" -q install --no-index --no-deps "$temp"/dist/garner-*.whl >"$temp/log" 2>&1 ||
    { cat "$temp/log"; give_up "the wheel cannot be installed"; }
installed=$temp/venv/bin/python3
cd "$temp" || exit 1

for test in "$here"/tests/test_*.py; do
    GARNER_TEST_SHARE=$share GARNER_ROOT=$root PYTHONPATH=$here/tests "$installed" -W ignore::DeprecationWarning "$test" >"$temp/log" 2>&1
    status=$?
    ran=$(sed -n 's/^Ran \([0-9]*\) tests\{0,1\} in .*/\1/p' "$temp/log")
    bad=$(sed -n 's/^FAILED (\(.*\))$/\1/p' "$temp/log" | grep -oE '[0-9]+' | awk '{ n += $1 } END { print n + 0 }')
    if [ "$status" -eq 0 ]; then
        passed=$((passed + ${ran:-0}))
    else
        [ "${bad:-0}" -gt 0 ] || bad=1
        passed=$((passed + ${ran:-$bad} - bad))
        failed=$((failed + bad))
        echo "-- $(basename "$test") failed:"
        cat "$temp/log"
    fi
done
# jax is not in Debian: its tests run in the environment of the peers, where that is (tools/deps.sh peers).
peer=${GARNER_PEERS:-$root/build/peers}/bin/python
if [ -x "$peer" ] && "$peer" -c 'import sys, jax; sys.exit(jax.__version_info__ < (0, 10, 2))' 2>/dev/null; then
    site=$("$installed" -c 'import garner, os; print(os.path.dirname(os.path.dirname(garner.__file__)))')
    mkdir "$temp/with_jax"
    cp -R "$site/garner" "$temp/with_jax/"
    GARNER_ROOT=$root PYTHONPATH=$temp/with_jax "$peer" -B "$here/tests/test_jax.py" >"$temp/log" 2>&1
    tell $? "test_jax.py with jax" "$temp/log"
else
    echo "test_jax.py is skipped: no jax 0.10.2 in ${GARNER_PEERS:-build/peers} (tools/deps.sh peers)"
fi
# Nor is a torch that takes kernels.
if [ -x "$peer" ] && "$peer" -c 'import sys, torch; sys.exit(not hasattr(torch.library, "get_kernel"))' 2>/dev/null; then
    site=$("$installed" -c 'import garner, os; print(os.path.dirname(os.path.dirname(garner.__file__)))')
    mkdir "$temp/with_torch"
    cp -R "$site/garner" "$temp/with_torch/"
    for name in test_torch_ops test_torch_install test_torch_bags test_torch_scatter; do
        GARNER_TEST_SHARE=$share GARNER_ROOT=$root PYTHONPATH=$temp/with_torch:$here/tests "$peer" -B "$here/tests/$name.py" >"$temp/log" 2>&1
        tell $? "$name.py with torch" "$temp/log"
    done
else
    echo "test_torch_ops.py, test_torch_install.py, test_torch_bags.py and test_torch_scatter.py are skipped: no torch 2.12 in ${GARNER_PEERS:-build/peers} (tools/deps.sh peers)"
fi
for example in "$root"/examples/*.py; do
    if [ "$(basename "$example")" = onnxruntime_provider.py ] && ! "$installed" -c 'import onnxruntime' 2>/dev/null; then
        echo "onnxruntime_provider.py is skipped: no onnxruntime beside $installed"
        continue
    fi
    "$installed" "$example" >"$temp/log" 2>&1
    tell $? "$(basename "$example")" "$temp/log"
done
set -- "$root/docs/python.md" "$root/docs/ttnn.md" "$root/docs/frameworks.md" "$root/docs/segment-calls.md" "$root/docs/conformance.md"
GARNER_PYTHON=$installed "$installed" "$root/tests/docs/pages.py" none --only python "$root/README.md" "$@" >"$temp/log" 2>&1
tell $? "the Python of README.md, docs/python.md, ttnn.md, frameworks.md, segment-calls.md and conformance.md" "$temp/log"
# The wheel alone, without numpy or anything else beside it: as backend.py packs what is installed, which it does where there is no
# `wheel` package.
mkdir "$temp/packed" "$temp/lib"
site=$("$installed" -c 'import garner, os; print(os.path.dirname(os.path.dirname(garner.__file__)))')
cp -R "$site/garner" "$temp/lib/"
"$python" -m venv --without-pip "$temp/bare" >"$temp/log" 2>&1 &&
    PYTHONPATH=$here "$installed" -B -c 'import backend, sys; backend.pack(*sys.argv[1:2], open(sys.argv[2]).read(), sys.argv[3])' \
        "$temp/lib" "$site"/garner-*.dist-info/METADATA "$temp/packed" >"$temp/log" 2>&1 &&
    "$temp/venv/bin/pip" -q --python "$temp/bare/bin/python3" install --no-index "$temp"/packed/garner-*.whl >"$temp/log" 2>&1 &&
    "$temp/bare/bin/python3" "$root/examples/gather.py" >"$temp/log" 2>&1 &&
    ! "$temp/bare/bin/python3" -c 'import numpy' 2>/dev/null
tell $? "the wheel in a bare venv" "$temp/log"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
