// sort of elements of 1, 2, 4, 8 and 16 bytes: StableHLO spec, sort. A second tensor of another size follows the keys.

func.func @by_one_byte() {
  %k = stablehlo.constant dense<[3, -1, 2, -1]> : tensor<4xi8>
  %v = stablehlo.constant dense<[(0.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]> : tensor<4xcomplex<f64>>
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %p: tensor<complex<f64>>, %q: tensor<complex<f64>>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xi8>, tensor<4xcomplex<f64>>) -> (tensor<4xi8>, tensor<4xcomplex<f64>>)
  check.expect_eq_const %0#0, dense<[-1, -1, 2, 3]> : tensor<4xi8>
  check.expect_eq_const %0#1, dense<[(1.0, 0.0), (3.0, 0.0), (2.0, 0.0), (0.0, 1.0)]> : tensor<4xcomplex<f64>>
  func.return
}

func.func @by_two_bytes() {
  %k = stablehlo.constant dense<[[3, 1], [2, 5], [1, 4]]> : tensor<3x2xi16>
  %v = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf64>
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>, %p: tensor<f64>, %q: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x2xi16>, tensor<3x2xf64>) -> (tensor<3x2xi16>, tensor<3x2xf64>)
  check.expect_eq_const %0#0, dense<[[1, 1], [2, 4], [3, 5]]> : tensor<3x2xi16>
  check.expect_eq_const %0#1, dense<[[5.0, 2.0], [3.0, 6.0], [1.0, 4.0]]> : tensor<3x2xf64>
  func.return
}

func.func @by_sixteen_bytes() {
  %k = stablehlo.constant dense<[(3.0, 0.0), (1.0, 2.0), (2.0, 0.0)]> : tensor<3xcomplex<f64>>
  %v = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>, %p: tensor<bf16>, %q: tensor<bf16>):
    %x = stablehlo.real %a : (tensor<complex<f64>>) -> tensor<f64>
    %y = stablehlo.real %b : (tensor<complex<f64>>) -> tensor<f64>
    %c = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3xcomplex<f64>>, tensor<3xbf16>) -> (tensor<3xcomplex<f64>>, tensor<3xbf16>)
  check.expect_eq_const %0#0, dense<[(3.0, 0.0), (2.0, 0.0), (1.0, 2.0)]> : tensor<3xcomplex<f64>>
  check.expect_eq_const %0#1, dense<[1.0, 3.0, 2.0]> : tensor<3xbf16>
  func.return
}
