// PyTorch: index_select
func.func @main(%x: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[5],si64>) -> !torch.vtensor<[5,3],f32> {
  %dim = torch.constant.int 0
  %r = torch.aten.index_select %x, %dim, %i
    : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[5],si64> -> !torch.vtensor<[5,3],f32>
  return %r : !torch.vtensor<[5,3],f32>
}
