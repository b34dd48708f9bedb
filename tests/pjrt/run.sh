#!/bin/sh
# run.sh - programs of JAX on the plug-in, and what docs/jax.md shows.
#
#   tests/pjrt/run.sh BUILD [JAX_HOME]
#
# BUILD has libgarner_pjrt.so (-DGARNER_PJRT=ON) and the command. JAX_HOME is a virtual environment with jax 0.10.2 or newer: by
# default GARNER_PEERS, else BUILD's build/peers or build/jax; without one nothing runs, and the status is 77.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
failed=0
python=
for home in ${2:-} ${GARNER_PEERS:-} "$root/build/peers" "$root/build/jax" "$build/jax"; do
    [ -n "$python" ] || ! "$home/bin/python" -c 'import sys, jax; sys.exit(jax.__version_info__ < (0, 10, 2))' 2>/dev/null ||
        python=$(cd "$home/bin" && pwd)/python # pages.py runs it elsewhere
done
[ -n "$python" ] || { echo "run.sh: skipped: there is no jax 0.10.2 (tools/deps.sh peers)"; exit 77; }
[ -f "$build/libgarner_pjrt.so" ] || { echo "run.sh: skipped: $build has no libgarner_pjrt.so (-DGARNER_PJRT=ON)"; exit 77; }

unset GARNER_DEVICES GARNER_THREADS GARNER_INDICES GARNER_INDICES_FILE GARNER_PRODUCTS GARNER_DUMP
export PJRT_NAMES_AND_LIBRARY_PATHS="garner:$build/libgarner_pjrt.so" PYTHONPATH="$root/bindings/python/src" GARNER="$build/garner"
JAX_PLATFORMS=garner,cpu GARNER_DEVICES=4 "$python" -B -W ignore "$here/programs.py" || failed=1
"$python" -B "$here/pages.py" "$python" "$root" || failed=1
exit $failed
