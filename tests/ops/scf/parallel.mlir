// scf.parallel, scf.reduce, scf.reduce.return

func.func @stores() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<2x5xindex>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c5) step (%c1, %c1) {
    memref.store %c0, %m[%i, %j] : memref<2x5xindex>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c1) to (%c2, %c5) step (%c1, %c2) {
    %s = arith.addi %i, %j : index
    memref.store %s, %m[%i, %j] : memref<2x5xindex>
    scf.reduce
  } {garner.dim = "both"}
  // j is 1 and 3: 1, 3 and 2, 4; the rest is 0.
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c5) step (%c1, %c1) init (%c0, %c1) -> (index, index) {
    %v = memref.load %m[%i, %j] : memref<2x5xindex>
    %w = arith.addi %v, %c1 : index
    scf.reduce(%v, %w : index, index) {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      scf.reduce.return %s : index
    }, {
    ^bb0(%a: index, %b: index):
      %s = arith.muli %a, %b : index
      scf.reduce.return %s : index
    }
  }
  // 1 + 3 + 2 + 4; and of one more each, the six others being 1: 2 * 4 * 3 * 5.
  %both = tensor.from_elements %r#0, %r#1 : tensor<2xindex>
  %got = arith.index_cast %both : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %got, dense<[10, 120]> : tensor<2xi64>
  return
}

// More values are reduced than there are bounds.
func.func @many() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 1.0 : f32
  %r:5 = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%f, %f, %f, %f, %f) -> (f32, f32, f32, f32, f32) {
    scf.reduce(%f, %f, %f, %f, %f : f32, f32, f32, f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %b : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %a : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.subf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  %got = tensor.from_elements %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<5xf32>
  check.expect_eq_const %got, dense<[4.0, 1.0, 8.0, -2.0, 1.0]> : tensor<5xf32>
  return
}

func.func @nothing_to_do() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 3.0 : f32
  %r = scf.parallel (%i, %j) = (%c0, %c1) to (%c1, %c1) step (%c1, %c1) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  %got = tensor.from_elements %r : tensor<f32>
  check.expect_eq_const %got, dense<3.0> : tensor<f32>
  return
}
