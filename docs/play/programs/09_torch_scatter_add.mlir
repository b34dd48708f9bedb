// PyTorch: scatter_add along rows
func.func @main(%x: !torch.vtensor<[3,5],f32>, %i: !torch.vtensor<[2,4],si64>, %src: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[3,5],f32> {
  %dim = torch.constant.int 0
  %r = torch.aten.scatter_add %x, %dim, %i, %src
    : !torch.vtensor<[3,5],f32>, !torch.int, !torch.vtensor<[2,4],si64>, !torch.vtensor<[2,4],f32> -> !torch.vtensor<[3,5],f32>
  return %r : !torch.vtensor<[3,5],f32>
}
