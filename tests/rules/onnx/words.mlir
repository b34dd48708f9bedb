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

func.func @cast_to_complex(%a: tensor<4xf32>) {
  // expected-error@+2 {{'onnx.Cast' op cannot give elements of 'complex<f32>', expected ranked tensor of integer or float values}}
  // expected-note@+1 {{rule ON-12 of the ONNX operators, Cast}}
  %0 = "onnx.Cast"(%a) {to = complex<f32>} : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @cast_round_mode(%a: tensor<4xf32>) {
  // expected-error@+1 {{'onnx.Cast' op attribute 'round_mode' failed to satisfy constraint: string attribute: up, down or nearest}}
  %0 = "onnx.Cast"(%a) {to = f8E8M0FNU, round_mode = "even"} : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
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

func.func @perm_of_a_text(%a: tensor<4x3xf32>) {
  // expected-error@+1 {{'onnx.Transpose' op attribute 'perm' failed to satisfy constraint: 64-bit integer array attribute}}
  %0 = "onnx.Transpose"(%a) {perm = [1, "0"]} : (tensor<4x3xf32>) -> tensor<3x4xf32>
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

// -----

func.func @gather_index_is_no_tensor(%x: tensor<4xf32>, %i: i64) {
  // expected-error@+1 {{'onnx.Gather' op operand #1 must be ranked tensor of 32-bit signless integer or 64-bit signless integer values, but got 'i64'}}
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4xf32>, i64) -> tensor<f32>
  return
}

// -----

func.func @gather_nd_index_is_no_tensor(%x: tensor<4xf32>, %i: i64) {
  // expected-error@+1 {{'onnx.GatherND' op operand #1 must be ranked tensor of 64-bit signless integer values, but got 'i64'}}
  %0 = "onnx.GatherND"(%x, %i) : (tensor<4xf32>, i64) -> tensor<f32>
  return
}

// -----

func.func @where_condition_is_no_tensor(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{'onnx.Where' op operand #0 must be ranked tensor of 1-bit signless integer values, but got 'i1'}}
  %0 = "onnx.Where"(%c, %x, %y) : (i1, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_of_no_tensor(%x: f32, %y: tensor<4xf32>) {
  // expected-error@+1 {{'onnx.Add' op operand #0 must be ranked tensor of 8-bit to 64-bit integer, f16, bf16, f32 or f64 values, but got 'f32'}}
  %0 = "onnx.Add"(%x, %y) : (f32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @bits_of_no_tensor(%x: i32, %y: tensor<4xi32>) {
  // expected-error@+1 {{'onnx.BitwiseAnd' op operand #0 must be ranked tensor of 8-bit to 64-bit integer values, but got 'i32'}}
  %0 = "onnx.BitwiseAnd"(%x, %y) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @bits_of_floats(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'onnx.BitwiseAnd' op operand #0 must be ranked tensor of 8-bit to 64-bit integer values, but got 'tensor<4xf32>'}}
  %0 = "onnx.BitwiseAnd"(%x, %y) : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @bits_of_few_bits(%x: tensor<4xi4>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'onnx.BitwiseAnd' op operand #0 must be ranked tensor of 8-bit to 64-bit integer values, but got 'tensor<4xi4>'}}
  %0 = "onnx.BitwiseAnd"(%x, %y) : (tensor<4xi4>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @shape_is_no_tensor(%x: tensor<4xf32>, %s: i64) {
  // expected-error@+1 {{'onnx.Reshape' op operand #1 must be 1D tensor of 64-bit signless integer values, but got 'i64'}}
  %0 = "onnx.Reshape"(%x, %s) : (tensor<4xf32>, i64) -> tensor<4xf32>
  return
}

// -----

func.func @shape_is_a_matrix(%x: tensor<4xf32>, %s: tensor<1x1xi64>) {
  // expected-error@+1 {{'onnx.Reshape' op operand #1 must be 1D tensor of 64-bit signless integer values, but got 'tensor<1x1xi64>'}}
  %0 = "onnx.Reshape"(%x, %s) : (tensor<4xf32>, tensor<1x1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @shape_is_floats(%x: tensor<4xf32>, %s: tensor<1xf32>) {
  // expected-error@+1 {{'onnx.Reshape' op operand #1 must be 1D tensor of 64-bit signless integer values, but got 'tensor<1xf32>'}}
  %0 = "onnx.Reshape"(%x, %s) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @shape_is_narrow(%x: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error@+1 {{'onnx.Reshape' op operand #1 must be 1D tensor of 64-bit signless integer values, but got 'tensor<1xi32>'}}
  %0 = "onnx.Reshape"(%x, %s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @starts_are_no_tensor(%x: tensor<4xf32>, %b: i64, %e: tensor<1xi64>, %n: none, %m: none) {
  // expected-error@+1 {{'onnx.Slice' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'i64'}}
  %0 = "onnx.Slice"(%x, %b, %e, %n, %m) : (tensor<4xf32>, i64, tensor<1xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @axes_are_no_tensor(%x: tensor<4xf32>, %b: tensor<1xi64>, %e: tensor<1xi64>, %a: i64, %m: none) {
  // expected-error@+1 {{'onnx.Slice' op operand #3 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values or none type, but got 'i64'}}
  %0 = "onnx.Slice"(%x, %b, %e, %a, %m) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, i64, none) -> tensor<?xf32>
  return
}

// -----

func.func @starts_are_a_matrix(%x: tensor<4xf32>, %b: tensor<1x1xi32>, %e: tensor<1xi64>, %n: none, %m: none) {
  // expected-error@+1 {{'onnx.Slice' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<1x1xi32>'}}
  %0 = "onnx.Slice"(%x, %b, %e, %n, %m) : (tensor<4xf32>, tensor<1x1xi32>, tensor<1xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @axes_are_a_matrix(%x: tensor<4xf32>, %b: tensor<1xi64>, %e: tensor<1xi64>, %a: tensor<1x1xi32>, %m: none) {
  // expected-error@+1 {{'onnx.Slice' op operand #3 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values or none type, but got 'tensor<1x1xi32>'}}
  %0 = "onnx.Slice"(%x, %b, %e, %a, %m) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1x1xi32>, none) -> tensor<?xf32>
  return
}

// -----

func.func @starts_are_narrow(%x: tensor<4xf32>, %b: tensor<1xi16>, %e: tensor<1xi64>, %n: none, %m: none) {
  // expected-error@+1 {{'onnx.Slice' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<1xi16>'}}
  %0 = "onnx.Slice"(%x, %b, %e, %n, %m) : (tensor<4xf32>, tensor<1xi16>, tensor<1xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @axes_are_narrow(%x: tensor<4xf32>, %b: tensor<1xi64>, %e: tensor<1xi64>, %a: tensor<1xi16>, %m: none) {
  // expected-error@+1 {{'onnx.Slice' op operand #3 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values or none type, but got 'tensor<1xi16>'}}
  %0 = "onnx.Slice"(%x, %b, %e, %a, %m) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi16>, none) -> tensor<?xf32>
  return
}

// -----

func.func @pad_value_is_no_tensor(%x: tensor<4xf32>, %p: tensor<2xi64>, %v: f32, %a: none) {
  // expected-error@+1 {{'onnx.Pad' op operand #2 must be ranked tensor of any type values or none type, but got 'f32'}}
  %0 = "onnx.Pad"(%x, %p, %v, %a) : (tensor<4xf32>, tensor<2xi64>, f32, none) -> tensor<?xf32>
  return
}

// -----

func.func @range_from_no_tensor(%b: i64, %e: tensor<i64>, %d: tensor<i64>) {
  // expected-error@+1 {{'onnx.Range' op operand #0 must be 0D tensor of 16-bit, 32-bit or 64-bit signless integer, f16, bf16, f32 or f64 values, but got 'i64'}}
  %0 = "onnx.Range"(%b, %e, %d) : (i64, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @range_from_a_list(%b: tensor<1xi64>, %e: tensor<i64>, %d: tensor<i64>) {
  // expected-error@+1 {{'onnx.Range' op operand #0 must be 0D tensor of 16-bit, 32-bit or 64-bit signless integer, f16, bf16, f32 or f64 values, but got 'tensor<1xi64>'}}
  %0 = "onnx.Range"(%b, %e, %d) : (tensor<1xi64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @range_from_a_narrow_integer(%b: tensor<i8>, %e: tensor<i8>, %d: tensor<i8>) {
  // expected-error@+1 {{'onnx.Range' op operand #0 must be 0D tensor of 16-bit, 32-bit or 64-bit signless integer, f16, bf16, f32 or f64 values, but got 'tensor<i8>'}}
  %0 = "onnx.Range"(%b, %e, %d) : (tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<?xi8>
  return
}

// -----

func.func @range_of_two_types(%b: tensor<i64>, %e: tensor<i32>, %d: tensor<i64>) {
  // expected-error@+2 {{'onnx.Range' op start, limit and delta have different types, expected one}}
  // expected-note@+1 {{rule ON-19 of the ONNX operators, Range}}
  %0 = "onnx.Range"(%b, %e, %d) : (tensor<i64>, tensor<i32>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @perm_negative(%x: tensor<4x3xf32>) {
  // expected-error@+2 {{'onnx.Transpose' op perm[1] is -1, expected each of 0 to 1 once}}
  // expected-note@+1 {{rule ON-14 of the ONNX operators, Transpose}}
  %0 = "onnx.Transpose"(%x) {perm = [0, -1]} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @perm_past_the_rank(%x: tensor<4x3xf32>) {
  // expected-error@+2 {{'onnx.Transpose' op perm[0] is 2, expected each of 0 to 1 once}}
  // expected-note@+1 {{rule ON-14 of the ONNX operators, Transpose}}
  %0 = "onnx.Transpose"(%x) {perm = [2, 0]} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_axis_below(%x: tensor<4x3xf32>) {
  // expected-error@+2 {{'onnx.Concat' op axis is -3, accepted range is [-2, 1]}}
  // expected-note@+1 {{rule ON-1 of the ONNX operators, Concat}}
  %0 = "onnx.Concat"(%x) {axis = -3 : si64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @gather_nd_of_a_scalar(%x: tensor<f32>, %i: tensor<1x1xi64>) {
  // expected-error@+2 {{'onnx.GatherND' op GatherND op: data has rank 0 and indices 2, both must be at least 1}}
  // expected-note@+1 {{rule ON-5 of the ONNX operators, GatherND}}
  %0 = "onnx.GatherND"(%x, %i) : (tensor<f32>, tensor<1x1xi64>) -> tensor<1xf32>
  return
}
