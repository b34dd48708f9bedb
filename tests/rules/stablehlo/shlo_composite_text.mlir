// composite: regions between parentheses, which run nowhere.

func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @good(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.op" %a ({
  ^bb0(%x: tensor<f32>):
    %1 = stablehlo.add %x, %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %a : tensor<f32>
  }) {decomposition = @g, composite_attributes = {n = 1 : i64}, version = 2 : i32} : (tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.composite"(%0) <{name = "my.op", decomposition = @g}> ({
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+1 {{attribute 'composite_attributes' failed to satisfy constraint: dictionary of named attribute values}}
  stablehlo.composite "my.op" {decomposition = @g, composite_attributes = 1 : i64} : () -> ()
  return
}
