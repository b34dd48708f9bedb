// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @bitcast(%v: vector<4xf32>) {
  %4 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  return
}

// -----

func.func @broadcast(%f: f32) {
  %2 = vector.broadcast %f : f32 to vector<2x4xf32>
  return
}

// -----

func.func @compressstore(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  vector.compressstore %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @constant_mask() {
  %11 = vector.constant_mask [2] : vector<4xi1>
  return
}

// -----

func.func @contract(%p: f32, %v: vector<4xf32>) {
  %15 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %p : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @create_mask(%i: index) {
  %24 = vector.create_mask %i : vector<4xi1>
  return
}

// -----

func.func @deinterleave(%v: vector<4xf32>) {
  %18, %19 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  return
}

// -----

func.func @expandload(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>) {
  %26 = vector.expandload %m[%i, %i], %mask, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @extract(%v: vector<4xf32>) {
  %4 = vector.extract %v[0] : f32 from vector<4xf32>
  return
}

// -----

func.func @extract_strided_slice(%v: vector<4xf32>) {
  %14 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @extractelement(%i: index, %v: vector<4xf32>) {
  %22 = vector.extractelement %v[%i : index] : vector<4xf32>
  return
}

// -----

func.func @flat_transpose(%v: vector<4xf32>) {
  %30 = vector.flat_transpose %v { rows = 2: i32, columns = 2: i32 } : vector<4xf32> -> vector<4xf32>
  return
}

// -----

func.func @fma(%v: vector<4xf32>) {
  %5 = vector.fma %v, %v, %v : vector<4xf32>
  return
}

// -----

func.func @from_elements(%p: f32) {
  %20 = vector.from_elements %p, %p : vector<2xf32>
  return
}

// -----

func.func @gather(%m: memref<?xf32>, %i: index, %v: vector<[4]xi32>, %k: vector<[4]xi1>, %p: vector<[4]xf32>) {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<?xf32>, vector<[4]xi32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  return
}

// -----

func.func @insert(%p: f32, %v: vector<4xf32>) {
  %6 = vector.insert %p, %v[2] : f32 into vector<4xf32>
  return
}

// -----

func.func @insert_strided_slice(%v: vector<4xf32>) {
  %14 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %29 = vector.insert_strided_slice %14, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
  return
}

// -----

func.func @insertelement(%i: index, %p: f32, %v: vector<4xf32>) {
  %23 = vector.insertelement %p, %v[%i : index] : vector<4xf32>
  return
}

// -----

func.func @interleave(%v: vector<4xf32>) {
  %17 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  return
}

// -----

func.func @load(%m: memref<?x?xf32>, %i: index) {
  %25 = vector.load %m[%i, %i] {nontemporal = true} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @mask(%v: vector<4xf32>, %mask: vector<4xi1>) {
  %12 = vector.mask %mask { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @maskedload(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @maskedstore(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>) {
  vector.maskedstore %m[%i, %i], %mask, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @matrix_multiply(%v: vector<4xf32>) {
  %31 = vector.matrix_multiply %v, %v { lhs_rows = 2: i32, lhs_columns = 2: i32 , rhs_columns = 2: i32 } : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @multi_reduction(%p: f32, %v: vector<4xf32>) {
  %8 = vector.multi_reduction <add>, %v, %p [0] : vector<4xf32> to f32
  return
}

// -----

func.func @outerproduct(%v: vector<4xf32>) {
  %10 = vector.outerproduct %v, %v {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @print() {
  vector.print str "abc"
  return
}

// -----

func.func @reduction(%p: f32, %v: vector<4xf32>) {
  %9 = vector.reduction <add>, %v, %p : vector<4xf32> into f32
  return
}

// -----

func.func @scalable_extract(%v: vector<4xf32>, %s: vector<[4]xf32>) {
  %6 = vector.scalable.insert %v, %s[0] : vector<4xf32> into vector<[4]xf32>
  %7 = vector.scalable.extract %6[0] : vector<4xf32> from vector<[4]xf32>
  return
}

// -----

func.func @scalable_insert(%v: vector<4xf32>, %s: vector<[4]xf32>) {
  %6 = vector.scalable.insert %v, %s[0] : vector<4xf32> into vector<[4]xf32>
  return
}

// -----

func.func @scan(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  %8:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  return
}

// -----

func.func @scatter(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>) {
  vector.scatter %m[%i, %i] [%iv], %mask, %v : memref<?x?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @shape_cast(%w: vector<2x4xf32>) {
  %3 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  return
}

// -----

func.func @shuffle(%v: vector<4xf32>) {
  %7 = vector.shuffle %v, %v [0, 1] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @splat(%p: f32) {
  %28 = vector.splat %p : vector<4xf32>
  return
}

// -----

func.func @step() {
  %21 = vector.step : vector<4xindex>
  return
}

// -----

func.func @store(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i] : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_read(%m: memref<?x?xf32>, %i: index, %p: f32) {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_write(%i: index, %v: vector<4xf32>, %t: tensor<?x?xf32>) {
  %2 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return
}

// -----

func.func @transpose(%v: vector<4xf32>) {
  %10 = vector.outerproduct %v, %v {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  %13 = vector.transpose %10, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return
}

// -----

func.func @type_cast(%b: memref<4xf32>) {
  %1 = vector.type_cast %b : memref<4xf32> to memref<vector<4xf32>>
  return
}

// -----

func.func @vscale() {
  %27 = vector.vscale
  return
}

// -----

func.func @yield(%m: vector<4xi1>, %x: vector<4xf32>) {
  %0 = vector.mask %m {
    %1 = arith.addf %x, %x : vector<4xf32>
    vector.yield %1 : vector<4xf32>
  } : vector<4xi1> -> vector<4xf32>
  return
}
