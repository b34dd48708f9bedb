// custom_call: layouts, aliases, configurations, and calls about buffers (upstream's verifier).

func.func @good(%a: tensor<2x3xf32>, %t: !stablehlo.token, %m: memref<4xf32>, %u: tensor<*xf32>) {
  %0 = stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.custom_call @x(%a, %t) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>, !stablehlo.token) -> tuple<tensor<2x3xf32>, !stablehlo.token>
  %2 = stablehlo.custom_call @x(%u) {operand_layouts = [dense<[5]> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<*xf32>) -> tensor<2xf32>
  %3:2 = stablehlo.custom_call @x(%a, %1) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = [0]>]} : (tensor<2x3xf32>, tuple<tensor<2x3xf32>, !stablehlo.token>) -> (tensor<2x3xf32>, tensor<f32>)
  %4 = stablehlo.custom_call @x(%a) {backend_config = "text", api_version = 2 : i32} : (tensor<2x3xf32>) -> tensor<f32>
  %5 = stablehlo.custom_call @x(%a) {backend_config = {n = 1 : i64}, api_version = 4 : i32, called_computations = [@good], has_side_effect = true} : (tensor<2x3xf32>) -> tensor<f32>
  %6 = stablehlo.custom_call @x(%m) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<4xf32>) -> memref<4xf32>
  %7 = stablehlo.custom_call @CreateBuffer() : () -> memref<4xf32>
  %8 = stablehlo.custom_call @Pin(%a) : (tensor<2x3xf32>) -> memref<2x3xf32>
  %9 = stablehlo.custom_call @Unpin(%8) : (memref<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layouts_both(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Layout attributes should be specified for either both operands and results or none.}}
  %0 = stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layouts_number(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Number of operands must match the number of operand layouts, 1 != 0}}
  %0 = stablehlo.custom_call @x(%a) {operand_layouts = [], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layouts_number_2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Number of results must match the number of result layouts, 1 != 2}}
  %0 = stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layouts_tuple(%a: tuple<tensor<f32>>) {
  // expected-error@+1 {{Tuple types are not fully supported with layout constraints yet}}
  stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (tuple<tensor<f32>>) -> ()
  return
}

// -----

func.func @layouts_token(%a: !stablehlo.token) {
  // expected-error@+1 {{Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token' has layout dense<[0, 1]> : tensor<2xindex>}}
  stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (!stablehlo.token) -> ()
  return
}

// -----

func.func @layouts_wrong(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{incorrect layout dense<[0, 2]> : tensor<2xindex> for type 'tensor<2x3xf32>', layout must be a permutation of [0, 2)}}
  stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = []} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @layouts_wrong(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{incorrect layout dense<0> : tensor<1xindex> for type 'tensor<2x3xf32>', layout must be a permutation of [0, 2)}}
  stablehlo.custom_call @x(%a) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = []} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @layouts_wrong(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{layout must be a permutation of [0, 2)}}
  stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 0]> : tensor<2xindex>], result_layouts = []} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @layouts_type(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'operand_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes}}
  stablehlo.custom_call @x(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xi64>], result_layouts = []} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @alias_operand(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.}}
  %0 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @alias_operand(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: -1.}}
  %0 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = -1, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @alias_operand_part(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{operand_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @alias_operand_part_2(%a: tuple<tensor<2x3xf32>>) {
  // expected-error@+1 {{operand_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>]} : (tuple<tensor<2x3xf32>>) -> tensor<2x3xf32>
  return
}

// -----

func.func @alias_output(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0:2 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @alias_output_2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @alias_shapes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<2x3xf32>' and output part has type 'tensor<6xf32>'}}
  %0 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @alias_kind(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'output_operand_aliases' failed to satisfy constraint: Aliasing attribute for outputs and operands of CustomCall}}
  %0 = stablehlo.custom_call @x(%a) {output_operand_aliases = [1]} : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @config_dictionary(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.}}
  stablehlo.custom_call @x(%a) {api_version = 4 : i32, backend_config = ""} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @config_string(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.}}
  stablehlo.custom_call @x(%a) {backend_config = {}} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @config_kind(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'backend_config' failed to satisfy constraint: string attribute or dictionary of named attribute values}}
  stablehlo.custom_call @x(%a) {backend_config = 1 : i32} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @version(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'api_version' failed to satisfy constraint: Custom call API version}}
  stablehlo.custom_call @x(%a) {api_version = 5 : i32} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @computations(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'called_computations' failed to satisfy constraint: flat symbol ref array attribute}}
  stablehlo.custom_call @x(%a) {called_computations = ["x"]} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @operand(%a: index) {
  // expected-error@+1 {{operand #0 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of}}
  stablehlo.custom_call @x(%a) : (index) -> ()
  return
}

// -----

func.func @create(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{CreateBuffer custom_call shouldn't have any inputs}}
  %0 = stablehlo.custom_call @CreateBuffer(%a) : (tensor<2x3xf32>) -> memref<4xf32>
  return
}

// -----

func.func @create_results(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{CreateBuffer custom_call should have one result}}
  stablehlo.custom_call @CreateBuffer() : () -> ()
  return
}

// -----

func.func @create_memref(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{CreateBuffer custom_call should have a memref result}}
  %0 = stablehlo.custom_call @CreateBuffer() : () -> tensor<2x3xf32>
  return
}

// -----

func.func @pin(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Pin custom_call should have one input}}
  %0 = stablehlo.custom_call @Pin() : () -> memref<4xf32>
  return
}

// -----

func.func @pin_tensor(%a: memref<4xf32>) {
  // expected-error@+1 {{Pin custom_call should have a tensor input}}
  %0 = stablehlo.custom_call @Pin(%a) : (memref<4xf32>) -> memref<4xf32>
  return
}

// -----

func.func @pin_results(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Pin custom_call should have one output}}
  stablehlo.custom_call @Pin(%a) : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @pin_memref(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Pin custom_call should have a memref output}}
  %0 = stablehlo.custom_call @Pin(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pin_types(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Pin custom_call should have compatible input and output types}}
  %0 = stablehlo.custom_call @Pin(%a) : (tensor<2x3xf32>) -> memref<4xf32>
  return
}

// -----

func.func @unpin(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Unpin custom_call should have one input}}
  %0 = stablehlo.custom_call @Unpin() : () -> tensor<2x3xf32>
  return
}

// -----

func.func @unpin_memref(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{Unpin custom_call should have a memref input}}
  %0 = stablehlo.custom_call @Unpin(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @unpin_results(%a: memref<4xf32>) {
  // expected-error@+1 {{Unpin custom_call should have one output}}
  stablehlo.custom_call @Unpin(%a) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @unpin_tensor(%a: memref<4xf32>) {
  // expected-error@+1 {{Unpin custom_call should have a tensor output}}
  %0 = stablehlo.custom_call @Unpin(%a) : (memref<4xf32>) -> memref<4xf32>
  return
}

// -----

func.func @unpin_types(%a: memref<4xf32>) {
  // expected-error@+1 {{Unpin custom_call should have compatible input and output types}}
  %0 = stablehlo.custom_call @Unpin(%a) : (memref<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @buffer_not_used(%a: memref<4xf32>) {
  // expected-error@+1 {{buffer output [] is not used in output_operand_alias}}
  %0 = stablehlo.custom_call @x(%a) : (memref<4xf32>) -> memref<4xf32>
  return
}

// -----

func.func @buffer_not_used_2(%a: memref<4xf32>) {
  // expected-error@+1 {{buffer output [1] is not used in output_operand_alias}}
  %0:2 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @buffer_output_twice(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error@+1 {{buffer output [0] is used in output_operand_alias more than once}}
  %0:2 = stablehlo.custom_call @x(%a, %b) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>]} : (memref<4xf32>, memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @buffer_operand_twice(%a: memref<4xf32>) {
  // expected-error@+1 {{buffer operand 0[] is used in output_operand_alias more than once}}
  %0:2 = stablehlo.custom_call @x(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @alias_of_all_results(%x: tensor<2xf32>) {
  // expected-error@+1 {{operand part has type 'tensor<2xf32>' and output part has type 'tuple<tensor<2x2xf32>, tensor<2xf32>>'}}
  %0:2 = "stablehlo.custom_call"(%x) {call_target_name = "a", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  return
}
