// What !quant.uniform may be: the verifiers of MLIR's quant dialect (QuantTypes.cpp). Scales are numbers of the expressed type, and
// their range is that type's, from its least positive number to its greatest.
func.func private @fine(!quant.uniform<i8:f16, 65504.0>, !quant.uniform<u8:f16, 6.0e-08:128>, !quant.uniform<i8<-5:10>:f32:1, {0.5:3, 0.25:-5}>)
// -----
// expected-error@+1 {{scale out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f(!quant.uniform<i8:f16, 1.0e+10>)
// -----
// expected-error@+1 {{scale out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f(!quant.uniform<i8:f16, 1.0e-20>)
// -----
// expected-error@+1 {{scale out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f(!quant.uniform<i8:f32:1, {0.5:1, 1.0e+40:-2}>)
// -----
// expected-error@+1 {{scale out of expressed type range}}
func.func private @f(!quant.uniform<i8:bf16, 1.0e+39:3>)
// -----
// expected-error@+1 {{scale out of expressed type range [1.953125e-03, 4.480000e+02]}}
func.func private @f(!quant.uniform<i8:f8E4M3FN, 500.0>)
// -----
// expected-error@+1 {{scale out of expressed type range [1.525879e-05, 5.734400e+04]}}
func.func private @f(!quant.uniform<i8:f8E5M2, 60000.0>)
// -----
// expected-error@+1 {{illegal scale: -5.000000e-01}}
func.func private @f(!quant.uniform<i8:f32, -0.5>)
// -----
// expected-error@+1 {{illegal scale: 0.000000e+00}}
func.func private @f(!quant.uniform<i8:f32:0, {1.0, 0.0}>)
// -----
// expected-error@+1 {{illegal storage min and storage max: (5:3)}}
func.func private @f(!quant.uniform<i8<5:3>:f32, 2.0>)
// -----
// expected-error@+1 {{illegal storage type minimum: -200}}
func.func private @f(!quant.uniform<i8<-200:3>:f32, 2.0>)
// -----
// expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:-1, {2.0}>)
// -----
// Sub-channel: extents of blocks along axes, and a step for each block. (UniformQuantizedSubChannelType of LLVM 21.)
func.func private @fine(!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {1.0:-4, 0.5}}>, !quant.uniform<u8<1:9>:f16:{}, {{0.5}}>, !quant.uniform<i4:bf16:{3:16}, {1.0, 2.0}>)
// -----
// expected-error@+1 {{illegal block size: 0}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:0}, {{2.0, 3.0}}>)
// -----
// expected-error@+1 {{illegal block size: -2}}
func.func private @f(!quant.uniform<i8:f32:{0:-2}, {2.0, 3.0}>)
// -----
// expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:{-1:2}, {2.0, 3.0}>)
// -----
// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {1.0}}>)
// -----
// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {2.0, {1.0}}>)
// -----
// expected-error@+1 {{scale out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f(!quant.uniform<i8:f16:{0:1, 1:2}, {{2.0, 3.0}, {1.0, 70000.0}}>)
// -----
// expected-error@+1 {{illegal scale: 0.000000e+00}}
func.func private @f(!quant.uniform<i8:f32:{0:1}, {0.0}>)
// -----
// expected-error@+1 {{expected floating point literal}}
func.func private @f(!quant.uniform<i8:f32:{0:1}, {}>)
// -----
// expected-error@+1 {{illegal storage type maximum: 300}}
func.func private @f(!quant.uniform<i8<-5:300>:f32:{0:1}, {1.0}>)
// -----
// expected-error@+1 {{expected '{'}}
func.func private @f(!quant.uniform<i8:f32:{0:1}, 1.0>)
// -----
// expected-error@+1 {{expected ':'}}
func.func private @f(!quant.uniform<i8:f32:{0}, {1.0}>)
// -----
// StableHLO's ops take a step for the tensor or for each slice.
func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got}}
  %q = stablehlo.uniform_quantize %x : (tensor<4x2xf32>) -> tensor<4x2x!quant.uniform<i8:f32:{0:2, 1:1}, {{1.0, 2.0}, {3.0, 4.0}}>>
  return
}
