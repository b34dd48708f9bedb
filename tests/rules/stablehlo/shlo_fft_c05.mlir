// fft C5: of a real line half is kept.

func.func @bad(%x: tensor<3x9xcomplex<f32>>) {
  // expected-error@+3 {{IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 9 but fft_length is 9.}}
  // expected-note@+2 {{rule C5 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xf32>
  return
}

// -----

func.func @bad(%x: tensor<0xcomplex<f32>>) {
  // expected-error@+3 {{IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 0 but fft_length is 1.}}
  // expected-note@+2 {{rule C5 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [1] : (tensor<0xcomplex<f32>>) -> tensor<1xf32>
  return
}

// -----

func.func @bad(%x: tensor<3x9xf32>) {
  // expected-error@+3 {{'stablehlo.fft' op inferred type(s) 'tensor<3x5xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<3x9xcomplex<f32>>'}}
  // expected-note@+2 {{rule C5 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @good(%x: tensor<?x9xf32>, %y: tensor<3x?xcomplex<f64>>, %z: tensor<2x0xf32>) {
  %0 = stablehlo.fft %x, type = RFFT, length = [9] : (tensor<?x9xf32>) -> tensor<?x5xcomplex<f32>>
  %1 = stablehlo.fft %x, type = RFFT, length = [4, 9] : (tensor<?x9xf32>) -> tensor<4x5xcomplex<f32>>
  %2 = stablehlo.fft %y, type = IRFFT, length = [3, 16] : (tensor<3x?xcomplex<f64>>) -> tensor<3x16xf64>
  %3 = stablehlo.fft %y, type = IFFT, length = [7] : (tensor<3x?xcomplex<f64>>) -> tensor<3x?xcomplex<f64>>
  %4 = stablehlo.fft %z, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  return
}
