// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @pack(%t: tensor<?x4xf32>, %i: index, %x: f32) {
  %d = tensor.empty(%i) : tensor<?x1x4x4xf32>
  %3 = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<?x4xf32> -> tensor<?x1x4x4xf32>
  return
}

// -----

func.func @pad(%t: tensor<?x4xf32>, %x: f32) {
  %b2 = tensor.pad %t nofold low[0, 0] high[0, 3] { ^bb0(%p: index, %q: index): tensor.yield %x : f32 } : tensor<?x4xf32> to tensor<?x7xf32>
  return
}

// -----

func.func @rank(%ui: tensor<*xf32>) {
  %0 = tensor.rank %ui : tensor<*xf32>
  return
}

// -----

func.func @reshape(%t: tensor<?x4xf32>, %sh: tensor<2xindex>) {
  %1 = tensor.reshape %t(%sh) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return
}

// -----

func.func @unpack(%t: tensor<?x4xf32>, %i: index, %x: f32) {
  %d = tensor.empty(%i) : tensor<?x1x4x4xf32>
  %3 = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<?x4xf32> -> tensor<?x1x4x4xf32>
  %4 = tensor.unpack %3 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %t : tensor<?x1x4x4xf32> -> tensor<?x4xf32>
  return
}
