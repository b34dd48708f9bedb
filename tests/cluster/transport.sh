# transport.sh - each function of the communicator, by the tests in transport.c.
run_transport() { # run_transport MPI RANKS [TEST]
    on "$1" "$2" tests/mpi_transport ${3:+"$3"} >"$work/out" 2>"$work/err"
}
for each in openmpi:1 $configurations; do
    mpi=${each%:*} n=${each#*:}
    run_transport "$mpi" "$n" && status=0 || status=1
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$work/out" || echo "0 passed, 1 failed")
    right=${line%% *} line=${line#*, }
    passed=$((passed + right)) failed=$((failed + ${line%% *}))
    [ "$status" -eq 0 ] || fail "transport, $mpi, $n ranks"
    for test in other_size stuck stuck_late; do # each ends its communicator
        [ "$n" -eq 1 ] || claim "transport $test, $mpi, $n ranks" run_transport "$mpi" "$n" $test
    done
done
