// Ops of dialects that nobody knows: regions, successors, properties, symbols.
"foo.container"() <{sym_name = "c"}> ({
  "foo.symbol"() {sym_name = "inner", sym_visibility = "private", uses = @c::@inner} : () -> ()
}) {note = "kept"} : () -> ()
func.func @around(%t: tensor<8x4xf32>, %i: tensor<2x1xi32>) -> tensor<2x1x4xf32> {
  %idx = "foo.cast"(%i) : (tensor<2x1xi32>) -> tensor<2x1xindex>
  %0 = tensor.gather %t[%idx] gather_dims([0]) : (tensor<8x4xf32>, tensor<2x1xindex>) -> tensor<2x1x4xf32>
  %1:3 = "foo.region"(%0) <{flag, level = 3 : i8}> ({
  ^bb0(%a: tensor<2x1x4xf32>):
    "foo.branch"(%a)[^bb1, ^bb2] : (tensor<2x1x4xf32>) -> ()
  ^bb1:
    "foo.yield"(%a) : (tensor<2x1x4xf32>) -> ()
  ^bb2:
    "foo.yield"(%0) : (tensor<2x1x4xf32>) -> ()
  }, {
    "foo.stop"() : () -> ()
  }) : (tensor<2x1x4xf32>) -> (tensor<2x1x4xf32>, !foo.handle<"x">, index)
  "foo.use"(%1#1, %1#2) : (!foo.handle<"x">, index) -> ()
  return %1#0 : tensor<2x1x4xf32>
}
