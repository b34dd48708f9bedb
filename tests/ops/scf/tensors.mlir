// Tensors that loops and branches carry: an op that replaces an element gives a new tensor, and the one it took stays as it was
// for whoever reads it later. Lowered to buffers, these are the cases in which one buffer does and in which it does not.

// What goes in is read again behind the loop.
func.func @init_read_later() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %seven = arith.constant 7 : i32
  %x = tensor.from_elements %seven, %seven, %seven : tensor<3xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> (tensor<3xi32>) {
    %v = arith.index_cast %i : index to i32
    %u = tensor.insert %v into %t[%i] : tensor<3xi32>
    scf.yield %u : tensor<3xi32>
  }
  check.expect_eq_const %r, dense<[0, 1, 2]> : tensor<3xi32>
  check.expect_eq_const %x, dense<7> : tensor<3xi32>
  return
}

// Two tensors change places at every step: three times.
func.func @exchanged() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[30, 40]> : tensor<2xi32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<2xi32>, tensor<2xi32>) {
    %v = arith.index_cast %i : index to i32
    %u = tensor.insert %v into %p[%c0] : tensor<2xi32>
    scf.yield %q, %u : tensor<2xi32>, tensor<2xi32>
  }
  check.expect_eq_const %r#0, dense<[1, 40]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[2, 2]> : tensor<2xi32>
  return
}

// One tensor goes in twice, and each of the two is changed.
func.func @twice() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %five = arith.constant 5 : i32
  %six = arith.constant 6 : i32
  %x = tensor.from_elements %five, %six : tensor<2xi32>
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %x, %q = %x) -> (tensor<2xi32>, tensor<2xi32>) {
    %v = tensor.extract %q[%i] : tensor<2xi32>
    %w = arith.addi %v, %v : i32
    %u = tensor.insert %w into %p[%c0] : tensor<2xi32>
    %s = tensor.insert %five into %q[%i] : tensor<2xi32>
    scf.yield %u, %s : tensor<2xi32>, tensor<2xi32>
  }
  check.expect_eq_const %r#0, dense<[12, 6]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[5, 5]> : tensor<2xi32>
  return
}

// What was carried in is handed on, though a changed one was made of it and read.
func.func @not_handed_on() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %zero = arith.constant 0 : i32
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %x, %sum = %zero) -> (tensor<2xi32>, i32) {
    %u = tensor.insert %nine into %t[%i] : tensor<2xi32>
    %a = tensor.extract %u[%c0] : tensor<2xi32>
    %b = tensor.extract %u[%c1] : tensor<2xi32>
    %ab = arith.addi %a, %b : i32
    %next = arith.addi %sum, %ab : i32
    scf.yield %t, %next : tensor<2xi32>, i32
  }
  check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
  %sum = tensor.from_elements %r#1 : tensor<i32>
  check.expect_eq_const %sum, dense<21> : tensor<i32>
  return
}

// A tensor of outside the loop is changed anew at every step.
func.func @changed_at_every_step() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %x = tensor.from_elements %one, %two : tensor<2xi32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%sum = %zero) -> (i32) {
    %u = tensor.insert %nine into %x[%i] : tensor<2xi32>
    %a = tensor.extract %u[%c0] : tensor<2xi32>
    %b = tensor.extract %u[%c1] : tensor<2xi32>
    %ab = arith.addi %a, %b : i32
    %next = arith.addi %sum, %ab : i32
    scf.yield %next : i32
  }
  %sum = tensor.from_elements %r : tensor<i32>
  check.expect_eq_const %sum, dense<21> : tensor<i32>
  return
}

// Branches: one changes the tensor, the other changes it twice; a second result is the tensor as it was.
func.func @branches() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x, %last = %x) -> (tensor<4xi32>, tensor<4xi32>) {
    %low = arith.cmpi ult, %i, %c2 : index
    %v = tensor.extract %t[%i] : tensor<4xi32>
    %w = arith.muli %v, %v : i32
    %b:2 = scf.if %low -> (tensor<4xi32>, tensor<4xi32>) {
      %u = tensor.insert %w into %t[%i] : tensor<4xi32>
      scf.yield %u, %t : tensor<4xi32>, tensor<4xi32>
    } else {
      %u = tensor.insert %w into %t[%i] : tensor<4xi32>
      %s = tensor.insert %v into %u[%c0] : tensor<4xi32>
      scf.yield %s, %t : tensor<4xi32>, tensor<4xi32>
    }
    scf.yield %b#0, %b#1 : tensor<4xi32>, tensor<4xi32>
  }
  check.expect_eq_const %r#0, dense<[4, 4, 9, 16]> : tensor<4xi32>
  check.expect_eq_const %r#1, dense<[3, 4, 9, 4]> : tensor<4xi32>
  return
}

// Both branches begin with one tensor and only one changes it: the other hands it on.
func.func @one_branch() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> (tensor<4xi32>) {
    %even = arith.remui %i, %c2 : index
    %is_even = arith.cmpi eq, %even, %c0 : index
    %b = scf.if %is_even -> (tensor<4xi32>) {
      %n = scf.for %k = %c0 to %i step %c1 iter_args(%s = %t) -> (tensor<4xi32>) {
        %v = tensor.extract %s[%k] : tensor<4xi32>
        %w = tensor.insert %v into %s[%i] : tensor<4xi32>
        scf.yield %w : tensor<4xi32>
      }
      scf.yield %n : tensor<4xi32>
    } else {
      scf.yield %t : tensor<4xi32>
    }
    scf.yield %b : tensor<4xi32>
  }
  check.expect_eq_const %r, dense<[1, 2, 2, 4]> : tensor<4xi32>
  return
}

// A view of the tensor that is computed where it is read, and is read after the tensor was changed.
func.func @read_late() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %nine = arith.constant 9 : i32
  %x = tensor.from_elements %one, %two : tensor<2xi32>
  %late = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xi32>) -> tensor<2x2xi32>
  %u = tensor.insert %nine into %x[%c0] : tensor<2xi32>
  %v = tensor.extract %late[%c1, %c0] : tensor<2x2xi32>
  %got = tensor.insert %v into %u[%c1] : tensor<2xi32>
  check.expect_eq_const %got, dense<[9, 1]> : tensor<2xi32>
  return
}

// Extents that are not known: replaced element by element, and exchanged with a tensor of other extents.
func.func @unknown_extents() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %y = arith.constant dense<[5, 6, 7]> : tensor<3xi32>
  %p = tensor.cast %x : tensor<2xi32> to tensor<?xi32>
  %q = tensor.cast %y : tensor<3xi32> to tensor<?xi32>
  %n = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %q) -> (tensor<?xi32>) {
    %v = tensor.extract %t[%c0] : tensor<?xi32>
    %u = tensor.insert %v into %t[%i] : tensor<?xi32>
    scf.yield %u : tensor<?xi32>
  }
  %same = tensor.cast %n : tensor<?xi32> to tensor<3xi32>
  check.expect_eq_const %same, dense<5> : tensor<3xi32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %p, %b = %q) -> (tensor<?xi32>, tensor<?xi32>) {
    scf.yield %b, %a : tensor<?xi32>, tensor<?xi32>
  }
  %three = tensor.cast %r#0 : tensor<?xi32> to tensor<3xi32>
  %two = tensor.cast %r#1 : tensor<?xi32> to tensor<2xi32>
  check.expect_eq_const %three, dense<[5, 6, 7]> : tensor<3xi32>
  check.expect_eq_const %two, dense<[1, 2]> : tensor<2xi32>
  return
}

// While: the condition hands on all it gets; and a tensor with a number, in another order.
func.func @while() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %r:2 = scf.while (%i = %c0, %t = %x) : (index, tensor<3xi32>) -> (index, tensor<3xi32>) {
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %i, %t : index, tensor<3xi32>
  } do {
  ^bb0(%i: index, %t: tensor<3xi32>):
    %v = tensor.extract %t[%i] : tensor<3xi32>
    %w = arith.addi %v, %v : i32
    %u = tensor.insert %w into %t[%i] : tensor<3xi32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %u : index, tensor<3xi32>
  }
  check.expect_eq_const %r#1, dense<[20, 40, 60]> : tensor<3xi32>
  %s:2 = scf.while (%i = %c0, %t = %x) : (index, tensor<3xi32>) -> (tensor<3xi32>, index) {
    %nine = arith.constant 9 : i32
    %more = arith.cmpi ult, %i, %c3 : index
    %k = arith.minui %i, %c1 : index
    %u = tensor.insert %nine into %t[%k] : tensor<3xi32>
    scf.condition(%more) %u, %i : tensor<3xi32>, index
  } do {
  ^bb0(%t: tensor<3xi32>, %i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %t : index, tensor<3xi32>
  }
  check.expect_eq_const %s#0, dense<[9, 9, 30]> : tensor<3xi32>
  check.expect_eq_const %x, dense<[10, 20, 30]> : tensor<3xi32>
  return
}

// linalg.generic into what is carried.
func.func @generic() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> (tensor<3xi32>) {
    %u = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%y : tensor<3xi32>) outs(%t : tensor<3xi32>) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      linalg.yield %s : i32
    } -> tensor<3xi32>
    scf.yield %u : tensor<3xi32>
  }
  check.expect_eq_const %r, dense<[31, 62, 93]> : tensor<3xi32>
  return
}
