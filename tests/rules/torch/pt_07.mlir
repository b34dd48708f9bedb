// PT-7: the result is typed as what the operands give.

func.func @right(%a: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32> {
  %d = torch.constant.int 0
  %0 = torch.aten.index_select %a, %d, %i : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[2],si64> -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// -----

func.func @shape(%a: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[2],si64>) -> !torch.vtensor<[3,2],f32> {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.index_select' op result is a tensor like 'tensor<2x4xf32>', but its type is '!torch.vtensor<[3,2],f32>'}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, index_select}}
  %0 = torch.aten.index_select %a, %d, %i : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[2],si64> -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}
