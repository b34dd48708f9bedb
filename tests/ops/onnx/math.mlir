// Operators of numbers, along dimensions and of parts; values as numpy has them.
func.func @case_1() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Abs"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[4.07999992, 5.11000013, 0.839999974], [1.13999999, 0.910000026, 0.430000007]]> : tensor<2x3xf32>
  return
}

func.func @case_2() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Neg"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[-4.07999992, 5.11000013, -0.839999974], [1.13999999, 0.910000026, 0.430000007]]> : tensor<2x3xf32>
  return
}

func.func @case_3() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Sign"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[1.0, -1.0, 1.0], [-1.0, -1.0, -1.0]]> : tensor<2x3xf32>
  return
}

func.func @case_4() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Ceil"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[5.0, -5.0, 1.0], [-1.0, -0.0, -0.0]]> : tensor<2x3xf32>
  return
}

func.func @case_5() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Floor"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[4.0, -6.0, 0.0], [-2.0, -1.0, -1.0]]> : tensor<2x3xf32>
  return
}

func.func @case_6() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Round"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[4.0, -5.0, 1.0], [-1.0, -1.0, -0.0]]> : tensor<2x3xf32>
  return
}

func.func @case_7() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Exp"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[59.1454659, 0.00603608228, 2.31636691], [0.319819033, 0.402524203, 0.650509119]]> : tensor<2x3xf32>
  return
}

func.func @case_8() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Sin"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[-0.806617677, 0.921988606, 0.744643092], [-0.908633471, -0.789503753, -0.416870803]]> : tensor<2x3xf32>
  return
}

func.func @case_9() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Cos"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[-0.591073513, 0.387216955, 0.667462826], [0.417594522, 0.613745689, 0.908965766]]> : tensor<2x3xf32>
  return
}

func.func @case_10() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Tan"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[1.36466563, 2.38106465, 1.1156323], [-2.17587495, -1.28636944, -0.458621025]]> : tensor<2x3xf32>
  return
}

func.func @case_11() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Tanh"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[0.999428451, -0.999927163, 0.685809076], [-0.814414084, -0.721132219, -0.40532133]]> : tensor<2x3xf32>
  return
}

func.func @case_12() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Sigmoid"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[0.983373642, 0.00599986687, 0.698465168], [0.242320374, 0.286999822, 0.394126296]]> : tensor<2x3xf32>
  return
}

func.func @case_13() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Erf"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[1.0, -1.0, 0.765142679], [-0.893082321, -0.801882863, -0.456886709]]> : tensor<2x3xf32>
  return
}

func.func @case_14() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Relu"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[4.07999992, 0.0, 0.839999974], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
  return
}

func.func @case_15() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Reciprocal"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[0.24509804, -0.195694715, 1.19047618], [-0.877192974, -1.09890103, -2.32558131]]> : tensor<2x3xf32>
  return
}

// halves go to the even number
func.func @case_16() {
  %x0 = onnx.Constant dense<[0.5, 1.5, 2.5, -0.5]> : tensor<4xf32>
  %r0 = "onnx.Round"(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_almost_eq_const %r0, dense<[0.0, 2.0, 2.0, 0.0]> : tensor<4xf32>
  return
}

func.func @case_17() {
  %x0 = onnx.Constant dense<[[4.57999992, 5.61000013, 1.33999991], [1.63999999, 1.41000009, 0.930000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Log"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[1.52169895, 1.72455072, 0.292669564], [0.494696259, 0.343589753, -0.072570689]]> : tensor<2x3xf32>
  return
}

func.func @case_18() {
  %x0 = onnx.Constant dense<[[4.57999992, 5.61000013, 1.33999991], [1.63999999, 1.41000009, 0.930000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Sqrt"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[2.14009333, 2.36854386, 1.15758359], [1.28062487, 1.1874342, 0.964365065]]> : tensor<2x3xf32>
  return
}

func.func @case_19() {
  %x0 = onnx.Constant dense<[1, -2]> : tensor<2xi64>
  %r0 = "onnx.Neg"(%x0) : (tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq_const %r0, dense<[-1, 2]> : tensor<2xi64>
  return
}

// operands broadcast
func.func @case_20() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<[0.960000038, 4.53999996, 3.26999998]> : tensor<3xf32>
  %r0 = "onnx.Div"(%x0, %x1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[4.24999952, -1.12555075, 0.25688073], [-1.18749988, -0.200440541, -0.131498471]]> : tensor<2x3xf32>
  return
}

// integers are cut
func.func @case_21() {
  %x0 = onnx.Constant dense<[7, -7]> : tensor<2xi64>
  %x1 = onnx.Constant dense<[2, 2]> : tensor<2xi64>
  %r0 = "onnx.Div"(%x0, %x1) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq_const %r0, dense<[3, -3]> : tensor<2xi64>
  return
}

func.func @case_22() {
  %x0 = onnx.Constant dense<[[4.57999992, 5.61000013, 1.33999991], [1.63999999, 1.41000009, 0.930000007]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<2.0> : tensor<f32>
  %r0 = "onnx.Pow"(%x0, %x1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[20.9763985, 31.4721012, 1.79559982], [2.68959999, 1.98810029, 0.864899993]]> : tensor<2x3xf32>
  return
}

func.func @case_23() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<-1.0> : tensor<f32>
  %x2 = onnx.Constant dense<1.0> : tensor<f32>
  %r0 = "onnx.Clip"(%x0, %x1, %x2) : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[1.0, -1.0, 0.839999974], [-1.0, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  return
}

// a limit may be left out
func.func @case_24() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %x1 = "onnx.NoValue"() {value} : () -> none
  %x2 = onnx.Constant dense<1.0> : tensor<f32>
  %r0 = "onnx.Clip"(%x0, %x1, %x2) : (tensor<2x3xf32>, none, tensor<f32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[1.0, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  return
}

func.func @case_25() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %x2 = onnx.Constant dense<[0.960000038, 4.53999996, 3.26999998]> : tensor<3xf32>
  %r0 = "onnx.Sum"(%x0, %x1, %x2) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[9.11999989, -5.68000031, 4.94999981], [-1.31999993, 2.71999979, 2.40999985]]> : tensor<2x3xf32>
  return
}

func.func @case_26() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Sum"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  return
}

func.func @case_27() {
  %x0 = onnx.Constant dense<[[6.6500001, 0.449999988, -0.709999979], [-0.560000002, -1.34000003, -2.1099999]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<[[-0.779999971, 0.959999979, -0.479999989, 1.91999996], [-0.400000006, 0.0500000007, 3.08999991, 1.09000003], [-1.00999999, -0.370000005, 1.08000004, 3.86999989]]> : tensor<3x4xf32>
  %r0 = "onnx.MatMul"(%x0, %x1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  check.expect_almost_eq_const %r0, dense<[[-4.64989948, 6.66919994, -2.56830001, 10.5108004], [3.10389996, 0.176100016, -6.15060043, -10.701499]]> : tensor<2x4xf32>
  return
}

// a vector on the left
func.func @case_28() {
  %x0 = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x1 = onnx.Constant dense<[[-0.779999971, 0.959999979, -0.479999989, 1.91999996], [-0.400000006, 0.0500000007, 3.08999991, 1.09000003], [-1.00999999, -0.370000005, 1.08000004, 3.86999989]]> : tensor<3x4xf32>
  %r0 = "onnx.MatMul"(%x0, %x1) : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  check.expect_almost_eq_const %r0, dense<[-4.60999966, -0.0500000715, 8.94000053, 15.7099991]> : tensor<4xf32>
  return
}

// and on the right
func.func @case_29() {
  %x0 = onnx.Constant dense<[[6.6500001, 0.449999988, -0.709999979], [-0.560000002, -1.34000003, -2.1099999]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %r0 = "onnx.MatMul"(%x0, %x1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  check.expect_almost_eq_const %r0, dense<[5.42000008, -9.56999969]> : tensor<2xf32>
  return
}

func.func @case_30() {
  %x0 = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x1 = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %r0 = "onnx.MatMul"(%x0, %x1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  check.expect_almost_eq_const %r0, dense<14.0> : tensor<f32>
  return
}

// dimensions before the matrices broadcast
func.func @case_31() {
  %x0 = onnx.Constant dense<[[[[-1.76999998, -0.579999983, 1.76999998], [1.15999997, 0.180000007, 1.34000003]]], [[[-5.65999985, 2.03999996, -1.91999996], [-3.33999991, 0.550000012, 1.39999998]]]]> : tensor<2x1x2x3xf32>
  %x1 = onnx.Constant dense<[[[-0.889999986, -2.1500001], [0.0500000007, -0.109999999], [2.80999994, 1.49000001]], [[0.389999986, 2.22000003], [-0.409999996, -1.85000002], [1.16999996, 1.16999996]], [[-0.430000007, -1.57000005], [0.460000008, -4.98999977], [1.38, 0.980000019]], [[-3.27999997, 0.119999997], [-1.92999995, 1.50999999], [-4.07000017, -1.83000004]]]> : tensor<4x3x2xf32>
  %r0 = "onnx.MatMul"(%x0, %x1) : (tensor<2x1x2x3xf32>, tensor<4x3x2xf32>) -> tensor<2x4x2x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[[6.51999998, 6.50660038], [2.74199986, -0.517199874]], [[1.61839998, -0.78550005], [1.94639993, 3.80999994]], [[2.93690014, 7.40770006], [1.4332, -1.40619981]], [[-0.278900623, -4.32730007], [-9.60599995, -2.04120016]]], [[[-0.255800247, 9.08380127], [6.93409967, 9.20650005]], [[-5.29019976, -18.585598], [0.109899998, -6.7942996]], [[0.722599983, -3.17499971], [3.62120008, 3.87130022]], [[22.4420013, 5.91480017], [4.19569969, -2.1322999]]]]> : tensor<2x4x2x2xf32>
  return
}

func.func @case_32() {
  %x0 = onnx.Constant dense<[[1, 2]]> : tensor<1x2xi64>
  %x1 = onnx.Constant dense<[[3], [4]]> : tensor<2x1xi64>
  %r0 = "onnx.MatMul"(%x0, %x1) : (tensor<1x2xi64>, tensor<2x1xi64>) -> tensor<1x1xi64>
  check.expect_eq_const %r0, dense<[[11]]> : tensor<1x1xi64>
  return
}

func.func @case_33() {
  %x0 = onnx.Constant dense<[[6.6500001, 0.449999988, -0.709999979], [-0.560000002, -1.34000003, -2.1099999]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<[[-0.779999971, 0.959999979, -0.479999989, 1.91999996], [-0.400000006, 0.0500000007, 3.08999991, 1.09000003], [-1.00999999, -0.370000005, 1.08000004, 3.86999989]]> : tensor<3x4xf32>
  %x2 = onnx.Constant dense<[1.41999996, 2.30999994, -4.32000017, -1.0]> : tensor<4xf32>
  %r0 = "onnx.Gemm"(%x0, %x1, %x2) : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  check.expect_almost_eq_const %r0, dense<[[-3.22989941, 8.97920036, -6.88829994, 9.51080036], [4.52390003, 2.48609996, -10.4706001, -11.701499]]> : tensor<2x4xf32>
  return
}

func.func @case_34() {
  %x0 = onnx.Constant dense<[[6.6500001, -0.560000002], [0.449999988, -1.34000003], [-0.709999979, -2.1099999]]> : tensor<3x2xf32>
  %x1 = onnx.Constant dense<[[-0.779999971, -0.400000006, -1.00999999], [0.959999979, 0.0500000007, -0.370000005], [-0.479999989, 3.08999991, 1.08000004], [1.91999996, 1.09000003, 3.86999989]]> : tensor<4x3xf32>
  %x2 = "onnx.NoValue"() {value} : () -> none
  %r0 = "onnx.Gemm"(%x0, %x1, %x2) {alpha = 5.000000e-01 : f32, transA = 1 : si64, transB = 1 : si64} : (tensor<3x2xf32>, tensor<4x3xf32>, none) -> tensor<2x4xf32>
  check.expect_almost_eq_const %r0, dense<[[-2.32494974, 3.33459997, -1.28415, 5.25540018], [1.55194998, 0.0880500078, -3.07530022, -5.35074949]]> : tensor<2x4xf32>
  return
}

func.func @case_35() {
  %x0 = onnx.Constant dense<[[6.6500001, 0.449999988, -0.709999979], [-0.560000002, -1.34000003, -2.1099999]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<[[-0.779999971, 0.959999979, -0.479999989, 1.91999996], [-0.400000006, 0.0500000007, 3.08999991, 1.09000003], [-1.00999999, -0.370000005, 1.08000004, 3.86999989]]> : tensor<3x4xf32>
  %x2 = onnx.Constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %r0 = "onnx.Gemm"(%x0, %x1, %x2) {beta = 3.000000e+00 : f32} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  check.expect_almost_eq_const %r0, dense<[[-1.64989948, 9.66919994, 0.431699991, 13.5108004], [9.10389996, 6.17609978, -0.150600433, -4.70149899]]> : tensor<2x4xf32>
  return
}

func.func @case_36() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceSum"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[6.69999981, -4.51999998]], [[4.13000011, 0.349999905]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_37() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceMean"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[2.23333335, -1.50666666]], [[1.37666667, 0.116666637]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_38() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceProd"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[6.34441757, -0.199919999]], [[-3.75446391, -11.8432312]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_39() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceMax"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[3.18000007, -0.0399999991]], [[3.3599999, 2.27999997]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_40() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceMin"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[0.709999979, -2.38000011]], [[-0.74000001, -3.44000006]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_41() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceSumSquare"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[18.5125999, 10.0760002]], [[14.1172991, 19.3120995]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_42() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceL1"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[6.69999981, 4.51999998]], [[5.60999966, 7.22999954]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_43() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceL2"(%x0, %x1) : (tensor<2x3x2xf32>, tensor<1xi64>) -> tensor<2x1x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[4.30262709, 3.17427158]], [[3.75729942, 4.39455318]]]> : tensor<2x1x2xf32>
  return
}

func.func @case_44() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[-1, 0]> : tensor<2xi64>
  %r0 = "onnx.ReduceSum"(%x0, %x1) {keepdims = 0 : si64} : (tensor<2x3x2xf32>, tensor<2xi64>) -> tensor<3xf32>
  check.expect_almost_eq_const %r0, dense<[-3.38000035, 3.48000002, 6.55999994]> : tensor<3xf32>
  return
}

// without axes: all of them
func.func @case_45() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %r0 = "onnx.ReduceSum"(%x0) {keepdims = 0 : si64} : (tensor<2x3x2xf32>) -> tensor<f32>
  check.expect_almost_eq_const %r0, dense<6.65999985> : tensor<f32>
  return
}

// or none
func.func @case_46() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = "onnx.NoValue"() {value} : () -> none
  %r0 = "onnx.ReduceSum"(%x0, %x1) {noop_with_empty_axes = 1 : si64} : (tensor<2x3x2xf32>, none) -> tensor<2x3x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  return
}

func.func @case_47() {
  %x0 = onnx.Constant dense<[[1, -7], [4, 2]]> : tensor<2x2xi64>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0 = "onnx.ReduceMax"(%x0, %x1) {keepdims = 0 : si64} : (tensor<2x2xi64>, tensor<1xi64>) -> tensor<2xi64>
  check.expect_eq_const %r0, dense<[1, 4]> : tensor<2xi64>
  return
}

func.func @case_48() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %r0 = "onnx.Softmax"(%x0) : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[0.996165991, 0.00383401848], [0.94321382, 0.0567861833], [0.945318699, 0.0546813235]], [[0.93702662, 0.0629733428], [0.8641271, 0.1358729], [0.316479117, 0.683520913]]]> : tensor<2x3x2xf32>
  return
}

func.func @case_49() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %r0 = "onnx.Softmax"(%x0) {axis = 1 : si64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[0.563279033, 0.0787130892], [0.0476448797, 0.104147643], [0.389076114, 0.817139268]], [[0.0141187077, 0.00223673577], [0.851926744, 0.315771222], [0.133954555, 0.681991994]]]> : tensor<2x3x2xf32>
  return
}

func.func @case_50() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %r0 = "onnx.LogSoftmax"(%x0) {axis = 0 : si64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  check.expect_almost_eq_const %r0, dense<[[[-0.0196468178, -0.297475815], [-2.71826696, -3.63669229], [-0.241008356, -2.41373944]], [[-3.93964672, -1.35747576], [-0.0682670176, -0.0266923849], [-1.54100835, -0.0937395319]]]> : tensor<2x3x2xf32>
  return
}

// of equal ones the first
func.func @case_51() {
  %x0 = onnx.Constant dense<[[3.0, 1.0, 3.0], [2.0, 5.0, 5.0]]> : tensor<2x3xf32>
  %r0 = "onnx.ArgMax"(%x0) {axis = 1 : si64} : (tensor<2x3xf32>) -> tensor<2x1xi64>
  check.expect_eq_const %r0, dense<[[0], [1]]> : tensor<2x1xi64>
  return
}

func.func @case_52() {
  %x0 = onnx.Constant dense<[[3.0, 1.0, 3.0], [2.0, 5.0, 5.0]]> : tensor<2x3xf32>
  %r0 = "onnx.ArgMax"(%x0) {axis = 1 : si64, keepdims = 0 : si64, select_last_index = 1 : si64} : (tensor<2x3xf32>) -> tensor<2xi64>
  check.expect_eq_const %r0, dense<[2, 2]> : tensor<2xi64>
  return
}

// A NaN is the extreme of its line, either way; of more the first or the last.
func.func @arg_of_nan() {
  %x = onnx.Constant dense<[[1.0, 0x7FC00000, 3.0, 0x7FC00000]]> : tensor<1x4xf32>
  %0 = "onnx.ArgMax"(%x) {axis = 1 : si64} : (tensor<1x4xf32>) -> tensor<1x1xi64>
  check.expect_eq_const %0, dense<1> : tensor<1x1xi64>
  %1 = "onnx.ArgMin"(%x) {axis = 1 : si64, select_last_index = 1 : si64} : (tensor<1x4xf32>) -> tensor<1x1xi64>
  check.expect_eq_const %1, dense<3> : tensor<1x1xi64>
  return
}

func.func @case_53() {
  %x0 = onnx.Constant dense<[[3.0, 1.0, 3.0], [2.0, 5.0, 5.0]]> : tensor<2x3xf32>
  %r0 = "onnx.ArgMin"(%x0) : (tensor<2x3xf32>) -> tensor<1x3xi64>
  check.expect_eq_const %r0, dense<[[1, 0, 0]]> : tensor<1x3xi64>
  return
}

func.func @case_54() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[0.699999988, -1.27999997]> : tensor<2xf32>
  %x2 = onnx.Constant dense<[-1.60000002, -1.60000002]> : tensor<2xf32>
  %r0, %r1, %r2 = "onnx.LayerNormalization"(%x0, %x1, %x2) : (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>)
  check.expect_almost_eq_const %r0, dense<[[[-0.900000513, -0.320001006], [-0.900001764, -0.320003271], [-0.900001705, -0.320003152]], [[-0.900001884, -0.320003748], [-0.900004148, -0.320007563], [-2.29997635, -2.87995672]]]> : tensor<2x3x2xf32>
  check.expect_almost_eq_const %r1, dense<[[[0.399999976], [-0.694999933], [1.38499999]], [[-2.09000015], [2.43499994], [1.89499998]]]> : tensor<2x3x1xf32>
  check.expect_almost_eq_const %r2, dense<[[[0.359711945], [0.711741984], [0.701752722]], [[0.74073869], [1.08107483], [2.59731507]]]> : tensor<2x3x1xf32>
  return
}

func.func @case_55() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %x2 = "onnx.NoValue"() {value} : () -> none
  %r0, %r1, %r2 = "onnx.LayerNormalization"(%x0, %x1, %x2) {axis = 1 : si64, epsilon = 5.000000e-01 : f32} : (tensor<2x3x2xf32>, tensor<3x2xf32>, none) -> (tensor<2x3x2xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>)
  check.expect_almost_eq_const %r0, dense<[[[1.2432549, -1.21088612], [0.153015971, -1.08729625], [1.07993984, -0.178028211]], [[-0.633108377, -1.78292406], [1.11290801, 0.325071365], [0.325071365, 0.652981758]]]> : tensor<2x3x2xf32>
  check.expect_almost_eq_const %r1, dense<[[[0.363333344]], [[0.74666661]]]> : tensor<2x1x1xf32>
  check.expect_almost_eq_const %r2, dense<[[[0.441392273]], [[0.425857663]]]> : tensor<2x1x1xf32>
  return
}

func.func @case_56() {
  %x0 = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x1 = onnx.Constant dense<0> : tensor<i64>
  %r0 = "onnx.CumSum"(%x0, %x1) : (tensor<3xf32>, tensor<i64>) -> tensor<3xf32>
  check.expect_almost_eq_const %r0, dense<[1.0, 3.0, 6.0]> : tensor<3xf32>
  return
}

func.func @case_57() {
  %x0 = onnx.Constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
  %x1 = onnx.Constant dense<-1> : tensor<i32>
  %r0 = "onnx.CumSum"(%x0, %x1) {exclusive = 1 : si64, reverse = 1 : si64} : (tensor<1x3xi64>, tensor<i32>) -> tensor<1x3xi64>
  check.expect_eq_const %r0, dense<[[5, 3, 0]]> : tensor<1x3xi64>
  return
}

// of equal ones the first
func.func @case_58() {
  %x0 = onnx.Constant dense<[[3.0, 1.0, 4.0, 1.0], [5.0, 9.0, 2.0, 6.0]]> : tensor<2x4xf32>
  %x1 = onnx.Constant dense<[3]> : tensor<1xi64>
  %r0, %r1 = "onnx.TopK"(%x0, %x1) : (tensor<2x4xf32>, tensor<1xi64>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  check.expect_almost_eq_const %r0, dense<[[4.0, 3.0, 1.0], [9.0, 6.0, 5.0]]> : tensor<2x3xf32>
  check.expect_eq_const %r1, dense<[[2, 0, 1], [1, 3, 0]]> : tensor<2x3xi64>
  return
}

func.func @case_59() {
  %x0 = onnx.Constant dense<[[3.0, 1.0, 4.0, 1.0], [5.0, 9.0, 2.0, 6.0]]> : tensor<2x4xf32>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r0, %r1 = "onnx.TopK"(%x0, %x1) {axis = 0 : si64, largest = 0 : si64} : (tensor<2x4xf32>, tensor<1xi64>) -> (tensor<1x4xf32>, tensor<1x4xi64>)
  check.expect_almost_eq_const %r0, dense<[[3.0, 1.0, 2.0, 1.0]]> : tensor<1x4xf32>
  check.expect_eq_const %r1, dense<[[0, 0, 1, 0]]> : tensor<1x4xi64>
  return
}

// a NaN is the greatest, whatever its sign, and zeros are equal: the places that ONNX Runtime 1.32 gives
func.func @topk_nan() {
  %x = onnx.Constant dense<[2.0, 0xFFC00000, 5.0, 0x7FC00000]> : tensor<4xf32>
  %k = onnx.Constant dense<3> : tensor<1xi64>
  %v, %i = "onnx.TopK"(%x, %k) : (tensor<4xf32>, tensor<1xi64>) -> (tensor<3xf32>, tensor<3xi64>)
  check.expect_eq_const %i, dense<[1, 3, 2]> : tensor<3xi64>
  return
}

func.func @topk_nan_least() {
  %x = onnx.Constant dense<[0.0, 0xFFC00000, -0.0, 0x7F800000]> : tensor<4xf32>
  %k = onnx.Constant dense<4> : tensor<1xi64>
  %v, %i = "onnx.TopK"(%x, %k) {largest = 0 : si64} : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>, tensor<4xi64>)
  check.expect_eq_const %i, dense<[0, 2, 3, 1]> : tensor<4xi64>
  return
}

func.func @unsigned() {
  %x = onnx.Constant dense<[0, 200]> : tensor<2xui8>
  %a = "onnx.Abs"(%x) : (tensor<2xui8>) -> tensor<2xui8>
  %s = "onnx.Sign"(%x) : (tensor<2xui8>) -> tensor<2xui8>
  check.expect_eq_const %a, dense<[0, 200]> : tensor<2xui8>
  check.expect_eq_const %s, dense<[0, 1]> : tensor<2xui8>
  return
}

func.func @case_60() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %r0 = "onnx.Flatten"(%x0) : (tensor<2x3x2xf32>) -> tensor<2x6xf32>
  check.expect_almost_eq_const %r0, dense<[[3.18000007, -2.38000011, 0.709999979, -2.0999999, 2.80999994, -0.0399999991], [-0.74000001, -3.44000006, 3.3599999, 1.50999999, 1.50999999, 2.27999997]]> : tensor<2x6xf32>
  return
}

func.func @case_61() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %r0 = "onnx.Flatten"(%x0) {axis = 0 : si64} : (tensor<2x3x2xf32>) -> tensor<1x12xf32>
  check.expect_almost_eq_const %r0, dense<[[3.18000007, -2.38000011, 0.709999979, -2.0999999, 2.80999994, -0.0399999991, -0.74000001, -3.44000006, 3.3599999, 1.50999999, 1.50999999, 2.27999997]]> : tensor<1x12xf32>
  return
}

func.func @case_62() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %r0 = "onnx.Flatten"(%x0) {axis = -1 : si64} : (tensor<2x3x2xf32>) -> tensor<6x2xf32>
  check.expect_almost_eq_const %r0, dense<[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991], [-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]> : tensor<6x2xf32>
  return
}

func.func @case_63() {
  %x0 = onnx.Constant dense<[[3.0, 1.0, 4.0, 1.0], [5.0, 9.0, 2.0, 6.0]]> : tensor<2x4xf32>
  %x1 = onnx.Constant dense<[1, 3]> : tensor<2xi64>
  %r0, %r1 = "onnx.Split"(%x0, %x1) {axis = 1 : si64} : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<2x1xf32>, tensor<2x3xf32>)
  check.expect_almost_eq_const %r0, dense<[[3.0], [5.0]]> : tensor<2x1xf32>
  check.expect_almost_eq_const %r1, dense<[[1.0, 4.0, 1.0], [9.0, 2.0, 6.0]]> : tensor<2x3xf32>
  return
}

// the last part is shorter
func.func @case_64() {
  %x0 = onnx.Constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %x1 = "onnx.NoValue"() {value} : () -> none
  %r0, %r1 = "onnx.Split"(%x0, %x1) : (tensor<5xi64>, none) -> (tensor<3xi64>, tensor<2xi64>)
  check.expect_eq_const %r0, dense<[0, 1, 2]> : tensor<3xi64>
  check.expect_eq_const %r1, dense<[3, 4]> : tensor<2xi64>
  return
}

func.func @case_65() {
  %x0 = onnx.Constant dense<[[1, 2]]> : tensor<1x2xi64>
  %x1 = onnx.Constant dense<[2, 2]> : tensor<2xi64>
  %r0 = "onnx.Tile"(%x0, %x1) : (tensor<1x2xi64>, tensor<2xi64>) -> tensor<2x4xi64>
  check.expect_eq_const %r0, dense<[[1, 2, 1, 2], [1, 2, 1, 2]]> : tensor<2x4xi64>
  return
}

// an index out of range is on nowhere
func.func @case_66() {
  %x0 = onnx.Constant dense<[0, 2, -1, 5]> : tensor<4xi64>
  %x1 = onnx.Constant dense<3> : tensor<i64>
  %x2 = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf32>
  %r0 = "onnx.OneHot"(%x0, %x1, %x2) : (tensor<4xi64>, tensor<i64>, tensor<2xf32>) -> tensor<4x3xf32>
  check.expect_almost_eq_const %r0, dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf32>
  return
}

func.func @case_67() {
  %x0 = onnx.Constant dense<[0, 1]> : tensor<2xi64>
  %x1 = onnx.Constant dense<[2]> : tensor<1xi64>
  %x2 = onnx.Constant dense<[5, 7]> : tensor<2xi32>
  %r0 = "onnx.OneHot"(%x0, %x1, %x2) {axis = 0 : si64} : (tensor<2xi64>, tensor<1xi64>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r0, dense<[[7, 5], [5, 7]]> : tensor<2x2xi32>
  return
}

func.func @case_68() {
  %x0 = onnx.Constant dense<[2, 1]> : tensor<2xi64>
  %r0 = "onnx.ConstantOfShape"(%x0) {value = dense<7> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<2x1xi64>
  check.expect_eq_const %r0, dense<[[7], [7]]> : tensor<2x1xi64>
  return
}

func.func @case_69() {
  %x0 = onnx.Constant dense<[2]> : tensor<1xi64>
  %r0 = "onnx.ConstantOfShape"(%x0) : (tensor<1xi64>) -> tensor<2xf32>
  check.expect_almost_eq_const %r0, dense<[0.0, 0.0]> : tensor<2xf32>
  return
}
