/*
 * embed.h - what a first program needs: tensors, the specs of a gather and of a scatter, one call
 * for each, and plans.
 *
 * A program that embeds garner includes this header alone; docs/embedding.md has one of thirty
 * lines. The other headers declare more about the same types: tensor.h (dtypes, .npy), spec.h
 * (checks, references), plan.h (options, what was chosen), systems.h (index rules by the names of
 * systems), sink.h (messages as lines).
 *
 * A grn_tensor is a view: a pointer, an element type, a shape, and a stride per dimension counted
 * in elements (never in bytes). Strides may be zero (broadcast) or negative (reverse). A view owns
 * nothing.
 *
 * Every call checks its views, as tensor.h says, and its spec before it touches data.
 *
 * A spec has no dtype and no shape: the calls apply it to tensors. Its dimension numbers are those
 * of StableHLO with batching dims (StableHLO spec, gather and scatter), always zero-based. What
 * other systems add is in grn_index_rule: where indices start to count, what happens to one out of
 * range, how batch extents must agree.
 *
 * diag, options and an allocator may be NULL, and a plan where it is destroyed or asked for its
 * scratch; another pointer where its call says so. All calls are thread-safe for memory that nobody
 * else writes, and keep no pointer but that of a view to its data; none allocates but
 * grn_plan_gather and grn_plan_scatter.
 */
#ifndef GARNER_EMBED_H
#define GARNER_EMBED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garner/status.h"

GRN_BEGIN_DECLS

/* ---- tensors ---- */

/* The largest rank of a tensor that has data. A type in a module's text is held to it too. */
#define GRN_MAX_RANK 32

/*
 * Element types: name, MLIR spelling, storage bytes, bits of value, class,
 * NumPy descr. i1 is one byte, 0 or 1; i2, i4, ui2, ui4 and the 4- and 6-bit
 * floats take one byte per element, integers sign- or zero-extended in it,
 * floats in the low bits.
 */
#define GRN_DTYPES(D)                                     \
    D(I1, "i1", 1, 1, BOOL, "|b1")                        \
    D(I2, "i2", 1, 2, SIGNED, "|i1")                      \
    D(I4, "i4", 1, 4, SIGNED, "|i1")                      \
    D(I8, "i8", 1, 8, SIGNED, "|i1")                      \
    D(I16, "i16", 2, 16, SIGNED, "<i2")                   \
    D(I32, "i32", 4, 32, SIGNED, "<i4")                   \
    D(I64, "i64", 8, 64, SIGNED, "<i8")                   \
    D(INDEX, "index", 8, 64, SIGNED, "<i8")               \
    D(UI2, "ui2", 1, 2, UNSIGNED, "|u1")                  \
    D(UI4, "ui4", 1, 4, UNSIGNED, "|u1")                  \
    D(UI8, "ui8", 1, 8, UNSIGNED, "|u1")                  \
    D(UI16, "ui16", 2, 16, UNSIGNED, "<u2")               \
    D(UI32, "ui32", 4, 32, UNSIGNED, "<u4")               \
    D(UI64, "ui64", 8, 64, UNSIGNED, "<u8")               \
    D(F4E2M1FN, "f4E2M1FN", 1, 4, FLOAT, "|V1")           \
    D(F6E2M3FN, "f6E2M3FN", 1, 6, FLOAT, "|V1")           \
    D(F6E3M2FN, "f6E3M2FN", 1, 6, FLOAT, "|V1")           \
    D(F8E3M4, "f8E3M4", 1, 8, FLOAT, "|V1")               \
    D(F8E4M3, "f8E4M3", 1, 8, FLOAT, "|V1")               \
    D(F8E4M3FN, "f8E4M3FN", 1, 8, FLOAT, "|V1")           \
    D(F8E4M3FNUZ, "f8E4M3FNUZ", 1, 8, FLOAT, "|V1")       \
    D(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 1, 8, FLOAT, "|V1") \
    D(F8E5M2, "f8E5M2", 1, 8, FLOAT, "|V1")               \
    D(F8E5M2FNUZ, "f8E5M2FNUZ", 1, 8, FLOAT, "|V1")       \
    D(F8E8M0FNU, "f8E8M0FNU", 1, 8, FLOAT, "|V1")         \
    D(BF16, "bf16", 2, 16, FLOAT, "<V2")                  \
    D(F16, "f16", 2, 16, FLOAT, "<f2")                    \
    D(F32, "f32", 4, 32, FLOAT, "<f4")                    \
    D(F64, "f64", 8, 64, FLOAT, "<f8")                    \
    D(C64, "complex<f32>", 8, 64, COMPLEX, "<c8")         \
    D(C128, "complex<f64>", 16, 128, COMPLEX, "<c16")

typedef enum grn_dtype {
    GRN_NO_DTYPE, /* "not an element type": the zero value */
#define GRN_DTYPE_ENUM(name, text, bytes, bits, class, npy) GRN_##name,
    GRN_DTYPES(GRN_DTYPE_ENUM)
#undef GRN_DTYPE_ENUM
        GRN_DTYPE_COUNT
} grn_dtype;

/* A strided view. shape[d] >= 0; element (i0,...) lies at data + sum(i_d * stride[d]) elements. */
typedef struct grn_tensor {
    void *data;
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    int64_t stride[GRN_MAX_RANK]; /* elements */
} grn_tensor;

/*
 * Fills `out` as a compact row-major view of `data`. GRN_E_LIMIT: rank over GRN_MAX_RANK.
 * GRN_E_SHAPE: a negative extent, or more elements or bytes than int64_t counts. GRN_E_ARGUMENT: no
 * such dtype, a negative rank, `out` NULL, or `shape` with a rank over 0. `data` may be NULL (a
 * view to be filled later).
 */
GRN_API GRN_MUST_USE grn_status grn_tensor_init(grn_tensor *out, void *data, grn_dtype dtype, int32_t rank,
                                                const int64_t *shape);

/*
 * The same as a value, for views that are made where they are used. Nothing is checked here: a view
 * that is not right (rank, extents or dtype) is refused, with its message, by the call that gets
 * it. `shape` NULL counts as extents of -1. Data is written to only by calls of which the view is a
 * destination.
 *
 *   grn_torch_index_select(&table, 0, &rows, &out, NULL), where grn_tensor table =
 *   grn_tensor_2d(data, GRN_F32, 3, 2), rows = grn_tensor_1d(which, GRN_I64, 2), ...
 */
GRN_API grn_tensor grn_tensor_over(const void *data, grn_dtype dtype, int32_t rank, const int64_t *shape);
GRN_API grn_tensor grn_tensor_0d(const void *data, grn_dtype dtype);
GRN_API grn_tensor grn_tensor_1d(const void *data, grn_dtype dtype, int64_t extent);
GRN_API grn_tensor grn_tensor_2d(const void *data, grn_dtype dtype, int64_t rows, int64_t columns);
GRN_API grn_tensor grn_tensor_3d(const void *data, grn_dtype dtype, int64_t d0, int64_t d1, int64_t d2);
GRN_API grn_tensor grn_tensor_4d(const void *data, grn_dtype dtype, int64_t d0, int64_t d1, int64_t d2, int64_t d3);

/* ---- specs ---- */

/* A short list of dimensions or extents. A count that is not in [0, GRN_MAX_RANK]:
 * GRN_E_ARGUMENT. */
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
    grn_dims offset_dims; /* update_window_dims: dims of the dense tensor that walk the window */
    /* inserted_window_dims: operand dims of window extent 1, not in the dense tensor */
    grn_dims collapsed_slice_dims;
    grn_dims operand_batching_dims;       /* input_batching_dims */
    grn_dims start_indices_batching_dims; /* scatter_indices_batching_dims */
    grn_dims start_index_map;             /* scatter_dims_to_operand_dims: operand dim of each index component */
    int64_t index_vector_dim;
} grn_dimension_numbers;

/*
 * What happens to a start index whose window does not lie in [0, dim - window]. Beside these there
 * is GRN_BOUNDS_DEFAULT, the zero value: not said. It is the policy that StableHLO has for the
 * call: a gather clamps, a scatter skips.
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

/* Under FILL and SKIP: one element of a window at a time (StableHLO's scatter), or the window as a
 * whole (XLA, JAX). */
typedef enum grn_grain { GRN_GRAIN_ELEMENT, GRN_GRAIN_WINDOW } grn_grain;

/* Batch extents of operand and indices: equal (StableHLO), or indices at most operand (torch, TCP,
 * TTNN). */
typedef enum grn_batch_rule { GRN_BATCH_EQUAL, GRN_BATCH_PREFIX } grn_batch_rule;

/* From the value in the index tensor to a start: widen by its own dtype, subtract base, wrap, then
 * the policy. */
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
 * The same combiner on windows where they lie, one after the other: each sees
 * what those before it have left. It cannot fail, and may be called by several
 * threads at once, for windows that share no destination from one thread to
 * another. spec.h has the list.
 */
struct grn_combine_list;
typedef void (*grn_combine_list_fn)(void *user, const struct grn_combine_list *list);

typedef struct grn_scatter_spec {
    grn_dimension_numbers dims;
    grn_index_rule index;
    /* a named combiner takes one input, or the same combiner on each of several; REGION any
     * number */
    grn_combiner combiner;
    grn_combine_fn region;
    void *region_user;
    grn_combine_list_fn region_in_order; /* may be NULL: then `region` alone is called, by one thread at a time */
} grn_scatter_spec;

/* ---- one call ---- */

/*
 * Checks a gather of `operand` by `indices` and reports the shape of its
 * result (rank, shape[GRN_MAX_RANK]); only shapes and dtypes are read, so data
 * may be NULL. GRN_E_SHAPE / GRN_E_DTYPE / GRN_E_ARGUMENT / GRN_E_LIMIT with a
 * message that names the field, the value seen and the rule (StableHLO gather
 * C1-C21). A collapsed slice of size 0 with a non-empty result has nothing to
 * read and is refused.
 */
GRN_API GRN_MUST_USE grn_status grn_gather_shape(const grn_gather_spec *spec, const grn_tensor *operand,
                                                 const grn_tensor *indices, const grn_diag *diag, int32_t *rank,
                                                 int64_t *shape);

/*
 * One call: check, plan, run. The same bits as the reference (spec.h), fast; no allocation.
 *   operand  of a gather: [d0, ...] of any strides
 *   indices  of any integer dtype or i1, any strides
 *   result   of the shape that grn_gather_shape reports, operand's dtype, any strides without
 *            overlap of its own
 *   results  of a scatter: `ninputs` views that hold the inputs on entry and the results on exit;
 *            updates: one for each
 * GRN_E_INDEX under GRN_BOUNDS_ERROR, the destination untouched. GRN_E_ALIAS: a destination
 * overlaps what is read. Two threads may call at once when their destinations do not overlap.
 */
GRN_API GRN_MUST_USE grn_status grn_gather(const grn_gather_spec *spec, const grn_tensor *operand,
                                           const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                            const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag);

/* ---- plans ---- */

/*
 * A gather or scatter made ready: a plan is made once for a spec and the shapes, strides and dtypes
 * of its tensors, and run many times on other data of the same layout. Running allocates nothing
 * and is thread-safe: several threads may run one plan at once when their destinations and scratch
 * do not overlap. Options are in plan.h, allocators in memory.h; NULL: the defaults, malloc.
 */
typedef struct grn_plan grn_plan;
struct grn_allocator;
struct grn_plan_options;

/*
 * Makes a plan. Tensors give shapes, strides and dtypes; their data is not
 * read, unless it is timed. `options` may be NULL. GRN_E_UNSUPPORTED: a named row does not
 * apply, alone or with the others named (the message says why), or does not
 * exist (the message lists those that do), or the machine or the build has no such instruction set.
 * The plan copies the spec (a region's user pointer is kept as is) and is the
 * caller's to destroy.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_gather(const grn_gather_spec *spec, const grn_tensor *operand,
                                                const grn_tensor *indices, const grn_tensor *result,
                                                const struct grn_plan_options *options,
                                                const struct grn_allocator *allocator, const grn_diag *diag,
                                                grn_plan **out);
GRN_API GRN_MUST_USE grn_status grn_plan_scatter(const grn_scatter_spec *spec, size_t ninputs,
                                                 const grn_tensor *results, const grn_tensor *indices,
                                                 const grn_tensor *updates, const struct grn_plan_options *options,
                                                 const struct grn_allocator *allocator, const grn_diag *diag,
                                                 grn_plan **out);
/* NULL is fine. */
GRN_API void grn_plan_destroy(grn_plan *plan);

/* Bytes of scratch a run needs, often 0; at most 4 MiB for each thread, but where the addressing is
 * `radix`, which takes up to 12 bytes for each index vector. 0 for NULL. */
GRN_API size_t grn_plan_scratch_bytes(const grn_plan *plan);

/*
 * Runs the plan on data laid out as the tensors the plan was made for. A scatter takes `ninputs`
 * pointers of results (inputs on entry) and of updates. scratch: at least grn_plan_scratch_bytes(),
 * 64-byte aligned, NULL when that is 0. GRN_E_INDEX as the spec says. GRN_E_ARGUMENT: data of a
 * tensor with elements, a list or scratch that is needed is NULL, or scratch is not aligned.
 * GRN_E_ALIAS as for the one-shot calls.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_run_gather(const grn_plan *plan, const void *operand, const void *indices,
                                                    void *result, void *scratch, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_plan_run_scatter(const grn_plan *plan, void *const *results, const void *indices,
                                                     const void *const *updates, void *scratch, const grn_diag *diag);

GRN_END_DECLS

#endif
