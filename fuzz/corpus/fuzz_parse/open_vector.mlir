func.func @f(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %t: tensor<?x?xf32>, %c: i1) -> tensor<?x?xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %p, %mask {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  vector.transfer_write %v, %m[%i, %i], %mask {permutation_map = affine_map<(d0,d1)->(d0)>} : vector<4xf32>, memref<?x?xf32>
  %3 = vector.gather %m[%i, %i] [%iv], %mask, %v : memref<?x?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%iv], %mask, %v : memref<?x?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %4 = vector.extract %v[0] : f32 from vector<4xf32>
  %5 = vector.extract %v[%i] : f32 from vector<4xf32>
  %6 = vector.insert %p, %v[2] : f32 into vector<4xf32>
  %7 = vector.shuffle %v, %v [0, 1] : vector<4xf32>, vector<4xf32>
  %8 = vector.multi_reduction <add>, %v, %p [0] : vector<4xf32> to f32
  %9 = vector.reduction <add>, %v, %p : vector<4xf32> into f32
  %10 = vector.outerproduct %v, %v {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  %11 = vector.constant_mask [2] : vector<4xi1>
  %12 = vector.mask %mask { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %13 = vector.transpose %10, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %14 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %15 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %p : vector<4xf32>, vector<4xf32> into f32
  vector.print %v : vector<4xf32>
  vector.print str "abc"
  %17 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %18, %19 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %20 = vector.from_elements %p, %p : vector<2xf32>
  %21 = vector.step : vector<4xindex>
  %22 = vector.extractelement %v[%i : index] : vector<4xf32>
  %23 = vector.insertelement %p, %v[%i : index] : vector<4xf32>
  %24 = vector.create_mask %i : vector<4xi1>
  %25 = vector.load %m[%i, %i] {nontemporal = true} : memref<?x?xf32>, vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %26 = vector.expandload %m[%i, %i], %mask, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %27 = vector.vscale
  %28 = vector.splat %p : vector<4xf32>
  %29 = vector.insert_strided_slice %14, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
  %30 = vector.flat_transpose %v { rows = 2: i32, columns = 2: i32 } : vector<4xf32> -> vector<4xf32>
  %31 = vector.matrix_multiply %v, %v { lhs_rows = 2: i32, lhs_columns = 2: i32 , rhs_columns = 2: i32 } : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return %2 : tensor<?x?xf32>
}
