// linalg.generic, index, fill, copy: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x3xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected indexing_map #1 to have 2 dim(s) to match the number of loops}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x3xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected operand rank (2) to match the result rank of indexing_map #0 (1)}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x3xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 3, but found 2}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x3xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected the shape-to-loops map to be non-null}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected type of bb argument #1 ('i32') to match element or self type of the corresponding operand ('f32')}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: i32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error@+1 {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %x, %x : f32, f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>, %i: i32) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error@+1 {{'linalg.yield' op type of yield operand 1 ('i32') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %i : i32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected type of operand #1 ('tensor<2xf32>') to match type of corresponding result ('tensor<3xf32>')}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: memref<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected to have pure tensor or buffer semantics}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'linalg.generic' unexpected iterator_type (sideways)}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["sideways"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error@+1 {{'linalg.index' op expected dim (1) to be lower than the number of loops (1) of the enclosing LinalgOp}}
    %i = linalg.index 1 : index
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'linalg.index' op expected parent op with LinalgOp interface}}
  %i = linalg.index 0 : index
  return
}

// -----

func.func @f(%a: f32, %b: memref<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'linalg.fill' op expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %r = linalg.fill ins(%a : f32) outs(%b : memref<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @f(%a: memref<3xf32>, %b: memref<2xf32>) {
  // expected-error@+1 {{'linalg.copy' op inferred input/output operand #1 has shape's dimension #0 to be 3, but found 2}}
  linalg.copy ins(%a : memref<3xf32>) outs(%b : memref<2xf32>)
  return
}

// -----

func.func @f(%a: memref<2x2xf32>, %b: memref<2xf32>) {
  // expected-error@+1 {{'linalg.copy' op expected operand rank (2) to match the result rank of indexing_map #0 (1)}}
  linalg.copy ins(%a : memref<2x2xf32>) outs(%b : memref<2xf32>)
  return
}
