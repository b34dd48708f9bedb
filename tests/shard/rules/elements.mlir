// Ops whose values have one shape, and scalars beside them.
sdy.mesh @m = <["a"=2, "b"=2]>

func.func @pointwise(%x: tensor<2x1x4xf32>, %s: tensor<f32>, %e: tensor<2x0xi1>) -> tensor<2x1x4xf32> {
  // rule: ([i, j, k], [i, j, k])->([i, j, k]) {i=2, j=1, k=4}
  %0 = stablehlo.add %x, %x : tensor<2x1x4xf32>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=1, k=4}
  %1 = stablehlo.tan %0 : tensor<2x1x4xf32>
  // rule: ([], [])->([])
  %2 = stablehlo.power %s, %s : tensor<f32>
  // rule: ([i, j])->([i, j]) {i=2, j=0}
  %3 = stablehlo.not %e : tensor<2x0xi1>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=1, k=4}
  %4 = stablehlo.convert %x : (tensor<2x1x4xf32>) -> tensor<2x1x4xi64>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=1, k=4}
  %5 = stablehlo.popcnt %4 : tensor<2x1x4xi64>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=1, k=4}
  %6 = stablehlo.round_nearest_afz %x : tensor<2x1x4xf32>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=1, k=4}
  %7 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2x1x4xf32>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=1, k=4}
  %8 = sdy.sharding_constraint %x <@m, [{"a"}, {?}, {?}]> : tensor<2x1x4xf32>
  return %1 : tensor<2x1x4xf32>
}

func.func @two_types(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>) {
  // rule: ([i, j], [i, j])->([i, j]) {i=2, j=3}
  %0 = stablehlo.complex %x, %x : tensor<2x3xcomplex<f32>>
  // rule: ([i, j])->([i, j]) {i=2, j=3}
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  // rule: ([i, j])->([i, j]) {i=2, j=3}
  %2 = stablehlo.abs %0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  // rule: ([i, j], [i, j])->([i, j]) {i=2, j=3}
  %3 = stablehlo.compare LT, %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>
}

// A scalar beside tensors has no factor.
func.func @scalars(%x: tensor<2x3xf32>, %s: tensor<f32>, %p: tensor<i1>, %q: tensor<2x3xi1>) -> tensor<2x3xf32> {
  // rule: ([], [i, j], [i, j])->([i, j]) {i=2, j=3}
  %0 = stablehlo.select %p, %x, %x : tensor<i1>, tensor<2x3xf32>
  // rule: ([i, j], [i, j], [i, j])->([i, j]) {i=2, j=3}
  %1 = stablehlo.select %q, %0, %x : tensor<2x3xi1>, tensor<2x3xf32>
  // rule: ([], [i, j], [])->([i, j]) {i=2, j=3}
  %2 = stablehlo.clamp %s, %1, %s : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // rule: ([i, j], [i, j], [])->([i, j]) {i=2, j=3}
  %3 = stablehlo.clamp %x, %2, %s : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// Collectives that keep a shape.
func.func @collectives(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  // rule: ([i, j], [i, j])->([i, j], [i, j]) {i=2, j=3}
  %0:2 = "stablehlo.all_reduce"(%x, %x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // rule: ([], [])->([])
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  // rule: ([i, j])->([i, j]) {i=2, j=3}
  %1 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // rule: ([i, j])->([i, j]) {i=2, j=3}
  %2 = "stablehlo.collective_broadcast"(%1) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0#0, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// The eighteenth factor is z, and those behind it are numbered.
func.func @many(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2x3x4xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2x3x4xf32> {
  // rule: ([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2])->([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=2, z_1=3, z_2=4}
  %0 = stablehlo.negate %x : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2x3x4xf32>
  return %0 : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2x3x4xf32>
}
