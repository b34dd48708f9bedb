// sort C5: the comparator takes two elements of each input and gives tensor<i1>.

func.func @bad(%a: tensor<2x3xf32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator block should have 2 arguments}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator block argument #1 should be of type 'tensor<f32>' but got 'tensor<i32>'}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator must return single output but got 2}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p, %p : tensor<i1>, tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_4(%a: tensor<2x3xf32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator must return tensor<i1> but got 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %f : tensor<f32>
  }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected 1 or more operands, but found 0}}
  "stablehlo.sort"() ({
    %z = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{comparator block argument #1 should be of type 'tensor<f32>' but got 'tuple<>'}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tuple<>):
    %z = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
