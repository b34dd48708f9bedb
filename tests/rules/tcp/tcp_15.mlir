// tcp.broadcast, TCP-15.

func.func @good(%a: tensor<1x3x1xf32>, %n: index) -> tensor<?x3x?xf32> {
  %0 = tcp.broadcast %a, %n, %n {axes = [0, 2]} : tensor<1x3x1xf32>, index, index -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

// -----

func.func @none(%a: tensor<1x3xf32>, %n: index) -> tensor<1x3xf32> {
  %0 = tcp.broadcast %a {axes = []} : tensor<1x3xf32> -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

func.func @dense(%a: tensor<1x3xf32>, %n: index) -> tensor<?x3xf32> {
  %0 = tcp.broadcast %a, %n {axes = array<i64: 0>} : tensor<1x3xf32>, index -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

func.func @bounds(%a: tensor<1x3xf32>, %n: index) -> tensor<1x3xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that attribute `axes` are in bounds}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [2]} : tensor<1x3xf32>, index -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

func.func @negative(%a: tensor<1x3xf32>, %n: index) -> tensor<1x3xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that attribute `axes` are in bounds}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [-1]} : tensor<1x3xf32>, index -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

func.func @not_one(%a: tensor<1x3xf32>, %n: index) -> tensor<1x?xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that dimensions listed in attribute `axes` have a static size of `1`}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [1]} : tensor<1x3xf32>, index -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// -----

func.func @dynamic(%a: tensor<?x3xf32>, %n: index) -> tensor<?x3xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that dimensions listed in attribute `axes` have a static size of `1`}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [0]} : tensor<?x3xf32>, index -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

func.func @order(%a: tensor<1x1xf32>, %n: index) -> tensor<?x?xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that attribute `axes` must be in increasing order}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n, %n {axes = [1, 0]} : tensor<1x1xf32>, index, index -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @twice(%a: tensor<1x1xf32>, %n: index) -> tensor<?x?xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that attribute `axes` must not have any duplicates}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n, %n {axes = [1, 1]} : tensor<1x1xf32>, index, index -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @sizes(%a: tensor<1x1xf32>, %n: index) -> tensor<?x?xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that argument `new_dim_sizes` has the same size as the attribute `axes`}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [0, 1]} : tensor<1x1xf32>, index -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @rank(%a: tensor<1xf32>, %n: index) -> tensor<1x4xf32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that all of {in, out} have same rank}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [0]} : tensor<1xf32>, index -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @element(%a: tensor<1xf32>, %n: index) -> tensor<?xi32> {
  // expected-error@+2 {{'tcp.broadcast' op failed to verify that all of {in, out} have same element type}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [0]} : tensor<1xf32>, index -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @other_dim(%a: tensor<1x3xf32>, %n: index) -> tensor<?x4xf32> {
  // expected-error@+2 {{'tcp.broadcast' op dimension 1 is not in `axes`, so its size stays 3, got 4}}
  // expected-note@+1 {{rule TCP-15 of the TCP dialect, tcp.broadcast}}
  %0 = tcp.broadcast %a, %n {axes = [0]} : tensor<1x3xf32>, index -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
