// Ops that other files here have not.
ml_program.global private @k(dense<4> : tensor<i32>) : tensor<i32>
func.func @affine(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  %0 = affine.max affine_map<(d0) -> (d0, 7)>(%i)
  affine.vector_store %v, %m[%i * 2] : memref<?xf32>, vector<4xf32>
  "affine.parallel"(%i) <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [2], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<(d0) -> (d0)>}> ({
  ^bb0(%k: index):
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}
func.func @memory(%m: memref<4xf32>, %u: memref<4xf32>, %s: memref<1xindex>, %i: index, %r: memref<?xf32>) -> memref<?xf32> {
  %0 = memref.rank %m : memref<4xf32>
  %1 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<?xf32>
  %2 = memref.realloc %r(%i) : memref<?xf32> to memref<?xf32>
  %3 = memref.alloca_scope -> (index) {
    memref.alloca_scope.return %i : index
  }
  %4 = ml_program.global_load_const @k : tensor<i32>
  return %2 : memref<?xf32>
}
func.func @vectors(%m: memref<?xf32>, %b: memref<4xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>, %f: f32, %s: vector<[4]xf32>, %w: vector<2x4xf32>) {
  vector.store %v, %m[%i] : memref<?xf32>, vector<4xf32>
  %0 = vector.maskedload %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %1 = vector.type_cast %b : memref<4xf32> to memref<vector<4xf32>>
  %2 = vector.broadcast %f : f32 to vector<2x4xf32>
  %3 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %4 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %5 = vector.fma %v, %v, %v : vector<4xf32>
  %6 = vector.scalable.insert %v, %s[0] : vector<4xf32> into vector<[4]xf32>
  %7 = vector.scalable.extract %6[0] : vector<4xf32> from vector<[4]xf32>
  %8:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  return
}
func.func @shapes(%s: tensor<?xindex>, %t: tensor<?x4xf32>, %b: i1, %n: !shape.shape, %z: !shape.size, %i: index) -> index {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %2 = shape.to_extent_tensor %n : !shape.shape -> tensor<?xindex>
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  %4 = shape.mul %z, %3 : !shape.size, !shape.size -> !shape.size
  %5 = shape.div %4, %z : !shape.size, !shape.size -> !shape.size
  %6 = shape.min %z, %3 : !shape.size, !shape.size -> !shape.size
  %7 = shape.max %z, %3 : !shape.size, !shape.size -> !shape.size
  %8 = shape.concat %n, %n : !shape.shape, !shape.shape -> !shape.shape
  %9 = shape.get_extent %n, %z : !shape.shape, !shape.size -> !shape.size
  %10 = shape.size_to_index %7 : !shape.size
  %11 = shape.from_extents %i, %10 : index, index
  %12 = shape.cstr_eq %n, %8 : !shape.shape, !shape.shape
  %13 = shape.cstr_require %b, "must hold"
  %14 = shape.const_witness true
  %15 = shape.assuming_all %12, %13, %14
  %16 = shape.is_broadcastable %n, %n : !shape.shape, !shape.shape
  %17 = shape.shape_eq %n, %n : !shape.shape, !shape.shape
  %18 = shape.dim %t, %i : tensor<?x4xf32>, index -> index
  return %i : index
}
