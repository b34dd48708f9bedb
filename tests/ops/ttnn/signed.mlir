// Integers with a sign written out are TTNN's alone: a translation leaves ops of them as they are.

func.func @arithmetic() {
  %a = "ttnn.constant"() <{value = dense<[1, -2, 3]> : tensor<3xsi32>}> : () -> tensor<3xsi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, -1]> : tensor<3xsi32>}> : () -> tensor<3xsi32>
  %0 = "ttnn.add"(%a, %b) : (tensor<3xsi32>, tensor<3xsi32>) -> tensor<3xsi32>
  %1 = "ttnn.typecast"(%0) <{dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<3xsi32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[4, 0, 2]> : tensor<3xi32>
  %2 = "ttnn.reshape"(%1) <{shape = [3 : i32, 1 : i32]}> : (tensor<3xi32>) -> tensor<3x1xi32>
  check.expect_eq_const %2, dense<[[4], [0], [2]]> : tensor<3x1xi32>
  return
}
