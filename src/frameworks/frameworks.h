/*
 * frameworks.h - the calls of torch, ONNX, TensorFlow, JAX and anvil on views.
 *
 * Knows: the arguments of each framework's calls, the rules of each call, and how a call becomes
 * the canonical spec. Must not know: IR, text, dialect rows, strategies, threads.
 *
 * The steps of a call: its rules fill a grn_fw_call (dims.c has the three forms), then run.c checks
 * out and the index values, and calls the spec.
 */
#ifndef GRN_FRAMEWORKS_INTERNAL_H
#define GRN_FRAMEWORKS_INTERNAL_H

#include "adjoint/adjoint.h"
#include "core/core.h"
#include "garner/frameworks.h"
#include "garner/nvl.h"
#include "rules/forms.h"
#include "rules/torch.h"
#include "access/check.h"

typedef struct grn_fw_call grn_fw_call;

/* An index value out of range: where it stands in indices, and the operand dimension it is for. */
typedef struct grn_fw_bad_index {
    const int64_t *position; /* rank(indices) entries */
    int64_t value;
    int64_t extent;
    int32_t dim;
} grn_fw_bad_index;

/* Emits the framework's message and answers GRN_E_INDEX. */
typedef grn_status (*grn_fw_report_index)(const grn_fw_call *call, const grn_fw_bad_index *bad);

/* The constants of one op. */
typedef struct grn_fw_op {
    const char *name;      /* as its messages spell it */
    const char *data_name; /* the arguments' names */
    const char *index_name;
    grn_fw_report_index report_index;
    bool wrap_negative;
    grn_bounds bounds;
    grn_combiner combiner;
} grn_fw_op;

/* A checked call. The views are as the spec takes them; result and dense have no data. */
struct grn_fw_call {
    const grn_fw_op *op;
    const grn_diag *diag;
    grn_tensor data, indices, updates;
    grn_tensor dense;  /* what the spec gathers into, or its updates */
    grn_tensor result; /* what the caller receives: out's shape and dtype */
    grn_dimension_numbers dims;
    grn_dims slice_sizes;
    grn_index_rule index;
    grn_combiner combiner;
    grn_combine_fn region;
    void *region_user;
    unsigned char fill[16];
    bool idle; /* an empty index: nothing to move */
};

/* ---- views and shapes (view.c) --------------------------------------------------------------- */

/* Starts a call: the row's facts, data and indices as views. */
grn_status grn_fw_begin(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *data, const grn_tensor *indices,
                        const grn_diag *diag);
/* The arguments of a rule (src/rules): data and indices as they are now, and where messages go. */
typedef struct grn_fw_question {
    grn_call_report to;
    grn_shaped full, indices;
} grn_fw_question;
void grn_fw_ask(const grn_fw_call *call, grn_fw_question *out);
/* The call's updates, which `check` holds against its operand and indices. */
grn_status grn_fw_take_updates(grn_fw_call *call, const grn_indexing *x, const grn_tensor *updates,
                               grn_status (*check)(const grn_rule_report *to, const grn_indexing *x,
                                                   const grn_shaped *full, const grn_shaped *indices,
                                                   const grn_shaped *updates));
/* Rank 0 as [1]. */
void grn_fw_at_least_1d(grn_tensor *t);
/* Whether both views are the same elements at the same addresses. */
bool grn_fw_same_view(const grn_tensor *a, const grn_tensor *b);
/* Cuts `t` to the extents of `shape`, at most its own. */
void grn_fw_cut(grn_tensor *t, const int64_t *shape);
/* `in` broadcast to `shape` by the rules of NumPy; false when it cannot be. */
bool grn_fw_broadcast(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out);
/* A view of one element at every place of `shaped`. */
void grn_fw_splat(const grn_tensor *shaped, void *element, grn_dtype dtype, grn_tensor *out);
/* A compact view shaped as `shaped`, of `dtype`, over `data`. */
void grn_fw_compact(const grn_tensor *shaped, void *data, grn_dtype dtype, grn_tensor *out);
/* `t` has data, and the shape and dtype of `like`. */
grn_status grn_fw_check_like(const grn_tensor *t, const char *name, const grn_tensor *like, const grn_diag *diag);
/* The same of a destination: its elements are disjoint in memory. */
grn_status grn_fw_check_destination(const grn_tensor *t, const char *name, const grn_tensor *like,
                                    const grn_diag *diag);
/* Answers GRN_E_INDEX: the framework's message with the index beside it, then a note with the
 * argument, the value and the valid range. */
grn_status grn_fw_fail_index(const grn_fw_call *call, const grn_fw_bad_index *bad, const char *format, ...)
    GRN_PRINTF(3, 4) GRN_COLD;

/* ---- numbering (dims.c). Each fills dims, slice_sizes and dense. ----------------------------- */

/* The numbering of data and indices that fit. GRN_E_LIMIT: dense has too many dimensions, or more
 * bytes than can be counted; never for ELEMENTS. */
grn_status grn_fw_form(grn_fw_call *call, const grn_indexing *x);
/* One index per element, along `dim` (torch.gather). */
static inline void grn_fw_along(grn_fw_call *call, int32_t dim)
{
    grn_fw_form(call, &(grn_indexing){GRN_FORM_ELEMENTS, dim, 0});
}
/* Slices along `dim`, after `batch` leading dimensions in common (tf.gather). */
static inline grn_status grn_fw_take(grn_fw_call *call, int32_t dim, int32_t batch)
{
    return grn_fw_form(call, &(grn_indexing){GRN_FORM_SLICES, dim, batch});
}
/* Vectors of coordinates in the last dimension of indices (tf.gather_nd). */
static inline grn_status grn_fw_nd(grn_fw_call *call, int32_t batch)
{
    return grn_fw_form(call, &(grn_indexing){GRN_FORM_VECTORS, 0, batch});
}
/* slice_sizes for the dims there are: whole dimensions, one element in those that are indexed. */
void grn_fw_slices(grn_fw_call *call);
/* dense has as many bytes as can be counted. */
grn_status grn_fw_check_size(const grn_fw_call *call);

/* ---- running (run.c) ------------------------------------------------------------------------- */

void grn_fw_to_gather_spec(const grn_fw_call *call, grn_gather_spec *out);
void grn_fw_to_scatter_spec(const grn_fw_call *call, grn_scatter_spec *out);

/* The endings of the public functions: `status` is what preparing the call answered. */
grn_status grn_fw_gather(grn_status status, const grn_fw_call *call, const grn_tensor *out);
grn_status grn_fw_shape(grn_status status, const grn_fw_call *call, int32_t *rank, int64_t *shape);
grn_status grn_fw_gather_spec_of(grn_status status, const grn_fw_call *call, grn_gather_spec *out);
grn_status grn_fw_scatter_spec_of(grn_status status, const grn_fw_call *call, grn_scatter_spec *out);
grn_status grn_fw_scatter(grn_status status, const grn_fw_call *call, const grn_tensor *out);

/* A scatter in steps: all that can fail; data into out (unless they are one); the spec. */
grn_status grn_fw_scatter_ready(const grn_fw_call *call, const grn_tensor *out, grn_tensor *result);
void grn_fw_scatter_copy(const grn_fw_call *call, const grn_tensor *result);
grn_status grn_fw_scatter_run(const grn_fw_call *call, const grn_tensor *result, const grn_tensor *updates);
/* Emits the message for the first index out of range, in row-major order; GRN_OK when there is
 * none. */
grn_status grn_fw_check_index(const grn_fw_call *call);

/* ---- torch's common checks (torch.c) --------------------------------------------------------- */

grn_status grn_torch_report_bounds(const grn_fw_call *call, const grn_fw_bad_index *bad);
grn_status grn_torch_report_self(const grn_fw_call *call, const grn_fw_bad_index *bad);

/* The tensors of a call, and dim, as arguments of the rules in src/rules. */
typedef struct grn_torch_given {
    const grn_tensor *input, *index;
    const grn_tensor *src; /* NULL: none. It passed grn_check_view. */
    const int64_t *dim;    /* NULL: none. With one, tensors of rank 0 are seen as [1]. */
    bool even_empty;
} grn_torch_given;
/* A call's rule, and how it indexes. */
typedef struct grn_torch_row {
    grn_fw_op op;
    grn_torch_rule *rule;
    grn_form_kind form;
} grn_torch_row;
/* A row of a call that takes no negative index (PT-5). */
#define GRN_TORCH_ROW(name, data, index, report, combiner, rule, form)                                   \
    {                                                                                                    \
        {name, data, index, grn_torch_report_##report, false, GRN_BOUNDS_ERROR, GRN_COMBINE_##combiner}, \
            grn_torch_rule_##rule, GRN_FORM_##form                                                       \
    }
/* Starts a call whose arguments keep the rule: with idle, result, updates. dims and dense are the
 * caller's to fill. */
grn_status grn_torch_begin(grn_fw_call *call, const grn_torch_row *row, const grn_torch_given *given,
                           const grn_diag *diag, grn_torch_found *found);
/* The same, complete: of a scatter by elements, the part of src that index covers, or else dense,
 * is the updates. */
grn_status grn_torch_prepare(grn_fw_call *call, const grn_torch_row *row, const grn_torch_given *given,
                             const grn_diag *diag);
/* The same for a scatter whose src, called `name`, is given. */
grn_status grn_torch_prepare_scatter(grn_fw_call *call, const grn_torch_row *row, const grn_tensor *input, int64_t dim,
                                     const grn_tensor *index, const grn_tensor *src, const char *name,
                                     const grn_diag *diag);
/* A scatter's spec, for any index that fits: an empty one as well. */
grn_status grn_torch_scatter_spec_of(const grn_torch_row *row, const grn_tensor *input, int64_t dim,
                                     const grn_tensor *index, const grn_diag *diag, grn_scatter_spec *out);
/* The reduction that scatter_reduce's `reduce` names. GRN_E_ARGUMENT, reported. */
grn_status grn_torch_find_reduction(const char *reduce, const grn_diag *diag, const grn_torch_reduction **out);

/* A checked call's updates into its data by `r`: mean counts in memory of `allocator`. The ending of
 * scatter_reduce and index_reduce: `status` is what preparing the call answered. */
grn_status grn_torch_reduce_all(grn_status status, grn_fw_call *call, const grn_torch_reduction *r, bool include_self,
                                const grn_allocator *allocator, const grn_tensor *out);

/* ---- torch: input and index read flat (torch_take_along_dim.c) ------------------------------- */

typedef struct grn_torch_flat_copy {
    void *memory;
    size_t bytes;
} grn_torch_flat_copy;
/* Row-major, in one dimension; false, and `t` unchanged, when strides cannot express it. */
bool grn_torch_flatten(grn_tensor *t);
/* The same, from a copy where it must be: own->memory, the caller's to release. */
grn_status grn_torch_flatten_or_copy(grn_tensor *t, const grn_fw_call *call, const grn_allocator *allocator,
                                     grn_torch_flat_copy *own);
/* take_along_dim's checks, by the second row without a dim: with one the call is complete, else it
 * is not flat yet. */
grn_status grn_torch_prepare_take_along_dim(const grn_torch_row *rows, const grn_tensor *input,
                                            const grn_tensor *indices, const int64_t *dim, const grn_diag *diag,
                                            grn_fw_call *call);

/* ---- torch: lists of index tensors (torch_index_put.c) --------------------------------------- */

/* Which dimensions are indexed, and the shape of the coordinates. */
typedef struct grn_torch_put {
    const grn_tensor *const *indices;
    grn_torch_indexed found;
    grn_tensor stacked;
    int64_t *memory; /* of the stacked coordinates */
} grn_torch_put;
/* index_put's checks without values: the op has the name and the combiner. */
grn_status grn_torch_prepare_put(grn_fw_call *call, grn_torch_put *p, const grn_fw_op *op, const grn_tensor *input,
                                 const grn_tensor *const *indices, size_t n, const grn_diag *diag);
/* The index tensors have data and are disjoint from `out`. */
grn_status grn_torch_put_check_data(const grn_torch_put *p, const grn_tensor *out, const grn_diag *diag);
/* The coordinates, in memory of `allocator`, become call's indices. */
grn_status grn_torch_put_stack(grn_torch_put *p, grn_fw_call *call, const grn_allocator *allocator);
/* All three, the allocator first. A status other than GRN_OK is passed on; then there is nothing to
 * release. */
grn_status grn_torch_put_ready(grn_status status, grn_torch_put *p, grn_fw_call *call, const grn_allocator *allocator,
                               const grn_tensor *out);
void grn_torch_put_release(grn_torch_put *p, const grn_allocator *allocator);

/* ---- torch: the gradients of reductions (torch_reduce_grad.c) --------------------------------- */

/* What a reduction's gradients are made from; self_grad and part_grad may be NULL. part is src or
 * source, by whose name messages call it and its gradient. */
typedef struct grn_torch_reduced {
    const grn_tensor *grad, *self, *part, *result, *self_grad, *part_grad;
    const char *part_name, *part_grad_name;
    const char *reduce; /* not "sum" */
    bool include_self;
} grn_torch_reduced;
/* `call` is complete, with grad for its data; part has the shape `like`. */
grn_status grn_torch_reduced_backward(const grn_fw_call *call, const grn_torch_reduced *v, const grn_tensor *index,
                                      const grn_tensor *like, const grn_allocator *allocator);

/* ---- torch's gradients (torch_grad.c) -------------------------------------------------------- */

/* A gather's: zeros in `out`, plus call's updates. call->data stands for self; its memory is not
 * read. */
grn_status grn_torch_add_into_zeros(grn_status status, grn_fw_call *call, const grn_tensor *out);

/* A scatter's two: grad itself (`keeps`) or with 0 at the places; and grad at the places, times
 * alpha. Each may be NULL. */
typedef struct grn_torch_hand_back {
    const grn_tensor *self_grad, *part_grad;
    const char *part_name;
    bool keeps;
    const void *alpha; /* of grad's dtype; NULL: 1 */
} grn_torch_hand_back;
/* call->data is grad, call->dense what is at the places. */
grn_status grn_torch_give_back(grn_status status, grn_fw_call *call, const grn_torch_hand_back *to);

/* `wide` summed over the dimensions in which `out` has one element or none: in f64, rounded
 * once. */
void grn_torch_sum_to(const grn_tensor *wide, const grn_tensor *out);
/* A compact tensor shaped as `shaped` in memory of `allocator`; the bytes go to *bytes. */
grn_status grn_torch_new_like(const grn_tensor *shaped, const grn_fw_call *call, const grn_allocator *allocator,
                              grn_tensor *out, size_t *bytes);

#endif
