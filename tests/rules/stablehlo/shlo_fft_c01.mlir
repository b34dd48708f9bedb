// fft C1: no more dimensions than the operand has.

func.func @bad(%x: tensor<9xcomplex<f32>>) {
  // expected-error@+3 {{operand rank must not be less than fft rank of 2 for operand of type 'tensor<9xcomplex<f32>>'.}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, fft}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = stablehlo.fft %x, type = FFT, length = [3, 9] : (tensor<9xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  return
}
