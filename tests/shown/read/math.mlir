// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @copysign(%x: f32) {
  %copysign = math.copysign %x, %x fastmath<nnan> : f32
  return
}

// -----

func.func @cttz(%n: i32) {
  %cttz = math.cttz %n : i32
  return
}

// -----

func.func @exp2(%x: f32) {
  %exp2 = math.exp2 %x : f32
  return
}

// -----

func.func @ipowi(%n: i32) {
  %ipowi = math.ipowi %n, %n : i32
  return
}

// -----

func.func @log10(%x: f32) {
  %log10 = math.log10 %x : f32
  return
}

// -----

func.func @log2(%x: f32) {
  %log2 = math.log2 %x : f32
  return
}

// -----

func.func @trunc(%x: f32) {
  %trunc = math.trunc %x : f32
  return
}

// -----

func.func @fma(%x: f32) {
  %0 = math.fma %x, %x, %x : f32
  return
}

// -----

func.func @fpowi(%x: f32, %n: i32) {
  %0 = math.fpowi %x, %n : f32, i32
  return
}
