// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @add(%n: !shape.shape, %z: !shape.size) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  return
}

// -----

func.func @assuming_all(%b: i1, %n: !shape.shape) {
  %8 = shape.concat %n, %n : !shape.shape, !shape.shape -> !shape.shape
  %12 = shape.cstr_eq %n, %8 : !shape.shape, !shape.shape
  %13 = shape.cstr_require %b, "must hold"
  %14 = shape.const_witness true
  %15 = shape.assuming_all %12, %13, %14
  return
}

// -----

func.func @concat(%n: !shape.shape) {
  %8 = shape.concat %n, %n : !shape.shape, !shape.shape -> !shape.shape
  return
}

// -----

func.func @const_witness() {
  %14 = shape.const_witness true
  return
}

// -----

func.func @cstr_eq(%n: !shape.shape) {
  %8 = shape.concat %n, %n : !shape.shape, !shape.shape -> !shape.shape
  %12 = shape.cstr_eq %n, %8 : !shape.shape, !shape.shape
  return
}

// -----

func.func @cstr_require(%b: i1) {
  %13 = shape.cstr_require %b, "must hold"
  return
}

// -----

func.func @dim(%t: tensor<?x4xf32>, %i: index) {
  %18 = shape.dim %t, %i : tensor<?x4xf32>, index -> index
  return
}

// -----

func.func @div(%n: !shape.shape, %z: !shape.size) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  %4 = shape.mul %z, %3 : !shape.size, !shape.size -> !shape.size
  %5 = shape.div %4, %z : !shape.size, !shape.size -> !shape.size
  return
}

// -----

func.func @from_extents(%n: !shape.shape, %z: !shape.size, %i: index) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  %7 = shape.max %z, %3 : !shape.size, !shape.size -> !shape.size
  %10 = shape.size_to_index %7 : !shape.size
  %11 = shape.from_extents %i, %10 : index, index
  return
}

// -----

func.func @get_extent(%n: !shape.shape, %z: !shape.size) {
  %9 = shape.get_extent %n, %z : !shape.shape, !shape.size -> !shape.size
  return
}

// -----

func.func @is_broadcastable(%n: !shape.shape) {
  %16 = shape.is_broadcastable %n, %n : !shape.shape, !shape.shape
  return
}

// -----

func.func @max(%n: !shape.shape, %z: !shape.size) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  %7 = shape.max %z, %3 : !shape.size, !shape.size -> !shape.size
  return
}

// -----

func.func @min(%n: !shape.shape, %z: !shape.size) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  %6 = shape.min %z, %3 : !shape.size, !shape.size -> !shape.size
  return
}

// -----

func.func @mul(%n: !shape.shape, %z: !shape.size) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  %4 = shape.mul %z, %3 : !shape.size, !shape.size -> !shape.size
  return
}

// -----

func.func @rank(%n: !shape.shape) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  return
}

// -----

func.func @shape_eq(%n: !shape.shape) {
  %17 = shape.shape_eq %n, %n : !shape.shape, !shape.shape
  return
}

// -----

func.func @size_to_index(%n: !shape.shape, %z: !shape.size) {
  %1 = shape.rank %n : !shape.shape -> !shape.size
  %3 = shape.add %z, %1 : !shape.size, !shape.size -> !shape.size
  %7 = shape.max %z, %3 : !shape.size, !shape.size -> !shape.size
  %10 = shape.size_to_index %7 : !shape.size
  return
}

// -----

func.func @to_extent_tensor(%n: !shape.shape) {
  %2 = shape.to_extent_tensor %n : !shape.shape -> tensor<?xindex>
  return
}

// -----

func.func @shape_of(%t: tensor<?x4xf32>) {
  %0 = shape.shape_of %t : tensor<?x4xf32> -> tensor<2xindex>
  return
}

// -----

func.func @const_shape() {
  %0 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  return
}

// -----

func.func @broadcast(%s: tensor<2xindex>, %u: tensor<2xindex>) {
  %0 = shape.broadcast %s, %u : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return
}

// -----

func.func @cstr_broadcastable(%s: tensor<2xindex>, %u: tensor<2xindex>) {
  %0 = shape.cstr_broadcastable %s, %u : tensor<2xindex>, tensor<2xindex>
  return
}

// -----

func.func @assuming(%s: tensor<2xindex>, %u: tensor<2xindex>, %t: tensor<?x4xf32>) {
  %w = shape.cstr_broadcastable %s, %u : tensor<2xindex>, tensor<2xindex>
  %0 = shape.assuming %w -> (tensor<?x4xf32>) {
    shape.assuming_yield %t : tensor<?x4xf32>
  }
  return
}

// -----

func.func @num_elements(%s: tensor<2xindex>) {
  %0 = shape.num_elements %s : tensor<2xindex> -> index
  return
}
