// bitcast_convert C2: complex numbers stay complex.

func.func @bad(%a: tensor<2x4xi8>, %b: tensor<2xi32>, %c: tensor<i8>, %d: tensor<2xcomplex<f32>>, %e: tensor<2x3xi8>) {
  // expected-error@+2 {{cannot convert between real and complex types, but got: 'tensor<2xcomplex<f32>>' and 'tensor<2xf64>'.}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, bitcast_convert}}
  %0 = stablehlo.bitcast_convert %d : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}
