// The rules of tf.GatherV2, tf.GatherNd and tf.TensorScatter*.

func.func @good(%x: tensor<?x3xf32>, %i: tensor<2x?xi32>, %a: tensor<i32>, %n: tensor<5x?xi64>, %u: tensor<?xf32>) {
  %0 = "tf.GatherV2"(%x, %i, %a) : (tensor<?x3xf32>, tensor<2x?xi32>, tensor<i32>) -> tensor<?x?x3xf32>
  %1 = "tf.GatherNd"(%x, %n) : (tensor<?x3xf32>, tensor<5x?xi64>) -> tensor<5xf32>
  %2 = "tf.TensorScatterAdd"(%x, %n, %u) : (tensor<?x3xf32>, tensor<5x?xi64>, tensor<?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @batch_dims(%x: tensor<4x3xf32>, %i: tensor<2xi32>, %a: tensor<i32>) {
  // expected-error@+2 {{'tf.GatherV2' op Expected batch_dims in the range [-1, 1], but got 2}}
  // expected-note@+1 {{rule TF-1 of the TensorFlow operations, GatherV2}}
  %0 = "tf.GatherV2"(%x, %i, %a) {batch_dims = 2 : i64} : (tensor<4x3xf32>, tensor<2xi32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @axis(%x: tensor<4x3xf32>, %i: tensor<2xi32>) {
  %a = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  // expected-error@+2 {{'tf.GatherV2' op Expected axis in the range [-2, 2), but got 2}}
  // expected-note@+1 {{rule TF-2 of the TensorFlow operations, GatherV2}}
  %0 = "tf.GatherV2"(%x, %i, %a) : (tensor<4x3xf32>, tensor<2xi32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @axis_before_batch(%x: tensor<4x3xf32>, %i: tensor<4xi32>) {
  %a = "tf.Const"() {value = dense<-2> : tensor<i32>} : () -> tensor<i32>
  // expected-error@+2 {{'tf.GatherV2' op batch_dims (1) must be less than or equal to axis (0).}}
  // expected-note@+1 {{rule TF-2 of the TensorFlow operations, GatherV2}}
  %0 = "tf.GatherV2"(%x, %i, %a) {batch_dims = 1 : i64} : (tensor<4x3xf32>, tensor<4xi32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_extents(%x: tensor<4x3xf32>, %i: tensor<5xi32>) {
  %a = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  // expected-error@+2 {{'tf.GatherV2' op params.shape[0]: 4 should be equal to indices.shape[0]: 5}}
  // expected-note@+1 {{rule TF-3 of the TensorFlow operations, GatherV2}}
  %0 = "tf.GatherV2"(%x, %i, %a) {batch_dims = 1 : i64} : (tensor<4x3xf32>, tensor<5xi32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @coordinates(%x: tensor<4x3xf32>, %i: tensor<5x3xi32>) {
  // expected-error@+2 {{'tf.GatherNd' op index innermost dimension length must be <= params rank; saw: 3 vs. 2}}
  // expected-note@+1 {{rule TF-4 of the TensorFlow operations, GatherNd}}
  %0 = "tf.GatherNd"(%x, %i) : (tensor<4x3xf32>, tensor<5x3xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @updates(%x: tensor<4x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf64>) {
  // expected-error@+2 {{'tf.TensorScatterSub' op updates have element type f64, it must be tensor's: f32}}
  // expected-note@+1 {{rule TF-5 of the TensorFlow operations, TensorScatterSub}}
  %0 = "tf.TensorScatterSub"(%x, %i, %u) : (tensor<4x3xf32>, tensor<5x1xi32>, tensor<5x3xf64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rank_0(%x: tensor<f32>, %i: tensor<5x0xi32>, %u: tensor<5xf32>) {
  // expected-error@+2 {{'tf.TensorScatterMax' op tensor must be at least a vector}}
  // expected-note@+1 {{rule TF-7 of the TensorFlow operations, TensorScatterMax}}
  %0 = "tf.TensorScatterMax"(%x, %i, %u) : (tensor<f32>, tensor<5x0xi32>, tensor<5xf32>) -> tensor<f32>
  return
}

// -----

func.func @batch_dims_below(%x: tensor<4x3xf32>, %i: tensor<2xi32>, %a: tensor<i32>) {
  // expected-error@+2 {{'tf.GatherV2' op Expected batch_dims in the range [-1, 1], but got -2}}
  // expected-note@+1 {{rule TF-1 of the TensorFlow operations, GatherV2}}
  %0 = "tf.GatherV2"(%x, %i, %a) {batch_dims = -2 : i64} : (tensor<4x3xf32>, tensor<2xi32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @index_is_no_tensor(%x: tensor<4x3xf32>, %i: i32) {
  // expected-error@+1 {{'tf.GatherNd' op operand #1 must be ranked tensor of 16-bit, 32-bit or 64-bit signless integer values, but got 'i32'}}
  %0 = "tf.GatherNd"(%x, %i) : (tensor<4x3xf32>, i32) -> tensor<f32>
  return
}

// -----

func.func @axis_is_a_matrix(%x: tensor<4x3xf32>, %i: tensor<2xi32>, %a: tensor<1x1xi32>) {
  // expected-error@+1 {{'tf.GatherV2' op operand #2 must be tensor of rank at most 1 of 16-bit, 32-bit or 64-bit signless integer values, but got 'tensor<1x1xi32>'}}
  %0 = "tf.GatherV2"(%x, %i, %a) : (tensor<4x3xf32>, tensor<2xi32>, tensor<1x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @axis_is_a_float(%x: tensor<4x3xf32>, %i: tensor<2xi32>, %a: tensor<f32>) {
  // expected-error@+1 {{'tf.GatherV2' op operand #2 must be tensor of rank at most 1 of 16-bit, 32-bit or 64-bit signless integer values, but got 'tensor<f32>'}}
  %0 = "tf.GatherV2"(%x, %i, %a) : (tensor<4x3xf32>, tensor<2xi32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @no_coordinates(%x: tensor<4x3xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'tf.GatherNd' op indices must be at least a vector}}
  // expected-note@+1 {{rule TF-4 of the TensorFlow operations, GatherNd}}
  %0 = "tf.GatherNd"(%x, %i) : (tensor<4x3xf32>, tensor<i32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @batch_past_the_vectors(%x: tensor<4x3xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+2 {{'tf.GatherNd' op batch_dims = 2 must be at least 0 and less than rank(params) = 2 and rank(indices) = 2}}
  // expected-note@+1 {{rule TF-1 of the TensorFlow operations, GatherNd}}
  %0 = "tf.GatherNd"(%x, %i) {batch_dims = 2 : i64} : (tensor<4x3xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_of_vectors_differs(%x: tensor<4x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+2 {{'tf.GatherNd' op params.shape[0]: 4 should be equal to indices.shape[0]: 5}}
  // expected-note@+1 {{rule TF-3 of the TensorFlow operations, GatherNd}}
  %0 = "tf.GatherNd"(%x, %i) {batch_dims = 1 : i64} : (tensor<4x3xf32>, tensor<5x1xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @scattered_coordinates(%x: tensor<4x3xf32>, %i: tensor<5x3xi32>, %u: tensor<5xf32>) {
  // expected-error@+2 {{'tf.TensorScatterAdd' op index innermost dimension length must be <= tensor rank; saw: 3 vs. 2}}
  // expected-note@+1 {{rule TF-4 of the TensorFlow operations, TensorScatterAdd}}
  %0 = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<4x3xf32>, tensor<5x3xi32>, tensor<5xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @updates_outside(%x: tensor<4x3xf32>, %i: tensor<5x1xi32>, %u: tensor<6x3xf32>) {
  // expected-error@+2 {{'tf.TensorScatterAdd' op Dimensions [0,1) of indices[shape=[5,1]] must match dimensions [0,1) of updates[shape=[6,3]]}}
  // expected-note@+1 {{rule TF-5 of the TensorFlow operations, TensorScatterAdd}}
  %0 = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<4x3xf32>, tensor<5x1xi32>, tensor<6x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @updates_inside(%x: tensor<?x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x2xf32>) {
  // expected-error@+2 {{'tf.TensorScatterAdd' op Dimensions [1,2) of input[shape=[?,3]] must match dimensions [1,2) of updates[shape=[5,2]]}}
  // expected-note@+1 {{rule TF-5 of the TensorFlow operations, TensorScatterAdd}}
  %0 = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<?x3xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @scalar_updates(%x: tensor<4xf32>, %i: tensor<1xi32>, %u: tensor<f32>) {
  // expected-error@+2 {{'tf.TensorScatterAdd' op requires updates operand to have at least 1 dimension}}
  // expected-note@+1 {{rule TF-7 of the TensorFlow operations, TensorScatterAdd}}
  %0 = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<4xf32>, tensor<1xi32>, tensor<f32>) -> tensor<4xf32>
  return
}
