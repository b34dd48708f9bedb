// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @pack(%t: tensor<?x4xf32>, %i: index, %x: f32) {
  %d = tensor.empty(%i) : tensor<?x1x4x4xf32>
  %3 = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<?x4xf32> -> tensor<?x1x4x4xf32>
  return
}

// -----

func.func @unpack(%t: tensor<?x4xf32>, %i: index, %x: f32) {
  %d = tensor.empty(%i) : tensor<?x1x4x4xf32>
  %3 = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<?x4xf32> -> tensor<?x1x4x4xf32>
  %4 = tensor.unpack %3 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %t : tensor<?x1x4x4xf32> -> tensor<?x4xf32>
  return
}
