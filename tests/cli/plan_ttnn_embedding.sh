# garner plan --target=ttnn of takes of whole slices: what ttnn.embedding would move.
. "$(dirname "$0")/common.sh"

# A vocabulary of 32128 rows and 15 ids: a row of 1024 bytes for each, not the 33 MB of the table.
cat >"$dir/rows.mlir" <<'END'
func.func @main(%t: tensor<32128x512xbf16>, %i: tensor<15xi32>) -> tensor<15x512xbf16> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>}> : (tensor<32128x512xbf16>, tensor<15xi32>) -> tensor<15x512xbf16>
  return %0 : tensor<15x512xbf16>
}
END
expect 0 plan --target=ttnn "$dir/rows.mlir"
says out 'stablehlo.gather along dim 0; taken for granted: index i32 as ui32; indices in range: the rule here is clamp'
says out 'ttnn.embedding: rows, row-major'
says out '  table           15 ids, of 32128 rows of 1024 bytes'
says out '  cores           15 of 64 usable, grid 8x8'
says out '    rows read                   15'
says out '    bytes                    31200  (15840 read, 15360 written)'
says out '    (0,0)..(6,1)      15 x  ids 1, output rows 1, pages read 2, bytes 2080'
expect 0 plan --target=ttnn --cores 2x2 "$dir/rows.mlir"
says out '  work per core: ids 3 to 4, output rows 3 to 4'

# The op itself, by its own layouts: the first operand is the ids.
cat >"$dir/op.mlir" <<'END'
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x64xui32, #ttnn.buffer_type<l1>>, <interleaved>>
func.func @main(%i: tensor<2x64xui32, #l1>, %t: tensor<32128x512xbf16>) -> tensor<2x64x512xbf16> {
  %0 = "ttnn.embedding"(%i, %t) : (tensor<2x64xui32, #l1>, tensor<32128x512xbf16>) -> tensor<2x64x512xbf16>
  return %0 : tensor<2x64x512xbf16>
}
END
expect 0 plan --target=ttnn "$dir/op.mlir"
says out 'ttnn.embedding along dim 0'
says out 'ttnn.embedding: rows, tiled'
says out '  tensors         weight in DRAM, ids in L1, output in DRAM'
expect 0 plan --target=ttnn --strategy rows "$dir/op.mlir"
says out '  why             asked for; 64 ids in a row and 512 columns are multiples of 32'
expect 0 plan --target=ttnn --strategy tiles "$dir/rows.mlir"
says out "stablehlo.gather: not TTNN's: Input tensor width 15 must be a multiple of tile height 32 to have the output tensor tilized"
sed 's/<interleaved>/<height_sharded>/' "$dir/op.mlir" >"$dir/sharded.mlir"
expect 0 plan --target=ttnn "$dir/sharded.mlir"
says out "ttnn.embedding: not TTNN's: Embedding does not currently support sharded inputs"

# Another dimension, another element type, ids of three dimensions: what it takes to have a table.
cat >"$dir/inner.mlir" <<'END'
func.func @main(%t: tensor<4x10x2xf32>, %i: tensor<2x1x3xi64>) -> tensor<4x2x1x3x2xf32> {
  %0 = "onnx.Gather"(%t, %i) {axis = 1 : si64} : (tensor<4x10x2xf32>, tensor<2x1x3xi64>) -> tensor<4x2x1x3x2xf32>
  return %0 : tensor<4x2x1x3x2xf32>
}
END
expect 0 plan --target=ttnn "$dir/inner.mlir"
says out 'onnx.Gather along dim 1; taken for granted: dimension 1 of the operand moved to the front, and back in the result; weight f32 as it is, which TTNN takes as bf16; index i64 as ui32'
says out '  table           6 ids, of 10 rows of 32 bytes'

# Windows that are not whole are no rows.
cat >"$dir/windows.mlir" <<'END'
func.func @main(%t: tensor<10x4xf32>, %i: tensor<3xi32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<10x4xf32>, tensor<3xi32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
END
expect 0 plan --target=ttnn "$dir/windows.mlir"
says out "not TTNN's: whole windows are moved"

if command -v python3 >/dev/null; then
    expect 0 plan --target=ttnn --json "$dir/op.mlir"
    python3 - "$dir/out" <<'END' || fail "the JSON is not as expected"
import json, sys
plan, = json.load(open(sys.argv[1]))["plans"]
account = plan["account"]
assert (account["op"], account["ids"], account["table_rows"], account["row_bytes"]) == ("ttnn.embedding", 128, 32128, 1024), account
assert account["tensors"] == {"weight": "dram", "ids": "l1", "output": "dram"}, account
assert account["taken"]["traffic"]["output_writes"] == 64 and len(account["cores"]) == 4 and account["cores"][0]["rows"] == 32, account
END
fi
finish
