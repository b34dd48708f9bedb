#!/bin/sh
# run.sh - runs the benchmarks of a build and prints their tables, under the facts of the machine.
#
#   bench/run.sh [BUILD] [PART...]     BUILD: a directory (build) where the target `bench` has been built
#
#   startup   from the start of the command to its end
#   tiny      what one call on 16 elements costs
#   interp    programs op by op, by chains, and with 2 threads
#   ops       ops that surround gathers in programs beside a plain loop for each
#   products  matrix products and convolutions beside OpenBLAS, where it is installed
#   odd       less common shapes of gathers beside a plain loop for each
#   regret    what the choice of plans loses against the best composition, over random shapes
#   emitted   C that `garner emit` writes against plans
#   adjoint   the gradient of a gather against a scatter that adds
#   segments  segment reductions beside a plain loop for each
#   scaling   all cases of the table on 1, 2, 4, .. threads, as many as there are processors
#   dist      two ranks beside one process of two threads, with and without rows that travel
#   cases     the cases of the folder that GARNER_CASES names, as make_cases writes them: cases.tsv (left out when it names none)
#   peers     garner, hand-written loops and other libraries in turn, where `tools/deps.sh peers` has brought them: peers.tsv (left out else)
#   sweep     all sizes, types and shapes, with 1 thread and with 2 (GARNER_THREADS): sweep.csv, and plots of it as *.svg
#
# Files go to BUILD/bench. Without a PART: all of them.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
[ $# -eq 0 ] || shift
parts=${*:-startup tiny interp ops products odd regret emitted adjoint segments scaling dist cases peers sweep}
out=$build/bench
[ -x "$out/startup" ] || { echo "run.sh: build the target 'bench' in $build first" >&2; exit 2; }

cache() {
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}
facts() {
    echo "machine   $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(getconf _NPROCESSORS_ONLN) cores"
    echo "memory    $(awk '/^MemTotal/ { printf "%.1f GiB", $2 / 1048576 }' /proc/meminfo)"
    echo "caches    $(getconf LEVEL1_DCACHE_SIZE) B, $(getconf LEVEL2_CACHE_SIZE) B, $(getconf LEVEL3_CACHE_SIZE) B"
    echo "system    $(uname -srm)"
    echo "compiler  $($(cache CMAKE_C_COMPILER) --version | head -1), $(cache CMAKE_BUILD_TYPE)"
    echo "load      $(cut -d ' ' -f 1-3 /proc/loadavg)"
}

run_startup() {
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/garner-bench.XXXXXX")
    trap 'rm -rf "$scratch"' EXIT
    "$out/startup" "$build/garner" "$root/examples/batched_gather.mlir" "$scratch/large.mlir"
}
run_tiny() {
    "$out/tiny"
}
run_interp() {
    "$out/interp"
}
run_ops() {
    "$out/ops"
}
run_products() {
    OPENBLAS_NUM_THREADS=1 "$out/products"
}
run_odd() {
    "$out/odd"
}
run_regret() {
    "$out/regret" -w 10
}
run_emitted() {
    "$out/emitted"
}
run_dist() {
    "$out/dist"
}
run_scaling() {
    "$out/scaling" | tee "$out/scaling.txt"
}
run_adjoint() {
    "$out/adjoint"
}
run_segments() {
    "$out/segments"
}
run_cases() {
    [ -n "${GARNER_CASES:-}" ] || { echo "cases: GARNER_CASES names no folder"; return 0; }
    "$out/cases" "$GARNER_CASES" | tee "$out/cases.tsv"
}
run_peers() {
    peers=${GARNER_PEERS:-$build/peers}
    [ -x "$peers/bin/python" ] || { echo "peers: tools/deps.sh peers has not been run"; return 0; }
    python3 "$root/bench/peers/turns" ${GARNER_CASES:+"$GARNER_CASES"} -t 1 -t 2 -q --build "$build" --peers "$peers" -o "$out/peers.tsv"
}
run_sweep() {
    rm -f "$out/sweep.csv"
    for threads in ${GARNER_THREADS:-1 2}; do
        "$out/sweep" -t "$threads" >"$out/sweep.part"
        [ -s "$out/sweep.csv" ] && sed 1d "$out/sweep.part" >>"$out/sweep.csv" || cp "$out/sweep.part" "$out/sweep.csv"
    done
    rm -f "$out/sweep.part"
    echo "sweep: $(($(wc -l <"$out/sweep.csv") - 1)) points in $out/sweep.csv"
    if command -v python3 >/dev/null; then
        python3 "$root/bench/plot" "$out/sweep.csv" "$out"
    else
        echo "sweep: no python3, so no plots"
    fi
}

facts
for part in $parts; do
    echo
    echo "== $part"
    "run_$part"
done
