/*
 * spec.h - the one canonical gather and the one canonical scatter.
 *
 * Dimension numbers are those of StableHLO with batching dims (StableHLO
 * spec, gather and scatter; RFC "batching dims"), always zero-based. What the
 * other systems add is in grn_index_rule: where indices start to count, what
 * happens to one out of range, how batch extents must agree. A spec has no
 * dtype and no shape; the calls below apply it to tensors.
 *
 * All calls here are thread-safe, keep no pointer and do not allocate, unless
 * they say so. diag may be NULL, and so may an allocator; nothing else.
 */
#ifndef GARNER_SPEC_H
#define GARNER_SPEC_H

#include "garner/tensor.h"

GRN_BEGIN_DECLS

/* A short list of dimensions or extents. A count that is not in [0, GRN_MAX_RANK]: GRN_E_ARGUMENT. */
typedef struct grn_dims {
    int32_t count;
    int64_t v[GRN_MAX_RANK];
} grn_dims;

/*
 * How an element of the dense tensor (a gather's result, a scatter's updates)
 * finds its place in the operand. Scatter's names for the same things are on
 * the right. An index_vector_dim equal to rank(indices) means that every
 * element of indices is an index vector of one component.
 */
typedef struct grn_dimension_numbers {
    grn_dims offset_dims;                 /* update_window_dims: dims of the dense tensor that walk the window */
    grn_dims collapsed_slice_dims;        /* inserted_window_dims: operand dims of window extent 1, not in the dense tensor */
    grn_dims operand_batching_dims;       /* input_batching_dims */
    grn_dims start_indices_batching_dims; /* scatter_indices_batching_dims */
    grn_dims start_index_map;             /* scatter_dims_to_operand_dims: operand dim of each index component */
    int64_t index_vector_dim;
} grn_dimension_numbers;

/*
 * What happens to a start index whose window does not lie in [0, dim - window]. Beside these there is GRN_BOUNDS_DEFAULT, the
 * zero value: not said. It is the policy that StableHLO has for the call: a gather clamps, a scatter skips.
 */
#define GRN_BOUNDS_POLICIES(P)                                                                      \
    P(CLAMP, "clamp")     /* moved to the nearest start that fits; gather and scatter */            \
    P(FILL, "fill")       /* gather: the result gets the fill value there */                        \
    P(SKIP, "skip")       /* scatter: the update is dropped */                                      \
    P(ERROR, "error")     /* GRN_E_INDEX, the destination untouched, the message names the first */ \
    P(PROMISE, "promise") /* the caller vouches; a broken promise clamps: memory stays safe */

typedef enum grn_bounds {
    GRN_BOUNDS_DEFAULT,
#define GRN_BOUNDS_ENUM(name, text) GRN_BOUNDS_##name,
    GRN_BOUNDS_POLICIES(GRN_BOUNDS_ENUM)
#undef GRN_BOUNDS_ENUM
        GRN_BOUNDS_COUNT
} grn_bounds;

/* Under FILL and SKIP: one element of a window at a time (StableHLO's scatter), or the window as a whole (XLA, JAX). */
typedef enum grn_grain { GRN_GRAIN_ELEMENT, GRN_GRAIN_WINDOW } grn_grain;

/* Batch extents of operand and indices: equal (StableHLO), or indices at most operand (torch, TCP, TTNN). */
typedef enum grn_batch_rule { GRN_BATCH_EQUAL, GRN_BATCH_PREFIX } grn_batch_rule;

/* From the value in the index tensor to a start: widen by its own dtype, subtract base, wrap, then the policy. */
typedef struct grn_index_rule {
    int64_t base;       /* 0, or 1 for one-based systems */
    bool wrap_negative; /* a negative start counts from the end: dim is added once */
    grn_bounds bounds;
    grn_grain grain;
    grn_batch_rule batch_rule;
    bool indices_are_sorted; /* promises: used for speed, checked by the *_check_promises calls */
    bool unique_indices;
} grn_index_rule;

typedef struct grn_gather_spec {
    grn_dimension_numbers dims;
    grn_index_rule index;
    grn_dims slice_sizes;   /* window extent per operand dim */
    unsigned char fill[16]; /* under GRN_BOUNDS_FILL: one element of the operand's dtype */
} grn_gather_spec;

/* How a scatter combines an update with the value at its place: result = f(current, update). */
#define GRN_COMBINERS(C)                                                       \
    C(REPLACE, "replace")                                                      \
    C(ADD, "add") /* integers wrap; i1: or */                                  \
    C(MUL, "mul") /* integers wrap; i1: and */                                 \
    C(MIN, "min") /* NaN wins; -0 below +0; i1: and; complex: lexicographic */ \
    C(MAX, "max") /* NaN wins; +0 above -0; i1: or */                          \
    C(AND, "and") /* integers and i1 */                                        \
    C(OR, "or")                                                                \
    C(XOR, "xor")                                                              \
    C(REGION, "region") /* spec.region decides */

typedef enum grn_combiner {
#define GRN_COMBINER_ENUM(name, text) GRN_COMBINE_##name,
    GRN_COMBINERS(GRN_COMBINER_ENUM)
#undef GRN_COMBINER_ENUM
        GRN_COMBINER_COUNT
} grn_combiner;

/*
 * A combiner of the caller's: for each input i, current[i] and update[i] are
 * compact arrays of `count` elements of that input's dtype; the results go to
 * current[i]. No two of the `count` elements share a destination. A status
 * other than GRN_OK ends the scatter, which then answers it.
 */
typedef grn_status (*grn_combine_fn)(void *user, int64_t count, void *const *current, const void *const *update);

/*
 * Windows of one input, in the order of their updates: window i of `count` is
 * the `elements` elements from current + offset[i] on; its updates are those
 * from update + from[i] on, or from update + i * step where `from` is NULL.
 * All count elements of the input's dtype. Windows may share destinations.
 */
typedef struct grn_combine_list {
    int64_t count, elements;
    void *current;
    const int64_t *offset;
    const void *update;
    const int64_t *from;
    int64_t step;
} grn_combine_list;

/*
 * The same combiner on windows where they lie, one after the other: each sees
 * what those before it have left. It cannot fail, and may be called by several
 * threads at once, for windows that share no destination from one thread to
 * another.
 */
typedef void (*grn_combine_list_fn)(void *user, const grn_combine_list *list);

typedef struct grn_scatter_spec {
    grn_dimension_numbers dims;
    grn_index_rule index;
    grn_combiner combiner; /* a named combiner takes one input, or the same combiner on each of several; REGION any number */
    grn_combine_fn region;
    void *region_user;
    grn_combine_list_fn region_in_order; /* may be NULL: then `region` alone is called, by one thread at a time */
} grn_scatter_spec;

/* Text of the enumerators ("clamp", "add", GRN_BOUNDS_DEFAULT's is "default"); "unknown" outside the lists. Static storage. */
GRN_API const char *grn_bounds_text(grn_bounds bounds);
GRN_API const char *grn_combiner_text(grn_combiner combiner);

/*
 * Checks a gather of `operand` by `indices` and reports the shape of its
 * result (rank, shape[GRN_MAX_RANK]); only shapes and dtypes are read, so data
 * may be NULL. GRN_E_SHAPE / GRN_E_DTYPE / GRN_E_ARGUMENT / GRN_E_LIMIT with a
 * message that names the field, the value seen and the rule (StableHLO gather
 * C1-C21). A collapsed slice of size 0 with a non-empty result has nothing to
 * read and is refused.
 */
GRN_API GRN_MUST_USE grn_status grn_gather_shape(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                                 const grn_diag *diag, int32_t *rank, int64_t *shape);

/*
 * Checks a scatter into `inputs` (StableHLO scatter C1-C22). All inputs share
 * a shape, all updates share a shape, and updates[i] has inputs[i]'s dtype.
 */
GRN_API GRN_MUST_USE grn_status grn_scatter_check(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *inputs,
                                                  const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag);

/*
 * The meaning of a gather, element by element, as the StableHLO specification
 * defines it. Slow on purpose: the oracle for every plan.
 *   operand [d0, ...] any strides; indices of any integer dtype or i1, any strides;
 *   result of the shape grn_gather_shape reports, operand's dtype, any strides without overlap of its own.
 * GRN_E_INDEX under GRN_BOUNDS_ERROR, result untouched. GRN_E_ALIAS when result overlaps operand or indices.
 */
GRN_API GRN_MUST_USE grn_status grn_gather_reference(const grn_gather_spec *spec, const grn_tensor *operand,
                                                     const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag);

/*
 * The meaning of a scatter. `results` hold the inputs on entry and the results on exit. Updates are visited in
 * ascending row-major order of the updates, and every step rounds to the element type. Elements of one result may share
 * a place (a stride of 0): the updates of all of them then meet there, in that order.
 */
GRN_API GRN_MUST_USE grn_status grn_scatter_reference(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                                      const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag);

/*
 * Checks the sorted and unique promises a spec makes over actual indices.
 * GRN_E_PROMISE with a message naming the first offending pair of index
 * vectors: their positions in indices and what of them was compared. unique_indices: no
 * element of the operand is reached twice. indices_are_sorted: full start
 * indices ascend, as the specification defines them: after the clamp, compared
 * component by component in the order of the operand's dimensions; batching
 * positions are no part of them. Allocates scratch from
 * `allocator` for the uniqueness check (never more than the operand's element count in bits plus a constant).
 */
GRN_API GRN_MUST_USE grn_status grn_gather_check_promises(const grn_gather_spec *spec, const grn_tensor *operand,
                                                          const grn_tensor *indices, const grn_allocator *allocator,
                                                          const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_scatter_check_promises(const grn_scatter_spec *spec, const grn_tensor *operand,
                                                           const grn_tensor *indices, const grn_tensor *updates,
                                                           const grn_allocator *allocator, const grn_diag *diag);

/*
 * One call: check, plan, run. The same bits as the reference, fast; no allocation.
 * Errors and aliasing as for the reference. Two threads may call at once when their destinations do not overlap.
 */
GRN_API GRN_MUST_USE grn_status grn_gather(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                           const grn_tensor *result, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                            const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag);

GRN_END_DECLS

#endif
