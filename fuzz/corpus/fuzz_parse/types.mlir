func.func private @t(tensor<f32>, tensor<2x?xbf16>, tensor<0x3xui8>, tensor<4xcomplex<f64>>, tuple<tensor<i1>, tuple<>>, index) -> (tensor<2xf8E4M3FN>, i17, si3)
func.func private @q(tensor<4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x!quant.uniform<u8<3:9>:f32:0, {0.5, 2.0:3}>>)
func.func private @b(tensor<?x?xi32, #stablehlo.bounds<4, ?>>, !stablehlo.token, tensor<*xf32>, vector<[4]x2xf32>, memref<2x?xf32>, none)
