// chlo.scan: slices and carries in, slices and carries out. Values by hand.

func.func @running_sum() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %o, %c = chlo.scan(%x) inits (%init) dimension=1 {
  ^bb0(%s: tensor<2xi32>, %carry: tensor<2xi32>):
    %r = stablehlo.add %s, %carry : tensor<2xi32>
    stablehlo.return %r, %r : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %o, dense<[[11, 13, 16], [24, 29, 35]]> : tensor<2x3xi32>
  check.expect_eq_const %c, dense<[16, 35]> : tensor<2xi32>
  return
}

func.func @from_the_end() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %o, %c = chlo.scan(%x) inits (%init) dimension=0 attributes {is_associative = true, is_reverse = true} {
  ^bb0(%s: tensor<i32>, %carry: tensor<i32>):
    %r = stablehlo.add %s, %carry : tensor<i32>
    stablehlo.return %r, %r : tensor<i32>, tensor<i32>
  } : (tensor<3xi32>, tensor<i32>) -> (tensor<3xi32>, tensor<i32>)
  check.expect_eq_const %o, dense<[6, 5, 3]> : tensor<3xi32>
  check.expect_eq_const %c, dense<6> : tensor<i32>
  return
}

// Two inputs, two carries, one output, in generic form.
func.func @several() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %o, %a, %b = "chlo.scan"(%x, %y, %one, %one) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 2, 2>, resultSegmentSizes = array<i32: 1, 2>}> ({
  ^bb0(%s: tensor<f32>, %t: tensor<f32>, %p: tensor<f32>, %q: tensor<f32>):
    %0 = stablehlo.multiply %s, %t : tensor<f32>
    %1 = stablehlo.add %p, %0 : tensor<f32>
    %2 = stablehlo.multiply %q, %t : tensor<f32>
    stablehlo.return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>, tensor<f32>)
  check.expect_eq_const %o, dense<[3.0, 10.0]> : tensor<2xf32>
  check.expect_eq_const %a, dense<14.0> : tensor<f32>
  check.expect_eq_const %b, dense<15.0> : tensor<f32>
  return
}

// Without inputs the attribute says how many steps there are; no step gives the inits.
func.func @counted() {
  %init = stablehlo.constant dense<1> : tensor<i32>
  %o, %c = chlo.scan() inits (%init) dimension=0 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%carry: tensor<i32>):
    %r = stablehlo.add %carry, %carry : tensor<i32>
    stablehlo.return %carry, %r : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %o, dense<[1, 2, 4, 8]> : tensor<4xi32>
  check.expect_eq_const %c, dense<16> : tensor<i32>
  %p, %d = chlo.scan() inits (%init) dimension=0 attributes {scan_dim_size = 0 : i64} {
  ^bb0(%carry: tensor<i32>):
    stablehlo.return %carry, %carry : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<0xi32>, tensor<i32>)
  check.expect_eq_const %d, dense<1> : tensor<i32>
  return
}
