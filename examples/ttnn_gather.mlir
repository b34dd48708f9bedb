// The TTNN report's own example: input_tensor_ttnn is bfloat16, index_tensor_ttnn uint16, dim 1.
//
//   input  [[10, 20, 30, 40],      index  [[3, 0],      result  [[40, 10],
//           [50, 60, 70, 80]]              [2, 1]]               [70, 60]]
//
// `garner plan --target=ttnn` prints what it costs on tiles.

func.func @main() {
  %input = "ttnn.constant"() <{value = dense<[[10.0, 20.0, 30.0, 40.0], [50.0, 60.0, 70.0, 80.0]]> : tensor<2x4xbf16>}> : () -> tensor<2x4xbf16>
  %index = "ttnn.constant"() <{value = dense<[[3, 0], [2, 1]]> : tensor<2x2xui16>}> : () -> tensor<2x2xui16>
  %gathered = "ttnn.gather"(%input, %index) <{dim = 1 : i32}> : (tensor<2x4xbf16>, tensor<2x2xui16>) -> tensor<2x2xbf16>
  check.expect_eq_const %gathered, dense<[[40.0, 10.0], [70.0, 60.0]]> : tensor<2x2xbf16>
  return
}
