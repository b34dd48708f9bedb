// chlo: functions of complex numbers. The values are mpmath's, rounded once; those at infinities are annex G of C.

func.func @complex_f64() {
  %x_acos = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000), (0x3FD0000000000000, 0x0000000000000000)]> : tensor<9xcomplex<f64>>
  %w_acos = stablehlo.constant dense<[(0x3FF11B645300F051, 0xBFD202649AB3008F), (0x3DCFBD7B90D4D7C2, 0xBFF5124271980435), (0x3FFCDE47E32602FC, 0x3FFD836222459EDA), (0x3F69E7C57A046528, 0xBF69E7C84E625176), (0x3FF921FB54442D18, 0xBFF719218313D087), (0x3FC65AD0BBF3B69D, 0x3FFC76BEBC6E1802), (0x3BC79CA10C924224, 0xC037B810429A7C2A), (0x3FF921FB544436DA, 0xBFF31DC0090B63D8), (0x3FF51700E0C14B25, 0x0000000000000000)]> : tensor<9xcomplex<f64>>
  %acos = chlo.acos %x_acos : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  check.expect_close %acos, %w_acos, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  %x_asin = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000), (0x3FD0000000000000, 0x0000000000000000)]> : tensor<9xcomplex<f64>>
  %w_asin = stablehlo.constant dense<[(0x3FE00D2E0286798E, 0x3FD202649AB3008F), (0x3FF921FB54403569, 0x3FF5124271980435), (0xBFCDE264770EAF1A, 0xBFFD836222459EDA), (0x3FF9150771872AE6, 0x3F69E7C84E625176), (0x0000000000000000, 0x3FF719218313D087), (0x3FF656A13CC5B645, 0xBFFC76BEBC6E1802), (0x3FF921FB54442D18, 0x4037B810429A7C2A), (0xBD63844B91D63F62, 0x3FF31DC0090B63D8), (0x3FD02BE9CE0B87CD, 0x0000000000000000)]> : tensor<9xcomplex<f64>>
  %asin = chlo.asin %x_asin : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  check.expect_close %asin, %w_asin, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  %x_atan = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<8xcomplex<f64>>
  %w_atan = stablehlo.constant dense<[(0x3FDEFE068BBA2275, 0x3FC9ACD28271C737), (0xBFF1B6E192EBBE44, 0x0000000000000000), (0x3FF1B6E192EBBE44, 0x3DB5FD7FE1796496), (0xBFF7BECFE0C476EA, 0xBFD4A0D9FBA946F0), (0x3FE921FB54479CB4, 0x3ED4F8B588E1E8A2), (0x3FF41A34FB542C01, 0xBFA90E2886901E71), (0x3FF921FB543D4DE0, 0x39B4484BFEEBC2A0), (0xBFF921FB54441F05, 0x3FE9C041F7ED8D33)]> : tensor<8xcomplex<f64>>
  %atan = chlo.atan %x_atan : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  check.expect_close %atan, %w_atan, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %x_acosh = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000), (0x3FD0000000000000, 0x0000000000000000)]> : tensor<9xcomplex<f64>>
  %w_acosh = stablehlo.constant dense<[(0x3FD202649AB3008F, 0x3FF11B645300F051), (0x3FF5124271980435, 0x3DCFBD7B90D4D7C2), (0x3FFD836222459EDA, 0xBFFCDE47E32602FC), (0x3F69E7C84E625176, 0x3F69E7C57A046528), (0x3FF719218313D087, 0x3FF921FB54442D18), (0x3FFC76BEBC6E1802, 0xBFC65AD0BBF3B69D), (0x4037B810429A7C2A, 0x3BC79CA10C924224), (0x3FF31DC0090B63D8, 0x3FF921FB544436DA), (0x0000000000000000, 0x3FF51700E0C14B25)]> : tensor<9xcomplex<f64>>
  %acosh = chlo.acosh %x_acosh : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  check.expect_close %acosh, %w_acosh, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  %x_asinh = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<8xcomplex<f64>>
  %w_asinh = stablehlo.constant dense<[(0x3FDF87FF96F4E7FC, 0x3FCCB6CB73D06844), (0xBFF719218313D087, 0x0000000000000000), (0x3FF719218313D087, 0x3DC895F8C91FA198), (0xBFFCC65CD73A86D0, 0xBFF50068E7397C8A), (0x3FEC3436617C4221, 0x3EDDA88051E9FC16), (0x3FFD487A4D98CD2E, 0xBFC418B9FFF859C3), (0x4037B810429A7C2A, 0x3BC79CA10C924224), (0xBFEECC2CAEC5160A, 0x3FF921FB54441D5C)]> : tensor<8xcomplex<f64>>
  %asinh = chlo.asinh %x_asinh : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  check.expect_close %asinh, %w_asinh, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %x_atanh = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000), (0x3FD0000000000000, 0x0000000000000000)]> : tensor<9xcomplex<f64>>
  %w_atanh = stablehlo.constant dense<[(0x3FE00307F2440124, 0x3FD41F1963C0045F), (0x3FE193EA7AAD030B, 0x3FF921FB5441E2B0), (0xBFB24D1C446EC05C, 0xBFF43E36485623F6), (0x401869825A926977, 0x3FE9220092718F51), (0x0000000000000000, 0x3FF1B6E192EBBE44), (0x3FD57572CA5BA6E2, 0xBFF82AF1C986C686), (0x3DDB7CDFD9D7BDBB, 0x3FF921FB54442D18), (0xBD55A6E45038828B, 0x3FEF730BD281F69B), (0x3FD058AEFA811452, 0x0000000000000000)]> : tensor<9xcomplex<f64>>
  %atanh = chlo.atanh %x_atanh : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  check.expect_close %atanh, %w_atanh, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  %x_cosh = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<8xcomplex<f64>>
  %w_cosh = stablehlo.constant dense<[(0x3FF17B2B862E3533, 0x3FC0807C14FE84FC), (0x400E18FA0DF2D9BC, 0x0000000000000000), (0x400E18FA0DF2D9BC, 0x3DF8EC70B7D765E9), (0xBFF481F3E53213F3, 0x3FBDB525CCA3BF5E), (0x3FF8B07551D4A801, 0x3EE8A55038C1D3D9), (0xBFDAA22657537205, 0x0000000000000000), (0x4021AB9FF02CC7D8, 0xC0133617C74B28C7), (0x3FB21BD54FC5F9A7, 0xBD718C516BB91CA4)]> : tensor<8xcomplex<f64>>
  %cosh = chlo.cosh %x_cosh : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  check.expect_close %cosh, %w_cosh, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %x_sinh = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<8xcomplex<f64>>
  %w_sinh = stablehlo.constant dense<[(0x3FE0281B0EA5FBDD, 0x3FD1DACB4621FB3E), (0xC00D03CF63B6E19F, 0x0000000000000000), (0x400D03CF63B6E19F, 0x3DF9DA864FADCFE9), (0x3FEA0D0101E75538, 0xBFC762E6A09463BA), (0x3FF2CD9FC44AAFCB, 0x3EF02E2CF016684A), (0x0000000000000000, 0x3FED18F6EAD1B446), (0x402195411B1B5F23, 0xC0134E88F1A86962), (0xBD33E9270E3F5F80, 0x3FEFEB7A9B2C6D8B)]> : tensor<8xcomplex<f64>>
  %sinh = chlo.sinh %x_sinh : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  check.expect_close %sinh, %w_sinh, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %x_tan = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<8xcomplex<f64>>
  %w_tan = stablehlo.constant dense<[(0x3FE024DEA85CC77C, 0x3FD3FEB35C391B4D), (0x40017AF62E0950F8, 0x0000000000000000), (0xC0017AF62E0950F8, 0x3E03D7371AED1D5E), (0xBF743F72DA4C0B20, 0xBFEFFD071253C793), (0x3FF8EB245C9A3A57, 0x3F01F5A74DE39449), (0x0000000000000000, 0x3FEED9505E1BC3D4), (0xBFBC93327A9BEE67, 0xBFDE0BCBDF0DEBBB), (0xBD496EA48F7149D0, 0x3FECF6F9786DF577)]> : tensor<8xcomplex<f64>>
  %tan = chlo.tan %x_tan : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  check.expect_close %tan, %w_tan, max_ulp_difference = 4 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %x_conj = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<9xcomplex<f64>>
  %w_conj = stablehlo.constant dense<[(0x3FE0000000000000, 0xBFD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0xBDDB7CDFD9D7BDBB), (0xBFE8000000000000, 0x4008000000000000), (0x3FF0000000000000, 0xBEE4F8B588E368F1), (0x0000000000000000, 0xC000000000000000), (0x4008000000000000, 0x3FE0000000000000), (0x4202A05F20000000, 0xBDDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0xBFF8000000000000)]> : tensor<9xcomplex<f64>>
  %conj = chlo.conj %x_conj : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  check.expect_close %conj, %w_conj, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  %x_square = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<9xcomplex<f64>>
  %w_square = stablehlo.constant dense<[(0x3FC8000000000000, 0x3FD0000000000000), (0x4010000000000000, 0x0000000000000000), (0x4010000000000000, 0x3DFB7CDFD9D7BDBB), (0xC020E00000000000, 0x4012000000000000), (0x3FEFFFFFFFF24190, 0x3EF4F8B588E368F1), (0xC010000000000000, 0x0000000000000000), (0x4021800000000000, 0xC008000000000000), (0x4415AF1D78B58C40, 0x4000000000000000), (0xC002000000000000, 0xBD8A636641C4DF1A)]> : tensor<9xcomplex<f64>>
  %square = chlo.square %x_square : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  check.expect_close %square, %w_square, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  %x_asin_acos_kernel = stablehlo.constant dense<[(0x3FE0000000000000, 0x3FD0000000000000), (0xC000000000000000, 0x0000000000000000), (0x4000000000000000, 0x3DDB7CDFD9D7BDBB), (0xBFE8000000000000, 0xC008000000000000), (0x3FF0000000000000, 0x3EE4F8B588E368F1), (0x0000000000000000, 0x4000000000000000), (0x4008000000000000, 0xBFE0000000000000), (0x4202A05F20000000, 0x3DDB7CDFD9D7BDBB), (0xBD719799812DEA11, 0x3FF8000000000000)]> : tensor<9xcomplex<f64>>
  %w_asin_acos_kernel = stablehlo.constant dense<[(0x3FED2D17693B466B, 0x3FD202649AB3008F), (0x0000000000000000, 0x3FF5124271980435), (0x3DDFBD7B90D4D7C2, 0x3FF5124271980435), (0x40093AFD2594961A, 0x3FFD836222459EDA), (0x3F69E7CB22C0CC2F, 0x3F69E7C84E625176), (0x4001E3779B97F4A8, 0x3FF719218313D087), (0x3FE0F049FF00A2AD, 0x3FFC76BEBC6E1802), (0x3DDB7CDFD9D7BDBB, 0x4037B810429A7C2A), (0x3FFCD82B446159F3, 0x3FF31DC0090B63D8)]> : tensor<9xcomplex<f64>>
  %asin_acos_kernel = chlo._asin_acos_kernel %x_asin_acos_kernel : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  check.expect_close %asin_acos_kernel, %w_asin_acos_kernel, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  return
}

func.func @complex_f32() {
  %x_acos = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000), (0x3E800000, 0x00000000)]> : tensor<9xcomplex<f32>>
  %w_acos = stablehlo.constant dense<[(0x3F88DB23, 0xBE901325), (0x2E7DEBDD, 0xBFA89214), (0x3FE6F23F, 0x3FEC1B11), (0x3B4F3E2C, 0xBB4F3E42), (0x3FC90FDB, 0xBFB8C90C), (0x3E32D686, 0x3FE3B5F6), (0x1E3CE509, 0xC1BDC082), (0x3FC90FDB, 0xBF98EE00), (0x3FA8B807, 0x00000000)]> : tensor<9xcomplex<f32>>
  %acos = chlo.acos %x_acos : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %acos, %w_acos, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  %x_asin = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000), (0x3E800000, 0x00000000)]> : tensor<9xcomplex<f32>>
  %w_asin = stablehlo.constant dense<[(0x3F006970, 0x3E901325), (0x3FC90FDB, 0x3FA89214), (0xBE6F1324, 0xBFEC1B11), (0x3FC8A83C, 0x3B4F3E42), (0x00000000, 0x3FB8C90C), (0x3FB2B50A, 0xBFE3B5F6), (0x3FC90FDB, 0x41BDC082), (0xAB1C225D, 0x3F98EE00), (0x3E815F4E, 0x00000000)]> : tensor<9xcomplex<f32>>
  %asin = chlo.asin %x_asin : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %asin, %w_asin, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  %x_atan = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000)]> : tensor<8xcomplex<f32>>
  %w_atan = stablehlo.constant dense<[(0x3EF7F034, 0x3E4D6694), (0xBF8DB70D, 0x00000000), (0x3F8DB70D, 0x2DAFEBFF), (0xBFBDF67F, 0xBEA506D0), (0x3F490FDB, 0x36A7C5AC), (0x3FA0D1A8, 0xBD487144), (0x3FC90FDB, 0x0DA24260), (0xBFC90FDB, 0x3F4E0210)]> : tensor<8xcomplex<f32>>
  %atan = chlo.atan %x_atan : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  check.expect_close %atan, %w_atan, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  %x_acosh = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000), (0x3E800000, 0x00000000)]> : tensor<9xcomplex<f32>>
  %w_acosh = stablehlo.constant dense<[(0x3E901325, 0x3F88DB23), (0x3FA89214, 0x2E7DEBDD), (0x3FEC1B11, 0xBFE6F23F), (0x3B4F3E42, 0x3B4F3E2C), (0x3FB8C90C, 0x3FC90FDB), (0x3FE3B5F6, 0xBE32D686), (0x41BDC082, 0x1E3CE509), (0x3F98EE00, 0x3FC90FDB), (0x00000000, 0x3FA8B807)]> : tensor<9xcomplex<f32>>
  %acosh = chlo.acosh %x_acosh : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %acosh, %w_acosh, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  %x_asinh = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000)]> : tensor<8xcomplex<f32>>
  %w_asinh = stablehlo.constant dense<[(0x3EFC3FFD, 0x3E65B65C), (0xBFB8C90C, 0x00000000), (0x3FB8C90C, 0x2E44AFC6), (0xBFE632E7, 0xBFA80347), (0x3F61A1B3, 0x36ED4402), (0x3FEA43D2, 0xBE20C5D0), (0x41BDC082, 0x1E3CE509), (0xBF766165, 0x3FC90FDB)]> : tensor<8xcomplex<f32>>
  %asinh = chlo.asinh %x_asinh : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  check.expect_close %asinh, %w_asinh, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  %x_atanh = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000), (0x3E800000, 0x00000000)]> : tensor<9xcomplex<f32>>
  %w_atanh = stablehlo.constant dense<[(0x3F001840, 0x3EA0F8CB), (0x3F0C9F54, 0x3FC90FDB), (0xBD9268E2, 0xBFA1F1B2), (0x40C34C13, 0x3F491005), (0x00000000, 0x3F8DB70D), (0x3EABAB96, 0xBFC1578E), (0x2EDBE6FF, 0x3FC90FDB), (0xAAAD3722, 0x3F7B985F), (0x3E82C578, 0x00000000)]> : tensor<9xcomplex<f32>>
  %atanh = chlo.atanh %x_atanh : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %atanh, %w_atanh, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  %x_cosh = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0xAB8CBCCC, 0x3FC00000)]> : tensor<8xcomplex<f32>>
  %w_cosh = stablehlo.constant dense<[(0x3F8BD95C, 0x3E0403E1), (0x4070C7D0, 0x00000000), (0x4070C7D0, 0x2FC76386), (0xBFA40F9F, 0x3DEDA92E), (0x3FC583AB, 0x37452A81), (0xBED51133, 0x00000000), (0x410D5D00, 0xC099B0BE), (0x3D90DEAA, 0xAB8C628B)]> : tensor<8xcomplex<f32>>
  %cosh = chlo.cosh %x_cosh : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  check.expect_close %cosh, %w_cosh, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  %x_sinh = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0xAB8CBCCC, 0x3FC00000)]> : tensor<8xcomplex<f32>>
  %w_sinh = stablehlo.constant dense<[(0x3F0140D8, 0x3E8ED65A), (0xC0681E7B, 0x00000000), (0x40681E7B, 0x2FCED433), (0x3F506808, 0xBE3B1735), (0x3F966CFE, 0x37817167), (0x00000000, 0x3F68C7B7), (0x410CAA09, 0xC09A7448), (0xA99F4938, 0x3F7F5BD5)]> : tensor<8xcomplex<f32>>
  %sinh = chlo.sinh %x_sinh : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  check.expect_close %sinh, %w_sinh, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  %x_tan = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0xAB8CBCCC, 0x3FC00000)]> : tensor<8xcomplex<f32>>
  %w_tan = stablehlo.constant dense<[(0x3F0126F5, 0x3E9FF59B), (0x400BD7B1, 0x00000000), (0xC00BD7B1, 0x301EB9B9), (0xBBA1FB97, 0xBF7FE839), (0x3FC75923, 0x380FAD3A), (0x00000000, 0x3F76CA83), (0xBDE49994, 0xBEF05E5F), (0xAA4B7524, 0x3F67B7CC)]> : tensor<8xcomplex<f32>>
  %tan = chlo.tan %x_tan : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  check.expect_close %tan, %w_tan, max_ulp_difference = 4 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  %x_conj = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000)]> : tensor<9xcomplex<f32>>
  %w_conj = stablehlo.constant dense<[(0x3F000000, 0xBE800000), (0xC0000000, 0x00000000), (0x40000000, 0xAEDBE6FF), (0xBF400000, 0x40400000), (0x3F800000, 0xB727C5AC), (0x00000000, 0xC0000000), (0x40400000, 0x3F000000), (0x501502F9, 0xAEDBE6FF), (0xAB8CBCCC, 0xBFC00000)]> : tensor<9xcomplex<f32>>
  %conj = chlo.conj %x_conj : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %conj, %w_conj, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  %x_square = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000)]> : tensor<9xcomplex<f32>>
  %w_square = stablehlo.constant dense<[(0x3E400000, 0x3E800000), (0x40800000, 0x00000000), (0x40800000, 0x2FDBE6FF), (0xC1070000, 0x40900000), (0x3F800000, 0x37A7C5AC), (0xC0800000, 0x00000000), (0x410C0000, 0xC0400000), (0x60AD78EC, 0x40000000), (0xC0100000, 0xAC531B32)]> : tensor<9xcomplex<f32>>
  %square = chlo.square %x_square : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %square, %w_square, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  %x_asin_acos_kernel = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000)]> : tensor<9xcomplex<f32>>
  %w_asin_acos_kernel = stablehlo.constant dense<[(0x3F6968BB, 0x3E901325), (0x00000000, 0x3FA89214), (0x2EFDEBDD, 0x3FA89214), (0x4049D7E9, 0x3FEC1B11), (0x3B4F3E59, 0x3B4F3E42), (0x400F1BBD, 0x3FB8C90C), (0x3F078250, 0x3FE3B5F6), (0x2EDBE6FF, 0x41BDC082), (0x3FE6C15A, 0x3F98EE00)]> : tensor<9xcomplex<f32>>
  %asin_acos_kernel = chlo._asin_acos_kernel %x_asin_acos_kernel : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %asin_acos_kernel, %w_asin_acos_kernel, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  return
}

// Annex G of C: on the branch cuts the sign of a zero says which side is meant.
func.func @branch_cuts() {
  %x = stablehlo.constant dense<[(2.0, 0.0), (2.0, -0.0), (-2.0, 0.0), (-2.0, -0.0)]> : tensor<4xcomplex<f64>>
  %asin = chlo.asin %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %w0 = stablehlo.constant dense<[(0x3FF921FB54442D18, 0x3FF5124271980435), (0x3FF921FB54442D18, 0xBFF5124271980435), (0xBFF921FB54442D18, 0x3FF5124271980435), (0xBFF921FB54442D18, 0xBFF5124271980435)]> : tensor<4xcomplex<f64>>
  check.expect_close %asin, %w0 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %atanh = chlo.atanh %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %w1 = stablehlo.constant dense<[(0x3FE193EA7AAD030B, 0x3FF921FB54442D18), (0x3FE193EA7AAD030B, 0xBFF921FB54442D18), (0xBFE193EA7AAD030B, 0x3FF921FB54442D18), (0xBFE193EA7AAD030B, 0xBFF921FB54442D18)]> : tensor<4xcomplex<f64>>
  check.expect_close %atanh, %w1 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %acosh = chlo.acosh %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %w2 = stablehlo.constant dense<[(0x3FF5124271980435, 0x0000000000000000), (0x3FF5124271980435, 0x8000000000000000), (0x3FF5124271980435, 0x400921FB54442D18), (0x3FF5124271980435, 0xC00921FB54442D18)]> : tensor<4xcomplex<f64>>
  check.expect_close %acosh, %w2 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.0, 2.0), (-0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %atan = chlo.atan %y : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %w3 = stablehlo.constant dense<[(0x3FF921FB54442D18, 0x3FE193EA7AAD030B), (0xBFF921FB54442D18, 0x3FE193EA7AAD030B)]> : tensor<2xcomplex<f64>>
  check.expect_close %atan, %w3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  %asinh = chlo.asinh %y : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %w4 = stablehlo.constant dense<[(0x3FF5124271980435, 0x3FF921FB54442D18), (0xBFF5124271980435, 0x3FF921FB54442D18)]> : tensor<2xcomplex<f64>>
  check.expect_close %asinh, %w4 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}

func.func @complex_infinities() {
  %x = stablehlo.constant dense<[(0x7FF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x3FF0000000000000), (0x3FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x3FF0000000000000), (0x7FF8000000000000, 0x0000000000000000), (0x7FF8000000000000, 0x7FF0000000000000)]> : tensor<6xcomplex<f64>>
  %acosh = chlo.acosh %x : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  %w0 = stablehlo.constant dense<[(0x7FF0000000000000, 0x3FE921FB54442D18), (0x7FF0000000000000, 0x0000000000000000), (0x7FF0000000000000, 0x3FF921FB54442D18), (0x7FF0000000000000, 0x400921FB54442D18), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<6xcomplex<f64>>
  check.expect_close %acosh, %w0 : tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>
  %asinh = chlo.asinh %x : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  %w1 = stablehlo.constant dense<[(0x7FF0000000000000, 0x3FE921FB54442D18), (0x7FF0000000000000, 0x0000000000000000), (0x7FF0000000000000, 0x3FF921FB54442D18), (0xFFF0000000000000, 0x0000000000000000), (0x7FF8000000000000, 0x0000000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<6xcomplex<f64>>
  check.expect_close %asinh, %w1 : tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>
  %atanh = chlo.atanh %x : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  %w2 = stablehlo.constant dense<[(0x0000000000000000, 0x3FF921FB54442D18), (0x0000000000000000, 0x3FF921FB54442D18), (0x0000000000000000, 0x3FF921FB54442D18), (0x8000000000000000, 0x3FF921FB54442D18), (0x7FF8000000000000, 0x7FF8000000000000), (0x0000000000000000, 0x3FF921FB54442D18)]> : tensor<6xcomplex<f64>>
  check.expect_close %atanh, %w2 : tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>
  %y = stablehlo.constant dense<[(1.0, 0.0), (-1.0, -0.0)]> : tensor<2xcomplex<f64>>
  %poles = chlo.atanh %y : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %w3 = stablehlo.constant dense<[(0x7FF0000000000000, 0x0000000000000000), (0xFFF0000000000000, 0x8000000000000000)]> : tensor<2xcomplex<f64>>
  check.expect_close %poles, %w3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}

// The other part of what a real number gives is zero, where the function itself is over every number.
func.func @real_and_large() {
  %x = stablehlo.constant dense<[(1.0e300, 0.0), (-1.0e300, 0.0), (-1.0e300, -0.0)]> : tensor<3xcomplex<f64>>
  %cosh = chlo.cosh %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %w0 = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (0x7FF0000000000000, -0.0), (0x7FF0000000000000, 0.0)]> : tensor<3xcomplex<f64>>
  check.expect_close %cosh, %w0, max_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  %sinh = chlo.sinh %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %w1 = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (0xFFF0000000000000, 0.0), (0xFFF0000000000000, -0.0)]> : tensor<3xcomplex<f64>>
  check.expect_close %sinh, %w1, max_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
