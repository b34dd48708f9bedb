// tensor.gather: rank-preserving and rank-reducing (ML-2), every spelling (ML-11), empty and single (ML-10).

func.func @two_dims_kept() {
  %a = arith.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi32>
  %i = arith.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xindex>
  %x = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<2x3x2xi32>, tensor<2x2xindex>) -> tensor<2x1x3x1xi32>
  check.expect_eq_const %x, dense<[[[[6], [8], [10]]], [[[1], [3], [5]]]]> : tensor<2x1x3x1xi32>
  return
}

func.func @two_dims_dropped() {
  %a = arith.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi32>
  %i = arith.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xi8>
  %x = tensor.gather %a[%i] gather_dims([0, 2]) unique {note = "kept"} : (tensor<2x3x2xi32>, tensor<2x2xi8>) -> tensor<2x3xi32>
  check.expect_eq_const %x, dense<[[6, 8, 10], [1, 3, 5]]> : tensor<2x3xi32>
  return
}

// A single index vector: no batch dimension in the result.
func.func @one_vector_kept() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[1, 0]> : tensor<2xi64>
  %x = tensor.gather %a[%i] gather_dims([0, 1]) : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<1x1xi32>
  check.expect_eq_const %x, dense<3> : tensor<1x1xi32>
  return
}

func.func @one_vector_dropped() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[1, 0]> : tensor<2xi64>
  %x = tensor.gather %a[%i] gather_dims([0, 1]) : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<i32>
  check.expect_eq_const %x, dense<3> : tensor<i32>
  return
}

func.func @no_vectors() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<> : tensor<0x1xindex>
  %x = tensor.gather %a[%i] gather_dims([1]) : (tensor<2x2xi32>, tensor<0x1xindex>) -> tensor<0x2x1xi32>
  check.expect_eq_const %x, dense<> : tensor<0x2x1xi32>
  return
}

// Nothing to choose from, and nothing chosen: fine in both forms.
func.func @no_vectors_into_nothing_kept() {
  %a = arith.constant dense<> : tensor<0x2xi32>
  %i = arith.constant dense<> : tensor<0x1xindex>
  %x = tensor.gather %a[%i] gather_dims([0]) : (tensor<0x2xi32>, tensor<0x1xindex>) -> tensor<0x1x2xi32>
  check.expect_eq_const %x, dense<> : tensor<0x1x2xi32>
  return
}

func.func @no_vectors_into_nothing_dropped() {
  %a = arith.constant dense<> : tensor<0x2xi32>
  %i = arith.constant dense<> : tensor<0x1xindex>
  %x = tensor.gather %a[%i] gather_dims([0]) : (tensor<0x2xi32>, tensor<0x1xindex>) -> tensor<0x2xi32>
  check.expect_eq_const %x, dense<> : tensor<0x2xi32>
  return
}

func.func @dynamic() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[1], [1], [0]]> : tensor<3x1xi32>
  %da = tensor.cast %a : tensor<2x2xi32> to tensor<?x2xi32>
  %di = tensor.cast %i : tensor<3x1xi32> to tensor<?x1xi32>
  %d = tensor.gather %da[%di] gather_dims([1]) : (tensor<?x2xi32>, tensor<?x1xi32>) -> tensor<?x?xi32>
  %x = tensor.cast %d : tensor<?x?xi32> to tensor<3x2xi32>
  check.expect_eq_const %x, dense<[[2, 4], [2, 4], [1, 3]]> : tensor<3x2xi32>
  return
}

func.func @generic() {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %0 = "tensor.gather"(%a, %i) <{gather_dims = array<i64: 0>, unique}> : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  %x = "tensor.gather"(%a, %i) {gather_dims = array<i64: 0>} : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  check.expect_eq %0, %x : tensor<2xi32>
  check.expect_eq_const %x, dense<[3, 1]> : tensor<2xi32>
  return
}

// What the RFC wrote, and MLIR never did.
func.func @spellings() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[1], [0]]> : tensor<2x1xindex>
  %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<2x2xi32>, tensor<2x1xindex>) -> tensor<2x2xi32>
  %1 = tensor.gather %a[%i] gather_along_dimension(0) : tensor<2x2xi32>[tensor<2x 1xindex>] -> tensor<2x2xi32>
  %2 = tensor.gather %a[%i] coordinates = [0] : tensor<2x2xi32>[tensor<2x 1xindex>] -> tensor<2x2xi32>
  %3 = gather %a[%i] : tensor<2x2xi32>[tensor<2x 1xindex>] -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[3, 4], [1, 2]]> : tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[3, 4], [1, 2]]> : tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[3, 4], [1, 2]]> : tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[3, 4], [1, 2]]> : tensor<2x2xi32>
  return
}
