# Scatters that reduce by the larger, the smaller and the product become ttnn.scatter, whose enumeration has all three (TT-13).
. "$(dirname "$0")/common.sh"

for word in max min mul; do
    cat >"$dir/$word.mlir" <<END
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x4xi32>, %u: tensor<2x4xf32>) -> tensor<2x3xf32> {
  %0 = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64, reduction = "$word"} : (tensor<2x3xf32>, tensor<2x4xi32>, tensor<2x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
END
done
becomes() { # becomes WORD REDUCTION RESULT
    expect 0 convert --to=ttnn "$dir/$1.mlir"
    says out "scatter_reduce_type = #ttcore.reduce_type<$2>"
    cp "$dir/out" "$dir/made.mlir"
    expect 0 run "$dir/made.mlir" --input '[[2, 3, 4], [5, 6, 7]]' --input '[[0, 0, 2, 0], [1, 1, 1, 2]]' \
        --input '[[1, 5, 2, 3], [2, 9, 4, 7]]'
    says out "$3"
}
becomes max max '[[5.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e+00, 9.000000e+00, 7.000000e+00]]'
becomes min min '[[1.000000e+00, 3.000000e+00, 2.000000e+00], [5.000000e+00, 2.000000e+00, 7.000000e+00]]'
becomes mul prod '[[3.000000e+01, 3.000000e+00, 8.000000e+00], [5.000000e+00, 4.320000e+02, 4.900000e+01]]'
finish
