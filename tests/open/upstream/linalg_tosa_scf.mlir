func.func @g(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %v: tensor<4xf32>, %m: memref<4x4xf32>, %i: index, %x: i32, %ti: tensor<4xi32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
  %1 = linalg.elemwise_binary {fun = #linalg.binary_fn<mul>} ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.reduce ins(%c : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%in: f32, %init: f32) { %s = arith.addf %in, %init : f32  linalg.yield %s : f32 }
  %3 = linalg.reduce { arith.addf } ins(%c : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  %4 = linalg.map { math.absf } ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>)
  %5 = linalg.map ins(%v, %v : tensor<4xf32>, tensor<4xf32>) outs(%v : tensor<4xf32>) (%p: f32, %q: f32) { %s = arith.mulf %p, %q : f32  linalg.yield %s : f32 }
  %6 = linalg.softmax dimension(1) ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = linalg.add ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = tosa.add %c, %c : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = tosa.reshape %8 {new_shape = array<i64: 2, 8>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  %10 = "tosa.const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %12 = tosa.cast %ti : (tensor<4xi32>) -> tensor<4xf32>
  %13 = tosa.reduce_sum %c {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %s = scf.execute_region -> i32 { scf.yield %x : i32 }

  return %7 : tensor<4x4xf32>
}
func.func @h(%i: index, %t: tensor<4xf32>, %x: i32) {
  %w = scf.forall (%p) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %e = tensor.extract_slice %o[%p][1][1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %e into %o[%p][1][1] : tensor<1xf32> into tensor<4xf32> }
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%p, %p2) = (0, %i) to (%i, 4) step (1, 2) { }
  return
}
