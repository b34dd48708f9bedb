func.func @f(%arg0: memref<10x10xf32>, %arg1: index, %arg2: f32) -> f32 {
  affine.parallel (%arg3, %arg4) = (0, %arg1) to (10, min(%arg1, 10)) step (2, 1) {
    %7 = affine.load %arg0[%arg3 + 1, %arg4 floordiv 2] : memref<10x10xf32>
    affine.store %7, %arg0[%arg3, %arg4 mod 2 - 1] : memref<10x10xf32>
  }
  %0:2 = affine.parallel (%arg3) = (max(0, %arg1)) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
    %7 = affine.load %arg0[%arg3, %arg3] : memref<10x10xf32>
    affine.yield %7, %7 : f32, f32
  }
  affine.parallel (%arg3) = (0) to (%arg1 * 2 + 1) {
  }
  affine.parallel () = () to () {
  }
  affine.for %arg3 = 0 to 10 {
  }
  affine.for %arg3 = max affine_map<(d0)[s0] -> (d0 + s0, 10)>(%arg1)[%arg1] to min affine_map<(d0) -> (d0, 5)>(%arg1) step 3 {
  }
  affine.for %arg3 = affine_map<(d0) -> (d0 * 2)>(%arg1) to %arg1 {
  }
  %1 = affine.for %arg3 = 0 to 10 iter_args(%arg4 = %arg2) -> (f32) {
    affine.yield %arg4 : f32
  }
  affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 1 >= 0)>(%arg1)[%arg1] {
  }
  %2 = affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 1 >= 0)>(%arg1)[%arg1] -> f32 {
    affine.yield %arg2 : f32
  } else {
    affine.yield %1 : f32
  }
  %3 = affine.apply affine_map<(d0) -> (d0 * 2)>(%arg1)
  %4 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv 3 + s0 * 4 - 1)>(%arg1)[%arg1]
  %5 = affine.min affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>(%3)[%4]
  %6 = affine.max affine_map<(d0)[s0] -> (d0 + s0, 10)>(%5)[%5]
  affine.store %2, %arg0[symbol(%arg1), symbol(%arg1)] {a = 1 : i64} : memref<10x10xf32>
  affine.for %arg3 = 0 to 4 {
    affine.store %2, %arg0[%arg3 + symbol(%arg1), 0] : memref<10x10xf32>
  } {hint}
  return %0#1 : f32
}
