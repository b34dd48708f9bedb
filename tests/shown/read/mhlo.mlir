// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @async_done(%arg1: tensor<2xi32>) {
  %4 = "mhlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2x4xi32>
  %5 = mhlo.convert %4 : (tensor<2x4xi32>) -> tensor<2x4xf32>
  %7 = "mhlo.create_token"() : () -> !mhlo.token
  %6 = "mhlo.add_dependency"(%5, %7) : (tensor<2x4xf32>, !mhlo.token) -> tensor<2x4xf32>
  %8 = "mhlo.async_start"(%6) {called_computation = @f, execution_thread = "main"} : (tensor<2x4xf32>) -> !mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>
  %10 = "mhlo.async_update"(%8) : (!mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>) -> !mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>
  %11 = "mhlo.async_done"(%10) : (!mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>) -> tensor<2x4xf32>
  return
}

// -----

func.func @async_start(%arg1: tensor<2xi32>) {
  %4 = "mhlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2x4xi32>
  %5 = mhlo.convert %4 : (tensor<2x4xi32>) -> tensor<2x4xf32>
  %7 = "mhlo.create_token"() : () -> !mhlo.token
  %6 = "mhlo.add_dependency"(%5, %7) : (tensor<2x4xf32>, !mhlo.token) -> tensor<2x4xf32>
  %8 = "mhlo.async_start"(%6) {called_computation = @f, execution_thread = "main"} : (tensor<2x4xf32>) -> !mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>
  return
}

// -----

func.func @async_update(%arg1: tensor<2xi32>) {
  %4 = "mhlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2x4xi32>
  %5 = mhlo.convert %4 : (tensor<2x4xi32>) -> tensor<2x4xf32>
  %7 = "mhlo.create_token"() : () -> !mhlo.token
  %6 = "mhlo.add_dependency"(%5, %7) : (tensor<2x4xf32>, !mhlo.token) -> tensor<2x4xf32>
  %8 = "mhlo.async_start"(%6) {called_computation = @f, execution_thread = "main"} : (tensor<2x4xf32>) -> !mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>
  %10 = "mhlo.async_update"(%8) : (!mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>) -> !mhlo.async_bundle<tuple<tensor<2x4xf32>>, tensor<2x4xf32>>
  return
}
