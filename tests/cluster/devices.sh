# devices.sh - programs divided over a mesh, whose devices are ranks: files of results are those of one process, byte for byte; each rank
# prints its part alone; what is wrong on one rank leaves no file.
/usr/bin/python3 - "$work" <<'PYTHON'
import sys
import numpy as np
r = np.random.default_rng(7)
save = lambda name, a: np.save(sys.argv[1] + '/' + name, a)
save('table.npy', r.standard_normal((50, 8)).astype(np.float32))
save('words.npy', r.integers(-60, 60, (6, 5)).astype(np.int32))
save('bias.npy', r.standard_normal(8).astype(np.float32))
save('rows.npy', np.where(r.random((10, 8)) < 0.5, -0.0, 1e8).astype(np.float32))
save('marks.npy', r.integers(-3, 13, 30).astype(np.int8))
save('updates.npy', (r.standard_normal((30, 8)) * 10.0 ** r.integers(-8, 8, (30, 8))).astype(np.float32))
PYTHON
embedding="tests/cluster/programs/embedding.mlir --input @$work/table.npy --input @$work/words.npy --input @$work/bias.npy"
gradient="tests/cluster/programs/gradient.mlir --input @$work/rows.npy --input @$work/marks.npy --input @$work/updates.npy"

for each in embedding gradient; do
    eval "call=\$$each"
    "$build/garner" run $call --quiet --output "$work/one.npy" >"$work/out" 2>"$work/err" || fail "$each in one process"
    "$build/garner" run $call --devices --quiet --output "$work/threads.npy" >"$work/out" 2>"$work/err" || fail "$each on threads"
    claim "$each on threads has the bits of one process" cmp -s "$work/one.npy" "$work/threads.npy"
    rm -f "$work/ranks.npy"
    on openmpi 4 garner-mpi run $call --devices --output "$work/ranks.npy" >"$work/out" 2>"$work/err" && status=0 || status=$?
    claim "$each on ranks ends well" test "$status" -eq 0
    claim "$each on ranks has the bits of one process" cmp -s "$work/one.npy" "$work/ranks.npy"
    claim "$each: each rank prints its part" test "$(grep -c 'dense<' "$work/out")" -eq 4
done
claim "each rank prints as a device" test "$(grep -c '^device [0-3]:$' "$work/out")" -eq 4
claim "a part says its positions" grep -q '^\[9:10, 0:8\]: dense<' "$work/out"
rm -rf "$work/folder"
on openmpi 4 garner-mpi run $embedding --devices --quiet --output "$work/folder" >"$work/out" 2>"$work/err" || fail "a folder of parts"
"$build/garner" run $embedding --quiet --output "$work/one.npy"
claim "a folder has the whole result" cmp -s "$work/one.npy" "$work/folder/main_0.npy"

# Two devices, with MPICH too.
sed 's/"x"=4/"x"=2/' tests/cluster/programs/gradient.mlir >"$work/two.mlir"
two="$work/two.mlir --input @$work/rows.npy --input @$work/marks.npy --input @$work/updates.npy"
"$build/garner" run $two --quiet --output "$work/one.npy"
for mpi in openmpi mpich; do
    rm -f "$work/ranks.npy"
    on $mpi 2 garner-mpi run $two --devices --quiet --output "$work/ranks.npy" >"$work/out" 2>"$work/err" || fail "two devices, $mpi"
    claim "two devices, $mpi, have the bits of one process" cmp -s "$work/one.npy" "$work/ranks.npy"
done

# refused TEXT SAID RANKS RANK WHAT ARGUMENT...: no file is left, and it is said why.
refused() {
    text=$1 said=$2 ranks=$3 before="sh $here/only.sh $4 $5"
    shift 5
    rm -f "$work/ranks.npy"
    on openmpi "$ranks" garner-mpi run "$@" --devices --output "$work/ranks.npy" >"$work/out" 2>"$work/err" && status=0 || status=$?
    before=
    if [ "$status" -eq 0 ] || [ -n "$(find "$work" -name 'ranks.npy*')" ] || ! grep -qF "$said" "$work/err"; then
        fail "$text"
    else
        pass
    fi
}
head -c 700 "$work/updates.npy" >"$work/cut.npy"
refused "a mesh of four on two ranks" "the program's mesh has 4 devices" 2 -1 none $embedding
k=0
while [ $k -lt 4 ]; do
    refused "an input cut off on rank $k" "[rank $k] " 4 $k "@$work/updates.npy=@$work/cut.npy" $gradient
    refused "memory refused on rank $k" "[rank $k] " 4 $k +--max-memory=64 $gradient
    k=$((k + 1))
done
