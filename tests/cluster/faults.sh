# faults.sh - each rank in turn fails: all end, and with an exit status that is not 0, the rank says why behind its
# number, and no file of results is left.

# fails TEXT MPI RANKS RANK WHAT SAID ARGUMENT...: of `run`; what happens to the rank (only.sh); what is said; "" is anything.
fails() {
    text=$1 mpi=$2 n=$3 rank=$4 what=$5 said=$6
    shift 6
    rm -rf "$work/results"
    mkdir "$work/results"
    before="sh $here/only.sh $rank $what"
    from=$(date +%s)
    on "$mpi" "$n" garner-mpi run "$@" --output "$work/results" >"$work/out" 2>"$work/err" && status=0 || status=$?
    took=$(($(date +%s) - from))
    before=
    text="$text, $mpi, rank $rank of $n"
    if [ "$status" -eq 0 ]; then
        fail "$text: exit 0"
    elif [ "$took" -ge "$limit" ]; then
        fail "$text: it hangs"
    elif [ -n "$(ls -A "$work/results")" ]; then
        fail "$text: there are results: $(ls -A "$work/results")"
    elif [ -n "$said" ] && ! grep -qF "$said" "$work/err"; then
        fail "$text: '$said' is not said"
    elif [ -s "$work/out" ] && grep -q dense "$work/out"; then
        fail "$text: results are printed"
    else
        pass
    fi
}

programs=tests/cluster/programs
head -c 400 $programs/sum.mlir >"$work/cut.mlir"
sed 's/%s = stablehlo.add/%s = stablehlo.subtract/' $programs/sum.mlir >"$work/other.mlir"
python3 - "$work" <<'PYTHON'
import struct, sys
def npy(name, count, told):
    text = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % told
    text += ' ' * (63 - (len(text) + 10) % 64) + '\n'
    with open(sys.argv[1] + '/' + name, 'wb') as f:
        f.write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(text)) + text.encode())
        f.write(struct.pack('<%df' % count, *range(count)))
npy('whole.npy', 2, 2)
npy('short.npy', 1, 2)
PYTHON
for each in openmpi:4 mpich:2; do
    mpi=${each%:*} n=${each#*:}
    sed "s/\[\[0, 1, 2, 3\]\]> : tensor<1x4xi64>/[[$(seq -s ', ' 0 $((n - 1)))]]> : tensor<1x${n}xi64>/; s/tensor<8xf32>/tensor<$((2 * n))xf32>/g" \
        $programs/stuck.mlir >"$work/stuck.mlir"
    sed "s/\[\[0, 1, 2, 3\]\]> : tensor<1x4xi64>/[[$(seq -s ', ' 0 $((n - 1)))]]> : tensor<1x${n}xi64>/; /all_gather/s/-> tensor<4xf32>/-> tensor<${n}xf32>/; /return/s/4/$n/; /@main/s/-> tensor<4xf32>/-> tensor<${n}xf32>/" \
        $programs/bad_index.mlir >"$work/bad_index.mlir"
    sum="$programs/sum.mlir --replicas 2 --partitions $((n / 2))"
    k=0
    while [ $k -lt "$n" ]; do
        fails "an index out of range" "$mpi" "$n" -1 none "[rank $k] $work/bad_index.mlir:11:8: error: the index at [0]" \
            "$work/bad_index.mlir" --partitions "$n" --input '[1, 2, 3, 4]' --input $k --strict
        fails "memory is refused" "$mpi" "$n" $k +--max-memory=4 "[rank $k] $programs/sum.mlir" $sum --input '[1, 2]'
        fails "steps are refused" "$mpi" "$n" $k +--max-steps=2 "error: the ranks do not run the same" $sum --input '[1, 2]'
        fails "an input is cut off" "$mpi" "$n" $k "@$work/whole.npy=@$work/short.npy" "[rank $k] garner: $work/short.npy: npy:" \
            $sum --input "@$work/whole.npy"
        fails "an input is not there" "$mpi" "$n" $k "@$work/whole.npy=@$work/none.npy" "[rank $k] " $sum --input "@$work/whole.npy"
        fails "a program is cut off" "$mpi" "$n" $k "$programs/sum.mlir=$work/cut.mlir" "[rank $k] $work/cut.mlir" \
            $sum --input '[1, 2]'
        fails "a program is another" "$mpi" "$n" $k "$programs/sum.mlir=$work/other.mlir" "error: the ranks do not run the same" \
            $sum --input '[1, 2]'
        fails "a grid is another" "$mpi" "$n" $k "--replicas=--partitions" "" $programs/ring.mlir --replicas "$n" --input '[1, 2]'
        fails "an option is wrong" "$mpi" "$n" $k +--wrong "[rank $k] garner: run: there is no option '--wrong'" $sum --input '[1, 2]'
        fails "another step than the others" "$mpi" "$n" -1 none "and no process can go on" "$work/stuck.mlir" --replicas "$n" \
            --input $k --input '[1, 2]'
        fails "the rank is killed" "$mpi" "$n" $k killed "" $programs/forever.mlir --timeout=0
        [ "$mpi" = mpich ] || # whose other ranks wait in MPI_Init, before anything of garner's
            fails "the rank is not begun" "$mpi" "$n" $k gone "" $sum --input '[1, 2]'
        k=$((k + 1))
    done
done
fails "ranks wait for one another" openmpi 4 -1 none "[rank 2] $programs/circle.mlir:13:12: error: stablehlo.recv: process (2, 0) waits for (3, 0)" \
    $programs/circle.mlir --replicas 4 --timeout=1
# A rank that computes for longer than the timeout does not make the others stuck.
claim "a slow rank is waited for" on openmpi 2 garner-mpi run $programs/slow.mlir --partitions 2 --timeout=0.2 >"$work/out" 2>"$work/err"
rm -rf "$work/results" # which is made
claim "results of the whole grid" on openmpi 4 garner-mpi run $programs/sum.mlir --replicas 2 --partitions 2 --input '[1, 2]' --output "$work/results" >"$work/out" 2>"$work/err"
"$build/garner" run $programs/sum.mlir --replicas 2 --partitions 2 --input '[1, 2]' --output "$work/wanted" >"$work/out" 2>"$work/err"
claim "files of all processes are those of garner run" diff -r "$work/wanted" "$work/results"
for refused in '--json' '--input=-' '--tune' "--output=$work/one.npy"; do
    claim "$refused is refused" sh -c "! '$build/garner-mpi' run $programs/sum.mlir --replicas 1 --input '[1, 2]' $refused >'$work/out' 2>'$work/err'"
done
claim "other commands are refused" sh -c "! '$build/garner-mpi' check $programs/sum.mlir >'$work/out' 2>'$work/err'"
claim "one rank without mpirun" sh -c "'$build/garner-mpi' run examples/collectives.mlir >'$work/out' 2>'$work/err'"
