// scf: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%n: index, %x: f32) {
  // expected-error@+1 {{'scf.for' op  region control flow edge from Region #0 to Region #0: source has 0 operands, but target successor needs 1}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'index'}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield %n : index
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@+1 {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32) {
    scf.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
  scf.for %i = %x to %x step %x : f32 {
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%n, %n, %m) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, index, i32) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: i32):
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.for' op different number of inits and region iter_args: 0 != 1}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index, %j: i32):
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'f32'}}
  %r = "scf.for"(%n, %n, %n, %m) ({
  ^bb0(%i: index, %j: f32):
    scf.yield %m : i32
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'f32'}}
  %r = "scf.for"(%n, %n, %n, %m) ({
  ^bb0(%i: index, %j: f32):
    scf.yield %m : i32
  }) : (index, index, index, i32) -> f32
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%n, %n, %n, %m) ({
  ^bb0(%i: index, %j: i32):
    scf.yield %m : i32
  }) : (index, index, index, i32) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "scf.for"(%n, %n, %n) ({
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{custom op 'scf.parallel' expected 1 operands}}
  scf.parallel (%i) = (%n, %n) to (%n) step (%n) {
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"(%n, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.parallel' op expects the same number of induction variables: 2 as bound and step values: 1}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index, %j: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: i32):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.parallel' op operand #2 must be variadic of index, but got 'i32'}}
  "scf.parallel"(%n, %n, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, i32) -> ()
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%m) -> i32 {
    scf.reduce
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 0 to be the same as number of reductions: 1}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce(%m : i32) {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%m) -> i32 {
    // expected-error@+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'i32'}}
    scf.reduce(%n : index) {
    ^bb0(%a: index, %b: index):
      scf.reduce.return %a : index
    }
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%m) -> i32 {
    // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'i32' in the 0-th reduction region}}
    scf.reduce(%m : i32) {
    ^bb0(%a: i32):
      scf.reduce.return %a : i32
    }
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%m) -> i32 {
    scf.reduce(%m : i32) {
    ^bb0(%a: i32, %b: i32):
      // expected-error@+1 {{'scf.reduce.return' op must have type 'i32' (the type of the reduction inputs)}}
      scf.reduce.return %n : index
    }
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%m) -> i32 {
    scf.reduce(%m : i32) {
    ^bb0(%a: i32, %b: i32):
      // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
      scf.yield
    }
  }
  return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.reduce' op expects parent op 'scf.parallel'}}
  scf.reduce
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  %r = scf.if %c -> (i32) {
    scf.yield %m : i32
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.if' op  along control flow edge from Region #0 to parent results: source type #0 'i1' should match input type #0 'i32'}}
  %r = scf.if %c -> (i32) {
    scf.yield %c : i1
  } else {
    scf.yield %m : i32
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.if' op  region control flow edge from Region #1 to parent results: source has 0 operands, but target successor needs 1}}
  %r = scf.if %c -> (i32) {
    scf.yield %m : i32
  } else {
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "scf.if"(%m) ({
    scf.yield
  }, {
  }) : (i32) -> ()
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%c) ({
    scf.yield
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "scf.if"(%c) ({
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.while' op  along control flow edge from Region #0 to parent results: source type #0 'i1' should match input type #0 'i32'}}
  %r = scf.while (%a = %m) : (i32) -> i32 {
    scf.condition(%c) %c : i1
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.while' op  region control flow edge from Region #1 to Region #0: source has 0 operands, but target successor needs 1}}
  %r = scf.while (%a = %m) : (i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.while' op  along control flow edge from Region #0 to Region #1: source type #0 'i32' should match input type #0 'i1'}}
  %r = scf.while (%a = %m) : (i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i1):
    scf.yield %m : i32
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  %r = scf.while (%a = %m) : (i32) -> i32 {
    scf.yield %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %m : i32
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  %r = scf.while (%a = %m) : (i32) -> i32 {
    // expected-error@+1 {{use of value '%m' expects different type than prior uses: 'i1' vs 'i32'}}
    scf.condition(%m) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %m : i32
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{custom op 'scf.while' expected as many input types as operands (expected 1 got 2)}}
  %r = scf.while (%a = %m) : (i32, i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %m : i32
  }
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.while' op  along control flow edge from parent operands to Region #0: source type #0 'i32' should match input type #0 'i1'}}
  %r = "scf.while"(%m) ({
  ^bb0(%a: i1):
    scf.condition(%c) %m : i32
  }, {
  ^bb0(%b: i32):
    scf.yield %m : i32
  }) : (i32) -> i32
  return
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%c)
}

// -----

func.func @f(%c: i1, %m: i32) {
  // expected-error@+1 {{'scf.while' op region #0 ('before') failed to verify constraint: region with 1 blocks}}
  %r = "scf.while"(%m) ({
  }, {
  ^bb0(%b: i32):
    scf.yield %m : i32
  }) : (i32) -> i32
  return
}

// -----

// From here on in words or at places of our own.
func.func @f(%n: index, %m: i32) {
  // expected-error@+1 {{'scf.yield' op must be the last operation in the parent block}}
  scf.yield
  return
}

// -----

func.func @f(%n: index, %a: i32, %b: i64) -> (i32, i64) {
  // expected-error@+1 {{'scf.for' op 1-th init and 1-th region iter_arg have different type: 'i64' != 'i32'}}
  %0:2 = "scf.for"(%n, %n, %n, %a, %b) ({
  ^bb0(%i: index, %x: i32, %y: i32):
    "scf.yield"(%x, %y) : (i32, i32) -> ()
  }) : (index, index, index, i32, i64) -> (i32, i64)
  return %0#0, %0#1 : i32, i64
}
