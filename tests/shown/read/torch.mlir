// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @bind_symbolic_shape(%arg0: !torch.vtensor<[?,8],f32>) {
  %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 9223372036854775807} : !torch.int
  torch.bind_symbolic_shape %arg0, [%0], affine_map<()[s0] -> (s0, 8)> : !torch.vtensor<[?,8],f32>
  return
}

// -----

func.func @constant_device() {
  %dev = torch.constant.device "cpu"
  return
}

// -----

torch.global_slot @x : !torch.int
func.func @global_slot_get() {
  %5 = torch.global_slot.get @x : !torch.int
  return
}

// -----

torch.global_slot @x : !torch.int
func.func @global_slot_set() {
  %5 = torch.global_slot.get @x : !torch.int
  torch.global_slot.set @x = %5 : !torch.int
  return
}

// -----

func.func @operator() {
  %1 = torch.operator "onnx.Constant"() {torch.onnx.value = dense<1.0> : tensor<f32>} : () -> !torch.vtensor<[],f32>
  return
}

// -----

func.func @prim_CallMethod(%self: !torch.nn.Module<"model">, %i: !torch.tensor {torch.type_bound = !torch.vtensor<[2],si64>}) {
  %int0 = torch.constant.int 0
  %weight = torch.prim.GetAttr %self["weight"] : !torch.nn.Module<"model"> -> !torch.tensor
  %0 = torch.aten.index_select %weight, %int0, %i : !torch.tensor, !torch.int, !torch.tensor -> !torch.tensor
  %1 = torch.prim.CallMethod %self["other"] (%0) : !torch.nn.Module<"model">, (!torch.tensor) -> !torch.tensor
  return
}

// -----

func.func @prim_GetAttr(%self: !torch.nn.Module<"model">) {
  %weight = torch.prim.GetAttr %self["weight"] : !torch.nn.Module<"model"> -> !torch.tensor
  return
}

// -----

func.func @prim_If(%arg0: !torch.vtensor<[4,8],f32>, %arg1: !torch.vtensor<[4,2],si64>, %p: !torch.bool) {
  %int1 = torch.constant.int 1
  %false = torch.constant.bool false
  %0 = torch.aten.gather %arg0, %int1, %arg1, %false : !torch.vtensor<[4,8],f32>, !torch.int, !torch.vtensor<[4,2],si64>, !torch.bool -> !torch.vtensor<[4,2],f32>
  %1 = torch.prim.If %p -> (!torch.vtensor<[4,2],f32>) {
    torch.prim.If.yield %0 : !torch.vtensor<[4,2],f32>
  } else {
    %3 = torch.aten.neg %0 : !torch.vtensor<[4,2],f32> -> !torch.vtensor<[4,2],f32>
    torch.prim.If.yield %3 : !torch.vtensor<[4,2],f32>
  }
  return
}

// -----

func.func @prim_If_yield(%arg0: !torch.vtensor<[4,8],f32>, %arg1: !torch.vtensor<[4,2],si64>, %p: !torch.bool) {
  %int1 = torch.constant.int 1
  %false = torch.constant.bool false
  %0 = torch.aten.gather %arg0, %int1, %arg1, %false : !torch.vtensor<[4,8],f32>, !torch.int, !torch.vtensor<[4,2],si64>, !torch.bool -> !torch.vtensor<[4,2],f32>
  %1 = torch.prim.If %p -> (!torch.vtensor<[4,2],f32>) {
    torch.prim.If.yield %0 : !torch.vtensor<[4,2],f32>
  } else {
    %3 = torch.aten.neg %0 : !torch.vtensor<[4,2],f32> -> !torch.vtensor<[4,2],f32>
    torch.prim.If.yield %3 : !torch.vtensor<[4,2],f32>
  }
  return
}

// -----

func.func @prim_SetAttr(%self: !torch.nn.Module<"model">) {
  %weight = torch.prim.GetAttr %self["weight"] : !torch.nn.Module<"model"> -> !torch.tensor
  torch.prim.SetAttr %self["weight"] = %weight : !torch.nn.Module<"model">, !torch.tensor
  return
}

// -----

func.func @shape_calculate(%arg0: !torch.vtensor<[?,8],f32>, %arg1: !torch.vtensor<[?,2],si64>) {
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
  return
}

// -----

func.func @shape_calculate_yield(%arg0: !torch.vtensor<[?,8],f32>, %arg1: !torch.vtensor<[?,2],si64>) {
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
  return
}

// -----

func.func @shape_calculate_yield_shapes(%arg0: !torch.vtensor<[?,8],f32>, %arg1: !torch.vtensor<[?,2],si64>) {
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
  return
}

// -----

func.func @symbolic_int() {
  %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 9223372036854775807} : !torch.int
  return
}

// -----

"torch.class_type"() ({
  "torch.class_type_terminator"() : () -> ()
}) {sym_name = "nothing"} : () -> ()
%0 = "torch.nn_module"() ({
  "torch.nn_module_terminator"() : () -> ()
}) : () -> !torch.nn.Module<"nothing">

// -----

func.func @tensor_static_info_cast(%x: !torch.vtensor<[2],f32>) {
  %0 = torch.tensor_static_info_cast %x : !torch.vtensor<[2],f32> to !torch.vtensor<[?],f32>
  return
}

// -----

func.func @runtime_assert(%x: !torch.bool) {
  torch.runtime.assert %x, "is to be true"
  return
}

// -----

func.func @copy_to_tensor(%x: !torch.vtensor<[2],f32>) {
  %0 = torch.copy.to_tensor %x : !torch.tensor<[2],f32>
  %1 = torch.copy.to_vtensor %0 : !torch.vtensor<[2],f32>
  torch.overwrite.tensor.contents %1 overwrites %0 : !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>
  return
}
