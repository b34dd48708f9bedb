// Rows gathered in parallel into a shared result.
#map = affine_map<(d0) -> (d0 * 4)>
func.func @rows(%t: tensor<64x16xf32>, %i: tensor<8xindex>, %out: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %r = scf.forall (%p) in (8) shared_outs(%o = %out) -> (tensor<8x16xf32>) {
    %row = tensor.extract %i[%p] : tensor<8xindex>
    %at = affine.apply affine_map<(d0) -> (d0 mod 64)>(%row)
    %s = tensor.extract_slice %t[%at, 0] [1, 16] [1, 1] : tensor<64x16xf32> to tensor<1x16xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%p, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<8x16xf32>
    }
  }
  return %r : tensor<8x16xf32>
}
func.func @choose(%i: index, %x: i32) -> i32 {
  %u = scf.index_switch %i -> i32
  case 2 {
    scf.yield %x : i32
  }
  case 5 {
    %c = arith.constant 7 : i32
    scf.yield %c : i32
  }
  default {
    scf.yield %x : i32
  }
  return %u : i32
}
