# garner convert --to=ttnn makes no value of 64 bits: integers whose numbers are known to fit become 32-bit ones, others refuse.
. "$(dirname "$0")/common.sh"

# narrow NAME: the program on standard input converts, with the same bits and nothing wider than 32 bits.
narrow() {
    cat >"$dir/$1.mlir"
    expect 0 convert --to=ttnn --verify-equivalence --strict-target "$dir/$1.mlir"
    says err 'same bits in'
    ! grep -E 'x(i|ui|si|f)64>|tensor<(i|ui|si|f)64>|index>' "$dir/out" || fail "$1: a value has 64 bits"
}
# refused NAME REASON: the program on standard input does not.
refused() {
    cat >"$dir/$1.mlir"
    expect 3 convert --to=ttnn "$dir/$1.mlir"
    says err "cannot be expressed in ttnn: $2"
    [ "$(grep -c 'error:' "$dir/err")" = 1 ] || fail "$1: one line is to say it"
    silent out
}
take() { # take TYPE: rows of a table by %i, an op of its own
    echo "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<3x$1>) -> tensor<3x4xf32>"
}

# An index of 32 bits is clamped in 32 bits, in its own type.
narrow clamped <<END
func.func @main(%x: tensor<6x4xf32>, %i: tensor<3xi32>) -> tensor<3x4xf32> {
  %0 = $(take i32)
  return %0 : tensor<3x4xf32>
}
END
says out 'value = dense<5> : tensor<3xi32>'
narrow clamped_unsigned <<END
func.func @main(%x: tensor<6x4xf32>, %i: tensor<3xui32>) -> tensor<3x4xf32> {
  %0 = $(take ui32)
  return %0 : tensor<3x4xf32>
}
END
says out 'value = dense<5> : tensor<3xui32>'
! grep -q 'ttnn.maximum' "$dir/out" || fail "an unsigned index is not below 0"

# 2 i + 1 of an i between 0 and 2, in 64 bits there and in 32 here.
narrow arithmetic <<END
func.func @main(%x: tensor<6x4xf32>, %a: tensor<3xi32>) -> tensor<3x4xf32> {
  %w = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi64>
  %zero = stablehlo.constant dense<0> : tensor<3xi64>
  %one = stablehlo.constant dense<1> : tensor<3xi64>
  %two = stablehlo.constant dense<2> : tensor<3xi64>
  %c = stablehlo.minimum %w, %two : tensor<3xi64>
  %d = stablehlo.maximum %c, %zero : tensor<3xi64>
  %e = stablehlo.multiply %d, %two : tensor<3xi64>
  %i = stablehlo.add %e, %one : tensor<3xi64>
  %0 = $(take i64)
  return %0 : tensor<3x4xf32>
}
END
# A negative index that counts from the end: the sum is taken where it fits.
narrow wrapped <<END
func.func @main(%x: tensor<6x4xf32>, %a: tensor<3xi32>) -> tensor<3x4xf32> {
  %w = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi64>
  %zero = stablehlo.constant dense<0> : tensor<3xi64>
  %n = stablehlo.constant dense<6> : tensor<3xi64>
  %s = stablehlo.add %w, %n : tensor<3xi64>
  %l = stablehlo.compare LT, %w, %zero, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %i = stablehlo.select %l, %s, %w : tensor<3xi1>, tensor<3xi64>
  %0 = $(take i64)
  return %0 : tensor<3x4xf32>
}
END
narrow onnx <<'END'
func.func @main(%x: tensor<6x4xf32>, %i: tensor<3xi32>) -> tensor<3x4xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<6x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
END
# A table of indices, and a constant that no 32 bits hold: it is out of range of every extent.
narrow table <<'END'
func.func @main(%x: tensor<6xf32>, %i: tensor<3xi32>) -> tensor<3xf32> {
  %t = stablehlo.constant dense<[4, 5, 0, -4294967290, 4294967297]> : tensor<5xi64>
  %j = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xi64>, tensor<3xi32>) -> tensor<3xi64>
  %zero = stablehlo.constant dense<0> : tensor<3xi64>
  %one = stablehlo.constant dense<1> : tensor<3xi64>
  %k = stablehlo.and %j, %one : tensor<3xi64>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
END
narrow far <<'END'
func.func @main(%x: tensor<4xi32>, %u: tensor<4xi32>) -> tensor<4xi32> {
  %i = stablehlo.constant dense<[4294967296, -4294967296, -1, 2]> : tensor<4xi64>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<4xi64>, tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
END
# Small numbers as floats, and coordinates of `index`.
narrow counted <<'END'
func.func @main() -> tensor<3xf32> {
  %i = stablehlo.iota dim = 0 : tensor<3xi64>
  %0 = stablehlo.convert %i : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
END
narrow index <<'END'
func.func @main(%x: tensor<6x4xf32>, %a: tensor<3x1xi32>) -> tensor<3x4xf32> {
  %i = arith.index_cast %a : tensor<3x1xi32> to tensor<3x1xindex>
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<6x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
END

# An argument keeps its type, which is the caller's; the op is named as the program has it.
torch='func.func @main(%x: !torch.vtensor<[6,4],f32>, %i: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,4],f32> {
  %int0 = torch.constant.int 0
  %0 = torch.aten.index_select %x, %int0, %i : !torch.vtensor<[6,4],f32>, !torch.int, !torch.vtensor<[3],si64> -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}'
echo "$torch" | refused argument "'torch.aten.index_select' takes argument #1, of type 'tensor<3xi64>', wider than the 32 bits of its widest elements"
# Under --assume-in-bounds it is an index below an extent, and told of.
expect 0 convert --to=ttnn --assume-in-bounds --verify-equivalence "$dir/argument.mlir"
says err "remark: argument #1 of '@main', of type 'tensor<3xi64>', is a 'tensor<3xui32>' in ttnn"
says err 'same bits in 100 trials'
says out 'func.func @main(%arg0: tensor<6x4xf32>, %arg1: tensor<3xui32>) -> tensor<3x4xf32>'
# One that is more than an index keeps it there too.
cat >"$dir/more.mlir" <<END
func.func @main(%x: tensor<6x4xf32>, %i: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3xf32>) {
  %0 = $(take i64)
  %1 = stablehlo.convert %i : (tensor<3xi64>) -> tensor<3xf32>
  return %0, %1 : tensor<3x4xf32>, tensor<3xf32>
}
END
expect 3 convert --to=ttnn --assume-in-bounds "$dir/more.mlir"
says err "'stablehlo.gather' takes argument #1, of type 'tensor<3xi64>'"
# One of a function that is called keeps it as well.
cat >"$dir/called.mlir" <<END
func.func @take(%x: tensor<6x4xf32>, %i: tensor<3xi64>) -> tensor<3x4xf32> {
  %0 = $(take i64)
  return %0 : tensor<3x4xf32>
}
func.func @main(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %i = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi64>
  %0 = call @take(%x, %i) : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
END
expect 3 convert --to=ttnn --assume-in-bounds "$dir/called.mlir"
says err "'stablehlo.gather' takes argument #1"

# What is not known to fit.
refused product "'stablehlo.gather' has indices of type 'i64' that are not known to fit the 32 bits" <<END
func.func @main(%x: tensor<6x4xf32>, %a: tensor<3xi32>) -> tensor<3x4xf32> {
  %w = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi64>
  %i = stablehlo.multiply %w, %w : tensor<3xi64>
  %0 = $(take i64)
  return %0 : tensor<3x4xf32>
}
END
refused least "'stablehlo.minimum' works on numbers of type 'i64' that are not known to fit the 32 bits" <<END
func.func @main(%x: tensor<6x4xf32>, %a: tensor<3xi32>) -> tensor<3x4xf32> {
  %w = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi64>
  %m = stablehlo.multiply %w, %w : tensor<3xi64>
  %five = stablehlo.constant dense<5> : tensor<3xi64>
  %i = stablehlo.minimum %m, %five : tensor<3xi64>
  %0 = $(take i64)
  return %0 : tensor<3x4xf32>
}
END
refused float "'stablehlo.convert' converts numbers of type 'i64' that are not known to fit the 32 bits" <<'END'
func.func @main(%a: tensor<3xui32>) -> tensor<3xf32> {
  %w = stablehlo.convert %a : (tensor<3xui32>) -> tensor<3xi64>
  %m = stablehlo.add %w, %w : tensor<3xi64>
  %0 = stablehlo.convert %m : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
END
refused result "'func.return' has a value of type 'tensor<3xi64>', wider than the 32 bits" <<'END'
func.func @main() -> tensor<3xi64> {
  %i = stablehlo.iota dim = 0 : tensor<3xi64>
  return %i : tensor<3xi64>
}
END
refused f64 "'stablehlo.add' has a value of type 'tensor<3xf64>', wider than the 32 bits" <<'END'
func.func @main(%a: tensor<3xf64>) -> tensor<3xi1> {
  %0 = stablehlo.add %a, %a : tensor<3xf64>
  %1 = stablehlo.compare EQ, %0, %a : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  return %1 : tensor<3xi1>
}
END
refused elements "'stablehlo.scatter' has elements of type 'i64', which it has not" <<'END'
func.func @main(%i: tensor<3xi32>) -> tensor<4xi32> {
  %x = stablehlo.constant dense<0> : tensor<4xi64>
  %u = stablehlo.constant dense<1> : tensor<3xi64>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      stablehlo.return %b : tensor<i64>
  }) : (tensor<4xi64>, tensor<3xi32>, tensor<3xi64>) -> tensor<4xi64>
  %0 = stablehlo.convert %r : (tensor<4xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
END
refused unused "'func.func' has a value of type 'tensor<3xi64>', wider than the 32 bits" <<'END'
func.func @main(%i: tensor<3xi64>, %x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
END
finish
