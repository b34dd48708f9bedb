// while, if, case, optimization_barrier, tuple, tokens: StableHLO spec, the sections of those names.

func.func @while_counts() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %v = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %w = %v) : tensor<i32>, tensor<2xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %x = stablehlo.add %w, %w : tensor<2xf32>
    stablehlo.return %j, %x : tensor<i32>, tensor<2xf32>
  }
  check.expect_eq_const %r#0, dense<3> : tensor<i32>
  check.expect_eq_const %r#1, dense<[8.0, 16.0]> : tensor<2xf32>
  func.return
}

func.func @while_never_runs() {
  %a = stablehlo.constant dense<5> : tensor<i64>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.while(%i = %a) : tensor<i64> attributes {note = "kept"} cond {
    stablehlo.return %false : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i64>
  }
  check.expect_eq_const %r, dense<5> : tensor<i64>
  func.return
}

func.func @while_generic_swaps() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = "stablehlo.while"(%a, %b, %zero) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %i: tensor<i32>):
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %i: tensor<i32>):
    %j = stablehlo.add %i, %one : tensor<i32>
    "stablehlo.return"(%y, %x, %j) : (tensor<i32>, tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<2> : tensor<i32>
  check.expect_eq_const %r#1, dense<1> : tensor<i32>
  func.return
}

// 10 + 9 + ... + 1, of which each is a loop of its own: the sum of the first ten triangular numbers is 220.
func.func @while_in_while() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%i = %ten, %sum = %zero) : tensor<i32>, tensor<i32> cond {
    %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%j = %i, %t = %sum) : tensor<i32>, tensor<i32> cond {
      %c = stablehlo.compare GT, %j, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %u = stablehlo.add %t, %j : tensor<i32>
      %k = stablehlo.subtract %j, %one : tensor<i32>
      stablehlo.return %k, %u : tensor<i32>, tensor<i32>
    }
    %k = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %k, %s#1 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<220> : tensor<i32>
  func.return
}

func.func @if_both_ways() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0 = "stablehlo.if"(%true) ({
    stablehlo.return %a : tensor<2xi32>
  }, {
    stablehlo.return %b : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  %1:2 = "stablehlo.if"(%false) ({
    stablehlo.return %a, %a : tensor<2xi32>, tensor<2xi32>
  }, {
    %s = stablehlo.add %a, %b : tensor<2xi32>
    stablehlo.return %b, %s : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %1#0, dense<[3, 4]> : tensor<2xi32>
  check.expect_eq_const %1#1, dense<[4, 6]> : tensor<2xi32>
  func.return
}

func.func @if_in_if() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.if"(%true) ({
    %1 = "stablehlo.if"(%false) ({
      %2 = stablehlo.constant dense<1> : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }, {
      %2 = stablehlo.constant dense<2> : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }, {
    %1 = stablehlo.constant dense<3> : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %0, dense<2> : tensor<i32>
  func.return
}

func.func @if_without_results() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  "stablehlo.if"(%true) ({
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  func.return
}

func.func private @pick(%i: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }, {
    %1 = stablehlo.constant dense<11> : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }, {
    %1 = stablehlo.constant dense<12> : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}

// Out of range, above or below, is the last branch.
func.func @case_indices() {
  %m = stablehlo.constant dense<-1> : tensor<i32>
  %a = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %d = stablehlo.constant dense<3> : tensor<i32>
  %0 = func.call @pick(%m) : (tensor<i32>) -> tensor<i32>
  %1 = func.call @pick(%a) : (tensor<i32>) -> tensor<i32>
  %2 = func.call @pick(%b) : (tensor<i32>) -> tensor<i32>
  %3 = func.call @pick(%c) : (tensor<i32>) -> tensor<i32>
  %4 = func.call @pick(%d) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<12> : tensor<i32>
  check.expect_eq_const %1, dense<10> : tensor<i32>
  check.expect_eq_const %2, dense<11> : tensor<i32>
  check.expect_eq_const %3, dense<12> : tensor<i32>
  check.expect_eq_const %4, dense<12> : tensor<i32>
  func.return
}

func.func @optimization_barrier() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<i32>, tensor<1xf32>
  check.expect_eq_const %0#0, dense<1> : tensor<i32>
  check.expect_eq_const %0#1, dense<[2.0]> : tensor<1xf32>
  stablehlo.optimization_barrier()
  func.return
}

func.func @tuples() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %0 = stablehlo.tuple %a, %b : tuple<tensor<i32>, tensor<1xf32>>
  %1 = "stablehlo.tuple"(%0, %a) : (tuple<tensor<i32>, tensor<1xf32>>, tensor<i32>) -> tuple<tuple<tensor<i32>, tensor<1xf32>>, tensor<i32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tuple<tensor<i32>, tensor<1xf32>>, tensor<i32>>) -> tuple<tensor<i32>, tensor<1xf32>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<i32>, tensor<1xf32>>) -> tensor<1xf32>
  %4 = "stablehlo.get_tuple_element"(%2) {index = 0 : i32} : (tuple<tensor<i32>, tensor<1xf32>>) -> tensor<i32>
  check.expect_eq_const %3, dense<[2.0]> : tensor<1xf32>
  check.expect_eq_const %4, dense<1> : tensor<i32>
  %5 = stablehlo.tuple : tuple<>
  func.return
}

func.func @while_over_a_tuple() {
  %a = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %t = stablehlo.tuple %a, %a : tuple<tensor<i32>, tensor<i32>>
  %r = scf.while (%s = %t) : (tuple<tensor<i32>, tensor<i32>>) -> tuple<tensor<i32>, tensor<i32>> {
    %i = stablehlo.get_tuple_element %s[0] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %more = tensor.extract %c[] : tensor<i1>
    scf.condition(%more) %s : tuple<tensor<i32>, tensor<i32>>
  } do {
  ^bb0(%s: tuple<tensor<i32>, tensor<i32>>):
    %i = stablehlo.get_tuple_element %s[0] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
    %x = stablehlo.get_tuple_element %s[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %j : tensor<i32>
    %u = stablehlo.tuple %j, %y : tuple<tensor<i32>, tensor<i32>>
    scf.yield %u : tuple<tensor<i32>, tensor<i32>>
  }
  %x = stablehlo.get_tuple_element %r[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  check.expect_eq_const %x, dense<10> : tensor<i32>
  func.return
}

func.func @tokens() {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  %2 = stablehlo.after_all : !stablehlo.token
  %3 = "stablehlo.after_all"(%1, %2) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  func.return
}

// A pair that each step of the loop adds up: (1, 1), (1, 2), (2, 3), (3, 5), and the same of 2.
func.func @loop_over_a_tuple() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %pair = stablehlo.tuple %x, %x : tuple<tensor<2xi32>, tensor<2xi32>>
  %r:2 = scf.while (%i = %zero, %p = %pair) : (tensor<i32>, tuple<tensor<2xi32>, tensor<2xi32>>)
      -> (tensor<i32>, tuple<tensor<2xi32>, tensor<2xi32>>) {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %more = tensor.extract %c[] : tensor<i1>
    scf.condition(%more) %i, %p : tensor<i32>, tuple<tensor<2xi32>, tensor<2xi32>>
  } do {
  ^bb0(%i: tensor<i32>, %p: tuple<tensor<2xi32>, tensor<2xi32>>):
    %a = stablehlo.get_tuple_element %p[0] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
    %b = stablehlo.get_tuple_element %p[1] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
    %sum = stablehlo.add %a, %b : tensor<2xi32>
    %next = stablehlo.tuple %b, %sum : tuple<tensor<2xi32>, tensor<2xi32>>
    %j = stablehlo.add %i, %one : tensor<i32>
    scf.yield %j, %next : tensor<i32>, tuple<tensor<2xi32>, tensor<2xi32>>
  }
  %last = stablehlo.get_tuple_element %r#1[1] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
  check.expect_eq_const %last, dense<[5, 10]> : tensor<2xi32>
  func.return
}
