// tcp.gather, TCP-9: dim is a dimension of the input, which upstream does not check; `1` is taken for `1 : index`.

func.func @untyped(%a: tensor<3x4xf32>, %i: tensor<3x2xi64>) -> tensor<3x2xf32> {
  %0 = tcp.gather %a, %i {dim = 1} : tensor<3x4xf32>, tensor<3x2xi64> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @too_large(%a: tensor<3x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> {
  // expected-error@+2 {{'tcp.gather' op dim is 2, expected a dimension of the input: at least 0, less than 2}}
  // expected-note@+1 {{rule TCP-9 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 2 : index} : tensor<3x4xf32>, tensor<3x4xi64> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @negative(%a: tensor<3x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> {
  // expected-error@+2 {{'tcp.gather' op dim is -1, expected a dimension of the input: at least 0, less than 2}}
  // expected-note@+1 {{rule TCP-9 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = -1 : index} : tensor<3x4xf32>, tensor<3x4xi64> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @rank_0(%a: tensor<f32>, %i: tensor<i64>) -> tensor<f32> {
  // expected-error@+2 {{'tcp.gather' op dim is 0, expected a dimension of the input: at least 0, less than 0}}
  // expected-note@+1 {{rule TCP-9 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<f32>, tensor<i64> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @narrow(%a: tensor<3x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'tcp.gather' op attribute 'dim' failed to satisfy constraint: index attribute}}
  %0 = tcp.gather %a, %i {dim = 0 : i32} : tensor<3x4xf32>, tensor<3x4xi64> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @missing(%a: tensor<3x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'tcp.gather' op requires attribute 'dim'}}
  %0 = tcp.gather %a, %i : tensor<3x4xf32>, tensor<3x4xi64> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
