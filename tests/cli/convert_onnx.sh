# convert_onnx.sh - programs to ONNX, and ONNX's operators back: nothing else is left, and all still runs to the same values.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

# only FILE DIALECT: FILE's ops are of DIALECT, but for the functions and checks.
only() {
    grep -oE '\b(onnx|stablehlo|tf|tosa|arith)\.[A-Za-z_]+' "$1" | grep -v "^$2\." | sort | uniq -c >"$dir/out"
    [ ! -s "$dir/out" ] || fail "$1 has ops that are not of $2"
}

expect 0 run "$here/convert_onnx.mlir"
expect 0 convert "$here/convert_onnx.mlir" --to=onnx --no-raise
cp "$dir/out" "$dir/onnx.mlir"
only "$dir/onnx.mlir" onnx
for op in Gather GatherND ScatterND Reshape Transpose Expand Slice Concat Pad Add Sub Mul Min Max \
    Less LessOrEqual Greater GreaterOrEqual Equal Where Cast And Or Not BitwiseAnd; do
    grep -q "\"onnx.$op\"" "$dir/onnx.mlir" || fail "onnx.$op is expected in what convert prints"
done
expect 0 run "$dir/onnx.mlir"
expect 0 convert "$dir/onnx.mlir" --to=stablehlo --no-raise
cp "$dir/out" "$dir/stablehlo.mlir"
only "$dir/stablehlo.mlir" stablehlo
expect 0 run "$dir/stablehlo.mlir"

# Simpler ops in the place of what is a recipe.
expect 0 convert "$here/convert_onnx.mlir" --to=onnx
cp "$dir/out" "$dir/simple.mlir"
only "$dir/simple.mlir" onnx
expect 0 run "$dir/simple.mlir"

# What broadcasts, what is a list in an operand, what ends a function.
for file in element shape slice graph integer conv; do
    expect 0 convert "$here/../ops/onnx/$file.mlir" --to=stablehlo
    cp "$dir/out" "$dir/$file.mlir"
    expect 0 run "$dir/$file.mlir"
done

# Convolutions go both ways.
expect 0 convert "$dir/conv.mlir" --to=onnx
cp "$dir/out" "$dir/conv_again.mlir"
only "$dir/conv_again.mlir" onnx
grep -q '"onnx.Conv"' "$dir/conv_again.mlir" || fail "onnx.Conv is expected in what convert prints"
expect 0 run "$dir/conv_again.mlir"
finish
