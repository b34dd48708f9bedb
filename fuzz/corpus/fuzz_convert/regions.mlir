func.func @main(%x: tensor<5xf32>, %i: tensor<5xi64>, %p: tensor<i1>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i64>
  %c3 = stablehlo.constant dense<3> : tensor<i64>
  %c1 = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = "stablehlo.while"(%c0, %x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<5xf32>):
    %l = stablehlo.compare LT, %a, %c3 : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>, %b: tensor<5xf32>):
    %n = stablehlo.add %a, %c1 : tensor<i64>
    %g = "stablehlo.gather"(%b, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
    stablehlo.return %n, %g : tensor<i64>, tensor<5xf32>
  }) : (tensor<i64>, tensor<5xf32>) -> (tensor<i64>, tensor<5xf32>)
  %s = "stablehlo.if"(%p) ({
    %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
    stablehlo.return %g : tensor<5xf32>
  }, {
    stablehlo.return %x : tensor<5xf32>
  }) : (tensor<i1>) -> tensor<5xf32>
  %k = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %t = "stablehlo.case"(%k) ({
    %g = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
    stablehlo.return %g : tensor<5xf32>
  }, {
    stablehlo.return %x : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<5xf32>
  return %r#1, %s, %t : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}
