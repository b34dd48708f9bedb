func.func @g(%c: i1, %x: i32, %i: index, %m: memref<?x?xf32>, %t: tensor<4xf32>) {
  %0 = affine.load %m[%i + 3, symbol(%i) floordiv 2] : memref<?x?xf32>
  affine.store %0, %m[%i, -1 + (%i mod 2)] : memref<?x?xf32>
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%i]
  %2 = affine.min affine_map<(d0) -> (d0, 4)>(%i)
  affine.for %j = 0 to 10 step 2 { }
  %3 = affine.for %j = %i to min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%i] iter_args(%q = %0) -> (f32) { affine.yield %q : f32 }
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%i)[%i] { } else { }
  %r:2 = affine.delinearize_index %i into (%i, %i) : index, index
  %5 = affine.vector_load %m[%i + 3, %i] : memref<?x?xf32>, vector<4xf32>
  return
}
