// dot and dot_general: `precision = [A]` or `[A, B]`, each a word of the precision attribute.

func.func @good(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @unknown(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{custom op 'stablehlo.dot_general' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
  // expected-error@+1 {{custom op 'stablehlo.dot_general' failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [LOW] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @unknown_second(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{custom op 'stablehlo.dot_general' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
  // expected-error@+1 {{custom op 'stablehlo.dot_general' failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, LOW] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @three(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{expects precision config to be empty or have <= 2 elements, got 3}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, HIGH, HIGH] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = 3 : i64} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [1]} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<comparison_direction LT>]} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{attribute 'dot_dimension_numbers' failed to satisfy constraint: Attribute that models the dimension information for dot.}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.gather<index_vector_dim = 0>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{attribute 'algorithm' failed to satisfy constraint: Attribute that models the algorithm constraints to use for computing dot.}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = 3> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{expected 'rhs_precision_type'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, accumulation_type = f32> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{expected 'contracting_dims'}}
  %0 = stablehlo.dot_general %a, %b, accuracy = [1] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}
