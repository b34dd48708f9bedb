// sdy.manual_computation, sdy.named_computation: shardings, axes, local shapes.

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values}}
  %0 = sdy.manual_computation(%x) in_shardings=[] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand - unknown mesh: @n}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@n, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op result - duplicate axis ref: "a"}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {"a"}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand 1 - unknown axis name: "z"}}
  sdy.manual_computation(%x, %x) in_shardings=[<@m, [{"a"}, {}]>, <@m, [{"z"}, {}]>] out_shardings=[] manual_axes={"a"} (%y: tensor<4x4xf32>, %z: tensor<4x4xf32>) {
    sdy.return
  } : (tensor<8x4xf32>, tensor<8x4xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op number of op operands and region operands must match. Op has 1 op operands and 2 region operands}}
  sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[] manual_axes={"a"} (%y: tensor<4x4xf32>, %z: tensor<4x4xf32>) {
    sdy.return
  } : (tensor<8x4xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op number of op results and region results must match. Op has 1 op results and 0 region results}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 1. Saw manual axis "a" after free axis "b":(1)2}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{}, {"b":(1)2, "a"}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<8x2xf32>) {
    sdy.return %y : tensor<8x2xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<7x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand dimension size 7 is not divisible by the manual axes size 2}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<7x4xf32>) -> tensor<7x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<4x4xf32>', actual local shape 'tensor<8x4xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<8x4xf32>) {
    sdy.return %y : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op result shape, corresponding sharding, and region result shape at index 0 must match. Expected local shape 'tensor<8x4xf32>', actual local shape 'tensor<4x4xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op all in and out shardings must be bound to the same mesh or an empty mesh.}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

// Without manual axes the meshes may differ; an empty one is none; a name may be there twice.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] manual_axes={} (%y: tensor<8x4xf32>) {
    sdy.return %y : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = sdy.manual_computation(%x) in_shardings=[<mesh<[]>, [{}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a", "a"} (%y: tensor<8x4xf32> {here}) {
    %2 = stablehlo.slice %y [0:4, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
    sdy.return %2 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"nobody"} () {
    %2 = stablehlo.constant dense<1.0> : tensor<f32>
    sdy.return
  } : () -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op unknown manual axis: "c"}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a", "c"} (%y: tensor<4x4xf32>) {
    sdy.return %y : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-note@+1 {{parent bounding this axis as manual}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    // expected-error@+1 {{'sdy.manual_computation' op operates on axis "a" which is already bound by a parent sdy.manual_computation op}}
    %1 = sdy.manual_computation(%y) in_shardings=[<@m, [{"b"}, {}]>] out_shardings=[<@m, [{"b"}, {}]>] manual_axes={"a", "b"} (%z: tensor<1x4xf32>) {
      sdy.return %z : tensor<1x4xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{expects regions to end with 'sdy.return', found 'stablehlo.return'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'sdy.return'}}
  sdy.named_computation<"n">() () {
    stablehlo.return
  } : () -> ()
  return
}

// -----

// Values that are not tensors, tokens among them.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%t: !stablehlo.token, %x: tensor<8xf32>) {
  %0:2 = sdy.named_computation<"n">(%t, %x) in_shardings=[<@m, []>, <@m, [{"b"}]>] out_shardings=[<@m, []>, <@m, [{}]>] (%y: !stablehlo.token, %z: tensor<8xf32>) {
    sdy.return %y, %z : !stablehlo.token, tensor<8xf32>
  } : (!stablehlo.token, tensor<8xf32>) -> (!stablehlo.token, tensor<8xf32>)
  %1 = sdy.manual_computation(%t) in_shardings=[<@m, []>] out_shardings=[<@m, []>] manual_axes={"a"} (%y: !stablehlo.token) {
    sdy.return %y : !stablehlo.token
  } : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{number of block arguments must match the number of operands: 0 != 1}}
  sdy.named_computation<"n">(%x) () {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{expected the type of the 0'th block argument to match the type of the corresponding operand: 'tensor<4xf32>' vs 'tensor<8xf32>'}}
  %0 = sdy.named_computation<"n">(%x) (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+2 {{'sdy.named_computation' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'sdy.named_computation' op failed to infer returned types}}
  %0 = sdy.named_computation<"n">(%x) (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+2 {{'sdy.named_computation' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error@+1 {{'sdy.named_computation' op failed to infer returned types}}
  %0 = sdy.named_computation<"n">(%x) (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op in_shardings - unknown axis name: "c"}}
  %0 = sdy.named_computation<"n">(%x) in_shardings=[<@m, [{"c"}]>] out_shardings=[<@m, [{}]>] (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op out_shardings shardings don't match number of values: 0 shardings vs 1 values}}
  %0 = sdy.named_computation<"n">(%x) out_shardings=[] (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
