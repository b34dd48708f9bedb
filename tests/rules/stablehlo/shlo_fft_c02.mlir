// fft C2: complex numbers in and out, and real ones on the side that says so.

func.func @bad(%x: tensor<3x9xf32>) {
  // expected-error@+3 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<3x9xf32>'.}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = FFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @bad(%x: tensor<3x9xf32>) {
  // expected-error@+3 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<3x9xf32>'.}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @bad(%x: tensor<3x9xcomplex<f32>>) {
  // expected-error@+3 {{RFFT requires f32 or f64 input type, but is given 'complex<f32>'.}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = RFFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @bad(%x: tensor<3x9xf16>) {
  // expected-error@+3 {{RFFT requires f32 or f64 input type, but is given 'f16'.}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = RFFT, length = [9] : (tensor<3x9xf16>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @bad(%x: tensor<3x9xcomplex<f32>>) {
  // expected-error@+3 {{'stablehlo.fft' op inferred type(s) 'tensor<3x9xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<3x9xf32>'}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = FFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xf32>
  return
}

// -----

func.func @bad(%x: tensor<3x9xf64>) {
  // expected-error@+3 {{'stablehlo.fft' op inferred type(s) 'tensor<3x5xcomplex<f64>>' are incompatible with return type(s) of operation 'tensor<3x5xcomplex<f32>>'}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = RFFT, length = [9] : (tensor<3x9xf64>) -> tensor<3x5xcomplex<f32>>
  return
}
