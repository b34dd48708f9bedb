// Every operator of TOSA around a gather.
func.func @operators(%a: tensor<4x4xf32>, %p: tensor<i1>) {
  %abs = tosa.abs %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %add = tosa.add %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %argmax = tosa.argmax %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %arithmetic_right_shift = tosa.arithmetic_right_shift %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %avg_pool2d = tosa.avg_pool2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %bitwise_and = tosa.bitwise_and %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %bitwise_not = tosa.bitwise_not %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %bitwise_or = tosa.bitwise_or %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %bitwise_xor = tosa.bitwise_xor %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %cast = tosa.cast %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %ceil = tosa.ceil %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %clamp = tosa.clamp %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %clz = tosa.clz %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %concat = tosa.concat %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %conv2d = tosa.conv2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %conv3d = tosa.conv3d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %cos = tosa.cos %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %custom = tosa.custom %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %depthwise_conv2d = tosa.depthwise_conv2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %equal = tosa.equal %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %erf = tosa.erf %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %exp = tosa.exp %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %fft2d = tosa.fft2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %floor = tosa.floor %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %fully_connected = tosa.fully_connected %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %greater = tosa.greater %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %greater_equal = tosa.greater_equal %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %identity = tosa.identity %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %int_div = tosa.int_div %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %log = tosa.log %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %logical_and = tosa.logical_and %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %logical_left_shift = tosa.logical_left_shift %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %logical_not = tosa.logical_not %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %logical_or = tosa.logical_or %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %logical_right_shift = tosa.logical_right_shift %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %logical_xor = tosa.logical_xor %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %matmul = tosa.matmul %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %max_pool2d = tosa.max_pool2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %maximum = tosa.maximum %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %minimum = tosa.minimum %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %mul = tosa.mul %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %negate = tosa.negate %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %pad = tosa.pad %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %pow = tosa.pow %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reciprocal = tosa.reciprocal %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reduce_all = tosa.reduce_all %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reduce_any = tosa.reduce_any %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reduce_max = tosa.reduce_max %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reduce_min = tosa.reduce_min %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reduce_prod = tosa.reduce_prod %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reduce_sum = tosa.reduce_sum %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %rescale = tosa.rescale %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reshape = tosa.reshape %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %resize = tosa.resize %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %reverse = tosa.reverse %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %rfft2d = tosa.rfft2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %rsqrt = tosa.rsqrt %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %select = tosa.select %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %sigmoid = tosa.sigmoid %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %sin = tosa.sin %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %slice = tosa.slice %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %sub = tosa.sub %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %table = tosa.table %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %tanh = tosa.tanh %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %tile = tosa.tile %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %transpose = tosa.transpose %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %transpose_conv2d = tosa.transpose_conv2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %apply_scale = tosa.apply_scale %a, %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %branch = tosa.cond_if %p : tensor<i1> -> (tensor<4x4xf32>) {
    tosa.yield %a : tensor<4x4xf32>
  } else {
    tosa.yield %a : tensor<4x4xf32>
  }
  %loop = "tosa.while_loop"(%a) ({
  ^bb0(%x: tensor<4x4xf32>):
    tosa.yield %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4x4xf32>):
    tosa.yield %x : tensor<4x4xf32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
