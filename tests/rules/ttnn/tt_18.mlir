// TT-18: the shapes of ttnn.embedding, in the words of tt-mlir's verifier.

func.func @good(%i: tensor<2x4xui32>, %w: tensor<5x10xbf16>, %v: tensor<1x?x5x10xf32>, %j: tensor<?xbf16>) -> tensor<?x10xf32> {
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2x4xui32>, tensor<5x10xbf16>) -> tensor<2x4x10xbf16>
  %1 = "ttnn.embedding"(%j, %v) : (tensor<?xbf16>, tensor<1x?x5x10xf32>) -> tensor<?x10xf32>
  return %1 : tensor<?x10xf32>
}

// -----

func.func @ids(%i: tensor<2x4x8xui32>, %w: tensor<5x10xbf16>) {
  // expected-error@+3 {{'ttnn.embedding' op input must be at most a 2D tensor, got 3D ranked tensor}}
  // expected-note@+2 {{input: 3 dimensions; right: 0 to 2}}
  // expected-note@+1 {{rule TT-18 of the tt-mlir TTNN dialect, embedding}}
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2x4x8xui32>, tensor<5x10xbf16>) -> tensor<2x4x8x10xbf16>
  return
}

// -----

func.func @weight_of_one(%i: tensor<2x4xui32>, %w: tensor<10xbf16>) {
  // expected-error@+3 {{'ttnn.embedding' op weight must be at least 2D tensor, got 1D ranked tensor}}
  // expected-note@+2 {{weight: 1 dimensions; right: 2 or more}}
  // expected-note@+1 {{rule TT-18}}
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2x4xui32>, tensor<10xbf16>) -> tensor<2x4x10xbf16>
  return
}

// -----

func.func @weight_of_four(%i: tensor<2x4xui32>, %w: tensor<1x2x3x4xbf16>) {
  // expected-error@+3 {{'ttnn.embedding' op weight must be effectively 2D tensor}}
  // expected-note@+2 {{weight: [1, 2, 3, 4]; right: 1 in every dimension but the last two}}
  // expected-note@+1 {{rule TT-18}}
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2x4xui32>, tensor<1x2x3x4xbf16>) -> tensor<2x4x4xbf16>
  return
}

// -----

func.func @output(%i: tensor<2x4xui32>, %w: tensor<5x10xbf16>) {
  // expected-error@+2 {{'ttnn.embedding' op expected output shape of (2, 4, 10) but got (2, 4, 5)}}
  // expected-note@+1 {{rule TT-18}}
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2x4xui32>, tensor<5x10xbf16>) -> tensor<2x4x5xbf16>
  return
}

// -----

func.func @element(%i: tensor<2xui32>, %w: tensor<5x10xbf16>) {
  // expected-error@+2 {{'ttnn.embedding' op failed to infer returned types}}
  // expected-error@+1 {{'ttnn.embedding' op inferred type(s) 'tensor<2x10xbf16>' are incompatible with return type(s) of operation 'tensor<2x10xf32>'}}
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2xui32>, tensor<5x10xbf16>) -> tensor<2x10xf32>
  return
}

// -----

func.func @operands(%i: tensor<2xui32>) {
  // expected-error@+1 {{'ttnn.embedding' op expected 2 operands, but found 1}}
  %0 = "ttnn.embedding"(%i) : (tensor<2xui32>) -> tensor<2xf32>
  return
}
