# TT-10: TTNN does not look at index values; a run of ttnn.gather says which one is out of range, and reads nothing.
. "$(dirname "$0")/common.sh"

outside() { # outside INPUT INDEX RESULT FILL TEXT
    cat >"$dir/program.mlir" <<END
func.func @main() -> tensor<$3> {
  %x = "ttnn.full"() <{fill_value = 1.0 : f32}> : () -> tensor<$1>
  %i = "ttnn.full"() <{fill_value = $4 : i32}> : () -> tensor<$2>
  %0 = "ttnn.gather"(%x, %i) <{dim = -1 : i32}> : (tensor<$1>, tensor<$2>) -> tensor<$3>
  return %0 : tensor<$3>
}
END
    expect 4 run "$dir/program.mlir"
    says err 'program.mlir:4:8: error: '
    says err "$5"
    silent out
}
outside 2x3xf32 2x2xui16 2x2xf32 3 'the index at [0, 0] of index is 3; for dim 1 of input, of extent 3, it must be in [0, 2]'
outside 2x3xbf16 1x2xui32 1x2xbf16 -1 'is 4294967295;'
outside 2x0xf32 2x1xui16 2x1xf32 0 'ttnn.gather: dimension 1 has no elements, so every index along it is out of range'
outside f32 ui32 f32 5 'ttnn.gather: index is 5, dimension 0 of input has 1 elements'

# What the types leave open is checked in the run, in TTNN's words.
cat >"$dir/open.mlir" <<'END'
func.func @main(%x: tensor<?x3xf32>, %i: tensor<2x?xui32>) -> tensor<2x?xf32> {
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<?x3xf32>, tensor<2x?xui32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
END
expect 0 run "$dir/open.mlir" --input 3x3xf32=1.5 --input '2x1xui32=[[0],[2]]'
says out 'dense<1.500000e+00> : tensor<2x1xf32>'
expect 3 run "$dir/open.mlir" --input 1x3xf32=1.5 --input '2x1xui32=[[0],[2]]'
says err 'ttnn.gather: Index tensor shape dimension 0 must be less than or equal to input tensor shape dimension 0.'
finish
