# library.sh - what is installed: the library shows its functions and no other, its header is C and C++, and a program is built with it.
shown=$(nm -D --defined-only "$build/mpi/libgarner-mpi.so" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort | tr '\n' ' ')
claim "libgarner-mpi shows other functions: $shown" test "$shown" = "grn_mpi_comm grn_mpi_comm_f grn_mpi_comm_with "
hidden=$(nm -g --defined-only "$build/mpi/libgarner-mpi.a" | awk 'NF == 3 && $3 !~ /^grn_/ { print $3 }')
claim "global without the prefix grn_: $hidden" test -z "$hidden"
claim "libgarner needs MPI" sh -c "! ldd '$build/src/libgarner.so' | grep -q mpi"
prefix=$work/prefix
claim "it is installed" sh -c "cmake --install '$build' --prefix '$prefix' >'$work/out' 2>&1"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig:$prefix/lib/x86_64-linux-gnu/pkgconfig"
flags=$(pkg-config --cflags --libs garner)
libdir=$(pkg-config --variable=libdir garner)
cp examples/mpi/dist_fortran.c "$work/caller.c"
cat >>"$work/caller.c" <<'C'

int main(int argc, char **argv)
{
    const float rows[] = {0, 1, 2, 3};
    const int32_t index[] = {3};
    float taken[2] = {0};
    MPI_Init(&argc, &argv);
    int status = gather_rows((int)MPI_Comm_c2f(MPI_COMM_WORLD), 2, 2, rows, 1, index, taken);
    MPI_Finalize();
    return status != 0 || taken[0] != 2 || taken[1] != 3;
}
C
claim "a program is built with what is installed" sh -c \
    "mpicc.openmpi -std=c11 -Wall -Wextra -Wpedantic -Werror '$work/caller.c' -o '$work/caller' -lgarner-mpi $flags -Wl,-rpath,'$libdir' >'$work/out' 2>&1"
claim "and runs" sh -c "timeout 60 mpirun.openmpi --oversubscribe -np 2 '$work/caller' >'$work/out' 2>&1"
printf '#include <garner/mpi.h>\nextern int alone;\n' >"$work/alone.c"
cp "$work/alone.c" "$work/alone.cpp"
claim "mpi.h is C by itself" mpicc.mpich -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only "$work/alone.c"
claim "mpi.h is C++ by itself" mpicxx.mpich -std=c++11 -I"$prefix/include" -fsyntax-only "$work/alone.cpp"
claim "mpi.h is not in garner.h" sh -c "! grep -q mpi.h '$prefix/include/garner/garner.h'"
