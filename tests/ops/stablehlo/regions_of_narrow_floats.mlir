// Regions whose only function of a narrow float answers an i1: the float is widened before it, and nothing is narrowed.

func.func @finite_first() {
  %a = stablehlo.constant dense<[0x7C00, 1.0, 0x7E00, 2.0, 0xFC00, 3.0]> : tensor<6xf16>
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %f = stablehlo.is_finite %x : (tensor<f16>) -> tensor<i1>
    %g = stablehlo.is_finite %y : (tensor<f16>) -> tensor<i1>
    %n = stablehlo.not %g : tensor<i1>
    %r = stablehlo.and %f, %n : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<6xf16>) -> tensor<6xf16>
  %1 = stablehlo.slice %0 [0:3] : (tensor<6xf16>) -> tensor<3xf16>
  check.expect_eq_const %1, dense<[1.0, 2.0, 3.0]> : tensor<3xf16>
  %2 = stablehlo.is_finite %0 : (tensor<6xf16>) -> tensor<6xi1>
  check.expect_eq_const %2, dense<[true, true, true, false, false, false]> : tensor<6xi1>
  func.return
}

func.func @finite_first_bf16() {
  %a = stablehlo.constant dense<[0x7F80, 1.0, 0x7FC0, 2.0, 0xFF80, 3.0]> : tensor<6xbf16>
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %f = stablehlo.is_finite %x : (tensor<bf16>) -> tensor<i1>
    %g = stablehlo.is_finite %y : (tensor<bf16>) -> tensor<i1>
    %n = stablehlo.not %g : tensor<i1>
    %r = stablehlo.and %f, %n : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<6xbf16>) -> tensor<6xbf16>
  %1 = stablehlo.slice %0 [0:3] : (tensor<6xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %1, dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  func.return
}

// The first step of the region computes in its own type, the second one in a wider one: 2048 + 1.5 is 2050 in f16.
func.func @mixed_steps() {
  %o = stablehlo.constant dense<[2048.75, 1.0]> : tensor<2xf32>
  %i = stablehlo.constant dense<[0]> : tensor<1xi64>
  %u = stablehlo.constant dense<[1.5]> : tensor<1xf32>
  %r = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.convert %a : (tensor<f32>) -> tensor<f16>
    %d = stablehlo.convert %b : (tensor<f32>) -> tensor<f16>
    %e = stablehlo.add %c, %d : tensor<f16>
    %f = stablehlo.convert %e : (tensor<f16>) -> tensor<f32>
    stablehlo.return %f : tensor<f32>
  }) : (tensor<2xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[2050.0, 1.0]> : tensor<2xf32>
  return
}
