// Each rank counts for longer than any test waits.
func.func @main() -> tensor<i64> {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %most = stablehlo.constant dense<9000000000000> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.while(%i = %z) : tensor<i64>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %n : tensor<i64>
  }
  return %r : tensor<i64>
}
