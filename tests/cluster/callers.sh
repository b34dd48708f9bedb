# callers.sh - callers that have a communicator already: Fortran and, where mpi4py is installed, Python.
example=$root/examples/mpi
mkdir "$work/fortran"
if mpicc.openmpi -std=c11 -O1 -I"$root/include" -I"$root/mpi/include" -c "$example/dist_fortran.c" -o "$work/fortran/gather.o" \
    >"$work/out" 2>"$work/err" &&
    (cd "$work/fortran" && mpifort.openmpi "$example/dist_fortran.f90" gather.o "$build/mpi/libgarner-mpi.a" "$build/src/libgarner.a" \
        -lpthread -lm -o rows >"$work/out" 2>"$work/err"); then
    for n in 1 2 4; do
        timeout 60 mpirun.openmpi --oversubscribe -np $n "$work/fortran/rows" >"$work/out" 2>"$work/err"
        claim "Fortran on $n ranks" test "$(grep -c '^rank [0-9]*: right$' "$work/out")" -eq $n
    done
else
    fail "the Fortran example does not build"
fi
# -u: each piece of a line is written by itself, as to a terminal. MPI._handleof gives the handle of this MPI, which is a
# pointer or an integer, as grn_mpi_comm takes it.
if /usr/bin/python3 -c 'import mpi4py' 2>/dev/null && [ -e "$build/mpi/libgarner-mpi.so" ]; then
    LD_LIBRARY_PATH=$build/src timeout 60 mpirun.openmpi --oversubscribe -np 2 /usr/bin/python3 -u "$example/dist_python.py" \
        "$build/mpi/libgarner-mpi.so" >"$work/out" 2>"$work/err"
    claim "Python on 2 ranks" test "$(grep -c ': right$' "$work/out")" -eq 2
fi
