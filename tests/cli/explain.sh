# garner explain: each step of the specification with its value, by the specification's own example and by hand.
. "$(dirname "$0")/common.sh"
examples=$(dirname "$0")/../../examples

# The three rows of the batching-dims proposal's diagram. The vector of its second row is [2, 1], in its example it is [1, 0].
gather=$examples/batched_gather.mlir
sed 's/^     \[\[1, 2\], \[0, 1\], \[1, 0\]\]\]\]>/     [[1, 2], [0, 1], [2, 1]]]]>/' "$gather" >"$dir/diagram.mlir"
cmp -s "$gather" "$dir/diagram.mlir" && fail 'the vector of the second row is not replaced'
expect 0 explain "$dir/diagram.mlir" --at 0,0,1,0,1
says out 'stablehlo.gather at 19:13 in @main'
says out 'result[0, 0, 1, 0, 1] = 4'
says out '  batch_index           [0, 0, 1]        result_index[batch_dims...], batch_dims = [0, 1, 2]'
says out '  start_index           [1, 0]           start_indices[0, 0, 1, :]'
says out '  full_start_index      [0, 0, 1, 0]     0 but at start_index_map = [2, 1]'
says out '      [2] 1 = clamp(start_index[0], 0, dim(operand, 2) - slice_sizes[2]) = clamp(1, 0, 4 - 2)'
says out '      [1] 0 = clamp(start_index[1], 0, dim(operand, 1) - slice_sizes[1]) = clamp(0, 0, 3 - 1)'
says out '  full_batching_index   [0, 0, 0, 0]     0 but at operand_batching_dims = [0]'
says out '      [0] 0 = batch_index[1]   start_indices_batching_dims[0] is 1'
says out '  offset_index          [0, 1]           result_index[offset_dims...], offset_dims = [3, 4]'
says out '  full_offset_index     [0, 0, 0, 1]     0 inserted at collapsed_slice_dims = [1] and operand_batching_dims = [0]'
says out '  operand_index         [0, 0, 1, 1]     full_start_index + full_batching_index + full_offset_index'
says out '  operand[0, 0, 1, 1] = 4'
silent err
expect 0 explain "$dir/diagram.mlir" --at 1,1,2,1,0
says out '  batch_index           [1, 1, 2]  '
says out '  start_index           [2, 1]           start_indices[1, 1, 2, :]'
says out '  full_start_index      [0, 1, 2, 0]  '
says out '  full_batching_index   [1, 0, 0, 0]  '
says out '      [0] 1 = batch_index[1]   start_indices_batching_dims[0] is 1'
says out '  full_offset_index     [0, 0, 1, 0]  '
says out '  operand[1, 1, 3, 0] = 39'
expect 0 explain "$dir/diagram.mlir" --at 0,1,2,1,1
says out 'result[0, 1, 2, 1, 1] = 44'
says out '  start_index           [0, 9]           start_indices[0, 1, 2, :]'
says out '  full_start_index      [0, 2, 0, 0]  '
says out '      [1] 2 = clamp(start_index[1], 0, dim(operand, 1) - slice_sizes[1]) = clamp(9, 0, 3 - 1)   clamped: 9 became 2'
says out '  full_batching_index   [1, 0, 0, 0]  '
says out '  full_offset_index     [0, 0, 1, 1]  '
says out '  operand[1, 2, 1, 1] = 44'
# Several at once, of the example as it is.
expect 0 explain "$gather" --at 0,1,2,1,0 --at 1,1,2,1,0
says out 'result[0, 1, 2, 1, 0] = 43'
says out 'result[1, 1, 2, 1, 0] = 29'
says out '  start_index           [1, 0]           start_indices[1, 1, 2, :]'
says out '  operand[1, 0, 2, 0] = 29'

# All updates of an element, in order: 4 gets three ones.
scatter=$examples/batched_scatter.mlir
expect 0 explain "$scatter" --at 0,0,1,1
says out 'result[0, 0, 1, 1] = 7'
says out '  input[0, 0, 1, 1] = 4, and 3 updates reach it, in this order'
says out 'update 1: updates[0, 0, 0, 1, 1] = 1'
says out '  add(4; 1) = 5'
says out 'update 2: updates[0, 0, 1, 0, 1] = 1'
says out '  update_scatter_index  [0, 0, 1]        update_index[update_scatter_dims...], update_scatter_dims = [0, 1, 2]'
says out '  add(5; 1) = 6'
says out 'update 3: updates[1, 0, 0, 1, 1] = 1'
says out '  add(6; 1) = 7'
expect 0 explain "$scatter" --at 0,1,0,0
says out '  input[0, 1, 0, 0] = 9, and no update reaches it'
expect 0 explain "$scatter" --update 0,1,2,1,0
says out '  result_index          [1, 9, 1, 0]     full_start_index + full_batching_index + full_window_index'
says out '  dropped: result_index is outside of input, whose shape is [2, 3, 4, 2]'
expect 0 explain "$scatter" --update 0,0,1,0,1
says out '  it is combined with result[result_index]'

# The diagram's twin, row by row: the same starts, but nothing is clamped, so that the third row leaves the input.
sed -e 's/^     \[\[1, 2\], \[0, 1\], \[1, 0\]\]\]\]>/     [[1, 2], [0, 1], [2, 1]]]]>/' -e '/check.expect/,/xi64>$/d' "$scatter" >"$dir/twin.mlir"
expect 0 explain "$dir/twin.mlir" --update 0,0,1,0,1
says out '  update_scatter_index  [0, 0, 1]  '
says out '  start_index           [1, 0]           scatter_indices[0, 0, 1, :]'
says out '  full_start_index      [0, 0, 1, 0]  '
says out '  full_batching_index   [0, 0, 0, 0]  '
says out '  update_window_index   [0, 1]  '
says out '  full_window_index     [0, 0, 0, 1]  '
says out '  result_index          [0, 0, 1, 1]  '
expect 0 explain "$dir/twin.mlir" --update 1,1,2,1,0
says out '  update_scatter_index  [1, 1, 2]  '
says out '  start_index           [2, 1]           scatter_indices[1, 1, 2, :]'
says out '  full_start_index      [0, 1, 2, 0]  '
says out '  full_batching_index   [1, 0, 0, 0]  '
says out '  update_window_index   [1, 0]  '
says out '  full_window_index     [0, 0, 1, 0]  '
says out '  result_index          [1, 1, 3, 0]  '
expect 0 explain "$dir/twin.mlir" --update 0,1,2,1,1
says out '  update_scatter_index  [0, 1, 2]  '
says out '  start_index           [0, 9]           scatter_indices[0, 1, 2, :]'
says out '  full_start_index      [0, 9, 0, 0]  '
says out '  full_batching_index   [1, 0, 0, 0]  '
says out '  full_window_index     [0, 0, 1, 1]  '
says out '  result_index          [1, 9, 1, 1]  '
says out '  dropped: result_index is outside of input, whose shape is [2, 3, 4, 2]'

# Several inputs: the largest of the updates and where it was. All are shown, or the one that is asked for.
cat >"$dir/two.mlir" <<'END'
func.func @main() -> (tensor<3xf32>, tensor<3xi32>) {
  %x = stablehlo.constant dense<[1.0, 5.0, 3.0]> : tensor<3xf32>
  %n = stablehlo.constant dense<[-1, -2, -3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
  %u = stablehlo.constant dense<[4.0, 2.0, 7.5]> : tensor<3xf32>
  %k = stablehlo.constant dense<[10, 11, 12]> : tensor<3xi32>
  %0:2 = "stablehlo.scatter"(%x, %n, %i, %u, %k) ({
    ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
      %c = stablehlo.compare GT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %m = stablehlo.select %c, %b, %a : tensor<i1>, tensor<f32>
      %r = stablehlo.select %c, %q, %p : tensor<i1>, tensor<i32>
      stablehlo.return %m, %r : tensor<f32>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
   : (tensor<3xf32>, tensor<3xi32>, tensor<3x1xi64>, tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}
END
expect 0 explain "$dir/two.mlir" --at 1
says out '  input 0          tensor<3xf32>'
says out '  updates 1        tensor<3xi32>'
says out 'result[1] = 7.5, 12'
says out '  input[1] = 5.0, -2, and 2 updates reach it, in this order'
says out 'update 1: updates[0] = 4.0, 10'
says out '  update_computation(5.0, -2; 4.0, 10) = 5.0, -2'
says out '  update_computation(5.0, -2; 7.5, 12) = 7.5, 12'
expect 0 explain "$dir/two.mlir" --at 1 --scatter-input 1
says out '  of its 2 inputs, number 1 is shown'
says out 'result[1] = 12'
says out '  input[1] = -2, and 2 updates reach it'
grep -q 'input 0' "$dir/out" && fail 'input 0 is not asked for'
expect 2 explain "$dir/two.mlir" --at 1 --scatter-input 2
says err 'stablehlo.scatter has 2 inputs, there is no input 2: they count from 0'
expect 2 explain "$dir/two.mlir" --scatter-input x
says err "--scatter-input takes a number from 0 on, not 'x'"

# Other rules for indices: from one, from the end, an error. 9 of anvil's is the start 2 at most: [30, 40].
expect 0 explain "$examples/anvil_clamp.mlir" --at 3,1
says out '      [0] 8 = 9 - 1   indices count from one'
says out '      [0] 2 = clamp(start_index[0], 0, dim(operand, 0) - slice_sizes[0]) = clamp(8, 0, 4 - 2)   clamped: 8 became 2'
says out '  operand[3] = 40'
cat >"$dir/elements.mlir" <<'END'
func.func @main(%x: tensor<3xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  %0 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
END
expect 0 explain "$dir/elements.mlir" --input '3xf32=[1.5,2.5,3.5]' --input '2xi64=[-1,7]' --at 0
says out '      [0] 2 = -1 + dim(operand, 0)   negative: it counts from the end'
says out '  operand[2] = 3.5'
expect 0 explain "$dir/elements.mlir" --input '3xf32=[1.5,2.5,3.5]' --input '2xi64=[-1,7]' --at 1
says out '   out of range: a window of 1 begins in [0, 2]'
says out '  out of range: the operation gives an error for such an index'
silent err
# Without inputs, zeros; elements are chosen.
expect 0 explain "$dir/elements.mlir"
says out 'result[0] = 0.0'
# A window as a whole, where that is asked for.
cat >"$dir/window.mlir" <<'END'
func.func @main(%x: tensor<4xi32>, %i: tensor<1xi32>, %u: tensor<2xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}
  : (tensor<4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
END
given="--input 4xi32=0 --input 1xi32=3 --input 2xi32=[8,9]"
# shellcheck disable=SC2086
expect 0 explain "$dir/window.mlir" $given --at 3
says out 'result[3] = 8'
says out '  replace(0; 8) = 8'
# shellcheck disable=SC2086
expect 0 explain "$dir/window.mlir" $given --drop-whole-window --update 0
says out '  dropped: the window does not lie within input, whose shape is [4], as a whole'
# In words.
expect 0 explain "$dir/elements.mlir" --input 3xf32=1.0 --input '2xi64=0' --in-words
says out 'For each of the 2 index vectors, which are the single elements of indices, takes one element of data'
says out '; indices count from zero, negative ones from the end; one that is out of range is an error.'
[ "$(sed -n 3p "$dir/out" | grep -o '\. ' | wc -l)" = 0 ] || fail 'it is one sentence'
silent err

cat >"$dir/scalar.mlir" <<'END'
func.func @main(%x: tensor<5xf32>, %i: tensor<i32>) -> tensor<f32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}
END
expect 0 explain "$dir/scalar.mlir" --in-words
says out 'For the one index vector, which is the single element of start_indices, takes one element of operand'

# JSON: an explanation for each element that is asked for.
if command -v python3 >/dev/null; then
    expect 0 explain "$dir/two.mlir" --json --at 1
    python3 - "$dir/out" <<'END' || fail 'the JSON of two inputs is not what it should be'
import json, sys
e, = json.load(open(sys.argv[1]))["explanations"]
s = e["elements"][0]
assert e["inputs"] == 2 and s["value"] == "7.5" and s["values"] == ["7.5", "12"] and s["inputs"] == ["5.0", "-2"]
assert [u["after"] for u in s["updates"]] == [["5.0", "-2"], ["7.5", "12"]]
END
    expect 0 explain "$gather" --json --at 0,1,2,1,0
    python3 - "$dir/out" <<'END' || fail 'the JSON of a gather is not what it should be'
import json, sys
e, = json.load(open(sys.argv[1]))["explanations"]
s = e["elements"][0]
assert e["op"] == "stablehlo.gather" and e["line"] == 19 and e["attributes"]["start_index_map"] == [2, 1]
assert s["start_index"] == [0, 9] and s["wanted_start_index"] == [0, 9, 0, 0] and s["full_start_index"] == [0, 2, 0, 0]
assert s["clamped"] == [False, True, False, False] and s["operand_index"] == [1, 2, 1, 0] and s["end"] == "clamped"
assert s["index_vector_at"] == [0, 1, 2, 0] and s["value"] == "43"
END
    expect 0 explain "$scatter" --json --at 0,0,1,1
    python3 - "$dir/out" <<'END' || fail 'the JSON of a scatter is not what it should be'
import json, sys
s = json.load(open(sys.argv[1]))["explanations"][0]["elements"][0]
assert s["input"] == "4" and s["value"] == "7" and [u["after"] for u in s["updates"]] == [["5"], ["6"], ["7"]]
END
fi

# What is wrong is said.
expect 2 explain "$gather" --at 0,0
says err 'batched_gather.mlir:19:13: error: an element of result is named by 5 numbers, not by 2: its shape is [2, 2, 3, 2, 2]'
expect 2 explain "$gather" --at 0,0,3,0,0
says err 'there is no element [0, 0, 3, 0, 0] of result, its shape is [2, 2, 3, 2, 2]'
expect 2 explain "$scatter" --at 0,0,-1,0
says err 'there is no element [0, 0, -1, 0] of the result'
expect 2 explain "$gather" --op 1
says err '@main has no gather or scatter #1: its run meets 1, which count from 0'
says err 'batched_gather.mlir:19:13: note: #0 is stablehlo.gather'
expect 2 explain "$gather" --at 0,x
says err "--at takes numbers with commas between, as 1,0, not '0,x'"
expect 2 explain "$gather" --at 0,1,
expect 2 explain "$gather" --op=-1
expect 2 explain "$gather" --update
expect 2 explain "$gather" --update 0,0,0,0,0
says err '19:13: error: stablehlo.gather is a gather, which has no updates'
expect 0 explain "$scatter" --at 0,0,1,1 --update 0,0,0,0,0
says out 'result[0, 0, 1, 1] = 7'
says out 'updates[0, 0, 0, 0, 0] = 1'
cat >"$dir/none.mlir" <<'END'
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
END
expect 2 explain "$dir/none.mlir"
says err '@main has no gather or scatter #0: its run meets 0'
silent out

# An op that the run does not come to: where it stands, and which region ran instead.
cat >"$dir/missed.mlir" <<'END'
func.func private @other(%x: tensor<4xf32>, %i: tensor<1xi32>) -> tensor<1xf32> {
  %g = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}
func.func @main(%x: tensor<4xf32>, %i: tensor<1xi32>, %n: index, %k: tensor<i32>) -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = stablehlo.constant dense<0.0> : tensor<1xf32>
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %z) -> tensor<1xf32> {
    %b = func.call @other(%x, %i) : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
    %g = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
    scf.yield %b : tensor<1xf32>
  }
  %h = "stablehlo.case"(%k) ({ stablehlo.return %z : tensor<1xf32> }, {
    %g = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
    stablehlo.return %g : tensor<1xf32>
  }, { stablehlo.return %r : tensor<1xf32> }) : (tensor<i32>) -> tensor<1xf32>
  %w:2 = stablehlo.while(%j = %k, %a = %z) : tensor<i32>, tensor<1xf32> cond {
    %c = stablehlo.compare LT, %j, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %g = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
    stablehlo.return %j, %g : tensor<i32>, tensor<1xf32>
  }
  return %h : tensor<1xf32>
}
END
missed="--input x=iota --input i=zeros --input n=index=0"
expect 2 explain "$dir/missed.mlir" $missed --input k=2
says err 'missed.mlir:2:8: note: stablehlo.torch_index_select did not run: it stands in @other, which this run does not call'
says err 'missed.mlir:11:10: note: stablehlo.torch_index_select did not run: it stands in region #0 of scf.for in line 9, which did not run it'
says err '15:10: note: stablehlo.torch_index_select did not run: it stands in region #1 of stablehlo.case in line 14, which ran region #2 alone, as its operand was 2'
says err '22:10: note: stablehlo.torch_index_select did not run: it stands in region #1 of stablehlo.while in line 18, which ran region #0 alone'
expect 2 explain "$dir/missed.mlir" $missed --input k=1 --op 1
says err 'its run meets 1, which count from 0'
says err '15:10: note: #0 is stablehlo.torch_index_select'
! grep -q '15:10: note: .* did not run' "$dir/err" || fail 'what ran is told as what did not'
expect 0 explain "$dir/missed.mlir" $missed --input k=1

# To a file.
expect 0 explain "$gather" --at 0,0,1,0,1 -o "$dir/steps.txt"
silent out
grep -q 'operand\[0, 0, 1, 1\] = 4' "$dir/steps.txt" || fail 'the file has the steps'
finish
