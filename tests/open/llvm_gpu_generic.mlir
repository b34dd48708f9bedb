// Ops of lower levels, in generic form, with blocks.
module attributes {gpu.container_module} {
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<?xf32>) -> ()}> ({
    ^bb0(%arg0: memref<?xf32>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      "cf.br"(%0)[^bb1] : (index) -> ()
    ^bb1(%i: index):
      %1 = memref.load %arg0[%i] : memref<?xf32>
      %2 = "gpu.shuffle"(%1) <{mode = #gpu<shuffle_mode xor>}> : (f32) -> f32
      %c = "llvm.mlir.constant"() <{value = true}> : () -> i1
      "llvm.cond_br"(%c, %i)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, index) -> ()
    ^bb2:
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k"} : () -> ()
  }) : () -> ()
  func.func @g(%m: memref<?xf32>, %i: index, %v: vector<[4]xi32>, %k: vector<[4]xi1>, %p: vector<[4]xf32>) -> vector<[4]xf32> {
    %0 = vector.gather %m[%i] [%v], %k, %p : memref<?xf32>, vector<[4]xi32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
    return %0 : vector<[4]xf32>
  }
}
