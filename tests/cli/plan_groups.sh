# Bags and segments: plan says what runs of them, run --plans the same; lint and explain name them.
. "$(dirname "$0")/common.sh"
GARNER_MACHINE= # none of this machine's own
export GARNER_MACHINE

# Each of 3 bags sums 5 rows of 4 elements, scaled: an op of StableHLO's, one of ONNX's.
cat >"$dir/bag.mlir" <<'END'
func.func @main(%w: tensor<10x4xf32>, %i: tensor<3x5xi32>, %s: tensor<3x5xf32>) -> tensor<3x4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.gather"(%w, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<3x5xi32>) -> tensor<3x5x4xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<3x5xf32>) -> tensor<3x5x4xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<3x5x4xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<3x5x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %4 : tensor<3x4xf32>
}
END
line='stablehlo.gather: bag, sum, one thread: 3 bags of 15 rows of 16 B with weights, indices i32'
i='[[0,1,2,3,4],[5,6,7,8,9],[0,0,0,0,0]]'
expect 0 plan "$dir/bag.mlir"
says out "bag.mlir:3:8: $line"
expect 0 plan --json "$dir/bag.mlir"
says out '"addressing":"bag"'
expect 0 run --plans "$dir/bag.mlir" --input iota --input "$i" --input '[[1,1,1,1,1],[0,0,0,0,2],[1,0,0,0,0]]'
says err "bag.mlir:3:8: remark: $line"
says out '[[4.000000e+01, 4.500000e+01, 5.000000e+01, 5.500000e+01], [7.200000e+01, 7.400000e+01, 7.600000e+01, 7.800000e+01], [0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]]'
expect 0 explain "$dir/bag.mlir" --at 0,0,0
says out 'A bag: its rows are only scaled and summed, 5 at a time, by stablehlo.reduce at 6:8.'
expect 0 lint "$dir/bag.mlir"
says out 'its rows are only scaled and summed, 5 at a time, at line 6: a bag [bag]'
# An index that is clamped runs op by op, and so does a program whose steps are limited.
clamped='[[0,1,2,3,99],[5,6,7,8,9],[0,0,0,0,0]]'
expect 0 run --plans "$dir/bag.mlir" --input iota --input "$clamped" --input '[[0,0,0,0,1],[0,0,0,0,0],[0,0,0,0,0]]'
says out '[[3.600000e+01, 3.700000e+01, 3.800000e+01, 3.900000e+01]'
says err 'stablehlo.gather: small, cells'
expect 0 run --plans --max-steps 100000 "$dir/bag.mlir" --input iota --input "$i" --input zeros
says err 'stablehlo.gather: small, cells'

program() { # program OP: of two tensors of torch's
    cat <<END
func.func @main(%x: !torch.vtensor<[7,4],f32>, %i: !torch.vtensor<[3],si64>, %o: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,4],f32> {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %mode = torch.constant.int 2
  %sum = torch.constant.str "sum"
  $1
  return %r : !torch.vtensor<[3,4],f32>
}
END
}
program '%r, %1, %2, %3 = torch.aten.embedding_bag.padding_idx %x, %i, %o, %f, %mode, %f, %none, %f, %none : !torch.vtensor<[7,4],f32>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.none -> !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3,4],si64>' >"$dir/max.mlir"
program '%r = torch.aten.segment_reduce %x, %sum, %i, %none, %none, %axis, %f, %none : !torch.vtensor<[7,4],f32>, !torch.str, !torch.vtensor<[3],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,4],f32>' >"$dir/segments.mlir"
bag='torch.aten.embedding_bag.padding_idx: bag, max, one thread: 3 bags of 3 rows of 16 B, indices i64'
segments='torch.aten.segment_reduce: lists, sum, one thread: 3 segments of 7 rows of 16 B, by lengths i64'
expect 0 plan "$dir/max.mlir"
says out "$bag"
expect 0 run --plans "$dir/max.mlir" --input iota --input '[6,0,1]' --input '[0,1,1]'
says err "$bag"
expect 0 explain "$dir/max.mlir" --input iota --input '[6,0,1]' --input '[0,1,1]' --at 0,1
says out 'A bag: a run combines these rows where they lie, and makes no tensor of them.'
expect 0 plan "$dir/segments.mlir"
says out "$segments"
expect 0 run --plans "$dir/segments.mlir" --input iota --input '[2,0,5]' --input zeros
says err "$segments"
expect 0 explain "$dir/segments.mlir" --input iota --input '[2,0,5]' --input zeros --at 0,1
says out 'Segments: a run combines the entries of each where they lie.'
expect 0 lint "$dir/segments.mlir"
says out 'up to 7 updates may meet at one element of input'
finish
