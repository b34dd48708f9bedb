# convert_programs.sh - convert --to on whole programs: calls, regions, composites, TTNN's layouts, sizes that no text should hold.
. "$(dirname "$0")/common.sh"
all='stablehlo tensor tcp onnx torch ttnn nvl'

# Two functions, a call of two results.
cat >"$dir/calls.mlir" <<'X'
func.func private @helper(%x: tensor<5x4xf32>, %i: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3xi64>) {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<5x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0, %i : tensor<3x4xf32>, tensor<3xi64>
}
func.func @main(%x: tensor<5x4xf32>, %i: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3xi64>) {
  %0:2 = call @helper(%x, %i) : (tensor<5x4xf32>, tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3xi64>
}
X
# Gathers in the regions of a loop and of a choice.
cat >"$dir/regions.mlir" <<'X'
func.func @main(%x: tensor<5xf32>, %i: tensor<5xi64>, %p: tensor<i1>) -> (tensor<5xf32>, tensor<5xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<5xf32>):
    %l = stablehlo.compare LT, %a, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>, %b: tensor<5xf32>):
    %n = stablehlo.add %a, %one : tensor<i64>
    %g = "stablehlo.gather"(%b, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
    stablehlo.return %n, %g : tensor<i64>, tensor<5xf32>
  }) : (tensor<i64>, tensor<5xf32>) -> (tensor<i64>, tensor<5xf32>)
  %s = "stablehlo.if"(%p) ({
    %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
    stablehlo.return %g : tensor<5xf32>
  }, {
    stablehlo.return %x : tensor<5xf32>
  }) : (tensor<i1>) -> tensor<5xf32>
  return %r#1, %s : tensor<5xf32>, tensor<5xf32>
}
X
# A function that a composite names, and that is called too: its types are the composite's.
cat >"$dir/composite.mlir" <<'X'
func.func private @impl(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %g : tensor<5xf32>
}
func.func @main(%x: tensor<5xf32>, %i: tensor<5xi64>) -> (tensor<5xf32>, tensor<5xf32>) {
  // expected-remark@+1 {{'stablehlo.composite' has no counterpart in onnx and stays}}
  %0 = stablehlo.composite "a.b" %x, %i {decomposition = @impl} : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
  %1 = call @impl(%x, %i) : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
X
# Types that say where a tensor lies; what is moved away and freed is used after all.
cat >"$dir/layouts.mlir" <<'X'
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#index = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @main(%x: tensor<4x4xf32, #tiles>, %i: tensor<4x4xui32, #index>) -> tensor<4x4xf32, #tiles> {
  %y = "ttnn.to_layout"(%x) <{layout = #ttnn.layout<tile>}> : (tensor<4x4xf32, #tiles>) -> tensor<4x4xf32, #tiles>
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<4x4xf32, #tiles>) -> ()
  %0 = "ttnn.gather"(%y, %i) <{dim = 1 : i32}> : (tensor<4x4xf32, #tiles>, tensor<4x4xui32, #index>) -> tensor<4x4xf32, #tiles>
  return %0 : tensor<4x4xf32, #tiles>
}
X
for to in $all; do
    for program in calls regions composite; do
        cp "$dir/$program.mlir" "$dir/taken.mlir"
        [ $to != ttnn ] || in_32_bits "$dir/$program.mlir" >"$dir/taken.mlir"
        expect 0 convert "$dir/taken.mlir" --to=$to --verify-equivalence
    done
    [ $to = torch ] && continue # which has no ui32
    expect 0 convert "$dir/layouts.mlir" --to=$to --assume-in-bounds --verify-equivalence
    ! grep -q 'ttnn_layout\|deallocate' "$dir/out" || fail "$to: where a tensor lies is not to be said"
done
expect 0 convert "$dir/composite.mlir" --to=torch
says out 'func.func private @impl(%arg0: tensor<5xf32>, %arg1: tensor<5xi64>) -> tensor<5xf32>'
says out 'func.func @main(%arg0: !torch.vtensor<[5],f32>'

# One update vector meets no other: its sum can be said by a scatter that replaces.
cat >"$dir/one.mlir" <<'X'
func.func @main(%x: tensor<5xf32>, %i: tensor<1x1xi64>, %u: tensor<1xf32>) -> tensor<5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5xf32>, tensor<1x1xi64>, tensor<1xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
X
expect 0 convert "$dir/one.mlir" --to=tensor --verify-equivalence

# A window of 200 million positions: a dialect with windows has nothing to count, one that counts by a constant refuses.
cat >"$dir/huge.mlir" <<'X'
func.func @main(%x: tensor<300000000xi8>, %i: tensor<1xi64>) -> tensor<200000000xi8> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 200000000>}> : (tensor<300000000xi8>, tensor<1xi64>) -> tensor<200000000xi8>
  return %g : tensor<200000000xi8>
}
X
expect 0 convert "$dir/huge.mlir" --to=nvl --max-memory=64M
for to in tensor onnx torch; do
    expect 3 convert "$dir/huge.mlir" --to=$to --max-memory=64M
    says err 'counts to 200000000, which takes a constant of more than 16777216 elements'
done

# Indices made of themselves twice, thirty times over, and a long chain of ops that change nothing.
{
    echo 'func.func @main(%x: tensor<8xf32>) -> tensor<2xf32> {'
    echo '  %c0 = stablehlo.constant dense<[[1],[2]]> : tensor<2x1xi64>'
    i=0
    while [ $i -lt 30 ]; do
        echo "  %k$i = stablehlo.concatenate %c$i, %c$i, dim = 0 : (tensor<2x1xi64>, tensor<2x1xi64>) -> tensor<4x1xi64>"
        echo "  %c$((i + 1)) = stablehlo.slice %k$i [1:3, 0:1] : (tensor<4x1xi64>) -> tensor<2x1xi64>"
        i=$((i + 1))
    done
    echo '  %g = "stablehlo.gather"(%x, %c30) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<8xf32>, tensor<2x1xi64>) -> tensor<2xf32>'
    echo '  return %g : tensor<2xf32>'
    echo '}'
} >"$dir/doubling.mlir"
expect 0 convert "$dir/doubling.mlir" --to=onnx --verify-equivalence --max-memory=256M
awk 'BEGIN {
    print "func.func @main(%x: tensor<3x8xf32>, %c0: tensor<3x2x1xi64>) -> tensor<3x2xf32> {"
    for (i = 0; i < 40000; i++)
        print "  %c" i + 1 " = stablehlo.broadcast_in_dim %c" i ", dims = [0, 1, 2] : (tensor<3x2x1xi64>) -> tensor<3x2x1xi64>"
    print "  %g = \"stablehlo.gather\"(%x, %c40000) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x8xf32>, tensor<3x2x1xi64>) -> tensor<3x2xf32>"
    print "  return %g : tensor<3x2xf32>\n}"
}' >"$dir/chain.mlir"
expect 0 convert "$dir/chain.mlir" --to=stablehlo

# A slice of nothing by steps that go nowhere stays: StableHLO has none.
cat >"$dir/nothing.mlir" <<'X'
func.func @main() -> tensor<0xi32> {
  %i = arith.constant dense<[1, 2]> : tensor<2xi32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = tcp.slice %i starts(%c2) sizes(%c0) strides(%c0) : tensor<2xi32> -> tensor<0xi32>
  return %x : tensor<0xi32>
}
X
expect 0 convert "$dir/nothing.mlir" --to=stablehlo
says out 'tcp.slice'
expect 1 convert "$dir/nothing.mlir" --to=stablehlo --verify-equivalence
says err "nothing was compared of @main: it has no inputs and answers with an error: tcp.slice: size 0 and stride 0"
silent out

# A loop that does not end: no trial of it says anything.
cat >"$dir/endless.mlir" <<'X'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %on = stablehlo.constant dense<true> : tensor<i1>
  %r:2 = "stablehlo.while"(%on, %x) ({
  ^bb0(%a: tensor<i1>, %b: tensor<4xf32>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>, %b: tensor<4xf32>):
    stablehlo.return %a, %b : tensor<i1>, tensor<4xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}
X
expect 1 convert "$dir/endless.mlir" --to=onnx --verify-equivalence --max-steps=1000
says err 'nothing was compared of @main: each of 100 trials (seed 0) was refused, the first with: stablehlo.return: work of'
silent out

# An op that stays is told of, by the source's name and with its place; --strict-target refuses it.
cat >"$dir/foreign.mlir" <<'X'
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.lgamma %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
X
expect 0 convert "$dir/foreign.mlir" --to=onnx
says err "foreign.mlir:2:8: remark: 'chlo.lgamma' has no counterpart in onnx and stays"
says out "chlo.lgamma"
expect 3 convert "$dir/foreign.mlir" --to=onnx --strict-target
says err "foreign.mlir:2:8: error: cannot be expressed in onnx: 'chlo.lgamma' has no counterpart there"
silent out
cat >"$dir/foreign.mlir" <<'X'
func.func @main(%x: tensor<3xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %0 = arith.xori %x, %y : tensor<3xi32>
  return %0 : tensor<3xi32>
}
X
expect 3 convert "$dir/foreign.mlir" --to=ttnn --strict-target
says err "foreign.mlir:2:8: error: cannot be expressed in ttnn: 'arith.xori' has no counterpart there"
expect 0 convert "$dir/foreign.mlir" --to=torch --strict-target
silent err

# An op that nobody uses goes, but not one whose region checks something.
cat >"$dir/unused.mlir" <<'X'
func.func @f(%a: tensor<3xi32>, %b: tensor<i32>) {
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    check.expect_eq %x, %y : tensor<i32>
    stablehlo.return %x : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %2 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  return
}
X
expect 0 convert "$dir/unused.mlir" --to=onnx
says out 'check.expect_eq'
if grep -q 'stablehlo.sort' "$dir/out"; then fail "a sort that nobody uses is still there"; fi

# Parts: the one that is refused is reported, the others are printed. Standard input; generic form.
cat >"$dir/dynamic.mlir" <<'X'
func.func @f(%x: tensor<4x5xf32>, %i: tensor<3x?xi64>) -> tensor<3x5xf32> {
  // expected-error@+1 {{has operand #1 of a shape that is not known}}
  %0 = "onnx.GatherND"(%x, %i) {batch_dims = 0 : si64} : (tensor<4x5xf32>, tensor<3x?xi64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
X
{ cat "$dir/one.mlir"; echo '// -----'; cat "$dir/dynamic.mlir"; echo '// -----'; cat "$dir/composite.mlir"; } >"$dir/parts.mlir"
expect 3 convert "$dir/parts.mlir" --split-input-file --to=onnx
says err "cannot be expressed in onnx: 'onnx.GatherND' has operand #1 of a shape that is not known"
says out '@impl'
expect 0 convert "$dir/parts.mlir" --split-input-file --verify-diagnostics --to=onnx
expect 0 convert --to=torch --generic - <"$dir/one.mlir"
cp "$dir/out" "$dir/generic.mlir"
says out '"torch.aten.'
expect 0 check "$dir/generic.mlir"
finish
