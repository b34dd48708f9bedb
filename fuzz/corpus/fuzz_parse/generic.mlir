"builtin.module"() <{sym_name = "m"}> ({
  "func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xf32> loc("here")):
    %0:2 = "stablehlo.optimization_barrier"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) loc(fused["a", unknown])
    "func.return"(%0#1) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
