// custom_call to the checks, composite, dot_general: StableHLO spec, the sections of those names.

func.func @checks_as_custom_calls() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  "stablehlo.custom_call"(%x, %x) {call_target_name = "check.expect_close", has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}

func.func private @twice(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

func.func @composite_is_its_decomposition() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.composite "my.twice" %a {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, 4]> : tensor<2xi32>
  func.return
}

func.func @dot_matrices() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[1, 0], [0, 1], [2, 2]]> : tensor<3x2xi32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[7, 8], [16, 17]]> : tensor<2x2xi32>
  func.return
}

func.func @dot_batches() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %b = stablehlo.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64>
  %0 = "stablehlo.dot_general"(%a, %b) {
    dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]
  } : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
  check.expect_eq %0, %a : tensor<2x2x2xi64>
  func.return
}

// [1 2] . [3 4] = 11, no free dimensions; and the outer product, nothing contracted.
func.func @dot_vectors() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<11.0> : tensor<f32>
  check.expect_eq_const %1, dense<[[3.0, 4.0], [6.0, 8.0]]> : tensor<2x2xf32>
  func.return
}

// Two contracting dimensions in crossed order; the free dimension of rhs stands in the middle.
func.func @dot_crossed() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[[[1, 5]], [[10, 50]]]> : tensor<2x1x2xi32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [2, 0] : (tensor<2x2xi32>, tensor<2x1x2xi32>) -> tensor<1xi32>
  check.expect_eq_const %0, dense<[236]> : tensor<1xi32>
  func.return
}

func.func @dot_empty_contraction() {
  %a = stablehlo.constant dense<> : tensor<2x0xf32>
  %b = stablehlo.constant dense<> : tensor<0x1xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[0.0], [0.0]]> : tensor<2x1xf32>
  func.return
}
