#!/bin/sh
# build.sh - makes the self-contained source package, and the wheel from it: garner-<version>.tar.gz and
# garner-<version>-cp311-abi3-<platform>.whl.
#
#   bindings/python/build.sh [OUT_DIR]      OUT_DIR: the current directory by default
#
# PYTHON names the interpreter, python3 by default; it needs setuptools and wheel, and nothing from the network. CC is honoured.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-.}" && pwd)
python=${PYTHON:-python3}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

mkdir "$temp/garner"
(cd "$here" && cp -R MANIFEST.in README.md backend.py pyproject.toml setup.py src tests "$temp/garner/")
[ ! -f "$here/LICENSE" ] || cp "$here/LICENSE" "$temp/garner/"
find "$temp/garner" -name '*.egg-info' -o -name __pycache__ | xargs rm -rf
sh "$here/tools/vendor.sh" "$temp/garner"
(cd "$temp/garner" && "$python" setup.py -q sdist -d "$temp/dist") >&2
export CCACHE_BASEDIR="$temp" CCACHE_NOHASHDIR=1 TMPDIR="$temp"
"$python" -m pip -q wheel --no-build-isolation --no-deps --no-index -w "$temp/dist" \
    "$temp"/dist/garner-*.tar.gz >&2
mv "$temp"/dist/garner-* "$out/"
ls "$out"/garner-*
