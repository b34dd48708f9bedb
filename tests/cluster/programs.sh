# programs.sh - what ranks print is what `garner run` prints.

# alike TEXT MPI RANKS ARGUMENT...: of `run`. Messages are none but remarks.
alike() {
    text=$1 mpi=$2 n=$3
    shift 3
    "$build/garner" run "$@" >"$work/want" 2>"$work/err" && want=0 || want=$?
    on "$mpi" "$n" garner-mpi run "$@" >"$work/out" 2>"$work/err" && got=0 || got=$?
    if [ "$want" -eq 0 ] && [ "$got" -eq 0 ] && cmp -s "$work/want" "$work/out" &&
        ! grep -q 'error' "$work/err"; then pass; else fail "$text, $mpi, $n ranks: exit $got"; fi
}
programs=$(grep -rl --include='*.mlir' run_parallel tests/ops tests/shown examples)
if [ -n "${GARNER_CONFORMANCE:-}" ]; then
    programs="$programs $(grep -rl --include='*.mlir' run_parallel "$GARNER_CONFORMANCE" "$GARNER_CONFORMANCE/../interpret" 2>/dev/null)"
fi
for each in $configurations openmpi:8; do
    for file in $programs; do
        split=
        grep -q '^// -----' "$file" && split=--split-input-file
        alike "$file" "${each%:*}" "${each#*:}" --full $split "$file"
    done
done
# The processes of a grid, each a rank.
for each in $configurations; do
    mpi=${each%:*} n=${each#*:}
    alike "two in a replica group" "$mpi" "$n" tests/cluster/programs/sum.mlir --replicas 2 --partitions $((n / 2)) --input '[1, 2]'
    alike "a ring of sends" "$mpi" "$n" tests/cluster/programs/ring.mlir --replicas "$n" --input '[1, 2]'
    alike "no end of a channel is named" "$mpi" "$n" tests/cluster/programs/open_channel.mlir --replicas "$n"
done
# A rank that has no process in a grid waits for what comes out of it.
alike "fewer processes than ranks" openmpi 4 examples/collectives.mlir
# More than there are ranks is said once.
on openmpi 2 garner-mpi run --split-input-file tests/ops/stablehlo/all_gather.mlir >"$work/out" 2>"$work/err"
claim "more processes than ranks are said by rank 0" grep -q '^\[rank 0\].*8 processes are more than the 2 ranks' "$work/err"
claim "and by no other" test "$(grep -c '^\[rank 1\]' "$work/err")" -eq 0
