// Loops and branches of affine that hand on tensors, parallel loops without dimensions, a set without inputs. Values by hand.
func.func @main() {
  %t = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %n = arith.constant 5 : index
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<f32>
  affine.store %one, %m[] : memref<f32>
  affine.parallel () = () to () {
    %v = affine.load %m[] : memref<f32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %m[] : memref<f32>
  }
  %r = affine.for %i = 0 to 3 iter_args(%x = %t) -> (tensor<4xf32>) {
    %y = stablehlo.add %x, %t : tensor<4xf32>
    %q = tensor.extract %y[%i] : tensor<4xf32>
    %z = tensor.insert %q into %y[%c1] : tensor<4xf32>
    affine.yield %z : tensor<4xf32>
  }
  %s = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) -> tensor<4xf32> {
    affine.yield %r : tensor<4xf32>
  } else {
    affine.yield %t : tensor<4xf32>
  }
  affine.if affine_set<() : (0 == 0)>() {
    %v = affine.load %m[] : memref<f32>
    %w = arith.addf %v, %one : f32
    affine.store %w, %m[] : memref<f32>
  }
  %p = affine.parallel () = () to () reduce ("addf") -> (f32) {
    %v = affine.load %m[] : memref<f32>
    affine.yield %v : f32
  }
  memref.dealloc %m : memref<f32>
  %f = tensor.from_elements %p : tensor<1xf32>
  check.expect_eq_const %s, dense<[4.0, 12.0, 12.0, 16.0]> : tensor<4xf32>
  check.expect_eq_const %f, dense<3.0> : tensor<1xf32>
  return
}
