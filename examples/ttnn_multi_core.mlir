// The TTNN report's picture of "single row, multi core": Ht = 2, Wt_index = 8, on 4 cores.
//
//   row 0: core 0 has T_idx0 and T_idx4, core 1 T_idx1 and T_idx5, core 2 T_idx2 and T_idx6, core 3 T_idx3 and T_idx7
//   row 1: the same
//
// The threshold asks for it when a row of input is over 60 tiles: input is 64x1952, 61 tiles wide; index is 64x256.
// The four cores are sub_core_grids'. Element (r, c) of input is 1000 r + c, and index (r, c) is 5 + 7 c.

func.func @main() {
  %columns = "ttnn.arange"() <{start = 0 : i64, end = 1952 : i64, step = 1 : i64}> : () -> tensor<1952xi32>
  %row = "ttnn.reshape"(%columns) <{shape = [1 : i32, 1952 : i32]}> : (tensor<1952xi32>) -> tensor<1x1952xi32>
  %rows = "ttnn.arange"() <{start = 0 : i64, end = 64000 : i64, step = 1000 : i64}> : () -> tensor<64xi32>
  %column = "ttnn.reshape"(%rows) <{shape = [64 : i32, 1 : i32]}> : (tensor<64xi32>) -> tensor<64x1xi32>
  %input = "ttnn.add"(%row, %column) : (tensor<1x1952xi32>, tensor<64x1xi32>) -> tensor<64x1952xi32>
  %places = "ttnn.arange"() <{start = 5 : i64, end = 1797 : i64, step = 7 : i64}> : () -> tensor<256xui16>
  %one = "ttnn.reshape"(%places) <{shape = [1 : i32, 256 : i32]}> : (tensor<256xui16>) -> tensor<1x256xui16>
  %index = "ttnn.repeat"(%one) <{repeat_dims = #ttnn.shape<64x1>}> : (tensor<1x256xui16>) -> tensor<64x256xui16>
  %gathered = "ttnn.gather"(%input, %index) <{dim = -1 : i32, sub_core_grids = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (3,0)>]>}> : (tensor<64x1952xi32>, tensor<64x256xui16>) -> tensor<64x256xi32>
  %taken = "ttnn.typecast"(%index) <{dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<64x256xui16>) -> tensor<64x256xi32>
  %want = "ttnn.add"(%taken, %column) : (tensor<64x256xi32>, tensor<64x1xi32>) -> tensor<64x256xi32>
  check.expect_eq %gathered, %want : tensor<64x256xi32>
  return
}
