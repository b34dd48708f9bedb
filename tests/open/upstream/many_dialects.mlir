ml_program.global private mutable @counter(dense<4> : tensor<i32>) : tensor<i32>
ml_program.global private mutable @w : tensor<4xf32>
func.func private @ext(tensor<*xf32>) -> memref<*xf32>
func.func private @callee(%x: f32) -> f32 { return %x : f32 }
func.func @f(%t: tensor<?x4xf32>, %m: memref<?x4xf32>, %i: index, %x: f32, %b: i1, %n: i32, %c: complex<f32>, %bytes: memref<64xi8>, %ui: tensor<*xf32>, %sh: tensor<2xindex>) -> tensor<?x4xf32> {
  %0 = tensor.rank %ui : tensor<*xf32>
  %1 = tensor.reshape %t(%sh) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = tensor.pad %t low[0, %i] high[%i, 3] { ^bb0(%p: index, %q: index): tensor.yield %x : f32 } : tensor<?x4xf32> to tensor<?x?xf32>
  %b2 = tensor.pad %t nofold low[0, 0] high[0, 3] { ^bb0(%p: index, %q: index): tensor.yield %x : f32 } : tensor<?x4xf32> to tensor<?x7xf32>
  %d = tensor.empty(%i) : tensor<?x1x4x4xf32>
  %3 = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<?x4xf32> -> tensor<?x1x4x4xf32>
  %4 = tensor.unpack %3 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %t : tensor<?x1x4x4xf32> -> tensor<?x4xf32>
  %5 = memref.view %bytes[%i][%i] : memref<64xi8> to memref<?x4xf32>
  %6 = memref.memory_space_cast %m : memref<?x4xf32> to memref<?x4xf32, 1>
  %7 = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  %8:6 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  memref.assume_alignment %m, 64 : memref<?x4xf32>
  %9 = memref.generic_atomic_rmw %m[%i, %i] : memref<?x4xf32> {
  ^bb0(%cur: f32):
    memref.atomic_yield %cur : f32
  }
  memref.alloca_scope { }
  %10 = bufferization.to_tensor %m restrict writable : memref<?x4xf32>
  %11 = bufferization.to_memref %t : memref<?x4xf32>
  %12 = bufferization.alloc_tensor(%i) : tensor<?x4xf32>
  %13 = bufferization.alloc_tensor() copy(%t) {memory_space = 1 : i64} : tensor<?x4xf32>
  %14 = bufferization.materialize_in_destination %t in %13 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  %15 = bufferization.clone %m : memref<?x4xf32> to memref<?x4xf32>
  %16 = index.add %i, %i
  %17 = index.constant -4
  %18 = index.cmp slt(%i, %16)
  %19 = index.casts %i : index to i32
  %20 = index.bool.constant true
  %21 = index.sizeof
  %22 = shape.shape_of %t : tensor<?x4xf32> -> tensor<2xindex>
  %23 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  %24 = shape.broadcast %22, %22 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %25 = shape.cstr_broadcastable %22, %24 : tensor<2xindex>, tensor<2xindex>
  %26 = shape.assuming %25 -> (tensor<?x4xf32>) { shape.assuming_yield %t : tensor<?x4xf32> }
  %27 = shape.num_elements %22 : tensor<2xindex> -> index
  %28 = ml_program.global_load @counter : tensor<i32>
  ml_program.global_store @counter = %28 : tensor<i32>
  %29 = func.constant @callee : (f32) -> f32
  %30 = func.call_indirect %29(%x) : (f32) -> f32
  %31, %32 = arith.addui_extended %n, %n : i32, i1
  %33, %34 = arith.mulsi_extended %n, %n : i32
  %35 = arith.ceildivui %n, %n : i32
  %36 = math.erf %x : f32
  %37 = math.fma %x, %x, %x fastmath<fast> : f32
  %38 = math.fpowi %x, %n : f32, i32
  %39 = math.trunc %t : tensor<?x4xf32>
  %40 = complex.angle %c : complex<f32>
  %41 = complex.conj %c : complex<f32>
  %42 = arith.addf %x, %x fastmath<fast> : f32
  %43 = arith.addi %n, %n overflow<nsw, nuw> : i32
  %44 = arith.mulf %x, %x fastmath<nnan,ninf> : f32
  %45 = math.exp %x fastmath<reassoc> : f32
  %46 = arith.cmpf olt, %x, %x fastmath<fast> : f32
  return %26 : tensor<?x4xf32>
}
