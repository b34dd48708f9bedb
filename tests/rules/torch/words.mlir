// Bad cases of torch's operators that move, cut and compare tensors, PT-1, PT-7, PT-11 and PT-12.

func.func @view_33(%x: !torch.vtensor<[1],f32>) {
  %one = torch.constant.int 1
  %l = torch.prim.ListConstruct %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.view' op the result has more than 32 dimensions}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %l : !torch.vtensor<[1],f32>, !torch.list<int> -> !torch.vtensor<[1],f32>
  return
}

// -----

func.func @permute_33(%x: !torch.vtensor<[2,3],f32>) {
  %one = torch.constant.int 1
  %l = torch.prim.ListConstruct %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.permute' op the result has more than 32 dimensions}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, permute}}
  %0 = torch.aten.permute %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @expand_33(%x: !torch.vtensor<[1],f32>) {
  %one = torch.constant.int 1
  %l = torch.prim.ListConstruct %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one, %one : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.expand' op the result has more than 32 dimensions}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, expand}}
  %0 = torch.aten.expand %x, %l, %f : !torch.vtensor<[1],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1],f32>
  return
}

// -----

func.func @unsqueeze_33(%x: !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],f32>) {
  %one = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.unsqueeze' op the result has more than 32 dimensions}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, unsqueeze}}
  %0 = torch.aten.unsqueeze %x, %one : !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],f32>, !torch.int -> !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],f32>
  return
}

// -----

func.func @view_two_left_open(%x: !torch.vtensor<[2,3],f32>) {
  %m = torch.constant.int -1
  %l = torch.prim.ListConstruct %m, %m : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.view' op shape '[-1, -1]' is invalid for input of size 6}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @view_negative(%x: !torch.vtensor<[2,3],f32>) {
  %m = torch.constant.int -2
  %n = torch.constant.int -3
  %l = torch.prim.ListConstruct %m, %n : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.view' op shape '[-2, -3]' is invalid for input of size 6}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @view_not_even(%x: !torch.vtensor<[2,3],f32>) {
  %m = torch.constant.int -1
  %n = torch.constant.int 4
  %l = torch.prim.ListConstruct %m, %n : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.view' op shape '[-1, 4]' is invalid for input of size 6}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[1,4],f32>
  return
}

// -----

func.func @view_open_beside_0(%x: !torch.vtensor<[0],f32>) {
  %m = torch.constant.int -1
  %n = torch.constant.int 0
  %l = torch.prim.ListConstruct %m, %n : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.view' op shape '[-1, 0]' is invalid for input of size 0}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %l : !torch.vtensor<[0],f32>, !torch.list<int> -> !torch.vtensor<[0,0],f32>
  return
}

// -----

func.func @view_past_counting(%x: !torch.vtensor<[2,3],f32>) {
  %m = torch.constant.int 4611686018427387904
  %l = torch.prim.ListConstruct %m, %m : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.view' op shape '[4611686018427387904, 4611686018427387904]' is invalid for input of size 6}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @unsqueeze_past_the_end(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 3
  // expected-error@+2 {{'torch.aten.unsqueeze' op Dimension out of range (expected to be in range of [-3, 2], but got 3)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, unsqueeze}}
  %0 = torch.aten.unsqueeze %x, %d : !torch.vtensor<[2,3],f32>, !torch.int -> !torch.vtensor<[2,3,1],f32>
  return
}

// -----

func.func @permute_twice(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 0
  %e = torch.constant.int -2
  %l = torch.prim.ListConstruct %d, %e : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.permute' op dims must name each of the 2 dimensions of self once}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, permute}}
  %0 = torch.aten.permute %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @permute_too_few(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct %d : (!torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.permute' op dims must name each of the 2 dimensions of self once}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, permute}}
  %0 = torch.aten.permute %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @permute_past_the_end(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 0
  %e = torch.constant.int 2
  %l = torch.prim.ListConstruct %d, %e : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.permute' op dims must name each of the 2 dimensions of self once}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, permute}}
  %0 = torch.aten.permute %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @permute_before_the_start(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 0
  %e = torch.constant.int -3
  %l = torch.prim.ListConstruct %d, %e : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.permute' op dims must name each of the 2 dimensions of self once}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, permute}}
  %0 = torch.aten.permute %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @permute_list(%x: !torch.vtensor<[2,3],f32>, %l: !torch.list<int>) {
  // expected-error@+2 {{'torch.aten.permute' op operand #1 must be the result of torch.prim.ListConstruct}}
  // expected-note@+1 {{rule PT-12 of the PyTorch operators, permute}}
  %0 = torch.aten.permute %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @expand_to_fewer(%x: !torch.vtensor<[2,3],f32>) {
  %v0 = torch.constant.int 3
  %l = torch.prim.ListConstruct %v0 : (!torch.int) -> !torch.list<int>
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.expand' op shape [2, 3] cannot be expanded to [3]}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, expand}}
  %0 = torch.aten.expand %x, %l, %f : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @expand_another_extent(%x: !torch.vtensor<[2,3],f32>) {
  %v0 = torch.constant.int 2
  %v1 = torch.constant.int 4
  %l = torch.prim.ListConstruct %v0, %v1 : (!torch.int, !torch.int) -> !torch.list<int>
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.expand' op shape [2, 3] cannot be expanded to [2, 4]}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, expand}}
  %0 = torch.aten.expand %x, %l, %f : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @expand_open_in_front(%x: !torch.vtensor<[2,3],f32>) {
  %v0 = torch.constant.int -1
  %v1 = torch.constant.int 2
  %v2 = torch.constant.int 3
  %l = torch.prim.ListConstruct %v0, %v1, %v2 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.expand' op shape [2, 3] cannot be expanded to [-1, 2, 3]}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, expand}}
  %0 = torch.aten.expand %x, %l, %f : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @expand_negative(%x: !torch.vtensor<[2,3],f32>) {
  %v0 = torch.constant.int -2
  %v1 = torch.constant.int 3
  %l = torch.prim.ListConstruct %v0, %v1 : (!torch.int, !torch.int) -> !torch.list<int>
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.expand' op shape [2, 3] cannot be expanded to [-2, 3]}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, expand}}
  %0 = torch.aten.expand %x, %l, %f : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @expand_list(%x: !torch.vtensor<[2,3],f32>, %l: !torch.list<int>) {
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.expand' op operand #1 must be the result of torch.prim.ListConstruct}}
  // expected-note@+1 {{rule PT-12 of the PyTorch operators, expand}}
  %0 = torch.aten.expand %x, %l, %f : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @slice_of_scalar(%x: !torch.vtensor<[],f32>) {
  %d = torch.constant.int 0
  %s = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.slice.Tensor' op slice() cannot be applied to a 0-dim tensor.}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, slice.Tensor}}
  %0 = torch.aten.slice.Tensor %x, %d, %d, %s, %s : !torch.vtensor<[],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[],f32>
  return
}

// -----

func.func @slice_dim(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int -3
  %s = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.slice.Tensor' op Dimension out of range (expected to be in range of [-2, 1], but got -3)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, slice.Tensor}}
  %0 = torch.aten.slice.Tensor %x, %d, %s, %s, %s : !torch.vtensor<[2,3],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @slice_step(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 0
  %s = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.slice.Tensor' op slice step must be positive}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, slice.Tensor}}
  %0 = torch.aten.slice.Tensor %x, %d, %d, %d, %s : !torch.vtensor<[2,3],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @slice_result(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 1
  %s = torch.constant.int 2
  %n = torch.constant.none
  // expected-error@+2 {{'torch.aten.slice.Tensor' op result is a tensor like 'tensor<2x2xf32>', but its type is '!torch.vtensor<[2,3],f32>'}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, slice.Tensor}}
  %0 = torch.aten.slice.Tensor %x, %d, %n, %n, %s : !torch.vtensor<[2,3],f32>, !torch.int, !torch.none, !torch.none, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_dtypes(%x0: !torch.vtensor<[2,3],f32>, %x1: !torch.vtensor<[2,3],f64>) {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct %x0, %x1 : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f64>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op tensors must have one dtype and one rank, 1 or more}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_ranks(%x0: !torch.vtensor<[2,3],f32>, %x1: !torch.vtensor<[2],f32>) {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct %x0, %x1 : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],f32>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op tensors must have one dtype and one rank, 1 or more}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_scalars(%x0: !torch.vtensor<[],f32>) {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct %x0 : (!torch.vtensor<[],f32>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op tensors must have one dtype and one rank, 1 or more}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_unknown(%x0: !torch.vtensor<[2,3],f32>, %x1: !torch.vtensor) {
  %d = torch.constant.int 0
  // expected-error@+1 {{'torch.prim.ListConstruct' op operand #1 of a list must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor'}}
  %l = torch.prim.ListConstruct %x0, %x1 : (!torch.vtensor<[2,3],f32>, !torch.vtensor) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op tensors must have one dtype and one rank, 1 or more}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_numbers() {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct %d : (!torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.cat' op cat expects a non-empty list of tensors}}
  // expected-note@+1 {{rule PT-12 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<int>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_extents(%x0: !torch.vtensor<[2,3],f32>, %x1: !torch.vtensor<[2,4],f32>) {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct %x0, %x1 : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,4],f32>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op Sizes of tensors must match except in dimension 0. Expected size 3 but got size 4}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_dim(%x0: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 2
  %l = torch.prim.ListConstruct %x0 : (!torch.vtensor<[2,3],f32>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op Dimension out of range (expected to be in range of [-2, 1], but got 2)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_list(%l: !torch.list<vtensor>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.cat' op operand #0 must be the result of torch.prim.ListConstruct}}
  // expected-note@+1 {{rule PT-12 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @cat_nothing() {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct : () -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op cat expects a non-empty list of tensors}}
  // expected-note@+1 {{rule PT-12 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @apart_elements(%x: !torch.vtensor<[2,3],f32>, %y: !torch.vtensor<[4],f32>) {
  // expected-error@+2 {{'torch.aten.mul.Tensor' op the shapes of the operands cannot be broadcast to each other}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, mul.Tensor}}
  %0 = torch.aten.mul.Tensor %x, %y : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @apart_compared(%x: !torch.vtensor<[2,3],f32>, %y: !torch.vtensor<[4],f32>) {
  // expected-error@+2 {{'torch.aten.eq.Tensor' op the shapes of the operands cannot be broadcast to each other}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, eq.Tensor}}
  %0 = torch.aten.eq.Tensor %x, %y : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @compared_dtypes(%x: !torch.vtensor<[2,3],f32>, %y: !torch.vtensor<[3],f64>) {
  // expected-error@+2 {{'torch.aten.eq.Tensor' op operands must have one dtype; torch.aten.to.dtype makes one the other's}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, eq.Tensor}}
  %0 = torch.aten.eq.Tensor %x, %y : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f64> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @apart_chosen(%x: !torch.vtensor<[2,3],f32>, %m: !torch.vtensor<[4],i1>) {
  // expected-error@+2 {{'torch.aten.where.self' op the shapes of the operands cannot be broadcast to each other}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, where.self}}
  %0 = torch.aten.where.self %m, %x, %x : !torch.vtensor<[4],i1>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @chosen_dtypes(%x: !torch.vtensor<[2,3],f32>, %m: !torch.vtensor<[3],i1>, %y: !torch.vtensor<[3],f64>) {
  // expected-error@+2 {{'torch.aten.where.self' op operands must have one dtype; torch.aten.to.dtype makes one the other's}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, where.self}}
  %0 = torch.aten.where.self %m, %x, %y : !torch.vtensor<[3],i1>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f64> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @clamp_by_nothing(%x: !torch.vtensor<[2,3],f32>) {
  %n = torch.constant.none
  // expected-error@+1 {{'torch.aten.clamp' op torch.clamp: At least one of 'min' or 'max' must not be None}}
  %0 = torch.aten.clamp %x, %n, %n : !torch.vtensor<[2,3],f32>, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @clamp_integers_by_float(%x: !torch.vtensor<[2],si64>) {
  %n = torch.constant.none
  %b = torch.constant.float 1.5
  // expected-error@+2 {{'torch.aten.clamp' op operand #2 must be !torch.int, as self holds integers}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, clamp}}
  %0 = torch.aten.clamp %x, %n, %b : !torch.vtensor<[2],si64>, !torch.none, !torch.float -> !torch.vtensor<[2],si64>
  return
}

// -----

func.func @to_dtype_unknown(%x: !torch.vtensor<[2,3],f32>, %t: !torch.int) {
  %f = torch.constant.bool false
  %n = torch.constant.none
  // expected-error@+1 {{'torch.aten.to.dtype' op dtype must be a torch.constant.int}}
  %0 = torch.aten.to.dtype %x, %t, %f, %f, %n : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @to_dtype_99(%x: !torch.vtensor<[2,3],f32>) {
  %t = torch.constant.int 99
  %f = torch.constant.bool false
  %n = torch.constant.none
  // expected-error@+1 {{'torch.aten.to.dtype' op dtype 99 is none of PyTorch's numbers of dtypes}}
  %0 = torch.aten.to.dtype %x, %t, %f, %f, %n : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[2,3],f32>
  return
}
