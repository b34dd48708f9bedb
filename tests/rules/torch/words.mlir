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

// -----

func.func @src_dtype(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %s: !torch.vtensor<[2],f64>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.scatter.src' op scatter(): Expected self.dtype to be equal to src.dtype}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, scatter.src}}
  %0 = torch.aten.scatter.src %x, %d, %i, %s : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f64> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @src_rank(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %s: !torch.vtensor<[2,1],f32>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.scatter.src' op Index tensor must have the same number of dimensions as src tensor}}
  // expected-note@+1 {{rule PT-2 of the PyTorch operators, scatter.src}}
  %0 = torch.aten.scatter.src %x, %d, %i, %s : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2,1],f32> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @scatter_self_rank(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2,1],si64>, %s: !torch.vtensor<[2,1],f32>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.scatter.src' op Index tensor must have the same number of dimensions as self tensor}}
  // expected-note@+1 {{rule PT-2 of the PyTorch operators, scatter.src}}
  %0 = torch.aten.scatter.src %x, %d, %i, %s : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2,1],si64>, !torch.vtensor<[2,1],f32> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @embedding_rank(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>) {
  %p = torch.constant.int -1
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.embedding' op 'weight' must be 2-D}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, embedding}}
  %0 = torch.aten.embedding %x, %i, %p, %f, %f : !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @embedding_33(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],si64>) {
  %p = torch.constant.int -1
  %f = torch.constant.bool false
  // expected-error@+2 {{'torch.aten.embedding' op the result has more than 32 dimensions}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, embedding}}
  %0 = torch.aten.embedding %x, %i, %p, %f, %f : !torch.vtensor<[2,3],f32>, !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @along_by_int32(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si32>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.take_along_dim' op torch.take_along_dim(): dtype of indices should be Long}}
  // expected-note@+1 {{rule PT-2 of the PyTorch operators, take_along_dim}}
  %0 = torch.aten.take_along_dim %x, %i, %d : !torch.vtensor<[2],f32>, !torch.vtensor<[2],si32>, !torch.int -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @along_ranks(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.take_along_dim' op torch.take_along_dim(): input and indices should have the same number of dimensions, but got 2 dimensions for input, and 1 dimensions for indices}}
  // expected-note@+1 {{rule PT-2 of the PyTorch operators, take_along_dim}}
  %0 = torch.aten.take_along_dim %x, %i, %d : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.int -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @along_dim(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.take_along_dim' op Dimension out of range (expected to be in range of [-1, 0], but got 1)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, take_along_dim}}
  %0 = torch.aten.take_along_dim %x, %i, %d : !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>, !torch.int -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @indexed_by_none(%x: !torch.vtensor<[2],f32>) {
  %n = torch.constant.none
  %l = torch.prim.ListConstruct %n : (!torch.none) -> !torch.list<optional<vtensor>>
  // expected-error@+2 {{'torch.aten.index.Tensor' op indices name no dimension, index.Tensor needs at least one}}
  // expected-note@+1 {{rule PT-10 of the PyTorch operators, index.Tensor}}
  %0 = torch.aten.index.Tensor %x, %l : !torch.vtensor<[2],f32>, !torch.list<optional<vtensor>> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @indexed_33(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],si64>) {
  %l = torch.prim.ListConstruct %i : (!torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],si64>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.index.Tensor_hacked_twin' op the result has more than 32 dimensions}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, index.Tensor_hacked_twin}}
  %0 = torch.aten.index.Tensor_hacked_twin %x, %l : !torch.vtensor<[2],f32>, !torch.list<vtensor> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @indexed_by_33_dims(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],si64>) {
  %l = torch.prim.ListConstruct %i : (!torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],si64>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.index.Tensor_hacked_twin' op the result has more than 32 dimensions}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, index.Tensor_hacked_twin}}
  %0 = torch.aten.index.Tensor_hacked_twin %x, %l : !torch.vtensor<[2,3],f32>, !torch.list<vtensor> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @indexed_by_a_list(%x: !torch.vtensor<[2],f32>, %l: !torch.list<vtensor>) {
  // expected-error@+2 {{'torch.aten.index.Tensor_hacked_twin' op operand #1 must be the result of torch.prim.ListConstruct}}
  // expected-note@+1 {{rule PT-12 of the PyTorch operators, index.Tensor_hacked_twin}}
  %0 = torch.aten.index.Tensor_hacked_twin %x, %l : !torch.vtensor<[2],f32>, !torch.list<vtensor> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @put_dtype(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %v: !torch.vtensor<[],f64>) {
  %f = torch.constant.bool false
  %l = torch.prim.ListConstruct %i : (!torch.vtensor<[2],si64>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.index_put.hacked_twin' op Index put requires the source and destination dtypes match}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, index_put.hacked_twin}}
  %0 = torch.aten.index_put.hacked_twin %x, %l, %v, %f : !torch.vtensor<[2],f32>, !torch.list<vtensor>, !torch.vtensor<[],f64>, !torch.bool -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @copy_index_rank(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2,1],si64>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.index_copy' op index_copy_(): Index should have dimension 1 or 0 (got 2)}}
  // expected-note@+1 {{rule PT-4 of the PyTorch operators, index_copy}}
  %0 = torch.aten.index_copy %x, %d, %i, %x : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2,1],si64>, !torch.vtensor<[2],f32> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @copy_of_a_scalar(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %s: !torch.vtensor<[],f32>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.index_copy' op index_copy_(): When source is scalar, index should have one element (got 2)}}
  // expected-note@+1 {{rule PT-13 of the PyTorch operators, index_copy}}
  %0 = torch.aten.index_copy %x, %d, %i, %s : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[],f32> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @copy_dim(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.index_copy' op Dimension out of range (expected to be in range of [-1, 0], but got 1)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, index_copy}}
  %0 = torch.aten.index_copy %x, %d, %i, %x : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @amax_of_complex(%x: !torch.vtensor<[2],complex<f32>>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int 0
  %r = torch.constant.str "amax"
  %t = torch.constant.bool true
  // expected-error@+1 {{'torch.aten.scatter_reduce.two' op "scatter_gather_tensor_cpu_reduce_amax" not implemented for 'ComplexFloat'}}
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %x, %r, %t : !torch.vtensor<[2],complex<f32>>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],complex<f32>>, !torch.str, !torch.bool -> !torch.vtensor<[2],complex<f32>>
  return
}

// -----

func.func @amin_of_complex(%x: !torch.vtensor<[2],complex<f32>>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int 0
  %r = torch.constant.str "amin"
  %t = torch.constant.bool true
  // expected-error@+1 {{'torch.aten.scatter_reduce.two' op "scatter_gather_tensor_cpu_reduce_amin" not implemented for 'ComplexFloat'}}
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %x, %r, %t : !torch.vtensor<[2],complex<f32>>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],complex<f32>>, !torch.str, !torch.bool -> !torch.vtensor<[2],complex<f32>>
  return
}

// -----

func.func @reduce_unknown(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %r: !torch.str) {
  %d = torch.constant.int 0
  %t = torch.constant.bool true
  // expected-error@+1 {{'torch.aten.scatter_reduce.two' op reduce argument must be either sum, prod, mean, amax or amin, got ?}}
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %x, %r, %t : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @vtensor_tensor(%x: tensor<2xf32>) {
  // expected-error@+1 {{'torch.aten.logical_not' op operand #0 must be !torch.vtensor of known rank and dtype, but got 'tensor<2xf32>'}}
  %0 = torch.aten.logical_not %x : tensor<2xf32> -> !torch.vtensor<[2],i1>
  return
}

// -----

func.func @vtensor_extent(%x: !torch.vtensor<[x],f32>) {
  // expected-error@+1 {{'torch.aten.logical_not' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor<[x],f32>'}}
  %0 = torch.aten.logical_not %x : !torch.vtensor<[x],f32> -> !torch.vtensor<[2],i1>
  return
}

// -----

func.func @vtensor_long_extent(%x: !torch.vtensor<[1234567890123456789],f32>) {
  // expected-error@+1 {{'torch.aten.logical_not' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor<[1234567890123456789],f32>'}}
  %0 = torch.aten.logical_not %x : !torch.vtensor<[1234567890123456789],f32> -> !torch.vtensor<[2],i1>
  return
}

// -----

func.func @vtensor_dtype(%x: !torch.vtensor<[2],f8>) {
  // expected-error@+1 {{'torch.aten.logical_not' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor<[2],f8>'}}
  %0 = torch.aten.logical_not %x : !torch.vtensor<[2],f8> -> !torch.vtensor<[2],i1>
  return
}

// -----

func.func @vtensor_shape(%x: !torch.vtensor<2,f32>) {
  // expected-error@+1 {{'torch.aten.logical_not' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor<2,f32>'}}
  %0 = torch.aten.logical_not %x : !torch.vtensor<2,f32> -> !torch.vtensor<[2],i1>
  return
}

// -----

func.func @vtensor_no_dtype(%x: !torch.vtensor<[2]>) {
  // expected-error@+1 {{'torch.aten.logical_not' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor<[2]>'}}
  %0 = torch.aten.logical_not %x : !torch.vtensor<[2]> -> !torch.vtensor<[2],i1>
  return
}

// -----

func.func @vtensor_33(%x: !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],f32>) {
  // expected-error@+1 {{'torch.aten.logical_not' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],f32>'}}
  %0 = torch.aten.logical_not %x : !torch.vtensor<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],f32> -> !torch.vtensor<[2],i1>
  return
}

// -----

func.func @dim_is_none(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %d: !torch.none) {
  // expected-error@+1 {{'torch.aten.index_select' op operand #1 must be !torch.int, but got '!torch.none'}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor<[2],f32>, !torch.none, !torch.vtensor<[2],si64> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @dim_is_number(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %d: !torch.number) {
  // expected-error@+1 {{'torch.aten.index_select' op operand #1 must be !torch.int, but got '!torch.number'}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor<[2],f32>, !torch.number, !torch.vtensor<[2],si64> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @dim_is_other(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %d: !torch.integer) {
  // expected-error@+1 {{'torch.aten.index_select' op operand #1 must be !torch.int, but got '!torch.integer'}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor<[2],f32>, !torch.integer, !torch.vtensor<[2],si64> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @start_is_float(%x: !torch.vtensor<[2],f32>, %s: !torch.float) {
  %d = torch.constant.int 0
  %one = torch.constant.int 1
  // expected-error@+1 {{'torch.aten.slice.Tensor' op operand #2 must be !torch.int or !torch.none, but got '!torch.float'}}
  %0 = torch.aten.slice.Tensor %x, %d, %s, %one, %one : !torch.vtensor<[2],f32>, !torch.int, !torch.float, !torch.int, !torch.int -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @alpha_is_str(%x: !torch.vtensor<[2],f32>, %s: !torch.str) {
  // expected-error@+1 {{'torch.aten.add.Tensor' op operand #2 must be !torch.int, !torch.float, !torch.bool or !torch.number, but got '!torch.str'}}
  %0 = torch.aten.add.Tensor %x, %x, %s : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.str -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @bound_is_str(%x: !torch.vtensor<[2],f32>, %s: !torch.str) {
  %n = torch.constant.none
  // expected-error@+1 {{'torch.aten.clamp' op operand #1 must be !torch.int, !torch.float, !torch.bool, !torch.number or !torch.none, but got '!torch.str'}}
  %0 = torch.aten.clamp %x, %s, %n : !torch.vtensor<[2],f32>, !torch.str, !torch.none -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @size_is_int(%x: !torch.vtensor<[2],f32>, %s: !torch.int) {
  // expected-error@+1 {{'torch.aten.view' op operand #1 must be !torch.list, but got '!torch.int'}}
  %0 = torch.aten.view %x, %s : !torch.vtensor<[2],f32>, !torch.int -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @size_is_tensor(%x: !torch.vtensor<[2],f32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'torch.aten.view' op operand #1 must be !torch.list, but got 'tensor<2xi64>'}}
  %0 = torch.aten.view %x, %s : !torch.vtensor<[2],f32>, tensor<2xi64> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @size_is_another_list(%x: !torch.vtensor<[2],f32>, %s: !torch.lists<int>) {
  // expected-error@+1 {{'torch.aten.view' op operand #1 must be !torch.list, but got '!torch.lists<int>'}}
  %0 = torch.aten.view %x, %s : !torch.vtensor<[2],f32>, !torch.lists<int> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @literal_dtype() {
  // expected-error@+1 {{'torch.vtensor.literal' op value of type 'tensor<2xf64>' is not what the result's type '!torch.vtensor<[2],f32>' stands for}}
  %0 = torch.vtensor.literal(dense<1.0> : tensor<2xf64>) : !torch.vtensor<[2],f32>
  return
}

// -----

func.func @literal_rank() {
  // expected-error@+1 {{'torch.vtensor.literal' op value of type 'tensor<2x1xf32>' is not what the result's type '!torch.vtensor<[2],f32>' stands for}}
  %0 = torch.vtensor.literal(dense<1.0> : tensor<2x1xf32>) : !torch.vtensor<[2],f32>
  return
}

// -----

func.func @literal_extent() {
  // expected-error@+1 {{'torch.vtensor.literal' op value of type 'tensor<3xf32>' is not what the result's type '!torch.vtensor<[2],f32>' stands for}}
  %0 = torch.vtensor.literal(dense<1.0> : tensor<3xf32>) : !torch.vtensor<[2],f32>
  return
}

// -----

func.func @cat_meets_an_extent(%x: !torch.vtensor<[?,3],f32>, %y: !torch.vtensor<[2,?],f32>) {
  %d = torch.constant.int 0
  %l = torch.prim.ListConstruct %y, %x : (!torch.vtensor<[2,?],f32>, !torch.vtensor<[?,3],f32>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.cat' op result is a tensor like 'tensor<?x3xf32>', but its type is '!torch.vtensor<[?,4],f32>'}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, cat}}
  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[?,4],f32>
  return
}

// -----

// What is not known is checked in the run.
func.func @unknown(%x: !torch.vtensor<[?,3],f32>, %y: !torch.vtensor<[2,?],f32>, %k: !torch.int, %b: !torch.bool) {
  %d0 = torch.constant.int 0
  %d1 = torch.constant.int 1
  %m = torch.constant.int -1
  %n = torch.constant.none
  %l = torch.prim.ListConstruct %m, %k : (!torch.int, !torch.int) -> !torch.list<int>
  %s = torch.prim.ListConstruct %m, %d1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %x, %s : !torch.vtensor<[?,3],f32>, !torch.list<int> -> !torch.vtensor<[?,1],f32>
  %1 = torch.aten.view %y, %l : !torch.vtensor<[2,?],f32>, !torch.list<int> -> !torch.vtensor<[?,?],f32>
  %2 = torch.aten.permute %x, %l : !torch.vtensor<[?,3],f32>, !torch.list<int> -> !torch.vtensor<[?,?],f32>
  %3 = torch.aten.unsqueeze %x, %k : !torch.vtensor<[?,3],f32>, !torch.int -> !torch.vtensor<[?,?,?],f32>
  %4 = torch.aten.slice.Tensor %x, %k, %n, %n, %d1 : !torch.vtensor<[?,3],f32>, !torch.int, !torch.none, !torch.none, !torch.int -> !torch.vtensor<[?,?],f32>
  %5 = torch.aten.slice.Tensor %x, %d1, %k, %n, %d1 : !torch.vtensor<[?,3],f32>, !torch.int, !torch.int, !torch.none, !torch.int -> !torch.vtensor<[?,?],f32>
  %6 = torch.aten.slice.Tensor %x, %d1, %n, %k, %d1 : !torch.vtensor<[?,3],f32>, !torch.int, !torch.none, !torch.int, !torch.int -> !torch.vtensor<[?,?],f32>
  %7 = torch.aten.slice.Tensor %x, %d1, %n, %n, %k : !torch.vtensor<[?,3],f32>, !torch.int, !torch.none, !torch.none, !torch.int -> !torch.vtensor<[?,?],f32>
  %8 = torch.aten.slice.Tensor %x, %d0, %n, %n, %d1 : !torch.vtensor<[?,3],f32>, !torch.int, !torch.none, !torch.none, !torch.int -> !torch.vtensor<[?,3],f32>
  %p = torch.prim.ListConstruct %x, %y : (!torch.vtensor<[?,3],f32>, !torch.vtensor<[2,?],f32>) -> !torch.list<vtensor>
  %q = torch.prim.ListConstruct %y, %x : (!torch.vtensor<[2,?],f32>, !torch.vtensor<[?,3],f32>) -> !torch.list<vtensor>
  %9 = torch.aten.cat %p, %d0 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[?,3],f32>
  %10 = torch.aten.cat %p, %d1 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,?],f32>
  %11 = torch.aten.cat %q, %d1 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,?],f32>
  %12 = torch.aten.cat %p, %k : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[?,?],f32>
  return
}

// -----

func.func @select_of_scalar(%x: !torch.vtensor<[],f32>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.select.int' op select() cannot be applied to a 0-dim tensor.}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, select.int}}
  %0 = torch.aten.select.int %x, %d, %d : !torch.vtensor<[],f32>, !torch.int, !torch.int -> !torch.vtensor<[],f32>
  return
}

// -----

func.func @select_past_the_end(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 1
  %i = torch.constant.int 3
  // expected-error@+2 {{'torch.aten.select.int' op select(): index 3 out of range for tensor of size [2, 3] at dimension 1}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, select.int}}
  %0 = torch.aten.select.int %x, %d, %i : !torch.vtensor<[2,3],f32>, !torch.int, !torch.int -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @pad_of_one_number(%x: !torch.vtensor<[2,3],f32>) {
  %d = torch.constant.int 1
  %l = torch.prim.ListConstruct %d : (!torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.constant_pad_nd' op Length of pad must be even but instead it equals 1}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, constant_pad_nd}}
  %0 = torch.aten.constant_pad_nd %x, %l, %d : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.int -> !torch.vtensor<[2,4],f32>
  return
}

// -----

func.func @pad_of_too_many(%x: !torch.vtensor<[3],f32>) {
  %d = torch.constant.int 1
  %l = torch.prim.ListConstruct %d, %d, %d, %d : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.constant_pad_nd' op Length of pad should be no more than twice the number of dimensions of the input. Pad length is 4 while the input has 1 dimensions.}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, constant_pad_nd}}
  %0 = torch.aten.constant_pad_nd %x, %l, %d : !torch.vtensor<[3],f32>, !torch.list<int>, !torch.int -> !torch.vtensor<[5],f32>
  return
}

// -----

func.func @pad_takes_too_much(%x: !torch.vtensor<[3],f32>) {
  %d = torch.constant.int -2
  %l = torch.prim.ListConstruct %d, %d : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.constant_pad_nd' op the input of shape [3] has not as many elements as pad takes away}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, constant_pad_nd}}
  %0 = torch.aten.constant_pad_nd %x, %l, %d : !torch.vtensor<[3],f32>, !torch.list<int>, !torch.int -> !torch.vtensor<[0],f32>
  return
}

// -----

func.func @int_of_many(%x: !torch.vtensor<[2,3],si64>) {
  // expected-error@+1 {{a Tensor with 6 elements cannot be converted to Scalar}}
  %n = torch.aten.Int.Tensor %x : !torch.vtensor<[2,3],si64> -> !torch.int
  return
}

// -----

func.func @int_of_a_float(%x: !torch.vtensor<[],f32>) {
  // expected-error@+1 {{operand #0 must be a tensor of integers or bools: the whole part of a float is not taken}}
  %n = torch.aten.Int.Tensor %x : !torch.vtensor<[],f32> -> !torch.int
  return
}
