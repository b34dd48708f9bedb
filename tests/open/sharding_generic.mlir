// Shardings around a gather, ops in generic form.
"test_sdy.mesh"() <{mesh = #test_sdy.mesh<["x"=2, "y"=4]>, sym_name = "mesh"}> : () -> ()
func.func @main(%arg0: tensor<8x8xf32> {test_sdy.sharding = #test_sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> {test_sdy.sharding = #test_sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  %1 = "test_sdy.manual"(%0) <{in_shardings = #test_sdy.sharding_per_value<[<@mesh, [{"x"}, {"y":(1)2}]>]>, manual_axes = #test_sdy<manual_axes{"x", "y"}>}> ({
  ^bb0(%arg2: tensor<4x8xf32>):
    "test_sdy.return"(%arg2) : (tensor<4x8xf32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
