#!/bin/sh
# run.sh - runs fuzz targets, and counts what they executed.
#
#   fuzz/run.sh [-s SECONDS | -n EXECUTIONS] [-b BUILD] [TARGET]...
#
# For each target (all fuzz_*.c here when none is named): so many seconds (60) or executions, of the programs in BUILD
# (build-fuzz). Ends with a table and "N passed, N failed"; the exit status is 1 where there is a finding, whose input and
# log are left in the directory that is printed.
#
# GARNER_FUZZ_SEED  draws the same inputs as another run with it did, as far as both get (0, the default: others each time)
# GARNER_FUZZ_KEEP  a directory to keep: inputs to go on from, logs, and counts.tsv, a line for each run of a target, which
#                   fuzz/count.sh adds up. Without it all of that is temporary. Nothing goes into the repository.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$here/../build-fuzz
limit='-max_total_time=60'
while getopts s:n:b: option; do
    case $option in
    s) limit="-max_total_time=$OPTARG" ;;
    n) limit="-runs=$OPTARG" ;;
    b) build=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- $(cd "$here" && ls fuzz_*.c | sed 's/\.c$//')
keep=${GARNER_FUZZ_KEEP:-$(mktemp -d "${TMPDIR:-/tmp}/garner-fuzz.XXXXXX")}
mkdir -p "$keep"
commit=${GARNER_FUZZ_COMMIT:-$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)}
export ASAN_OPTIONS="${ASAN_OPTIONS:-quarantine_size_mb=1:malloc_context_size=2}"

# The tests' programs, a function each: what a target that reads programs starts from.
programs() {
    [ -d "$keep/programs" ] && return
    mkdir "$keep/programs"
    find "$here/../tests/ops" "$here/../tests/rules" "$here/../tests/shard" "$here/../tests/cluster" "$here/../examples" -name '*.mlir' | LC_ALL=C sort | while read -r file; do
        awk -v stem="$keep/programs/$(echo "${file#"$here/../"}" | tr / _)" '
            /^func\.func/ || /^\/\/ -----/ { part++ }
            { print > (stem "." part) }' "$file"
    done
    find "$keep/programs" -type f -size +8k -exec rm {} +
}

run() { # run TARGET: its log, and a line of counts.tsv
    options='-max_len=512' corpora=$keep/$1
    [ ! -d "$here/corpus/$1" ] || corpora="$corpora $here/corpus/$1"
    if grep -q '^FUZZ_TEXT_MUTATOR' "$here/$1.c"; then
        programs
        options="-max_len=4096 -dict=$here/mlir.dict" corpora="$corpora $keep/programs"
    fi
    mkdir -p "$keep/$1"
    status=finding
    # shellcheck disable=SC2086 # options and corpora are words; no folder here has a space
    "$build/fuzz/$1" "$limit" -seed="${GARNER_FUZZ_SEED:-0}" -timeout=20 -rss_limit_mb=2048 -entropic=0 -print_final_stats=1 \
        -artifact_prefix="$keep/$1-" $options $corpora >"$keep/$1.log" 2>&1 && status=fine
    seed=$(sed -n 's/^INFO: Seed: //p' "$keep/$1.log")
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$keep/$1.log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$keep/$1.log")
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$commit" "$1" "${seed:-0}" "${executions:-0}" \
        "${rate:-0}" "$status" | tee -a "$keep/counts.tsv" >"$keep/$1.count"
}

failed=
for target in "$@"; do
    run "$target"
    if ! grep -q 'fine$' "$keep/$target.count"; then
        failed="$failed $target"
        tail -60 "$keep/$target.log"
    fi
done

printf '%-18s %12s %9s %12s\n' target executions 'a second' seed
for target in "$@"; do
    awk -F '\t' '{ printf "%-18s %12d %9d %12s%s\n", $3, $5, $6, $4, $7 == "fine" ? "" : "  finding" }' "$keep/$target.count"
done
nfailed=$(echo "$failed" | wc -w)
if [ "$nfailed" -gt 0 ]; then
    echo "findings:$failed; inputs and logs are in $keep" >&2
elif [ -z "${GARNER_FUZZ_KEEP:-}" ]; then
    rm -rf "$keep"
fi
echo "$(($# - nfailed)) passed, $((nfailed)) failed"
[ "$nfailed" -eq 0 ]
