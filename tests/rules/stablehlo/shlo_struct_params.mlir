// Attributes whose parameters MLIR reads by name: each once, none unknown, none missing.

func.func @good() {
  "stablehlo.optimization_barrier"() {a = #stablehlo.channel_handle<type = 1, handle = 5>} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected ','}}
  "stablehlo.optimization_barrier"() {a = #stablehlo.channel_handle<handle = 5>} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{duplicate or unknown struct parameter name: handle}}
  "stablehlo.optimization_barrier"() {a = #stablehlo.channel_handle<handle = 5, handle = 5>} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{duplicate or unknown struct parameter name: channel}}
  "stablehlo.optimization_barrier"() {a = #stablehlo.channel_handle<channel = 5>} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+2 {{expected valid keyword}}
  // expected-error@+1 {{expected a parameter name in struct}}
  "stablehlo.optimization_barrier"() {a = #stablehlo.channel_handle<5>} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected 'operand_index'}}
  "stablehlo.optimization_barrier"() {a = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_tuple_indices = []>} : () -> ()
  return
}
