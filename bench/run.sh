#!/bin/sh
# run.sh - runs the benchmarks of a build and prints a table, under the facts of the machine.
#
#   bench/run.sh [BUILD]       BUILD directory (build), where the target `bench` has been built
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
[ -x "$build/bench/bench_startup" ] || { echo "run.sh: build the target 'bench' in $build first" >&2; exit 2; }

cache() {
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}
echo "machine   $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(getconf _NPROCESSORS_ONLN) cores"
echo "memory    $(awk '/^MemTotal/ { printf "%.1f GiB", $2 / 1048576 }' /proc/meminfo)"
echo "system    $(uname -srm)"
echo "compiler  $($(cache CMAKE_C_COMPILER) --version | head -1), $(cache CMAKE_BUILD_TYPE)"
echo "load      $(cut -d ' ' -f 1-3 /proc/loadavg)"
echo
scratch=$(mktemp -d "${TMPDIR:-/tmp}/garner-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
"$build/bench/bench_startup" "$build/garner" "$root/examples/batched_gather.mlir" "$scratch/large.mlir"
