// The TTNN report's tile-level mapping, on one 32x32 tile of four 16x16 faces. The local index of an element of row
// 16 i + k, gathered by global index g, is
//
//   tile * 1024 + (g % 32 / 16) * 256 + k * 16 + g % 16 + i * 512
//
// An element's own place among the tile's 1024 is what the tile of @main holds: element (r, c) is
// r/16 * 512 + c/16 * 256 + r%16 * 16 + c%16. Gathered by g = 21 everywhere, row r = 16 i + k gives the formula's value with
// tile 0: 256 + k * 16 + 5 + i * 512.

func.func @main() {
  %places = "ttnn.arange"() <{start = 0 : i64, end = 1024 : i64, step = 1 : i64}> : () -> tensor<1024xi32>
  %faces = "ttnn.reshape"(%places) <{shape = [2 : i32, 2 : i32, 16 : i32, 16 : i32]}> : (tensor<1024xi32>) -> tensor<2x2x16x16xi32>
  %rows = "ttnn.permute"(%faces) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x2x16x16xi32>) -> tensor<2x16x2x16xi32>
  %tile = "ttnn.reshape"(%rows) <{shape = [32 : i32, 32 : i32]}> : (tensor<2x16x2x16xi32>) -> tensor<32x32xi32>
  %g = "ttnn.full"() <{fill_value = 21 : i32, shape = #ttnn.shape<32x1>}> : () -> tensor<32x1xui16>
  %gathered = "ttnn.gather"(%tile, %g) <{dim = 1 : i32}> : (tensor<32x32xi32>, tensor<32x1xui16>) -> tensor<32x1xi32>
  %upper = "ttnn.arange"() <{start = 261 : i64, end = 517 : i64, step = 16 : i64}> : () -> tensor<16xi32>
  %lower = "ttnn.arange"() <{start = 773 : i64, end = 1029 : i64, step = 16 : i64}> : () -> tensor<16xi32>
  %both = "ttnn.concat"(%upper, %lower) <{dim = 0 : si32}> : (tensor<16xi32>, tensor<16xi32>) -> tensor<32xi32>
  %want = "ttnn.reshape"(%both) <{shape = [32 : i32, 1 : i32]}> : (tensor<32xi32>) -> tensor<32x1xi32>
  check.expect_eq %gathered, %want : tensor<32x1xi32>
  return
}
