// tensor.pad, rank and reshape.

func.func @constant_around() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %seven = arith.constant 7 : i32
  %x = tensor.pad %a low[1, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %seven : i32
  } : tensor<2x2xi32> to tensor<3x4xi32>
  check.expect_eq_const %x, dense<[[7, 7, 7, 7], [1, 2, 7, 7], [3, 4, 7, 7]]> : tensor<3x4xi32>
  return
}

// The region is given places of the result.
func.func @by_place() {
  %a = arith.constant dense<[5, 6]> : tensor<2xi64>
  %n = arith.constant 2 : index
  %x = tensor.pad %a nofold low[%n] high[1] {
  ^bb0(%i: index):
    %k = arith.index_cast %i : index to i64
    %ten = arith.constant 10 : i64
    %v = arith.muli %k, %ten : i64
    tensor.yield %v : i64
  } : tensor<2xi64> to tensor<?xi64>
  %y = tensor.cast %x : tensor<?xi64> to tensor<5xi64>
  check.expect_eq_const %y, dense<[0, 10, 5, 6, 40]> : tensor<5xi64>
  return
}

// Nothing is added; and there is nothing to add to.
func.func @nothing() {
  %a = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %v = arith.constant 1.0 : f32
  %x = tensor.pad %a low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<2xf32> to tensor<2xf32>
  check.expect_eq_const %x, dense<[5.0, 6.0]> : tensor<2xf32>
  %e = arith.constant dense<> : tensor<0xf32>
  %y = tensor.pad %e low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<0xf32> to tensor<2xf32>
  check.expect_eq_const %y, dense<1.0> : tensor<2xf32>
  %s = arith.constant dense<3.0> : tensor<f32>
  %z = tensor.pad %s low[] high[] {
    tensor.yield %v : f32
  } : tensor<f32> to tensor<f32>
  check.expect_eq_const %z, dense<3.0> : tensor<f32>
  return
}

// A row more for what is out of range, as a gather that fills has it.
func.func @padded_gather() {
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = arith.constant dense<[[2], [1]]> : tensor<2x1xindex>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %t low[0, 0] high[1, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %zero : f32
  } : tensor<2x2xf32> to tensor<3x2xf32>
  %g = tensor.gather %p[%i] gather_dims([0]) : (tensor<3x2xf32>, tensor<2x1xindex>) -> tensor<2x2xf32>
  check.expect_eq_const %g, dense<[[0.0, 0.0], [3.0, 4.0]]> : tensor<2x2xf32>
  return
}

func.func @rank() {
  %a = arith.constant dense<0> : tensor<2x3x1xi32>
  %s = arith.constant dense<0> : tensor<i32>
  %r = tensor.rank %a : tensor<2x3x1xi32>
  %q = tensor.rank %s : tensor<i32>
  %both = tensor.from_elements %r, %q : tensor<2xindex>
  %x = arith.index_cast %both : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %x, dense<[3, 0]> : tensor<2xi64>
  return
}

func.func @reshape() {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %s = arith.constant dense<[3, 2]> : tensor<2xindex>
  %x = tensor.reshape %a(%s) : (tensor<2x3xi32>, tensor<2xindex>) -> tensor<3x2xi32>
  check.expect_eq_const %x, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %six = arith.constant dense<[6]> : tensor<1xi32>
  %y = tensor.reshape %a(%six) : (tensor<2x3xi32>, tensor<1xi32>) -> tensor<?xi32>
  %z = tensor.cast %y : tensor<?xi32> to tensor<6xi32>
  check.expect_eq_const %z, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %none = arith.constant dense<> : tensor<0xindex>
  %one = arith.constant dense<[[9]]> : tensor<1x1xi32>
  %w = tensor.reshape %one(%none) : (tensor<1x1xi32>, tensor<0xindex>) -> tensor<i32>
  check.expect_eq_const %w, dense<9> : tensor<i32>
  return
}
