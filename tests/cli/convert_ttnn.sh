# garner convert --to=ttnn: programs of other dialects in tt-mlir's words, with the results they had; and back.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

# both FILE: its checks hold in ttnn too, where nothing but checks and functions is left of other dialects.
both() {
    expect 0 convert --to=ttnn --split-input-file "$1"
    cp "$dir/out" "$dir/there.mlir"
    if grep -vE '"ttnn\.|func\.|check\.|return|^}|^// -----|^$' "$dir/there.mlir" >"$dir/left"; then
        fail "$1: not all of it is ttnn's: $(head -1 "$dir/left")"
    fi
    expect 0 run --split-input-file "$dir/there.mlir"
}
for file in "$here"/../../examples/tcp_*.mlir "$here"/../../examples/batched_gather.mlir \
            "$here"/../../examples/tensor_*.mlir "$here"/../ops/tensor/scatter.mlir; do
    both "$file"
done

# And back again.
for file in "$here"/../../examples/ttnn_*.mlir; do
    expect 0 convert --to=stablehlo "$file"
    cp "$dir/out" "$dir/there.mlir"
    expect 0 run "$dir/there.mlir"
    both "$dir/there.mlir"
done

# Devices and layouts say nothing of values: they go.
expect 0 convert --to=stablehlo "$here/../ops/ttnn/place.mlir"
cp "$dir/out" "$dir/there.mlir"
! grep -q 'get_device\|ttnn_layout' "$dir/there.mlir" || fail "a layout is left"
expect 0 run "$dir/there.mlir"

# What is converted says what it means: one op for one.
cat >"$dir/gather.mlir" <<'END'
func.func @main(%x: tensor<4x6xbf16>, %i: tensor<2x3xui16>) -> tensor<2x3xbf16> {
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x6xbf16>, tensor<2x3xui16>) -> tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}
END
expect 0 convert --to=ttnn "$dir/gather.mlir"
says out '%0 = "ttnn.gather"(%arg0, %arg1) <{dim = 1 : i32}> : (tensor<4x6xbf16>, tensor<2x3xui16>) -> tensor<2x3xbf16>'

# An index that 32 bits do not hold stays out of range: 2^32 is not 0, -2^32 neither.
cat >"$dir/wide.mlir" <<'END'
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %i = stablehlo.constant dense<[4294967296, -4294967296, -1, 2]> : tensor<4xi64>
  %u = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<4xi64>, tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1, 2, 40, 4]> : tensor<4xi32>
  return
}
END
expect 0 run "$dir/wide.mlir"
both "$dir/wide.mlir"

# TT-16: several bf16 updates of one place round once there, at each step here; distinct ones agree.
scatter() { # scatter ATTRIBUTE
    cat <<END
func.func @main(%x: tensor<4xbf16>, %i: tensor<3xui16>, %u: tensor<3xbf16>) -> tensor<4xbf16> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>$1}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
  }) : (tensor<4xbf16>, tensor<3xui16>, tensor<3xbf16>) -> tensor<4xbf16>
  return %r : tensor<4xbf16>
}
END
}
scatter '' >"$dir/sum.mlir"
expect 3 convert --to=ttnn "$dir/sum.mlir"
says err 'rounds a bf16 after each update, ttnn.scatter once at the end'
scatter ', unique_indices = true' >"$dir/sum.mlir"
expect 0 convert --to=ttnn "$dir/sum.mlir"
says out 'scatter_reduce_type = #ttcore.reduce_type<sum>'

# What TTNN does not have is said at its place.
cat >"$dir/wide_elements.mlir" <<'END'
func.func @main(%x: tensor<4xf64>, %i: tensor<3xi64>) -> tensor<3xf64> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4xf64>, tensor<3xi64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
END
expect 3 convert --to=ttnn "$dir/wide_elements.mlir"
says err "wide_elements.mlir:2:8: error: cannot be expressed in ttnn: 'onnx.Gather' has elements of type 'f64'"
finish
