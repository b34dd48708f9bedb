func.func @f(%x: !torch.vtensor<[?,4],f32>, %i: !torch.vtensor<[?,4],si64>) -> !torch.vtensor<[?,4],f32> {
  %int0 = torch.constant.int 0
  %false = torch.constant.bool false
  %0 = torch.aten.gather %x, %int0, %i, %false : !torch.vtensor<[?,4],f32>, !torch.int, !torch.vtensor<[?,4],si64>, !torch.bool -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}
