// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @abs(%a: tensor<4xf32>) {
  %0 = tosa.abs %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @apply_scale(%a: tensor<4x4xf32>) {
  %apply_scale = tosa.apply_scale %a, %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @argmax(%a: tensor<4x2xf32>) {
  %0 = tosa.argmax %a {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @arithmetic_right_shift(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = tosa.arithmetic_right_shift %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @avg_pool2d(%a: tensor<4x4xf32>) {
  %avg_pool2d = tosa.avg_pool2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @bitwise_and(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = tosa.bitwise_and %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @bitwise_not(%a: tensor<4xi32>) {
  %0 = tosa.bitwise_not %a : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @bitwise_or(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = tosa.bitwise_or %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @bitwise_xor(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = tosa.bitwise_xor %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @cast(%ti: tensor<4xi32>) {
  %12 = tosa.cast %ti : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @ceil(%a: tensor<4xf32>) {
  %0 = tosa.ceil %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp(%a: tensor<4xf32>) {
  %0 = tosa.clamp %a {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clz(%a: tensor<4xi32>) {
  %0 = tosa.clz %a : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @concat(%a: tensor<4xf32>, %b: tensor<2xf32>) {
  %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @cond_if(%a: tensor<4x4xf32>, %p: tensor<i1>) {
  %branch = tosa.cond_if %p : tensor<i1> -> (tensor<4x4xf32>) {
    tosa.yield %a : tensor<4x4xf32>
  } else {
    tosa.yield %a : tensor<4x4xf32>
  }
  return
}

// -----

func.func @const_shape() {
  %shape = tosa.const_shape {values = dense<[1, 2, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  return
}

// -----

func.func @conv2d(%a: tensor<4x4xf32>) {
  %conv2d = tosa.conv2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @conv3d(%a: tensor<4x4xf32>) {
  %conv3d = tosa.conv3d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @cos(%a: tensor<4xf32>) {
  %0 = tosa.cos %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom(%a: tensor<4x4xf32>) {
  %custom = tosa.custom %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @depthwise_conv2d(%a: tensor<4x4xf32>) {
  %depthwise_conv2d = tosa.depthwise_conv2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @equal(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.equal %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @erf(%a: tensor<4xf32>) {
  %0 = tosa.erf %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @exp(%a: tensor<4xf32>) {
  %0 = tosa.exp %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @fft2d(%a: tensor<4x4xf32>) {
  %fft2d = tosa.fft2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @floor(%a: tensor<4xf32>) {
  %0 = tosa.floor %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @fully_connected(%a: tensor<4x4xf32>) {
  %fully_connected = tosa.fully_connected %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @greater(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.greater %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @greater_equal(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.greater_equal %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @identity(%a: tensor<4xf32>) {
  %0 = tosa.identity %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @int_div(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = tosa.int_div %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @log(%a: tensor<4xf32>) {
  %0 = tosa.log %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @logical_and(%a: tensor<4xi1>, %b: tensor<4xi1>) {
  %0 = tosa.logical_and %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @logical_left_shift(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = tosa.logical_left_shift %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @logical_not(%a: tensor<4xi1>) {
  %0 = tosa.logical_not %a : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @logical_or(%a: tensor<4xi1>, %b: tensor<4xi1>) {
  %0 = tosa.logical_or %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @logical_right_shift(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = tosa.logical_right_shift %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @logical_xor(%a: tensor<4xi1>, %b: tensor<4xi1>) {
  %0 = tosa.logical_xor %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @matmul(%a: tensor<1x4x4xf32>, %b: tensor<1x4x4xf32>) {
  %0 = tosa.matmul %a, %b : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  return
}

// -----

func.func @max_pool2d(%a: tensor<4x4xf32>) {
  %max_pool2d = tosa.max_pool2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @maximum(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.maximum %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @minimum(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.minimum %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mul(%a: tensor<4xf32>, %s: tensor<1xi8>) {
  %0 = tosa.mul %a, %a, %s : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return
}

// -----

func.func @negate(%a: tensor<4xf32>, %z: tensor<1xf32>) {
  %0 = tosa.negate %a, %z, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad(%a: tensor<4x4xf32>) {
  %pad = tosa.pad %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @pow(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.pow %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reciprocal(%a: tensor<4xf32>) {
  %0 = tosa.reciprocal %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_all(%a: tensor<4x2xi1>) {
  %0 = tosa.reduce_all %a {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
  return
}

// -----

func.func @reduce_any(%a: tensor<4x2xi1>) {
  %0 = tosa.reduce_any %a {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
  return
}

// -----

func.func @reduce_max(%a: tensor<4x2xf32>) {
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @reduce_min(%a: tensor<4x2xf32>) {
  %0 = tosa.reduce_min %a {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @reduce_prod(%a: tensor<4x2xf32>) {
  %0 = tosa.reduce_prod %a {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @reduce_sum(%a: tensor<4x2xf32>) {
  %0 = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @rescale(%a: tensor<4x4xf32>) {
  %rescale = tosa.rescale %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @reshape(%a: tensor<4x4xf32>) {
  %reshape = tosa.reshape %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @resize(%a: tensor<4x4xf32>) {
  %resize = tosa.resize %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @reverse(%a: tensor<4x2xf32>) {
  %0 = tosa.reverse %a {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @rfft2d(%a: tensor<4x4xf32>) {
  %rfft2d = tosa.rfft2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @rsqrt(%a: tensor<4xf32>) {
  %0 = tosa.rsqrt %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.select %p, %a, %b : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sigmoid(%a: tensor<4xf32>) {
  %0 = tosa.sigmoid %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sin(%a: tensor<4xf32>) {
  %0 = tosa.sin %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice(%a: tensor<4x4xf32>) {
  %slice = tosa.slice %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @sub(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = tosa.sub %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @table(%a: tensor<4xi8>, %t: tensor<256xi8>) {
  %0 = tosa.table %a, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @tanh(%a: tensor<4xf32>) {
  %0 = tosa.tanh %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @tile(%a: tensor<4x4xf32>) {
  %tile = tosa.tile %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @transpose(%a: tensor<4x2xf32>) {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @transpose_conv2d(%a: tensor<4x4xf32>) {
  %transpose_conv2d = tosa.transpose_conv2d %a, %a {kept = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @yield(%a: tensor<4x4xf32>, %p: tensor<i1>) {
  %branch = tosa.cond_if %p : tensor<i1> -> (tensor<4x4xf32>) {
    tosa.yield %a : tensor<4x4xf32>
  } else {
    tosa.yield %a : tensor<4x4xf32>
  }
  return
}

// -----

func.func @while_loop(%n: tensor<i32>) {
  %0 = "tosa.while_loop"(%n) ({
  ^bb0(%x: tensor<i32>):
    %1 = "tosa.const"() {values = dense<4> : tensor<i32>} : () -> tensor<i32>
    %2 = tosa.greater %1, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %2 : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    %1 = tosa.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
