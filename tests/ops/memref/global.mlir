// memref.global and get_global: constant memory of the module, of any element type, read by every function that names it.

memref.global "private" constant @primes : memref<2x3xi32> = dense<[[2, 3, 5], [7, 11, 13]]> {alignment = 64 : i64}
memref.global constant @ones : memref<4xf32> = dense<1.0>
memref.global "nested" constant @flags : memref<3xi1> = dense<[true, false, true]>
memref.global "private" constant @scalar : memref<complex<f32>> = dense<(1.5, -2.0)>
memref.global "private" @open : memref<2xi8>
memref.global "private" constant @raw : memref<2xi8> = uninitialized

func.func @an_element() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.get_global @primes : memref<2x3xi32>
  %v = memref.load %m[%c1, %c2] : memref<2x3xi32>
  %got = tensor.from_elements %v : tensor<i32>
  check.expect_eq_const %got, dense<13> : tensor<i32>
  return
}

// One number stands for all elements.
func.func @one_number() {
  %c3 = arith.constant 3 : index
  %m = memref.get_global @ones : memref<4xf32>
  %v = memref.load %m[%c3] : memref<4xf32>
  %got = tensor.from_elements %v : tensor<f32>
  check.expect_eq_const %got, dense<1.0> : tensor<f32>
  return
}

func.func @other_elements() {
  %c1 = arith.constant 1 : index
  %f = memref.get_global @flags : memref<3xi1>
  %s = memref.get_global @scalar : memref<complex<f32>>
  %v = memref.load %f[%c1] : memref<3xi1>
  %w = memref.load %s[] : memref<complex<f32>>
  %a = tensor.from_elements %v : tensor<i1>
  %b = tensor.from_elements %w : tensor<complex<f32>>
  check.expect_eq_const %a, dense<false> : tensor<i1>
  check.expect_eq_const %b, dense<(1.5, -2.0)> : tensor<complex<f32>>
  return
}

// A view of a view, and a copy, which may be written to.
func.func @views_and_copies() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seventeen = arith.constant 17 : i32
  %m = memref.get_global @primes : memref<2x3xi32>
  %row = memref.subview %m[1, 0] [1, 3] [1, 1] : memref<2x3xi32> to memref<3xi32, strided<[1], offset: 3>>
  %two = memref.subview %row[1] [2] [1] : memref<3xi32, strided<[1], offset: 3>> to memref<2xi32, strided<[1], offset: 4>>
  %own = memref.alloc() : memref<2xi32>
  memref.copy %two, %own : memref<2xi32, strided<[1], offset: 4>> to memref<2xi32>
  memref.store %seventeen, %own[%c1] : memref<2xi32>
  %a = memref.load %own[%c0] : memref<2xi32>
  %b = memref.load %own[%c1] : memref<2xi32>
  %c = memref.load %two[%c1] : memref<2xi32, strided<[1], offset: 4>>
  %got = tensor.from_elements %a, %b, %c : tensor<3xi32>
  check.expect_eq_const %got, dense<[11, 17, 13]> : tensor<3xi32>
  return
}
