// The rules of torch.aten.gather, index_select and scatter.

func.func @dim(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2,3],si64>, %f: !torch.bool) {
  %d = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  // expected-error@+2 {{'torch.aten.gather' op Dimension out of range (expected to be in range of [-2, 1], but got 2)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, gather}}
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[2,3],si64>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @ranks(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2],si64>, %f: !torch.bool) {
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // expected-error@+2 {{'torch.aten.gather' op Index tensor must have the same number of dimensions as input tensor}}
  // expected-note@+1 {{rule PT-2 of the PyTorch operators, gather}}
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @longer(%x: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[4,1],si64>, %f: !torch.bool) {
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  // expected-error@+2 {{'torch.aten.gather' op Size does not match at dimension 0 expected index of 4 to be no larger than self of 3 apart from dimension 1}}
  // expected-note@+1 {{rule PT-3 of the PyTorch operators, gather}}
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[4,1],si64>, !torch.bool -> !torch.vtensor<[4,1],f32>
  return
}

// -----

func.func @vector(%x: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[4,1],si64>, %d: !torch.int) {
  // expected-error@+2 {{'torch.aten.index_select' op Index is supposed to be a vector}}
  // expected-note@+1 {{rule PT-4 of the PyTorch operators, index_select}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[4,1],si64> -> !torch.vtensor<[4,4],f32>
  return
}

// -----

func.func @src(%x: !torch.vtensor<[3],f32>, %i: !torch.vtensor<[4],si64>, %s: !torch.vtensor<[3],f32>, %d: !torch.int) {
  // expected-error@+2 {{'torch.aten.scatter_add' op Expected index of 4 to be no larger than src of 3 in dimension 0}}
  // expected-note@+1 {{rule PT-3 of the PyTorch operators, scatter_add}}
  %0 = torch.aten.scatter_add %x, %d, %i, %s : !torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.vtensor<[3],f32> -> !torch.vtensor<[3],f32>
  return
}

// -----

func.func @unknown(%x: !torch.vtensor, %i: !torch.vtensor<[4],si64>, %d: !torch.int) {
  // expected-error@+1 {{'torch.aten.index_select' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor'}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor, !torch.int, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],f32>
  return
}
