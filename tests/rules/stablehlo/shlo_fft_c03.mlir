// fft C3: one to three dimensions.

func.func @bad(%x: tensor<3x9xcomplex<f32>>) {
  // expected-error@+3 {{rank must be between 1 and 3, but got 0.}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = FFT, length = [] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @bad(%x: tensor<1x1x3x9xcomplex<f32>>) {
  // expected-error@+3 {{rank must be between 1 and 3, but got 4.}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = FFT, length = [1, 1, 3, 9] : (tensor<1x1x3x9xcomplex<f32>>) -> tensor<1x1x3x9xcomplex<f32>>
  return
}
