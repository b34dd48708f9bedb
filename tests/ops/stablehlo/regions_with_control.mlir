// StableHLO spec, if, case and while within regions that are applied to elements.

// Which branch: by the element, taken as a case's index; one that is negative means the last.
func.func @case_in_map() {
  %x = stablehlo.constant dense<[0, 1, 2, 7, -1]> : tensor<5xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %r = "stablehlo.case"(%a) ({
      stablehlo.return %ten : tensor<i32>
    }, {
      %s = stablehlo.add %a, %ten : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }, {
      %m = stablehlo.multiply %a, %ten : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %0, dense<[10, 11, 20, 70, -10]> : tensor<5xi32>
  return
}

// Steps of Euclid until nothing is left: the greatest divisor that all of a row have.
func.func @while_in_reduce() {
  %x = stablehlo.constant dense<[[12, 18, 30], [7, 21, 35]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %r:2 = "stablehlo.while"(%a, %b) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %c = stablehlo.compare NE, %q, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %m = stablehlo.remainder %p, %q : tensor<i32>
      stablehlo.return %q, %m : tensor<i32>, tensor<i32>
    }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.return %r#0 : tensor<i32>
  }
  check.expect_eq_const %0, dense<[6, 7]> : tensor<2xi32>
  return
}

// Two results of one branch; a branch within a branch.
func.func @if_in_if() {
  %x = stablehlo.constant dense<[-3, 0, 4]> : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %less = stablehlo.compare LT, %a, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r:2 = "stablehlo.if"(%less) ({
      %n = stablehlo.negate %a : tensor<i32>
      stablehlo.return %n, %a : tensor<i32>, tensor<i32>
    }, {
      %same = stablehlo.compare EQ, %a, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %v = "stablehlo.if"(%same) ({
        stablehlo.return %one : tensor<i32>
      }, {
        stablehlo.return %a : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      stablehlo.return %v, %v : tensor<i32>, tensor<i32>
    }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
    %p = stablehlo.multiply %r#0, %r#1 : tensor<i32>
    stablehlo.return %p : tensor<i32>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[-9, 1, 16]> : tensor<3xi32>
  return
}
