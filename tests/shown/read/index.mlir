// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @and(%i: index) {
  %index_and = index.and %i, %i
  return
}

// -----

func.func @castu(%i: index) {
  %castu = index.castu %i : index to i32
  return
}

// -----

func.func @ceildivs(%i: index) {
  %index_ceildivs = index.ceildivs %i, %i
  return
}

// -----

func.func @ceildivu(%i: index) {
  %index_ceildivu = index.ceildivu %i, %i
  return
}

// -----

func.func @divs(%i: index) {
  %index_divs = index.divs %i, %i
  return
}

// -----

func.func @divu(%i: index) {
  %index_divu = index.divu %i, %i
  return
}

// -----

func.func @floordivs(%i: index) {
  %index_floordivs = index.floordivs %i, %i
  return
}

// -----

func.func @maxs(%i: index) {
  %index_maxs = index.maxs %i, %i
  return
}

// -----

func.func @maxu(%i: index) {
  %index_maxu = index.maxu %i, %i
  return
}

// -----

func.func @mins(%i: index) {
  %index_mins = index.mins %i, %i
  return
}

// -----

func.func @minu(%i: index) {
  %index_minu = index.minu %i, %i
  return
}

// -----

func.func @mul(%i: index) {
  %index_mul = index.mul %i, %i
  return
}

// -----

func.func @or(%i: index) {
  %index_or = index.or %i, %i
  return
}

// -----

func.func @rems(%i: index) {
  %index_rems = index.rems %i, %i
  return
}

// -----

func.func @remu(%i: index) {
  %index_remu = index.remu %i, %i
  return
}

// -----

func.func @shl(%i: index) {
  %index_shl = index.shl %i, %i
  return
}

// -----

func.func @shrs(%i: index) {
  %index_shrs = index.shrs %i, %i
  return
}

// -----

func.func @shru(%i: index) {
  %index_shru = index.shru %i, %i
  return
}

// -----

func.func @sub(%i: index) {
  %index_sub = index.sub %i, %i
  return
}

// -----

func.func @xor(%i: index) {
  %index_xor = index.xor %i, %i
  return
}

// -----

func.func @add(%a: index, %b: index) {
  %0 = index.add %a, %b
  return
}

// -----

func.func @constant() {
  %0 = index.constant -4
  return
}

// -----

func.func @cmp(%a: index, %b: index) {
  %0 = index.cmp slt(%a, %b)
  return
}

// -----

func.func @casts(%a: index) {
  %0 = index.casts %a : index to i32
  return
}

// -----

func.func @bool_constant() {
  %0 = index.bool.constant true
  return
}

// -----

func.func @sizeof() {
  %0 = index.sizeof
  return
}
