// broadcast (of XLA's time): new dimensions before the operand's, of sizes that are not negative.

func.func @f(%x: tensor<3xf32>) {
  %0 = stablehlo.broadcast %x, sizes = [2, 0] : (tensor<3xf32>) -> tensor<2x0x3xf32>
  return
}

// -----

func.func @f(%x: tensor<3xf32>) {
  // expected-error@+2 {{Broadcast with negative dimension size -1}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %0 = stablehlo.broadcast %x, sizes = [2, -1] : (tensor<3xf32>) -> tensor<2x1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<3xf32>) {
  // expected-error@+2 {{gives a result of rank 33, the largest is 32}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %0 = stablehlo.broadcast %x, sizes = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @another_element(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op requires the same element type for all operands and results}}
  %0 = "stablehlo.broadcast"(%a) {broadcast_sizes = array<i64: 3>} : (tensor<2xf32>) -> tensor<3x2xf64>
  func.return
}
