// TTNN's element-wise ops: operands broadcast from the last dimension forward.

func.func @arithmetic() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = "ttnn.add"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[4, 4, 4], [7, 7, 7]]> : tensor<2x3xi32>
  %1 = "ttnn.subtract"(%a, %b) <{dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[-2, 0, 2], [1, 3, 5]]> : tensor<2x3xi32>
  %2 = "ttnn.multiply"(%b, %a) : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[3, 4, 3], [12, 10, 6]]> : tensor<2x3xi32>
  %3 = "ttnn.minimum"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[1, 2, 1], [3, 2, 1]]> : tensor<2x3xi32>
  %4 = "ttnn.maximum"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %4, dense<[[3, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %5 = "ttnn.bitwise_and"(%a, %a) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %5, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %6 = "ttnn.bitwise_or"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %6, dense<[[3, 2, 3], [7, 7, 7]]> : tensor<2x3xi32>
  return
}

// A column and a row make a rectangle.
func.func @outer() {
  %a = "ttnn.constant"() <{value = dense<[[1.0], [2.0]]> : tensor<2x1xbf16>}> : () -> tensor<2x1xbf16>
  %b = "ttnn.constant"() <{value = dense<[[10.0, 20.0]]> : tensor<1x2xbf16>}> : () -> tensor<1x2xbf16>
  %0 = "ttnn.add"(%a, %b) : (tensor<2x1xbf16>, tensor<1x2xbf16>) -> tensor<2x2xbf16>
  check.expect_eq_const %0, dense<[[11.0, 21.0], [12.0, 22.0]]> : tensor<2x2xbf16>
  return
}

// Ones and zeros of the result's type; i1 is taken as well.
func.func @compare() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %0 = "ttnn.lt"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %0, dense<[1.0, 0.0, 0.0]> : tensor<3xbf16>
  %1 = "ttnn.le"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %1, dense<[true, true, false]> : tensor<3xi1>
  %2 = "ttnn.gt"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xui16>
  check.expect_eq_const %2, dense<[0, 0, 1]> : tensor<3xui16>
  %3 = "ttnn.ge"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %3, dense<[false, true, true]> : tensor<3xi1>
  %4 = "ttnn.eq"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %4, dense<[false, true, false]> : tensor<3xi1>
  %5 = "ttnn.ne"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %5, dense<[true, false, true]> : tensor<3xi1>
  %6 = "ttnn.where"(%0, %a, %b) : (tensor<3xbf16>, tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %6, dense<[1.0, 2.0, 2.0]> : tensor<3xbf16>
  %7 = "ttnn.where"(%5, %b, %a) : (tensor<3xi1>, tensor<1xbf16>, tensor<3xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %7, dense<[2.0, 2.0, 2.0]> : tensor<3xbf16>
  return
}

func.func @logic() {
  %a = "ttnn.constant"() <{value = dense<[0.0, 2.0, 0.0, 3.0]> : tensor<4xbf16>}> : () -> tensor<4xbf16>
  %b = "ttnn.constant"() <{value = dense<[0.0, 0.0, 4.0, 5.0]> : tensor<4xbf16>}> : () -> tensor<4xbf16>
  %0 = "ttnn.logical_and"(%a, %b) : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  check.expect_eq_const %0, dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xbf16>
  %1 = "ttnn.logical_or"(%a, %b) : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
  check.expect_eq_const %1, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

func.func @typecast() {
  %a = "ttnn.constant"() <{value = dense<[1.75, 7.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %0 = "ttnn.typecast"(%a) <{dtype = #ttcore.supportedDataTypes<u32>}> : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %0, dense<[1, 7]> : tensor<2xui32>
  return
}
