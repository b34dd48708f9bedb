// Quantized operands beyond what merely moves: each op computes on the values that the elements stand for, and quantizes what comes
// out (StableHLO spec, dequantize_op_quantize). Results by hand.

!q = !quant.uniform<i8:f32, 0.5:1>

// Scales along dimension 0: [1, 2] by 0.5 and [3, 4] by 0.25, added to themselves by steps of 1 and 2.
func.func @add_per_axis() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25:-2}>>
  %t = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  %0 = stablehlo.add %q, %t : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25:-2}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0:3}>>
  %b = stablehlo.bitcast_convert %0 : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0:3}>>) -> tensor<2x2xi8>
  check.expect_eq_const %b, dense<[[2, 4], [6, 7]]> : tensor<2x2xi8>
  func.return
}

// From one axis's steps to another's: 1.0 by 0.5 is 2, by 0.25 from 1 it is 5.
func.func @requantize_per_axis() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  %r = stablehlo.uniform_quantize %q : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<u8:f32:1, {0.25:1, 1.0:7}>>
  %b = stablehlo.bitcast_convert %r : (tensor<2x2x!quant.uniform<u8:f32:1, {0.25:1, 1.0:7}>>) -> tensor<2x2xui8>
  check.expect_eq_const %b, dense<[[5, 9], [13, 11]]> : tensor<2x2xui8>
  func.return
}

func.func @sum_and_maximum() {
  %a = stablehlo.constant dense<[[1.0, 2.5, -3.0], [4.0, 0.5, 0.0]]> : tensor<2x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!q>
  %i = stablehlo.uniform_quantize %z : (tensor<f32>) -> tensor<!q>
  %0 = stablehlo.reduce(%q init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x!q>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!q>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[0.5, 4.5]> : tensor<2xf32>
  %2 = "stablehlo.reduce_window"(%q, %i) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %m = stablehlo.maximum %x, %y : tensor<!q>
    stablehlo.return %m : tensor<!q>
  }) : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x2x!q>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x2x!q>) -> tensor<2x2xf32>
  check.expect_eq_const %3, dense<[[2.5, 2.5], [4.0, 0.5]]> : tensor<2x2xf32>
  func.return
}

func.func @sorted_and_mapped() {
  %a = stablehlo.constant dense<[1.0, -2.5, 3.0]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<3xf32>) -> tensor<3x!q>
  %s = "stablehlo.sort"(%q) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %l = stablehlo.compare LT, %x, %y : (tensor<!q>, tensor<!q>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<3x!q>) -> tensor<3x!q>
  %0 = stablehlo.uniform_dequantize %s : (tensor<3x!q>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[-2.5, 1.0, 3.0]> : tensor<3xf32>
  %m = "stablehlo.map"(%q) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!q>):
    %n = stablehlo.negate %x : tensor<!q>
    stablehlo.return %n : tensor<!q>
  }) : (tensor<3x!q>) -> tensor<3x!q>
  %1 = stablehlo.uniform_dequantize %m : (tensor<3x!q>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[-1.0, 2.5, -3.0]> : tensor<3xf32>
  func.return
}

// Counted, then quantized; and bits taken from what elements stand for: 5.5 keeps two bits as 6.
func.func @counted_and_rounded() {
  %i = stablehlo.iota dim = 0 : tensor<3x!q>
  %0 = stablehlo.uniform_dequantize %i : (tensor<3x!q>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %n = stablehlo.constant dense<2> : tensor<1xi64>
  %d = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<2x!q>
  %1 = stablehlo.uniform_dequantize %d : (tensor<2x!q>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[0.0, 1.0]> : tensor<2xf32>
  %a = stablehlo.constant dense<[5.5, 1.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!q>
  %r = stablehlo.reduce_precision %q, format = e8m1 : tensor<2x!q>
  %2 = stablehlo.uniform_dequantize %r : (tensor<2x!q>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<[6.0, 1.5]> : tensor<2xf32>
  func.return
}

// Windows of two keep 3.0 and 4.0, which the sources meet; the rest is the init value.
func.func @select_and_scatter() {
  %a = stablehlo.constant dense<[1.0, 3.0, 4.0, 2.0]> : tensor<4xf32>
  %b = stablehlo.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!q>
  %s = stablehlo.uniform_quantize %b : (tensor<2xf32>) -> tensor<2x!q>
  %i = stablehlo.uniform_quantize %z : (tensor<f32>) -> tensor<!q>
  %0 = "stablehlo.select_and_scatter"(%q, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %c = stablehlo.compare GE, %x, %y : (tensor<!q>, tensor<!q>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %c = stablehlo.add %x, %y : tensor<!q>
    stablehlo.return %c : tensor<!q>
  }) : (tensor<4x!q>, tensor<2x!q>, tensor<!q>) -> tensor<4x!q>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!q>) -> tensor<4xf32>
  check.expect_eq_const %1, dense<[0.0, 0.5, 1.5, 0.0]> : tensor<4xf32>
  func.return
}

// Operands by steps of their own: 1.0 and 2.5 compared, selected and padded.
func.func @compared_and_selected() {
  %a = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %b = stablehlo.constant dense<[2.0, 2.0]> : tensor<2xf32>
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %q = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!q>
  %r = stablehlo.uniform_quantize %b : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  %c = stablehlo.compare LT, %q, %r : (tensor<2x!q>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2xi1>
  check.expect_eq_const %c, dense<[true, false]> : tensor<2xi1>
  %s = stablehlo.select %p, %q, %r : (tensor<2xi1>, tensor<2x!q>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:3>>
  %0 = stablehlo.uniform_dequantize %s : (tensor<2x!quant.uniform<i8:f32, 1.0:3>>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// Views take their axis with them.
func.func @moved_per_axis() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 1.0:2}>>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 1.0:2}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 1.0:2}>>
  %r = stablehlo.reshape %q : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 1.0:2}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:2}>>
  %b = stablehlo.broadcast_in_dim %q, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 1.0:2}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 1.0:2}>>
  %0 = stablehlo.uniform_dequantize %t : (tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 1.0:2}>>) -> tensor<3x2xf32>
  %1 = stablehlo.uniform_dequantize %r : (tensor<1x2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:2}>>) -> tensor<1x2x3xf32>
  %2 = stablehlo.uniform_dequantize %b : (tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 1.0:2}>>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xf32>
  check.expect_eq_const %2, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  func.return
}
