// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @abs(%a: tensor<4x4xf32>) {
  %abs = linalg.abs ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @add(%c: tensor<4x4xf32>) {
  %7 = linalg.add ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_matmul(%a: tensor<4x4xf32>) {
  %batch_matmul = linalg.batch_matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_matmul_transpose_a(%a: tensor<4x4xf32>) {
  %batch_matmul_transpose_a = linalg.batch_matmul_transpose_a ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_matmul_transpose_b(%a: tensor<4x4xf32>) {
  %batch_matmul_transpose_b = linalg.batch_matmul_transpose_b ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_matvec(%a: tensor<4x4xf32>) {
  %batch_matvec = linalg.batch_matvec ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_mmt4d(%a: tensor<4x4xf32>) {
  %batch_mmt4d = linalg.batch_mmt4d ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_reduce_matmul(%a: tensor<4x4xf32>) {
  %batch_reduce_matmul = linalg.batch_reduce_matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_vecmat(%a: tensor<4x4xf32>) {
  %batch_vecmat = linalg.batch_vecmat ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @ceil(%a: tensor<4x4xf32>) {
  %ceil = linalg.ceil ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @contract(%a: tensor<4x4xf32>) {
  %contract = linalg.contract ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_1d(%a: tensor<4x4xf32>) {
  %conv_1d = linalg.conv_1d ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_1d_ncw_fcw(%a: tensor<4x4xf32>) {
  %conv_1d_ncw_fcw = linalg.conv_1d_ncw_fcw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_1d_nwc_wcf(%a: tensor<4x4xf32>) {
  %conv_1d_nwc_wcf = linalg.conv_1d_nwc_wcf ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d(%a: tensor<4x4xf32>) {
  %conv_2d = linalg.conv_2d ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_nchw_fchw(%a: tensor<4x4xf32>) {
  %conv_2d_nchw_fchw = linalg.conv_2d_nchw_fchw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_ngchw_fgchw(%a: tensor<4x4xf32>) {
  %conv_2d_ngchw_fgchw = linalg.conv_2d_ngchw_fgchw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_ngchw_gfchw(%a: tensor<4x4xf32>) {
  %conv_2d_ngchw_gfchw = linalg.conv_2d_ngchw_gfchw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_ngchw_gfchw_q(%a: tensor<4x4xf32>) {
  %conv_2d_ngchw_gfchw_q = linalg.conv_2d_ngchw_gfchw_q ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_nhwc_fhwc(%a: tensor<4x4xf32>) {
  %conv_2d_nhwc_fhwc = linalg.conv_2d_nhwc_fhwc ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_nhwc_fhwc_q(%a: tensor<4x4xf32>) {
  %conv_2d_nhwc_fhwc_q = linalg.conv_2d_nhwc_fhwc_q ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_nhwc_hwcf(%a: tensor<4x4xf32>) {
  %conv_2d_nhwc_hwcf = linalg.conv_2d_nhwc_hwcf ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_2d_nhwc_hwcf_q(%a: tensor<4x4xf32>) {
  %conv_2d_nhwc_hwcf_q = linalg.conv_2d_nhwc_hwcf_q ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_3d(%a: tensor<4x4xf32>) {
  %conv_3d = linalg.conv_3d ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_3d_ncdhw_fcdhw(%a: tensor<4x4xf32>) {
  %conv_3d_ncdhw_fcdhw = linalg.conv_3d_ncdhw_fcdhw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_3d_ndhwc_dhwcf(%a: tensor<4x4xf32>) {
  %conv_3d_ndhwc_dhwcf = linalg.conv_3d_ndhwc_dhwcf ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv_3d_ndhwc_dhwcf_q(%a: tensor<4x4xf32>) {
  %conv_3d_ndhwc_dhwcf_q = linalg.conv_3d_ndhwc_dhwcf_q ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_1d_ncw_cw(%a: tensor<4x4xf32>) {
  %depthwise_conv_1d_ncw_cw = linalg.depthwise_conv_1d_ncw_cw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_1d_nwc_wc(%a: tensor<4x4xf32>) {
  %depthwise_conv_1d_nwc_wc = linalg.depthwise_conv_1d_nwc_wc ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_1d_nwc_wcm(%a: tensor<4x4xf32>) {
  %depthwise_conv_1d_nwc_wcm = linalg.depthwise_conv_1d_nwc_wcm ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_2d_nchw_chw(%a: tensor<4x4xf32>) {
  %depthwise_conv_2d_nchw_chw = linalg.depthwise_conv_2d_nchw_chw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwc(%a: tensor<4x4xf32>) {
  %depthwise_conv_2d_nhwc_hwc = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwc_q(%a: tensor<4x4xf32>) {
  %depthwise_conv_2d_nhwc_hwc_q = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwcm(%a: tensor<4x4xf32>) {
  %depthwise_conv_2d_nhwc_hwcm = linalg.depthwise_conv_2d_nhwc_hwcm ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwcm_q(%a: tensor<4x4xf32>) {
  %depthwise_conv_2d_nhwc_hwcm_q = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_3d_ncdhw_cdhw(%a: tensor<4x4xf32>) {
  %depthwise_conv_3d_ncdhw_cdhw = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_3d_ndhwc_dhwc(%a: tensor<4x4xf32>) {
  %depthwise_conv_3d_ndhwc_dhwc = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv_3d_ndhwc_dhwcm(%a: tensor<4x4xf32>) {
  %depthwise_conv_3d_ndhwc_dhwcm = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @div(%a: tensor<4x4xf32>) {
  %div = linalg.div ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @div_unsigned(%a: tensor<4x4xf32>) {
  %div_unsigned = linalg.div_unsigned ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dot(%a: tensor<4x4xf32>) {
  %dot = linalg.dot ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @elementwise(%a: tensor<4x4xf32>) {
  %elementwise = linalg.elementwise ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @elemwise_binary(%a: tensor<4x4xf32>) {
  %elemwise_binary = linalg.elemwise_binary ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @elemwise_unary(%a: tensor<4x4xf32>) {
  %elemwise_unary = linalg.elemwise_unary ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @erf(%a: tensor<4x4xf32>) {
  %erf = linalg.erf ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @exp(%a: tensor<4x4xf32>) {
  %exp = linalg.exp ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @fill_rng_2d(%a: tensor<4x4xf32>) {
  %fill_rng_2d = linalg.fill_rng_2d ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @floor(%a: tensor<4x4xf32>) {
  %floor = linalg.floor ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @log(%a: tensor<4x4xf32>) {
  %log = linalg.log ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @map(%v: tensor<4xf32>) {
  %4 = linalg.map { math.absf } ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>)
  return
}

// -----

func.func @matmul(%m: memref<4x4xf32>) {
  linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
  return
}

// -----

func.func @matmul_transpose_a(%a: tensor<4x4xf32>) {
  %matmul_transpose_a = linalg.matmul_transpose_a ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @matmul_transpose_b(%a: tensor<4x4xf32>) {
  %matmul_transpose_b = linalg.matmul_transpose_b ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @matvec(%a: tensor<4x4xf32>) {
  %matvec = linalg.matvec ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @max(%a: tensor<4x4xf32>) {
  %max = linalg.max ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @min(%a: tensor<4x4xf32>) {
  %min = linalg.min ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @mmt4d(%a: tensor<4x4xf32>) {
  %mmt4d = linalg.mmt4d ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @mul(%a: tensor<4x4xf32>) {
  %mul = linalg.mul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @negf(%a: tensor<4x4xf32>) {
  %negf = linalg.negf ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nchw_max(%a: tensor<4x4xf32>) {
  %pooling_nchw_max = linalg.pooling_nchw_max ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nchw_sum(%a: tensor<4x4xf32>) {
  %pooling_nchw_sum = linalg.pooling_nchw_sum ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_ncw_max(%a: tensor<4x4xf32>) {
  %pooling_ncw_max = linalg.pooling_ncw_max ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_ncw_sum(%a: tensor<4x4xf32>) {
  %pooling_ncw_sum = linalg.pooling_ncw_sum ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_ndhwc_max(%a: tensor<4x4xf32>) {
  %pooling_ndhwc_max = linalg.pooling_ndhwc_max ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_ndhwc_min(%a: tensor<4x4xf32>) {
  %pooling_ndhwc_min = linalg.pooling_ndhwc_min ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_ndhwc_sum(%a: tensor<4x4xf32>) {
  %pooling_ndhwc_sum = linalg.pooling_ndhwc_sum ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nhwc_max(%a: tensor<4x4xf32>) {
  %pooling_nhwc_max = linalg.pooling_nhwc_max ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nhwc_max_unsigned(%a: tensor<4x4xf32>) {
  %pooling_nhwc_max_unsigned = linalg.pooling_nhwc_max_unsigned ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nhwc_min(%a: tensor<4x4xf32>) {
  %pooling_nhwc_min = linalg.pooling_nhwc_min ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nhwc_min_unsigned(%a: tensor<4x4xf32>) {
  %pooling_nhwc_min_unsigned = linalg.pooling_nhwc_min_unsigned ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nhwc_sum(%a: tensor<4x4xf32>) {
  %pooling_nhwc_sum = linalg.pooling_nhwc_sum ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nwc_max(%a: tensor<4x4xf32>) {
  %pooling_nwc_max = linalg.pooling_nwc_max ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nwc_max_unsigned(%a: tensor<4x4xf32>) {
  %pooling_nwc_max_unsigned = linalg.pooling_nwc_max_unsigned ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nwc_min(%a: tensor<4x4xf32>) {
  %pooling_nwc_min = linalg.pooling_nwc_min ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nwc_min_unsigned(%a: tensor<4x4xf32>) {
  %pooling_nwc_min_unsigned = linalg.pooling_nwc_min_unsigned ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pooling_nwc_sum(%a: tensor<4x4xf32>) {
  %pooling_nwc_sum = linalg.pooling_nwc_sum ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @powf(%a: tensor<4x4xf32>) {
  %powf = linalg.powf ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @quantized_batch_matmul(%a: tensor<4x4xf32>) {
  %quantized_batch_matmul = linalg.quantized_batch_matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @quantized_matmul(%a: tensor<4x4xf32>) {
  %quantized_matmul = linalg.quantized_matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @reciprocal(%a: tensor<4x4xf32>) {
  %reciprocal = linalg.reciprocal ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @reduce(%c: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %3 = linalg.reduce { arith.addf } ins(%c : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  return
}

// -----

func.func @round(%a: tensor<4x4xf32>) {
  %round = linalg.round ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @rsqrt(%a: tensor<4x4xf32>) {
  %rsqrt = linalg.rsqrt ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @select(%a: tensor<4x4xf32>) {
  %select = linalg.select ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @softmax(%c: tensor<4x4xf32>) {
  %6 = linalg.softmax dimension(1) ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @sqrt(%a: tensor<4x4xf32>) {
  %sqrt = linalg.sqrt ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @square(%a: tensor<4x4xf32>) {
  %square = linalg.square ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @sub(%a: tensor<4x4xf32>) {
  %sub = linalg.sub ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @tanh(%a: tensor<4x4xf32>) {
  %tanh = linalg.tanh ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @vecmat(%a: tensor<4x4xf32>) {
  %vecmat = linalg.vecmat ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
