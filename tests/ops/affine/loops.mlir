// Loops, branches, accesses and maps of the affine dialect. Values by mlir-opt-19 --lower-affine, whose loops garner runs, and by hand.
func.func @main() {
  %m = memref.alloc() : memref<4x4xi32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 3 : index
  %q = arith.constant 7 : i32
  affine.parallel (%i, %j) = (0, 0) to (4, 4) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
    %v = arith.index_cast %k : index to i32
    affine.store %v, %m[%i, %j] : memref<4x4xi32>
  }
  affine.parallel (%i, %j) = (max(0, %n - 2), 1) to (4, min(%n, 4)) step (2, 1) {
    affine.store %q, %m[%i, (%j + 1) mod 4] : memref<4x4xi32>
  }
  %s:3 = affine.parallel (%i) = (0) to (%n + 1) reduce ("addi", "mulf", "muli") -> (i32, f32, i32) {
    %v = affine.load %m[%i, %i] : memref<4x4xi32>
    %f = arith.sitofp %v : i32 to f32
    %one = arith.constant 1.0 : f32
    %g = arith.addf %f, %one : f32
    affine.yield %v, %g, %v : i32, f32, i32
  }
  %a = affine.min affine_map<(d0)[s0] -> (d0 floordiv 2, s0, d0 - 5)> (%n)[%n]
  %b = affine.max affine_map<(d0) -> ((-d0) ceildiv 2, (-d0) floordiv 2, (-d0) mod 5)> (%n)
  %l = affine.for %i = max affine_map<(d0) -> (d0 - 2, 0)>(%n) to min affine_map<(d0)[s0] -> (d0, s0 * 2)>(%n)[%n] step 1 iter_args(%x = %c0) -> (index) {
    %y = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%x, %i)
    affine.yield %y : index
  }
  %t = affine.if affine_set<(d0)[s0] : (d0 - 3 >= 0, d0 - s0 == 0)>(%n)[%n] -> i32 { affine.yield %q : i32 } else { affine.yield %s#0 : i32 }
  %view = memref.load %m[%n, %n] : memref<4x4xi32>
  %sums = tensor.from_elements %s#0, %s#2, %t, %view : tensor<4xi32>
  %product = tensor.from_elements %s#1 : tensor<1xf32>
  %indices = tensor.from_elements %a, %b, %l : tensor<3xindex>
  check.expect_eq_const %sums, dense<[22, 0, 7, 7]> : tensor<4xi32>
  check.expect_eq_const %product, dense<528.0> : tensor<1xf32>
  check.expect_eq_const %indices, dense<[-2, 2, 12]> : tensor<3xindex>
  return
}

// By hand: 1234 of a basis 10, 10, 10 has digits 12, 3, 4; below 0 the first is rounded down. The outermost extent is not read.
func.func @delinearize() {
  %n = arith.constant 1234 : index
  %m = arith.constant -7 : index
  %ten = arith.constant 10 : index
  %a:3 = affine.delinearize_index %n into (%ten, %ten, %ten) : index, index, index
  %b:3 = affine.delinearize_index %m into (%ten, 4) : index, index, index
  %c:2 = affine.delinearize_index %n into (7, %ten) : index, index
  %t = tensor.from_elements %a#0, %a#1, %a#2, %b#0, %b#1, %b#2, %c#0, %c#1 : tensor<8xindex>
  check.expect_eq_const %t, dense<[12, 3, 4, -1, 8, 1, 123, 4]> : tensor<8xindex>
  return
}
