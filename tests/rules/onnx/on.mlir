// The rules of onnx.Gather, GatherElements, GatherND, ScatterElements and ScatterND.

func.func @good(%x: tensor<?x3xf32>, %i: tensor<2x?xi32>, %n: tensor<5x2xi64>, %u: tensor<5xf32>) -> tensor<?x3xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = -1 : si64} : (tensor<?x3xf32>, tensor<2x?xi32>) -> tensor<?x2x?xf32>
  %1 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<?x3xf32>, tensor<2x?xi32>) -> tensor<2x?xf32>
  %2 = "onnx.GatherND"(%x, %n) {batch_dims = 0 : si64} : (tensor<?x3xf32>, tensor<5x2xi64>) -> tensor<5xf32>
  %3 = "onnx.ScatterND"(%x, %n, %u) {reduction = "max"} : (tensor<?x3xf32>, tensor<5x2xi64>, tensor<5xf32>) -> tensor<?x3xf32>
  return %3 : tensor<?x3xf32>
}

// -----

func.func @axis(%x: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+2 {{'onnx.Gather' op axis 2 is not in valid range [-2,1]}}
  // expected-note@+1 {{rule ON-1 of the ONNX operators, Gather}}
  %0 = "onnx.Gather"(%x, %i) {axis = 2 : si64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @axis_type(%x: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'onnx.Gather' op attribute 'axis' failed to satisfy constraint: 64-bit signed integer attribute}}
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : i64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @ranks(%x: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+2 {{'onnx.GatherElements' op GatherElements op: Rank of input 'data' needs to be equal to rank of input 'indices' (2 and 1)}}
  // expected-note@+1 {{rule ON-2 of the ONNX operators, GatherElements}}
  %0 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @longer(%x: tensor<4x3xf32>, %i: tensor<9x4xi64>) {
  // expected-error@+2 {{'onnx.GatherElements' op GatherElements op: 'indices' shape should have values within bounds of 'data' shape. Invalid value in indices shape is: 4 at dimension 1, data has 3}}
  // expected-note@+1 {{rule ON-3 of the ONNX operators, GatherElements}}
  %0 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<9x4xi64>) -> tensor<9x4xf32>
  return
}

// -----

func.func @batch_dims(%x: tensor<4x3xf32>, %i: tensor<4x1xi64>) {
  // expected-error@+2 {{'onnx.GatherND' op batch_dims is 2, it must be at least 0 and below the ranks of data (2) and indices (2)}}
  // expected-note@+1 {{rule ON-4 of the ONNX operators, GatherND}}
  %0 = "onnx.GatherND"(%x, %i) {batch_dims = 2 : si64} : (tensor<4x3xf32>, tensor<4x1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_extents(%x: tensor<4x3xf32>, %i: tensor<5x1xi64>) {
  // expected-error@+2 {{'onnx.GatherND' op Batch dimensions differ at index 0: data has 4, indices 5}}
  // expected-note@+1 {{rule ON-4 of the ONNX operators, GatherND}}
  %0 = "onnx.GatherND"(%x, %i) {batch_dims = 1 : si64} : (tensor<4x3xf32>, tensor<5x1xi64>) -> tensor<5xf32>
  return
}

// -----

func.func @coordinates(%x: tensor<4x3xf32>, %i: tensor<5x3xi64>) {
  // expected-error@+2 {{'onnx.GatherND' op last dimension of indices must not be larger than rank of input tensor: 3, right: at most 2}}
  // expected-note@+1 {{rule ON-5 of the ONNX operators, GatherND}}
  %0 = "onnx.GatherND"(%x, %i) : (tensor<4x3xf32>, tensor<5x3xi64>) -> tensor<5xf32>
  return
}

// -----

func.func @no_coordinates(%x: tensor<4x3xf32>, %i: tensor<5x0xi64>) {
  // expected-error@+2 {{'onnx.GatherND' op last dimension of indices is 0, it must be at least 1}}
  // expected-note@+1 {{rule ON-5 of the ONNX operators, GatherND}}
  %0 = "onnx.GatherND"(%x, %i) : (tensor<4x3xf32>, tensor<5x0xi64>) -> tensor<5x4x3xf32>
  return
}

// -----

func.func @nd_index_type(%x: tensor<4x3xf32>, %i: tensor<5x2xi32>) {
  // expected-error@+1 {{'onnx.GatherND' op operand #1 must be ranked tensor of 64-bit signless integer values, but got 'tensor<5x2xi32>'}}
  %0 = "onnx.GatherND"(%x, %i) : (tensor<4x3xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @updates(%x: tensor<4x3xf32>, %i: tensor<5x1xi64>, %u: tensor<5xf32>) {
  // expected-error@+2 {{'onnx.ScatterND' op updates tensor should have shape equal to indices.shape[:-1] + data.shape[indices.shape[-1]:]. updates shape: [5], indices shape: [5,1], data shape: [4,3]}}
  // expected-note@+1 {{rule ON-6 of the ONNX operators, ScatterND}}
  %0 = "onnx.ScatterND"(%x, %i, %u) : (tensor<4x3xf32>, tensor<5x1xi64>, tensor<5xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @reduction(%x: tensor<4xf32>, %i: tensor<5xi64>, %u: tensor<5xf32>) {
  // expected-error@+1 {{'onnx.ScatterElements' op attribute 'reduction' failed to satisfy constraint: string attribute: none, add, mul, max or min}}
  %0 = "onnx.ScatterElements"(%x, %i, %u) {reduction = "mean"} : (tensor<4xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @updates_dtype(%x: tensor<4xf32>, %i: tensor<5xi64>, %u: tensor<5xf64>) {
  // expected-error@+2 {{'onnx.ScatterElements' op data type is different from updates type: f32, updates f64}}
  // expected-note@+1 {{rule ON-6 of the ONNX operators, ScatterElements}}
  %0 = "onnx.ScatterElements"(%x, %i, %u) : (tensor<4xf32>, tensor<5xi64>, tensor<5xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @updates_rank(%x: tensor<4xf32>, %i: tensor<5xi64>, %u: tensor<5x1xf32>) {
  // expected-error@+2 {{'onnx.ScatterElements' op Indices and updates must have the same rank. Indices rank=1. Updates rank=2}}
  // expected-note@+1 {{rule ON-6 of the ONNX operators, ScatterElements}}
  %0 = "onnx.ScatterElements"(%x, %i, %u) : (tensor<4xf32>, tensor<5xi64>, tensor<5x1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @updates_extent(%x: tensor<4x?xf32>, %i: tensor<5x?xi64>, %u: tensor<?x2xf32>, %v: tensor<6x2xf32>) {
  %0 = "onnx.ScatterElements"(%x, %i, %u) : (tensor<4x?xf32>, tensor<5x?xi64>, tensor<?x2xf32>) -> tensor<4x?xf32>
  // expected-error@+2 {{'onnx.ScatterElements' op Indices vs updates dimensions differs at position=0 5 vs 6}}
  // expected-note@+1 {{rule ON-6 of the ONNX operators, ScatterElements}}
  %1 = "onnx.ScatterElements"(%x, %i, %v) : (tensor<4x?xf32>, tensor<5x?xi64>, tensor<6x2xf32>) -> tensor<4x?xf32>
  return
}

// -----

// What no dtype stands for is told apart by type.
func.func @updates_type(%x: tensor<4xf80>, %i: tensor<5xi64>, %u: tensor<5xi7>) {
  // expected-error@+2 {{'onnx.ScatterElements' op operand #2 has elements of 'i7', expected 'f80', as operand #0 has}}
  // expected-note@+1 {{rule ON-6 of the ONNX operators, ScatterElements}}
  %0 = "onnx.ScatterElements"(%x, %i, %u) : (tensor<4xf80>, tensor<5xi64>, tensor<5xi7>) -> tensor<4xf80>
  return
}

// -----

func.func @scalar(%x: tensor<f32>, %i: tensor<2xi64>) {
  // expected-error@+2 {{'onnx.Gather' op Gather op: Cannot operate on scalar input}}
  // expected-note@+1 {{rule ON-1 of the ONNX operators, Gather}}
  %0 = "onnx.Gather"(%x, %i) : (tensor<f32>, tensor<2xi64>) -> tensor<2xf32>
  return
}
