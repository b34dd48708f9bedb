// The object graph of a torch module.
torch.class_type @model {
  torch.attr private "training" : !torch.bool
  torch.attr "weight" : !torch.tensor
  torch.method "forward", @forward
}
%bool_true = torch.constant.bool true
%w = torch.tensor.literal(dense<0.0> : tensor<4x8xf32>) : !torch.tensor<[4,8],f32>
%m = torch.nn_module {
  torch.slot "training", %bool_true : !torch.bool
  torch.slot "weight", %w : !torch.tensor<[4,8],f32>
} : !torch.nn.Module<"model">
func.func private @forward(%self: !torch.nn.Module<"model">, %i: !torch.tensor {torch.type_bound = !torch.vtensor<[2],si64>}) -> !torch.tensor {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %weight = torch.prim.GetAttr %self["weight"] : !torch.nn.Module<"model"> -> !torch.tensor
  torch.prim.SetAttr %self["weight"] = %weight : !torch.nn.Module<"model">, !torch.tensor
  %0 = torch.aten.index_select %weight, %int0, %i : !torch.tensor, !torch.int, !torch.tensor -> !torch.tensor
  %1 = torch.prim.CallMethod %self["other"] (%0) : !torch.nn.Module<"model">, (!torch.tensor) -> !torch.tensor
  return %1 : !torch.tensor
}
