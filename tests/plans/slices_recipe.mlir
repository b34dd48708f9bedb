// The recipe for slices (broadcast, broadcast, tcp.gather; TCP-13) runs as a take of rows: broadcasts are views of stride 0,
// an index broadcast along a dimension makes it part of the row, and the input's own broadcast merges into the outer loop.

// x = 8, y = 3 vectors; rows of b*c = 16*64 f32.
func.func @a_b_c_by_x_y(%input: tensor<100x16x64xf32>, %indices: tensor<8x3xi64>) -> tensor<8x3x16x64xf32> {
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %input_4d = tensor.expand_shape %input [[0, 1], [2], [3]] output_shape [100, 1, 16, 64] : tensor<100x16x64xf32> into tensor<100x1x16x64xf32>
  %input_bcast = tcp.broadcast %input_4d, %c3 {axes = [1]} : tensor<100x1x16x64xf32>, index -> tensor<100x3x16x64xf32>
  %indices_4d = tensor.expand_shape %indices [[0], [1, 2, 3]] output_shape [8, 3, 1, 1] : tensor<8x3xi64> into tensor<8x3x1x1xi64>
  %indices_bcast = tcp.broadcast %indices_4d, %c16, %c64 {axes = [2, 3]} : tensor<8x3x1x1xi64>, index, index -> tensor<8x3x16x64xi64>
  // expected-remark-re@+1 {{tcp.gather: {{[a-z0-9]+}}, {{(streamed )?rows}}, one thread: 24 rows of 4096 B, indices i64, error}}
  %x = tcp.gather %input_bcast, %indices_bcast {dim = 0 : index} : tensor<100x3x16x64xf32>, tensor<8x3x16x64xi64> -> tensor<8x3x16x64xf32>
  return %x : tensor<8x3x16x64xf32>
}

// -----

// The same said in one op: the same plan.
func.func @gather_slice(%input: tensor<100x16x64xf32>, %indices: tensor<8x3xi64>) -> tensor<8x3x16x64xf32> {
  // expected-remark-re@+1 {{tcp.gather_slice: {{[a-z0-9]+}}, {{(streamed )?rows}}, one thread: 24 rows of 4096 B, indices i64, error}}
  %x = tcp.gather_slice %input, %indices {dim = 0 : index} : tensor<100x16x64xf32>, tensor<8x3xi64> -> tensor<8x3x16x64xf32>
  return %x : tensor<8x3x16x64xf32>
}

// -----

// torch.index_select along dim 0.
func.func @index_select(%input: tensor<300x128xf32>, %indices: tensor<50xi64>) -> tensor<50x128xf32> {
  %c128 = arith.constant 128 : index
  %indices_2d = tensor.expand_shape %indices [[0, 1]] output_shape [50, 1] : tensor<50xi64> into tensor<50x1xi64>
  %indices_bcast = tcp.broadcast %indices_2d, %c128 {axes = [1]} : tensor<50x1xi64>, index -> tensor<50x128xi64>
  // expected-remark-re@+1 {{tcp.gather: {{[a-z0-9]+}}, {{(streamed )?rows}}, one thread: 50 rows of 512 B, indices i64, error}}
  %x = tcp.gather %input, %indices_bcast {dim = 0 : index} : tensor<300x128xf32>, tensor<50x128xi64> -> tensor<50x128xf32>
  return %x : tensor<50x128xf32>
}

// -----

// tf.gather along axis 1: for each index a window of 8 rows.
func.func @axis_1(%input: tensor<8x40x256xf32>, %indices: tensor<5xi32>) -> tensor<8x5x256xf32> {
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %indices_3d = tensor.expand_shape %indices [[0, 1, 2]] output_shape [1, 5, 1] : tensor<5xi32> into tensor<1x5x1xi32>
  %indices_bcast = tcp.broadcast %indices_3d, %c8, %c256 {axes = [0, 2]} : tensor<1x5x1xi32>, index, index -> tensor<8x5x256xi32>
  // expected-remark-re@+1 {{tcp.gather: {{[a-z0-9]+}}, {{(streamed )?rows}}, one thread: 5 windows of 8x256 elements of 4 B, indices i32, error}}
  %x = tcp.gather %input, %indices_bcast {dim = 1 : index} : tensor<8x40x256xf32>, tensor<8x5x256xi32> -> tensor<8x5x256xf32>
  return %x : tensor<8x5x256xf32>
}
