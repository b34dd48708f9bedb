// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @gather() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[1], [0]]> : tensor<2x1xindex>
  %3 = gather %a[%i] : tensor<2x2xi32>[tensor<2x 1xindex>] -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[3, 4], [1, 2]]> : tensor<2x2xi32>
  return
}

// -----

func.func @scatter() {
  %s = arith.constant dense<[7]> : tensor<1xi32>
  %d = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = arith.constant dense<[[1]]> : tensor<1x1xi32>
  %1 = scatter %s into %d[%i] unique : tensor<1xi32> into tensor<3xi32>[tensor<1x 1xi32>] -> tensor<3xi32>
  check.expect_eq_const %1, dense<[1, 7, 3]> : tensor<3xi32>
  return
}
