// garner.scatter, garner.yield: the canonical scatter into a destination.

// Updates meet in row 0, and one goes nowhere.
func.func @tensors() {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = arith.constant dense<[[0], [5], [0]]> : tensor<3x1xi64>
  %u = arith.constant dense<[[10.0, 20.0], [30.0, 40.0], [100.0, 200.0]]> : tensor<3x2xf32>
  %r = garner.scatter ins(%i, %u : tensor<3x1xi64>, tensor<3x2xf32>) outs(%x : tensor<2x2xf32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = add -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[111.0, 222.0], [3.0, 4.0]]> : tensor<2x2xf32>
  check.expect_eq_const %x, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  // A combiner of its own: current - update.
  %s = garner.scatter ins(%i, %u : tensor<3x1xi64>, tensor<3x2xf32>) outs(%x : tensor<2x2xf32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, grain = window, combiner = region {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = arith.subf %a, %b : tensor<f32>
    garner.yield %c : tensor<f32>
  } -> tensor<2x2xf32>
  check.expect_eq_const %s, dense<[[-109.0, -218.0], [3.0, 4.0]]> : tensor<2x2xf32>
  return
}

// Two destinations of two types, by one combiner.
func.func @several() {
  %x = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = arith.constant dense<[1.5, 2.5, 3.5]> : tensor<3xf64>
  %i = arith.constant dense<[2, 2]> : tensor<2xi32>
  %u = arith.constant dense<[7, 5]> : tensor<2xi32>
  %v = arith.constant dense<[0.5, 9.0]> : tensor<2xf64>
  %r:2 = garner.scatter ins(%i, %u, %v : tensor<2xi32>, tensor<2xi32>, tensor<2xf64>) outs(%x, %y : tensor<3xi32>, tensor<3xf64>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = error, combiner = max -> tensor<3xi32>, tensor<3xf64>
  check.expect_eq_const %r#0, dense<[1, 2, 7]> : tensor<3xi32>
  check.expect_eq_const %r#1, dense<[1.5, 2.5, 9.0]> : tensor<3xf64>
  return
}

// A view of a buffer is written to, and nothing beside it; the updates are of the same buffer.
func.func @memrefs() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %m = memref.alloc() : memref<6xi32>
  scf.for %k = %c0 to %c6 step %c1 {
    %v = arith.index_cast %k : index to i32
    memref.store %v, %m[%k] : memref<6xi32>
  }
  %i = memref.alloc() : memref<3xi64>
  %two = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  memref.store %two, %i[%c0] : memref<3xi64>
  memref.store %one, %i[%c1] : memref<3xi64>
  %zero = arith.constant 0 : i64
  memref.store %zero, %i[%c2] : memref<3xi64>
  // 0, 2, 4 take 0, 1, 2 at places 2, 1, 0.
  %odd = memref.subview %m[0] [3] [2] : memref<6xi32> to memref<3xi32, strided<[2]>>
  %head = memref.subview %m[0] [3] [1] : memref<6xi32> to memref<3xi32, strided<[1]>>
  garner.scatter ins(%i, %head : memref<3xi64>, memref<3xi32, strided<[1]>>) outs(%odd : memref<3xi32, strided<[2]>>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = replace
  %z = arith.constant dense<0> : tensor<6xi32>
  %got = scf.for %k = %c0 to %c6 step %c1 iter_args(%t = %z) -> (tensor<6xi32>) {
    %v = memref.load %m[%k] : memref<6xi32>
    %w = tensor.insert %v into %t[%k] : tensor<6xi32>
    scf.yield %w : tensor<6xi32>
  }
  check.expect_eq_const %got, dense<[2, 1, 1, 3, 0, 5]> : tensor<6xi32>
  return
}

// Two destinations at once: the larger key is kept with its number, as one region says. 3 at 0 meets 5, then 9; 4 at 1 meets 2.
func.func @two_destinations() {
  %k = arith.constant dense<[3, 4]> : tensor<2xi32>
  %n = arith.constant dense<[70, 71]> : tensor<2xi64>
  %i = arith.constant dense<[[0], [1], [0], [-1]]> : tensor<4x1xi64>
  %uk = arith.constant dense<[5, 2, 9, 8]> : tensor<4xi32>
  %un = arith.constant dense<[80, 81, 82, 83]> : tensor<4xi64>
  %r:2 = garner.scatter ins(%i, %uk, %un : tensor<4x1xi64>, tensor<4xi32>, tensor<4xi64>) outs(%k, %n : tensor<2xi32>, tensor<2xi64>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = region {
  ^bb0(%a: tensor<i32>, %b: tensor<i64>, %c: tensor<i32>, %d: tensor<i64>):
    %larger = stablehlo.compare GT, %c, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %key = stablehlo.select %larger, %c, %a : tensor<i1>, tensor<i32>
    %number = stablehlo.select %larger, %d, %b : tensor<i1>, tensor<i64>
    garner.yield %key, %number : tensor<i32>, tensor<i64>
  } -> tensor<2xi32>, tensor<2xi64>
  check.expect_eq_const %r#0, dense<[9, 4]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[82, 71]> : tensor<2xi64>
  return
}

// The region's type is wider: 100 + 100 is no i8. -1 is the last place.
func.func @wider() {
  %x = arith.constant dense<[100, -100]> : tensor<2xi8>
  %i = arith.constant dense<[[0], [-1]]> : tensor<2x1xi64>
  %u = arith.constant dense<[100, -100]> : tensor<2xi8>
  %r = garner.scatter ins(%i, %u : tensor<2x1xi64>, tensor<2xi8>) outs(%x : tensor<2xi8>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, wrap_negative, bounds = error, combiner = region {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    garner.yield %c : tensor<i32>
  } -> tensor<2xi32>
  check.expect_eq_const %r, dense<[200, -200]> : tensor<2xi32>
  return
}
