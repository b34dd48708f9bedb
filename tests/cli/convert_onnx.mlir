// Every op that has an export pattern for ONNX, and one access of each form. Expected values are StableHLO's, worked out by hand.

func.func @shapes() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = stablehlo.reshape %x : (tensor<2x3xi32>) -> tensor<3x1x2xi32>
  check.expect_eq_const %0, dense<[[[1, 2]], [[3, 4]], [[5, 6]]]> : tensor<3x1x2xi32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %2 = stablehlo.broadcast_in_dim %x, dims = [2, 0] : (tensor<2x3xi32>) -> tensor<3x2x2xi32>
  check.expect_eq_const %2, dense<[[[1, 4], [1, 4]], [[2, 5], [2, 5]], [[3, 6], [3, 6]]]> : tensor<3x2x2xi32>
  %3 = stablehlo.slice %x [0:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
  %4 = stablehlo.concatenate %x, %3, dim = 1 : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  check.expect_eq_const %4, dense<[[1, 2, 3, 1, 3], [4, 5, 6, 4, 6]]> : tensor<2x5xi32>
  %v = stablehlo.constant dense<9> : tensor<i32>
  %5 = stablehlo.pad %x, %v, low = [1, -1], high = [0, 1], interior = [0, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x3xi32>
  check.expect_eq_const %5, dense<[[9, 9, 9], [2, 3, 9], [5, 6, 9]]> : tensor<3x3xi32>
  %6 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  check.expect_eq_const %6, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %e = stablehlo.constant dense<> : tensor<0x3xi32>
  %7 = stablehlo.reshape %e : (tensor<0x3xi32>) -> tensor<4x0xi32>
  check.expect_eq_const %7, dense<> : tensor<4x0xi32>
  return
}

func.func @elements() {
  %a = stablehlo.constant dense<[1, 5, -3]> : tensor<3xi64>
  %b = stablehlo.constant dense<[4, 5, -7]> : tensor<3xi64>
  %0 = stablehlo.add %a, %b : tensor<3xi64>
  %1 = stablehlo.subtract %0, %a : tensor<3xi64>
  %2 = stablehlo.multiply %1, %b : tensor<3xi64>
  check.expect_eq_const %2, dense<[16, 25, 49]> : tensor<3xi64>
  %3 = stablehlo.minimum %a, %b : tensor<3xi64>
  check.expect_eq_const %3, dense<[1, 5, -7]> : tensor<3xi64>
  %4 = stablehlo.maximum %a, %b : tensor<3xi64>
  check.expect_eq_const %4, dense<[4, 5, -3]> : tensor<3xi64>
  %5 = stablehlo.compare LT, %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  check.expect_eq_const %5, dense<[true, false, false]> : tensor<3xi1>
  %6 = stablehlo.compare NE, %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  check.expect_eq_const %6, dense<[true, false, true]> : tensor<3xi1>
  %7 = stablehlo.compare GE, %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %8 = stablehlo.compare LE, %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %9 = stablehlo.and %7, %8 : tensor<3xi1>
  check.expect_eq_const %9, dense<[false, true, false]> : tensor<3xi1>
  %10 = stablehlo.compare GT, %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %11 = stablehlo.or %10, %9 : tensor<3xi1>
  check.expect_eq_const %11, dense<[false, true, true]> : tensor<3xi1>
  %12 = stablehlo.compare EQ, %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %13 = stablehlo.add %12, %5 : tensor<3xi1>
  check.expect_eq_const %13, dense<[true, true, false]> : tensor<3xi1>
  %14 = stablehlo.select %11, %a, %b : tensor<3xi1>, tensor<3xi64>
  check.expect_eq_const %14, dense<[4, 5, -3]> : tensor<3xi64>
  %15 = stablehlo.convert %b : (tensor<3xi64>) -> tensor<3xui8>
  check.expect_eq_const %15, dense<[4, 5, 249]> : tensor<3xui8>
  %16 = stablehlo.convert %13 : (tensor<3xi1>) -> tensor<3xi32>
  check.expect_eq_const %16, dense<[1, 1, 0]> : tensor<3xi32>
  %17 = stablehlo.and %a, %b : tensor<3xi64>
  check.expect_eq_const %17, dense<[0, 5, -7]> : tensor<3xi64>
  return
}

// StableHLO clamps 7 and -2; ONNX would wrap the one and refuse the other.
func.func @slices_clamp() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[1, 7, -2]> : tensor<3xi64>
  %j = stablehlo.add %i, %i : tensor<3xi64>
  %0 = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<3xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[5, 6], [5, 6], [1, 2]]> : tensor<3x2xi32>
  return
}

func.func @vectors_of_i32() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[0, 1], [2, 0]]> : tensor<2x2xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, 5]> : tensor<2xi32>
  return
}

// An update that is out of range is left out.
func.func @scatter_skips() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[0], [3], [0], [-1]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[14, 20, 30]> : tensor<3xi32>
  return
}

// Two systems that are read and not written.
func.func @tensorflow() {
  %x = "tf.Const"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %i = "tf.Const"() {value = dense<[[1], [1]]> : tensor<2x1xi16>} : () -> tensor<2x1xi16>
  %u = "tf.Const"() {value = dense<[0.5, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %0 = "tf.TensorScatterSub"(%x, %i, %u) : (tensor<2xf32>, tensor<2x1xi16>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, -2.5]> : tensor<2xf32>
  return
}

func.func @tosa() {
  %x = "tosa.const"() <{values = dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi32>}> : () -> tensor<1x2x2xi32>
  %i = "tosa.const"() <{value = dense<[[1]]> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %u = "tosa.const"() <{value = dense<[[[7, 8]]]> : tensor<1x1x2xi32>}> : () -> tensor<1x1x2xi32>
  %0 = tosa.gather %x, %i : (tensor<1x2x2xi32>, tensor<1x1xi32>) -> tensor<1x1x2xi32>
  check.expect_eq_const %0, dense<[[[3, 4]]]> : tensor<1x1x2xi32>
  %1 = tosa.scatter %x, %i, %u : (tensor<1x2x2xi32>, tensor<1x1xi32>, tensor<1x1x2xi32>) -> tensor<1x2x2xi32>
  check.expect_eq_const %1, dense<[[[1, 2], [7, 8]]]> : tensor<1x2x2xi32>
  return
}
