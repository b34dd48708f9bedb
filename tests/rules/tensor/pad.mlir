// tensor.pad: the messages are those of mlir-opt-19, which lets the source's elements and the result's differ, and a list have
// fewer operands than it says.

// expected-error@+1 {{specified type 'tensor<5xf32>' does not match the inferred type 'tensor<4xf32>'}}
func.func @extent(%x: tensor<2xf32>, %v: f32) { %0 = tensor.pad %x low[1] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<5xf32> return }

// -----

// expected-error@+1 {{expected the block to have 1 arguments}}
func.func @arguments(%x: tensor<2xf32>, %v: f32) { %0 = tensor.pad %x low[1] high[1] { ^bb0(%i: index, %j: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<4xf32> return }

// -----

// expected-error@+1 {{'tensor.pad' op expected block argument 1 to be an index}}
func.func @argument_type(%x: tensor<2xf32>, %v: f32) { %0 = tensor.pad %x low[1] high[1] { ^bb0(%i: i32): tensor.yield %v : f32 } : tensor<2xf32> to tensor<4xf32> return }

// -----

// expected-error@+1 {{'tensor.pad' op expected yield type to match shape element type}}
func.func @yields(%x: tensor<2xf32>, %v: i32) { %0 = tensor.pad %x low[1] high[1] { ^bb0(%i: index): tensor.yield %v : i32 } : tensor<2xf32> to tensor<4xf32> return }

// -----

// expected-error@+1 {{failed to infer expectedType from sourceType 'tensor<2xf32>', specified resultType is 'tensor<4xf32>'}}
func.func @lists(%x: tensor<2xf32>, %v: f32) { %0 = tensor.pad %x low[1, 0] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<4xf32> return }

// -----

// expected-error@+1 {{specified type 'tensor<4x1xf32>' does not match the inferred type 'tensor<4xf32>'}}
func.func @rank(%x: tensor<2xf32>, %v: f32) { %0 = tensor.pad %x low[1] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<4x1xf32> return }

// -----

func.func @open_source(%x: tensor<?xf32>, %v: f32) { %0 = tensor.pad %x low[1] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<?xf32> to tensor<4xf32> return }

// -----

func.func @negative(%x: tensor<2xf32>, %v: f32) { %0 = tensor.pad %x low[-1] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<2xf32> return }

// -----

// expected-error@+1 {{'tensor.pad' op expected the elements of the source, 'f32', but got 'i32'}}
func.func @elements(%x: tensor<2xf32>, %v: f32) { %0 = tensor.pad %x low[1] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<4xi32> return }

// -----

func.func @open_low(%x: tensor<2xf32>, %v: f32, %n: index) { %0 = tensor.pad %x low[%n] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<?xf32> return }

// -----

func.func @open_low_closed_result(%x: tensor<2xf32>, %v: f32, %n: index) { %0 = tensor.pad %x low[%n] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<2xf32> to tensor<7xf32> return }

// -----

// expected-error@+1 {{expected 1 dynamic low values}}
func.func @operands(%x: tensor<2xf32>, %v: f32, %n: index) { %0 = "tensor.pad"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: -9223372036854775808>, static_high = array<i64: 1>}> ({ ^bb0(%i: index): tensor.yield %v : f32 }) : (tensor<2xf32>) -> tensor<?xf32> return }
