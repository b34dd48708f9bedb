// StableHLO dialect, einsum, unary_einsum, torch_index_select. Values by hand.

func.func @product_of_matrices() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[1, 0], [0, 1], [2, -1]]> : tensor<3x2xi32>
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ac" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[7, -1], [16, -1]]> : tensor<2x2xi32>
  %1 = stablehlo.einsum %a, %b, config = "ab,bc->ca" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[7, 16], [-1, -1]]> : tensor<2x2xi32>
  func.return
}

// Batches, sums over what only one operand has, outer products, scalars.
func.func @other_sums() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[10.0, 100.0]> : tensor<2xf32>
  %0 = stablehlo.einsum %a, %b, config = "zk,z->z" : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[30.0, 700.0]> : tensor<2xf32>
  %1 = stablehlo.einsum %b, %b, config = "a,b->ab" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[100.0, 1000.0], [1000.0, 10000.0]]> : tensor<2x2xf32>
  %2 = stablehlo.einsum %a, %b, config = "ab,c->" : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %2, dense<1100.0> : tensor<f32>
  %3 = stablehlo.einsum %a, %a, config = "...a,...a->..." : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  check.expect_eq_const %3, dense<[5.0, 25.0]> : tensor<2xf32>
  func.return
}

func.func @of_one() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %0 = stablehlo.unary_einsum %a, config = "ab->ba" : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[1, 3], [2, 4]]> : tensor<2x2xi64>
  %1 = stablehlo.unary_einsum %a, config = "aa->a" : (tensor<2x2xi64>) -> tensor<2xi64>
  check.expect_eq_const %1, dense<[1, 4]> : tensor<2xi64>
  %2 = stablehlo.unary_einsum %a, config = "ab->" : (tensor<2x2xi64>) -> tensor<i64>
  check.expect_eq_const %2, dense<10> : tensor<i64>
  %n = stablehlo.constant dense<> : tensor<2x0xi64>
  %3 = stablehlo.unary_einsum %n, config = "ab->a" : (tensor<2x0xi64>) -> tensor<2xi64>
  check.expect_eq_const %3, dense<0> : tensor<2xi64>
  func.return
}

// i is the imaginary unit: (i, 1) times (i, 2i).
func.func @complex_sums() {
  %a = stablehlo.constant dense<[(0.0, 1.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  %b = stablehlo.constant dense<[(0.0, 1.0), (0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %0 = stablehlo.einsum %a, %b, config = "i,i->" : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<complex<f64>>
  check.expect_eq_const %0, dense<(-1.0, 2.0)> : tensor<complex<f64>>
  func.return
}

// An index that is outside is clamped, as by stablehlo.gather.
func.func @torch_index_select() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %i = stablehlo.constant dense<[2, 0, 9, -1]> : tensor<4xi32>
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x3x2xi32>, tensor<4xi32>) -> tensor<2x4x2xi32>
  check.expect_eq_const %0, dense<[[[5, 6], [1, 2], [5, 6], [1, 2]], [[11, 12], [7, 8], [11, 12], [7, 8]]]> : tensor<2x4x2xi32>
  %j = stablehlo.constant dense<[[2, 1], [0, 0]]> : tensor<2x2xui8>
  %1 = "stablehlo.torch_index_select"(%x, %j) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x3x2xi32>, tensor<2x2xui8>) -> tensor<2x2x2xi32>
  check.expect_eq_const %1, dense<[[[5, 6], [3, 4]], [[7, 8], [7, 8]]]> : tensor<2x2x2xi32>
  %k = stablehlo.constant dense<1> : tensor<i64>
  %2 = "stablehlo.torch_index_select"(%x, %k) <{dim = 2 : i64, batch_dims = 0 : i64}> : (tensor<2x3x2xi32>, tensor<i64>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[2, 4, 6], [8, 10, 12]]> : tensor<2x3xi32>
  func.return
}
