// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func private @twice(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @call() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = func.call @twice(%a) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, 4]> : tensor<2xi32>
  return
}

// -----

module @holds_functions {
  func.func @main() {
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
    return
  }
}
