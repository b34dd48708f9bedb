// scf.if, scf.while, scf.condition, scf.yield

func.func @branches() {
  %true = arith.constant true
  %false = arith.constant false
  %a = arith.constant 1 : i32
  %b = arith.constant 2.0 : f32
  %c = arith.constant 3 : i32
  %d = arith.constant 4.0 : f32
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  %x:2 = scf.if %true -> (i32, f32) {
    scf.yield %a, %b : i32, f32
  } else {
    scf.yield %c, %d : i32, f32
  }
  %y:2 = scf.if %false -> (i32, f32) {
    scf.yield %a, %b : i32, f32
  } else {
    scf.yield %c, %d : i32, f32
  }
  %i = tensor.from_elements %x#0, %y#0 : tensor<2xi32>
  %f = tensor.from_elements %x#1, %y#1 : tensor<2xf32>
  check.expect_eq_const %i, dense<[1, 3]> : tensor<2xi32>
  check.expect_eq_const %f, dense<[2.0, 4.0]> : tensor<2xf32>
  // Without results; without an else.
  scf.if %false {
    memref.store %a, %m[%c0] : memref<1xi32>
  } else {
    memref.store %c, %m[%c0] : memref<1xi32>
  } {garner.note = "said"}
  scf.if %false {
    memref.store %a, %m[%c0] : memref<1xi32>
  }
  %v = memref.load %m[%c0] : memref<1xi32>
  %got = tensor.from_elements %v : tensor<i32>
  check.expect_eq_const %got, dense<3> : tensor<i32>
  return
}

// Euclid: (252, 105), (105, 42), (42, 21), (21, 0).
func.func @gcd() {
  %a = arith.constant 252 : i64
  %b = arith.constant 105 : i64
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r:3 = scf.while (%x = %a, %y = %b, %n = %zero) : (i64, i64, i64) -> (i64, i64, i64) {
    %more = arith.cmpi ne, %y, %zero : i64
    scf.condition(%more) {garner.note = "y is not 0"} %x, %y, %n : i64, i64, i64
  } do {
  ^bb0(%x: i64, %y: i64, %n: i64):
    %rest = arith.remsi %x, %y : i64
    %m = arith.addi %n, %one : i64
    scf.yield %y, %rest, %m : i64, i64, i64
  } attributes {garner.note = "turns"}
  %got = tensor.from_elements %r#0, %r#1, %r#2 : tensor<3xi64>
  check.expect_eq_const %got, dense<[21, 0, 3]> : tensor<3xi64>
  return
}

// The two regions may take values of other types: 5, as an index and as the float that is tested.
func.func @other_types() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 4.5 : f32
  %r = scf.while (%i = %c0) : (index) -> f32 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %more = arith.cmpf olt, %f, %limit : f32
    scf.condition(%more) %f : f32
  } do {
  ^bb0(%f: f32):
    %n = arith.fptosi %f : f32 to i32
    %i = arith.index_cast %n : i32 to index
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  %got = tensor.from_elements %r : tensor<f32>
  check.expect_eq_const %got, dense<5.0> : tensor<f32>
  return
}

// Nothing goes in, and nothing comes out.
func.func @only_effects() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %m = memref.alloc() : memref<index>
  memref.store %c0, %m[] : memref<index>
  scf.while : () -> () {
    %v = memref.load %m[] : memref<index>
    %more = arith.cmpi slt, %v, %c9 : index
    scf.condition(%more)
  } do {
    %v = memref.load %m[] : memref<index>
    %w = arith.addi %v, %c1 : index
    memref.store %w, %m[] : memref<index>
    scf.yield
  }
  %v = memref.load %m[] : memref<index>
  %n = arith.index_cast %v : index to i64
  %got = tensor.from_elements %n : tensor<i64>
  check.expect_eq_const %got, dense<9> : tensor<i64>
  return
}
