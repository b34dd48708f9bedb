// bitcast_convert C1: of different widths, the narrower one has one dimension more.

func.func @bad(%a: tensor<2x4xi8>, %b: tensor<2xi32>, %c: tensor<i8>, %d: tensor<2xcomplex<f32>>, %e: tensor<2x3xi8>) {
  // expected-error@+2 {{rank of smaller element type (2) should be 1 more than rank of larger element type (2), but 2 != 2 + 1.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, bitcast_convert}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2x4xi8>) -> tensor<2x4xi32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x4xi8>, %b: tensor<2xi32>, %c: tensor<i8>, %d: tensor<2xcomplex<f32>>, %e: tensor<2x3xi8>) {
  // expected-error@+2 {{rank of smaller element type (0) should be 1 more than rank of larger element type (0), but 0 != 0 + 1.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, bitcast_convert}}
  %0 = stablehlo.bitcast_convert %c : (tensor<i8>) -> tensor<i32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x4xi8>, %b: tensor<2xi32>, %c: tensor<i8>, %d: tensor<2xcomplex<f32>>, %e: tensor<2x3xi8>) {
  // expected-error@+2 {{requires compatible bit widths. Got: 'tensor<2x3xi8>' and 'tensor<2xi32>', but 8 * 3 != 32.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, bitcast_convert}}
  %0 = stablehlo.bitcast_convert %e : (tensor<2x3xi8>) -> tensor<2xi32>
  func.return
}

// -----

func.func @bad_4(%a: tensor<2x4xi8>, %b: tensor<2xi32>, %c: tensor<i8>, %d: tensor<2xcomplex<f32>>, %e: tensor<2x3xi8>) {
  // expected-error@+2 {{operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<2xi32>' and 'tensor<3xf32>'.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, bitcast_convert}}
  %0 = stablehlo.bitcast_convert %b : (tensor<2xi32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @f(%x: tensor<3x4xi8>) {
  // expected-error@+1 {{operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<3x4xi8>' and 'tensor<2xi32>'.}}
  %0 = stablehlo.bitcast_convert %x : (tensor<3x4xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<2x3xi8>) {
  // expected-error@+1 {{requires compatible bit widths. Got: 'tensor<2x3xi8>' and 'tensor<2xi32>', but 8 * 3 != 32.}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2x3xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<2x?xi8>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<2x?xi8>) -> tensor<2xi32>
  return
}

// -----

// Of both, the widths are looked at first.
func.func @pieces_and_shape(%x: tensor<3x3xi8>) {
  // expected-error@+2 {{requires compatible bit widths. Got: 'tensor<3x3xi8>' and 'tensor<2xi32>', but 8 * 3 != 32.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, bitcast_convert}}
  %0 = stablehlo.bitcast_convert %x : (tensor<3x3xi8>) -> tensor<2xi32>
  return
}
