// The same calls as a printer of generic forms writes them.
"builtin.module"() ({
  "func.func"() <{function_type = (!torch.vtensor<[4,8],f32>, !torch.vtensor<[4,2],si64>) -> !torch.vtensor<[4,2],f32>, sym_name = "forward"}> ({
  ^bb0(%arg0: !torch.vtensor<[4,8],f32>, %arg1: !torch.vtensor<[4,2],si64>):
    %0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
    %1 = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
    %2 = "torch.aten.gather"(%arg0, %0, %arg1, %1) : (!torch.vtensor<[4,8],f32>, !torch.int, !torch.vtensor<[4,2],si64>, !torch.bool) -> !torch.vtensor<[4,2],f32>
    %3 = "torch.aten.brand_new"(%2) {extra = [1, 2]} : (!torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,2],f32>
    %4 = "torch.prim.Guard"(%1) ({
      "torch.prim.Guard.yield"(%3) : (!torch.vtensor<[4,2],f32>) -> ()
    }) : (!torch.bool) -> !torch.vtensor<[4,2],f32>
    "func.return"(%4) : (!torch.vtensor<[4,2],f32>) -> ()
  }) : () -> ()
}) : () -> ()
