// scf.forall, scf.forall.in_parallel and tensor.parallel_insert_slice: the messages are those of mlir-opt-19.

func.func @into_another(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  %r = scf.forall (%i) in (4) shared_outs(%t = %o) -> (tensor<4xf32>) {
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    // expected-error@+1 {{'tensor.parallel_insert_slice' op may only insert into an output block argument}}
    scf.forall.in_parallel { tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32> }
  }
  return %r : tensor<4xf32> }

// -----

func.func @another_op(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  %r = scf.forall (%i) in (4) shared_outs(%t = %o) -> (tensor<4xf32>) {
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    // expected-error@+1 {{'scf.forall.in_parallel' op expected only tensor.parallel_insert_slice ops}}
    scf.forall.in_parallel { %q = arith.constant 1 : i32 }
  }
  return %r : tensor<4xf32> }

// -----

func.func @outside(%x: tensor<4xf32>, %o: tensor<4xf32>, %k: index) { 
  // expected-error@+1 {{expected ParallelCombiningOpInterface parent, got: 'func.func'}}
  tensor.parallel_insert_slice %x into %o[%k] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return }

// -----

func.func @slice(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  %r = scf.forall (%i) in (4) shared_outs(%t = %o) -> (tensor<4xf32>) {
    // expected-error@+1 {{expected type to be 'tensor<1xf32>' or a rank-reduced version. (size mismatch) }}
    scf.forall.in_parallel { tensor.parallel_insert_slice %x into %t[%i] [1] [1] : tensor<4xf32> into tensor<4xf32> }
  }
  return %r : tensor<4xf32> }

// -----

func.func @arguments(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  // expected-error@+1 {{'scf.forall' op region expects 1 arguments}}
  %r = "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index):
    scf.forall.in_parallel { }
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32> }

// -----

func.func @argument_type(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  // expected-error@+1 {{'scf.forall' op expects 0-th block argument to be an index}}
  %r = "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: i32, %t: tensor<4xf32>):
    scf.forall.in_parallel { }
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32> }

// -----

func.func @output_type(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  // expected-error@+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %r = "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %t: tensor<5xf32>):
    scf.forall.in_parallel { }
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32> }

// -----

func.func @results(%x: tensor<4xf32>, %o: tensor<4xf32>) { 
  // expected-error@+1 {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %t: tensor<4xf32>):
    scf.forall.in_parallel { }
  }) : (tensor<4xf32>) -> ()
  return }

// -----

func.func @steps(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  // expected-error@+1 {{expected 1 step values, got 2}}
  %r = "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %t: tensor<4xf32>):
    scf.forall.in_parallel { }
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32> }

// -----

func.func @end(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> { 
  %r = "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %t: tensor<4xf32>):
    // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
    scf.yield
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32> }

// -----

func.func @result_type(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xi32> { 
  // expected-error@+1 {{'scf.forall' op expected type of operand #0 ('tensor<4xf32>') to match type of corresponding result ('tensor<4xi32>')}}
  %r = "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %t: tensor<4xf32>):
    scf.forall.in_parallel { }
  }) : (tensor<4xf32>) -> tensor<4xi32>
  return %r : tensor<4xi32> }

// -----

func.func @operands(%x: tensor<4xf32>, %n: index) { 
  // expected-error@+1 {{expected 0 dynamic upper bound values}}
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index):
    scf.forall.in_parallel { }
  }) : (index) -> ()
  return }

// -----

func.func @numbers(%x: f32) { 
  // expected-error@+1 {{'scf.forall' op operand #0 must be variadic of ranked tensor of any type values, but got 'f32'}}
  %r = "scf.forall"(%x) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %t: f32):
    scf.forall.in_parallel { }
  }) : (f32) -> f32
  return }

// -----

// expected-error@+1 {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
func.func @parent(%x: f32) { scf.forall.in_parallel { } }

// -----

func.func @good(%x: tensor<4xf32>, %o: tensor<4xf32>, %n: index) -> tensor<4xf32> { 
  scf.forall (%i, %j) = (0, %n) to (4, 8) step (2, %n) { } {mapping = [], foo}
  %r = scf.forall (%i) in (%n) shared_outs(%t = %o) -> (tensor<4xf32>) {
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %s into %t[%i] [1] [1] : tensor<1xf32> into tensor<4xf32> }
  } {mapping = [#gpu.thread<x>]}
  return %r : tensor<4xf32> }
