// Regions are of one block each, which ends as it has to.

func.func @f(%p: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.if' op region #1 ('false_branch') failed to verify constraint: region with 1 blocks}}
  "stablehlo.if"(%p) ({
    "stablehlo.return"() : () -> ()
  }, {
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.case' op region #2 ('branches') failed to verify constraint: region with 1 blocks}}
  "stablehlo.case"(%i) ({
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }, {
  }) : (tensor<i32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.reduce' op expects regions to end with 'stablehlo.return', found 'tensor.yield'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'stablehlo.return'}}
  %0 = "stablehlo.reduce"(%a, %b) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    "tensor.yield"(%x) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.sort' op region #0 ('comparator') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.sort"(%a) ({
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
