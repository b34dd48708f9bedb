// expand_shape and collapse_shape of a tensor without dimensions: no groups, and every extent of the other is 1.

func.func @good(%a: tensor<1x1xf32>, %b: tensor<f32>) {
  %0 = tensor.collapse_shape %a [] : tensor<1x1xf32> into tensor<f32>
  %1 = tensor.expand_shape %b [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return
}

// -----

func.func @a_group(%a: tensor<1xf32>) {
  // expected-error@+1 {{expected collapsed rank (0) to equal the number of reassociation maps (1)}}
  %0 = tensor.collapse_shape %a [[0]] : tensor<1xf32> into tensor<f32>
  return
}

// -----

func.func @two(%a: tensor<2xf32>) {
  // expected-error@+1 {{a tensor of rank 0 has one element, so dimension 0 of the expanded type must be 1}}
  %0 = tensor.collapse_shape %a [] : tensor<2xf32> into tensor<f32>
  return
}

// -----

func.func @the_first_group_is_no_list(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes}}
  %0 = "tensor.collapse_shape"(%a) <{reassociation = ["a", [0, 1]]}> : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @the_first_number_is_no_i64(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes}}
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0 : i32, 1]]}> : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}
