// RUN: print | --strict-whitespace
// RUN: print --generic | --strict-whitespace --check-prefix=GENERIC
// tensor.gather and tensor.scatter as MLIR prints them.

// CHECK:  %{{.*}} = tensor.gather %{{.*}}[%{{.*}}] gather_dims([0, 2]) unique : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>
// GENERIC:  %{{.*}} = "tensor.gather"(%{{.*}}, %{{.*}}) <{gather_dims = array<i64: 0, 2>, unique}> : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>
func.func @gather(%x: tensor<4x5x6xf32>, %i: tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32> {
  %r = tensor.gather %x[%i] gather_dims([0, 2]) unique : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>
  return %r : tensor<1x3x1x5x1xf32>
}

// The RFC's spelling is read.
// CHECK:  %{{.*}} = tensor.gather %{{.*}}[%{{.*}}] gather_dims([1]) : (tensor<2x3x4xf32>, tensor<5x6x1xindex>) -> tensor<5x6x2x1x4xf32>
func.func @rfc(%x: tensor<2x3x4xf32>, %i: tensor<5x6x1xindex>) -> tensor<5x6x2x1x4xf32> {
  %r = tensor.gather %x[%i] gather_along_dimension(1) : tensor<2x3x4xf32>[tensor<5x6x 1xindex>] -> tensor<5x6x2x1x4xf32>
  return %r : tensor<5x6x2x1x4xf32>
}

// CHECK:  %{{.*}} = tensor.scatter %{{.*}} into %{{.*}}[%{{.*}}] scatter_dims([0]) unique {note = "kept"} : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
// GENERIC:  %{{.*}} = "tensor.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dims = array<i64: 0>, unique}> {note = "kept"} : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
func.func @scatter(%s: tensor<3x5xf32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<4x5xf32> {
  %r = tensor.scatter %s into %d[%i] scatter_dims([0]) unique {note = "kept"} : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// Ops around them; the regions of linalg's named ops show in generic form only.
// CHECK:  %[[E:.*]] = tensor.empty() : tensor<3x2xf32>
// CHECK-NEXT:  %[[T:.*]] = linalg.transpose ins(%[[X:.*]] : tensor<2x3xf32>) outs(%[[E]] : tensor<3x2xf32>) permutation = [1, 0]
// CHECK-NEXT:  %[[C:.*]] = tensor.concat dim(1) %[[T]], %[[T]] : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x4xf32>
// GENERIC:  %[[G:.*]] = "linalg.transpose"(%{{.*}}, %{{.*}}) <{permutation = array<i64: 1, 0>}> ({
// GENERIC-NEXT:  ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// GENERIC-NEXT:    "linalg.yield"(%[[IN]]) : (f32) -> ()
// GENERIC-NEXT:  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// GENERIC-NEXT:  %{{.*}} = "tensor.concat"(%[[G]], %[[G]]) <{dim = 1 : i64}> : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x4xf32>
func.func @around(%x: tensor<2x3xf32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %c = tensor.concat dim(1) %t, %t : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %c : tensor<3x4xf32>
}
