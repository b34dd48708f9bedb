// Lists of TTNN's attributes hold integers of 32 bits, each of them.

func.func @good(%x: tensor<2x3xf32>) {
  %0 = "ttnn.slice_static"(%x) <{begins = [0 : i32, 1 : i32], ends = [2 : i32, 3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @second_is_wider(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'begins' failed to satisfy constraint: 32-bit integer array attribute}}
  %0 = "ttnn.slice_static"(%x) <{begins = [0 : i32, 1 : i64], ends = [2 : i32, 3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @first_is_unsigned(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'ends' failed to satisfy constraint: 32-bit integer array attribute}}
  %0 = "ttnn.slice_static"(%x) <{begins = [0 : i32, 1 : i32], ends = [2 : ui32, 3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @of_64_bits(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'step' failed to satisfy constraint: 32-bit integer array attribute}}
  %0 = "ttnn.slice_static"(%x) <{begins = [0 : i32, 1 : i32], ends = [2 : i32, 3 : i32], step = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @the_second_range(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>) {
  // expected-error@+2 {{'ttnn.gather' op sub_core_grids[1] is (1, 2) to (9, 4), it must lie in the 8x8 grid}}
  // expected-note@+1 {{rule TT-1 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32, sub_core_grids = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,1)>, #ttnn.core_range<(1,2), (9,4)>]>}> : (tensor<4x3xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_of_an_unknown_extent(%a: tensor<2x3xf32>, %b: tensor<2x?xf32>) {
  %0 = "ttnn.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = "ttnn.concat"(%b, %a) <{dim = 1 : si32}> : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  %2 = "ttnn.concat"(%a, %b, %a) <{dim = 1 : si32}> : (tensor<2x3xf32>, tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  return
}
