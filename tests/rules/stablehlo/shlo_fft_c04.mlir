// fft C4: the real tensor's last dimensions are those asked for.

func.func @bad(%x: tensor<3x9xf32>) {
  // expected-error@+3 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9 but wanted 8.}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @bad(%x: tensor<3x9xf32>) {
  // expected-error@+3 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9 but wanted 4, 9.}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = RFFT, length = [4, 9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @bad(%x: tensor<3x9xcomplex<f32>>) {
  // expected-error@+3 {{IRFFT requires non-final dimensions to be compatible with fft_length. Got: 3, 9 but wanted 4, 16, and 3 != 4.}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [4, 16] : (tensor<3x9xcomplex<f32>>) -> tensor<4x16xf32>
  return
}
