# garner grad: the derivative of a function, printed with the program, runs; options; what is refused; files whole or not at all.
. "$(dirname "$0")/common.sh"

cat >"$dir/f.mlir" <<'END'
func.func @square(%x: tensor<3xf64>, %k: tensor<3xf64>, %n: tensor<3xi64>) -> tensor<3xf64> {
  %0 = stablehlo.multiply %x, %x : tensor<3xf64>
  %1 = stablehlo.multiply %0, %k : tensor<3xf64>
  return %1 : tensor<3xf64>
}
END
x='3xf64=[1, 2, 3]' k='3xf64=[1, 10, 100]' n='3xi64=0' v='3xf64=[1, 1, 2]'

# 2 x k v, x^2 v
expect 0 grad "$dir/f.mlir"
silent err
says out 'func.func @square('
cp "$dir/out" "$dir/g.mlir"
expect 0 check "$dir/g.mlir"
expect 0 run --entry square_vjp --input "$x" --input "$k" --input "$n" --input "$v" "$dir/g.mlir"
says out 'dense<[2.000000e+00, 4.000000e+01, 1.200000e+03]>'
says out 'dense<[1.000000e+00, 4.000000e+00, 1.800000e+01]>'

# one input; forward; the derivative of the derivative: 2 k v u by x
expect 0 grad --wrt=0 "$dir/f.mlir"
cp "$dir/out" "$dir/g.mlir"
expect 0 run --entry square_vjp --input "$x" --input "$k" --input "$n" --input "$v" "$dir/g.mlir"
[ "$(wc -l <"$dir/out")" = 1 ] || fail "one gradient is expected"
expect 0 grad -jvp --wrt 1,0 "$dir/f.mlir"
cp "$dir/out" "$dir/g.mlir"
expect 0 run --entry @square_jvp --input "$x" --input "$k" --input "$n" --input '3xf64=[1, 0, 0]' --input '3xf64=[0, 1, 0]' "$dir/g.mlir"
says out 'dense<[1.000000e+00, 4.000000e+01, 0.000000e+00]>'
expect 0 grad --wrt=0 -o "$dir/g.mlir" "$dir/f.mlir"
silent out
expect 0 grad --wrt=0 --entry=square_vjp "$dir/g.mlir"
cp "$dir/out" "$dir/h.mlir"
expect 0 run --entry square_vjp_vjp --input "$x" --input "$k" --input "$n" --input "$v" --input '3xf64=[1, 1, 1]' "$dir/h.mlir"
says out 'dense<[2.000000e+00, 2.000000e+01, 4.000000e+02]>'

# standard input, generic form, a whole text of parts
"$garner" grad --generic - <"$dir/f.mlir" >"$dir/out" 2>"$dir/err" || fail "standard input"
says out '"stablehlo.multiply"'
{ cat "$dir/f.mlir"; echo '// -----'; cat "$dir/f.mlir"; } >"$dir/two.mlir"
expect 0 grad --split-input-file --output=- "$dir/two.mlir"
[ "$(grep -c '@square_vjp' "$dir/out")" = 2 ] || fail "two derivatives are expected"

# wrong usage, and input that has no derivative: nothing is written
expect 2 grad --wrt=a "$dir/f.mlir"
expect 2 grad --wrt=0, "$dir/f.mlir"
expect 2 grad --wrt=-1 "$dir/f.mlir"
expect 2 grad --entry=other "$dir/f.mlir"
says err 'there is no function @other'
expect 2 grad --wrt=2 "$dir/f.mlir"
says err "wrt names input 2 of type 'tensor<3xi64>', which has no gradient"
expect 2 grad --wrt=7 "$dir/f.mlir"
says err 'wrt names input 7, the function has 3, counted from 0'
cat >"$dir/bits.mlir" <<'END'
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<i32>) -> tensor<f32>
  return %1 : tensor<f32>
}
END
echo before >"$dir/kept"
expect 3 grad -o "$dir/kept" "$dir/bits.mlir"
says err "bits.mlir:2:8: error: cannot be differentiated: 'stablehlo.bitcast_convert' reads bits"
[ "$(cat "$dir/kept")" = before ] || fail "the file was written to"
expect 3 grad --output="$dir/kept/such" "$dir/f.mlir"
says err "is no folder"
expect 0 grad --help
says out '--wrt N,N'
finish
