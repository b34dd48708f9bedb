// gather, dynamic_gather, dynamic_slice: which element goes where, by hand from the specification.

func.func @rows_of_a_table() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi16>
  %i = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi16>, tensor<3xi32>) -> tensor<3x2xi16>
  check.expect_eq_const %r, dense<[[5, 6], [1, 2], [5, 6]]> : tensor<3x2xi16>
  func.return
}

// -----

// Starts -1, 3 and 9 of windows of two in four elements: clamped to 0, 2 and 2. The windows stand as columns (offset_dims = [0]).
func.func @clamped_windows_as_columns() {
  %x = stablehlo.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf64>
  %i = stablehlo.constant dense<[-1, 3, 9]> : tensor<3xi8>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 2>, indices_are_sorted = true}> : (tensor<4xf64>, tensor<3xi8>) -> tensor<2x3xf64>
  check.expect_eq_const %r, dense<[[10.0, 30.0, 30.0], [20.0, 40.0, 40.0]]> : tensor<2x3xf64>
  func.return
}

// -----

// An unsigned index is never negative: ui8 200 and ui64 2^63 are past the end.
func.func @unsigned_indices() {
  %x = stablehlo.iota dim = 0 : tensor<300xi32>
  %i = stablehlo.constant dense<[200, 255]> : tensor<2xui8>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xi32>, tensor<2xui8>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[200, 255]> : tensor<2xi32>
  %j = stablehlo.constant dense<[9223372036854775808, 18446744073709551615]> : tensor<2xui64>
  %s = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xi32>, tensor<2xui64>) -> tensor<2xi32>
  check.expect_eq_const %s, dense<299> : tensor<2xi32>
  func.return
}

// -----

// index_vector_dim left out is 0: the one vector is the whole of the indices. A permuted map: [column, row].
func.func @one_vector_permuted_map() {
  %x = stablehlo.constant dense<[[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)], [(4.0, 4.0), (5.0, 5.0), (6.0, 6.0)]]> : tensor<2x3xcomplex<f32>>
  %i = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1],
    start_index_map = [1, 0]>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xcomplex<f32>>, tensor<2xi64>) -> tensor<complex<f32>>
  check.expect_eq_const %r, dense<(6.0, 6.0)> : tensor<complex<f32>>
  func.return
}

// -----

// Rank 0: nothing to index, the result repeats the scalar once per index vector of no components.
func.func @rank_zero_operand() {
  %x = stablehlo.constant dense<7> : tensor<ui4>
  %i = stablehlo.constant dense<> : tensor<3x0xi64>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<index_vector_dim = 1>,
    slice_sizes = array<i64>}> : (tensor<ui4>, tensor<3x0xi64>) -> tensor<3xui4>
  check.expect_eq_const %r, dense<7> : tensor<3xui4>
  func.return
}

// -----

func.func @no_index_vectors() {
  %x = stablehlo.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %i = stablehlo.constant dense<> : tensor<0x1xi64>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xi1>, tensor<0x1xi64>) -> tensor<0x2xi1>
  check.expect_eq_const %r, dense<> : tensor<0x2xi1>
  func.return
}

// -----

// slice_sizes is a value; the result's extent along the window is found when it runs.
func.func @dynamic_gather() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<2x3xi32>, tensor<2x2xi64>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[4, 5], [2, 3]]> : tensor<2x2xi32>
  func.return
}

// -----

// Starts [2, -5] of a 2x2 slice of a 3x3 operand: clamped to [1, 0].
func.func @dynamic_slice() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xui32>
  %row = stablehlo.constant dense<2> : tensor<i16>
  %column = stablehlo.constant dense<-5> : tensor<i16>
  %r = stablehlo.dynamic_slice %x, %row, %column, sizes = [2, 2] : (tensor<3x3xui32>, tensor<i16>, tensor<i16>) -> tensor<2x2xui32>
  check.expect_eq_const %r, dense<[[4, 5], [7, 8]]> : tensor<2x2xui32>
  func.return
}

// -----

// Only bits move: NaN payloads, -0 and f8 come through as they are.
func.func @bits_are_kept() {
  %x = stablehlo.constant dense<[0x7FC00001, 0xFF800000, -0.0]> : tensor<3xf32>
  %i = stablehlo.constant dense<[2, 1, 0]> : tensor<3xi64>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  %b = stablehlo.bitcast_convert %r : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %b, dense<[0x80000000, 0xFF800000, 0x7FC00001]> : tensor<3xui32>
  func.return
}
