// Dots of random layouts. The results are those of numpy.einsum, in numbers that every step represents.

func.func @dot_0() {
  %l = stablehlo.constant dense<[[17], [29], [38]]> : tensor<3x1xui32>
  %r = stablehlo.constant dense<[[[14, 39, 23, 13, 12], [35, 9, 10, 3, 4], [0, 28, 21, 36, 32]]]> : tensor<1x3x5xui32>
  %0 = stablehlo.dot_general %l, %r, batching_dims = [1] x [0], contracting_dims = [0] x [1] : (tensor<3x1xui32>, tensor<1x3x5xui32>) -> tensor<1x5xui32>
  check.expect_eq_const %0, dense<[[1253, 1988, 1479, 1676, 1536]]> : tensor<1x5xui32>
  func.return
}
func.func @dot_1() {
  %l = stablehlo.constant dense<[false]> : tensor<1xi1>
  %r = stablehlo.constant dense<[false, false, false, false, false]> : tensor<5xi1>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [] x [] : (tensor<1xi1>, tensor<5xi1>) -> tensor<1x5xi1>
  check.expect_eq_const %0, dense<[[false, false, false, false, false]]> : tensor<1x5xi1>
  func.return
}
func.func @dot_3() {
  %l = stablehlo.constant dense<[[[[0.5, 1.0, -1.5]], [[2.0, 0.5, 3.5]]], [[[0.0, -3.0, -4.0]], [[-0.5, 0.5, -1.5]]], [[[3.5, 1.0, -1.0]], [[-3.0, -1.5, -3.5]]], [[[-2.5, -2.0, 3.5]], [[2.5, 2.5, 1.0]]], [[[-1.0, -3.0, 3.0]], [[1.5, 1.5, 3.0]]]]> : tensor<5x2x1x3xf32>
  %r = stablehlo.constant dense<[[-0.5, 1.0, -2.5, -0.5, -4.0]]> : tensor<1x5xf32>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [0, 2] x [1, 0] : (tensor<5x2x1x3xf32>, tensor<1x5xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[-3.75, 7.0, -14.5], [-1.25, -3.25, -7.0]]> : tensor<2x3xf32>
  func.return
}
func.func @dot_4() {
  %l = stablehlo.constant dense<[9, 9, -17, -6, 6]> : tensor<5xi8>
  %r = stablehlo.constant dense<[[[14, -14], [5, 15], [13, 16], [8, -1], [-17, 2]], [[-19, -1], [0, -10], [11, -12], [3, 10], [20, -6]], [[14, 7], [-12, 3], [-4, -2], [11, 6], [-18, 20]], [[18, -11], [-2, -12], [4, -4], [18, -18], [0, 18]], [[4, 1], [6, 6], [7, 4], [19, 11], [-4, 4]]]> : tensor<5x5x2xi8>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [0] x [1] : (tensor<5xi8>, tensor<5x5x2xi8>) -> tensor<5x2xi8>
  check.expect_eq_const %0, dense<[[56, 11], [0, 9], [-88, -48], [-32, 77], [89, -47]]> : tensor<5x2xi8>
  func.return
}
func.func @dot_5() {
  %l = stablehlo.constant dense<[[[19, 35], [0, 10], [12, 34]], [[13, 19], [10, 12], [11, 1]], [[1, 2], [12, 18], [19, 38]]]> : tensor<3x3x2xui8>
  %r = stablehlo.constant dense<[6, 23, 31]> : tensor<3xui8>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [0] x [0] : (tensor<3x3x2xui8>, tensor<3xui8>) -> tensor<3x2xui8>
  check.expect_eq_const %0, dense<[[188, 197], [90, 126], [146, 125]]> : tensor<3x2xui8>
  func.return
}
func.func @dot_6() {
  %l = stablehlo.constant dense<[[2.0, 2.5, 4.0, -4.0, 0.0], [-4.0, -2.0, 3.5, 1.5, -2.5], [2.5, 2.0, 1.5, -3.0, -2.0]]> : tensor<3x5xf16>
  %r = stablehlo.constant dense<[[[1.5, 3.0, 0.0, 1.5, -1.5], [-3.0, 2.0, 3.5, 0.0, 1.0], [-2.5, -2.0, 1.0, 1.0, 4.0]], [[-3.5, 1.0, -4.0, -3.0, 1.5], [-3.5, -3.0, 2.5, -2.0, 0.5], [-4.0, 0.5, 2.0, 2.5, 3.0]], [[-0.5, 2.5, -1.0, -0.5, -2.0], [-4.0, 1.0, 1.0, 3.0, 1.5], [-0.5, -2.5, 3.5, -2.5, -3.0]], [[-2.5, 1.0, -0.5, 1.0, 0.0], [-0.5, -3.5, 2.0, 0.0, 1.5], [3.5, 3.5, 1.0, -2.5, -1.5]], [[2.5, -0.5, -2.5, 2.0, 2.0], [-4.0, 1.5, 1.0, 0.0, 1.0], [-1.0, -2.0, -1.0, 3.5, 2.0]]]> : tensor<5x3x5xf16>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] : (tensor<3x5xf16>, tensor<5x3x5xf16>) -> tensor<3x3x5xf16>
  check.expect_eq_const %0, dense<[[[2.25, 14.5, -12.0, -10.5, -7.25], [-28.75, 14.5, 9.25, 7.0, 3.25], [-31.0, -26.75, 17.0, 8.25, 9.5]], [[-10.75, -2.5, 10.0, -5.25, -9.0], [14.25, -7.5, -15.0, 14.5, 0.0], [24.0, 8.5, 8.25, -30.25, -39.75]], [[-1.5, 11.25, -3.0, -10.0, -7.75], [-11.0, 8.0, 7.25, 0.5, -0.75], [-23.5, -14.25, 10.75, 4.25, 12.0]]]> : tensor<3x3x5xf16>
  func.return
}
func.func @dot_7() {
  %l = stablehlo.constant dense<[[[-4, -15, 8, -16, -8]], [[-10, -1, -6, -6, -3]], [[11, -10, -2, -8, 20]]]> : tensor<3x1x5xi32>
  %r = stablehlo.constant dense<[[[[-13, 20, -7, 17, -9]]]]> : tensor<1x1x1x5xi32>
  %0 = stablehlo.dot_general %l, %r, batching_dims = [2] x [3], contracting_dims = [1] x [1] : (tensor<3x1x5xi32>, tensor<1x1x1x5xi32>) -> tensor<5x3x1x1xi32>
  check.expect_eq_const %0, dense<[[[[52]], [[130]], [[-143]]], [[[-300]], [[-20]], [[-200]]], [[[-56]], [[42]], [[14]]], [[[-272]], [[-102]], [[-136]]], [[[72]], [[27]], [[-180]]]]> : tensor<5x3x1x1xi32>
  func.return
}
func.func @dot_9() {
  %l = stablehlo.constant dense<[[6, 15, 3], [21, 17, 26], [27, 12, 8]]> : tensor<3x3xui32>
  %r = stablehlo.constant dense<[[[13, 39, 0], [14, 18, 6], [3, 9, 1]]]> : tensor<1x3x3xui32>
  %0 = stablehlo.dot_general %l, %r, batching_dims = [1] x [1], contracting_dims = [0] x [2] : (tensor<3x3xui32>, tensor<1x3x3xui32>) -> tensor<3x1xui32>
  check.expect_eq_const %0, dense<[[897], [588], [251]]> : tensor<3x1xui32>
  func.return
}
func.func @dot_10() {
  %l = stablehlo.constant dense<-9> : tensor<i16>
  %r = stablehlo.constant dense<[[-12, 20, -9, 11, 1], [7, -14, -9, -11, -1], [8, -13, -17, -19, 10]]> : tensor<3x5xi16>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [] x [] : (tensor<i16>, tensor<3x5xi16>) -> tensor<3x5xi16>
  check.expect_eq_const %0, dense<[[108, -180, 81, -99, -9], [-63, 126, 81, 99, 9], [-72, 117, 153, 171, -90]]> : tensor<3x5xi16>
  func.return
}
func.func @dot_11() {
  %l = stablehlo.constant dense<[[[2.5, -3.0, 1.0], [-2.5, -3.5, 3.5], [-2.5, -3.5, 3.5], [2.5, 0.5, 4.0], [3.5, 3.5, 2.5]], [[-0.5, 3.5, 2.0], [-2.0, -1.0, -4.0], [3.0, 1.0, -1.5], [-0.5, 3.5, 0.0], [4.0, -3.0, -1.0]]]> : tensor<2x5x3xf16>
  %r = stablehlo.constant dense<[-2.0, -1.5, -4.0]> : tensor<3xf16>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [2] x [0] : (tensor<2x5x3xf16>, tensor<3xf16>) -> tensor<2x5xf16>
  check.expect_eq_const %0, dense<[[-4.5, -3.75, -3.75, -21.75, -22.25], [-12.25, 21.5, -1.5, -4.25, 0.5]]> : tensor<2x5xf16>
  func.return
}
func.func @dot_13() {
  %l = stablehlo.constant dense<[[15], [1], [15]]> : tensor<3x1xi64>
  %r = stablehlo.constant dense<[[-1, 6]]> : tensor<1x2xi64>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] : (tensor<3x1xi64>, tensor<1x2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %0, dense<[[-15, 90], [-1, 6], [-15, 90]]> : tensor<3x2xi64>
  func.return
}
func.func @dot_14() {
  %l = stablehlo.constant dense<[[[3.0]], [[-3.5]], [[-3.0]], [[4.0]], [[3.0]]]> : tensor<5x1x1xf64>
  %r = stablehlo.constant dense<[[[-4.0], [1.0], [-1.0]], [[1.0], [-3.0], [-2.0]], [[3.5], [-1.5], [3.0]], [[1.0], [3.5], [2.0]], [[1.0], [-1.5], [2.5]]]> : tensor<5x3x1xf64>
  %0 = stablehlo.dot_general %l, %r, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<5x1x1xf64>, tensor<5x3x1xf64>) -> tensor<5x1x1x3x1xf64>
  check.expect_eq_const %0, dense<[[[[[-12.0], [3.0], [-3.0]]]], [[[[-3.5], [10.5], [7.0]]]], [[[[-10.5], [4.5], [-9.0]]]], [[[[4.0], [14.0], [8.0]]]], [[[[3.0], [-4.5], [7.5]]]]]> : tensor<5x1x1x3x1xf64>
  func.return
}
func.func @dot_15() {
  %l = stablehlo.constant dense<[-13, -4, 9, 3, -4]> : tensor<5xi16>
  %r = stablehlo.constant dense<[5, -17]> : tensor<2xi16>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [] x [] : (tensor<5xi16>, tensor<2xi16>) -> tensor<5x2xi16>
  check.expect_eq_const %0, dense<[[-65, 221], [-20, 68], [45, -153], [15, -51], [-20, 68]]> : tensor<5x2xi16>
  func.return
}
func.func @dot_16() {
  %l = stablehlo.constant dense<[[[-0.5, 1.5, -3.5], [2.5, 4.0, -2.5]], [[-3.5, -2.5, -2.0], [3.5, 4.0, 3.5]]]> : tensor<2x2x3xf64>
  %r = stablehlo.constant dense<[[[0.0, 4.0], [4.0, -2.5], [4.0, 1.5]], [[1.0, 0.0], [0.0, -3.0], [-1.5, 1.0]], [[3.5, -0.5], [-0.5, -1.0], [1.0, 2.5]]]> : tensor<3x3x2xf64>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [2] x [0] : (tensor<2x2x3xf64>, tensor<3x3x2xf64>) -> tensor<2x2x3x2xf64>
  check.expect_eq_const %0, dense<[[[[-10.75, -0.25], [-0.25, 0.25], [-7.75, -8.0]], [[-4.75, 11.25], [11.25, -15.75], [1.5, 1.5]]], [[[-9.5, -13.0], [-13.0, 18.25], [-12.25, -12.75]], [[16.25, 12.25], [12.25, -24.25], [11.5, 18.0]]]]> : tensor<2x2x3x2xf64>
  func.return
}
func.func @dot_17() {
  %l = stablehlo.constant dense<[[[-9, 20], [17, -9]], [[0, -1], [-14, -13]], [[-14, 14], [-2, 19]], [[10, 15], [-13, 2]], [[-14, 12], [-19, -9]]]> : tensor<5x2x2xi64>
  %r = stablehlo.constant dense<[[[1, 2], [-2, 16], [-7, -8], [-1, -13], [6, -9]], [[-2, 19], [20, 19], [-10, 7], [-11, 17], [12, 17]]]> : tensor<2x5x2xi64>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [1, 2] x [0, 2] : (tensor<5x2x2xi64>, tensor<2x5x2xi64>) -> tensor<5x5xi64>
  check.expect_eq_const %0, dense<[[-174, 507, -330, -591, -183], [-221, -543, 57, -54, -380], [379, 573, 139, 177, 89], [104, -2, -46, -28, -197], [-123, -331, 129, -86, -573]]> : tensor<5x5xi64>
  func.return
}
func.func @dot_18() {
  %l = stablehlo.constant dense<[-7, -1]> : tensor<2xi32>
  %r = stablehlo.constant dense<[[[5], [-10], [-1]], [[8], [-4], [12]]]> : tensor<2x3x1xi32>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [0] x [0] : (tensor<2xi32>, tensor<2x3x1xi32>) -> tensor<3x1xi32>
  check.expect_eq_const %0, dense<[[-43], [74], [-5]]> : tensor<3x1xi32>
  func.return
}
func.func @dot_19() {
  %l = stablehlo.constant dense<[[0.5, -2.0, 0.0, -3.0, 4.0]]> : tensor<1x5xf32>
  %r = stablehlo.constant dense<[[[0.5, 0.0, 4.0, -1.5, 3.0]], [[-1.5, -4.0, 1.0, -2.5, -0.5]], [[-1.0, 3.5, -2.0, 1.5, -2.0]], [[-3.5, 3.5, 4.0, 0.0, -2.5]], [[-0.5, 2.0, -1.5, -2.5, -3.5]]]> : tensor<5x1x5xf32>
  %0 = stablehlo.dot_general %l, %r, batching_dims = [0] x [1], contracting_dims = [1] x [2] : (tensor<1x5xf32>, tensor<5x1x5xf32>) -> tensor<1x5xf32>
  check.expect_eq_const %0, dense<[[16.75, 12.75, -20.0, -18.75, -10.75]]> : tensor<1x5xf32>
  func.return
}
func.func @dot_21() {
  %l = stablehlo.constant dense<[17, 13]> : tensor<2xi16>
  %r = stablehlo.constant dense<[[[-20, -18], [19, -20]]]> : tensor<1x2x2xi16>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [0] x [2] : (tensor<2xi16>, tensor<1x2x2xi16>) -> tensor<1x2xi16>
  check.expect_eq_const %0, dense<[[-574, 63]]> : tensor<1x2xi16>
  func.return
}
func.func @dot_22() {
  %l = stablehlo.constant dense<[[[19], [-1]], [[-9], [-4]], [[-8], [-10]]]> : tensor<3x2x1xi32>
  %r = stablehlo.constant dense<[[-18], [8]]> : tensor<2x1xi32>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] : (tensor<3x2x1xi32>, tensor<2x1xi32>) -> tensor<3x1x1xi32>
  check.expect_eq_const %0, dense<[[[-350]], [[130]], [[64]]]> : tensor<3x1x1xi32>
  func.return
}
func.func @dot_23() {
  %l = stablehlo.constant dense<[[(-4.0, -1.0), (-4.0, -1.0), (1.0, 3.0)], [(1.0, -3.0), (4.0, 1.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f32>>
  %r = stablehlo.constant dense<[(0.0, -1.0), (2.0, 0.0), (0.0, -1.0)]> : tensor<3xcomplex<f32>>
  %0 = stablehlo.dot_general %l, %r, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<2x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-1.0, 4.0), (-3.0, -1.0)], [(-8.0, -2.0), (8.0, 2.0)], [(3.0, -1.0), (-1.0, 2.0)]]> : tensor<3x2xcomplex<f32>>
  func.return
}
func.func @dot_24() {
  %l = stablehlo.constant dense<[[[[17], [25], [35], [12], [36]], [[27], [16], [33], [35], [12]], [[31], [2], [34], [15], [26]]], [[[16], [3], [26], [23], [36]], [[27], [14], [24], [32], [20]], [[6], [39], [32], [4], [31]]]]> : tensor<2x3x5x1xui8>
  %r = stablehlo.constant dense<[[5, 10, 13, 1, 33]]> : tensor<1x5xui8>
  %0 = stablehlo.dot_general %l, %r, batching_dims = [3] x [0], contracting_dims = [2] x [1] : (tensor<2x3x5x1xui8>, tensor<1x5xui8>) -> tensor<1x2x3xui8>
  check.expect_eq_const %0, dense<[[[198, 131, 210], [123, 255, 71]]]> : tensor<1x2x3xui8>
  func.return
}
func.func @dot_25() {
  %l = stablehlo.constant dense<[(1.0, 4.0), (1.0, 0.0), (3.0, -2.0)]> : tensor<3xcomplex<f32>>
  %r = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [] x [] : (tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %0, dense<[(9.0, 2.0), (1.0, -2.0), (-1.0, -8.0)]> : tensor<3xcomplex<f32>>
  func.return
}
func.func @dot_26() {
  %l = stablehlo.constant dense<[[-10, -6, 5], [14, -19, -5], [2, -8, 6], [8, 15, 4], [-13, -12, 3]]> : tensor<5x3xi16>
  %r = stablehlo.constant dense<[[-6, -8, 17], [-11, 5, 19]]> : tensor<2x3xi16>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [] x [] : (tensor<5x3xi16>, tensor<2x3xi16>) -> tensor<5x3x2x3xi16>
  check.expect_eq_const %0, dense<[[[[60, 80, -170], [110, -50, -190]], [[36, 48, -102], [66, -30, -114]], [[-30, -40, 85], [-55, 25, 95]]], [[[-84, -112, 238], [-154, 70, 266]], [[114, 152, -323], [209, -95, -361]], [[30, 40, -85], [55, -25, -95]]], [[[-12, -16, 34], [-22, 10, 38]], [[48, 64, -136], [88, -40, -152]], [[-36, -48, 102], [-66, 30, 114]]], [[[-48, -64, 136], [-88, 40, 152]], [[-90, -120, 255], [-165, 75, 285]], [[-24, -32, 68], [-44, 20, 76]]], [[[78, 104, -221], [143, -65, -247]], [[72, 96, -204], [132, -60, -228]], [[-18, -24, 51], [-33, 15, 57]]]]> : tensor<5x3x2x3xi16>
  func.return
}
func.func @dot_27() {
  %l = stablehlo.constant dense<[[[1.5, 4.0, -1.0, 0.0, -1.5]], [[-2.5, 0.5, -1.0, -3.5, 1.5]], [[-1.0, -3.5, -1.0, -3.5, 1.5]]]> : tensor<3x1x5xf16>
  %r = stablehlo.constant dense<[[-3.5], [4.0], [-3.0]]> : tensor<3x1xf16>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [0] x [0] : (tensor<3x1x5xf16>, tensor<3x1xf16>) -> tensor<1x5x1xf16>
  check.expect_eq_const %0, dense<[[[-12.25], [-1.5], [2.5], [-3.5], [6.75]]]> : tensor<1x5x1xf16>
  func.return
}
func.func @dot_28() {
  %l = stablehlo.constant dense<[[27, 4], [27, 35], [37, 27], [34, 29], [25, 2]]> : tensor<5x2xui8>
  %r = stablehlo.constant dense<[[18, 14, 16, 38, 1], [37, 34, 6, 34, 6], [35, 38, 6, 11, 6]]> : tensor<3x5xui8>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [] x [] : (tensor<5x2xui8>, tensor<3x5xui8>) -> tensor<5x2x3x5xui8>
  check.expect_eq_const %0, dense<[[[[230, 122, 176, 2, 27], [231, 150, 162, 150, 162], [177, 2, 162, 41, 162]], [[72, 56, 64, 152, 4], [148, 136, 24, 136, 24], [140, 152, 24, 44, 24]]], [[[230, 122, 176, 2, 27], [231, 150, 162, 150, 162], [177, 2, 162, 41, 162]], [[118, 234, 48, 50, 35], [15, 166, 210, 166, 210], [201, 50, 210, 129, 210]]], [[[154, 6, 80, 126, 37], [89, 234, 222, 234, 222], [15, 126, 222, 151, 222]], [[230, 122, 176, 2, 27], [231, 150, 162, 150, 162], [177, 2, 162, 41, 162]]], [[[100, 220, 32, 12, 34], [234, 132, 204, 132, 204], [166, 12, 204, 118, 204]], [[10, 150, 208, 78, 29], [49, 218, 174, 218, 174], [247, 78, 174, 63, 174]]], [[[194, 94, 144, 182, 25], [157, 82, 150, 82, 150], [107, 182, 150, 19, 150]], [[36, 28, 32, 76, 2], [74, 68, 12, 68, 12], [70, 76, 12, 22, 12]]]]> : tensor<5x2x3x5xui8>
  func.return
}
func.func @dot_29() {
  %l = stablehlo.constant dense<[[4.0]]> : tensor<1x1xf64>
  %r = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] : (tensor<1x1xf64>, tensor<1xf64>) -> tensor<1xf64>
  check.expect_eq_const %0, dense<[6.0]> : tensor<1xf64>
  func.return
}
func.func @dot_30() {
  %l = stablehlo.constant dense<-2.0> : tensor<f32>
  %r = stablehlo.constant dense<[3.5, 2.5]> : tensor<2xf32>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [] x [] : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[-7.0, -5.0]> : tensor<2xf32>
  func.return
}
func.func @dot_31() {
  %l = stablehlo.constant dense<[[(-4.0, 0.0), (-2.0, -3.0)]]> : tensor<1x2xcomplex<f32>>
  %r = stablehlo.constant dense<[[(0.0, 2.0)], [(-1.0, 4.0)]]> : tensor<2x1xcomplex<f32>>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [0, 1] x [1, 0] : (tensor<1x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %0, dense<(14.0, -13.0)> : tensor<complex<f32>>
  func.return
}
func.func @dot_32() {
  %l = stablehlo.constant dense<[[[[21], [4]], [[19], [16]]]]> : tensor<1x2x2x1xui32>
  %r = stablehlo.constant dense<[[27], [4]]> : tensor<2x1xui32>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [2, 3] x [0, 1] : (tensor<1x2x2x1xui32>, tensor<2x1xui32>) -> tensor<1x2xui32>
  check.expect_eq_const %0, dense<[[583, 577]]> : tensor<1x2xui32>
  func.return
}
func.func @dot_33() {
  %l = stablehlo.constant dense<[[true, false, false], [false, false, false], [true, true, false], [true, true, false], [false, true, false]]> : tensor<5x3xi1>
  %r = stablehlo.constant dense<[[false, false, true], [false, true, true], [false, false, false]]> : tensor<3x3xi1>
  %0 = stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] : (tensor<5x3xi1>, tensor<3x3xi1>) -> tensor<5x3xi1>
  check.expect_eq_const %0, dense<[[false, false, true], [false, false, false], [false, true, true], [false, true, true], [false, true, true]]> : tensor<5x3xi1>
  func.return
}
