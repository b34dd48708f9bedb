// tensor.gather, tensor.scatter, ML-6: a coordinate for each dim, as LLVM 20 checks and LLVM 19 does not.

func.func @one_dim_two_coordinates(%a: tensor<4x5xf32>, %i: tensor<3x2xindex>) -> tensor<3x4xf32> {
  // expected-error@+3 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  // expected-note@+2 {{rule ML-6 of the MLIR tensor dialect, tensor.gather}}
  // expected-note@+1 {{LLVM 20 and later check this, LLVM 19 does not}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<3x2xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @two_dims_one_coordinate(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<3xf32> {
  // expected-error@+3 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  // expected-note@+2 {{rule ML-6 of the MLIR tensor dialect, tensor.gather}}
  // expected-note@+1 {{LLVM 20 and later check this, LLVM 19 does not}}
  %0 = tensor.gather %a[%i] gather_dims([0, 1]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @dynamic_last_dim(%a: tensor<4x5xf32>, %i: tensor<3x?xindex>) -> tensor<3x4xf32> {
  // expected-error@+3 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  // expected-note@+2 {{rule ML-6 of the MLIR tensor dialect, tensor.gather}}
  // expected-note@+1 {{LLVM 20 and later check this, LLVM 19 does not}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<3x?xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @scatter(%s: tensor<3x4xf32>, %d: tensor<4x5xf32>, %i: tensor<3x2xindex>) -> tensor<4x5xf32> {
  // expected-error@+3 {{'tensor.scatter' op scatter_dims length must match the size of last dimension of indices}}
  // expected-note@+2 {{rule ML-6 of the MLIR tensor dialect, tensor.scatter}}
  // expected-note@+1 {{LLVM 20 and later check this, LLVM 19 does not}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x2xindex>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
