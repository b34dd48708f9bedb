#!/bin/sh
# jax.sh - functions of jax, lowered as for a plug-in, run by garner and by XLA's CPU backend, with the same results.
#
#   tests/interop/jax.sh BUILD [PART]
#
# BUILD is a build folder; PART: only rows of jax_against_xla/functions.py whose names have it. jax is that of GARNER_PEERS,
# else of BUILD/peers (tools/deps.sh peers), else of BUILD/jax. Without jax 0.10.2 or newer, or when libgarner.so is built with a
# sanitizer, which Python cannot load: says so, exit 77, which ctest takes as skipped. Ends with "N passed, N failed"; exit 1 on a failure.
set -u
build=${1:?usage: tests/interop/jax.sh BUILD [PART]}
here=$(cd "$(dirname "$0")" && pwd)
lib=$build/src/libgarner.so

skip() {
    echo "jax.sh: not run: $1" >&2
    exit 77
}
[ -f "$lib" ] || skip "there is no $lib"
! grep -q -e __asan_init -e __tsan_init -e __msan_init -e __ubsan_handle "$lib" || skip "$lib is built with a sanitizer"
for home in ${GARNER_PEERS:-} "$build/peers" "$build/jax"; do
    "$home/bin/python" -c 'import sys, jax; sys.exit(jax.__version_info__ < (0, 10, 2))' 2>/dev/null &&
        exec "$home/bin/python" -B -W ignore "$here/jax_against_xla/compare.py" "$lib" ${2:+"$2"}
done
skip "there is no jax 0.10.2 in GARNER_PEERS, $build/peers or $build/jax (tools/deps.sh peers)"
