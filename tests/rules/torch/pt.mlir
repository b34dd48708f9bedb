// The rules of torch's operators, PT-1 to PT-16.

func.func @dim(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2,3],si64>, %f: !torch.bool) {
  %d = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  // expected-error@+2 {{'torch.aten.gather' op Dimension out of range (expected to be in range of [-2, 1], but got 2)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, gather}}
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[2,3],si64>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @ranks(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2],si64>, %f: !torch.bool) {
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // expected-error@+2 {{'torch.aten.gather' op Index tensor must have the same number of dimensions as input tensor}}
  // expected-note@+1 {{rule PT-2 of the PyTorch operators, gather}}
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @longer(%x: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[4,1],si64>, %f: !torch.bool) {
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  // expected-error@+2 {{'torch.aten.gather' op Size does not match at dimension 0 expected index [4, 1] to be smaller than self [3, 4] apart from dimension 1}}
  // expected-note@+1 {{rule PT-3 of the PyTorch operators, gather}}
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[4,1],si64>, !torch.bool -> !torch.vtensor<[4,1],f32>
  return
}

// -----

func.func @vector(%x: !torch.vtensor<[3,4],f32>, %i: !torch.vtensor<[4,1],si64>, %d: !torch.int) {
  // expected-error@+2 {{'torch.aten.index_select' op index_select(): Index is supposed to be a vector}}
  // expected-note@+1 {{rule PT-4 of the PyTorch operators, index_select}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[4,1],si64> -> !torch.vtensor<[4,4],f32>
  return
}

// -----

func.func @src(%x: !torch.vtensor<[3],f32>, %i: !torch.vtensor<[4],si64>, %s: !torch.vtensor<[3],f32>, %d: !torch.int) {
  // expected-error@+2 {{'torch.aten.scatter_add' op Expected index [4] to be smaller than self [3] apart from dimension ? and to be smaller size than src [3]}}
  // expected-note@+1 {{rule PT-3 of the PyTorch operators, scatter_add}}
  %0 = torch.aten.scatter_add %x, %d, %i, %s : !torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.vtensor<[3],f32> -> !torch.vtensor<[3],f32>
  return
}

// -----

func.func @unknown(%x: !torch.vtensor, %i: !torch.vtensor<[4],si64>, %d: !torch.int) {
  // expected-error@+1 {{'torch.aten.index_select' op operand #0 must be !torch.vtensor of known rank and dtype, but got '!torch.vtensor'}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor, !torch.int, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],f32>
  return
}

// -----

func.func @select_from_scalar(%x: !torch.vtensor<[],f32>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int -1
  // expected-error@+2 {{'torch.aten.index_select' op index_select(): Index to scalar can have only 1 value, got 2 value(s)}}
  // expected-note@+1 {{rule PT-4 of the PyTorch operators, index_select}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor<[],f32>, !torch.int, !torch.vtensor<[2],si64> -> !torch.vtensor<[],f32>
  return
}

// -----

// A tensor of rank 0 counts as [1]; an empty index is looked at no further.
func.func @rank_0_and_empty(%x: !torch.vtensor<[],f32>, %m: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[4],si64>,
                            %e: !torch.vtensor<[0],si64>) {
  %d = torch.constant.int 0
  %f = torch.constant.bool false
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.bool -> !torch.vtensor<[4],f32>
  %1 = torch.aten.gather %m, %d, %e, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[0],si64>, !torch.bool -> !torch.vtensor<[0],f32>
  return
}

// -----

func.func @scatter_dim(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int -2
  %v = torch.constant.float 1.0
  // expected-error@+2 {{'torch.aten.scatter.value' op Dimension out of range (expected to be in range of [-1, 0], but got -2)}}
  // expected-note@+1 {{rule PT-1 of the PyTorch operators, scatter.value}}
  %0 = torch.aten.scatter.value %x, %d, %i, %v : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.float -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @reduce(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>) {
  %d = torch.constant.int 0
  %t = torch.constant.bool true
  %r = torch.constant.str "median"
  // expected-error@+1 {{'torch.aten.scatter_reduce.two' op reduce argument must be either sum, prod, mean, amax or amin, got median}}
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %x, %r, %t : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @along(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[4,1],si64>) {
  %d = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.take_along_dim' op The size of tensor a (2) must match the size of tensor b (4) at non-singleton dimension 0}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, take_along_dim}}
  %0 = torch.aten.take_along_dim %x, %i, %d : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4,1],si64>, !torch.int -> !torch.vtensor<[4,1],f32>
  return
}

// -----

func.func @source(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[4],si64>, %s: !torch.vtensor<[3,3],f32>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.index_copy' op index_copy_(): Number of indices (4) should be equal to source.size(dim) (3)}}
  // expected-note@+1 {{rule PT-13 of the PyTorch operators, index_copy}}
  %0 = torch.aten.index_copy %x, %d, %i, %s : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.vtensor<[3,3],f32> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @source_dtype(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %s: !torch.vtensor<[2],f64>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.index_add' op index_add_(): self (Float) and source (Double) must have the same scalar type}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, index_add}}
  %0 = torch.aten.index_add %x, %d, %i, %s, %d : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f64>, !torch.int -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @too_many(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>) {
  %l = torch.prim.ListConstruct %i, %i : (!torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.index.Tensor_hacked_twin' op too many indices for tensor of dimension 1 (got 2)}}
  // expected-note@+1 {{rule PT-10 of the PyTorch operators, index.Tensor_hacked_twin}}
  %0 = torch.aten.index.Tensor_hacked_twin %x, %l : !torch.vtensor<[2],f32>, !torch.list<vtensor> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @apart(%x: !torch.vtensor<[2,2],f32>, %i: !torch.vtensor<[2],si64>, %j: !torch.vtensor<[3],si64>) {
  %l = torch.prim.ListConstruct %i, %j : (!torch.vtensor<[2],si64>, !torch.vtensor<[3],si64>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.index.Tensor_hacked_twin' op shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]}}
  // expected-note@+1 {{rule PT-10 of the PyTorch operators, index.Tensor_hacked_twin}}
  %0 = torch.aten.index.Tensor_hacked_twin %x, %l : !torch.vtensor<[2,2],f32>, !torch.list<vtensor> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @mask(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],i1>, %v: !torch.vtensor<[],f32>) {
  %f = torch.constant.bool false
  %l = torch.prim.ListConstruct %i : (!torch.vtensor<[2],i1>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.index_put.hacked_twin' op indices hold a mask (Bool), index_put.hacked_twin takes i64 or i32}}
  // expected-note@+1 {{rule PT-10 of the PyTorch operators, index_put.hacked_twin}}
  %0 = torch.aten.index_put.hacked_twin %x, %l, %v, %f : !torch.vtensor<[2],f32>, !torch.list<vtensor>, !torch.vtensor<[],f32>, !torch.bool -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @values(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[4],si64>, %v: !torch.vtensor<[4,2],f32>) {
  %f = torch.constant.bool false
  %l = torch.prim.ListConstruct %i : (!torch.vtensor<[4],si64>) -> !torch.list<vtensor>
  // expected-error@+2 {{'torch.aten.index_put.hacked_twin' op shape mismatch: value tensor of shape [4, 2] cannot be broadcast to indexing result of shape [4, 3]}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, index_put.hacked_twin}}
  %0 = torch.aten.index_put.hacked_twin %x, %l, %v, %f : !torch.vtensor<[2,3],f32>, !torch.list<vtensor>, !torch.vtensor<[4,2],f32>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @list(%x: !torch.vtensor<[2,3],f32>, %n: !torch.list<int>) {
  // expected-error@+2 {{'torch.aten.view' op operand #1 must be the result of torch.prim.ListConstruct}}
  // expected-note@+1 {{rule PT-12 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %n : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[6],f32>
  return
}

// -----

func.func @view(%x: !torch.vtensor<[2,3],f32>) {
  %i = torch.constant.int 4
  %n = torch.prim.ListConstruct %i : (!torch.int) -> !torch.list<int>
  // expected-error@+2 {{'torch.aten.view' op shape '[4]' is invalid for input of size 6}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, view}}
  %0 = torch.aten.view %x, %n : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[4],f32>
  return
}

// -----

func.func @promotion(%x: !torch.vtensor<[2],f32>, %y: !torch.vtensor<[2],f64>) {
  // expected-error@+2 {{'torch.aten.mul.Tensor' op operands must have one dtype; torch.aten.to.dtype makes one the other's}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, mul.Tensor}}
  %0 = torch.aten.mul.Tensor %x, %y : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f64> -> !torch.vtensor<[2],f64>
  return
}

// -----

func.func @result(%x: !torch.vtensor<[2,1],f32>, %y: !torch.vtensor<[3],f32>) {
  // expected-error@+2 {{'torch.aten.lt.Tensor' op result is a tensor like 'tensor<2x3xi1>', but its type is '!torch.vtensor<[2,3],f32>'}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, lt.Tensor}}
  %0 = torch.aten.lt.Tensor %x, %y : !torch.vtensor<[2,1],f32>, !torch.vtensor<[3],f32> -> !torch.vtensor<[2,3],f32>
  return
}

// -----

func.func @literal() {
  // expected-error@+1 {{'torch.vtensor.literal' op value of type 'tensor<2xsi32>' is not what the result's type '!torch.vtensor<[2],si64>' stands for}}
  %0 = torch.vtensor.literal(dense<1> : tensor<2xsi32>) : !torch.vtensor<[2],si64>
  return
}

// -----

func.func @list_of(%x: !torch.vtensor<[2],f32>) {
  // expected-error@+1 {{'torch.prim.ListConstruct' op operand #0 of a list must be !torch.int, but got '!torch.vtensor<[2],f32>'}}
  %0 = torch.prim.ListConstruct %x : (!torch.vtensor<[2],f32>) -> !torch.list<int>
  return
}

// -----

// The ranks are known where dim is not.
func.func @ranks_of_any_dim(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[?],si64>, %d: !torch.int, %f: !torch.bool) {
  // expected-error@+2 {{'torch.aten.gather' op Index tensor must have the same number of dimensions as input tensor}}
  // expected-note@+1 {{rule PT-2 of the PyTorch operators, gather}}
  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[?],si64>, !torch.bool -> !torch.vtensor<[?],f32>
  return
}

// -----

func.func @result_of_any_dim(%x: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[4],si64>, %d: !torch.int) {
  // expected-error@+2 {{'torch.aten.index_select' op result is a tensor like 'tensor<?x?xf32>', but its type is '!torch.vtensor<[4],f32>'}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, index_select}}
  %0 = torch.aten.index_select %x, %d, %i : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],f32>
  return
}

// -----

func.func @copied_dtype(%x: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],si64>, %s: !torch.vtensor<[2],f64>) {
  %d = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.index_copy' op index_copy_(): self and source expected to have the same dtype, but got (self) Float and (source) Double}}
  // expected-note@+1 {{rule PT-11 of the PyTorch operators, index_copy}}
  %0 = torch.aten.index_copy %x, %d, %i, %s : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f64> -> !torch.vtensor<[2],f32>
  return
}

// -----

func.func @added_rank(%x: !torch.vtensor<[3,3],f32>, %i: !torch.vtensor<[3,3],si64>) {
  %d = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.index_add' op index_add_(): Index is supposed to be a vector, but got dim: 2 with type: Long and size: [3, 3]}}
  // expected-note@+1 {{rule PT-4 of the PyTorch operators, index_add}}
  %0 = torch.aten.index_add %x, %d, %i, %x, %d : !torch.vtensor<[3,3],f32>, !torch.int, !torch.vtensor<[3,3],si64>, !torch.vtensor<[3,3],f32>, !torch.int -> !torch.vtensor<[3,3],f32>
  return
}

// -----

func.func @reduce_source(%x: !torch.vtensor<[3,2],f32>, %i: !torch.vtensor<[2],si64>, %s: !torch.vtensor<[2,3],f32>, %t: !torch.bool) {
  %d = torch.constant.int 0
  %r = torch.constant.str "prod"
  // expected-error@+2 {{'torch.aten.index_reduce' op source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = [3, 2] source.shape = [2, 3]}}
  // expected-note@+1 {{rule PT-13 of the PyTorch operators, index_reduce}}
  %0 = torch.aten.index_reduce %x, %d, %i, %s, %r, %t : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2,3],f32>, !torch.str, !torch.bool -> !torch.vtensor<[3,2],f32>
  return
}

// -----

func.func @reduce_sum(%x: !torch.vtensor<[3,2],f32>, %i: !torch.vtensor<[3],si64>, %t: !torch.bool) {
  %d = torch.constant.int 0
  %r = torch.constant.str "sum"
  // expected-error@+1 {{'torch.aten.index_reduce' op index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got sum.}}
  %0 = torch.aten.index_reduce %x, %d, %i, %x, %r, %t : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[3,2],f32>
  return
}

// -----

func.func @mask_of_bytes(%x: !torch.vtensor<[3,2],f32>, %m: !torch.vtensor<[3,2],ui8>) {
  // expected-error@+2 {{'torch.aten.masked_select' op masked_select: expected BoolTensor for mask}}
  // expected-note@+1 {{rule PT-14 of the PyTorch operators, masked_select}}
  %0 = torch.aten.masked_select %x, %m : !torch.vtensor<[3,2],f32>, !torch.vtensor<[3,2],ui8> -> !torch.vtensor<[?],f32>
  return
}

// -----

func.func @mask_of_another_shape(%x: !torch.vtensor<[3,2],f32>, %m: !torch.vtensor<[3,3],i1>, %s: !torch.vtensor<[9],f32>) {
  // expected-error@+2 {{'torch.aten.masked_scatter' op The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1}}
  // expected-note@+1 {{rule PT-14 of the PyTorch operators, masked_scatter}}
  %0 = torch.aten.masked_scatter %x, %m, %s : !torch.vtensor<[3,2],f32>, !torch.vtensor<[3,3],i1>, !torch.vtensor<[9],f32> -> !torch.vtensor<[3,3],f32>
  return
}

// -----

func.func @count_of_floats(%x: !torch.vtensor<[3],f32>) {
  %none = torch.constant.none
  %n = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.bincount' op "bincount_cpu" not implemented for 'Float'}}
  // expected-note@+1 {{rule PT-15 of the PyTorch operators, bincount}}
  %0 = torch.aten.bincount %x, %none, %n : !torch.vtensor<[3],f32>, !torch.none, !torch.int -> !torch.vtensor<[?],si64>
  return
}

// -----

func.func @count_of_weights(%x: !torch.vtensor<[3],si64>, %w: !torch.vtensor<[3],f32>) {
  %n = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.bincount' op result is a tensor like 'tensor<?xf32>', but its type is '!torch.vtensor<[?],f64>'}}
  // expected-note@+1 {{rule PT-7 of the PyTorch operators, bincount}}
  %0 = torch.aten.bincount %x, %w, %n : !torch.vtensor<[3],si64>, !torch.vtensor<[3],f32>, !torch.int -> !torch.vtensor<[?],f64>
  return
}

// -----

func.func @no_bins(%x: !torch.vtensor<[3],f32>) {
  %n = torch.constant.int 0
  // expected-error@+2 {{'torch.aten.histc' op torch.histogram(): bins must be > 0, but got 0 for dimension 0}}
  // expected-note@+1 {{rule PT-16 of the PyTorch operators, histc}}
  %0 = torch.aten.histc %x, %n, %n, %n : !torch.vtensor<[3],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[0],f32>
  return
}

// -----

func.func @weights_of_a_mean(%w: !torch.vtensor<[4,2],f32>, %i: !torch.vtensor<[5],si64>, %o: !torch.vtensor<[3],si64>, %s: !torch.vtensor<[5],f32>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %mean = torch.constant.int 1
  // expected-error@+2 {{'torch.aten.embedding_bag.padding_idx' op embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum'}}
  // expected-note@+1 {{rule PT-17 of the PyTorch operators, embedding_bag.padding_idx}}
  %0:4 = torch.aten.embedding_bag.padding_idx %w, %i, %o, %f, %mean, %f, %s, %f, %none : !torch.vtensor<[4,2],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.vtensor<[5],f32>, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
  return
}

// -----

func.func @rows_of_integers(%w: !torch.vtensor<[4,2],si32>, %i: !torch.vtensor<[5],si64>, %o: !torch.vtensor<[3],si64>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %sum = torch.constant.int 0
  %no = torch.constant.int -1
  // expected-error@+2 {{'torch.aten._embedding_bag' op Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, Float, Double; but got Int instead (while checking arguments for embedding_bag)}}
  // expected-note@+1 {{rule PT-17 of the PyTorch operators, _embedding_bag}}
  %0:4 = torch.aten._embedding_bag %w, %i, %o, %f, %sum, %f, %none, %f, %no : !torch.vtensor<[4,2],si32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.int -> !torch.vtensor<[3,2],si32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
  return
}

// -----

func.func @segments_of_nothing(%x: !torch.vtensor<[4,2],f32>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.segment_reduce' op segment_reduce(): Either lengths or offsets must be defined.}}
  // expected-note@+1 {{rule PT-19 of the PyTorch operators, segment_reduce}}
  %0 = torch.aten.segment_reduce %x, %reduce, %none, %none, %none, %axis, %f, %none : !torch.vtensor<[4,2],f32>, !torch.str, !torch.none, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  return
}

// -----

func.func @segments_by_indices(%x: !torch.vtensor<[4,2],f32>, %l: !torch.vtensor<[3],si64>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.segment_reduce' op segment_reduce(): indices based reduction is not supported yet.}}
  // expected-note@+1 {{rule PT-19 of the PyTorch operators, segment_reduce}}
  %0 = torch.aten.segment_reduce %x, %reduce, %none, %l, %none, %axis, %f, %none : !torch.vtensor<[4,2],f32>, !torch.str, !torch.none, !torch.vtensor<[3],si64>, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  return
}

// -----

func.func @segments_along_another_axis(%x: !torch.vtensor<[4,2],f32>, %l: !torch.vtensor<[3],si64>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 1
  %reduce = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.segment_reduce' op segment_reduce(): Expected axis to be the last dimension of lengths but got 1.}}
  // expected-note@+1 {{rule PT-19 of the PyTorch operators, segment_reduce}}
  %0 = torch.aten.segment_reduce %x, %reduce, %l, %none, %none, %axis, %f, %none : !torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[3],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  return
}

// -----

func.func @segments_of_integers(%x: !torch.vtensor<[4,2],si64>, %l: !torch.vtensor<[3],si64>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.segment_reduce' op "_segment_reduce_cpu" not implemented for 'Long'}}
  // expected-note@+1 {{rule PT-19 of the PyTorch operators, segment_reduce}}
  %0 = torch.aten.segment_reduce %x, %reduce, %l, %none, %none, %axis, %f, %none : !torch.vtensor<[4,2],si64>, !torch.str, !torch.vtensor<[3],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],si64>
  return
}

// -----

func.func @float_lengths(%x: !torch.vtensor<[4,2],f32>, %l: !torch.vtensor<[3],f32>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.segment_reduce' op "_segment_reduce_lengths_cpu_kernel1" not implemented for 'Float'}}
  // expected-note@+1 {{rule PT-19 of the PyTorch operators, segment_reduce}}
  %0 = torch.aten.segment_reduce %x, %reduce, %l, %none, %none, %axis, %f, %none : !torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[3],f32>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  return
}

// -----

func.func @lengths_of_fewer(%x: !torch.vtensor<[4,2],f32>, %l: !torch.vtensor<[3,2],si64>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int -1
  %reduce = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.segment_reduce' op segment_reduce(): Expected lengths to have data's size 4 at dimension 0, but got 3.}}
  // expected-note@+1 {{rule PT-19 of the PyTorch operators, segment_reduce}}
  %0 = torch.aten.segment_reduce %x, %reduce, %l, %none, %none, %axis, %f, %none : !torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[3,2],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[4,2],f32>
  return
}

// -----

func.func @no_offset(%x: !torch.vtensor<[4,2],f32>, %l: !torch.vtensor<[0],si64>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "sum"
  // expected-error@+2 {{'torch.aten.segment_reduce' op Trying to create tensor with negative dimension -1}}
  // expected-note@+1 {{rule PT-19 of the PyTorch operators, segment_reduce}}
  %0 = torch.aten.segment_reduce %x, %reduce, %none, %none, %l, %axis, %f, %none : !torch.vtensor<[4,2],f32>, !torch.str, !torch.none, !torch.none, !torch.vtensor<[0],si64>, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  return
}

// -----

func.func @median(%x: !torch.vtensor<[4,2],f32>, %l: !torch.vtensor<[3],si64>) {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "median"
  // expected-error@+1 {{'torch.aten.segment_reduce' op reduce argument must be either sum, prod, mean, amax or amin, got median}}
  %0 = torch.aten.segment_reduce %x, %reduce, %l, %none, %none, %axis, %f, %none : !torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[3],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  return
}
