#!/bin/sh
# run.sh BUILD - ranks of MPI on this machine: the transport, programs, and what happens when a rank fails.
#
# BUILD was configured with -DGARNER_TESTS=ON -DGARNER_MPI=ON -DMPI_C_COMPILER=mpicc.openmpi -DGARNER_MPI_ALSO=mpicc.mpich.
# Open MPI runs 2 and 4 ranks (and 8, of programs that have as many processes), MPICH 2: it needs a core for each. Programs of
# GARNER_CONFORMANCE that run processes are run, too, where it names a folder. Ends with "N passed, N failed".
set -u
build=$(cd "${1:?usage: run.sh BUILD}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
. "$here/common.sh"

for part in transport programs faults files shared devices callers library page; do
    . "$here/$part.sh"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
