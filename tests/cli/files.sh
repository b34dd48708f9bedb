# Tensors from and to .npy files, standard input, and what a broken file gets.
. "$(dirname "$0")/common.sh"

cat >"$dir/double.mlir" <<'END'
func.func @main(%x: tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xbf16>) {
  %0 = stablehlo.add %x, %x : tensor<2x2xi32>
  %1 = stablehlo.convert %0 : (tensor<2x2xi32>) -> tensor<2x2xbf16>
  return %0, %1 : tensor<2x2xi32>, tensor<2x2xbf16>
}
END
# A file by hand: version 1.0, a header of 118 bytes, four little-endian i32 in Fortran order: [[1, 3], [2, 4]].
npy() { # npy DESCR FORTRAN SHAPE
    header="{'descr': '$1', 'fortran_order': $2, 'shape': $3, }"
    printf '\223NUMPY\001\000\166\000'
    printf '%-117s\n' "$header"
}
data() { printf '\001\000\000\000\002\000\000\000\003\000\000\000\004\000\000\000'; }
{ npy '<i4' True '(2, 2)'; data; } >"$dir/f.npy"
{ npy '<i4' False '(2, 2)'; data; } >"$dir/c.npy"

expect 0 run "$dir/double.mlir" --input "$dir/f.npy" --output "$dir/results"
says out 'dense<[[2, 6], [4, 8]]> : tensor<2x2xi32>'
expect 0 run "$dir/double.mlir" --input "$dir/c.npy" --output "$dir/results"
says out 'dense<[[2, 4], [6, 8]]> : tensor<2x2xi32>'
[ "$(ls "$dir/results")" = "main_0.npy
main_1.npy" ] || fail "results hold $(ls -a "$dir/results")"
# what was written reads back, bf16 (as NumPy's V2) by the declared type
cat >"$dir/same.mlir" <<'END'
func.func @main(%x: tensor<2x2xi32>, %y: tensor<2x2xbf16>) -> (tensor<2x2xi32>, tensor<2x2xbf16>) {
  return %x, %y : tensor<2x2xi32>, tensor<2x2xbf16>
}
END
expect 0 run "$dir/same.mlir" --input "$dir/results/main_0.npy" --input "@$dir/results/main_1.npy"
says out 'dense<[[2, 4], [6, 8]]> : tensor<2x2xi32>'
says out 'dense<[[2.000000e+00, 4.000000e+00], [6.000000e+00, 8.000000e+00]]> : tensor<2x2xbf16>'

# lying headers
{ npy '<i4' False '(2, 2000000000)'; data; } >"$dir/lie.npy"
expect 3 run "$dir/double.mlir" --input "$dir/lie.npy"
{ npy '<i4' False '(9223372036854775807, 9223372036854775807)'; data; } >"$dir/lie.npy"
expect 3 run "$dir/double.mlir" --input "$dir/lie.npy"
{ npy '>i4' False '(2, 2)'; data; } >"$dir/big_endian.npy"
expect 3 run "$dir/double.mlir" --input "$dir/big_endian.npy"
head -c 100 "$dir/c.npy" >"$dir/short.npy"
expect 3 run "$dir/double.mlir" --input "$dir/short.npy"
head -c 300 /dev/zero >"$dir/zeros.npy"
expect 3 run "$dir/double.mlir" --input "$dir/zeros.npy"
: >"$dir/empty.npy"
expect 3 run "$dir/double.mlir" --input "$dir/empty.npy"
expect 3 run "$dir/double.mlir" --input "$dir/nowhere.npy"
expect 3 run "$dir/double.mlir" --input "$dir/c.npy" --output "$dir/c.npy/x"

# numbers as a person types them: integers for floats, a splat, rank 0
cat >"$dir/sum.mlir" <<'END'
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %z: tensor<f32>) -> (tensor<2xf32>, tensor<f32>) {
  %0 = stablehlo.add %x, %y : tensor<2xf32>
  return %0, %z : tensor<2xf32>, tensor<f32>
}
END
expect 0 run "$dir/sum.mlir" --input '2xf32=[1,2.5]' --input '2xf32=10' --input 'f32=-3'
says out 'dense<[1.100000e+01, 1.250000e+01]> : tensor<2xf32>'
says out 'dense<-3.000000e+00> : tensor<f32>'
expect 3 run "$dir/sum.mlir" --input '2xf32=[1,2' --input '2xf32=10' --input 'f32=-3'
expect 3 run "$dir/sum.mlir" --input '2xf32=[1,2,3]' --input '2xf32=10' --input 'f32=-3'
expect 3 run "$dir/sum.mlir" --input '2xq7=[1,2]' --input '2xf32=10' --input 'f32=-3'

"$garner" run - --input '2x2xi32=1' <"$dir/double.mlir" >"$dir/out" 2>"$dir/err" || fail "a program on standard input"
says out 'dense<2> : tensor<2x2xi32>'

# No elements, written as a list of none or as the lists there are.
cat >"$dir/empty.mlir" <<'END'
func.func @main(%x: tensor<0x3xi64>, %y: tensor<3x0xf32>) -> (tensor<0x3xi64>, tensor<3x0xf32>) {
  return %x, %y : tensor<0x3xi64>, tensor<3x0xf32>
}
END
for none in '[]' ' [ ]' '[[], [], []]'; do
    expect 0 run "$dir/empty.mlir" --input '0x3xi64=[]' --input "3x0xf32=$none"
    says out 'dense<> : tensor<0x3xi64>'
    says out 'dense<> : tensor<3x0xf32>'
done
for wrong in '0x3xi64=[[]]' '10x3xi64=[]' '3xi64=[]' '0x3xi64=[' '0x3xi64=[]]'; do
    expect 3 run "$dir/empty.mlir" --input "$wrong" --input '3x0xf32=[]'
done
finish
