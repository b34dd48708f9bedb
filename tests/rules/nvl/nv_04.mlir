// NV-4: one input and update of one dtype; a function of two scalars of it, or a name.

func.func @dtypes(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf64>) -> tensor<3xf32> {
  // expected-error@+2 {{input and update must have the same dtype}}
  // expected-note@+1 {{rule NV-4 of the anvil reference, prim_scatter}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2)
       : (tensor<3xf32>, tensor<2xi32>, tensor<2xf64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @name(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.scatter' op attribute 'update_computation' failed to satisfy constraint: string attribute: replace, add, mul, min, max, and, or or xor}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = "sum") : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @bits_of_floats(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{nvl.scatter: inputs[0] has element type f32, combiner and takes integers and i1}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = "and") : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @one_argument(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C23}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%a: tensor<f32>) {
                     nvl.return %a : tensor<f32>
                   }) : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @another_dtype(%x: tensor<3xi32>, %i: tensor<2xi32>, %u: tensor<2xi32>) -> tensor<3xi32> {
  // expected-error@+2 {{update_computation must return the dtype of input}}
  // expected-note@+1 {{rule NV-4}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%a: tensor<i64>, %b: tensor<i64>) {
                     nvl.return %a : tensor<i64>
                   }) : (tensor<3xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

func.func @two_inputs(%x: tensor<3xi32>, %i: tensor<2xi32>, %u: tensor<2xi32>) -> tensor<3xi32> {
  // expected-error@+1 {{'nvl.scatter' op expected 3 operands, but found 5}}
  %r = "nvl.scatter"(%x, %x, %i, %u, %u) {update_window_dims = array<i64>, inserted_window_dims = array<i64: 1>,
         input_batching_dims = array<i64>, scatter_indices_batching_dims = array<i64>,
         scatter_dims_to_operand_dims = array<i64: 1>, index_vector_dim = 2 : i64}
       : (tensor<3xi32>, tensor<3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

func.func @window_larger_than_input(%x: tensor<3xi32>, %i: tensor<2xi32>, %u: tensor<2x4xi32>) -> tensor<3xi32> {
  // expected-error@+2 {{nvl.scatter: window dimension 1 of updates[0] has extent 4, dimension 0 of inputs[0] has 3 and a window must fit}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, scatter}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2)
       : (tensor<3xi32>, tensor<2xi32>, tensor<2x4xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

func.func @two_functions(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+6 {{custom op 'nvl.scatter' has two functions}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%a: tensor<f32>, %b: tensor<f32>) {
                     nvl.return %b : tensor<f32>
                   },
                   update_computation = function(%a: tensor<f32>, %b: tensor<f32>) {
                     nvl.return %b : tensor<f32>
                   }) : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @function_and_name(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+4 {{custom op 'nvl.scatter' has two arguments `update_computation`}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = "add",
                   update_computation = function(%a: tensor<f32>, %b: tensor<f32>) {
                     nvl.return %b : tensor<f32>
                   }) : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @nine_arguments(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+3 {{custom op 'nvl.scatter' has a function of more than 8 arguments}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>, %a4: tensor<f32>, %a5: tensor<f32>, %a6: tensor<f32>, %a7: tensor<f32>, %a8: tensor<f32>) {
                     nvl.return %a0 : tensor<f32>
                   }) : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @function_then_name(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.scatter' op has more than one update_computation}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%a: tensor<f32>, %b: tensor<f32>) {
                     nvl.return %b : tensor<f32>
                   },
                   update_computation = "add") : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @function_without_end(%x: tensor<3xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+3 {{expected ')'}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%a: tensor<f32> %b: tensor<f32>) {
                     nvl.return %b : tensor<f32>
                   }) : (tensor<3xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
