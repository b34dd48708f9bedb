// linalg.generic, linalg.index, linalg.yield, linalg.fill, linalg.copy; on tensors and on memrefs.

// Sums of rows, into what is there; and the transpose, by its map.
func.func @tensors() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %z = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x3xf32>) outs(%z, %e : tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%in: f32, %sum: f32, %old: f32):
    %s = arith.addf %in, %sum : f32
    linalg.yield %s, %in : f32, f32
  } -> (tensor<2xf32>, tensor<3x2xf32>)
  check.expect_eq_const %r#0, dense<[16.0, 35.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  check.expect_eq_const %z, dense<[10.0, 20.0]> : tensor<2xf32>
  return
}

// A gather of rows: the row's number is read, the column's is the loop's.
func.func @rows() {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = arith.constant dense<[1, 0, 1, 1]> : tensor<4xindex>
  %e = tensor.empty() : tensor<4x3xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"], doc = "rows"} ins(%i : tensor<4xindex>) outs(%e : tensor<4x3xi32>) attrs = {garner.note = "a gather"} {
  ^bb0(%row: index, %out: i32):
    %column = linalg.index 1 : index
    %v = tensor.extract %x[%row, %column] : tensor<2x3xi32>
    linalg.yield %v : i32
  } -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[4, 5, 6], [1, 2, 3], [4, 5, 6], [4, 5, 6]]> : tensor<4x3xi32>
  return
}

// Maps with constants, inputs that are scalars, and no loop at all.
func.func @maps() {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %ten = arith.constant 10 : i32
  %z = arith.constant dense<0> : tensor<2xi32>
  %s = arith.constant dense<7> : tensor<i32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (1, d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %ten : tensor<2x2xi32>, i32) outs(%z : tensor<2xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %v = arith.muli %a, %b : i32
    linalg.yield %v : i32
  } -> tensor<2xi32>
  check.expect_eq_const %r, dense<[30, 40]> : tensor<2xi32>
  %one = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%s : tensor<i32>) {
  ^bb0(%out: i32):
    %v = arith.addi %out, %ten : i32
    linalg.yield %v : i32
  } -> tensor<i32>
  check.expect_eq_const %one, dense<17> : tensor<i32>
  return
}

// Memrefs are written to; the inner one's index is the inner loop's.
func.func @memrefs() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<3xf32>
  %n = memref.alloc(%c3) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<3xf32>)
  linalg.copy {garner.note = "a copy"} ins(%m : memref<3xf32>) outs(%n : memref<?xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%m : memref<3xf32>) outs(%n : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %g = arith.sitofp %k : i32 to f32
    %v = arith.mulf %a, %b : f32
    %w = arith.addf %v, %g : f32
    linalg.yield %w : f32
  }
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %got = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %z) -> (tensor<3xf32>) {
    %v = memref.load %n[%i] : memref<?xf32>
    %u = tensor.insert %v into %t[%i] : tensor<3xf32>
    scf.yield %u : tensor<3xf32>
  }
  check.expect_eq_const %got, dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  return
}

func.func @fill_and_copy_of_tensors() {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %nine = arith.constant 9 : i32
  %f = linalg.fill ins(%nine : i32) outs(%x : tensor<2x2xi32>) -> tensor<2x2xi32>
  %c = linalg.copy ins(%x : tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %f, dense<9> : tensor<2x2xi32>
  check.expect_eq_const %c, dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  return
}

// Within one buffer all is read before anything is written.
func.func @copy_within() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<3xindex>
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %i, %m[%i] : memref<3xindex>
  }
  %a = memref.subview %m[0] [2] [1] : memref<3xindex> to memref<2xindex, strided<[1]>>
  %b = memref.subview %m[1] [2] [1] : memref<3xindex> to memref<2xindex, strided<[1], offset: 1>>
  linalg.copy ins(%a : memref<2xindex, strided<[1]>>) outs(%b : memref<2xindex, strided<[1], offset: 1>>)
  %c2 = arith.constant 2 : index
  %x = memref.load %m[%c1] : memref<3xindex>
  %y = memref.load %m[%c2] : memref<3xindex>
  %both = tensor.from_elements %x, %y : tensor<2xindex>
  %got = arith.index_cast %both : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %got, dense<[0, 1]> : tensor<2xi64>
  return
}

// Onto its own transpose: what is read first is not what is written last.
func.func @transposed_onto_itself() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<3x3xi32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %a = arith.muli %i, %c3 : index
      %b = arith.addi %a, %j : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<3x3xi32>
    }
  }
  %t = memref.reinterpret_cast %m to offset: [0], sizes: [3, 3], strides: [1, 3] : memref<3x3xi32> to memref<3x3xi32, strided<[1, 3]>>
  linalg.copy ins(%m : memref<3x3xi32>) outs(%t : memref<3x3xi32, strided<[1, 3]>>)
  %z = arith.constant dense<0> : tensor<3x3xi32>
  %got = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %z) -> (tensor<3x3xi32>) {
    %q = scf.for %j = %c0 to %c3 step %c1 iter_args(%r = %p) -> (tensor<3x3xi32>) {
      %v = memref.load %m[%i, %j] : memref<3x3xi32>
      %s = tensor.insert %v into %r[%i, %j] : tensor<3x3xi32>
      scf.yield %s : tensor<3x3xi32>
    }
    scf.yield %q : tensor<3x3xi32>
  }
  check.expect_eq_const %got, dense<[[0, 3, 6], [1, 4, 7], [2, 5, 8]]> : tensor<3x3xi32>
  return
}
