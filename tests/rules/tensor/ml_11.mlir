// tensor.gather, tensor.scatter, ML-11: the RFC's spelling; dims that are not written must be known from the indices. The
// RFC's two scatters stand here as it writes them: `unique` is optional there.

func.func @rfc(%input: tensor<2x3x4xf32>, %indices: tensor<5x6x 1xindex>) -> tensor<5x6x2x1x4xf32> {
  %out = tensor.gather %input[%indices] gather_along_dimension(1) :
    tensor<2x3x4xf32>[tensor<5x6x 1xindex>] -> tensor<5x6x2x1x4xf32>
  return %out : tensor<5x6x2x1x4xf32>
}

// -----

func.func @leading_dims(%input: tensor<4x4x4xf32>, %dest: tensor<1x2xf32>, %indices: tensor<1x2x 3xindex>) -> tensor<4x4x4xf32> {
  %out = scatter %dest into %input[%indices] unique : tensor<1x2xf32> into tensor<4x4x4xf32>[tensor<1x2x 3xindex>] -> tensor<4x4x4xf32>
  return %out : tensor<4x4x4xf32>
}

// -----

func.func @unknown(%input: tensor<4x4x4xf32>, %indices: tensor<2x?xindex>) -> tensor<2xf32> {
  // expected-error@+1 {{custom op 'tensor.gather' expected 'gather_dims': the last dimension of indices does not tell how many there are}}
  %out = tensor.gather %input[%indices] : tensor<4x4x4xf32>[tensor<2x?xindex>] -> tensor<2xf32>
  return %out : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %i: tensor<5x2xindex>, %u: tensor<5x3xf32>) {
  %0 = tensor.gather %a[%i] gather_along_dimension(0, 2) : tensor<2x3x4xf32>[tensor<5x2xindex>] -> tensor<5x3xf32>
  %1 = scatter %u into %a[%i] scatter_along_dimension = (0, 2) unique : tensor<5x3xf32> into tensor<2x3x4xf32>[tensor<5x2xindex>] -> tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %i: tensor<5x2xindex>, %u: tensor<5x3xf32>) {
  // expected-error@+1 {{expected at most 32 dimensions}}
  %0 = tensor.gather %a[%i] gather_along_dimension(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32) : tensor<2x3x4xf32>[tensor<5x2xindex>] -> tensor<5x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %i: tensor<0x33xindex>) {
  // expected-error@+1 {{custom op 'tensor.gather' expected 'gather_dims': the last dimension of indices does not tell how many there are}}
  %0 = tensor.gather %a[%i] : tensor<2xf32>[tensor<0x33xindex>] -> tensor<0xf32>
  return
}

// -----

func.func @rfc_scatter(%input: tensor<1x2xf32>, %dest: tensor<4x4x4xf32>, %indices: tensor<1x2x3xindex>) -> tensor<4x4x4xf32> {
  %out = scatter %input into %dest[%indices] :
  tensor<1x2xf32> into tensor<4x4x4xf32>[tensor<1x2x 3xindex>]
    -> tensor<4x4x4xf32>
  return %out : tensor<4x4x4xf32>
}

// -----

func.func @rfc_scatter_of_slices(%input: tensor<5x6x4x4xf32>, %dest: tensor<4x4x4xf32>, %indices: tensor<5x6x1xindex>) -> tensor<4x4x4xf32> {
  %out = scatter %input into %dest[%indices] coordinates = [1] :
  tensor<5x6x4x4xf32> into tensor<4x4x4xf32>[tensor<5x6x 1xindex>]
    -> tensor<4x4x4xf32>
  return %out : tensor<4x4x4xf32>
}

// -----

func.func @upstream_in_the_rfcs_words(%s: tensor<5x6x4x4xf32>, %d: tensor<4x4x4xf32>, %i: tensor<5x6x1xindex>) {
  // expected-error@+2 {{'tensor.scatter' op requires 'unique' attribute to be set}}
  // expected-note@+1 {{rule ML-5 of the MLIR tensor dialect, tensor.scatter}}
  %out = tensor.scatter %s into %d[%i] coordinates = [1] : tensor<5x6x4x4xf32> into tensor<4x4x4xf32>[tensor<5x6x1xindex>] -> tensor<4x4x4xf32>
  return
}

// -----

func.func @its_other_rules_hold(%s: tensor<5x6x4x4xf32>, %d: tensor<4x4x4xf32>, %i: tensor<5x6x1xindex>) {
  // expected-error@+2 {{'scatter' op scatter_dims value must be smaller than dest rank}}
  // expected-note@+1 {{rule ML-3 of the RFC of gather and scatter for MLIR's tensor dialect, ScatterOp}}
  %out = scatter %s into %d[%i] coordinates = [3] : tensor<5x6x4x4xf32> into tensor<4x4x4xf32>[tensor<5x6x1xindex>] -> tensor<4x4x4xf32>
  return
}

// -----

func.func @generic_with_the_promise(%s: tensor<5x6x4x4xf32>, %d: tensor<4x4x4xf32>, %i: tensor<5x6x1xindex>) {
  %0 = "scatter"(%s, %d, %i) <{scatter_dims = array<i64: 1>}> : (tensor<5x6x4x4xf32>, tensor<4x4x4xf32>, tensor<5x6x1xindex>) -> tensor<4x4x4xf32>
  // expected-error@+1 {{'scatter' op attribute 'unique' failed to satisfy constraint: none: the op with it is tensor.scatter}}
  %1 = "scatter"(%s, %d, %i) <{scatter_dims = array<i64: 1>, unique}> : (tensor<5x6x4x4xf32>, tensor<4x4x4xf32>, tensor<5x6x1xindex>) -> tensor<4x4x4xf32>
  return
}
