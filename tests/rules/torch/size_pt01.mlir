func.func @size(%x: !torch.vtensor<[2,3],si64>) {
  %d = torch.constant.int 2
  // expected-error@+2 {{Dimension out of range (expected to be in range of [-2, 1], but got 2)}}
  // expected-note@+1 {{rule PT-1}}
  %n = torch.aten.size.int %x, %d : !torch.vtensor<[2,3],si64>, !torch.int -> !torch.int
  return
}
