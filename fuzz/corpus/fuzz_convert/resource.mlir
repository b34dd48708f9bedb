func.func @main(%i: tensor<3xi64>) -> tensor<3xf32> {
  %x = stablehlo.constant dense_resource<r> : tensor<4xf32>
  %k = stablehlo.constant dense_resource<k> : tensor<3xi64>
  %a = "onnx.Gather"(%x, %k) {axis = 0 : si64} : (tensor<4xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %a : tensor<3xf32>
}
{-#
  dialect_resources: {
    builtin: {
      r: "0x040000000000803F000000400000404000008040",
      k: "0x08000000010000000000000003000000000000000200000000000000"
    }
  }
#-}
