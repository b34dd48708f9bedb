// tensor.gather, ML-1: source of any element type; indices signless integers, i1 among them, or index.

func.func @i1_indices(%a: tensor<4x5xf32>, %i: tensor<3x1xi1>) -> tensor<3x4xf32> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<3x1xi1>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @index_indices(%a: tensor<4x5x!quant.uniform<i8:f32, 1.0>>, %i: tensor<3x1xindex>) -> tensor<3x4x!quant.uniform<i8:f32, 1.0>> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5x!quant.uniform<i8:f32, 1.0>>, tensor<3x1xindex>) -> tensor<3x4x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<3x4x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @wide_element(%a: tensor<4x5xi77>, %i: tensor<3x1xi32>) -> tensor<3x4xi77> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xi77>, tensor<3x1xi32>) -> tensor<3x4xi77>
  return %0 : tensor<3x4xi77>
}

// -----

func.func @unsigned(%a: tensor<4x5xf32>, %i: tensor<3x1xui32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'tensor.gather' op operand #1 must be ranked tensor of signless integer or index values, but got 'tensor<3x1xui32>'}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<3x1xui32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @signed(%a: tensor<4x5xf32>, %i: tensor<3x1xsi32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'tensor.gather' op operand #1 must be ranked tensor of signless integer or index values, but got 'tensor<3x1xsi32>'}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<3x1xsi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @unranked(%a: tensor<*xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'tensor.gather' op operand #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<*xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
