// sdy: ops of one value that say how it may be sharded.

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = "sdy.propagation_barrier"(%x) <{allowed_direction = 1 : i32}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = sdy.propagation_barrier %x allowed_direction="NONE" : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
  %0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.propagation_barrier' op requires the same type for all operands and results}}
  %0 = "sdy.propagation_barrier"(%x) <{allowed_direction = 3 : i32}> : (tensor<8x4xf32>) -> tensor<8x3xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.propagation_barrier' op attribute 'allowed_direction' failed to satisfy constraint: propagation direction enum}}
  %0 = "sdy.propagation_barrier"(%x) <{allowed_direction = 4 : i32}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]}}
  %0 = sdy.propagation_barrier %x allowed_direction=UP : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{invalid allowed_direction attribute specification: "UP"}}
  %0 = sdy.propagation_barrier %x allowed_direction="UP" : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'sdy.propagation_barrier' invalid kind of type specified: expected builtin.tensor, but found 'i32'}}
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : i32
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  %2 = sdy.named_computation<"n">(%x) (%y: tensor<8x4xf32>) {
    sdy.return %y : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = sdy.data_flow_edge %2 : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-note@+1 {{sdy op defining the input of the sdy.data_flow_edge}}
  %c = sdy.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).}}
  %0 = sdy.data_flow_edge %c : tensor<2xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<?xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op expected sdy.data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'}}
  %0 = sdy.data_flow_edge %x : tensor<?xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user}}
  %0 = sdy.data_flow_edge %x : tensor<8x4xf32>
  %1 = stablehlo.negate %x : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op unknown mesh: @n}}
  %0 = sdy.data_flow_edge %x sharding=<@n, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

func.func private @g(tensor<8x4xf32>) -> tensor<8x4xf32>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = sdy.func_data_flow_edge %x : tensor<8x4xf32>
  %1 = call @g(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = sdy.func_data_flow_edge %1 : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<?xf32>) {
  // expected-error@+1 {{'sdy.func_data_flow_edge' op expected sdy.func_data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'}}
  %0 = sdy.func_data_flow_edge %x : tensor<?xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to have a single user}}
  %0 = sdy.func_data_flow_edge %x : tensor<8x4xf32>
  %1 = stablehlo.negate %x : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  // expected-error@+1 {{'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a result of call op.}}
  %1 = sdy.func_data_flow_edge %0 : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = sdy.named_computation<"n">(%x) (%y: tensor<8x4xf32>) {
    // expected-error@+1 {{'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a block argument of a func op.}}
    %1 = sdy.func_data_flow_edge %y : tensor<8x4xf32>
    sdy.return %1 : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'sdy.reshard' op requires the same type for all operands and results}}
  %0 = "sdy.reshard"(%x) {sharding = #sdy.sharding<@m, [{}]>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<*xf32>) {
  // expected-error@+1 {{custom op 'sdy.sharding_group' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  sdy.sharding_group %x group_id=1 : tensor<*xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_group' op attribute 'group_id' failed to satisfy constraint: 64-bit signless integer attribute}}
  "sdy.sharding_group"(%x) <{group_id = 1 : i32}> : (tensor<8x4xf32>) -> ()
  return
}

// -----

// Barriers of one another: what is behind them is looked for to no end.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %0 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{"a"}]> : tensor<8xf32>
  return
}
