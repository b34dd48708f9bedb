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
