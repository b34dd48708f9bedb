// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @atan2(%c: complex<f32>) {
  %atan2 = complex.atan2 %c, %c : complex<f32>
  return
}

// -----

func.func @bitcast(%c: complex<f32>) {
  %bitcast = complex.bitcast %c : complex<f32> to i64
  return
}

// -----

func.func @expm1(%c: complex<f32>) {
  %expm1 = complex.expm1 %c : complex<f32>
  return
}

// -----

func.func @log1p(%c: complex<f32>) {
  %log1p = complex.log1p %c fastmath<fast> : complex<f32>
  return
}

// -----

func.func @rsqrt(%c: complex<f32>) {
  %rsqrt = complex.rsqrt %c : complex<f32>
  return
}

// -----

func.func @sign(%c: complex<f32>) {
  %sign = complex.sign %c : complex<f32>
  return
}

// -----

func.func @angle(%c: complex<f32>) {
  %0 = complex.angle %c : complex<f32>
  return
}

// -----

func.func @conj(%c: complex<f32>) {
  %0 = complex.conj %c : complex<f32>
  return
}
