// torch.prim.ListConstruct: every item is of the list's type.

func.func @second(%a: !torch.int, %b: !torch.float) {
  // expected-error@+1 {{operand #1 of a list must be}}
  %0 = torch.prim.ListConstruct %a, %b : (!torch.int, !torch.float) -> !torch.list<int>
  return
}

// -----

func.func @third(%a: !torch.int, %b: !torch.bool) {
  // expected-error@+1 {{operand #2 of a list must be}}
  %0 = torch.prim.ListConstruct %a, %a, %b : (!torch.int, !torch.int, !torch.bool) -> !torch.list<int>
  return
}

// -----

func.func @reduced_from_too_few(%x: !torch.vtensor<[3],f32>, %i: !torch.vtensor<[2],si64>, %s: !torch.vtensor<[1],f32>, %t: !torch.bool) {
  %d = torch.constant.int 0
  %r = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.scatter_reduce.two' op Expected index [2] to be smaller than self [3] apart from dimension 0 and to be smaller size than src [1]}}
  // expected-note@+1 {{rule PT-3}}
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %r, %t : !torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[1],f32>, !torch.str, !torch.bool -> !torch.vtensor<[3],f32>
  return
}
