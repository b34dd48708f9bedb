// StableHLO spec, cholesky and triangular_solve. Values by numpy 1.24, but for those that are whole.

func.func @cholesky_of_the_specification() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [2.0, 20.0, 26.0], [3.0, 26.0, 70.0]]> : tensor<3x3xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  check.expect_eq_const %0, dense<[[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %1 = stablehlo.cholesky %a : tensor<3x3xf32>
  check.expect_eq_const %1, dense<[[1.0, 2.0, 3.0], [0.0, 4.0, 5.0], [0.0, 0.0, 6.0]]> : tensor<3x3xf32>
  func.return
}

// Only the triangle that is asked for is read; the batch's second matrix is not positive definite.
func.func @cholesky_reads_one_triangle() {
  %a = stablehlo.constant dense<[[[4.0, 99.0], [6.0, 10.0]], [[4.0, 99.0], [6.0, 9.0]]]> : tensor<2x2x2xbf16>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2x2xbf16>
  %is = stablehlo.constant dense<[[[2.0, 0.0], [3.0, 1.0]], [[0x7FC0, 0.0], [0x7FC0, 0x7FC0]]]> : tensor<2x2x2xbf16>
  check.expect_close %0, %is, max_ulp_difference = 0 : tensor<2x2x2xbf16>, tensor<2x2x2xbf16>
  %b = stablehlo.constant dense<[[[4.0, 6.0], [-7.0, 10.0]], [[0x7FF8000000000000, 6.0], [6.0, 9.0]]]> : tensor<2x2x2xf64>
  %1 = stablehlo.cholesky %b : tensor<2x2x2xf64>
  %is_1 = stablehlo.constant dense<[[[2.0, 3.0], [0.0, 1.0]], [[0x7FF8000000000000, 0x7FF8000000000000], [0.0, 0x7FF8000000000000]]]> : tensor<2x2x2xf64>
  check.expect_close %1, %is_1, max_ulp_difference = 0 : tensor<2x2x2xf64>, tensor<2x2x2xf64>
  func.return
}

// (2 0; 1-i 3) and its adjoint.
func.func @cholesky_complex() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (2.0, 2.0)], [(2.0, -2.0), (11.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(2.0, 0.0), (0.0, 0.0)], [(1.0, -1.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %1 = stablehlo.cholesky %a : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %1, dense<[[(2.0, 0.0), (1.0, 1.0)], [(0.0, 0.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  func.return
}

// In steps of a half, zero point 1: 4, 6, 10.
func.func @cholesky_quantized() {
  %a = stablehlo.constant dense<[[4.0, 6.0], [6.0, 10.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %0 = stablehlo.cholesky %q, lower = true : tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[2.0, 0.0], [3.0, 1.0]]> : tensor<2x2xf32>
  func.return
}

func.func @cholesky_of_one_and_none() {
  %a = stablehlo.constant dense<[[[9.0]], [[0.0]], [[-1.0]]]> : tensor<3x1x1xf16>
  %0 = stablehlo.cholesky %a : tensor<3x1x1xf16>
  %is = stablehlo.constant dense<[[[3.0]], [[0x7E00]], [[0x7E00]]]> : tensor<3x1x1xf16>
  check.expect_close %0, %is, max_ulp_difference = 0 : tensor<3x1x1xf16>, tensor<3x1x1xf16>
  %n = stablehlo.constant dense<> : tensor<2x0x0xf32>
  %1 = stablehlo.cholesky %n : tensor<2x0x0xf32>
  check.expect_eq %1, %n : tensor<2x0x0xf32>
  func.return
}

func.func @cholesky_batch() {
  %a = stablehlo.constant dense<[[[66.8283, -14.7231, 15.5726, 23.4429, -24.0012], [-14.7231, 23.4334, -9.4263, 16.6286, 34.6911], [15.5726, -9.4263, 9.5647, -4.1777, -24.0667], [23.4429, 16.6286, -4.1777, 42.0713, 34.1196], [-24.0012, 34.6911, -24.0667, 34.1196, 133.475]], [[180.1161, 35.257, 83.1707, 49.5076, -71.9445], [35.257, 30.1545, 25.2415, 2.1327, -36.0869], [83.1707, 25.2415, 112.9735, 20.2596, -28.1157], [49.5076, 2.1327, 20.2596, 48.5602, 10.2138], [-71.9445, -36.0869, -28.1157, 10.2138, 70.9301]]]> : tensor<2x5x5xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x5x5xf32>
  %is = stablehlo.constant dense<[[[8.174858, 0.0, 0.0, 0.0, 0.0], [-1.801022, 4.493297, 0.0, 0.0, 0.0], [1.9049383, -1.3343128, 2.0385091, 0.0, 0.0], [2.867683, 4.8501935, -1.5544616, 2.8119335, 0.0], [-2.9359777, 6.543823, -4.779148, 1.1989056, 7.5997233]], [[13.420734, 0.0, 0.0, 0.0, 0.0], [2.6270545, 4.822145, 0.0, 0.0, 0.0], [6.19718, 1.8583373, 8.432974, 0.0, 0.0], [3.688889, -1.5673963, 0.036955263, 5.7003684, 0.0], [-5.360698, -4.563125, 1.610978, 3.9957173, 1.6762743]]]> : tensor<2x5x5xf32>
  check.expect_close %0, %is, max_ulp_difference = 2 : tensor<2x5x5xf32>, tensor<2x5x5xf32>
  func.return
}

func.func @solve_of_the_specification() {
  %a = stablehlo.constant dense<[[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 0.0, 0.0], [4.0, 8.0, 0.0], [6.0, 10.0, 12.0]]> : tensor<3x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %0, dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf32>
  func.return
}

func.func @solve_left_lower_no_transpose() {
  %a = stablehlo.constant dense<[[[13.09, -0.57, 4.19], [0.07, 8.63, 2.29], [4.23, -1.37, 8.02]], [[8.36, 0.33, -3.6], [4.11, 7.4, 1.85], [-3.3, 1.44, 10.57]]]> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<[[[-1.68, 8.08], [1.48, 7.11], [3.84, -2.65]], [[-1.53, 1.74], [0.24, 0.2], [-1.14, -7.23]]]> : tensor<2x3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %is = stablehlo.constant dense<[[[-0.12834224, 0.61726505], [0.1725358, 0.81886345], [0.5759677, -0.5161083]], [[-0.18301436, 0.20813398], [0.13407959, -0.08857171], [-0.18325658, -0.6069645]]]> : tensor<2x3x2xf32>
  check.expect_close %0, %is, max_ulp_difference = 2 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  func.return
}

func.func @solve_left_lower_transpose() {
  %a = stablehlo.constant dense<[[[(8.1, -0.24), (-8.87, 2.28), (1.49, 7.02)], [(-2.9, 0.78), (6.140000000000001, 0.5), (-0.88, -3.89)], [(1.09, 2.33), (-5.73, -0.98), (2.01, 3.33)]], [[(4.74, -0.17), (-8.17, 6.96), (-3.87, -7.93)], [(6.36, -1.19), (4.77, 3.53), (2.61, -1.4)], [(-5.49, -3.17), (1.2, -1.06), (7.72, -5.52)]]]> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[[(0.48, -4.47), (9.76, -6.2)], [(4.58, -2.8), (-4.44, -8.92)], [(-3.49, 3.0), (-1.62, -2.52)]], [[(4.02, 1.93), (-3.29, 7.47)], [(-2.76, 4.69), (3.54, -4.6)], [(3.46, 3.48), (-1.5, 4.63)]]]> : tensor<2x3x2xcomplex<f64>>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true,
      transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %is = stablehlo.constant dense<[[[(-33.406786, 46.523126000000005), (-46.438316, -63.24813999999999)], [(-18.3577, 10.969800000000003), (-11.253000000000002, -24.947200000000002)], [(-3.49, 3.0), (-1.62, -2.52)]], [[(74.42878400000001, -7.206528000000006), (-14.973152, 103.35257800000001)], [(-10.6008, 4.1816), (0.4321999999999999, -11.745999999999999)], [(3.46, 3.48), (-1.5, 4.63)]]]> : tensor<2x3x2xcomplex<f64>>
  check.expect_close %0, %is, max_ulp_difference = 500 : tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>
  func.return
}

func.func @solve_left_lower_adjoint() {
  %a = stablehlo.constant dense<[[[6.01, -3.81, -0.44], [-6.41, 14.879999999999999, -9.62], [-4.43, -1.08, 8.09]], [[9.66, 1.09, -0.85], [4.55, 0.4399999999999995, -0.0], [-2.86, 0.53, 9.88]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-3.65, -2.56], [3.17, 1.4], [-2.72, 8.16]], [[9.24, -5.85], [1.21, 10.04], [3.14, 0.88]]]> : tensor<2x3x2xf64>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %is = stablehlo.constant dense<[[[-0.6539592389435961, 0.4959551057703691], [0.18863474753113496, 0.16729468213777798], [-0.3362175525339926, 1.0086526576019779]], [[-0.0643598868713297, -11.276380179698268], [2.367178873757824, 22.71089436878913], [0.31781376518218624, 0.08906882591093117]]]> : tensor<2x3x2xf64>
  check.expect_close %0, %is, max_ulp_difference = 500 : tensor<2x3x2xf64>, tensor<2x3x2xf64>
  func.return
}

func.func @solve_left_upper_no_transpose() {
  %a = stablehlo.constant dense<[[[(8.17, 3.04), (-2.16, -4.34), (-0.85, 5.36)], [(-2.2, 0.14), (11.98, -2.99), (-1.59, -1.96)], [(-1.76, -2.71), (-4.81, 0.64), (8.8, -2.87)]], [[(5.42, 4.57), (-0.72, -3.13), (4.17, -9.09)], [(1.46, -2.92), (11.02, -8.03), (1.42, -0.16)], [(0.24, 4.24), (-0.51, 2.59), (7.77, -5.35)]]]> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[[(-3.05, 0.21), (7.11, -3.79)], [(1.27, -0.25), (0.02, 0.38)], [(4.22, 9.36), (9.81, -3.4)]], [[(5.19, -0.49), (0.56, -0.66)], [(1.42, 1.75), (2.47, 4.19)], [(-2.45, -1.96), (-4.23, -3.29)]]]> : tensor<2x3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %is = stablehlo.constant dense<[[[(-71.08515, -9.968996), (-16.281542, 68.11731)], [(-10.3658, 22.903599), (22.2819, 14.201601)], [(4.22, 9.36), (9.81, -3.4)]], [[(24.014017, 4.709802), (28.96831, 8.68119)], [(5.2125998, 4.1412), (9.003, 8.184999)], [(-2.45, -1.96), (-4.23, -3.29)]]]> : tensor<2x3x2xcomplex<f32>>
  check.expect_close %0, %is, max_ulp_difference = 2 : tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>
  func.return
}

func.func @solve_left_upper_transpose() {
  %a = stablehlo.constant dense<[[[2.44, -3.7, 2.15], [0.18, 4.94, -1.49], [0.13, 2.01, 6.63]], [[8.0, -7.27, -4.61], [6.47, 0.25, -1.35], [0.88, -1.5, 5.77]]]> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<[[[-0.24, -0.02], [-0.33, -7.51], [-0.59, -3.42]], [[-2.19, 0.91], [2.56, 3.59], [-1.99, 3.7]]]> : tensor<2x3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = false,
      transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %is = stablehlo.constant dense<[[[-0.09836065, -0.008196721], [-0.14047256, -1.5263822], [-0.08866194, -0.85621214]], [[-0.27375, 0.11375], [2.2793496, 17.66785], [-0.030305995, 4.865855]]]> : tensor<2x3x2xf32>
  check.expect_close %0, %is, max_ulp_difference = 2 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  func.return
}

func.func @solve_left_upper_adjoint() {
  %a = stablehlo.constant dense<[[[(13.690000000000001, 1.61), (4.55, -0.99), (5.56, 2.42)], [(-0.58, 7.01), (8.3, -0.13), (3.3, -5.99)], [(-5.47, -3.44), (0.84, -5.83), (6.88, -4.79)]], [[(7.52, 5.22), (-6.97, 0.91), (-3.56, -6.08)], [(-0.08, 2.61), (12.55, 5.04), (3.96, -1.44)], [(-0.32, -2.7), (-0.76, -1.35), (5.68, 1.14)]]]> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[[(2.56, -3.7), (4.73, 5.78)], [(4.85, 2.66), (4.74, 0.88)], [(5.45, 3.71), (2.65, 4.25)]], [[(-6.12, 1.36), (-0.52, -9.83)], [(1.26, -2.7), (-1.53, -1.83)], [(3.65, -3.94), (-1.44, 0.79)]]]> : tensor<2x3x2xcomplex<f64>>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true,
      transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %is = stablehlo.constant dense<[[[(2.5599999999999943, -3.7000000000000033), (4.730000000000008, 5.779999999999999)], [(-10.46099999999998, 16.960600000000017), (-11.059300000000043, -30.10169999999999)], [(136.28569400000006, 37.16860999999984), (-181.44989299999986, 149.14061700000025)]], [[(-6.119999999999997, 1.3600000000000056), (-0.5200000000000069, -9.829999999999997)], [(-42.633999999999986, 1.2100000000000164), (3.7908999999999784, -70.81830000000001)], [(160.70464, 94.71255999999993), (-180.04791599999993, 243.93837200000007)]]]> : tensor<2x3x2xcomplex<f64>>
  check.expect_close %0, %is, max_ulp_difference = 500 : tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>
  func.return
}

func.func @solve_right_lower_no_transpose() {
  %a = stablehlo.constant dense<[[[13.77, -1.94, -4.54], [8.11, 7.1899999999999995, -4.93], [0.95, 1.7, 6.18]], [[12.16, -1.95, -3.69], [0.71, 12.08, -2.54], [1.32, -0.37, 20.3]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-2.83, -0.21, 2.89], [5.54, -0.51, 3.58]], [[5.07, -2.4, 2.04], [1.31, -2.15, 2.32]]]> : tensor<2x2x3xf64>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %is = stablehlo.constant dense<[[[-0.15545959650889074, -0.13977521818779232, 0.46763754045307454], [0.4848026555088269, -0.2078984205859451, 0.5792880258899678]], [[0.41745262950780126, -0.19559749453560826, 0.10049261083743842], [0.10551179402355228, -0.17447965941343427, 0.11428571428571427]]]> : tensor<2x2x3xf64>
  check.expect_close %0, %is, max_ulp_difference = 500 : tensor<2x2x3xf64>, tensor<2x2x3xf64>
  func.return
}

func.func @solve_right_lower_transpose() {
  %a = stablehlo.constant dense<[[[(14.59, -2.12), (1.67, -0.13), (4.24, 6.44)], [(6.07, -6.81), (9.66, 1.03), (-5.94, -3.63)], [(-4.72, 0.75), (-5.75, 3.36), (15.37, -0.23)]], [[(5.61, 3.09), (4.93, -6.36), (2.34, 4.43)], [(6.86, -2.41), (13.01, 2.49), (-0.41, 0.73)], [(-0.8, -10.34), (0.34, -3.02), (9.7, 0.88)]]]> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[[(6.22, 5.05), (1.03, -3.94), (5.72, -4.94)], [(1.15, 2.17), (-5.65, 5.35), (7.23, -0.84)]], [[(0.11, 1.12), (-6.48, 1.66), (10.81, -3.05)], [(-0.88, 3.53), (3.53, 1.55), (2.87, -5.16)]]]> : tensor<2x2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = true,
      transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %is = stablehlo.constant dense<[[[(6.22, 5.05), (-71.1159, 7.764696), (-343.96115, 297.82742)], [(1.15, 2.17), (-27.408201, 0.009598841), (-143.2794, 100.686646)]], [[(0.11, 1.12), (-9.9338, -5.7581), (20.084154, -29.058922)], [(-0.88, 3.53), (1.0594999, -24.7866), (40.161102, 0.19193375)]]]> : tensor<2x2x3xcomplex<f32>>
  check.expect_close %0, %is, max_ulp_difference = 2 : tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>
  func.return
}

func.func @solve_right_lower_adjoint() {
  %a = stablehlo.constant dense<[[[9.25, -2.84, -5.23], [-5.06, 7.04, -7.41], [-5.39, -6.54, 9.73]], [[10.63, 8.03, -5.99], [-2.72, 12.65, -0.87], [-1.31, 6.84, 7.65]]]> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<[[[-4.62, 1.34, -5.49], [-5.27, 1.22, -3.94]], [[2.14, -2.57, 2.29], [2.31, 2.49, -7.13]]]> : tensor<2x2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %is = stablehlo.constant dense<[[[-0.49945945, -0.16864556, -0.9542681], [-0.56972975, -0.23619778, -0.87929875]], [[0.20131704, -0.15987492, 0.47676727], [0.21730949, 0.24356379, -1.1125884]]]> : tensor<2x2x3xf32>
  check.expect_close %0, %is, max_ulp_difference = 2 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
  func.return
}

func.func @solve_right_upper_no_transpose() {
  %a = stablehlo.constant dense<[[[(7.75, 11.32), (1.66, 2.83), (-2.29, 7.27)], [(-8.56, -3.65), (7.87, 5.87), (3.01, 6.36)], [(6.32, 6.22), (-8.76, -0.08), (19.45, -4.81)]], [[(4.49, -0.71), (3.83, -8.81), (4.94, -6.81)], [(3.93, 0.37), (9.6, -3.97), (-4.65, -0.66)], [(2.51, -0.44), (-2.86, 7.72), (-1.0899999999999999, 5.19)]]]> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[[(-0.18, -3.59), (-3.12, -4.94), (3.64, 9.45)], [(4.84, -4.6), (-1.35, 5.82), (-4.97, 1.93)]], [[(-1.12, -2.87), (0.47, -1.34), (-3.01, 1.16)], [(-5.28, 2.82), (6.53, 3.21), (0.9, 1.12)]]]> : tensor<2x2x3xcomplex<f64>>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = true,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %is = stablehlo.constant dense<[[[(-0.17999999999999916, -3.590000000000001), (-12.980900000000007, 1.5287999999999986), (25.924177000000007, 80.49433600000005)], [(4.840000000000002, -4.600000000000001), (-22.402400000000007, -0.2412000000000031), (38.568792, 99.41447600000005)]], [[(-1.1200000000000006, -2.8700000000000006), (30.044300000000007, -0.2151000000000034), (161.91546100000002, 26.539622999999985)], [(-5.280000000000001, 2.8200000000000003), (1.9082000000000001, -54.10740000000001), (52.36301400000001, -299.10759800000005)]]]> : tensor<2x2x3xcomplex<f64>>
  check.expect_close %0, %is, max_ulp_difference = 500 : tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>
  func.return
}

func.func @solve_right_upper_transpose() {
  %a = stablehlo.constant dense<[[[11.43, -2.32, -1.62], [-6.88, 7.23, -5.69], [-0.58, -3.83, 9.4]], [[10.81, -5.68, -3.25], [-3.77, 11.99, 6.83], [3.41, -1.4, 14.86]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-6.06, -2.62, 10.6], [6.0, -11.12, 6.31]], [[-4.13, -0.86, -5.93], [0.68, 0.41, -2.73]]]> : tensor<2x2x3xf64>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = false,
      transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %is = stablehlo.constant dense<[[[-0.2637785105736743, 0.5250875489243988, 1.127659574468085], [0.415123898556558, -1.0097422088814334, 0.6712765957446808]], [[-0.42027450348232226, 0.15559343418752955, -0.39905787348586813], [0.08062684823367865, 0.13884663868611907, -0.18371467025572005]]]> : tensor<2x2x3xf64>
  check.expect_close %0, %is, max_ulp_difference = 500 : tensor<2x2x3xf64>, tensor<2x2x3xf64>
  func.return
}

func.func @solve_right_upper_adjoint() {
  %a = stablehlo.constant dense<[[[(10.87, 2.61), (0.89, -2.31), (4.8, -3.63)], [(0.32, 1.13), (18.4, -0.4), (-2.86, 4.11)], [(1.04, 10.62), (-7.67, 3.37), (3.99, -0.14)]], [[(14.31, -0.69), (-3.77, -3.43), (2.12, -3.63)], [(-0.25, -4.01), (4.82, -1.58), (-1.39, -1.71)], [(-2.06, 2.97), (-1.95, -1.6), (12.01, -0.79)]]]> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[[(-4.87, 1.68), (2.03, 5.12), (3.19, 1.67)], [(6.58, 3.06), (7.16, -2.68), (5.96, -3.55)]], [[(-0.99, -2.76), (10.82, -0.59), (4.71, 1.85)], [(2.87, -2.53), (-4.89, 0.6), (6.79, -5.8)]]]> : tensor<2x2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = true,
      transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %is = stablehlo.constant dense<[[[(35.208668, -48.301228), (4.2896996, 23.007101), (3.19, 1.67)], [(-42.502422, -101.5335), (38.7961, 11.662601), (5.96, -3.55)]], [[(52.31089, -117.09228), (20.5304, -6.0726004), (4.71, 1.85)], [(-118.24338, -68.367775), (-5.3699007, -19.0729), (6.79, -5.8)]]]> : tensor<2x2x3xcomplex<f32>>
  check.expect_close %0, %is, max_ulp_difference = 2 : tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>
  func.return
}

// A zero on the diagonal divides; unit_diagonal says that it is not looked at.
func.func @solve_singular() {
  %a = stablehlo.constant dense<[[0.0, 7.0], [1.0, 2.0]]> : tensor<2x2xf16>
  %b = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf16>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf16>, tensor<2x1xf16>) -> tensor<2x1xf16>
  %1 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf16>, tensor<2x1xf16>) -> tensor<2x1xf16>
  check.expect_eq_const %0, dense<[[0x7C00], [0xFC00]]> : tensor<2x1xf16>
  check.expect_eq_const %1, dense<[[3.0], [1.0]]> : tensor<2x1xf16>
  func.return
}

// Numbers whose squares no double has.
func.func @solve_far_apart() {
  %a = stablehlo.constant dense<[[(1.0e200, 1.0e200)]]> : tensor<1x1xcomplex<f64>>
  %b = stablehlo.constant dense<[[(2.0e200, 0.0)]]> : tensor<1x1xcomplex<f64>>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = false,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<1x1xcomplex<f64>>, tensor<1x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>
  check.expect_eq_const %0, dense<[[(1.0, -1.0)]]> : tensor<1x1xcomplex<f64>>
  func.return
}

func.func @solve_nothing() {
  %a = stablehlo.constant dense<> : tensor<0x0xf32>
  %b = stablehlo.constant dense<> : tensor<0x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true,
      transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<0x0xf32>, tensor<0x2xf32>) -> tensor<0x2xf32>
  check.expect_eq %0, %b : tensor<0x2xf32>
  func.return
}

// Tridiagonal systems as JAX solves them for eigenvectors: the second row is the pivot of the first system; the second one is singular, and its
// small pivot does not count, as the rest of its right-hand side is zero.
func.func @tridiagonal_systems_with_pivots() {
  %l = stablehlo.constant dense<[[0.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %d = stablehlo.constant dense<[[0.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<[[[5.0, 1.0], [7.0, 2.0]], [[1.0, 0.0], [1.0, 0.0]]]> : tensor<2x2x2xf64>
  %u = stablehlo.reverse %l, dims = [1] : tensor<2x2xf64>
  %0 = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%l, %d, %u, %b) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  check.expect_eq_const %0, dense<[[[7.0, 2.0], [5.0, 1.0]], [[1.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  func.return
}

// Larger than a panel of the factor and than the columns that are solved at once. The elements of the matrix are min(i, j) + 1; its
// factor has ones on and below the diagonal.
func.func @factor_of_several_panels() {
  %i = stablehlo.iota dim = 0 : tensor<70x70xf64>
  %j = stablehlo.iota dim = 1 : tensor<70x70xf64>
  %one = stablehlo.constant dense<1.0> : tensor<70x70xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<70x70xf64>
  %least = stablehlo.minimum %i, %j : tensor<70x70xf64>
  %a = stablehlo.add %least, %one : tensor<70x70xf64>
  %below = stablehlo.compare GE, %i, %j : (tensor<70x70xf64>, tensor<70x70xf64>) -> tensor<70x70xi1>
  %l = stablehlo.select %below, %one, %zero : tensor<70x70xi1>, tensor<70x70xf64>
  %u = stablehlo.transpose %l, dims = [1, 0] : (tensor<70x70xf64>) -> tensor<70x70xf64>
  %0 = stablehlo.cholesky %a, lower = true : tensor<70x70xf64>
  check.expect_eq %0, %l : tensor<70x70xf64>
  %1 = stablehlo.cholesky %a, lower = false : tensor<70x70xf64>
  check.expect_eq %1, %u : tensor<70x70xf64>
  %c = stablehlo.complex %a, %zero : tensor<70x70xcomplex<f64>>
  %2 = stablehlo.cholesky %c, lower = true : tensor<70x70xcomplex<f64>>
  %3 = stablehlo.real %2 : (tensor<70x70xcomplex<f64>>) -> tensor<70x70xf64>
  check.expect_eq %3, %l : tensor<70x70xf64>
  func.return
}

// Row i of the right-hand side is i + 1 in all columns, the sum of as many ones; from below it is 70 - i.
func.func @solve_of_many_columns() {
  %i = stablehlo.iota dim = 0 : tensor<70x70xf32>
  %j = stablehlo.iota dim = 1 : tensor<70x70xf32>
  %one = stablehlo.constant dense<1.0> : tensor<70x70xf32>
  %below = stablehlo.compare GE, %i, %j : (tensor<70x70xf32>, tensor<70x70xf32>) -> tensor<70x70xi1>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<70x70xf32>
  %l = stablehlo.select %below, %one, %nan : tensor<70x70xi1>, tensor<70x70xf32>
  %u = stablehlo.transpose %l, dims = [1, 0] : (tensor<70x70xf32>) -> tensor<70x70xf32>
  %k = stablehlo.iota dim = 0 : tensor<70x37xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<70x37xf32>
  %b = stablehlo.add %k, %ones : tensor<70x37xf32>
  %0 = "stablehlo.triangular_solve"(%l, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<70x70xf32>, tensor<70x37xf32>) -> tensor<70x37xf32>
  check.expect_eq %0, %ones : tensor<70x37xf32>
  %c = stablehlo.reverse %b, dims = [0] : tensor<70x37xf32>
  %1 = "stablehlo.triangular_solve"(%u, %c) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<70x70xf32>, tensor<70x37xf32>) -> tensor<70x37xf32>
  check.expect_eq %1, %ones : tensor<70x37xf32>
  func.return
}
