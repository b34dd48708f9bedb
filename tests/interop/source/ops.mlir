// Every op that a language has a row for, at least once. Functions near_* are a library's own mathematics: f32 agrees to the
// bit or the next number, f64 within four.

func.func @shape(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>) -> (tensor<3x2xf32>, tensor<4x2x3xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>) {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.slice %x [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %5 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  %6 = stablehlo.broadcast_in_dim %2, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3x1xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3x2xf32>, tensor<4x2x3xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>
}

func.func @stretched(%x: tensor<1x3xi32>, %y: tensor<f64>) -> (tensor<2x3xi32>, tensor<2x2xf64>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<2x3xi32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
  return %0, %1 : tensor<2x3xi32>, tensor<2x2xf64>
}

func.func @constants() -> (tensor<2x2xf32>, tensor<f64>, tensor<3xi32>, tensor<2xi1>, tensor<4xf32>, tensor<2x3xi64>, tensor<0x2xf32>, tensor<2xf64>) {
  %0 = stablehlo.constant dense<[[1.5, -0.0], [0.1, 1.0e-30]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<0.1> : tensor<f64>
  %2 = stablehlo.constant dense<[1, -2147483648, 2147483647]> : tensor<3xi32>
  %3 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %4 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38]> : tensor<4xf32>
  %5 = stablehlo.iota dim = 1 : tensor<2x3xi64>
  %6 = stablehlo.constant dense<> : tensor<0x2xf32>
  %7 = stablehlo.constant dense<[4.9406564584124654e-324, 123456789012345680.0]> : tensor<2xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2x2xf32>, tensor<f64>, tensor<3xi32>, tensor<2xi1>, tensor<4xf32>, tensor<2x3xi64>, tensor<0x2xf32>, tensor<2xf64>
}

func.func @pads(%x: tensor<2x3xf32>, %v: tensor<f32>) -> (tensor<5x8xf32>, tensor<1x1xf32>, tensor<0x3xf32>) {
  %0 = stablehlo.pad %x, %v, low = [1, 2], high = [2, 1], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x8xf32>
  %1 = stablehlo.pad %x, %v, low = [-1, -2], high = [0, -2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x1xf32>
  %2 = stablehlo.pad %x, %v, low = [-3, 0], high = [1, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<0x3xf32>
  return %0, %1, %2 : tensor<5x8xf32>, tensor<1x1xf32>, tensor<0x3xf32>
}

func.func @floats(%a: tensor<40xf32>, %b: tensor<40xf32>, %c: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %0 = stablehlo.add %a, %b : tensor<40xf32>
  %1 = stablehlo.subtract %a, %b : tensor<40xf32>
  %2 = stablehlo.multiply %a, %b : tensor<40xf32>
  %3 = stablehlo.divide %a, %b : tensor<40xf32>
  %4 = stablehlo.minimum %a, %b : tensor<40xf32>
  %5 = stablehlo.maximum %a, %b : tensor<40xf32>
  %6 = stablehlo.negate %a : tensor<40xf32>
  %7 = stablehlo.abs %a : tensor<40xf32>
  %8 = stablehlo.sign %a : tensor<40xf32>
  %9 = stablehlo.floor %a : tensor<40xf32>
  %10 = stablehlo.ceil %a : tensor<40xf32>
  %11 = stablehlo.clamp %b, %a, %c : tensor<40xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
}

func.func @roots(%a: tensor<40xf32>, %b: tensor<40xf64>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf64>, tensor<40xf64>) {
  %0 = stablehlo.sqrt %a : tensor<40xf32>
  %1 = stablehlo.rsqrt %a : tensor<40xf32>
  %2 = stablehlo.sqrt %b : tensor<40xf64>
  %3 = stablehlo.rsqrt %b : tensor<40xf64>
  return %0, %1, %2, %3 : tensor<40xf32>, tensor<40xf32>, tensor<40xf64>, tensor<40xf64>
}

func.func @float_remainder(%a: tensor<40xf64>, %b: tensor<40xf64>) -> tensor<40xf64> {
  %0 = stablehlo.remainder %a, %b : tensor<40xf64>
  return %0 : tensor<40xf64>
}

func.func @near_f32(%a: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %0 = stablehlo.exponential %a : tensor<40xf32>
  %1 = stablehlo.log %a : tensor<40xf32>
  %2 = stablehlo.tanh %a : tensor<40xf32>
  %3 = stablehlo.sine %a : tensor<40xf32>
  %4 = stablehlo.cosine %a : tensor<40xf32>
  return %0, %1, %2, %3, %4 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
}

func.func @near_f32_power(%a: tensor<40xf32>, %b: tensor<40xf32>) -> tensor<40xf32> {
  %0 = stablehlo.power %a, %b : tensor<40xf32>
  return %0 : tensor<40xf32>
}

func.func @near_f64(%a: tensor<40xf64>) -> (tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>) {
  %0 = stablehlo.exponential %a : tensor<40xf64>
  %1 = stablehlo.log %a : tensor<40xf64>
  %2 = stablehlo.tanh %a : tensor<40xf64>
  %3 = stablehlo.sine %a : tensor<40xf64>
  %4 = stablehlo.cosine %a : tensor<40xf64>
  return %0, %1, %2, %3, %4 : tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>
}

func.func @near_f64_power(%a: tensor<40xf64>, %b: tensor<40xf64>) -> tensor<40xf64> {
  %0 = stablehlo.power %a, %b : tensor<40xf64>
  return %0 : tensor<40xf64>
}

func.func @integers(%a: tensor<40xi8>, %b: tensor<40xi8>, %c: tensor<40xi32>, %d: tensor<40xi32>) -> (tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi32>, tensor<40xi32>, tensor<40xi32>) {
  %0 = stablehlo.add %a, %b : tensor<40xi8>
  %1 = stablehlo.subtract %a, %b : tensor<40xi8>
  %2 = stablehlo.multiply %a, %b : tensor<40xi8>
  %3 = stablehlo.divide %a, %b : tensor<40xi8>
  %4 = stablehlo.remainder %a, %b : tensor<40xi8>
  %5 = stablehlo.minimum %a, %b : tensor<40xi8>
  %6 = stablehlo.maximum %a, %b : tensor<40xi8>
  %7 = stablehlo.negate %a : tensor<40xi8>
  %8 = stablehlo.abs %a : tensor<40xi8>
  %9 = stablehlo.sign %a : tensor<40xi8>
  %10 = stablehlo.clamp %b, %a, %a : tensor<40xi8>
  %11 = stablehlo.multiply %c, %d : tensor<40xi32>
  %12 = stablehlo.divide %c, %d : tensor<40xi32>
  %13 = stablehlo.remainder %c, %d : tensor<40xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi32>, tensor<40xi32>, tensor<40xi32>
}

func.func @unsigned(%a: tensor<40xui8>, %b: tensor<40xui8>) -> (tensor<40xui8>, tensor<40xui8>, tensor<40xui8>, tensor<40xui8>, tensor<40xui8>, tensor<40xi1>) {
  %0 = stablehlo.divide %a, %b : tensor<40xui8>
  %1 = stablehlo.remainder %a, %b : tensor<40xui8>
  %2 = stablehlo.subtract %a, %b : tensor<40xui8>
  %3 = stablehlo.negate %a : tensor<40xui8>
  %4 = stablehlo.maximum %a, %b : tensor<40xui8>
  %5 = stablehlo.compare LT, %a, %b : (tensor<40xui8>, tensor<40xui8>) -> tensor<40xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<40xui8>, tensor<40xui8>, tensor<40xui8>, tensor<40xui8>, tensor<40xui8>, tensor<40xi1>
}

func.func @bits_and_powers(%a: tensor<40xi16>, %b: tensor<40xi16>) -> (tensor<40xi16>, tensor<40xi16>, tensor<40xi16>, tensor<40xi16>, tensor<40xi16>) {
  %0 = stablehlo.and %a, %b : tensor<40xi16>
  %1 = stablehlo.or %a, %b : tensor<40xi16>
  %2 = stablehlo.xor %a, %b : tensor<40xi16>
  %3 = stablehlo.not %a : tensor<40xi16>
  %4 = stablehlo.power %a, %b : tensor<40xi16>
  return %0, %1, %2, %3, %4 : tensor<40xi16>, tensor<40xi16>, tensor<40xi16>, tensor<40xi16>, tensor<40xi16>
}

func.func @bools(%a: tensor<8xi1>, %b: tensor<8xi1>) -> (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) {
  %0 = stablehlo.and %a, %b : tensor<8xi1>
  %1 = stablehlo.or %a, %b : tensor<8xi1>
  %2 = stablehlo.xor %a, %b : tensor<8xi1>
  %3 = stablehlo.not %a : tensor<8xi1>
  %4 = stablehlo.add %a, %b : tensor<8xi1>
  %5 = stablehlo.multiply %a, %b : tensor<8xi1>
  %6 = stablehlo.minimum %a, %b : tensor<8xi1>
  %7 = stablehlo.maximum %a, %b : tensor<8xi1>
  %8 = stablehlo.clamp %a, %b, %b : tensor<8xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
}

func.func @compares(%a: tensor<40xf32>, %b: tensor<40xf32>) -> (tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xf32>, tensor<40xi1>) {
  %0 = stablehlo.compare EQ, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %1 = stablehlo.compare NE, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %2 = stablehlo.compare GE, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %3 = stablehlo.compare GT, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %4 = stablehlo.compare LE, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %5 = stablehlo.compare LT, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %6 = stablehlo.select %5, %a, %b : tensor<40xi1>, tensor<40xf32>
  %7 = stablehlo.is_finite %a : (tensor<40xf32>) -> tensor<40xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xi1>, tensor<40xf32>, tensor<40xi1>
}

func.func @converts(%a: tensor<40xf64>, %b: tensor<40xi32>, %c: tensor<8xi1>) -> (tensor<40xf32>, tensor<40xi8>, tensor<40xi32>, tensor<40xi1>, tensor<40xi8>, tensor<40xf32>, tensor<40xf64>, tensor<8xf32>, tensor<8xi32>) {
  %0 = stablehlo.convert %a : (tensor<40xf64>) -> tensor<40xf32>
  %1 = stablehlo.convert %a : (tensor<40xf64>) -> tensor<40xi8>
  %2 = stablehlo.convert %a : (tensor<40xf64>) -> tensor<40xi32>
  %3 = stablehlo.convert %a : (tensor<40xf64>) -> tensor<40xi1>
  %4 = stablehlo.convert %b : (tensor<40xi32>) -> tensor<40xi8>
  %5 = stablehlo.convert %b : (tensor<40xi32>) -> tensor<40xf32>
  %6 = stablehlo.convert %b : (tensor<40xi32>) -> tensor<40xf64>
  %7 = stablehlo.convert %c : (tensor<8xi1>) -> tensor<8xf32>
  %8 = stablehlo.convert %c : (tensor<8xi1>) -> tensor<8xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<40xf32>, tensor<40xi8>, tensor<40xi32>, tensor<40xi1>, tensor<40xi8>, tensor<40xf32>, tensor<40xf64>, tensor<8xf32>, tensor<8xi32>
}

func.func @slices_at_run_time(%x: tensor<4x5xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<2x3xf32>, tensor<4x5xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x5xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<4x5xf32>
}

// Sums in order: another order has other bits.
func.func @reduces(%x: tensor<3x4x2xf32>, %v: tensor<f32>, %y: tensor<3x4xi8>, %w: tensor<i8>) -> (tensor<4xf32>, tensor<3x2xf32>, tensor<f32>, tensor<3xi8>, tensor<4xi8>) {
  %0 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %v) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.reduce(%x init: %v) applies stablehlo.minimum across dimensions = [0, 1, 2] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%y init: %w) applies stablehlo.add across dimensions = [1] : (tensor<3x4xi8>, tensor<i8>) -> tensor<3xi8>
  %4 = stablehlo.reduce(%y init: %w) applies stablehlo.multiply across dimensions = [0] : (tensor<3x4xi8>, tensor<i8>) -> tensor<4xi8>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<3x2xf32>, tensor<f32>, tensor<3xi8>, tensor<4xi8>
}

func.func @products(%a: tensor<2x3x7xf32>, %b: tensor<2x7x4xf32>, %c: tensor<3x4xi8>, %d: tensor<4x2xi8>) -> (tensor<2x3x4xf32>, tensor<3x2xi8>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x7xf32>, tensor<2x7x4xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<3x4xi8>, tensor<4x2xi8>) -> tensor<3x2xi8>
  return %0, %1 : tensor<2x3x4xf32>, tensor<3x2xi8>
}

func.func @complex_numbers(%a: tensor<6xcomplex<f32>>, %b: tensor<6xcomplex<f32>>) -> (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>, tensor<6xi1>) {
  %0 = stablehlo.add %a, %b : tensor<6xcomplex<f32>>
  %1 = stablehlo.multiply %a, %b : tensor<6xcomplex<f32>>
  %2 = stablehlo.compare EQ, %a, %b : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  return %0, %1, %2 : tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>, tensor<6xi1>
}

func.func private @twice(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0, %x : tensor<3xf32>, tensor<3xf32>
}
func.func @calls(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0:2 = func.call @twice(%x) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %1 = stablehlo.subtract %0#0, %0#1 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Names that are words of a language.
func.func @lambda(%for: tensor<3xf32>, %np: tensor<3xf32>, %c: tensor<3xf32>) -> tensor<3xf32> {
  %minimum = stablehlo.minimum %for, %np : tensor<3xf32>
  %function = stablehlo.add %minimum, %c : tensor<3xf32>
  return %function : tensor<3xf32>
}

// The greatest f32 is a little less than what its shortest digits mean as an f64.
func.func @greatest(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<3.40282347E+38> : tensor<3xf32>
  %0 = stablehlo.maximum %x, %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// The index is in range, and there is nothing there.
func.func @scatter_into_nothing(%x: tensor<3x0x5xf32>, %y: tensor<3x0x5xf32>, %u: tensor<3x2xf32>) -> (tensor<3x0x5xf32>, tensor<3x0x5xf32>) {
  %i = stablehlo.constant dense<1> : tensor<3x2x1xi32>
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 2], input_batching_dims = [0],
    scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %a, %c : tensor<f32>
    %2 = stablehlo.add %b, %d : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }) : (tensor<3x0x5xf32>, tensor<3x0x5xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>, tensor<3x2xf32>) -> (tensor<3x0x5xf32>, tensor<3x0x5xf32>)
  return %0#0, %0#1 : tensor<3x0x5xf32>, tensor<3x0x5xf32>
}

// Halves among them.
func.func @rounded(%a: tensor<40xf32>, %b: tensor<40xf64>, %c: tensor<40xf16>, %h: tensor<40xi8>) -> (tensor<40xf32>, tensor<40xf64>, tensor<40xf16>, tensor<40xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<40xf32>
  %n = stablehlo.convert %h : (tensor<40xi8>) -> tensor<40xf32>
  %halves = stablehlo.multiply %n, %half : tensor<40xf32>
  %0 = stablehlo.round_nearest_afz %a : tensor<40xf32>
  %1 = stablehlo.round_nearest_afz %b : tensor<40xf64>
  %2 = stablehlo.round_nearest_afz %c : tensor<40xf16>
  %3 = stablehlo.round_nearest_afz %halves : tensor<40xf32>
  return %0, %1, %2, %3 : tensor<40xf32>, tensor<40xf64>, tensor<40xf16>, tensor<40xf32>
}

func.func @shifted(%a: tensor<40xi8>, %b: tensor<40xi8>, %c: tensor<40xi64>, %d: tensor<40xi64>, %e: tensor<40xui8>, %f: tensor<40xui8>) -> (tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi64>, tensor<40xi64>, tensor<40xi64>, tensor<40xui8>, tensor<40xui8>) {
  %0 = stablehlo.shift_left %a, %b : tensor<40xi8>
  %1 = stablehlo.shift_right_logical %a, %b : tensor<40xi8>
  %2 = stablehlo.shift_right_arithmetic %a, %b : tensor<40xi8>
  %3 = stablehlo.shift_left %c, %d : tensor<40xi64>
  %4 = stablehlo.shift_right_logical %c, %d : tensor<40xi64>
  %5 = stablehlo.shift_right_arithmetic %c, %d : tensor<40xi64>
  %6 = stablehlo.shift_left %e, %f : tensor<40xui8>
  %7 = stablehlo.shift_right_logical %e, %f : tensor<40xui8>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<40xi8>, tensor<40xi8>, tensor<40xi8>, tensor<40xi64>, tensor<40xi64>, tensor<40xi64>, tensor<40xui8>, tensor<40xui8>
}

// By each number of bits, and by more than there are.
func.func @shifted_by_each(%a: tensor<12xi8>) -> (tensor<12xi8>, tensor<12xi8>, tensor<12xi8>) {
  %by = stablehlo.iota dim = 0 : tensor<12xi8>
  %0 = stablehlo.shift_left %a, %by : tensor<12xi8>
  %1 = stablehlo.shift_right_logical %a, %by : tensor<12xi8>
  %2 = stablehlo.shift_right_arithmetic %a, %by : tensor<12xi8>
  return %0, %1, %2 : tensor<12xi8>, tensor<12xi8>, tensor<12xi8>
}

func.func @bits(%a: tensor<3x4xf32>, %b: tensor<3x4xi16>, %c: tensor<f64>) -> (tensor<3x4xi32>, tensor<3x2xi32>, tensor<3x2x2xi64>, tensor<3x4x2xi8>, tensor<2xi32>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<3x4xf32>) -> tensor<3x4xi32>
  %1 = stablehlo.reshape %b : (tensor<3x4xi16>) -> tensor<3x2x2xi16>
  %2 = stablehlo.bitcast_convert %1 : (tensor<3x2x2xi16>) -> tensor<3x2xi32>
  %3 = stablehlo.reshape %a : (tensor<3x4xf32>) -> tensor<3x2x2xf32>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3x2x2xf32>) -> tensor<3x2xi64>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<3x2xi64>) -> tensor<3x2x2xi64>
  %6 = stablehlo.bitcast_convert %b : (tensor<3x4xi16>) -> tensor<3x4x2xi8>
  %7 = stablehlo.bitcast_convert %c : (tensor<f64>) -> tensor<2xi32>
  return %0, %2, %5, %6, %7 : tensor<3x4xi32>, tensor<3x2xi32>, tensor<3x2x2xi64>, tensor<3x4x2xi8>, tensor<2xi32>
}

func.func @parts(%a: tensor<40xf32>, %b: tensor<40xf32>, %c: tensor<f64>, %z: tensor<4xcomplex<f32>>) -> (tensor<40xcomplex<f32>>, tensor<complex<f64>>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.complex %a, %b : tensor<40xcomplex<f32>>
  %1 = stablehlo.complex %c, %c : tensor<complex<f64>>
  %2 = stablehlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %3 = stablehlo.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<40xcomplex<f32>>, tensor<complex<f64>>, tensor<4xf32>, tensor<4xf32>
}

func.func @near_f32_more(%a: tensor<40xf32>, %b: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %0 = stablehlo.exponential_minus_one %a : tensor<40xf32>
  %1 = stablehlo.log_plus_one %a : tensor<40xf32>
  %2 = stablehlo.logistic %a : tensor<40xf32>
  %3 = stablehlo.tan %a : tensor<40xf32>
  %4 = stablehlo.atan2 %a, %b : tensor<40xf32>
  return %0, %1, %2, %3, %4 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
}

func.func @near_f64_more(%a: tensor<40xf64>, %b: tensor<40xf64>) -> (tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>) {
  %0 = stablehlo.exponential_minus_one %a : tensor<40xf64>
  %1 = stablehlo.log_plus_one %a : tensor<40xf64>
  %2 = stablehlo.logistic %a : tensor<40xf64>
  %3 = stablehlo.tan %a : tensor<40xf64>
  %4 = stablehlo.atan2 %a, %b : tensor<40xf64>
  return %0, %1, %2, %3, %4 : tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<40xf64>
}
