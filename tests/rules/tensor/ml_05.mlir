// tensor.scatter, ML-5: `unique` is demanded (--allow-nonunique-scatter lifts it; tests/cli).

func.func @not_unique(%s: tensor<3x4xf32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<4x5xf32> {
  // expected-error@+2 {{'tensor.scatter' op requires 'unique' attribute to be set}}
  // expected-note@+1 {{rule ML-5 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @unique_false(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {
  // expected-error@+1 {{invalid properties {gather_dims = array<i64: 1>, unique = false} for op tensor.gather: Invalid attribute `unique` in property conversion: false}}
  %0 = "tensor.gather"(%a, %i) <{gather_dims = array<i64: 1>, unique = false}> : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @no_dims(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'tensor.gather' op requires attribute 'gather_dims'}}
  %0 = "tensor.gather"(%a, %i) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
