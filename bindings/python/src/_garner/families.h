/* families.h - the table of calls, and how its forms are written. */
#ifndef GARNER_PYTHON_FAMILIES_H
#define GARNER_PYTHON_FAMILIES_H

#include "docs.h"
#include "glue.h"

#define NROWS 85
extern const row rows[];
extern const size_t nrows;

/* How forms name what a call was given: T is a tensor, I a number. */
#define T(i) (&c->in[i].view)
#define I(i) (c->number[i])
#define MAYBE(i) GIVEN_VIEW(c, i)
typedef const grn_tensor *tensor;

#define OUT_LAST \
    {"out", OUT, "None", true}, { 0 }
#define PARAMETERS(name) static const parameter name[]

#define RUN(name) static grn_status name##_run(call *c, const grn_tensor *out, const grn_diag *diag)
#define RUN_TWO(name) \
    static grn_status name##_run_two(call *c, const grn_tensor *first, const grn_tensor *second, const grn_diag *diag)
#define SHAPE(name) static grn_status name##_shape(const call *c, const grn_diag *diag, int32_t *rank, int64_t *shape)
#define GATHER_SPEC(name) static grn_status name##_gather_spec(call *c, const grn_diag *diag, grn_gather_spec *spec)
#define SCATTER_SPEC(name) static grn_status name##_scatter_spec(call *c, const grn_diag *diag, grn_scatter_spec *spec)

/* Torch's calls that group elements (torch_groups.c). */
extern const parameter index_reduce_of[], input_mask[], input_mask_source[], bincount_of[], histc_of[];
extern const parameter index_reduce_grad_of[], grad_self_mask[], grad_mask_source[];
extern const form index_reduce, masked_select, masked_scatter, bincount, histc;
extern const form index_reduce_grad, masked_select_grad, masked_scatter_grad;

/* Calls that reduce segments and bags (segment_forms.c). */
extern const parameter segment_reduce_of[], segment_reduce_grad_of[], embedding_bag_of[], jax_segment_of[];
extern const parameter tf_segment_of[], tf_unsorted_segment_of[], dgl_segment_of[], dgl_gspmm_of[];
extern const parameter moe_permute_of[], moe_unpermute_of[];
extern const form segment_reduce, segment_reduce_grad, embedding_bag, jax_segment, tf_segment, tf_unsorted_segment;
extern const form dgl_segment, dgl_gspmm, moe_permute, moe_unpermute;

/* A word of JAX's, or its enum, which is seen by its name, into c->mode (families.c). */
bool read_jax_mode(call *c, PyObject *object);

#endif
