// Functions and arithmetic that are read and not run.
func.func @functions(%x: f32, %n: i32, %c: complex<f32>, %v: vector<4xf32>, %i: index) {
  %acos = math.acos %x : f32
  %acosh = math.acosh %x : f32
  %asin = math.asin %x : f32
  %asinh = math.asinh %x : f32
  %atan = math.atan %x : f32
  %atanh = math.atanh %x : f32
  %cosh = math.cosh %x : f32
  %erf = math.erf %x : f32
  %exp2 = math.exp2 %x : f32
  %log10 = math.log10 %x : f32
  %log2 = math.log2 %x : f32
  %sinh = math.sinh %x : f32
  %trunc = math.trunc %x : f32
  %cttz = math.cttz %n : i32
  %ipowi = math.ipowi %n, %n : i32
  %copysign = math.copysign %x, %x fastmath<nnan> : f32
  %expm1 = complex.expm1 %c : complex<f32>
  %log1p = complex.log1p %c fastmath<fast> : complex<f32>
  %rsqrt = complex.rsqrt %c : complex<f32>
  %sign = complex.sign %c : complex<f32>
  %atan2 = complex.atan2 %c, %c : complex<f32>
  %bitcast = complex.bitcast %c : complex<f32> to i64
  %low, %high = arith.mului_extended %n, %n : i32
  %index_sub = index.sub %i, %i
  %index_mul = index.mul %i, %i
  %index_divs = index.divs %i, %i
  %index_divu = index.divu %i, %i
  %index_ceildivs = index.ceildivs %i, %i
  %index_ceildivu = index.ceildivu %i, %i
  %index_floordivs = index.floordivs %i, %i
  %index_rems = index.rems %i, %i
  %index_remu = index.remu %i, %i
  %index_maxs = index.maxs %i, %i
  %index_maxu = index.maxu %i, %i
  %index_mins = index.mins %i, %i
  %index_minu = index.minu %i, %i
  %index_shl = index.shl %i, %i
  %index_shrs = index.shrs %i, %i
  %index_shru = index.shru %i, %i
  %index_and = index.and %i, %i
  %index_or = index.or %i, %i
  %index_xor = index.xor %i, %i
  %castu = index.castu %i : index to i32
  return
}
