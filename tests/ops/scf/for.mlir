// scf.for: the sum 0 + 1 + .. + 4, nothing carried, several values carried, bounds of i32 and of negative numbers, no step at all.

func.func @sum() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %c0) -> (index) {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  %n = arith.index_cast %r : index to i64
  %got = tensor.from_elements %n : tensor<i64>
  check.expect_eq_const %got, dense<10> : tensor<i64>
  return
}

// A body that carries nothing needs no yield. 4 rows of 3: row i, column j is 3 i + j.
func.func @nested() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4x3xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %a = arith.muli %i, %c3 : index
      %b = arith.addi %a, %j : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<4x3xi32>
    } {garner.dim = "columns"}
  } {garner.dim = "rows"}
  %z = arith.constant 0 : i32
  // 1 + 4 + 7 + 10, the middle column, and 9 + 10 + 11, the last row.
  %column:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %z, %last = %z) -> (i32, i32) {
    %v = memref.load %m[%i, %c1] : memref<4x3xi32>
    %t = arith.addi %s, %v : i32
    %row = scf.for %j = %c0 to %c3 step %c1 iter_args(%u = %z) -> (i32) {
      %w = memref.load %m[%i, %j] : memref<4x3xi32>
      %x = arith.addi %u, %w : i32
      scf.yield %x : i32
    }
    scf.yield %t, %row : i32, i32
  }
  %got = tensor.from_elements %column#0, %column#1 : tensor<2xi32>
  check.expect_eq_const %got, dense<[22, 30]> : tensor<2xi32>
  return
}

// -3, 1, 5: the step goes over the upper bound. Their product is -15.
func.func @other_type() {
  %from = arith.constant -3 : i32
  %to = arith.constant 7 : i32
  %step = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %from to %to step %step iter_args(%p = %one) -> (i32) : i32 {
    %t = arith.muli %p, %i : i32
    scf.yield %t : i32
  }
  %got = tensor.from_elements %r : tensor<i32>
  check.expect_eq_const %got, dense<-15> : tensor<i32>
  return
}

// The upper bound is not over the lower one: what was carried in comes out.
func.func @no_step() {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.5 : f32
  %r = scf.for %i = %c3 to %c1 step %c1 iter_args(%p = %f) -> (f32) {
    %t = arith.mulf %p, %p : f32
    scf.yield %t : f32
  }
  %got = tensor.from_elements %r : tensor<f32>
  check.expect_eq_const %got, dense<2.5> : tensor<f32>
  return
}

// Up to the largest number of a type: 126 + 127 is over i8, so the loop ends one step before.
func.func @to_the_end_of_a_type() {
  %from = arith.constant 124 : i8
  %to = arith.constant 127 : i8
  %one = arith.constant 1 : i8
  %z = arith.constant 0 : i8
  %r = scf.for %i = %from to %to step %one iter_args(%p = %z) -> (i8) : i8 {
    %t = arith.addi %p, %one : i8
    scf.yield %t : i8
  }
  %got = tensor.from_elements %r : tensor<i8>
  check.expect_eq_const %got, dense<3> : tensor<i8>
  return
}

// Tensors are carried too; what is carried in stays as it was.
func.func @tensors() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> (tensor<3xi32>) {
    %v = tensor.extract %t[%i] : tensor<3xi32>
    %w = arith.addi %v, %v : i32
    %u = tensor.insert %w into %t[%i] : tensor<3xi32>
    scf.yield %u : tensor<3xi32>
  }
  check.expect_eq_const %r, dense<[20, 40, 60]> : tensor<3xi32>
  check.expect_eq_const %x, dense<[10, 20, 30]> : tensor<3xi32>
  return
}
