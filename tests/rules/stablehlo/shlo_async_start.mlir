// async_start C1-C4.

func.func @good(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    stablehlo.return %s : tensor<1x2xf32>
  }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<1x2xf32>>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.async_start"(%x) ({
  }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<1x2xf32>>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must contain exactly one operation and a return}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    %u = stablehlo.add %s, %s : tensor<1x2xf32>
    stablehlo.return %u : tensor<1x2xf32>
  }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<1x2xf32>>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %u = stablehlo.add %a, %a : tensor<2x2xf32>
    stablehlo.return %u : tensor<2x2xf32>
  }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<2x2xf32>>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op number of operands (2) must match number of region arguments (1)}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x, %x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    stablehlo.return %s : tensor<1x2xf32>
  }) : (tensor<2x2xf32>, tensor<2x2xf32>) -> !stablehlo.future<tensor<1x2xf32>>
  return
}

// -----

func.func @bad(%x: tensor<3x2xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op operand type 'tensor<3x2xf32>' at index 0 must match region argument type 'tensor<2x2xf32>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    stablehlo.return %s : tensor<1x2xf32>
  }) : (tensor<3x2xf32>) -> !stablehlo.future<tensor<1x2xf32>>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must return exactly one value, but got 2}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    stablehlo.return %s, %s : tensor<1x2xf32>, tensor<1x2xf32>
  }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<1x2xf32>>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{inferred type(s) '!stablehlo.future<tensor<1x2xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<1x3xf32>>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    stablehlo.return %s : tensor<1x2xf32>
  }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<1x3xf32>>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{result #0 must be future, but got 'tensor<1x2xf32>'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    stablehlo.return %s : tensor<1x2xf32>
  }) : (tensor<2x2xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x2xf32>):
    %s = stablehlo.slice %a [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    stablehlo.return %s : tensor<1x2xf32>
  // expected-error@+1 {{future element type must be a ranked tensor, but got 'i32'}}
  }) : (tensor<2x2xf32>) -> !stablehlo.future<i32>
  return
}
