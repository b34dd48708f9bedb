# garner plan: what a program's gathers and scatters come to, without a run; garner run --plans, what they came to.
. "$(dirname "$0")/common.sh"
GARNER_MACHINE= # none of this machine's own
export GARNER_MACHINE
here=$(dirname "$0")

for file in "$here"/../plans/*.mlir; do
    expect 0 plan --threads=1 --split-input-file --verify-diagnostics "$file"
done

expect 0 plan "$here/../../examples/tcp_slices_recipe.mlir"
says out 'tcp_slices_recipe.mlir:16:8: tcp.gather: '
says out ', cells, one thread: 6 rows of 16 B, each moved as one element, indices i64, error'
silent err

cat >"$dir/take.mlir" <<'END'
func.func @main(%t: tensor<?x2xf32>, %i: tensor<3x1xindex>) -> tensor<3x2xf32> {
  %r = tensor.gather %t[%i] gather_dims([0]) : (tensor<?x2xf32>, tensor<3x1xindex>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
END
# An extent that is open is taken for a number, which is said: a default, one that is asked for, that of an input.
expect 0 plan "$dir/take.mlir"
says out 'take.mlir:2:8: tensor.gather: '
says out ', one thread: 3 rows of 8 B, each moved as one element, indices index, error'
says out 'assumed: dimension 0 of source, tensor<?x2xf32>, is taken to be 1024'
expect 0 plan "$dir/take.mlir" --dim 77
says out 'dimension 0 of source, tensor<?x2xf32>, is taken to be 77'
for name in t 0 %t; do
    expect 0 plan "$dir/take.mlir" --dim 77 --dim "$name/0=12"
    says out 'dimension 0 of source, tensor<?x2xf32>, is taken to be 12'
done
expect 2 plan "$dir/take.mlir" --dim t/1=12
says err "no function has an argument 't' of which dimension 1 is open"
expect 2 plan "$dir/take.mlir" --dim i/0=12
expect 2 plan "$here/../../examples/tcp_slices_recipe.mlir" --dim x/0=12
says err "no function has an argument 'x' of which dimension 0 is open"
expect 0 plan "$dir/take.mlir" --input 5x2xf32=1.0 --input '3x1xindex=[[4],[0],[2]]'
says out 'dimension 0 of source, tensor<?x2xf32>, is taken to be 5'
expect 3 plan "$dir/take.mlir" --input 5x3xf32=1.0 --input '3x1xindex=[[4],[0],[2]]'
says err 'input #0 is a tensor<5x3xf32>, the function takes tensor<?x2xf32>'
# Nothing is run: an index out of bounds is nothing to a plan.
expect 0 plan "$dir/take.mlir" --input 5x2xf32=1.0 --input '3x1xindex=[[4],[0],[5]]'
expect 4 run --plans "$dir/take.mlir" --input 5x2xf32=1.0 --input '3x1xindex=[[4],[0],[5]]'
says err 'take.mlir:2:8: remark: tensor.gather: '
says err ', one thread: 3 rows of 8 B, each moved as one element, indices index, error; '
silent out

# What a run meets, it reports each time; what it does not meet, not at all.
for file in "$here"/../plans/run/*.mlir; do
    expect 0 run --plans --threads=1 --split-input-file --verify-diagnostics "$file"
done

# Every gather once, whatever the control flow, under its function, with its place; and none of it is run: this program
# fails where it begins.
cat >"$dir/control.mlir" <<'END'
func.func private @decomposed(%t: tensor<20x4xf32>, %i: tensor<3xi32>) -> tensor<3x4xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %x = "tf.GatherV2"(%t, %i, %axis) {batch_dims = 0 : i64} : (tensor<20x4xf32>, tensor<3xi32>, tensor<i32>) -> tensor<3x4xf32>
  return %x : tensor<3x4xf32>
}
func.func @lookup(%t: !torch.vtensor<[20,4],f32>, %i: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,4],f32> {
  %dim = torch.constant.int 0
  %x = torch.aten.index_select %t, %dim, %i : !torch.vtensor<[20,4],f32>, !torch.int, !torch.vtensor<[?],si64> -> !torch.vtensor<[?,4],f32>
  return %x : !torch.vtensor<[?,4],f32>
}
func.func @main(%t: tensor<20x4xf32>, %i: tensor<3xi32>, %n: tensor<?x4xf32>, %c: tensor<i1>) -> tensor<3x4xf32> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  check.expect_eq %one, %two : tensor<f32>
  "host.unknown"(%i) ({
    %u = "onnx.Gather"(%t, %i) {axis = 0 : si64} : (tensor<20x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
    "host.done"(%u) : (tensor<3x4xf32>) -> ()
  }) : (tensor<3xi32>) -> ()
  %a = "stablehlo.if"(%c) ({
    %x = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<20x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
    stablehlo.return %x : tensor<3x4xf32>
  }, {
    %x = stablehlo.composite "my.take" %t, %i {decomposition = @decomposed} : (tensor<20x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
    stablehlo.return %x : tensor<3x4xf32>
  }) : (tensor<i1>) -> tensor<3x4xf32>
  %w = "stablehlo.while"(%a) ({
  ^bb0(%s: tensor<3x4xf32>):
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%s: tensor<3x4xf32>):
    %x = "stablehlo.gather"(%n, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
    stablehlo.return %x : tensor<3x4xf32>
  }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %w : tensor<3x4xf32>
}
END
expect 0 plan --allow-unregistered-dialect "$dir/control.mlir"
silent err
sed -n "s|^$dir/control.mlir:\([0-9:]*\): \([a-zA-Z0-9_.]*\): .*|\1 \2|p; s|^@.*|&|p" "$dir/out" >"$dir/met"
cat >"$dir/wanted" <<'END'
@decomposed:
3:8 tf.GatherV2
@lookup:
8:8 torch.aten.index_select
@main:
17:10 onnx.Gather
21:10 stablehlo.gather
32:10 stablehlo.gather
END
cmp -s "$dir/wanted" "$dir/met" || fail "the gathers of a program with control flow: $(cat "$dir/met")"
says out 'assumed: dimension 0 of index, !torch.vtensor<[?],si64>, is taken to be 1024'
says out 'assumed: dimension 0 of operand, tensor<?x4xf32>, is taken to be 1024'
expect 0 plan --allow-unregistered-dialect --entry lookup --dim i/0=10 "$dir/control.mlir"
says out '@lookup:'
says out '10 rows of 16 B'
! grep -q 'onnx.Gather' "$dir/out" || fail "--entry plans another function"
expect 0 plan --allow-unregistered-dialect --entry main "$dir/control.mlir"
says out 'tf.GatherV2' # which it calls
! grep -q 'index_select' "$dir/out" || fail "--entry plans a function that is not called"
expect 3 plan --allow-unregistered-dialect --max-steps 2 "$dir/control.mlir"
says err 'onnx.Gather is one more gather or scatter than the limit of 2'
if command -v python3 >/dev/null; then
    expect 0 plan --allow-unregistered-dialect --json --threads 1 "$dir/control.mlir"
    python3 - "$dir/out" <<'END' || fail "plan --json is not as expected"
import json, sys
plans = json.load(open(sys.argv[1]))["plans"]
assert [(p["function"], p["line"], p["column"]) for p in plans] == [
    ("decomposed", 3, 8), ("lookup", 8, 8), ("main", 17, 10), ("main", 21, 10), ("main", 32, 10)], plans
for p in plans:
    assert set(p["strategy"]) == {"addressing", "partition", "mover"} and p["threads"] == 1 and p["isa"], p
    assert abs(p["ns_per_element"] * p["elements"] - p["expected_ns"]) < 0.01 * p["elements"], p
    costs = [a["cost"] for a in p["alternatives"] if "cost" in a]
    assert costs == sorted(costs) and all(("cost" in a) != ("obstacle" in a) for a in p["alternatives"]), p
assert plans[0]["bytes"] == 3 * 4 * 4 and plans[1]["bytes"] == 1024 * 16 and plans[4]["bytes"] == 48
assert plans[0]["assumptions"] == [] and len(plans[1]["assumptions"]) == 1 and len(plans[4]["assumptions"]) == 1
END
fi

# Extents that follow from others are inferred; views are planned as they lie.
cat >"$dir/follow.mlir" <<'END'
func.func private @callee(%t: tensor<?x8xf32>, %i: tensor<?x1xi32>) -> tensor<?x8xf32> {
  %x = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  return %x : tensor<?x8xf32>
}
func.func @main(%t: tensor<?x8xf32>, %i: tensor<?x1xi32>) -> tensor<?x8xf32> {
  %j = stablehlo.add %i, %i : tensor<?x1xi32>
  %x = func.call @callee(%t, %j) : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  %y = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
END
expect 0 plan "$dir/follow.mlir" --entry main --dim t/0=90 --dim i/0=6
says out 'follow.mlir:2:8: stablehlo.gather: '
says out 'dimension 0 of operand, tensor<?x8xf32>, is taken to be 90'
says out 'dimension 0 of operand, tensor<?x8xf32>, is taken to be 6'
[ "$(grep -c 'one thread: 6 rows of 32 B' "$dir/out")" = 2 ] || fail "extents do not follow from others"
finish
