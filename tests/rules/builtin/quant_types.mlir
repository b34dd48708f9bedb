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
