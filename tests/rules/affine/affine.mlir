// Rules of the MLIR affine dialect's verifiers.
func.func @f(%m: memref<4x4xf32>, %n: index) {
  // expected-error@+1 {{affine map num results must equal memref rank}}
  %0 = affine.load %m[%n] : memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>, %n: index) {
  // expected-error@+1 {{expects as many subscripts as affine map inputs}}
  %0 = "affine.load"(%m, %n) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x4xf32>, index) -> f32
  return
}
// -----
func.func @f(%n: index) {
  // expected-error@+1 {{mapping must produce one value}}
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  return
}
// -----
func.func @f(%n: index) {
  // expected-error@+1 {{operand count and affine map dimension and symbol count must match}}
  %0 = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%n)
  return
}
// -----
func.func @f(%n: index) {
  // expected-error@+1 {{operand count and condition integer set dimension and symbol count must match}}
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n) {
  }
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error@+1 {{result type cannot match reduction attribute}}
  %0 = affine.parallel (%i) = (0) to (4) reduce ("addi") -> (f32) {
    affine.yield %x : f32
  }
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error@+1 {{invalid reduction value: "sum"}}
  %0 = affine.parallel (%i) = (0) to (4) reduce ("sum") -> (f32) {
    affine.yield %x : f32
  }
  return
}
// -----
func.func @f() {
  // expected-error@+1 {{the number of region arguments (1) and the number of map groups for lower (2) and upper bound (1), and the number of steps (1) must all match}}
  affine.parallel (%i) = (0, 0) to (4) {
  }
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error@+1 {{a reduction must be specified for each output}}
  %0 = affine.parallel (%i) = (0) to (4) -> (f32) {
    affine.yield %x : f32
  }
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error@+1 {{region control flow edge from parent operands to parent results: source has 0 operands, but target successor needs 1}}
  %0 = affine.if affine_set<() : (0 == 0)>() -> f32 {
    affine.yield %x : f32
  }
  return
}
// -----
// Written as MLIR writes it, and more loosely.
func.func @f(%m: memref<?x?xf32>, %n: index) {
  affine.parallel (%i, %j) = (max(0, %n - 1), -1 + 2) to (%n, min(%n floordiv 2, %n * 3 + symbol(%n), 9)) step (2, 1) {
    %v = affine.load %m[%i, %j mod 3 + %i * 2 - (%j - 1) ceildiv 2] : memref<?x?xf32>
    affine.store %v, %m[%i - %j, symbol(%n)] : memref<?x?xf32>
  } {tag = 1 : i64}
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 8)>(%n) step 4 {
    affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 >= 0, d0 mod 2 == 0)>(%i)[%n] {
    }
  }
  return
}
// -----
func.func @f(%i: index) {
  // expected-error@+1 {{should return an index for each basis element and up to one extra index}}
  %r = affine.delinearize_index %i into (%i, %i) : index
  return
}
// -----
func.func @f(%i: index) {
  // expected-error@+1 {{no basis element may be statically non-positive}}
  %r:2 = affine.delinearize_index %i into (%i, 0) : index, index
  return
}
// -----
func.func @f(%i: index) {
  // expected-error@+1 {{mismatch between dynamic and static basis}}
  %r:2 = "affine.delinearize_index"(%i) <{static_basis = array<i64: 2, -9223372036854775808>}> : (index) -> (index, index)
  return
}
// -----
func.func @f(%i: index) {
  // expected-error@+1 {{result #0 must be variadic of index, but got 'i32'}}
  %r = affine.delinearize_index %i into (%i) : i32
  return
}
// -----
// With and without the outermost extent.
func.func @f(%i: index) {
  %a:2 = affine.delinearize_index %i into (%i, 4) : index, index
  %b:2 = affine.delinearize_index %i into (4) : index, index
  %c:2 = "affine.delinearize_index"(%i, %i) : (index, index) -> (index, index)
  return
}
