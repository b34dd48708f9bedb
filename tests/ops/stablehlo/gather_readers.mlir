// Gathers whose elements only element-wise ops read: lowered, they are computed in the loops of the last of these.

func.func @rows_scaled() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %b = stablehlo.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : tensor<2x2xf32>
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %m = stablehlo.multiply %g, %b : tensor<2x2xf32>
  %r = stablehlo.add %m, %g : tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[55.0, 126.0], [31.0, 82.0]]> : tensor<2x2xf32>
  return
}

// An index out of range gives the fill value, which is added to all the same.
func.func @filled() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[2, 5, -1]> : tensor<3xi64>
  %e = stablehlo.constant dense<0> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<3xi32>
  %g = garner.gather ins(%x, %i : tensor<3xi32>, tensor<3xi64>) outs(%e : tensor<3xi32>)
         collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1],
         bounds = fill, fill = 7 : i32 -> tensor<3xi32>
  %r = stablehlo.add %g, %one : tensor<3xi32>
  check.expect_eq_const %r, dense<[4, 8, 8]> : tensor<3xi32>
  return
}

// Windows of which a part is outside: each element is tested by itself.
func.func @filled_in_part() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %e = stablehlo.constant dense<0> : tensor<2x2xi32>
  %g = garner.gather ins(%x, %i : tensor<3xi32>, tensor<2x1xi64>) outs(%e : tensor<2x2xi32>)
         offset_dims = [1], start_index_map = [0], index_vector_dim = 1, slice_sizes = [2],
         bounds = fill, grain = element, fill = 7 : i32 -> tensor<2x2xi32>
  %r = stablehlo.negate %g : tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[-2, -3], [-3, -7]]> : tensor<2x2xi32>
  return
}

// The tensor that is gathered from is replaced after the reader: not before.
func.func @updated_behind() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %w = stablehlo.add %x, %x : tensor<3x2xi32>
  %n = arith.index_cast %i : tensor<2x1xi32> to tensor<2x1xindex>
  %g = tensor.gather %w[%n] gather_dims([0]) unique : (tensor<3x2xi32>, tensor<2x1xindex>) -> tensor<2x2xi32>
  %u = stablehlo.negate %g : tensor<2x2xi32>
  %v = tensor.scatter %u into %w[%n] scatter_dims([0]) unique : (tensor<2x2xi32>, tensor<3x2xi32>, tensor<2x1xindex>) -> tensor<3x2xi32>
  check.expect_eq_const %v, dense<[[-2, -4], [6, 8], [-10, -12]]> : tensor<3x2xi32>
  return
}

// The reader comes behind an op that replaces what is gathered from.
func.func @read_behind() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7 : i32
  %w = stablehlo.add %x, %x : tensor<3xi32>
  %n = arith.index_cast %i : tensor<2x1xi32> to tensor<2x1xindex>
  %g = tensor.gather %w[%n] gather_dims([0]) : (tensor<3xi32>, tensor<2x1xindex>) -> tensor<2xi32>
  %v = tensor.insert %seven into %w[%c2] : tensor<3xi32>
  %r = stablehlo.negate %g : tensor<2xi32>
  check.expect_eq_const %r, dense<[-6, -2]> : tensor<2xi32>
  check.expect_eq_const %v, dense<[2, 4, 7]> : tensor<3xi32>
  return
}

// Axes in front of the chosen one: an index serves the rows of its columns.
func.func @columns() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = stablehlo.constant dense<[-1, 0]> : tensor<2xi64>
  %g = "onnx.Gather"(%x, %i) {axis = 1 : si64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %r = stablehlo.negate %g : tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[-3.0, -1.0], [-6.0, -4.0]]> : tensor<2x2xf32>
  return
}

// Two gathers, one reader; and one of a single vector.
func.func @two() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %j = stablehlo.constant dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  %y = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xi32>, tensor<2x1xi64>) -> tensor<2xi32>
  %h = "stablehlo.gather"(%y, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x2xi64>) -> tensor<2xi32>
  %r = stablehlo.subtract %g, %h : tensor<2xi32>
  check.expect_eq_const %r, dense<[1, -2]> : tensor<2xi32>
  %one = stablehlo.constant dense<[1]> : tensor<1xi64>
  %k = "stablehlo.gather"(%x, %one) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2>}> : (tensor<3xi32>, tensor<1xi64>) -> tensor<2xi32>
  %s = stablehlo.negate %k : tensor<2xi32>
  check.expect_eq_const %s, dense<[-2, -3]> : tensor<2xi32>
  return
}

// In a loop, whose step replaces what the next one gathers from.
func.func @in_a_loop() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = arith.constant dense<[[2], [0], [1]]> : tensor<3x1xindex>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%w = %x) -> (tensor<3xi32>) {
    %g = tensor.gather %w[%i] gather_dims([0]) : (tensor<3xi32>, tensor<3x1xindex>) -> tensor<3xi32>
    %s = arith.addi %g, %w : tensor<3xi32>
    scf.yield %s : tensor<3xi32>
  }
  check.expect_eq_const %r, dense<[17, 16, 15]> : tensor<3xi32>
  return
}
