// tensor.reshape and tensor.rank: the messages are those of mlir-opt-19.

// expected-error@+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
func.func @elements(%x: tensor<2x3xf32>, %s: tensor<2xindex>) { %0 = tensor.reshape %x(%s) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<2x2xf32> return }

// -----

// expected-error@+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
func.func @open_length(%x: tensor<2x3xf32>, %s: tensor<?xindex>) { %0 = tensor.reshape %x(%s) : (tensor<2x3xf32>, tensor<?xindex>) -> tensor<2x3xf32> return }

// -----

// expected-error@+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
func.func @length(%x: tensor<2x3xf32>, %s: tensor<3xindex>) { %0 = tensor.reshape %x(%s) : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32> return }

// -----

// expected-error@+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
func.func @types(%x: tensor<2x3xf32>, %s: tensor<2xindex>) { %0 = tensor.reshape %x(%s) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<2x3xi32> return }

// -----

// expected-error@+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<2xf32>'}}
func.func @list_of_floats(%x: tensor<2x3xf32>, %s: tensor<2xf32>) { %0 = tensor.reshape %x(%s) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32> return }

// -----

// expected-error@+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<1x2xi32>'}}
func.func @list_of_lists(%x: tensor<2x3xf32>, %s: tensor<1x2xi32>) { %0 = tensor.reshape %x(%s) : (tensor<2x3xf32>, tensor<1x2xi32>) -> tensor<2x3xf32> return }

// -----

// expected-error@+1 {{'tensor.rank' op operand #0 must be tensor of any type values, but got 'f32'}}
func.func @rank_of_a_number(%x: f32) { %0 = "tensor.rank"(%x) : (f32) -> index return }

// -----

// expected-error@+1 {{'tensor.rank' op result #0 must be index, but got 'i32'}}
func.func @rank_as_i32(%x: tensor<2xf32>) { %0 = "tensor.rank"(%x) : (tensor<2xf32>) -> i32 return }
