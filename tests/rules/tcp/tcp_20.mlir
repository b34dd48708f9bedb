// tcp.slice, TCP-20: a start, a size and a stride for each dimension.

func.func @f(%a: tensor<?x4xf32>, %n: index) -> tensor<1x?xf32> {
  %0 = tcp.slice %a starts(%n, %n) sizes(%n, %n) strides(%n, %n) : tensor<?x4xf32> -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// -----

func.func @f(%a: tensor<?x4xf32>, %n: index) -> tensor<1x?xf32> {
  // expected-error@+1 {{'tcp.slice' op expected 2 starts, one for each dimension of the input, got 1}}
  %0 = tcp.slice %a starts(%n) sizes(%n, %n) strides(%n, %n) : tensor<?x4xf32> -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// -----

func.func @f(%a: tensor<?x4xf32>, %n: index) -> tensor<?xf32> {
  // expected-error@+1 {{'tcp.slice' op failed to verify that all of {in, out} have same rank and element type}}
  %0 = tcp.slice %a starts(%n, %n) sizes(%n, %n) strides(%n, %n) : tensor<?x4xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'tcp.slice' op operand group starting at #0 requires 1 element, but found 2}}
  %0 = "tcp.slice"(%a, %n, %n, %n) <{operandSegmentSizes = array<i32: 2, 1, 1, 0>}> : (tensor<6xf32>, index, index, index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'tcp.slice' op operand #2 must be variadic of index, but got 'i64'}}
  %0 = "tcp.slice"(%a, %n, %k, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<6xf32>, index, i64, index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>, %n: index, %k: i64) {
  // expected-error@+1 {{'operandSegmentSizes' attribute for specifying operand segments must have 4 elements}}
  %0 = "tcp.slice"(%a, %n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (tensor<6xf32>, index, index, index) -> tensor<?xf32>
  return
}
