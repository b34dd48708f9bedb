// TT-17: there is no sparse gradient.

func.func @sparse_grad(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>) {
  // expected-error@+3 {{'ttnn.gather' op Sparse gradient is not supported yet.}}
  // expected-note@+2 {{sparse_grad: true; right: false}}
  // expected-note@+1 {{rule TT-17 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32, sparse_grad = true}> : (tensor<4x3xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}
