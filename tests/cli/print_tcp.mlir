func.func @main(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xi64>, %arg2: tensor<1x5xf32>, %arg3: index, %arg4: i1) {
  %0 = tcp.gather %arg0, %arg1 {dim = 0 : index} : tensor<4x5xf32>, tensor<4x5xi64> -> tensor<4x5xf32>
  %1 = tcp.gather %arg0, %arg1 {A.b$9 = 1 : i64, _c = "d", dim = 1 : index} : tensor<4x5xf32>, tensor<4x5xi64> -> tensor<4x5xf32>
  %2 = tcp.gather %arg0, %arg1 {"9" = 2 : i64, Zz, "a b" = 1 : i64, dim = 1 : index} : tensor<4x5xf32>, tensor<4x5xi64> -> tensor<4x5xf32>
  %3 = tcp.broadcast %arg2, %arg3 {axes = [0]} : tensor<1x5xf32>, index -> tensor<?x5xf32>
  %4 = arith.select %arg4, %arg3, %arg3 : index
  return
}
