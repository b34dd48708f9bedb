// tensor.expand_shape, collapse_shape, cast: upstream's rules in upstream's words.

func.func @f(%a: tensor<2x3xf32>) -> tensor<7xf32> {
  // expected-error@+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 6}}
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x3xf32> into tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{'tensor.collapse_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
  %0 = tensor.collapse_shape %a [[0], [1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{'tensor.collapse_shape' op expected reassociation map #0 to be valid and contiguous.}}
  %0 = tensor.collapse_shape %a [[1, 0]] : tensor<2x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @f(%a: tensor<2x3x4xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  2.}}
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x3x4xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @f(%a: tensor<?x3xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<?x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @f(%a: tensor<6xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 8}}
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<6xf32> into tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<6xf32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'tensor.expand_shape' op expected collapsed type to be 'tensor<6xi32>', but got 'tensor<6xf32>'}}
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

func.func @f(%a: tensor<6xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'tensor.expand_shape' op expected dimension 0 of output_shape to be the number that the result type has it}}
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<6xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{expected number of static shape dims to be equal to the output rank (2) but found 1 inputs instead}}
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2] : tensor<6xf32> into tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<?xf32>) -> tensor<2x?xf32> {
  // expected-error@+1 {{custom op 'tensor.expand_shape' expected 'output_shape': the result type has dynamic dimensions}}
  %0 = tensor.expand_shape %a [[0, 1]] : tensor<?xf32> into tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @f(%a: tensor<6xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes}}
  %0 = "tensor.expand_shape"(%a) <{reassociation = [0, 1], static_output_shape = array<i64: 2, 3>}> : (tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<3xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tensor.cast' op operand type 'tensor<3xf32>' and result type 'tensor<4xf32>' are cast incompatible}}
  %0 = tensor.cast %a : tensor<3xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{'tensor.expand_shape' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = "tensor.expand_shape"(%a) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, -9223372036854775808>}> : (tensor<?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{for op tensor.expand_shape: Invalid attribute `static_output_shape` in property conversion: 4 : i64}}
  %0 = "tensor.expand_shape"(%a) <{reassociation = [[0, 1]], static_output_shape = 4 : i64}> : (tensor<4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4611686018427387904x4xf32>) {
  // expected-error@+1 {{expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4611686018427387904x4xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<4xi64>' are cast incompatible}}
  %0 = tensor.bitcast %a : tensor<4xf32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<3xi32>' are cast incompatible}}
  %0 = tensor.bitcast %a : tensor<4xf32> to tensor<3xi32>
  return
}

// -----

func.func @f(%a: tensor<4xindex>) {
  // expected-error@+1 {{'tensor.bitcast' op operand type 'tensor<4xindex>' and result type 'tensor<4xi64>' are cast incompatible}}
  %0 = tensor.bitcast %a : tensor<4xindex> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: tensor<4xi64>) {
  // expected-error@+1 {{'tensor.bitcast' op operand type 'tensor<4xi64>' and result type 'tensor<4xindex>' are cast incompatible}}
  %0 = tensor.bitcast %a : tensor<4xi64> to tensor<4xindex>
  return
}
