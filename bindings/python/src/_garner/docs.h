/* docs.h - what help() says of each call. Extents are written in brackets. */
#ifndef GARNER_PYTHON_DOCS_H
#define GARNER_PYTHON_DOCS_H

#define ARRAYS                                                                                               \
    "Arrays are anything with the buffer protocol or __dlpack__ on the CPU: numpy's, torch's, memoryviews, " \
    "garner.Array; no\n"                                                                                     \
    "copy is made of them. The result is a new garner.Array, or `out`, which is written to and given back.\n"
#define INDEX_ERRORS \
    "garner.IndexError: an index is out of range; its value, position and bound are fields, and `out` is untouched.\n"
#define SHAPE_ERRORS \
    "garner.ShapeError, garner.DTypeError, garner.ArgumentError: the message has what was seen and what is right.\n"

#define DOC_gather                                                                                                   \
    "Takes windows of `operand` from where `indices` say: StableHLO's gather, with every part of it as an "          \
    "argument.\n\n"                                                                                                  \
    "  operand      [d0, ..., dn-1]\n"                                                                               \
    "  indices      integers of any width; dimension index_vector_dim holds the index vectors (None: the last one; " \
    "equal to\n"                                                                                                     \
    "               the rank: every element is one)\n"                                                               \
    "  offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map\n"     \
    "               dimensions, as StableHLO has them\n"                                                             \
    "  slice_sizes  the window's extent in every dimension of operand\n"                                             \
    "  bounds       a start whose window does not fit: \"clamp\" moves it in, \"fill\" gives fill_value, \"error\" " \
    "raises,\n"                                                                                                      \
    "               \"promise\" says there is none (one that is not kept clamps)\n"                                  \
    "  index_base   1: indices count from one;  wrap_negative: negative ones count from the end\n"                   \
    "  grain        under \"fill\": \"element\" by element, or the \"window\" as a whole\n"                          \
    "  batch_rule   \"equal\", or \"prefix\": batching extents of indices may be less than operand's\n"              \
    "  indices_are_sorted, unique_indices  promises, used for speed\n\n" ARRAYS                                      \
    "The result has indices' shape without index_vector_dim, with the window's extents at "                          \
    "offset_dims.\n\n" SHAPE_ERRORS INDEX_ERRORS "\n>>> table = garner.array([[1, 2], [3, 4], [5, 6]], \"f32\")\n"   \
    ">>> rows = garner.array([[2], [0]], \"i64\")\n"                                                                 \
    ">>> garner.gather(table, rows, offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,), "             \
    "slice_sizes=(1, 2)).tolist()\n"                                                                                 \
    "[[5.0, 6.0], [1.0, 2.0]]"

#define DOC_scatter                                                                                                    \
    "A copy of `operand` into which windows of `updates` have been put where `indices` say: StableHLO's scatter.\n\n"  \
    "  operand   [d0, ..., dn-1]; or a tuple of up to 16 such arrays of one shape, of any dtypes\n"                    \
    "  indices   integers of any width; dimension index_vector_dim holds the index vectors (None: the last one)\n"     \
    "  updates   operand's dtype; indices' shape without index_vector_dim, with the window's extents at "              \
    "update_window_dims;\n"                                                                                            \
    "            a tuple of as many where operand is one, and so is the result, and `out`\n"                           \
    "  update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,\n"                \
    "  scatter_dims_to_operand_dims   dimensions, as StableHLO has them\n"                                             \
    "  combiner  \"replace\", \"add\", \"mul\", \"min\", \"max\", \"and\", \"or\", \"xor\",\n"                         \
    "            or a function of two arrays of one dimension, the current values and the updates, which come as "     \
    "those of the\n"                                                                                                   \
    "            operand's library (numpy's for buffers). It gives an array like them, element by element. The GIL "   \
    "is held.\n"                                                                                                       \
    "            Of a tuple of n operands it takes n current values and n updates, and gives a tuple of n\n"           \
    "  bounds    an update out of range: \"skip\", \"clamp\", \"error\" or \"promise\"; by \"element\" or \"window\" " \
    "(grain)\n"                                                                                                        \
    "  index_base, wrap_negative, batch_rule, indices_are_sorted, unique_indices  as in garner.gather\n\n"             \
    "Updates of one place come in row-major order of the updates, sums of floats included.\n" ARRAYS                   \
    "`out` may be operand itself, which is then updated in place.\n\n" SHAPE_ERRORS                                    \
    "garner.IndexError under bounds=\"error\"; an `out` apart from operand may then hold operand's elements.\n"        \
    "What a combiner raises comes through."

#define DOC_gather_grad                                                                                         \
    "The gradient of a garner.gather by its operand: zeros, and `grad` added where each element came from.\n\n" \
    "  grad     the gradient of the gather's result: its shape and dtype\n"                                     \
    "  indices, and the dimension numbers and rules after operand_shape: those of the gather\n"                 \
    "  operand_shape  the result's shape\n\n"                                                                   \
    "An index that was clamped gives its gradient to where the value came from; one that was filled gives "     \
    "none.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS

#define DOC_scatter_grad                                                                                          \
    "The gradients of a garner.scatter: a tuple, by its operand and by its updates.\n\n"                          \
    "  grad     the gradient of the scatter's result: its shape and dtype\n"                                      \
    "  updates  those of the scatter; their elements are read for \"mul\", \"min\" and \"max\"\n"                 \
    "  kind     \"replace\", \"add\", \"sub\", \"mul\", \"min\", \"max\" or \"mean\": what the scatter did\n"     \
    "  input    the scatter's operand, for \"mul\", \"min\" and \"max\";  result: what it gave, for \"min\" and " \
    "\"max\"\n"                                                                                                   \
    "  leaves_input_out  where an update goes the input took no part (torch's include_self=False)\n"              \
    "  the rest as in garner.scatter\n\n" SHAPE_ERRORS INDEX_ERRORS

#define DOC_torch_gather                                                                           \
    "torch.gather: result[i][j][k] = input[i][index[i][j][k]][k] for dim 1.\n\n"                   \
    "  input  any shape;  index  i64 or i32, input's rank, at most its extents except along dim\n" \
    "The result has index's shape.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_index_select                                                                         \
    "torch.index_select: the slices of `input` along `dim` that `index` (i64 or i32, of rank 0 or 1) " \
    "names.\n\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_take_along_dim                                                                                  \
    "torch.take_along_dim: as gather, input and indices (i64) broadcast against each other; dim None reads both " \
    "flat.\n\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_embedding                                                                                       \
    "torch.nn.functional.embedding: rows of weight [V, D] by input of any rank; the result is input's shape and " \
    "D.\n\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_take                                                                                       \
    "torch.take: elements of `input`, read flat, by index (i64); negative ones count from the end. Index's " \
    "shape.\n\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_index                                                                                               \
    "torch's input[indices] with index arrays, one for each leading dimension, None for a dimension taken whole.\n\n" \
    "They are broadcast together; negative values count from the end. A mask, of bool or ui8, over k dimensions "     \
    "counts as k\n"                                                                                                   \
    "index arrays: where it is true.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_scatter                                                                                   \
    "torch.scatter: a copy of `input` with result[i][index[i][j]] = src[i][j] for dim 1.\n\n"               \
    "  src     an array of input's dtype and at least index's shape, or a number, cast as torch casts it\n" \
    "  reduce  None, \"add\" or \"multiply\"\n"                                                             \
    "`out` may be input.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_scatter_add                                                                                        \
    "torch.scatter_add: a copy of `input` to which src is added where index says, in row-major order.\n\n`out` may " \
    "be input.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_scatter_reduce                                                                                      \
    "torch.scatter_reduce: reduce is \"sum\", \"prod\", \"mean\", \"amax\" or \"amin\".\n\n"                          \
    "Without include_self a place that is reached starts from the reduction's identity. `out` may be input.\n" ARRAYS \
    "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_index_add                                                                                            \
    "torch.index_add: a copy of `input` to whose slices along dim alpha times those of source are added.\n\nalpha is " \
    "a "                                                                                                               \
    "number, cast as torch casts it. `out` may be input.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_index_copy                                                                                     \
    "torch.index_copy: a copy of `input` whose slices along dim that index names are source's.\n\n`out` may be " \
    "input.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_index_put                                                                                       \
    "torch.index_put: a copy of `input` with input[indices] = values, or += where accumulate is true.\n\n"        \
    "One index array for each leading dimension, None for one taken whole, or masks as of `index`. `out` may be " \
    "input.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define BACKWARD(call) "The gradient of " call " by its input: zeros, plus grad where each element came from.\n\n"
#define OF_SELF \
    "Of `self` only shape and dtype are read. The result has self's shape.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_gather_backward BACKWARD("torch.gather") OF_SELF
#define DOC_torch_index_select_backward BACKWARD("torch.index_select") OF_SELF
#define DOC_torch_take_along_dim_backward BACKWARD("torch.take_along_dim") OF_SELF
#define DOC_torch_embedding_dense_backward                                                                            \
    BACKWARD("an embedding, by its weight [num_weights, D]")                                                          \
    "The row padding_idx gets 0; a negative one is none. scale_grad_by_freq multiplies a row by 1 over how often it " \
    "comes.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_index_backward BACKWARD("self[indices]") OF_SELF
#define DOC_torch_take_backward BACKWARD("torch.take") OF_SELF
#define TWO_GRADIENTS(call, first, second)                                                        \
    "The gradients of " call ", a tuple:\n\n  by its input   " first "\n  by its source  " second \
    "\n\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_scatter_backward \
    TWO_GRADIENTS("torch.scatter", "grad with 0 at index", "of index's shape, grad at index")
#define DOC_torch_scatter_add_backward TWO_GRADIENTS("torch.scatter_add", "grad", "of index's shape, grad at index")
#define DOC_torch_scatter_reduce_backward                                                           \
    TWO_GRADIENTS("torch.scatter_reduce", "by the reduction", "of index's shape, by the reduction") \
    "self, src and result, what the forward took and gave, may be None where reduce is \"sum\"."
#define DOC_torch_index_add_backward TWO_GRADIENTS("torch.index_add", "grad", "alpha times grad's slices")
#define DOC_torch_index_copy_backward TWO_GRADIENTS("torch.index_copy", "grad with 0 at index", "grad's slices")
#define DOC_torch_index_put_backward                                                 \
    TWO_GRADIENTS("torch.index_put", "grad, with 0 at the places unless accumulate", \
                  "of the shape of `values`, grad at the places")
#define DOC_torch_index_reduce                                                                                        \
    "torch.Tensor.index_reduce: slices of source into those of `input` along dim that index names; reduce is "        \
    "\"prod\", \"mean\",\n"                                                                                           \
    "\"amax\" or \"amin\".\n\n"                                                                                       \
    "Without include_self a slice that is reached starts from the reduction's identity. `out` may be input.\n" ARRAYS \
    "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_torch_masked_select                                                                          \
    "torch.masked_select: the elements of `input` where mask, of bool, is true, in row-major order.\n\n" \
    "The two are broadcast together.\n" ARRAYS "\n" SHAPE_ERRORS
#define DOC_torch_masked_scatter                                                                             \
    "torch.masked_scatter: a copy of `input` whose elements where mask is true are the first of source.\n\n" \
    "input and mask are broadcast together. `out` may be input.\n" ARRAYS "\n" SHAPE_ERRORS
#define DOC_torch_bincount                                                                         \
    "torch.bincount: how often each whole number comes in `input`, or the sum of its weights.\n\n" \
    "i64; with weights f32 of f32, else f64, added in order.\n" ARRAYS "\n" SHAPE_ERRORS
#define DOC_torch_histc                                                                                      \
    "torch.histc: how many elements of `input` lie in each of `bins` equal parts of [min, max].\n\n"         \
    "Where min is max it is the range of the data. Counts have input's dtype and are rounded once.\n" ARRAYS \
    "\n" SHAPE_ERRORS
#define DOC_torch_index_reduce_backward                                                                   \
    TWO_GRADIENTS("torch.Tensor.index_reduce", "by the reduction", "of source's shape, by the reduction") \
    "self, source and result are what the forward took and gave."
#define DOC_torch_masked_select_backward BACKWARD("torch.masked_select") OF_SELF
#define DOC_torch_masked_scatter_backward                                   \
    TWO_GRADIENTS("torch.masked_scatter", "grad with 0 where mask is true", \
                  "of source's shape, grad where mask is true, then zeros") \
    "Of `source` only the shape is read."

#define DOC_onnx_gather                                                                                               \
    "ONNX's Gather: slices of `data` along `axis` by indices (i64 or i32) of any rank, whose dimensions take axis's " \
    "place.\n\n"                                                                                                      \
    "Negative indices count from the end.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_onnx_gather_elements                                                                          \
    "ONNX's GatherElements: an element for each of indices (i64 or i32), whose shape the result has.\n\n" \
    "Negative indices count from the end.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_onnx_gather_nd                                                                                  \
    "ONNX's GatherND: the last dimension of indices (i64) holds coordinates of elements or slices, behind " \
    "batch_dims.\n\n"                                                                                       \
    "Negative indices count from the end.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_onnx_scatter_elements                                                                   \
    "ONNX's ScatterElements: a copy of `data` with an update for each of indices (i64 or i32).\n\n" \
    "  reduction  \"none\", \"add\", \"mul\", \"max\" or \"min\"\n"                                 \
    "Negative indices count from the end. `out` may be data.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_onnx_scatter_nd                                                                                        \
    "ONNX's ScatterND: a copy of `data` with updates at the coordinates that the last dimension of indices (i64) " \
    "holds.\n\n"                                                                                                   \
    "  reduction  \"none\", \"add\", \"mul\", \"max\" or \"min\"\n"                                                \
    "Negative indices count from the end. `out` may be data.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS

#define DOC_tf_gather                                                                                        \
    "tf.gather: slices of `params` along `axis` (None: batch_dims) by indices (i32 or i64) of any rank.\n\n" \
    "A negative index is out of range, as on TensorFlow's CPU.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_tf_gather_nd                                                                              \
    "tf.gather_nd: the last dimension of indices (i16, i32 or i64) holds coordinates of elements or " \
    "slices.\n\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_tf_scatter(what)                                                                                     \
    "A copy of `tensor` with updates at the coordinates that the last dimension of indices holds:\n" what "\n\n" \
    "Updates of one place come in row-major order. `out` may be tensor.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS

#define JAX_COMMON                                                                                                   \
    "  dimension_numbers  JAX's own, garner.jax's, or a dict with its fields; the index vector is the last "         \
    "dimension\n"                                                                                                    \
    "  mode  None or \"fill\", \"clip\", \"promise_in_bounds\"; JAX's GatherScatterMode also. Negative indices are " \
    "out of range\n"
#define DOC_jax_gather                                                                                        \
    "jax.lax.gather: windows of slice_sizes from where start_indices say.\n\n" JAX_COMMON                     \
    "  fill_value  under \"fill\"; None is JAX's own: NaN, the least signed, the greatest unsigned integer, " \
    "True\n" ARRAYS "\n" SHAPE_ERRORS
#define DOC_jax_scatter(what)                                                                                       \
    "A copy of `operand` into which windows of updates are put where scatter_indices say:\n" what "\n\n" JAX_COMMON \
    "Under \"fill\" a window that does not lie inside is dropped as a whole. `out` may be operand.\n" ARRAYS        \
    "\n" SHAPE_ERRORS

#define NVL_COUNTS "Dimensions, index_vector_dim and index values count from 1, as in R.\n"
#define DOC_nvl_gather                                                                                        \
    "anvil's nvl_gather (prim_gather): StableHLO's gather, counted from 1. A start out of range is moved to " \
    "fit.\n\n" NVL_COUNTS ARRAYS "\n" SHAPE_ERRORS
#define DOC_nvl_scatter                                                                                                \
    "anvil's nvl_scatter (prim_scatter): StableHLO's scatter, counted from 1. An element out of range is skipped.\n\n" \
    "  update_computation  None (replace), \"add\", \"mul\", \"min\", \"max\", \"and\", \"or\", \"xor\" or a "         \
    "function of two arrays\n" NVL_COUNTS ARRAYS "\n" SHAPE_ERRORS
#define DOC_nvl_gather_grad                                                                                    \
    "The gradient of nvl_gather by its operand, of which only shape and dtype are read.\n\n" NVL_COUNTS ARRAYS \
    "\n" SHAPE_ERRORS
#define DOC_nvl_scatter_grad \
    "The gradients of an nvl_scatter that replaces, a tuple: by input, and by update.\n\n" NVL_COUNTS SHAPE_ERRORS

/* ---- segments and bags ----------------------------------------------------------------------- */

#define DOC_torch_segment_reduce                                                                       \
    "torch.segment_reduce: runs of `data` (floats) along `axis` are reduced.\n\n"                      \
    "  reduce   \"sum\", \"prod\", \"mean\", \"max\" or \"min\" (\"amax\", \"amin\")\n"                \
    "  lengths  [.., s], or offsets [.., s + 1], i64 or i32: the runs; axis is their last dimension\n" \
    "  initial  a number that takes part, and the value of an empty run; None: 0, 1, NaN, -inf, inf\n" \
    "Each step is rounded to the dtype. NaN stays. unsafe skips nothing.\n" ARRAYS "\n" SHAPE_ERRORS   \
    "garner.IndexError: lengths that do not add up, offsets that descend or pass the end.\n"
#define DOC_torch_segment_reduce_backward                                                                          \
    "The gradient of torch.segment_reduce by its data: the result has data's shape. Equals of a max or min share " \
    "evenly.\n\n"                                                                                                  \
    "  grad  that of the result\n" ARRAYS "\n" SHAPE_ERRORS
#define DOC_torch_embedding_bag                                                                              \
    "torch.nn.functional.embedding_bag: the rows of `weight` that a bag names, reduced.\n\n"                 \
    "  input    [n] with offsets [bags] (include_last_offset: [bags + 1]), or [bags, length]; i64 or i32\n"  \
    "  weight   [v, d] of f16, bf16, f32, f64; the elements of a row are next to each other\n"               \
    "  mode     \"sum\", \"mean\" or \"max\";  per_sample_weights: a factor for each of input, of \"sum\"\n" \
    "  padding_idx  a row whose entries are skipped and not counted\n"                                       \
    "The result is [bags, d]; an empty bag is 0. max_norm, which writes to weight, is not here.\n" ARRAYS    \
    "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_jax_segment(reduce)                                                                                    \
    "jax.ops.segment_" reduce ": slices of `data` with the same of segment_ids are reduced.\n\n"                   \
    "  segment_ids   [n], integers; one out of range, a negative one too, is dropped, or by mode \"clip\" moved\n" \
    "  num_segments  extent of the result's first dimension; None: the greatest id and one\n"                      \
    "An empty segment is the reduction's identity.\n" ARRAYS "\n" SHAPE_ERRORS
#define DOC_tf_segment(reduce)                                                                                  \
    "tf.math.segment_" reduce ": slices of `data` with the same of segment_ids, which ascend, are reduced.\n\n" \
    "The result has as many slices as the last id says. An id that is skipped gives 0, of prod 1.\n" ARRAYS     \
    "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_tf_unsorted_segment(reduce)                                                                             \
    "tf.math.unsorted_segment_" reduce ": slices of `data` with the same of segment_ids are reduced.\n\n"           \
    "A negative id drops its slice. An empty segment is 0, of prod 1, of max and min the dtype's extreme.\n" ARRAYS \
    "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_dgl_segment_reduce                                                                                         \
    "dgl.ops.segment_reduce: runs of `value` of the lengths seglen ([s], i64 or i32) are reduced.\n\n"                 \
    "  reducer  \"sum\", \"mean\", \"min\" or \"max\". NaN is passed over by the last two. An empty run is 0\n" ARRAYS \
    "\n" SHAPE_ERRORS
#define DOC_dgl_gspmm                                                                        \
    "dgl.ops.gspmm over the in-edges of a graph, given as CSR.\n\n"                          \
    "  op         \"copy_lhs\", or \"mul\" by rhs;  reduce_op \"sum\", \"min\" or \"max\"\n" \
    "  indptr     [v + 1], indices [e] (the sources): i64 or i32\n"                          \
    "  lhs        [n, d] or [n, h, f];  rhs [e] or [e, h]\n"                                 \
    "The result is [v, d] or [v, h, f]; a node without edges is 0.\n" ARRAYS "\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_moe_permute                                                                                             \
    "Rows of `tokens` [t, h] sorted by their experts: a tuple of rows, offsets and inverse.\n\n"                    \
    "  experts       [t, k], i64 or i32: entry t * k + j is token t for its expert j\n"                             \
    "  num_experts   how many are here, from first_expert on; keeps_others: rows of others come behind, else they " \
    "are dropped\n"                                                                                                 \
    "  rows [r, h], stably sorted;  offsets [num_experts + 1], where each expert's begin;\n"                        \
    "  inverse [t, k], i32: the row of an entry, -1 of one that is dropped\n" SHAPE_ERRORS INDEX_ERRORS
#define DOC_moe_unpermute                                                                                         \
    "What comes back from the experts, summed for each token: the sum over j of weights[t, j] * rows[inverse[t, " \
    "j]].\n\n"                                                                                                    \
    "  rows [r, h], inverse [t, k] of garner.moe_permute, weights [t, k] or None: 1\n"                            \
    "In ascending j, in f32 (f64), rounded once; fused: products are not rounded.\n" ARRAYS                       \
    "\n" SHAPE_ERRORS INDEX_ERRORS

#endif
