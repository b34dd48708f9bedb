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

// Element types whose sums no loop of their own makes. 49 is 1 modulo 16; (1 + 2i)(3 - i) is 5 + 5i.
func.func @dot_of_other_types() {
  %h = stablehlo.constant dense<[1.5, 2.0, -1.0]> : tensor<3xf16>
  %i = stablehlo.constant dense<[2.0, 0.5, 3.0]> : tensor<3xf16>
  %0 = stablehlo.dot_general %h, %i, contracting_dims = [0] x [0] : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  check.expect_eq_const %0, dense<1.0> : tensor<f16>
  %c = stablehlo.constant dense<[(1.0, 2.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %d = stablehlo.constant dense<[[(3.0, -1.0), (1.0, 0.0)], [(0.0, 0.0), (0.0, 1.0)]]> : tensor<2x2xcomplex<f32>>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %1, dense<[(5.0, 5.0), (0.0, 2.0)]> : tensor<2xcomplex<f32>>
  %p = stablehlo.constant dense<[[true, false], [false, true], [true, true]]> : tensor<3x2xi1>
  %q = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %2 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<3x2xi1>, tensor<2xi1>) -> tensor<3xi1>
  check.expect_eq_const %2, dense<[true, false, true]> : tensor<3xi1>
  %n = stablehlo.constant dense<[7]> : tensor<1xi4>
  %3 = stablehlo.dot_general %n, %n, contracting_dims = [0] x [0] : (tensor<1xi4>, tensor<1xi4>) -> tensor<i4>
  check.expect_eq_const %3, dense<1> : tensor<i4>
  func.return
}

// An algorithm is a wish about speed: the sums are what they are. i8 operands are made i32 before they are multiplied.
func.func @dot_with_an_algorithm() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %0, dense<5.0> : tensor<f32>
  %b = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %1 = stablehlo.dot_general %b, %b, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i32>
  check.expect_eq_const %1, dense<20000> : tensor<i32>
  func.return
}

// A check called for its answer: true, where it does not end the run.
func.func @checks_that_answer() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.custom_call @check.expect_eq(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<i1>
  check.expect_eq_const %0, dense<true> : tensor<i1>
  func.return
}
