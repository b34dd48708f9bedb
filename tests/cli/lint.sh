# garner lint: what follows from programs (tests/lint has a file per subject), and what a run counts.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

for file in "$here"/../lint/*.mlir; do
    expect 0 lint --split-input-file --verify-diagnostics --allow-unregistered-dialect "$file"
done

# A loop: rows 0 to 5 of a table of four are taken one by one. The last two are row 3, silently.
cat >"$dir/loop.mlir" <<'END'
func.func @main(%t: tensor<4x2xf32>) -> tensor<1x2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<1x2xf32>
  %r:2 = "stablehlo.while"(%zero, %none) ({
  ^bb0(%i: tensor<i32>, %s: tensor<1x2xf32>):
    %c = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %s: tensor<1x2xf32>):
    %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32>
    %x = "stablehlo.gather"(%t, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<4x2xf32>, tensor<1x1xi32>) -> tensor<1x2xf32>
    %y = stablehlo.add %s, %x : tensor<1x2xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<1x2xf32>
  }) : (tensor<i32>, tensor<1x2xf32>) -> (tensor<i32>, tensor<1x2xf32>)
  return %r#1 : tensor<1x2xf32>
}
END
expect 0 lint "$dir/loop.mlir" # nothing is known without a run
silent out
expect 1 lint --input 4x2xf32=1 "$dir/loop.mlir"
says out 'loop.mlir:13:10: warning: stablehlo.gather: in this run, 2 of 6 index vectors are out of bounds and are clamped; the first, at [0, 0] of start_indices, is 4, where dimension 0 of operand takes 0 to 3, and 3 is used; then [0, 0] is 5 [out-of-bounds]'
says out 'loop.mlir:13:10: stablehlo.gather: 6 runs, 6 index vectors, 2 out of bounds (the first at [0, 0] is 4), 2 clamped, 0 negative, 0 duplicate, 0 unsorted'
silent err
expect 4 lint --strict --input 4x2xf32=1 "$dir/loop.mlir"
says out '1 of 5 index vectors are out of bounds and are an error'
says err 'loop.mlir:13:10: error: the index at [0, 0] of start_indices is 4; for dimension 0 of operand'
expect 2 lint --run "$dir/loop.mlir" # without its input
says err '@main takes 1 inputs, 0 are given'
expect 3 lint --input 4x2xf32=1 --max-steps 20 "$dir/loop.mlir"

# All counts, by hand: of the vectors 5, -1, 2, 2, 0, -9 into five rows, by StableHLO's rule and by ONNX's.
cat >"$dir/counts.mlir" <<'END'
func.func @main(%t: tensor<5xf32>, %i: tensor<6xi64>, %u: tensor<6xf32>, %p: tensor<5xi64>) -> (tensor<6xf32>, tensor<5xf32>, tensor<5xf32>) {
  %a = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = true}> : (tensor<5xf32>, tensor<6xi64>) -> tensor<6xf32>
  %b = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<5xf32>, tensor<6xi64>, tensor<6xf32>) -> tensor<5xf32>
  %c = "onnx.Gather"(%t, %p) {axis = 0 : si64} : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %a, %b, %c : tensor<6xf32>, tensor<5xf32>, tensor<5xf32>
}
END
run_counts() {
    expect 1 lint "$@" --input 5xf32=1 --input '6xi64=[5,-1,2,2,0,-9]' --input 6xf32=1 --input '5xi64=[4,-1,-5,0,2]' "$dir/counts.mlir"
    silent err
}
run_counts
says out 'stablehlo.gather: 1 run, 6 index vectors, 3 out of bounds (the first at [0] is 5), 3 clamped, 2 negative (the first at [1] is -1), 3 duplicate (the first at [3] is 2), 2 unsorted (the first at [1] is -1)'
says out 'stablehlo.scatter: 1 run, 6 index vectors, 3 out of bounds (the first at [0] is 5), 3 dropped, 2 negative (the first at [1] is -1), 1 duplicate (the first at [3] is 2), '
says out 'onnx.Gather: 1 run, 5 index vectors, 0 out of bounds, 2 negative (the first at [1] is -1), 2 counted from the end, 2 duplicate (the first at [1] is -1), 1 unsorted (the first at [2] is -5)'
says out 'in this run, indices_are_sorted is promised, but 2 index vectors of 6 start before the one in front; the first is at [1] of start_indices; then [4] [false-promise]'
says out 'in this run, unique indices are promised, but 1 of 6 index vectors name a place again; the first is at [3] of scatter_indices [false-promise]'
! grep -q 'onnx.Gather: in this run' "$dir/out" || fail "indices that count from the end are found fault with"
if command -v python3 >/dev/null; then
    run_counts --json
    python3 - "$dir/out" <<'END' || fail "lint --json is not as expected"
import json, sys
found = json.load(open(sys.argv[1]))["findings"]
counts = {f["op"]: f["counts"] for f in found if f["kind"] == "counts"}
gather, scatter, onnx = counts["stablehlo.gather"], counts["stablehlo.scatter"], counts["onnx.Gather"]
def first(value, position, start):
    return {"position": [position], "value": value, "dimension": 0, "low": 0, "high": 4, "start": start}
assert gather["runs"] == 1 and gather["vectors"] == 6 and gather["clamped"] == 3 and gather["false_sorted"] == 1, gather
assert gather["first_out_of_bounds"] == first(5, 0, 4) and gather["first_negative"] == first(-1, 1, 0), gather
assert gather["first_duplicate"] == first(2, 3, 2) and gather["first_unsorted"] == first(-1, 1, 0), gather
assert scatter["dropped"] == 3 and scatter["clamped"] == 0 and scatter["false_unique"] == 1, scatter
assert scatter["first_out_of_bounds"] == first(5, 0, None), scatter
assert onnx["wrapped"] == 2 and onnx["out_of_bounds"] == 0 and onnx["first_negative"] == first(-1, 1, 4), onnx
warnings = [f for f in found if f.get("severity") == "warning"]
assert warnings and all(f["observed"] and f["function"] == "main" and f["message"] and f["advice"] for f in warnings), warnings
END
fi

# Updates that meet: a remark where they may, a warning where the run shows it, with the bound of the sum. By hand: at [2] meet 1, 3 and
# the 0.5 that stood there, (3 - 1) * 2^-24 * 4.5 = 5.36e-07.
cat >"$dir/meet.mlir" <<'END'
func.func @main(%t: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}
END
expect 0 lint "$dir/meet.mlir" # what only may happen is no warning
says out 'meet.mlir:2:8: remark: stablehlo.scatter: up to 3 updates may meet at one element of input'
for system in torch 'ONNX Runtime' XLA TTNN; do
    says out "    $system "
done
expect 1 lint --input 8xf32=0.5 --input '[[2],[5],[2]]' --input '[1,2,3]' "$dir/meet.mlir"
says out 'meet.mlir:2:8: warning: stablehlo.scatter: in this run, 1 element of input gets several updates, up to 2 at [2]: added in another order, a sum has other last bits, and lies within (n-1)*u*sum|x| = 5.36e-07 of the exact one: n = 3 values, u = 2^-24, sum|x| = 4.5, at [2], where that is largest [float-order]'
expect 0 lint --input 8xf32=0.5 --input '[[2],[5],[3]]' --input '[1,2,3]' "$dir/meet.mlir" # they do not
sed 's/index_vector_dim = 1>/&, unique_indices = true/' "$dir/meet.mlir" >"$dir/unique.mlir"
expect 0 lint "$dir/unique.mlir"
silent out
expect 1 lint --json --input 8xf32=0.5 --input '[[2],[5],[2]]' --input '[1,2,3]' "$dir/meet.mlir"
says out '"possible":true,"elsewhere":[{"system":"torch","does":"'
says out '"meeting":{"elements":1,"most":2,"position":[2],"positions":[[2]],"bound":{"value":5.36441802978515'
says out '"values":3,"unit":5.9604644775390625e-08,"magnitude":4.5,"position":[2]}]}'
expect 1 lint --json --input 8xf32=0.5 --input '[[2],[5],[2]]' --input '[1,inf,3]' "$dir/meet.mlir"
says out '"magnitude":4.5'
expect 1 lint --json --input 8xf32=0.5 --input '[[2],[5],[2]]' --input '[inf,2,3]' "$dir/meet.mlir"
says out '"bound":{"value":null,"values":3,"unit":5.9604644775390625e-08,"magnitude":null,"position":[2]}'

# Sums of every input have a bound, by hand: at [3] of input 1 meet 3 and 4, (2 - 1) * 2^-24 * 7; at [1] of input 2 meet 1, 1 and the 2
# that stood there, (3 - 1) * 2^-8 * 4. Input 0 is of integers.
cat >"$dir/inputs.mlir" <<'END'
func.func @main(%a: tensor<8xi32>, %t: tensor<8xf32>, %b: tensor<8xbf16>, %i: tensor<5x1xi32>, %ua: tensor<5xi32>, %u: tensor<5xf32>, %ub: tensor<5xbf16>) -> (tensor<8xi32>, tensor<8xf32>, tensor<8xbf16>) {
  %s:3 = "stablehlo.scatter"(%a, %t, %b, %i, %ua, %u, %ub) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<f32>, %x2: tensor<bf16>, %y0: tensor<i32>, %y1: tensor<f32>, %y2: tensor<bf16>):
    %c0 = stablehlo.add %x0, %y0 : tensor<i32>
    %c1 = stablehlo.add %x1, %y1 : tensor<f32>
    %c2 = stablehlo.add %x2, %y2 : tensor<bf16>
    stablehlo.return %c0, %c1, %c2 : tensor<i32>, tensor<f32>, tensor<bf16>
  }) : (tensor<8xi32>, tensor<8xf32>, tensor<8xbf16>, tensor<5x1xi32>, tensor<5xi32>, tensor<5xf32>, tensor<5xbf16>) -> (tensor<8xi32>, tensor<8xf32>, tensor<8xbf16>)
  return %s#0, %s#1, %s#2 : tensor<8xi32>, tensor<8xf32>, tensor<8xbf16>
}
END
expect 0 lint "$dir/inputs.mlir"
says out 'lies within (n-1)*u*sum|x| of the exact one, of n values x, u = 2^-24 of input 1, 2^-8 of input 2 [float-order]'
run_inputs() {
    expect 1 lint "$@" --input zeros --input zeros --input 8xbf16=2 --input '[[1],[1],[3],[3],[9]]' --input zeros --input '[1,2,3,4,5]' --input '[1,1,0.5,0.5,1]' "$dir/inputs.mlir"
}
run_inputs
says out '2 elements of input, which are [1], [3], get several updates, up to 2 at [1]: added in another order, a sum has other last bits, and lies within (n-1)*u*sum|x| of the exact one: 4.17e-07 of input 1, n = 2 values, u = 2^-24, sum|x| = 7, at [3], where that is largest; 0.0312 of input 2, n = 3 values, u = 2^-8, sum|x| = 4, at [1], where that is largest [float-order]'
run_inputs --json
says out '"position":[1],"positions":[[1],[3]],"bound":{"value":4.1'
says out '"bounds":[{"input":1,"value":4.1'
says out '{"input":2,"value":0.03125,"values":3,"unit":0.00390625,"magnitude":4,"position":[1]}]'

# Eight places are named, and how many more there are.
cat >"$dir/many.mlir" <<'END'
func.func @main(%t: tensor<4xf32>, %i: tensor<12xi32>) -> tensor<12xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<12xi32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}
END
many='[4,0,5,6,7,8,9,10,11,12,13,14]'
expect 1 lint --input zeros --input "$many" "$dir/many.mlir"
says out '11 of 12 index vectors are out of bounds and are clamped; the first, at [0] of start_indices, is 4, where dimension 0 of operand takes 0 to 3, and 3 is used; then [2] is 5, [3] is 6, [4] is 7, [5] is 8, [6] is 9, [7] is 10, [8] is 11, and 3 more [out-of-bounds]'
expect 1 lint --json --input zeros --input "$many" "$dir/many.mlir"
says out '"out_of_bounds_at":[{"position":[0],"value":4,"dimension":0,"low":0,"high":3,"start":3},{"position":[2],'
says out '{"position":[8],"value":11,"dimension":0,"low":0,"high":3,"start":3}],"first_duplicate"' # the last of eight

# A window that is partly outside is cut here, and dropped whole by XLA and JAX.
cat >"$dir/cut.mlir" <<'END'
func.func @main(%t: tensor<8xi32>, %i: tensor<2x1xi32>, %u: tensor<2x3xi32>) -> tensor<8xi32> {
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<8xi32>, tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<8xi32>
  return %s : tensor<8xi32>
}
END
expect 1 lint --input zeros --input '[[6],[0]]' --input 2x3xi32=1 "$dir/cut.mlir"
says out 'in this run, 1 of 2 windows lie partly outside of input, and only their part inside is written; the first, at [0, 0] of scatter_indices, starts at 6'
expect 1 lint --drop-whole-window --input zeros --input '[[6],[0]]' --input 2x3xi32=1 "$dir/cut.mlir"
says out 'in this run, 1 of 2 windows lie partly outside of input, and are dropped whole'
expect 0 lint --input zeros --input '[[5],[0]]' --input 2x3xi32=1 "$dir/cut.mlir"

# The places of a program that cannot run are linted all the same, and nothing of it is run.
cat >"$dir/fails.mlir" <<'END'
func.func @main(%t: tensor<4xf32>) -> tensor<1xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  check.expect_eq %one, %two : tensor<i32>
  %x = "host.unknown"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %four = stablehlo.add %two, %two : tensor<i32>
  %at = stablehlo.reshape %four : (tensor<i32>) -> tensor<1x1xi32>
  %r = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1x1xi32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
END
expect 1 lint --allow-unregistered-dialect "$dir/fails.mlir"
says out 'fails.mlir:8:8: warning: stablehlo.gather: 1 of 1 index vectors are out of bounds and are clamped; the first, at [0, 0] of start_indices, is 4'
silent err
expect 1 lint --allow-unregistered-dialect --input 4xf32=1 "$dir/fails.mlir"
says err 'error: ' # of the check

# Windows without elements are not written, and so not over one another.
cat >"$dir/empty.mlir" <<'END'
func.func @main(%x: tensor<4x0xf32>, %u: tensor<3x0xf32>) -> tensor<4x0xf32> {
  %i = stablehlo.constant dense<0> : tensor<3x1xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x0xf32>, tensor<3x1xi32>, tensor<3x0xf32>) -> tensor<4x0xf32>
  return %r : tensor<4x0xf32>
}
END
expect 0 lint "$dir/empty.mlir"
! grep -q overwritten "$dir/out" || fail 'nothing is overwritten'
finish
