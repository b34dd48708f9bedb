// linalg.transpose, linalg.broadcast: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%a: tensor<2x3xf32>, %o: tensor<2x2xf32>) {
  // expected-error@+1 {{'linalg.transpose' op dim(result, 0) = 2 doesn't match dim(input, permutation[0]) = 3}}
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%o : tensor<2x2xf32>) permutation = [1, 0]
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<2x2xf32>) {
  // expected-error@+1 {{'linalg.transpose' op permutation is not valid}}
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%o : tensor<2x2xf32>) permutation = [1, 1]
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.transpose' op input rank 2 does not match init rank 1}}
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%o : tensor<2xf32>) permutation = [1, 0]
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>) {
  // expected-error@+1 {{'linalg.transpose' op size of permutation 1 does not match the argument rank 2}}
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%o : tensor<3x2xf32>) permutation = [0]
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<2x3x2xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 2, dimensions size: 2, init rank: 3}}
  %0 = linalg.broadcast ins(%a : tensor<2x3xf32>) outs(%o : tensor<2x3x2xf32>) dimensions = [1, 0]
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<2x3x2xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 2], got: 3}}
  %0 = linalg.broadcast ins(%a : tensor<2x3xf32>) outs(%o : tensor<2x3x2xf32>) dimensions = [3]
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<2x3x2xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op input dim 0 should match init dim 1. input: 2, init: 3}}
  %0 = linalg.broadcast ins(%a : tensor<2x3xf32>) outs(%o : tensor<2x3x2xf32>) dimensions = [0]
  return
}

// -----

// From here on in words of our own. Upstream tells this one at the yield, reads past the end of the input's shape on the
// next, and takes the third.
func.func @f(%a: tensor<2xf32>, %o: tensor<2xi32>) {
  // expected-error@+1 {{'linalg.transpose' op input has elements of type 'f32', init has 'i32'}}
  %0 = linalg.transpose ins(%a : tensor<2xf32>) outs(%o : tensor<2xi32>) permutation = [0]
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %o: tensor<2x3x3xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op dimension 1 is listed twice}}
  %0 = linalg.broadcast ins(%a : tensor<2xf32>) outs(%o : tensor<2x3x3xf32>) dimensions = [1, 1]
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.transpose' op expected a region of one block}}
  %0 = "linalg.transpose"(%a, %a) <{permutation = array<i64: 0>}> ({ ^bb0(%x: f32, %y: f32): linalg.yield %y : f32 }) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>, %z: f32) {
  %0 = "linalg.transpose"(%a, %o) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%x: f32, %y: f32):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>, %z: f32) {
  // expected-error@+1 {{'linalg.transpose' op expected a region of one block that takes an element of each operand and yields the first: ^bb0(%in, %out): linalg.yield %in}}
  %0 = "linalg.transpose"(%a, %o) <{permutation = array<i64: 1, 0>}> ({
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>, %z: f32) {
  // expected-error@+1 {{'linalg.transpose' op expected a region of one block that takes an element of each operand and yields the first: ^bb0(%in, %out): linalg.yield %in}}
  %0 = "linalg.transpose"(%a, %o) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%x: f32):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>, %z: f32) {
  // expected-error@+1 {{'linalg.transpose' op expected a region of one block that takes an element of each operand and yields the first: ^bb0(%in, %out): linalg.yield %in}}
  %0 = "linalg.transpose"(%a, %o) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%x: f32, %y: f32):
    "linalg.yield"(%y) : (f32) -> ()
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>, %z: f32) {
  // expected-error@+1 {{'linalg.transpose' op expected a region of one block that takes an element of each operand and yields the first: ^bb0(%in, %out): linalg.yield %in}}
  %0 = "linalg.transpose"(%a, %o) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%x: f32, %y: f32):
    "linalg.yield"(%x, %x) : (f32, f32) -> ()
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>, %z: f32) {
  // expected-error@+1 {{'linalg.transpose' op expected a region of one block that takes an element of each operand and yields the first: ^bb0(%in, %out): linalg.yield %in}}
  %0 = "linalg.transpose"(%a, %o) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%x: f32, %y: f32):
    %w = arith.negf %x : f32
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %o: tensor<3x2xf32>, %z: f32) {
  // expected-error@+1 {{'linalg.transpose' op expected a region of one block that takes an element of each operand and yields the first: ^bb0(%in, %out): linalg.yield %in}}
  %0 = "linalg.transpose"(%a, %o) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%x: f32, %y: f64):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %o: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.transpose' op permutation is not valid}}
  %0 = linalg.transpose ins(%a : tensor<2xf32>) outs(%o : tensor<2xf32>) permutation = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]
  return
}

// -----

func.func @f(%a: tensor<3xf32>, %o: tensor<2x3xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: -1}}
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%o : tensor<2x3xf32>) dimensions = [-1]
  return
}

// -----

func.func @f(%a: tensor<3xf32>, %o: tensor<2x3xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 2}}
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%o : tensor<2x3xf32>) dimensions = [2]
  return
}
