# shared.sh - random gathers and scatters of tensors that ranks share have the bits of one process, on every number of ranks.
limit=900 # thousands of exchanges
for each in openmpi:2:300 openmpi:3:200 openmpi:4:100 openmpi:8:10 mpich:2:200; do
    mpi=${each%%:*} cases=${each##*:} n=${each#*:}
    n=${n%:*}
    on "$mpi" "$n" tests/mpi_shared "${GARNER_RANDOM_CASES:-$cases}" >"$work/out" 2>"$work/err" && status=0 || status=$?
    claim "random shared gathers and scatters, $mpi, $n ranks" test "$status" -eq 0
done
limit=180
