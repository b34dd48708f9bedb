// convolution as text: its dimension numbers and windows.

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Unexpected dimension c, expecting f}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, c]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Unexpected dimension b, expecting f}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, b]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Unexpected dimension x, expecting b, f}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [x, 0, f]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Unexpected keyword f2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f2]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Unexpected dimension -2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, -2, f]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Duplicate entries for spatial dimension 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f, 0]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Expected spatial dimensions 0 not specified}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 1, f]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Expected dimensions f not specified}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Expected dimensions i, o not specified}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, 1]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Unexpected keyword strides}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {strides = [1]} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Unexpected keyword stride}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], stride = [1]} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+1 {{Expected array with 2 elements, got 3 elements instead}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 2, 3]]} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @two_missing(%a: tensor<1x4x4x1xf32>, %b: tensor<2x2x1x2xf32>) {
  // expected-error@+1 {{Expected spatial dimensions 1, 2 not specified}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 3, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<2x2x1x2xf32>) -> tensor<1x3x3x2xf32>
  func.return
}
