// arith.sitofp, uitofp, fptosi, fptoui, extf, truncf, bitcast

func.func @integers_to_floats() {
  %a = arith.constant dense<[-1, 127, -128]> : tensor<3xi8>
  %s = arith.sitofp %a : tensor<3xi8> to tensor<3xf32>
  %u = arith.uitofp %a : tensor<3xi8> to tensor<3xf32>
  check.expect_eq_const %s, dense<[-1.0, 127.0, -128.0]> : tensor<3xf32>
  check.expect_eq_const %u, dense<[255.0, 127.0, 128.0]> : tensor<3xf32>
  // true is -1 as a signed number, 1 as one without sign.
  %b = arith.constant dense<[true, false]> : tensor<2xi1>
  %sb = arith.sitofp %b : tensor<2xi1> to tensor<2xf64>
  %ub = arith.uitofp %b : tensor<2xi1> to tensor<2xf64>
  check.expect_eq_const %sb, dense<[-1.0, 0.0]> : tensor<2xf64>
  check.expect_eq_const %ub, dense<[1.0, 0.0]> : tensor<2xf64>
  %bits = arith.bitcast %sb : tensor<2xf64> to tensor<2xi64>
  check.expect_eq_const %bits, dense<[0xBFF0000000000000, 0]> : tensor<2xi64>
  return
}

func.func @floats_to_integers() {
  %a = arith.constant dense<[2.9, -2.9, 200.0, -0.5]> : tensor<4xf32>
  %s = arith.fptosi %a : tensor<4xf32> to tensor<4xi32>
  check.expect_eq_const %s, dense<[2, -2, 200, 0]> : tensor<4xi32>
  %p = arith.constant dense<[2.9, 200.0, 4.0e+09]> : tensor<3xf32>
  %u = arith.fptoui %p : tensor<3xf32> to tensor<3xi32>
  check.expect_eq_const %u, dense<[2, 200, -294967296]> : tensor<3xi32>
  %w = arith.constant 255.5 : f64
  %n = arith.fptoui %w : f64 to i8
  %got = tensor.from_elements %n : tensor<i8>
  check.expect_eq_const %got, dense<-1> : tensor<i8>
  return
}

// 1 + 2^-8 is no bf16: of the two nearest the even one is 1; 3.2 becomes the nearest f16, 3.19921875.
func.func @floats() {
  %a = arith.constant dense<[1.00390625, 3.5]> : tensor<2xf32>
  %t = arith.truncf %a : tensor<2xf32> to tensor<2xbf16>
  %b = arith.extf %t : tensor<2xbf16> to tensor<2xf32>
  check.expect_eq_const %b, dense<[1.0, 3.5]> : tensor<2xf32>
  %c = arith.constant 3.2 : f64
  %h = arith.truncf %c : f64 to f16
  %d = arith.extf %h : f16 to f32
  %got = tensor.from_elements %d : tensor<f32>
  check.expect_eq_const %got, dense<3.19921875> : tensor<f32>
  return
}

func.func @bits() {
  %a = arith.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %i = arith.bitcast %a : tensor<2xf32> to tensor<2xi32>
  check.expect_eq_const %i, dense<[0x3F800000, 0x80000000]> : tensor<2xi32>
  %h = arith.constant 0x3C00 : i16
  %f = arith.bitcast %h : i16 to f16
  %got = tensor.from_elements %f : tensor<f16>
  check.expect_eq_const %got, dense<1.0> : tensor<f16>
  return
}
