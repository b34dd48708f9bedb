// scf.forall with tensor.parallel_insert_slice: steps in any order, each inserting slices into what is shared.

func.func @rows() {
  %t = arith.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %i = arith.constant dense<[3, 0, 2]> : tensor<3xindex>
  %out = tensor.empty() : tensor<3x2xi32>
  %r = scf.forall (%p) in (3) shared_outs(%o = %out) -> (tensor<3x2xi32>) {
    %row = tensor.extract %i[%p] : tensor<3xindex>
    %s = tensor.extract_slice %t[%row, 0] [1, 2] [1, 1] : tensor<4x2xi32> to tensor<1x2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%p, 0] [1, 2] [1, 1] : tensor<1x2xi32> into tensor<3x2xi32>
    }
  }
  check.expect_eq_const %r, dense<[[7, 8], [1, 2], [5, 6]]> : tensor<3x2xi32>
  return
}

// A grid with bounds and steps, of which some are operands; a dimension that the slice lacks; what no step reaches stays.
func.func @grid() {
  %a = arith.constant dense<[[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]> : tensor<3x4xi64>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.forall (%i, %j) = (0, %c1) to (3, %c4) step (2, %c1) shared_outs(%o = %a) -> (tensor<3x4xi64>) {
    %ten = arith.constant 10 : index
    %k = arith.muli %i, %ten : index
    %n = arith.addi %k, %j : index
    %v = arith.index_cast %n : index to i64
    %s = tensor.from_elements %v : tensor<1xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, %j] [1, 1] [1, 1] : tensor<1xi64> into tensor<3x4xi64>
    }
  }
  check.expect_eq_const %r, dense<[[1, 1, 2, 3], [1, 1, 1, 1], [1, 21, 22, 23]]> : tensor<3x4xi64>
  return
}

// Steps read what is shared as it was: each takes its neighbour. The tensor itself stays.
func.func @reads_what_was() {
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = arith.addi %a, %a : tensor<4xi32>
  %r = scf.forall (%i) in (3) shared_outs(%o = %b) -> (tensor<4xi32>) {
    %c1 = arith.constant 1 : index
    %next = arith.addi %i, %c1 : index
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<4xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%next] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  check.expect_eq_const %r, dense<[2, 2, 4, 6]> : tensor<4xi32>
  check.expect_eq_const %b, dense<[2, 4, 6, 8]> : tensor<4xi32>
  return
}

// Two shared tensors, one inserted into twice; a loop within a loop; a loop without steps; one that shares nothing.
func.func @several() {
  %a = arith.constant dense<0> : tensor<2x2xi32>
  %b = arith.constant dense<0> : tensor<4xi32>
  %one = arith.constant dense<1> : tensor<1xi32>
  %two = arith.constant dense<2> : tensor<1xi32>
  %r:2 = scf.forall (%i) in (2) shared_outs(%o = %a, %p = %b) -> (tensor<2x2xi32>, tensor<4xi32>) {
    %c2 = arith.constant 2 : index
    %at = arith.muli %i, %c2 : index
    %c1 = arith.constant 1 : index
    %then = arith.addi %at, %c1 : index
    %row = tensor.empty() : tensor<2xi32>
    %w = scf.forall (%j) in (2) shared_outs(%q = %row) -> (tensor<2xi32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %two into %q[%j] [1] [1] : tensor<1xi32> into tensor<2xi32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %o[%i, 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<2x2xi32>
      tensor.parallel_insert_slice %one into %p[%at] [1] [1] : tensor<1xi32> into tensor<4xi32>
      tensor.parallel_insert_slice %two into %p[%then] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  check.expect_eq_const %r#0, dense<2> : tensor<2x2xi32>
  check.expect_eq_const %r#1, dense<[1, 2, 1, 2]> : tensor<4xi32>
  %n = scf.forall (%i) in (0) shared_outs(%p = %b) -> (tensor<4xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %p[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  check.expect_eq_const %n, dense<0> : tensor<4xi32>
  scf.forall (%i) in (3) {
  }
  return
}
