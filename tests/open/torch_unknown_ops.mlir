// Calls that garner has no rows for, around a gather (torch-mlir).
func.func @forward(%arg0: !torch.vtensor<[4,8],f32>, %arg1: !torch.vtensor<[4,2],si64>) -> !torch.vtensor<[4,2],f32> {
  %int1 = torch.constant.int 1
  %false = torch.constant.bool false
  %none = torch.constant.none
  %float = torch.constant.float 1.000000e-05
  %0 = torch.aten.gelu_new %arg0, %float : !torch.vtensor<[4,8],f32>, !torch.float -> !torch.vtensor<[4,8],f32>
  %1 = torch.aten.gather %0, %int1, %arg1, %false : !torch.vtensor<[4,8],f32>, !torch.int, !torch.vtensor<[4,2],si64>, !torch.bool -> !torch.vtensor<[4,2],f32>
  %values, %indices = torch.aten.some_pair %1, %int1, %none : !torch.vtensor<[4,2],f32>, !torch.int, !torch.none -> !torch.vtensor<[4,2],f32>, !torch.vtensor<[4,2],si64>
  torch.aten.check_bounds %indices, %int1 : !torch.vtensor<[4,2],si64>, !torch.int
  return %values : !torch.vtensor<[4,2],f32>
}
