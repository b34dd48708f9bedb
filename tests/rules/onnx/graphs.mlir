// Rules of remainders, bits, graphs, convolution, and of results as long as the data say: ON-32 to ON-40.

func.func @on_32(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+2 {{'onnx.Mod' op fmod is 2, expected 0 or 1}}
  // expected-note@+1 {{rule ON-32}}
  %r = "onnx.Mod"(%x, %x) {fmod = 2 : si64} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @on_33(%x: tensor<2xui8>) -> tensor<2xui8> {
  // expected-error@+2 {{'onnx.BitShift' op direction is "UP", expected "LEFT" or "RIGHT"}}
  // expected-note@+1 {{rule ON-33}}
  %r = "onnx.BitShift"(%x, %x) {direction = "UP"} : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  return %r : tensor<2xui8>
}

// -----

func.func @on_34_to(%x: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error@+2 {{'onnx.BitCast' op the result has elements of 'i32', expected 'f32', as attribute 'to' says}}
  // expected-note@+1 {{rule ON-34}}
  %r = "onnx.BitCast"(%x) {to = f32} : (tensor<2xf32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @on_34_width(%x: tensor<2xf32>) -> tensor<2xi64> {
  // expected-error@+2 {{'onnx.BitCast' op 'i64' has not as many bits as 'f32'}}
  // expected-note@+1 {{rule ON-34}}
  %r = "onnx.BitCast"(%x) {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @on_35_end(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'onnx.If' op graph else_branch has not one block that ends in 'onnx.Yield'}}
  // expected-note@+1 {{rule ON-35}}
  %r = "onnx.If"(%c) ({
    "onnx.Yield"(%x) : (tensor<2xf32>) -> ()
  }, {
    return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @on_35_takes(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'onnx.If' op its graphs take 1 values, expected none}}
  // expected-note@+1 {{rule ON-35}}
  %r = "onnx.If"(%c) ({
  ^bb0(%a: tensor<2xf32>):
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @on_36_if(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'onnx.If' op graph else_branch gives 2 values, expected 1}}
  // expected-note@+1 {{rule ON-36}}
  %r = "onnx.If"(%c) ({
    "onnx.Yield"(%x) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @on_36_loop(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'onnx.Loop' op the body takes 2 values, expected 3}}
  // expected-note@+1 {{rule ON-36}}
  %r = "onnx.Loop"(%n, %c, %x) ({
  ^bb0(%k: tensor<i64>, %go: tensor<i1>):
    "onnx.Yield"(%go, %x) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @on_36_loop_gives(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'onnx.Loop' op the body gives 1 values, expected 2}}
  // expected-note@+1 {{rule ON-36}}
  %r = "onnx.Loop"(%n, %c, %x) ({
  ^bb0(%k: tensor<i64>, %go: tensor<i1>, %v: tensor<2xf32>):
    "onnx.Yield"(%v) : (tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @on_36_loop_carries(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+2 {{'onnx.Loop' op has 3 operands and 0 results, expected a number, a condition, and a result for each other operand}}
  // expected-note@+1 {{rule ON-36}}
  "onnx.Loop"(%n, %c, %x) ({
  ^bb0(%k: tensor<i64>, %go: tensor<i1>, %v: tensor<2xf32>):
    "onnx.Yield"(%go) : (tensor<i1>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @on_36_scan(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+2 {{'onnx.Scan' op has 0 results, expected 1 or more: what it carries}}
  // expected-note@+1 {{rule ON-36}}
  "onnx.Scan"(%s, %x) ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    "onnx.Yield"() : () -> ()
  }) {num_scan_inputs = 1 : si64} : (tensor<3xf32>, tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @on_37_inputs(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{'onnx.Scan' op num_scan_inputs is 2, expected 1 to 1}}
  // expected-note@+1 {{rule ON-37}}
  %r = "onnx.Scan"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) {num_scan_inputs = 2 : si64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @on_37_axes(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{'onnx.Scan' op scan_input_axes[0] is 2, accepted range is [-2, 1]}}
  // expected-note@+1 {{rule ON-37}}
  %r = "onnx.Scan"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) {num_scan_inputs = 1 : si64, scan_input_axes = [2]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @on_37_list(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{'onnx.Scan' op scan_output_axes has 2 entries, expected 1}}
  // expected-note@+1 {{rule ON-37}}
  %r = "onnx.Scan"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) {num_scan_inputs = 1 : si64, scan_output_axes = [0, 1]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @on_38_rank(%x: tensor<1x3xf32>, %w: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op X has 2 dimensions and W 2, expected as many, 3 or more}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) : (tensor<1x3xf32>, tensor<1x3xf32>, none) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// -----

func.func @on_38_group(%x: tensor<1x3x5xf32>, %w: tensor<2x2x3xf32>) -> tensor<1x2x3xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op X has 3 channels in 1 groups, and W is of 2 each}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) : (tensor<1x3x5xf32>, tensor<2x2x3xf32>, none) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @on_38_pads(%x: tensor<1x2x5xf32>, %w: tensor<2x2x3xf32>) -> tensor<1x2x3xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op pads has 1 entries, expected 2}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) {pads = [1]} : (tensor<1x2x5xf32>, tensor<2x2x3xf32>, none) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @on_38_strides(%x: tensor<1x2x5xf32>, %w: tensor<2x2x3xf32>) -> tensor<1x2x3xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op strides[0] is 0, expected 1 to 2147483647}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) {strides = [0]} : (tensor<1x2x5xf32>, tensor<2x2x3xf32>, none) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @on_38_kernel(%x: tensor<1x2x5xf32>, %w: tensor<2x2x3xf32>) -> tensor<1x2x3xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op kernel_shape[0] is 2, and W has 3}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) {kernel_shape = [2]} : (tensor<1x2x5xf32>, tensor<2x2x3xf32>, none) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @on_38_bias(%x: tensor<1x2x5xf32>, %w: tensor<2x2x3xf32>, %b: tensor<3xf32>) -> tensor<1x2x3xf32> {
  // expected-error@+2 {{'onnx.Conv' op B is not a list of one number for each feature map}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %b) : (tensor<1x2x5xf32>, tensor<2x2x3xf32>, tensor<3xf32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @on_38_groups(%x: tensor<1x2x5xf32>, %w: tensor<3x1x3xf32>) -> tensor<1x3x3xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op W has 3 feature maps, which 2 groups do not divide}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) {group = 2 : si64} : (tensor<1x2x5xf32>, tensor<3x1x3xf32>, none) -> tensor<1x3x3xf32>
  return %r : tensor<1x3x3xf32>
}

// -----

func.func @on_38_no_group(%x: tensor<1x2x5xf32>, %w: tensor<2x2x3xf32>) -> tensor<1x2x3xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op group is 0, expected 1 or more}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) {group = 0 : si64} : (tensor<1x2x5xf32>, tensor<2x2x3xf32>, none) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @on_38_no_kernel(%x: tensor<1x2x5xf32>, %w: tensor<2x2x0xf32>) -> tensor<1x2x3xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Conv' op the kernel has 0 elements along spatial dimension 0, expected 1 to 2147483647}}
  // expected-note@+1 {{rule ON-38}}
  %r = "onnx.Conv"(%x, %w, %n) : (tensor<1x2x5xf32>, tensor<2x2x0xf32>, none) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @on_39_axis(%x: tensor<2x3xf32>, %c: tensor<2xi1>) -> tensor<2x?xf32> {
  // expected-error@+2 {{'onnx.Compress' op axis is 2, accepted range is [-2, 1]}}
  // expected-note@+1 {{rule ON-39}}
  %r = "onnx.Compress"(%x, %c) {axis = 2 : si64} : (tensor<2x3xf32>, tensor<2xi1>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// -----

func.func @on_39_condition(%x: tensor<2x3xf32>, %c: tensor<2x1xi1>) -> tensor<?xf32> {
  // expected-error@+2 {{'onnx.Compress' op condition has 2 dimensions, expected 1}}
  // expected-note@+1 {{rule ON-39}}
  %r = "onnx.Compress"(%x, %c) : (tensor<2x3xf32>, tensor<2x1xi1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @on_40_axis(%x: tensor<2x3xf32>) -> tensor<?x3xf32> {
  // expected-error@+2 {{'onnx.Unique' op axis is -3, accepted range is [-2, 1]}}
  // expected-note@+1 {{rule ON-40}}
  %r = "onnx.Unique"(%x) {axis = -3 : si64} : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// -----

func.func @on_40_sorted(%x: tensor<2x3xf32>) -> tensor<?xf32> {
  // expected-error@+2 {{'onnx.Unique' op sorted is 2, expected 0 or 1}}
  // expected-note@+1 {{rule ON-40}}
  %r = "onnx.Unique"(%x) {sorted = 2 : si64} : (tensor<2x3xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @on_40_results(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'onnx.Unique' op has 0 results, expected 1 to 4}}
  // expected-note@+1 {{rule ON-40}}
  "onnx.Unique"(%x) : (tensor<2x3xf32>) -> ()
  return
}
