# garner plan --target=ttnn: the account of every gather and scatter that is TTNN's, and the reason where one is not.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

for file in "$here"/../plans/ttnn/*.mlir; do
    expect 0 plan --target=ttnn --split-input-file --verify-diagnostics "$file"
done

# Examples of the report, by its own numbers: rows to cores, tiles moved, buffers.
expect 0 plan --target=ttnn "$here/../../examples/ttnn_single_core.mlir"
says out 'ttnn_single_core.mlir:16:15: ttnn.gather along dim 1'
says out '  why             Wt_input 4 <= 60 and Wt_index 2 <= 60'
says out '  in 32x32 tiles  Ht 2, Wt_input 4, Wt_index 2'
says out '    core i of 2 has rows i, i + 2, ... of tiles'
says out '    input read                   8'
says out '    index read                   4'
says out '    output written               4'
says out '    c_0 input                 16384  4 x 4096'
says out '    c_1 index                  2048  1 x 2048'
says out '  not taken: single row, multi core, 2 cores'
silent err

expect 0 plan --target=ttnn "$here/../../examples/ttnn_multi_core.mlir"
says out 'ttnn.gather: single row, multi core'
says out '  why             Wt_input 61 > 60'
says out '  cores           4 of 4 usable, grid 8x8'
says out '    core i of 4 has output tiles i, i + 4, ... of every row'
says out '    (0,0)..(3,0)       4 x  rows 2, output tiles 4,'
says out '    c_0 input                  8192  2 x 4096'

# Machines, and what does not fit.
gather="$here/../../examples/ttnn_gather.mlir"
expect 0 plan --target=ttnn --cores 3x2 --strategy multi "$gather"
says out 'single row, multi core'
says out '  why             asked for; the threshold: Wt_input 1 <= 60 and Wt_index 1 <= 60'
says out ' of 6 usable, grid 3x2'
expect 0 plan --target=ttnn --l1-bytes 8K "$gather"
says out '    all                       6144  of 8192 bytes'
expect 0 plan --target=ttnn --l1-bytes 1000 "$gather"
says out "ttnn.gather: not TTNN's: the circular buffers of single row, single core take 6144 bytes of local memory, a core has 1000"
for wrong in --target=gpu --cores=0x4 --cores=8 --cores=17x16 --cores=2x2x2 --strategy=both --l1-bytes=none --l1-bytes=0; do
    expect 2 plan "$wrong" "$gather"
    says err 'garner: plan: --'
done
expect 2 run --target=ttnn "$gather"

# Whatever `convert --to=ttnn` makes a ttnn.scatter of has an account: of a bf16 that is reduced with the row in f32 beside it.
for reduction in none add mul max min; do
    cat >"$dir/reduce.mlir" <<END
func.func @main(%x: tensor<2x3xbf16>, %i: tensor<2x3xi32>, %u: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  %0 = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64, reduction = "$reduction"} : (tensor<2x3xbf16>, tensor<2x3xi32>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}
END
    expect 0 plan --target=ttnn "$dir/reduce.mlir"
    says out 'onnx.ScatterElements along dim 1'
    case $reduction in
    none) ! grep -q 'accumulator' "$dir/out" || fail 'what is replaced is not accumulated' ;;
    *) says out 'accumulator' ;;
    esac
    sed 's/bf16/f32/g' "$dir/reduce.mlir" >"$dir/f32.mlir" # of a bf16, sums and products agree under unique_indices alone
    expect 0 convert --to=ttnn "$dir/f32.mlir"
    says out '"ttnn.scatter"'
done

# TT-11: four cores in the middle of the grid are numbered from 0, so that no tile is left out, and every row begins at the
# first. Tensors lie where the program says. Cores that the machine does not have are an error.
cat >"$dir/cores.mlir" <<'END'
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <interleaved>>
func.func @main(%x: tensor<64x128xbf16, #l1>, %i: tensor<64x4096xui16>) -> tensor<64x4096xbf16> {
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32, memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <interleaved>>,
    sub_core_grids = #ttnn.core_range_set<[#ttnn.core_range<(6,5), (7,6)>]>}> : (tensor<64x128xbf16, #l1>, tensor<64x4096xui16>) -> tensor<64x4096xbf16>
  return %0 : tensor<64x4096xbf16>
}
END
expect 0 plan --target=ttnn "$dir/cores.mlir"
says out '  cores           4 of 4 usable, grid 8x8'
says out '  tensors         input in L1, index in DRAM, output in L1'
says out '    core i of 4 has output tiles i, i + 4, ... of every row'
says out '    (6,5)..(7,6)       4 x  rows 2, output tiles 64,'
expect 0 plan --target=ttnn --json "$dir/cores.mlir"
says out '"tensors":{"input":"l1","index":"dram","output":"l1"}'
expect 0 plan --target=ttnn "$here/../../examples/ttnn_scatter.mlir"
says out '  tensors         input in DRAM, index in DRAM, source in DRAM, output in DRAM'
expect 0 plan --target=ttnn --cores 8x7 "$dir/cores.mlir"
expect 2 plan --target=ttnn --cores 7x7 "$dir/cores.mlir"
says err 'cores.mlir:3:8: error: ttnn.gather: sub_core_grids[0] is (6, 5) to (7, 6), it must lie in the 7x7 grid'
silent out

# JSON holds what the table says, one item per op.
if command -v python3 >/dev/null; then
    expect 0 plan --target=ttnn --json "$here/../../examples/ttnn_scatter.mlir"
    python3 - "$dir/out" <<'END' || fail "the JSON is not as expected"
import json, sys
plans = json.load(open(sys.argv[1]))["plans"]
assert [(p["op"], p["line"], p["dim"]) for p in plans] == [("ttnn.scatter", 8, 1), ("ttnn.scatter", 10, 1)], plans
account = plans[0]["account"]
assert account["strategy"] == "single row, single core" and account["taken"]["traffic"]["source_reads"] == 1, account
assert account["cores"][0]["rows"] == 1 and account["not_taken"]["fits"] is True
END
    cp "$here/../../examples/batched_gather.mlir" "$dir/a \"quoted\" name.mlir"
    expect 0 plan --target=ttnn --json "$dir/a \"quoted\" name.mlir"
    python3 - "$dir/out" <<'END' || fail "the JSON of what is not TTNN's is not as expected"
import json, sys
plan, = json.load(open(sys.argv[1]))["plans"]
assert plan["file"].endswith('a "quoted" name.mlir') and plan["account"] is None and "2 dimensions" in plan["reason"], plan
END
    expect 0 plan --json "$here/../../examples/ttnn_scatter.mlir"
    python3 -c 'import json, sys; assert all(", cells, one thread: " in p["plan"] for p in json.load(open(sys.argv[1]))["plans"])' "$dir/out" ||
        fail "plan --json without a target is not as expected"
fi
finish
