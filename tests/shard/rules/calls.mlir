// Custom calls by their targets, and rules that ops have themselves.

func.func @linear_algebra(%a: tensor<2x4x4xf32>, %b: tensor<2x5x4xf32>, %t: tensor<2x4xf32>) -> tensor<2x5x4xf32> {
  // The second result counts columns.
  // rule: ([i, j, k])->([i, j, k], [i, k]) {i=2, j=4, k=4}
  %0:2 = stablehlo.custom_call @Eigh(%a) : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>)
  // rule: ([i, j, k])->([i, j, k], [i, l]) {i=2, j=5, k=4, l=4} need_replication={j, k, l}
  %1:2 = stablehlo.custom_call @Qr(%b) : (tensor<2x5x4xf32>) -> (tensor<2x5x4xf32>, tensor<2x4xf32>)
  // rule: ([i, j, k])->([i, j, k], [i, l]) {i=2, j=5, k=4, l=4} need_replication={j, k, l}
  %2:2 = stablehlo.custom_call @QrDecompositionBlock(%b) : (tensor<2x5x4xf32>) -> (tensor<2x5x4xf32>, tensor<2x4xf32>)
  // rule: ([i, j, k], [i, l])->([i, j, k]) {i=2, j=5, k=4, l=4} need_replication={j, k, l}
  %3 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%b, %t) : (tensor<2x5x4xf32>, tensor<2x4xf32>) -> tensor<2x5x4xf32>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=4, k=4}
  %4 = stablehlo.custom_call @Cholesky(%a) : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %3 : tensor<2x5x4xf32>
}

func.func @largest(%x: tensor<4x8xf32>, %n: tensor<4x8xi32>, %s: tensor<f32>, %t: tensor<i32>) -> tensor<4x3xf32> {
  // rule: ([i, j])->([i, j], [i, j]) {i=4, j=8} need_replication={j} blocked_propagation={j}
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  // rule: ([i, j], [i, j], [], [])->([i, k], [i, k]) {i=4, j=8, k=2} need_replication={k} blocked_propagation={k}
  %1:2 = stablehlo.custom_call @ApproxTopK(%x, %n, %s, %t) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>)
      -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // rule: ([i, j], [i, j], [], [])->([i, j], [i, j]) {i=4, j=8}
  %2:2 = stablehlo.custom_call @PartialReduce(%x, %n, %s, %t) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>)
      -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return %0#0 : tensor<4x3xf32>
}

// What random bits are made of is blocked, wherever they are made.
func.func @halves(%x: tensor<2xui32>, %p: tensor<i1>) -> tensor<2xui64> {
  // rule: ([i], [i])->([i]) {i=2} blocked_propagation={i}
  %0 = stablehlo.custom_call @X64Combine(%x, %x) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
  // rule: ([i], [i])->([i]) {i=2}
  %1 = stablehlo.custom_call @X64Combine(%x, %x) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
  // rule: none
  %2 = "stablehlo.if"(%p) ({
    %3:2 = stablehlo.rng_bit_generator %0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui64>)
    stablehlo.return %3#1 : tensor<2xui64>
  }, {
    stablehlo.return %1 : tensor<2xui64>
  }) : (tensor<i1>) -> tensor<2xui64>
  // rule: ([i])->([i]) {i=2}
  %4 = stablehlo.custom_call @X64SplitLow(%2) : (tensor<2xui64>) -> tensor<2xui32>
  return %2 : tensor<2xui64>
}

func.func @other_targets(%x: tensor<4xf32>, %y: tensor<2x4xf32>, %z: tensor<2xf32>) -> tensor<4xf32> {
  // rule: none
  %0 = stablehlo.custom_call @tpu_custom_call(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // rule: none
  %1 = stablehlo.custom_call @of_nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // A call of another shape than the target has.
  // rule: none
  %2 = stablehlo.custom_call @Qr(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // rule: ([i])->([i]) {i=4}
  %3 = stablehlo.custom_call @annotate_device_placement(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // rule: ([i, j], [i])->([i, j]) {i=2, j=4}
  %4 = stablehlo.custom_call @InvertDiagBlocksLowerTriangular(%y, %z) : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  return %3 : tensor<4xf32>
}

// An op keeps the rule that it has.
func.func @own(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // rule: ([i, j])->([i, j]) {i=8, j=4} need_replication={j}, custom
  %0 = stablehlo.custom_call @of_nobody(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} need_replication={j}, custom>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // rule: ([i, k], [i, k])->([i, j]) {i=8, j=4, k=1}
  %1 = stablehlo.add %0, %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=4, k=1}>} : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
