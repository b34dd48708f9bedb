#!/bin/sh
# run.sh - runs every fuzz target for a while.
#
#   fuzz/run.sh [SECONDS] [BUILD] [TARGET]...     SECONDS for each target (60), BUILD directory (build-fuzz), all targets
#
# New inputs go to a temporary directory, nothing into the repository. A finding's input is left in the directory that is
# printed, and the exit status is 1. GARNER_FUZZ_KEEP: a directory to use instead and to keep, to go on from later.
# GARNER_FUZZ_SEED: draws the same inputs as another run with it did, as far as both get (0: others each time).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:-60}
build=${2:-$here/../build-fuzz}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] && shift
targets=${*:-fuzz_convert fuzz_npy fuzz_parse fuzz_run fuzz_spec}

keep=${GARNER_FUZZ_KEEP:-$(mktemp -d "${TMPDIR:-/tmp}/garner-fuzz.XXXXXX")}
failed=
for target in $targets; do
    dictionary=
    case $target in
    fuzz_convert | fuzz_parse | fuzz_run) dictionary=-dict=$here/mlir.dict; longest=4096 ;;
    *) longest=1024 ;;
    esac
    mkdir -p "$keep/$target"
    examples=
    case $target in fuzz_convert | fuzz_run) examples=$here/../examples ;; esac
    echo "== $target, $seconds s"
    if "$build/fuzz/$target" -max_total_time="$seconds" -seed="${GARNER_FUZZ_SEED:-0}" -timeout=20 -rss_limit_mb=2048 -max_len="$longest" \
        -artifact_prefix="$keep/$target-" -print_final_stats=1 $dictionary \
        "$keep/$target" "$here/corpus/$target" $examples >"$keep/$target.log" 2>&1; then
        grep -E 'number_of_executed_units|peak_rss' "$keep/$target.log"
    else
        failed="$failed $target"
        tail -60 "$keep/$target.log"
    fi
done
if [ -n "$failed" ]; then
    echo "findings:$failed; inputs and logs are in $keep" >&2
    exit 1
fi
[ -n "${GARNER_FUZZ_KEEP:-}" ] || rm -rf "$keep"
