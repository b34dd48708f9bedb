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
