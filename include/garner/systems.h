/*
 * systems.h - the index rules of other systems, by their names.
 *
 * Each is an initialiser of a grn_index_rule, for a gather or for a scatter, in C and in C++:
 *
 *   grn_index_rule rule = GRN_GATHER_ONNX;
 *   grn_scatter_spec spec = {.index = GRN_SCATTER_XLA, .combiner = GRN_COMBINE_ADD};
 *   spec.index = (grn_index_rule)GRN_SCATTER_JAX_DROP;   (C; in C++ without the cast)
 *
 * A rule says how index values are read and what comes of one out of range; docs/out-of-range.md
 * shows it on an example. There are no calls here: nothing can be NULL, and constants are
 * thread-safe.
 */
#ifndef GARNER_SYSTEMS_H
#define GARNER_SYSTEMS_H

#include "garner/spec.h"

/* base, wrap_negative, bounds, grain, batch_rule, and no promises */
#define GRN_RULE(base, wraps, bounds, grain, batch)                                          \
    {                                                                                        \
        base, wraps, GRN_BOUNDS_##bounds, GRN_GRAIN_##grain, GRN_BATCH_##batch, false, false \
    }

/* stablehlo.gather moves the window inside; stablehlo.scatter leaves out each element that is
 * outside. */
#define GRN_GATHER_STABLEHLO GRN_RULE(0, false, CLAMP, ELEMENT, EQUAL)
#define GRN_SCATTER_STABLEHLO GRN_RULE(0, false, SKIP, ELEMENT, EQUAL)

/* XLA leaves out a window that is not wholly inside. */
#define GRN_GATHER_XLA GRN_RULE(0, false, CLAMP, ELEMENT, EQUAL)
#define GRN_SCATTER_XLA GRN_RULE(0, false, SKIP, WINDOW, EQUAL)

/*
 * lax.gather and lax.scatter by their GatherScatterMode: FILL_OR_DROP, the default, CLIP and
 * PROMISE_IN_BOUNDS, where a broken promise clips. With GRN_GATHER_JAX_FILL the spec's `fill` is
 * what is filled in: grn_jax_default_fill has JAX's own.
 */
#define GRN_GATHER_JAX_FILL GRN_RULE(0, false, FILL, WINDOW, EQUAL)
#define GRN_SCATTER_JAX_DROP GRN_RULE(0, false, SKIP, WINDOW, EQUAL)
#define GRN_GATHER_JAX_CLIP GRN_RULE(0, false, CLAMP, WINDOW, EQUAL)
#define GRN_SCATTER_JAX_CLIP GRN_RULE(0, false, CLAMP, WINDOW, EQUAL)
#define GRN_GATHER_JAX_PROMISE GRN_RULE(0, false, PROMISE, WINDOW, EQUAL)
#define GRN_SCATTER_JAX_PROMISE GRN_RULE(0, false, PROMISE, WINDOW, EQUAL)

/* NumPy's a[i], take and put: negative values count from the end, the others out of range are an
 * error. mode="clip": all are moved inside, negative ones to the first. */
#define GRN_GATHER_NUMPY GRN_RULE(0, true, ERROR, ELEMENT, EQUAL)
#define GRN_SCATTER_NUMPY GRN_RULE(0, true, ERROR, ELEMENT, EQUAL)
#define GRN_GATHER_NUMPY_CLIP GRN_RULE(0, false, CLAMP, ELEMENT, EQUAL)
#define GRN_SCATTER_NUMPY_CLIP GRN_RULE(0, false, CLAMP, ELEMENT, EQUAL)

/* torch.gather, index_select, scatter, index_add: an error, negative ones included; the index may
 * have fewer batches. x[i], take and index_put: as NumPy. */
#define GRN_GATHER_TORCH GRN_RULE(0, false, ERROR, ELEMENT, PREFIX)
#define GRN_SCATTER_TORCH GRN_RULE(0, false, ERROR, ELEMENT, PREFIX)
#define GRN_GATHER_TORCH_INDEX GRN_RULE(0, true, ERROR, ELEMENT, EQUAL)
#define GRN_SCATTER_TORCH_INDEX GRN_RULE(0, true, ERROR, ELEMENT, EQUAL)

/* ONNX: values in [-s, s-1], an error otherwise; the indices of GatherElements may be smaller than
 * the data. */
#define GRN_GATHER_ONNX GRN_RULE(0, true, ERROR, ELEMENT, PREFIX)
#define GRN_SCATTER_ONNX GRN_RULE(0, true, ERROR, ELEMENT, PREFIX)

/* TensorFlow: an error on a CPU; on a GPU a gather gives 0 there (a `fill` of zeros) and a scatter
 * leaves the update out. */
#define GRN_GATHER_TF_CPU GRN_RULE(0, false, ERROR, ELEMENT, EQUAL)
#define GRN_SCATTER_TF_CPU GRN_RULE(0, false, ERROR, ELEMENT, EQUAL)
#define GRN_GATHER_TF_GPU GRN_RULE(0, false, FILL, WINDOW, EQUAL)
#define GRN_SCATTER_TF_GPU GRN_RULE(0, false, SKIP, WINDOW, EQUAL)

/* TOSA: an error. */
#define GRN_GATHER_TOSA GRN_RULE(0, false, ERROR, ELEMENT, EQUAL)
#define GRN_SCATTER_TOSA GRN_RULE(0, false, ERROR, ELEMENT, EQUAL)

/* ttnn.gather: an error. ttnn.scatter leaves the update out, negative values included. */
#define GRN_GATHER_TTNN GRN_RULE(0, false, ERROR, ELEMENT, PREFIX)
#define GRN_SCATTER_TTNN GRN_RULE(0, false, SKIP, ELEMENT, PREFIX)

/* MLIR's tensor.gather and tensor.scatter, and TCP: undefined there; a broken promise clamps here,
 * so that memory stays safe. */
#define GRN_GATHER_TENSOR GRN_RULE(0, false, PROMISE, ELEMENT, EQUAL)
#define GRN_SCATTER_TENSOR GRN_RULE(0, false, PROMISE, ELEMENT, EQUAL)
#define GRN_GATHER_TCP GRN_RULE(0, false, PROMISE, ELEMENT, PREFIX)

/* anvil's nvl_gather and nvl_scatter: StableHLO's, with indices that count from one. */
#define GRN_GATHER_ANVIL GRN_RULE(1, false, CLAMP, ELEMENT, EQUAL)
#define GRN_SCATTER_ANVIL GRN_RULE(1, false, SKIP, ELEMENT, EQUAL)

#endif
