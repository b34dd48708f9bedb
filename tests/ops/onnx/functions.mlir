// Inverse and hyperbolic functions, running products, the largest of truth values, ranges of floats; values as numpy has them.
func.func @acos() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Acos"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[1.04719758, 1.82347655], [1.44546854, 0.722734272]]> : tensor<2x2xf32>
  return
}

func.func @asin() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Asin"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.52359879, -0.252680242], [0.125327826, 0.848062098]]> : tensor<2x2xf32>
  return
}

func.func @atan() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Atan"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.463647604, -0.244978666], [0.124354996, 0.643501103]]> : tensor<2x2xf32>
  return
}

func.func @atanh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Atanh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.549306154, -0.255412817], [0.125657216, 0.972955048]]> : tensor<2x2xf32>
  return
}

func.func @acosh() {
  %x0 = onnx.Constant dense<[[2.5, 1.75], [2.125, 2.75]]> : tensor<2x2xf32>
  %r = "onnx.Acosh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[1.56679928, 1.15881038], [1.38629436, 1.66991901]]> : tensor<2x2xf32>
  return
}

func.func @asinh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Asinh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.481211811, -0.24746646], [0.124676749, 0.693147182]]> : tensor<2x2xf32>
  return
}

func.func @cosh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Cosh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[1.12762594, 1.03141308], [1.00782263, 1.29468334]]> : tensor<2x2xf32>
  return
}

func.func @sinh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Sinh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.521095276, -0.252612323], [0.125325769, 0.822316706]]> : tensor<2x2xf32>
  return
}

func.func @cumprod() {
  %x0 = onnx.Constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<1> : tensor<i64>
  %r = "onnx.CumProd"(%x0, %x1) : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 6.0], [4.0, 20.0, 120.0]]> : tensor<2x3xf32>
  return
}

func.func @cumprod_exclusive_reverse() {
  %x0 = onnx.Constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<0> : tensor<i64>
  %r = "onnx.CumProd"(%x0, %x1) {exclusive = 1 : si64, reverse = 1 : si64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[4.0, 5.0, 6.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>
  return
}

func.func @largest_bool() {
  %x0 = onnx.Constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %x1 = onnx.Constant dense<[1]> : tensor<1xi64>
  %r = "onnx.ReduceMax"(%x0, %x1) : (tensor<2x2xi1>, tensor<1xi64>) -> tensor<2x1xi1>
  check.expect_eq_const %r, dense<[[true], [false]]> : tensor<2x1xi1>
  return
}

func.func @range_floats() {
  %x0 = onnx.Constant dense<1.0> : tensor<f32>
  %x1 = onnx.Constant dense<2.0> : tensor<f32>
  %x2 = onnx.Constant dense<0.25> : tensor<f32>
  %r = "onnx.Range"(%x0, %x1, %x2) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[1.0, 1.25, 1.5, 1.75]> : tensor<4xf32>
  return
}
