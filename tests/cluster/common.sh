# common.sh - how ranks are started, and what is counted.
#
# mpirun forwards the output of several ranks in pieces that may end within a line. So a test counts or compares lines of one
# process, which prints for all, or reads files; of what several ranks print it only looks for text that one rank writes at once.

# As root, with more ranks than cores, in containers that do not allow reading another process's memory.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_mpi_yield_when_idle=1

# on MPI RANKS PROGRAM ARGUMENT...: of a program that stands in $build, one for each MPI. After $limit seconds it is ended. Ranks
# watch for messages without sleeping: where other programs have the cores, an exchange takes a scheduler's turn of each.
limit=180
on() {
    mpi=$1 ranks=$2 program=$3
    shift 3
    case $mpi in
    openmpi) timeout -k 5 $limit mpirun.openmpi --oversubscribe -np "$ranks" $before "$build/$program" "$@" ;;
    mpich) timeout -k 5 $limit mpirun.mpich -n "$ranks" $before "$build/$program-mpich" "$@" ;;
    esac
}
before= # a command that begins each rank, instead of nothing

configurations='openmpi:2 openmpi:4 mpich:2'

pass() { passed=$((passed + 1)); }
fail() { # fail TEXT: with what was said
    failed=$((failed + 1))
    echo "FAILED $1"
    sed 's/^/    /' "$work/out" "$work/err" 2>/dev/null | head -n 20
}
# claim TEXT COMMAND...
claim() {
    text=$1
    shift
    if "$@"; then pass; else fail "$text"; fi
}
