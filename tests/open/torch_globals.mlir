// Global slots, shape functions and symbolic shapes.
torch.global_slot @x : !torch.int
torch.global_slot.module_initializer {
  %int1 = torch.constant.int 1
  torch.initialize.global_slots [
    @x(%int1 : !torch.int)
  ]
}
func.func @shapes(%arg0: !torch.vtensor<[?,8],f32>, %arg1: !torch.vtensor<[?,2],si64>) -> !torch.vtensor<[?,2],f32> {
  %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 9223372036854775807} : !torch.int
  torch.bind_symbolic_shape %arg0, [%0], affine_map<()[s0] -> (s0, 8)> : !torch.vtensor<[?,8],f32>
  %int1 = torch.constant.int 1
  %false = torch.constant.bool false
  %1 = torch.aten.gather %arg0, %int1, %arg1, %false : !torch.vtensor<[?,8],f32>, !torch.int, !torch.vtensor<[?,2],si64>, !torch.bool -> !torch.vtensor<[?,2],f32>
  %2 = torch.shape.calculate {
    %3 = torch.aten.tanh %1 : !torch.vtensor<[?,2],f32> -> !torch.vtensor<[?,2],f32>
    torch.shape.calculate.yield %3 : !torch.vtensor<[?,2],f32>
  } shapes {
    %4 = torch.aten.size %1 : !torch.vtensor<[?,2],f32> -> !torch.list<int>
    torch.shape.calculate.yield.shapes %4 : !torch.list<int>
  } : !torch.vtensor<[?,2],f32>
  %5 = torch.global_slot.get @x : !torch.int
  torch.global_slot.set @x = %5 : !torch.int
  return %2 : !torch.vtensor<[?,2],f32>
}
func.func @dtypes(%x: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.dtype.calculate {
    torch.dtype.calculate.yield %x : !torch.vtensor<[2],f32>
  } dtypes {
    %int6 = torch.constant.int 6
    torch.dtype.calculate.yield.dtypes %int6 : !torch.int
  } : !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
