// Convolutions of random layouts, windows and groups. The results are those of the definition (StableHLO spec, convolution), element
// by element in Python, in numbers that every step represents.

func.func @conv_0() {
  %l = stablehlo.constant dense<[[[[-1.5, -4.0, 4.0, -3.0, -3.5, -3.5, -1.0, -0.5, -4.0], [3.0, 1.0, 3.0, -1.0, 4.0, -0.5, 0.5, 3.5, -4.0], [-3.0, 3.0, 0.0, 2.5, -3.0, 0.0, 1.0, -0.5, 4.0], [0.5, -4.0, -3.0, -2.5, 2.0, -2.5, 0.5, 2.0, -3.0]], [[-4.0, -4.0, -1.0, -1.0, -3.5, 3.5, 2.0, 2.0, 2.5], [-3.0, -1.0, 0.0, 1.0, -3.0, 0.5, 1.0, -4.0, 2.5], [-2.5, -2.0, -0.5, -2.5, -4.0, -3.5, 3.0, 3.5, -1.5], [-1.0, 3.0, 4.0, -1.0, -2.0, 2.5, 2.0, -2.5, 2.0]], [[2.5, -1.0, -4.0, 0.0, 0.5, -4.0, -1.0, -1.5, 2.0], [-2.5, -3.5, -2.0, -1.0, 3.0, 0.0, -4.0, 1.0, 0.5], [2.0, -3.0, -3.0, -3.0, -1.0, -0.5, -4.0, 1.5, 1.5], [3.0, -2.0, 3.5, -2.0, 2.0, -1.5, -2.0, 0.5, -0.5]]], [[[-0.5, -1.0, -1.5, -1.0, 2.0, 3.5, -3.0, 2.5, -3.5], [-2.5, -2.5, -3.5, 4.0, 0.0, -0.5, 2.0, 0.0, 2.5], [3.5, 0.5, 4.0, -1.5, -3.0, -2.0, -0.5, 3.5, -3.0], [0.0, -1.0, -1.0, -4.0, -3.0, 0.0, 2.5, 3.0, -0.5]], [[-3.5, -3.5, -1.5, 0.5, 1.5, 4.0, -2.0, -3.0, 1.5], [-2.0, 3.0, 1.0, 4.0, -2.0, -3.5, -4.0, 3.5, 1.5], [0.5, -3.5, -4.0, -3.0, 3.5, -3.0, 0.5, 1.0, -2.0], [-3.0, -3.0, 3.0, 1.5, -3.5, -2.0, 1.0, 1.5, -3.0]], [[3.5, -3.0, 2.5, -4.0, 3.5, -4.0, 2.0, 2.0, -4.0], [-3.0, -3.0, -3.0, -2.5, 0.0, 2.5, 1.0, 2.0, 3.0], [3.0, 3.0, -3.0, 4.0, 4.0, -4.0, 0.5, -3.0, 3.5], [-4.0, -0.5, -2.5, 3.5, 3.5, 0.0, -4.0, 1.5, 0.5]]]]> : tensor<2x3x4x9xf16>
  %r = stablehlo.constant dense<[[[[-2.0], [2.0], [-1.0]], [[-1.0], [0.0], [-2.0]], [[4.0], [-1.0], [-2.0]], [[-1.5], [2.5], [3.5]], [[1.0], [-1.0], [1.5]], [[3.0], [-1.0], [-3.5]], [[3.5], [2.0], [-3.0]], [[-0.5], [-0.5], [0.0]], [[1.0], [1.0], [-1.5]]]]> : tensor<1x9x3x1xf16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, 1, f]x[1, o, i, 0]->[1, f, 0, b], window = {stride = [3, 2], pad = [[0, -1], [3, -1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x3x4x9xf16>, tensor<1x9x3x1xf16>) -> tensor<3x9x1x2xf16>
  check.expect_eq_const %0, dense<[[[[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]]], [[[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]]], [[[-7.0, 3.5]], [[-9.0, 9.5]], [[5.0, -0.5]], [[9.75, -7.75]], [[-5.75, 3.25]], [[-5.25, 13.75]], [[20.75, -0.5]], [[-2.0, -1.0]], [[10.0, -1.75]]]]> : tensor<3x9x1x2xf16>
  func.return
}
func.func @conv_1() {
  %l = stablehlo.constant dense<[[1.5, 0.5, -4.0, -2.0, 2.0, 3.0]]> : tensor<1x6xf32>
  %r = stablehlo.constant dense<[[-1.0, -4.0, 0.0, -0.5, -2.0, -3.5], [-2.5, 3.0, -2.5, 1.5, -3.0, -1.0], [-1.0, 3.5, 0.0, -1.5, -4.0, 3.5]]> : tensor<3x6xf32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x6xf32>, tensor<3x6xf32>) -> tensor<6x1xf32>
  check.expect_eq_const %0, dense<[[1.25], [-18.5], [-1.25], [-0.5], [-14.0], [15.5]]> : tensor<6x1xf32>
  func.return
}
func.func @conv_2() {
  %l = stablehlo.constant dense<[[[[0, 2], [-4, 12], [-19, -15]]]]> : tensor<1x1x3x2xi8>
  %r = stablehlo.constant dense<[[[[-18], [8]], [[1], [15]]]]> : tensor<1x2x2x1xi8>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, 0, 1, b]x[1, 0, o, i]->[0, 1, f, b], window = {stride = [3, 1], pad = [[0, -1], [-1, 0]], lhs_dilate = [3, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3x2xi8>, tensor<1x2x2x1xi8>) -> tensor<0x4x2x2xi8>
  check.expect_eq_const %0, dense<> : tensor<0x4x2x2xi8>
  func.return
}
func.func @conv_3() {
  %l = stablehlo.constant dense<[[[[-11, 14, 13, -3, 16, 11, -8, 6, 14]], [[7, 10, 13, 0, -14, -8, 6, 19, -19]]], [[[-13, 12, -20, 18, 4, -19, 14, -18, 13]], [[-4, -12, -19, -18, -8, -11, -6, -20, -2]]], [[[5, 14, 16, -13, 11, -15, -10, -16, 14]], [[0, 2, -5, 19, 11, -14, 11, 17, -13]]], [[[9, 6, 5, -3, -5, 10, 11, -12, 1]], [[12, 19, -4, -8, 13, 7, -19, 4, 20]]]]> : tensor<4x2x1x9xi32>
  %r = stablehlo.constant dense<[[[[6, 13, 19, -10, 14, -7, 20, 14, 20]]], [[[-7, 13, -7, 14, 19, 17, -12, -6, 20]]], [[[2, -9, 0, 18, 0, -8, -7, -8, -14]]]]> : tensor<3x1x1x9xi32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, b, 1, f]x[i, 1, 0, o]->[f, 1, b, 0], window = {stride = [2, 3], pad = [[3, 1], [1, 2]], lhs_dilate = [2, 1], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x2x1x9xi32>, tensor<3x1x1x9xi32>) -> tensor<9x2x2x6xi32>
  check.expect_eq_const %0, dense<[[[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]]]> : tensor<9x2x2x6xi32>
  func.return
}
func.func @conv_4() {
  %l = stablehlo.constant dense<[[[[true], [true], [true]]], [[[true], [false], [false]]], [[[true], [false], [true]]]]> : tensor<3x1x3x1xi1>
  %r = stablehlo.constant dense<[[[[true, true, false], [true, true, true], [true, true, true]], [[false, false, false], [false, false, true], [false, true, false]]], [[[true, false, false], [true, false, true], [true, true, true]], [[true, true, true], [true, false, false], [false, true, true]]]]> : tensor<2x2x3x3xi1>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, b, 0, 1]x[1, 0, o, i]->[f, b, 1, 0], window = {stride = [1, 3], pad = [[-1, -1], [-1, 3]], lhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x1x3x1xi1>, tensor<2x2x3x3xi1>) -> tensor<3x1x1x2xi1>
  check.expect_eq_const %0, dense<[[[[false, false]]], [[[false, false]]], [[[false, false]]]]> : tensor<3x1x1x2xi1>
  func.return
}
func.func @conv_5() {
  %l = stablehlo.constant dense<[[[[(0.0, 3.0)], [(-2.0, 2.0)]], [[(2.0, -4.0)], [(-4.0, 2.0)]], [[(1.0, 4.0)], [(2.0, 0.0)]], [[(-3.0, 3.0)], [(0.0, 4.0)]]], [[[(2.0, 4.0)], [(3.0, -2.0)]], [[(-3.0, 0.0)], [(3.0, 2.0)]], [[(4.0, 4.0)], [(1.0, 4.0)]], [[(-3.0, 4.0)], [(0.0, 0.0)]]], [[[(-4.0, -1.0)], [(3.0, 4.0)]], [[(0.0, 0.0)], [(0.0, 4.0)]], [[(2.0, 4.0)], [(0.0, 3.0)]], [[(-4.0, 2.0)], [(-4.0, -4.0)]]]]> : tensor<3x4x2x1xcomplex<f32>>
  %r = stablehlo.constant dense<[[[[(-1.0, -4.0), (2.0, -4.0), (-4.0, 1.0)], [(-2.0, 2.0), (1.0, 2.0), (-3.0, -1.0)]]], [[[(2.0, 3.0), (-4.0, 4.0), (-2.0, -1.0)], [(0.0, -1.0), (-3.0, 3.0), (-3.0, -4.0)]]]]> : tensor<2x1x2x3xcomplex<f32>>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, 0, b, 1]x[0, 1, o, i]->[1, 0, b, f], window = {stride = [3, 2], pad = [[2, 0], [-1, 2]], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x4x2x1xcomplex<f32>>, tensor<2x1x2x3xcomplex<f32>>) -> tensor<1x2x2x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[[[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]], [[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]]]> : tensor<1x2x2x2xcomplex<f32>>
  func.return
}
func.func @conv_8() {
  %l = stablehlo.constant dense<[[[[32], [31], [29], [38]], [[24], [29], [13], [9]], [[15], [20], [8], [33]]], [[[10], [38], [23], [8]], [[16], [3], [2], [29]], [[10], [26], [31], [2]]]]> : tensor<2x3x4x1xui32>
  %r = stablehlo.constant dense<[[[[0, 26, 9]]], [[[15, 33, 5]]]]> : tensor<2x1x1x3xui32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, 1, 0, b]x[o, 0, i, 1]->[1, 0, b, f], window = {stride = [3, 3], pad = [[2, -1], [1, 3]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x3x4x1xui32>, tensor<2x1x1x3xui32>) -> tensor<2x2x1x2xui32>
  check.expect_eq_const %0, dense<[[[[0, 0]], [[1067, 1269]]], [[[0, 0]], [[0, 390]]]]> : tensor<2x2x1x2xui32>
  func.return
}
func.func @conv_9() {
  %l = stablehlo.constant dense<[[[[3], [26], [15]], [[35], [30], [25]]], [[[13], [22], [11]], [[10], [13], [13]]]]> : tensor<2x2x3x1xui32>
  %r = stablehlo.constant dense<[[[[38, 29], [28, 31], [31, 13]]], [[[19, 30], [40, 11], [34, 24]]]]> : tensor<2x1x3x2xui32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, b, 1, 0]x[i, 1, 0, o]->[1, f, 0, b], window = {pad = [[3, 3], [0, 2]], lhs_dilate = [3, 1], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x3x1xui32>, tensor<2x1x3x2xui32>) -> tensor<5x2x3x2xui32>
  check.expect_eq_const %0, dense<[[[[0, 0], [604, 1380], [0, 0]], [[0, 0], [236, 1195], [0, 0]]], [[[0, 0], [1608, 1360], [0, 0]], [[0, 0], [1048, 1073], [0, 0]]], [[[0, 0], [860, 1220], [0, 0]], [[0, 0], [586, 918], [0, 0]]], [[[0, 0], [0, 0], [0, 0]], [[0, 0], [0, 0], [0, 0]]], [[[0, 0], [0, 0], [0, 0]], [[0, 0], [0, 0], [0, 0]]]]> : tensor<5x2x3x2xui32>
  func.return
}
func.func @conv_10() {
  %l = stablehlo.constant dense<[[[2.0], [1.0]], [[0.0], [4.0]], [[-3.5], [0.5]]]> : tensor<3x2x1xf64>
  %r = stablehlo.constant dense<[[[2.0, 4.0]], [[-0.5, -2.0]], [[3.5, -3.5]], [[-3.5, -1.0]], [[-1.0, 0.5]], [[-2.0, 2.5]]]> : tensor<6x1x2xf64>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, f, b]x[o, i, 0]->[f, 0, b], window = {pad = [[-1, -1]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x2x1xf64>, tensor<6x1x2xf64>) -> tensor<6x0x1xf64>
  check.expect_eq_const %0, dense<> : tensor<6x0x1xf64>
  func.return
}
func.func @conv_11() {
  %l = stablehlo.constant dense<[[[-18, -19, 20, 10], [16, -20, -1, -16], [-7, 15, 2, -13], [3, -5, 20, -4]], [[-15, 7, -13, 5], [11, -17, 11, 4], [1, -2, 11, -3], [-6, -10, 5, -8]]]> : tensor<2x4x4xi8>
  %r = stablehlo.constant dense<[[[10, 13], [2, 1]], [[-10, -15], [-5, 7]]]> : tensor<2x2x2xi8>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[o, i, 0]->[0, b, f], window = {stride = [3], pad = [[-1, 1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x4xi8>, tensor<2x2x2xi8>) -> tensor<2x2x2xi8>
  check.expect_eq_const %0, dense<[[[-68, -97], [126, 119]], [[-40, 45], [6, -95]]]> : tensor<2x2x2xi8>
  func.return
}
func.func @conv_12() {
  %l = stablehlo.constant dense<[[-1], [10], [0], [-4]]> : tensor<4x1xi16>
  %r = stablehlo.constant dense<[[-16, 0], [-19, 3], [-18, 16], [2, -1]]> : tensor<4x2xi16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, b]x[o, i]->[f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x1xi16>, tensor<4x2xi16>) -> tensor<4x1xi16>
  check.expect_eq_const %0, dense<[[16], [49], [-64], [4]]> : tensor<4x1xi16>
  func.return
}
func.func @conv_13() {
  %l = stablehlo.constant dense<[[(2.0, -3.0), (0.0, -3.0), (3.0, 3.0)]]> : tensor<1x3xcomplex<f32>>
  %r = stablehlo.constant dense<[[(2.0, 2.0), (-4.0, -2.0), (4.0, 0.0)], [(0.0, 3.0), (1.0, 3.0), (-4.0, -2.0)], [(-1.0, 0.0), (-1.0, 0.0), (-1.0, -1.0)]]> : tensor<3x3xcomplex<f32>>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(16.0, -5.0)], [(-8.0, 2.0)], [(2.0, -6.0)]]> : tensor<3x1xcomplex<f32>>
  func.return
}
func.func @conv_14() {
  %l = stablehlo.constant dense<[[[[3.5, -2.5, 4.0], [1.0, -3.5, 1.5], [-3.0, -3.5, -1.0]], [[0.0, 0.0, 1.5], [2.0, 2.0, -4.0], [-4.0, -2.5, -3.0]]], [[[-0.5, 3.0, 2.0], [-1.5, -1.5, 1.0], [-3.0, 1.5, -2.0]], [[-1.5, 2.5, -2.5], [0.5, -2.0, 3.5], [3.5, -3.5, 0.5]]], [[[-0.5, 4.0, 0.0], [4.0, 2.5, -1.5], [-2.5, 0.0, 2.5]], [[-2.0, 0.0, 2.0], [-0.5, -3.5, -1.5], [-2.0, -1.0, 3.0]]], [[[1.5, 3.5, 0.0], [-2.0, 3.5, 1.0], [0.5, 2.0, -2.0]], [[-1.0, 2.0, 1.0], [-1.5, -1.5, 1.5], [0.0, 0.5, 0.5]]]]> : tensor<4x2x3x3xf16>
  %r = stablehlo.constant dense<[[[[-0.5, 2.5]], [[2.0, 0.5]]], [[[2.0, -2.0]], [[-1.0, -2.0]]]]> : tensor<2x2x1x2xf16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, b, 1, 0]x[o, 1, 0, i]->[1, b, 0, f], window = {stride = [3, 1], pad = [[0, 1], [3, 2]], lhs_dilate = [3, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x2x3x3xf16>, tensor<2x2x1x2xf16>) -> tensor<7x2x3x2xf16>
  check.expect_eq_const %0, dense<[[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]], [[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]], [[[-3.0, -4.0], [8.75, 1.0], [3.0, 0.0]], [[-3.75, -2.0], [6.25, -4.0], [-7.0, 2.0]]], [[[2.5, 9.5], [-5.5, -13.0], [10.75, -5.0]], [[-0.5, 6.0], [-4.75, -8.0], [12.5, -10.0]]], [[[-4.75, -6.0], [-2.25, -13.5], [-1.0, 8.5]], [[15.0, -0.5], [-4.5, 3.5], [-3.5, 3.5]]], [[[-7.5, 1.5], [-6.25, -4.0], [-3.0, 1.5]], [[-6.25, 2.0], [-6.75, 0.0], [-5.75, -4.0]]], [[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]]> : tensor<7x2x3x2xf16>
  func.return
}
func.func @conv_15() {
  %l = stablehlo.constant dense<[[[false, true, true, true, true, false]], [[true, false, true, true, false, true]]]> : tensor<2x1x6xi1>
  %r = stablehlo.constant dense<[[[true, false], [false, true], [false, false]]]> : tensor<1x3x2xi1>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, o, i]->[f, b, 0], window = {stride = [2], pad = [[3, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x1x6xi1>, tensor<1x3x2xi1>) -> tensor<3x2x3xi1>
  check.expect_eq_const %0, dense<[[[false, false, false], [false, false, false]], [[false, false, false], [false, false, false]], [[false, false, false], [false, false, false]]]> : tensor<3x2x3xi1>
  func.return
}
func.func @conv_16() {
  %l = stablehlo.constant dense<[[[11, 14, 5, 19]], [[5, -14, 6, -19]], [[-1, 10, -4, -20]]]> : tensor<3x1x4xi64>
  %r = stablehlo.constant dense<[[[16, -11, -6, 0, 4, 3]], [[12, -3, 3, 20, 20, 8]]]> : tensor<2x1x6xi64>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, f, b]x[0, i, o]->[0, f, b], window = {pad = [[1, -1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<3x1x4xi64>, tensor<2x1x6xi64>) -> tensor<2x6x2xi64>
  check.expect_eq_const %0, dense<[[[132, 168], [-33, -42], [33, 42], [100, 380], [100, 380], [40, 152]], [[236, 56], [-136, -112], [-51, -126], [120, -380], [140, -304], [63, -95]]]> : tensor<2x6x2xi64>
  func.return
}
func.func @conv_17() {
  %l = stablehlo.constant dense<[[[[14], [-9], [17]], [[-7], [0], [-14]], [[-19], [-16], [17]]]]> : tensor<1x3x3x1xi32>
  %r = stablehlo.constant dense<[[[[0], [-9], [2]], [[10], [-16], [-20]], [[11], [0], [20]]], [[[7], [-3], [13]], [[-6], [4], [-11]], [[6], [-9], [4]]]]> : tensor<2x3x3x1xi32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[f, 0, 1, b], window = {stride = [1, 2], pad = [[1, 0], [2, -1]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xi32>, tensor<2x3x3x1xi32>) -> tensor<2x2x1x1xi32>
  check.expect_eq_const %0, dense<[[[[0]], [[0]]], [[[0]], [[0]]]]> : tensor<2x2x1x1xi32>
  func.return
}
func.func @conv_18() {
  %l = stablehlo.constant dense<[[[[[-11]]], [[[-13]]], [[[-14]]]], [[[[12]]], [[[-4]]], [[[-4]]]], [[[[-16]]], [[[-9]]], [[[-18]]]]]> : tensor<3x3x1x1x1xi16>
  %r = stablehlo.constant dense<[[[[[1, 2], [-4, 9], [13, -7]], [[-5, -17], [-16, 15], [11, -16]], [[19, 19], [4, 9], [-19, 11]]]], [[[[14, -8], [-20, 11], [7, -3]], [[-11, -14], [3, 1], [-9, -18]], [[-16, 14], [-15, 20], [-7, 0]]]], [[[[-5, 15], [-16, 8], [-14, 11]], [[2, -13], [-6, 6], [-2, -9]], [[-8, 4], [15, -20], [7, 1]]]]]> : tensor<3x1x3x3x2xi16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [1, f, 2, b, 0]x[1, o, 0, i, 2]->[0, 1, b, f, 2], window = {stride = [2, 2, 3], pad = [[1, 1], [3, 1], [0, 2]], lhs_dilate = [1, 1, 2], rhs_dilate = [1, 2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x3x1x1x1xi16>, tensor<3x1x3x3x2xi16>) -> tensor<1x2x1x1x1xi16>
  check.expect_eq_const %0, dense<[[[[[56]]], [[[-108]]]]]> : tensor<1x2x1x1x1xi16>
  func.return
}
func.func @conv_19() {
  %l = stablehlo.constant dense<[[[[(-3.0, -3.0), (2.0, 0.0)], [(1.0, 4.0), (1.0, -3.0)]], [[(2.0, -1.0), (-3.0, 4.0)], [(3.0, -3.0), (-3.0, 3.0)]], [[(0.0, -3.0), (-1.0, -3.0)], [(0.0, -3.0), (1.0, -4.0)]]], [[[(3.0, -1.0), (1.0, -4.0)], [(3.0, 2.0), (1.0, -4.0)]], [[(-1.0, 2.0), (-2.0, 3.0)], [(-1.0, 3.0), (-3.0, 1.0)]], [[(-3.0, 1.0), (-2.0, 3.0)], [(2.0, 1.0), (4.0, 1.0)]]], [[[(0.0, 3.0), (3.0, -4.0)], [(0.0, 0.0), (-1.0, -4.0)]], [[(-4.0, -1.0), (2.0, 2.0)], [(-4.0, 2.0), (-1.0, 4.0)]], [[(1.0, -2.0), (-3.0, -4.0)], [(0.0, 2.0), (-3.0, 3.0)]]]]> : tensor<3x3x2x2xcomplex<f32>>
  %r = stablehlo.constant dense<[[[[(2.0, -1.0), (4.0, -1.0)]], [[(3.0, 1.0), (-2.0, 4.0)]], [[(2.0, -3.0), (-3.0, -4.0)]]]]> : tensor<1x3x1x2xcomplex<f32>>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, 1, f, b]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 3], pad = [[0, -1], [1, 2]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x3x2x2xcomplex<f32>>, tensor<1x3x1x2xcomplex<f32>>) -> tensor<2x4x2x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[[[(-6.0, -12.0), (-18.0, -4.0)], [(-6.0, -10.0), (-3.0, -6.0)]], [[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]], [[(10.0, 0.0), (-14.0, 8.0)], [(-3.0, 16.0), (-3.0, 2.0)]], [[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]], [[[(6.0, 2.0), (10.0, 10.0)], [(-13.0, 8.0), (-28.0, 23.0)]], [[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]], [[(7.0, -11.0), (14.0, 12.0)], [(4.0, 20.0), (-19.0, -12.0)]], [[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]]]> : tensor<2x4x2x2xcomplex<f32>>
  func.return
}
func.func @conv_20() {
  %l = stablehlo.constant dense<[[16], [-13], [-16]]> : tensor<3x1xi64>
  %r = stablehlo.constant dense<[[16], [-5], [-12], [-15], [12], [12]]> : tensor<6x1xi64>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, b]x[o, i]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<3x1xi64>, tensor<6x1xi64>) -> tensor<1x6xi64>
  check.expect_eq_const %0, dense<[[256, -80, 156, 195, -192, -192]]> : tensor<1x6xi64>
  func.return
}
func.func @conv_21() {
  %l = stablehlo.constant dense<[[[[-0.5], [2.0], [4.0], [-2.5]], [[-2.0], [-1.5], [-4.0], [3.5]], [[-2.5], [0.5], [2.0], [0.5]]]]> : tensor<1x3x4x1xf32>
  %r = stablehlo.constant dense<[[[[-3.5], [2.0], [2.5], [0.5], [-3.0], [-1.0]], [[0.0], [-2.5], [2.5], [1.0], [3.5], [-1.0]]]]> : tensor<1x2x6x1xf32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, 1, b, f]x[i, 1, o, 0]->[1, b, 0, f], window = {pad = [[0, 2], [3, 3]], rhs_dilate = [2, 2]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x1xf32>, tensor<1x2x6x1xf32>) -> tensor<7x2x3x6xf32>
  check.expect_eq_const %0, dense<[[[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]], [[[0.0, 1.25, -1.25, 4.0, 14.0, -4.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, -5.0, 5.0, -2.5, -8.75, 2.5], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]], [[[0.0, 5.0, -5.0, -4.0, -14.0, 4.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, 3.75, -3.75, 3.5, 12.25, -3.5], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]], [[[1.75, 5.25, -7.5, 4.0, -5.0, -6.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[-7.0, 2.75, 6.25, -0.75, 9.25, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]], [[[7.0, -4.0, -5.0, -2.0, 12.0, 4.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[5.25, -3.0, -3.75, 1.75, -10.5, -3.5], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]], [[[8.75, -5.0, -6.25, 1.0, -6.0, -2.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[-1.75, 1.0, 1.25, 0.25, -1.5, -0.5], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]], [[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]]> : tensor<7x2x3x6xf32>
  func.return
}
func.func @conv_22() {
  %l = stablehlo.constant dense<[[[[11, -20, 3, 6, 17, -14], [-17, -15, -7, -4, 17, -3]], [[-20, 17, 2, -5, 3, 18], [7, 3, 5, -15, -2, 16]], [[3, -1, -7, 18, 17, -17], [-14, -15, 5, -6, -4, 1]], [[0, -9, 11, -13, 13, 2], [-18, 0, -11, -11, -2, -2]]]]> : tensor<1x4x2x6xi64>
  %r = stablehlo.constant dense<[[[[-17, 5]], [[15, 20]]], [[[11, 19]], [[-12, -19]]], [[[-17, -15]], [[1, 19]]]]> : tensor<3x2x1x2xi64>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, 1, b, f]x[o, 1, 0, i]->[b, 0, f, 1], window = {stride = [3, 1], pad = [[2, 0], [-1, 1]], lhs_dilate = [1, 3], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x4x2x6xi64>, tensor<3x2x1x2xi64>) -> tensor<2x1x3x9xi64>
  check.expect_eq_const %0, dense<[[[[0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]]], [[[0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]]]]> : tensor<2x1x3x9xi64>
  func.return
}
func.func @conv_23() {
  %l = stablehlo.constant dense<> : tensor<6x0x3x3x1xui32>
  %r = stablehlo.constant dense<[[[[[27, 24], [24, 32], [12, 30], [31, 6], [31, 35], [27, 10]], [[37, 22], [20, 24], [12, 37], [0, 33], [22, 24], [10, 28]], [[36, 30], [37, 25], [29, 20], [22, 5], [37, 31], [9, 14]]], [[[40, 16], [16, 4], [22, 16], [26, 24], [36, 15], [2, 13]], [[27, 33], [39, 29], [4, 24], [35, 31], [11, 7], [26, 14]], [[11, 2], [39, 22], [6, 36], [19, 10], [32, 35], [9, 31]]], [[[21, 6], [31, 15], [9, 9], [28, 13], [22, 12], [19, 34]], [[39, 10], [22, 23], [7, 20], [10, 23], [12, 6], [37, 18]], [[38, 11], [16, 34], [7, 16], [15, 18], [22, 18], [1, 16]]]]]> : tensor<1x3x3x6x2xui32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, 0, 2, 1, b]x[2, 0, 1, o, i]->[2, 0, 1, b, f], window = {stride = [1, 2, 3], pad = [[3, -1], [0, -1], [2, 1]], lhs_dilate = [1, 1, 3], rhs_dilate = [1, 2, 2], reverse = [false, false, true]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<6x0x3x3x1xui32>, tensor<1x3x3x6x2xui32>) -> tensor<4x0x0x1x6xui32>
  check.expect_eq_const %0, dense<> : tensor<4x0x0x1x6xui32>
  func.return
}
func.func @conv_24() {
  %l = stablehlo.constant dense<[[[[-13, -16]], [[16, -1]]]]> : tensor<1x2x1x2xi32>
  %r = stablehlo.constant dense<[[[[-20], [-14], [16], [-13]], [[-8], [3], [-1], [2]], [[-11], [-17], [-16], [-11]]], [[[-19], [6], [16], [-11]], [[13], [14], [-16], [7]], [[13], [-9], [-15], [13]]]]> : tensor<2x3x4x1xi32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [1, f, 0, b]x[0, 1, o, i]->[0, b, f, 1], window = {stride = [3, 1], pad = [[1, 0], [3, 1]], lhs_dilate = [3, 3], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x1x2xi32>, tensor<2x3x4x1xi32>) -> tensor<0x2x4x3xi32>
  check.expect_eq_const %0, dense<> : tensor<0x2x4x3xi32>
  func.return
}
func.func @conv_25() {
  %l = stablehlo.constant dense<[[[[-1.5], [-2.5]], [[-3.5], [-2.5]]]]> : tensor<1x2x2x1xf16>
  %r = stablehlo.constant dense<[[[[0.5, 0.5]], [[-3.5, -2.0]], [[-3.0, -4.0]]], [[[-4.0, 2.5]], [[-1.5, 4.0]], [[1.5, -3.0]]]]> : tensor<2x3x1x2xf16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, f, b, 1]x[i, 1, 0, o]->[f, b, 1, 0], window = {stride = [2, 1], pad = [[2, 3], [3, 3]], lhs_dilate = [1, 3], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x1xf16>, tensor<2x3x1x2xf16>) -> tensor<2x2x3x3xf16>
  check.expect_eq_const %0, dense<[[[[0.0, 0.0, 0.0], [0.0, 10.5, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 12.5, 0.0], [0.0, 0.0, 0.0]]], [[[0.0, 0.0, 0.0], [0.0, -11.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, -5.0, 0.0], [0.0, 0.0, 0.0]]]]> : tensor<2x2x3x3xf16>
  func.return
}
func.func @conv_26() {
  %l = stablehlo.constant dense<[[(-1.0, 2.0), (-2.0, -1.0), (-2.0, -1.0), (0.0, 3.0), (3.0, -1.0), (1.0, -2.0)], [(-1.0, 0.0), (4.0, 0.0), (-4.0, -2.0), (0.0, -1.0), (-3.0, 0.0), (4.0, 1.0)]]> : tensor<2x6xcomplex<f32>>
  %r = stablehlo.constant dense<[[(-1.0, -4.0), (-1.0, 4.0), (-3.0, -3.0), (4.0, -1.0), (3.0, -1.0), (-4.0, 2.0)], [(4.0, -2.0), (1.0, 1.0), (-3.0, -3.0), (2.0, -2.0), (2.0, -1.0), (1.0, -1.0)], [(2.0, 0.0), (4.0, -3.0), (3.0, -4.0), (-4.0, 3.0), (-4.0, 2.0), (-3.0, 2.0)]]> : tensor<3x6xcomplex<f32>>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x6xcomplex<f32>>, tensor<3x6xcomplex<f32>>) -> tensor<2x6xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-5.0, 0.0), (-19.0, -7.0), (2.0, 11.0), (9.0, 15.0), (8.0, 14.0), (-3.0, -8.0)], [(9.0, -8.0), (-17.0, 4.0), (-29.0, 1.0), (-26.0, 10.0), (-25.0, 4.0), (-15.0, 12.0)]]> : tensor<2x6xcomplex<f32>>
  func.return
}
func.func @conv_27() {
  %l = stablehlo.constant dense<[[[9]], [[3]]]> : tensor<2x1x1xi64>
  %r = stablehlo.constant dense<[[[3, -13]], [[-3, -11]], [[-16, -9]]]> : tensor<3x1x2xi64>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, 0, b]x[0, i, o]->[b, f, 0], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x1x1xi64>, tensor<3x1x2xi64>) -> tensor<1x2x0xi64>
  check.expect_eq_const %0, dense<> : tensor<1x2x0xi64>
  func.return
}
func.func @conv_28() {
  %l = stablehlo.constant dense<[[[[3.5, -3.5, -0.5], [-1.5, -1.5, -0.5]], [[-1.0, -3.5, -3.0], [1.0, 2.5, 4.0]], [[-4.0, -1.0, -1.5], [3.5, 0.0, 1.0]]], [[[3.0, 0.5, 2.5], [0.5, 1.5, -1.5]], [[-2.0, -1.5, 3.0], [0.0, 2.5, 0.5]], [[3.0, -4.0, 1.0], [0.0, 1.0, -0.5]]], [[[-3.5, -1.5, 3.5], [-3.5, -2.0, 3.0]], [[3.5, 2.0, -4.0], [1.5, 3.0, -1.5]], [[2.0, -4.0, -4.0], [1.0, 3.5, 2.0]]]]> : tensor<3x3x2x3xf16>
  %r = stablehlo.constant dense<[[[[-1.5, -2.5, 3.5]]], [[[1.0, -4.0, -2.5]]], [[[0.5, 1.5, 3.5]]]]> : tensor<3x1x1x3xf16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, 1, b, 0]x[o, 1, i, 0]->[b, f, 0, 1], window = {pad = [[3, -1], [1, 2]], lhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<3x3x2x3xf16>, tensor<3x1x1x3xf16>) -> tensor<2x3x5x6xf16>
  check.expect_eq_const %0, dense<[[[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 12.25, -3.5, -14.0, 0.0, 0.0], [0.0, -8.75, 2.5, 10.0, 0.0, 0.0], [0.0, -17.5, -10.75, 2.5, 0.0, 0.0], [0.0, 8.75, 8.75, 2.5, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -7.5, 5.0, -7.5, 0.0, 0.0], [0.0, -12.0, 8.0, -12.0, 0.0, 0.0], [0.0, 1.75, 1.75, 13.0, 0.0, 0.0], [0.0, -2.0, 6.0, 16.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -12.25, 12.25, 7.0, 0.0, 0.0], [0.0, -5.25, 5.25, 3.0, 0.0, 0.0], [0.0, -7.0, 8.75, -13.0, 0.0, 0.0], [0.0, -2.25, 3.0, -6.0, 0.0, 0.0]]], [[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -5.25, 3.5, 12.25, 0.0, 0.0], [0.0, 3.75, -2.5, -8.75, 0.0, 0.0], [0.0, -3.0, 7.25, -5.25, 0.0, 0.0], [0.0, 3.75, -6.25, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -1.25, 0.0, 0.0, 0.0, 0.0], [0.0, -2.0, 0.0, 0.0, 0.0, 0.0], [0.0, -3.25, -6.25, -2.5, 0.0, 0.0], [0.0, -6.0, -10.0, -4.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -12.25, 5.25, 3.5, 0.0, 0.0], [0.0, -5.25, 2.25, 1.5, 0.0, 0.0], [0.0, -8.75, 11.25, 12.75, 0.0, 0.0], [0.0, -3.0, 4.5, 5.25, 0.0, 0.0]]]]> : tensor<2x3x5x6xf16>
  func.return
}
func.func @conv_29() {
  %l = stablehlo.constant dense<[[[[4], [31], [30]], [[9], [18], [20]], [[32], [32], [21]]], [[[12], [13], [28]], [[19], [8], [15]], [[17], [19], [11]]]]> : tensor<2x3x3x1xui32>
  %r = stablehlo.constant dense<[[[[7, 30, 19, 15], [2, 1, 32, 21]]], [[[30, 39, 25, 4], [10, 7, 16, 18]]], [[[24, 19, 16, 11], [39, 16, 39, 8]]]]> : tensor<3x1x2x4xui32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, 1, f]x[0, i, 1, o]->[f, b, 0, 1], window = {pad = [[2, -1], [1, 0]], lhs_dilate = [2, 1], rhs_dilate = [1, 2]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x3x3x1xui32>, tensor<3x1x2x4xui32>) -> tensor<4x1x4x2xui32>
  check.expect_eq_const %0, dense<[[[[1209, 1266], [310, 420], [764, 1084], [180, 470]]], [[[496, 556], [217, 366], [319, 641], [126, 491]]], [[[507, 1284], [208, 748], [728, 2013], [128, 715]]], [[[104, 356], [234, 552], [337, 1097], [144, 346]]]]> : tensor<4x1x4x2xui32>
  func.return
}
func.func @conv_30() {
  %l = stablehlo.constant dense<[[-2.5]]> : tensor<1x1xf32>
  %r = stablehlo.constant dense<[[-2.0], [4.0], [2.5]]> : tensor<3x1xf32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, b]x[o, i]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1xf32>, tensor<3x1xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %0, dense<[[5.0, -10.0, -6.25]]> : tensor<1x3xf32>
  func.return
}
func.func @conv_31() {
  %l = stablehlo.constant dense<[[[[3.5, 1.0]], [[4.0, 2.0]]], [[[-0.5, -3.0]], [[0.5, 1.0]]], [[[-1.0, -3.5]], [[1.5, 1.5]]], [[[-0.5, 0.5]], [[2.5, 4.0]]]]> : tensor<4x2x1x2xf64>
  %r = stablehlo.constant dense<[[[[2.5, 2.5, 3.5]], [[-1.0, -0.5, -3.0]]], [[[-2.5, 2.5, 2.5]], [[2.5, 3.5, 4.0]]]]> : tensor<2x2x1x3xf64>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [1, f, 0, b]x[0, o, i, 1]->[0, b, f, 1], window = {stride = [3, 3], pad = [[-1, 1], [0, 3]], lhs_dilate = [2, 3], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x2x1x2xf64>, tensor<2x2x1x3xf64>) -> tensor<0x2x2x4xf64>
  check.expect_eq_const %0, dense<> : tensor<0x2x2x4xf64>
  func.return
}
func.func @conv_32() {
  %l = stablehlo.constant dense<[[[false], [true]], [[true], [true]]]> : tensor<2x2x1xi1>
  %r = stablehlo.constant dense<[[[false, false], [true, true]], [[false, false], [false, false]]]> : tensor<2x2x2xi1>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0]x[o, i, 0]->[b, 0, f], window = {pad = [[1, -1]], lhs_dilate = [3]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x2x1xi1>, tensor<2x2x2xi1>) -> tensor<1x0x2xi1>
  check.expect_eq_const %0, dense<> : tensor<1x0x2xi1>
  func.return
}
func.func @conv_33() {
  %l = stablehlo.constant dense<> : tensor<3x3x0x1xi16>
  %r = stablehlo.constant dense<[[[[-15, -7], [-7, 0], [-19, 19]]], [[[-3, 3], [8, -7], [6, -15]]], [[[8, 7], [7, 19], [-1, 9]]]]> : tensor<3x1x3x2xi16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, 1, 0, b]x[o, i, 0, 1]->[1, b, 0, f], window = {stride = [3, 2], pad = [[0, 3], [3, 2]], lhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<3x3x0x1xi16>, tensor<3x1x3x2xi16>) -> tensor<5x1x1x3xi16>
  check.expect_eq_const %0, dense<[[[[0, 0, 0]]], [[[0, 0, 0]]], [[[0, 0, 0]]], [[[0, 0, 0]]], [[[0, 0, 0]]]]> : tensor<5x1x1x3xi16>
  func.return
}
func.func @conv_34() {
  %l = stablehlo.constant dense<[[[true, false, true, true, false, true]], [[false, true, false, false, false, true]], [[false, false, false, false, false, true]]]> : tensor<3x1x6xi1>
  %r = stablehlo.constant dense<[[[false, false, true], [true, false, false], [true, false, false]], [[false, false, false], [false, true, false], [true, false, true]]]> : tensor<2x3x3xi1>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [0, b, f]x[o, 0, i]->[0, f, b], window = {stride = [3], pad = [[2, -1]], lhs_dilate = [2], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x1x6xi1>, tensor<2x3x3xi1>) -> tensor<1x2x1xi1>
  check.expect_eq_const %0, dense<[[[true], [true]]]> : tensor<1x2x1xi1>
  func.return
}
func.func @conv_35() {
  %l = stablehlo.constant dense<[[[17, -19, 5], [14, 14, 5], [12, 3, -11]]]> : tensor<1x3x3xi64>
  %r = stablehlo.constant dense<[[[-1], [-5]], [[20], [-7]], [[19], [-9]]]> : tensor<3x2x1xi64>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0]x[o, 0, i]->[0, b, f], window = {stride = [3], pad = [[1, 0]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x3xi64>, tensor<3x2x1xi64>) -> tensor<1x1x3xi64>
  check.expect_eq_const %0, dense<[[[95, -98, -27]]]> : tensor<1x1x3xi64>
  func.return
}

func.func @each_feature_0() {
  %l = stablehlo.constant dense<[[2, 8], [7, 34]]> : tensor<2x2xui32>
  %r = stablehlo.constant dense<[[14, 8]]> : tensor<1x2xui32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x2xui32>, tensor<1x2xui32>) -> tensor<2x2xui32>
  check.expect_eq_const %0, dense<[[28, 64], [98, 272]]> : tensor<2x2xui32>
  func.return
}
func.func @each_feature_4() {
  %l = stablehlo.constant dense<> : tensor<1x0x2xi8>
  %r = stablehlo.constant dense<[[[2, 7]]]> : tensor<1x1x2xi8>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[0, f, b], window = {stride = [2], pad = [[2, -1]], lhs_dilate = [3], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x0x2xi8>, tensor<1x1x2xi8>) -> tensor<1x2x1xi8>
  check.expect_eq_const %0, dense<[[[0], [0]]]> : tensor<1x2x1xi8>
  func.return
}
func.func @each_feature_5() {
  %l = stablehlo.constant dense<[[[[32, 29, 39, 17]], [[3, 4, 19, 8]], [[31, 22, 29, 15]]]]> : tensor<1x3x1x4xui32>
  %r = stablehlo.constant dense<[[[[22], [37], [3]]], [[[26], [37], [25]]], [[[0], [18], [3]]]]> : tensor<3x1x3x1xui32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [1, f, b, 0]x[o, 0, 1, i]->[f, b, 1, 0], window = {stride = [2, 3], pad = [[0, 3], [2, -1]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x1x4xui32>, tensor<3x1x3x1xui32>) -> tensor<3x1x0x4xui32>
  check.expect_eq_const %0, dense<> : tensor<3x1x0x4xui32>
  func.return
}
func.func @each_feature_6() {
  %l = stablehlo.constant dense<[[-14], [19], [4], [10], [-12]]> : tensor<5x1xi16>
  %r = stablehlo.constant dense<[[10, -9, -1, 17, 13]]> : tensor<1x5xi16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [f, b]x[i, o]->[f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<5x1xi16>, tensor<1x5xi16>) -> tensor<5x1xi16>
  check.expect_eq_const %0, dense<[[-140], [-171], [-4], [170], [-156]]> : tensor<5x1xi16>
  func.return
}
func.func @each_feature_7() {
  %l = stablehlo.constant dense<[[19, 11, 4, 3, 11]]> : tensor<1x5xi16>
  %r = stablehlo.constant dense<[[20, 17, -10, -15, 14]]> : tensor<1x5xi16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x5xi16>, tensor<1x5xi16>) -> tensor<1x5xi16>
  check.expect_eq_const %0, dense<[[380, 187, -40, -45, 154]]> : tensor<1x5xi16>
  func.return
}
func.func @each_feature_8() {
  %l = stablehlo.constant dense<[[[[10, 38]], [[31, 1]], [[32, 12]], [[40, 24]]]]> : tensor<1x4x1x2xui32>
  %r = stablehlo.constant dense<[[[[37, 8]], [[32, 28]]]]> : tensor<1x2x1x2xui32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [1, 0, b, f]x[0, 1, i, o]->[1, 0, f, b], window = {stride = [3, 1], pad = [[2, -1], [1, 3]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x1x2xui32>, tensor<1x2x1x2xui32>) -> tensor<4x2x2x1xui32>
  check.expect_eq_const %0, dense<[[[[0], [0]], [[992], [28]]], [[[0], [0]], [[1147], [8]]], [[[0], [0]], [[0], [0]]], [[[0], [0]], [[0], [0]]]]> : tensor<4x2x2x1xui32>
  func.return
}
