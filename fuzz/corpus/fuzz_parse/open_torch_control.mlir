// Loops and branches of torch around a gather.
func.func @forward(%arg0: !torch.vtensor<[4,8],f32>, %arg1: !torch.vtensor<[4,2],si64>, %p: !torch.bool) -> !torch.vtensor<[4,2],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %str = torch.constant.str "none"
  %dev = torch.constant.device "cpu"
  %0 = torch.aten.gather %arg0, %int1, %arg1, %false : !torch.vtensor<[4,8],f32>, !torch.int, !torch.vtensor<[4,2],si64>, !torch.bool -> !torch.vtensor<[4,2],f32>
  %1 = torch.prim.If %p -> (!torch.vtensor<[4,2],f32>) {
    torch.prim.If.yield %0 : !torch.vtensor<[4,2],f32>
  } else {
    %3 = torch.aten.neg %0 : !torch.vtensor<[4,2],f32> -> !torch.vtensor<[4,2],f32>
    torch.prim.If.yield %3 : !torch.vtensor<[4,2],f32>
  }
  %2 = torch.prim.Loop %int1, %true, init(%1) {
  ^bb0(%i: !torch.int, %a: !torch.vtensor<[4,2],f32>):
    %4 = torch.aten.tanh %a : !torch.vtensor<[4,2],f32> -> !torch.vtensor<[4,2],f32>
    torch.prim.Loop.condition %true, iter(%4 : !torch.vtensor<[4,2],f32>)
  } : (!torch.int, !torch.bool, !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,2],f32>
  %5 = torch.prim.ListConstruct %int0, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %6 = torch.prim.TupleConstruct %2, %5 : !torch.vtensor<[4,2],f32>, !torch.list<int> -> !torch.tuple<vtensor<[4,2],f32>, list<int>>
  %7:2 = torch.prim.TupleUnpack %6 : !torch.tuple<vtensor<[4,2],f32>, list<int>> -> !torch.vtensor<[4,2],f32>, !torch.list<int>
  %8 = torch.prim.DictConstruct keys(%str : !torch.str) values(%7#0 : !torch.vtensor<[4,2],f32>) -> !torch.dict<str, vtensor<[4,2],f32>>
  %9 = torch.tensor_static_info_cast %7#0 : !torch.vtensor<[4,2],f32> to !torch.vtensor<[?,2],f32>
  %10 = torch.copy.to_tensor %7#0 : !torch.tensor<[4,2],f32>
  torch.overwrite.tensor.contents %7#0 overwrites %10 : !torch.vtensor<[4,2],f32>, !torch.tensor<[4,2],f32>
  %11 = torch.copy.to_vtensor %10 : !torch.vtensor<[4,2],f32>
  torch.runtime.assert %p, "p must hold"
  return %11 : !torch.vtensor<[4,2],f32>
}
