// memref.global, memref.get_global: upstream's rules in upstream's words (mlir-opt-19).

// expected-error@+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global "private" constant @t : memref<?xf32>

// -----

// expected-error@+1 {{type should be static shaped memref, but got 'i32'}}
memref.global @t : i32

// -----

// expected-error@+1 {{'memref.global' op attribute 'type' failed to satisfy constraint: memref type attribute}}
"memref.global"() <{sym_name = "t", type = i32}> : () -> ()

// -----

// expected-error@+1 {{initial value should be a unit or elements attribute, but got}}
"memref.global"() <{sym_name = "t", type = memref<2xf32>, initial_value = 1 : i32}> : () -> ()

// -----

// expected-error@+1 {{initial value expected to be of type 'tensor<2xf32>', but was of type 'tensor<2xi32>'}}
"memref.global"() <{sym_name = "t", type = memref<2xf32>, initial_value = dense<1> : tensor<2xi32>}> : () -> ()

// -----

// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([2, 2])}}
memref.global @t : memref<2x2xf32> = dense<[1.0, 2.0]>

// -----

// expected-error@+1 {{alignment attribute value 3 is not a power of 2}}
memref.global @t : memref<2xf32> {alignment = 3 : i64}

// -----

// expected-error@+1 {{visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
memref.global "hidden" @t : memref<2xf32>

// -----

func.func @f() {
  // expected-error@+1 {{'q' does not reference a valid global memref}}
  %0 = memref.get_global @q : memref<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'f' does not reference a valid global memref}}
  %0 = memref.get_global @f : memref<2xf32>
  return
}

// -----

memref.global @t : memref<2xf32>
func.func @f() {
  // expected-error@+1 {{result type 'memref<3xf32>' does not match type 'memref<2xf32>' of the global memref @t}}
  %0 = memref.get_global @t : memref<3xf32>
  return
}

// -----

// Layouts and missing values are fine.
memref.global @strided : memref<4xf32, strided<[2]>> = dense<1.0>
memref.global @none : memref<2xi32>
memref.global constant @raw : memref<2xi32> = uninitialized
