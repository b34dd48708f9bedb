// The TTNN report's pipeline: the gathered dimension is brought to the end, the gather done there, and the result brought
// back; and input is cut to index's extents elsewhere. Said in ops, beside the gather that does all of it.

func.func @main() {
  %input = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xui32>}> : () -> tensor<4x3xui32>
  %index = "ttnn.constant"() <{value = dense<[[3, 0], [1, 1], [0, 2], [2, 3], [3, 3]]> : tensor<5x2xui32>}> : () -> tensor<5x2xui32>
  %gathered = "ttnn.gather"(%input, %index) <{dim = 0 : i32}> : (tensor<4x3xui32>, tensor<5x2xui32>) -> tensor<5x2xui32>
  check.expect_eq_const %gathered, dense<[[10, 2], [4, 5], [1, 8], [7, 11], [10, 11]]> : tensor<5x2xui32>

  %last = "ttnn.permute"(%input) <{permutation = array<i64: 1, 0>}> : (tensor<4x3xui32>) -> tensor<3x4xui32>
  %cut = "ttnn.slice_static"(%last) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 4 : i32], step = [1 : i32, 1 : i32]}> : (tensor<3x4xui32>) -> tensor<2x4xui32>
  %there = "ttnn.permute"(%index) <{permutation = array<i64: 1, 0>}> : (tensor<5x2xui32>) -> tensor<2x5xui32>
  %along = "ttnn.gather"(%cut, %there) <{dim = -1 : i32}> : (tensor<2x4xui32>, tensor<2x5xui32>) -> tensor<2x5xui32>
  %back = "ttnn.permute"(%along) <{permutation = array<i64: 1, 0>}> : (tensor<2x5xui32>) -> tensor<5x2xui32>
  check.expect_eq %back, %gathered : tensor<5x2xui32>
  return
}
