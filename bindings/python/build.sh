#!/bin/sh
# build.sh - makes the self-contained source package and the wheel from it, and tries the wheel: garner-<version>.tar.gz and
# garner-<version>-cp310-abi3-manylinux_2_28_<machine>.whl.
#
#   bindings/python/build.sh [OUT_DIR]      OUT_DIR: made if it is not there; the current directory by default
#
# PYTHON names the interpreter, python3 by default; it needs setuptools and wheel, and nothing from the network. CC is honoured.
#
# The wheel is compiled for glibc 2.28 whatever the glibc of this machine is (older_glibc.h). auditwheel, which `tools/deps.sh wheel`
# puts into build/wheel or GARNER_WHEEL_TOOLS, confirms that and writes the tag; abi3audit confirms the limited API of 3.10. Without
# them the wheel is the same but for its tag, linux_<machine>, with which pip installs it and no index takes it.
#
# At the end it is installed in a fresh venv of every CPython from 3.10 on that is found: those of the PATH, and pyenv's.
# GARNER_PYTHONS names others; "" none, as for the wheel of another machine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:-.}"
out=$(cd "${1:-.}" && pwd)
python=${PYTHON:-python3}
tools=${GARNER_WHEEL_TOOLS:-$here/../../build/wheel}
glibc=manylinux_2_28
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

fail() {
    echo "build.sh: $1" >&2
    exit 1
}

pythons() { # each interpreter once
    if [ -n "${GARNER_PYTHONS+set}" ]; then
        for one in $GARNER_PYTHONS; do
            echo "$one"
        done
    else
        for one in "$python" python3.10 python3.11 python3.12 python3.13 python3.14 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3; do
            "$one" -c 'import sys, sysconfig
if sys.version_info >= (3, 10) and sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED"):
    print(sys.version_info[:2], sys.executable)' 2>/dev/null || :
        done | sort -u -k 1,2 | sed 's/^([^)]*) //'
    fi
}

mkdir "$temp/garner"
(cd "$here" && cp -R MANIFEST.in README.md backend.py pyproject.toml setup.py src tests "$temp/garner/")
[ ! -f "$here/LICENSE" ] || cp "$here/LICENSE" "$temp/garner/"
find "$temp/garner" -name '*.egg-info' -o -name __pycache__ | xargs rm -rf
sh "$here/tools/vendor.sh" "$temp/garner"
(cd "$temp/garner" && "$python" setup.py -q sdist -d "$temp/dist") >&2

export CCACHE_BASEDIR="$temp" CCACHE_NOHASHDIR=1 TMPDIR="$temp"
case $(getconf GNU_LIBC_VERSION 2>/dev/null) in
glibc*) # before 2.34 threads and dlopen are libraries of their own
    export CFLAGS="${CFLAGS:-} -include '$here/older_glibc.h'"
    export LDFLAGS="${LDFLAGS:-} -Wl,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 -Wl,--as-needed"
    ;;
esac
"$python" -m pip -q wheel --no-build-isolation --no-deps --no-index -w "$temp/made" "$temp"/dist/garner-*.tar.gz >&2
wheel=$(ls "$temp"/made/garner-*.whl)

case $wheel in
*-linux_*.whl)
    if [ -x "$tools/bin/auditwheel" ]; then
        machine=${wheel##*-linux_}
        PATH=$tools/bin:$PATH "$tools/bin/auditwheel" repair --plat "${glibc}_${machine%.whl}" -w "$temp/dist" "$wheel" >&2 ||
            fail "the wheel wants a newer glibc than $glibc: older_glibc.h has to name what 'auditwheel -v show' tells"
        "$tools/bin/python" "$here/tools/stable_abi.py" "$tools/bin/abi3audit" "$temp"/dist/garner-*.whl >&2 ||
            fail "the wheel wants more of CPython than the limited API of 3.10 has"
    else
        echo "build.sh: no auditwheel in $tools (tools/deps.sh wheel): the wheel has the tag of this machine" >&2
        mv "$wheel" "$temp/dist/"
    fi
    ;;
*) mv "$wheel" "$temp/dist/" ;;
esac
wheel=$(ls "$temp"/dist/garner-*.whl)

pythons | while read -r one; do
    rm -rf "$temp/venv"
    "$one" -m venv "$temp/venv" && "$temp/venv/bin/python3" -m pip -q install --no-index "$wheel" &&
        (cd "$temp" && "$temp/venv/bin/python3" "$here/tools/try_wheel.py") >&2 || fail "the wheel does not run in $one"
done
mv "$temp"/dist/garner-* "$out/"
ls "$out"/garner-*
