# convert --to= a language: what is refused says where and why, and prints no text; the text has the program's own names.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'END'
func.func @take(%table: tensor<3x2xf32>, %in: tensor<2xi64>) -> tensor<2x2xf32> {
  %r = "stablehlo.gather"(%table, %in) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
END
for language in numpy jax pytorch r; do
    expect 0 convert "$dir/take.mlir" --to=$language
    says out take
    says out table
    silent err
done
expect 0 convert "$dir/take.mlir" --to=numpy
says out 'def take(table, in_2):'
says out 'r = np.take(table, start0, axis=0)'

# Numbers as a person writes them: the point stands where it is, unless it is far away.
cat >"$dir/numbers.mlir" <<'END'
func.func @f() -> (tensor<10xf64>, tensor<3xf16>) {
  %0 = stablehlo.constant dense<[1.5, 0.25, 0.0009765625, -0.1, 1.5e-5, 1.5e-6, 2.0e+14, 1.5e+15, 2.5e+120, -12.75]> : tensor<10xf64>
  %1 = stablehlo.constant dense<[0.25, -12.5, 65504.0]> : tensor<3xf16>
  return %0, %1 : tensor<10xf64>, tensor<3xf16>
}
END
expect 0 convert "$dir/numbers.mlir" --to=numpy
says out '[1.5, 0.25, 0.0009765625, -0.1, 0.000015, 1.5e-06, 200000000000000.0, 1.5e+15, 2.5e+120, -12.75]'
says out '[0.25, -12.5, 65504.0]'

# A name of any bytes is none of the language's, and cannot end a comment.
cat >"$dir/name.mlir" <<'END'
func.func @"x\0Aimport os #"(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
END
expect 0 convert "$dir/name.mlir" --to=numpy
says out 'def x_import_os__(a):'
! grep -q '^import os' "$dir/out" || fail "a name became a line of its own"

cat >"$dir/while.mlir" <<'END'
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.while"(%x) ({
    ^bb0(%a: tensor<i32>):
      %c = stablehlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @g(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  return %x : tensor<4xf8E4M3FN>
}
func.func @h(%x: tensor<4xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
END
expect 3 convert "$dir/while.mlir" --to=numpy
says err "while.mlir:2:8: error: cannot be written in numpy: 'stablehlo.while' has no counterpart"
says err "while.mlir:12:1: error: cannot be written in numpy: 'func.func' has elements of type f8E4M3FN, which numpy has not"
says err "while.mlir:16:8: error: cannot be written in numpy: 'stablehlo.scatter' has a region that is no single known combiner"
silent out

printf 'func.func private @a(tensor<f32>) -> tensor<f32>\nfunc.func private @b(tensor<f32>) -> tensor<f32>\n' >"$dir/none.mlir"
expect 3 convert "$dir/none.mlir" --to=r
says err "none.mlir:2:1: error: cannot be written in r: 'func.func' has no body"

expect 2 convert "$dir/take.mlir" --to=cobol
says err "or artifact, not"
says err pytorch
says err ttnn
for option in --verify-equivalence --assume-in-bounds --generic; do
    expect 2 convert "$dir/take.mlir" --to=numpy $option
    says err "takes no $option"
    silent out
done
finish
