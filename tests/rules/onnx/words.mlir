// The rules of the ops around a gather: ON-10 to ON-20.

func.func @good(%x: tensor<?x3xf32>, %s: tensor<2xi64>, %n: tensor<?xi64>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Add"(%x, %v) : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  %1 = "onnx.Reshape"(%0, %s) : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = "onnx.Expand"(%1, %s) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %3 = "onnx.Slice"(%2, %n, %n, %n, %none) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, none) -> tensor<?x?xf32>
  %4 = "onnx.Pad"(%3, %n, %v, %none) : (tensor<?x?xf32>, tensor<?xi64>, tensor<f32>, none) -> tensor<?x?xf32>
  %5 = "onnx.Unsqueeze"(%4, %n) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>
  %6 = "onnx.Squeeze"(%5, %none) : (tensor<?x?x?xf32>, none) -> tensor<?x?xf32>
  return %6 : tensor<?x?xf32>
}

// -----

func.func @broadcast(%a: tensor<4x3xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'onnx.Add' op shapes [4, 3] and [4] do not broadcast: from the last dimension on, two sizes are equal or one of them is 1}}
  // expected-note@+1 {{rule ON-10 of the ONNX operators, Add}}
  %0 = "onnx.Add"(%a, %b) : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @broadcast_result(%a: tensor<4x1xf32>, %b: tensor<3xf32>) {
  // expected-error@+2 {{'onnx.Sub' op failed to infer returned types}}
  // expected-error@+1 {{'onnx.Sub' op inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = "onnx.Sub"(%a, %b) : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @one_type(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error@+2 {{'onnx.Mul' op operand #1 has elements of 'i64', expected 'i32', as operand #0 has}}
  // expected-note@+1 {{rule ON-11 of the ONNX operators, Mul}}
  %0 = "onnx.Mul"(%a, %b) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @one_type_of_values(%c: tensor<4xi1>, %a: tensor<4xi32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'onnx.Where' op operand #2 has elements of 'f32', expected 'i32', as operand #1 has}}
  // expected-note@+1 {{rule ON-11 of the ONNX operators, Where}}
  %0 = "onnx.Where"(%c, %a, %b) : (tensor<4xi1>, tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @true_or_false(%a: tensor<4xi32>) {
  // expected-error@+2 {{'onnx.Less' op failed to infer returned types}}
  // expected-error@+1 {{'onnx.Less' op inferred type(s) 'tensor<4xi1>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  %0 = "onnx.Less"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @no_numbers(%a: tensor<4xi1>) {
  // expected-error@+1 {{'onnx.Add' op operand #0 must be ranked tensor of 8-bit to 64-bit integer, f16, bf16, f32 or f64 values, but got 'tensor<4xi1>'}}
  %0 = "onnx.Add"(%a, %a) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @none_at_all() {
  // expected-error@+1 {{'onnx.Max' op expected 1 or more operands, but found 0}}
  %0 = "onnx.Max"() : () -> tensor<4xi32>
  return
}

// -----

func.func @cast(%a: tensor<4xi32>) {
  // expected-error@+2 {{'onnx.Cast' op the result has elements of 'i32', expected 'i64', as attribute 'to' says}}
  // expected-note@+1 {{rule ON-12 of the ONNX operators, Cast}}
  %0 = "onnx.Cast"(%a) {to = i64} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @cast_to_few_bits(%a: tensor<4xf32>) {
  // expected-error@+2 {{'onnx.Cast' op cannot give elements of 'f8E5M2', expected ranked tensor of 1-bit or 8-bit to 64-bit integer, f16, bf16, f32 or f64 values}}
  // expected-note@+1 {{rule ON-12 of the ONNX operators, Cast}}
  %0 = "onnx.Cast"(%a) {to = f8E5M2} : (tensor<4xf32>) -> tensor<4xf8E5M2>
  return
}

// -----

func.func @reshape(%a: tensor<4x3xf32>) {
  %s = onnx.Constant dense<[5, -1]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Reshape' op data of shape [4, 3] has 12 elements, which shape [5, -1] cannot hold}}
  // expected-note@+1 {{rule ON-13 of the ONNX operators, Reshape}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<5x2xf32>
  return
}

// -----

func.func @reshape_twice(%a: tensor<4x3xf32>) {
  %s = onnx.Constant dense<-1> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Reshape' op shape has -1 at 0 and at 1, expected it once at most}}
  // expected-note@+1 {{rule ON-13 of the ONNX operators, Reshape}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @reshape_zero(%a: tensor<4xf32>) {
  %s = onnx.Constant dense<[4, 0]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Reshape' op shape[1] is 0, which keeps data's extent, and data has rank 1}}
  // expected-note@+1 {{rule ON-13 of the ONNX operators, Reshape}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<4xf32>, tensor<2xi64>) -> tensor<4x1xf32>
  return
}

// -----

func.func @reshape_result(%a: tensor<4x3xf32>) {
  %s = onnx.Constant dense<[3, -1]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Reshape' op failed to infer returned types}}
  // expected-error@+1 {{'onnx.Reshape' op inferred type(s) 'tensor<3x4xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @perm(%a: tensor<4x3xf32>) {
  // expected-error@+2 {{'onnx.Transpose' op perm[1] is 0, expected each of 0 to 1 once}}
  // expected-note@+1 {{rule ON-14 of the ONNX operators, Transpose}}
  %0 = "onnx.Transpose"(%a) {perm = [0, 0]} : (tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @perm_size(%a: tensor<4x3xf32>) {
  // expected-error@+2 {{'onnx.Transpose' op perm has 1 entries, expected 2, as many as data has dimensions}}
  // expected-note@+1 {{rule ON-14 of the ONNX operators, Transpose}}
  %0 = "onnx.Transpose"(%a) {perm = [0]} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @expand(%a: tensor<4x3xf32>) {
  %s = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Expand' op shapes [4, 3] and [2, 3] do not broadcast}}
  // expected-note@+1 {{rule ON-10 of the ONNX operators, Expand}}
  %0 = "onnx.Expand"(%a, %s) : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @expand_negative(%a: tensor<4x3xf32>) {
  %s = onnx.Constant dense<[-1, 3]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Expand' op shape[0] is -1, expected a size, which is not negative}}
  // expected-note@+1 {{rule ON-10 of the ONNX operators, Expand}}
  %0 = "onnx.Expand"(%a, %s) : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @squeeze(%a: tensor<4x1xf32>) {
  %s = onnx.Constant dense<0> : tensor<1xi64>
  // expected-error@+2 {{'onnx.Squeeze' op dimension 0 has 4 elements, expected 1 to squeeze it}}
  // expected-note@+1 {{rule ON-15 of the ONNX operators, Squeeze}}
  %0 = "onnx.Squeeze"(%a, %s) : (tensor<4x1xf32>, tensor<1xi64>) -> tensor<1xf32>
  return
}

// -----

func.func @unsqueeze(%a: tensor<4xf32>) {
  %s = onnx.Constant dense<[0, -4]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Unsqueeze' op axes[1] is -4, accepted range is [-3, 2]}}
  // expected-note@+1 {{rule ON-15 of the ONNX operators, Unsqueeze}}
  %0 = "onnx.Unsqueeze"(%a, %s) : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x4x1xf32>
  return
}

// -----

func.func @unsqueeze_twice(%a: tensor<4xf32>) {
  %s = onnx.Constant dense<[0, -3]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Unsqueeze' op axes name dimension 0 twice, expected each once}}
  // expected-note@+1 {{rule ON-15 of the ONNX operators, Unsqueeze}}
  %0 = "onnx.Unsqueeze"(%a, %s) : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x4x1xf32>
  return
}

// -----

func.func @slice_counts(%a: tensor<4x3xf32>, %one: tensor<1xi64>, %two: tensor<2xi64>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Slice' op ends has 2 entries, expected 1, as many as starts}}
  // expected-note@+1 {{rule ON-16 of the ONNX operators, Slice}}
  %0 = "onnx.Slice"(%a, %one, %two, %none, %none) : (tensor<4x3xf32>, tensor<1xi64>, tensor<2xi64>, none, none) -> tensor<?x3xf32>
  return
}

// -----

func.func @slice_step(%a: tensor<4x3xf32>, %one: tensor<1xi64>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  // expected-error@+2 {{'onnx.Slice' op steps[0] is 0, expected any other number}}
  // expected-note@+1 {{rule ON-16 of the ONNX operators, Slice}}
  %0 = "onnx.Slice"(%a, %one, %one, %none, %zero) : (tensor<4x3xf32>, tensor<1xi64>, tensor<1xi64>, none, tensor<1xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @slice_result(%a: tensor<4x3xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %many = onnx.Constant dense<9> : tensor<1xi64>
  // expected-error@+2 {{'onnx.Slice' op failed to infer returned types}}
  // expected-error@+1 {{'onnx.Slice' op inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  %0 = "onnx.Slice"(%a, %zero, %many, %none, %none) : (tensor<4x3xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<3x3xf32>
  return
}

// -----

func.func @concat(%a: tensor<4x3xf32>, %b: tensor<2x5xf32>) {
  // expected-error@+2 {{'onnx.Concat' op operand #1 has 5 elements along dimension 1, expected 3, as the others have}}
  // expected-note@+1 {{rule ON-17 of the ONNX operators, Concat}}
  %0 = "onnx.Concat"(%a, %b) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<2x5xf32>) -> tensor<6x3xf32>
  return
}

// -----

func.func @concat_axis(%a: tensor<4x3xf32>) {
  // expected-error@+2 {{'onnx.Concat' op axis is 2, accepted range is [-2, 1]}}
  // expected-note@+1 {{rule ON-1 of the ONNX operators, Concat}}
  %0 = "onnx.Concat"(%a, %a) {axis = 2 : si64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @concat_ranks(%a: tensor<4x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+2 {{'onnx.Concat' op operand #1 is 'tensor<3xf32>', expected the elements and rank of 'tensor<4x3xf32>'}}
  // expected-note@+1 {{rule ON-17 of the ONNX operators, Concat}}
  %0 = "onnx.Concat"(%a, %b) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @pad_count(%a: tensor<4x3xf32>, %p: tensor<3xi64>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Pad' op pads has 3 entries, expected 4, two per axis}}
  // expected-note@+1 {{rule ON-18 of the ONNX operators, Pad}}
  %0 = "onnx.Pad"(%a, %p, %none, %none) : (tensor<4x3xf32>, tensor<3xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_away(%a: tensor<4x3xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %p = onnx.Constant dense<[0, -2, 0, -2]> : tensor<4xi64>
  // expected-error@+2 {{'onnx.Pad' op pads -2 and -2 leave dimension 1, which has 3 elements, with less than none}}
  // expected-note@+1 {{rule ON-18 of the ONNX operators, Pad}}
  %0 = "onnx.Pad"(%a, %p, %none, %none) : (tensor<4x3xf32>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_mode(%a: tensor<4xf32>, %p: tensor<2xi64>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Pad' op mode is "reflect", only "constant" is known here}}
  // expected-note@+1 {{rule ON-18 of the ONNX operators, Pad}}
  %0 = "onnx.Pad"(%a, %p, %none, %none) {mode = "reflect"} : (tensor<4xf32>, tensor<2xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @range(%a: tensor<i64>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  // expected-error@+2 {{'onnx.Range' op delta is 0, expected any other number}}
  // expected-note@+1 {{rule ON-19 of the ONNX operators, Range}}
  %0 = "onnx.Range"(%a, %a, %zero) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @long_list(%a: tensor<4xf32>, %p: tensor<65xi64>) {
  // expected-error@+2 {{'onnx.Reshape' op operand #1 lists 65 numbers, expected at most 64}}
  // expected-note@+1 {{rule ON-20 of the ONNX operators, Reshape}}
  %0 = "onnx.Reshape"(%a, %p) : (tensor<4xf32>, tensor<65xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @long_shape(%a: tensor<4xf32>, %p: tensor<33xi64>) {
  // expected-error@+2 {{'onnx.Reshape' op asks for 33 dimensions, the largest rank is 32}}
  // expected-note@+1 {{rule ON-13 of the ONNX operators, Reshape}}
  %0 = "onnx.Reshape"(%a, %p) : (tensor<4xf32>, tensor<33xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @returned(%a: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error@+1 {{'onnx.Return' op operand #0 is 'tensor<4xf32>', the function returns 'tensor<5xf32>'}}
  onnx.Return %a : tensor<4xf32>
}

// -----

func.func @returned_too_much(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'onnx.Return' op has 2 operands, but the function returns 1}}
  onnx.Return %a, %a : tensor<4xf32>, tensor<4xf32>
}
