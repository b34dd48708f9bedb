# Tensors in .npz, .safetensors and raw files: numpy writes what garner reads and reads what it writes.
. "$(dirname "$0")/common.sh"
case $garner in
/*) ;;
*) garner=$PWD/$garner ;;
esac

python=
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import numpy' 2>/dev/null || python=$candidate
done
[ -n "$python" ] || { echo "numpy is not installed"; exit 77; }

cat >"$dir/take.mlir" <<'END'
func.func @main(%table: tensor<3x2xf32>, %rows: tensor<2xi32>) -> (tensor<2x2xf32>, tensor<2xi32>) {
  %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %0, %rows : tensor<2x2xf32>, tensor<2xi32>
}
END
# A safetensors file as the format's README has it, written without any library for it.
cat >"$dir/write.py" <<'END'
import json, struct, sys
import numpy as np
def safetensors(path, tensors):
    header, data = {}, b""
    for name, (dtype, array) in tensors.items():
        raw = array.tobytes()
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    open(path, "wb").write(struct.pack("<Q", len(text)) + text + data)
table, rows = np.arange(1, 7, dtype="<f4").reshape(3, 2), np.array([2, 0], "<i4")
np.savez("named.npz", rows=rows, table=table, more=np.zeros(3))
np.savez_compressed("deflated.npz", rows=rows, table=np.asfortranarray(table))
np.savez("numbered.npz", table, rows)
np.savez("others.npz", a=table, b=rows)
np.savez("one.npz", a=table)
safetensors("named.safetensors", {"rows": ("I32", rows), "table": ("F32", table)})
table.tofile("table.bin")
np.save("table.npy", table)
wrong = np.array([[5, 6], [1, 2]], "<f4")
np.savez("right.npz", main_0=wrong, main_1=rows)
np.save("rows.npy", rows)
wrong[1, 0] = np.nextafter(np.nextafter(wrong[1, 0], np.float32(9)), np.float32(9))
np.savez("wrong.npz", wrong, rows)
END
(cd "$dir" && "$python" write.py) || fail "numpy writes its files"
cd "$dir" || exit 1

both='result 0: dense<[[5.000000e+00, 6.000000e+00], [1.000000e+00, 2.000000e+00]]> : tensor<2x2xf32>
result 1: dense<[2, 0]> : tensor<2xi32>'
taken() { # taken ARGUMENT...: what numpy says of table[rows]
    expect 0 run take.mlir "$@"
    [ "$(cat "$dir/out")" = "$both" ] || fail "garner run take.mlir $*"
}
taken --input named.npz
silent err
taken --input deflated.npz
taken --input numbered.npz
taken --input named.safetensors
taken --input @named.safetensors
taken --input others.npz
says err 'others.npz: no name is a parameter'
taken --input named.npz:table --input named.safetensors:rows
taken --input rows=rows.npy --input table.npy
taken --input rows=@rows.npy --input one.npz
taken --input one.npz --input '[2, 0]'
taken --input one.npz:a --input '2 0'
taken --input %rows=2xi32=[2,0] --input 3x2xf32=@table.bin
taken --input @table.bin --input 'tensor<2xi32>=2 0'
taken --input '1 2 3 4 5 6' --input rows=named.npz:rows
taken --input table='[[1 2] [3 4] [5 6]]' --input '2, 0'
"$garner" run take.mlir --input @- --input rows=rows.npy <table.npy >"$dir/out" 2>"$dir/err"
[ "$(cat "$dir/out")" = "$both" ] || fail "an .npy on standard input"

# what is made: numpy counts, and draws by splitmix64
cat >made.py <<'END'
import numpy as np
M = (1 << 64) - 1
def mix(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M
    z = (z ^ z >> 27) * 0x94D049BB133111EB & M
    return z ^ z >> 31
draw = [mix((mix(7) + (i + 1) * 0x9E3779B97F4A7C15) & M) for i in range(6)]
np.savez("made.npz", main_0=np.array([b >> 11 for b in draw], "<f8").reshape(3, 2) * 2.0 ** -53,
         main_1=np.array([(b >> 32) * 100 >> 32 for b in draw], "<i8"), main_2=np.arange(6, dtype="<f4").reshape(2, 3),
         main_3=np.zeros(2, "<i2"), main_4=np.array([np.nan, -np.inf, 1e-3], "<f8"))
END
"$python" made.py || fail "numpy makes numbers"
cat >made.mlir <<'END'
func.func @main(%a: tensor<3x2xf64>, %b: tensor<6xi64>, %c: tensor<2x3xf32>, %d: tensor<2xi16>, %e: tensor<3xf64>)
    -> (tensor<3x2xf64>, tensor<6xi64>, tensor<2x3xf32>, tensor<2xi16>, tensor<3xf64>) {
  return %a, %b, %c, %d, %e : tensor<3x2xf64>, tensor<6xi64>, tensor<2x3xf32>, tensor<2xi16>, tensor<3xf64>
}
END
expect 0 run made.mlir --input random:7 --input random:7 --input iota --input zeros --input 'nan -inf 1e-3' --expect made.npz
expect 1 run made.mlir --input random:8 --input random:7 --input iota --input zeros --input 'nan -inf 1e-3' --expect made.npz
says err 'made.npz: result main_0: element [0, 0] is '

# errors point into what was typed
expect 3 run take.mlir --input 'table=[[1, 2], [3, x], [5, 6]]' --input zeros
says err "garner: --input: 'x' is no number; one of f32 is expected"
says err '  table=[[1, 2], [3, x], [5, 6]]'
grep -qx '                     ^' "$dir/err" || fail 'the caret is below the x'
expect 3 run take.mlir --input zeros --input '2xi32=1 2.5'
grep -qx '          ^' "$dir/err" || fail 'the caret is below 2.5'

# what is missing, or is of another type
expect 2 run take.mlir --input zeros
says err '  %rows: tensor<2xi32>'
says err '  garner run take.mlir --input table=random:1 --input rows=zeros'
taken_command=$(sed -n 's/^  garner run//p' "$dir/err")
# shellcheck disable=SC2086
expect 0 run $taken_command
expect 2 run take.mlir --input rows=zeros
says err 'input #0, %table of type tensor<3x2xf32> is not given'
expect 2 run take.mlir --input table=zeros --input table=zeros
says err '%table is given twice'
expect 2 run take.mlir --input %tabel=zeros
says err "--input: 'tabel' names no parameter, and is no type: the parameters are called %table or %rows; did you mean 'table'?"
expect 2 run take.mlir --input rowz=iota
says err "'rowz' names no parameter"
says err "did you mean 'rows'?"
expect 3 run take.mlir --input ones --input zeros
says err "--input: there is no file 'ones', and it is no value: 1 alone fills a tensor with ones"
expect 3 run take.mlir --input zeroes --input zeros
says err "there is no file 'zeroes', and it is no value, as [1, 2], 1, zeros, iota and random:7 are; did you mean 'zeros'?"
expect 3 run take.mlir --input 2x2xf32=zeros --input zeros
says err 'garner run take.mlir --input'
expect 3 run take.mlir --input 2x2xf32=@table.npy --input zeros
says err 'table.npy: holds 3x2xf32, 2x2xf32 is written'
expect 3 run take.mlir --input zeros --input @table.bin
says err 'table.bin: raw bytes: 24 bytes are there, 8 are expected: 2 elements of i32, 4 each'
expect 3 run take.mlir --input named.npz:none
says err "named.npz: there is no 'none' in it; it has rows, table, more"
expect 3 run take.mlir --input table=named.npz:rows --input zeros
says err "named.npz: npy: descr '<i4' is i32, expected f32"
expect 2 run take.mlir --input one.npz --input zeros --input one.npz
says err 'and 0 are missing'
cat >open.mlir <<'END'
func.func @main(%x: tensor<?xf32>, %0: tensor<i32>) -> tensor<?xf32> { return %x : tensor<?xf32> }
END
expect 3 run open.mlir --input iota --input 0
says err 'whose extents are not all known: write a list, or a type as in 2xf32=1'
expect 0 run open.mlir --input '[1, 2]' --input 0
says out 'dense<[1.000000e+00, 2.000000e+00]>'
expect 0 run open.mlir --input '[]' --input 0
says out 'dense<> : tensor<0xf32>'
expect 0 run open.mlir --input '?xf32=[1, 2, 3]' --input 0
says out 'tensor<3xf32>'
cat >matrix.mlir <<'END'
func.func @main(%x: tensor<?x2xf64>, %y: tensor<?x?xcomplex<f32>>) -> (tensor<?x2xf64>, tensor<?x?xcomplex<f32>>) {
  return %x, %y : tensor<?x2xf64>, tensor<?x?xcomplex<f32>>
}
END
expect 0 run matrix.mlir --input '[[1, 2], [3, 4], [5, 6]]' --input '[[(1, 2), 3]]'
says out 'tensor<3x2xf64>'
says out 'result 1: dense<[[(1.000000e+00,2.000000e+00), (3.000000e+00,0.000000e+00)]]> : tensor<1x2xcomplex<f32>>'
expect 3 run matrix.mlir --input '[[1, 2], [3, 4, 5]]' --input '[[1]]'
says err 'dimension 1 has 2 entries, and here is one more'
expect 3 run matrix.mlir --input '[1, 2]' --input '[[1]]'
says err "a list is expected: the tensor's rank is 2, here are 1 lists"

# scalars, which are no tensors
cat >scalars.mlir <<'END'
func.func @main(%a: index, %b: f32, %c: i64, %d: i1) -> (index, f32, i64, i1) {
  return %a, %b, %c, %d : index, f32, i64, i1
}
END
expect 0 run scalars.mlir --input 3 --input 1.5 --input -7 --input true
says out 'result 0: dense<3> : tensor<index>'
says out 'result 1: dense<1.500000e+00> : tensor<f32>'
says out 'result 2: dense<-7> : tensor<i64>'
says out 'result 3: dense<true> : tensor<i1>'
expect 0 run scalars.mlir --input c=4 --input 3 --input b=0.5 --input false
says out 'result 2: dense<4>'

# values that are expected, as --input takes them
expect 0 run scalars.mlir --input 3 --input 1.5 --input -7 --input true --expect 3 --expect main_1=1.5 --expect -7 --expect 3=true
expect 1 run scalars.mlir --input 3 --input 1.5 --input -7 --input true --expect 3 --expect 1.25 --expect -7 --expect true
says err '--expect: result main_1: element [] is 1.500000e+00, expected 1.250000e+00'
expect 1 run scalars.mlir --input 3 --input 1.5 --input -7 --input true --expect 3
says err '--expect: nothing is given for result main_1'
expect 0 run take.mlir --input named.npz --expect '[[5, 6], [1, 2]]' --expect '2xi32=2 0'
expect 0 run take.mlir --input named.npz --expect 1=[2,0] --expect right.npz
expect 1 run take.mlir --input named.npz --expect '[[5, 6], [1, 3]]' --expect '[2, 0]'
says err '--expect: result main_0: element [1, 1] is 2.000000e+00, expected 3.000000e+00'
expect 3 run take.mlir --input named.npz --expect '[[5, 6], [1, x]]' --expect '[2, 0]'
says err "--expect: 'x' is no number"
expect 0 run open.mlir --input x=2xf32=[1,2] --input 0
expect 2 run open.mlir
says err '--input x=2xf32=random:1 --input 0=zeros'

# files that lie
head -c 200 named.npz >cut.npz
expect 3 run take.mlir --input cut.npz
says err 'cut.npz: npz: no end record'
printf '\377\377\377\377\377\377\377\177{}' >cut.safetensors
expect 3 run take.mlir --input cut.safetensors
says err 'cut.safetensors: safetensors: the first 8 bytes promise a header of'
"$python" -c 'import numpy as np; np.savez_compressed("bomb.npz", table=np.zeros((3000, 3000)))'
expect 3 run take.mlir --input bomb.npz --input zeros --max-memory 1M
says err 'npz: memory refused for the 72000128 bytes'
says err '--max-memory: 72000128 bytes for an input would pass the limit of 1048576'

# ---- results ----------------------------------------------------------------------------------------------------------
cat >read.py <<'END'
import json, struct, sys, zipfile
import numpy as np
want = {"main_0": np.array([[5, 6], [1, 2]], "<f4"), "main_1": np.array([2, 0], "<i4")}
def same(got):
    assert sorted(got) == sorted(want), sorted(got)
    assert all(np.array_equal(got[k], want[k]) and got[k].dtype == want[k].dtype for k in want)
for path in sys.argv[1:]:
    if path.endswith(".npz"):
        assert zipfile.ZipFile(path).testzip() is None
        same(dict(np.load(path)))
        continue
    raw = open(path, "rb").read()
    n, = struct.unpack("<Q", raw[:8])
    assert n % 8 == 0
    names = {"F32": "<f4", "I32": "<i4"}
    same({k: np.frombuffer(raw[8 + n:][slice(*v["data_offsets"])], names[v["dtype"]]).reshape(v["shape"])
          for k, v in json.loads(raw[8:8 + n]).items()})
END
expect 0 run take.mlir --input named.npz --output r.npz
[ "$(cat "$dir/out")" = "$both" ] || fail 'results are shown as well'
expect 0 run take.mlir --input named.npz -o r.safetensors
"$garner" run take.mlir --input named.npz --output - >stdout.npz 2>"$dir/err" || fail 'results to standard output'
"$python" read.py r.npz r.safetensors stdout.npz || fail 'numpy reads what was written'
cmp r.npz stdout.npz || fail 'the same bytes whenever they are written'
expect 0 run made.mlir --input random:1 --input random:2 --input random:3 --input random:4 --input random:5 --output all.npz
expect 0 run made.mlir --input random:1 --input random:2 --input random:3 --input random:4 --input random:5 --expect all.npz

echo 'func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> { return %x : tensor<2xf64> }' >same.mlir
expect 0 run same.mlir --input '[1, 2]' --output x.npy
"$garner" run same.mlir --input '[1, 2]' --output - >stdout.npy || fail 'one result to standard output'
cmp x.npy stdout.npy || fail 'one result is an .npy on standard output'
"$python" -c 'import numpy as np; assert np.load("x.npy").tolist() == [1, 2]' || fail 'numpy reads x.npy'
printf 'func.func @a() -> tensor<i32> { %%0 = stablehlo.constant dense<1> : tensor<i32> return %%0 : tensor<i32> }
func.func @b() -> tensor<i32> { %%0 = stablehlo.constant dense<2> : tensor<i32> return %%0 : tensor<i32> }\n' >two.mlir
expect 0 run two.mlir --output two.npz
expect 0 run two.mlir --output two.safetensors --expect two.npz
"$python" -c 'import numpy as np; d = np.load("two.npz"); assert (d["a_0"], d["b_0"]) == (1, 2), d' || fail 'two functions, one file'
mkdir folder.npz
expect 0 run two.mlir --output folder.npz
[ -f folder.npz/b_0.npy ] || fail 'a folder stays one, whatever its name'

# refused before anything runs, and nothing is left
expect 2 run take.mlir --input named.npz --output two.npy
silent out
says err 'an .npy holds one result, @main has 2'
: >plain
expect 3 run take.mlir --input named.npz --output plain/x.npz
silent out
echo 'func.func @main(%x: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> { return %x : tensor<2xcomplex<f64>> }' >wide.mlir
expect 3 run wide.mlir --input zeros --output wide.safetensors
says err 'safetensors cannot hold main_0, which is of complex<f64>: an .npz can'
[ ! -e wide.safetensors ] || fail 'a file of nothing'
(trap '' XFSZ && ulimit -f 8 && exec "$garner" run same.mlir --input 2000xf64=zeros --output big.npz) >/dev/null 2>&1
[ ! -e big.npz ] || fail 'half a file'
[ -z "$(ls -A "$dir" | grep garner-)" ] || fail 'a temporary is left'

# ---- expected results ---------------------------------------------------------------------------------------------------
expect 0 run take.mlir --input named.npz --expect right.npz
expect 0 run take.mlir --input named.npz --expect r.safetensors
expect 1 run take.mlir --input named.npz --expect wrong.npz
says err 'wrong.npz: result main_0: element [1, 0] is 1.000000e+00, expected 1.00000024, 2 ulp away (1 of 4 elements differ by more than 0 ulp)'
expect 1 run take.mlir --input named.npz --expect wrong.npz --ulp 1
expect 0 run take.mlir --input named.npz --expect wrong.npz --ulp 2
expect 1 run take.mlir --input named.npz --expect one.npz
says err 'has nothing for result main_0: it has a'
expect 1 run same.mlir --input zeros --expect table.npy
expect 3 run same.mlir --input zeros --expect nowhere.npz
expect 0 run same.mlir --input '[1, 2]' --expect x.npy
expect 2 run same.mlir --input zeros --ulp -1
finish
