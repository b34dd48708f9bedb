// The folds by maxnumf and minnumf, which pass over a NaN. LLVM 19 names them, and its affine.parallel refuses them.
func.func @nums() {
  %s:2 = affine.parallel (%i) = (1) to (4) reduce ("maxnumf", "minnumf") -> (f64, f64) {
    %n = arith.index_cast %i : index to i16
    %x = arith.sitofp %n : i16 to f64
    affine.yield %x, %x : f64, f64
  }
  %f = tensor.from_elements %s#0, %s#1 : tensor<2xf64>
  check.expect_eq_const %f, dense<[3.0, 1.0]> : tensor<2xf64>
  return
}
