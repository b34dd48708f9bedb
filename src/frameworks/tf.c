/* tf.c - tf.gather, tf.gather_nd and tf.tensor_scatter_nd_* as TensorFlow has them on a CPU;
 * rules/tf.h has their rules. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"
#include "rules/tf.h"

/* ---- indices out of range -------------------------------------------------------------------- */

static grn_status report_gather(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    char at[GRN_LIST_BYTES] = "";
    if (call->indices.rank > 0)
        grn_extents_text(bad->position, call->indices.rank, ",", at);
    return grn_fw_fail_index(call, bad, "indices%s = %" PRId64 " is not in [0, %" PRId64 ")", at, bad->value,
                             bad->extent);
}

/* The whole index vector of the value. */
static const char *vector_text(const grn_fw_call *call, const grn_fw_bad_index *bad, char *buffer)
{
    const grn_tensor *t = &call->indices;
    const int32_t last = t->rank - 1;
    int64_t vector[GRN_MAX_RANK], at = 0;
    for (int32_t d = 0; d < last; d++)
        at += bad->position[d] * t->stride[d];
    for (int64_t k = 0; k < t->shape[last]; k++)
        vector[k] = grn_index_load(t->dtype, grn_tensor_at(t, at + k * t->stride[last]));
    return grn_list_text(vector, (int32_t)t->shape[last], buffer);
}

static grn_status report_vector(const grn_fw_call *call, const grn_fw_bad_index *bad, const char *what)
{
    char at[GRN_LIST_BYTES] = "", vector[GRN_LIST_BYTES], shape[GRN_LIST_BYTES];
    if (call->indices.rank > 1)
        grn_extents_text(bad->position, call->indices.rank - 1, ",", at);
    return grn_fw_fail_index(call, bad, "indices%s = %s does not index into %s %s", at, vector_text(call, bad, vector),
                             what, grn_extents_text(call->data.shape, call->data.rank, ",", shape));
}

static grn_status report_gather_nd(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return report_vector(call, bad, "param shape");
}

static grn_status report_scatter_nd(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return report_vector(call, bad, "shape");
}

static grn_status check_dtype(const grn_fw_call *call, bool nd)
{
    const grn_dtype d = call->indices.dtype;
    if (d == GRN_I32 || d == GRN_I64 || (nd && d == GRN_I16))
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "indices have element type %s, they must be %si32 or i64",
                    grn_dtype_text(d), nd ? "i16, " : "");
}

/* ---- tf.gather ------------------------------------------------------------------------------- */

static const grn_fw_op gather_op = {"tf.gather", "params", "indices", report_gather, false, GRN_BOUNDS_ERROR, 0};

static grn_status prepare_gather(const grn_tensor *params, const grn_tensor *indices, int64_t axis, int64_t batch_dims,
                                 const grn_diag *diag, grn_fw_call *call)
{
    grn_fw_question q;
    grn_indexing x;
    grn_status status = grn_fw_begin(call, &gather_op, params, indices, diag);
    if (status == GRN_OK)
        status = check_dtype(call, false);
    if (status != GRN_OK)
        return status;
    grn_fw_ask(call, &q);
    status = grn_tf_check_slices(&q.to.report, &q.full, &q.indices, &axis, batch_dims, &x);
    if (status == GRN_OK)
        status = grn_fw_form(call, &x);
    call->result = call->dense;
    return status;
}

grn_status grn_tf_gather(const grn_tensor *params, const grn_tensor *indices, int64_t axis, int64_t batch_dims,
                         const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(prepare_gather(params, indices, axis, batch_dims, diag, &call), &call, out);
}

grn_status grn_tf_gather_shape(const grn_tensor *params, const grn_tensor *indices, int64_t axis, int64_t batch_dims,
                               const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(prepare_gather(params, indices, axis, batch_dims, diag, &call), &call, rank, shape);
}

grn_status grn_tf_gather_spec(const grn_tensor *params, const grn_tensor *indices, int64_t axis, int64_t batch_dims,
                              const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(prepare_gather(params, indices, axis, batch_dims, diag, &call), &call, out);
}

/* ---- tf.gather_nd ---------------------------------------------------------------------------- */

static const grn_fw_op gather_nd_op = {"tf.gather_nd", "params",         "indices", report_gather_nd,
                                       false,          GRN_BOUNDS_ERROR, 0};

static grn_status prepare_nd(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *params,
                             const grn_tensor *indices, int64_t batch, const grn_diag *diag)
{
    grn_fw_question q;
    grn_indexing x;
    grn_status status = grn_fw_begin(call, op, params, indices, diag);
    if (status == GRN_OK)
        status = check_dtype(call, true);
    if (status != GRN_OK)
        return status;
    grn_fw_ask(call, &q);
    status = grn_tf_check_vectors(&q.to.report, op->data_name, &q.full, &q.indices, batch, &x);
    return status == GRN_OK ? grn_fw_form(call, &x) : status;
}

static grn_status prepare_gather_nd(const grn_tensor *params, const grn_tensor *indices, int64_t batch_dims,
                                    const grn_diag *diag, grn_fw_call *call)
{
    grn_status status = prepare_nd(call, &gather_nd_op, params, indices, batch_dims, diag);
    call->result = call->dense;
    return status;
}

grn_status grn_tf_gather_nd(const grn_tensor *params, const grn_tensor *indices, int64_t batch_dims,
                            const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(prepare_gather_nd(params, indices, batch_dims, diag, &call), &call, out);
}

grn_status grn_tf_gather_nd_shape(const grn_tensor *params, const grn_tensor *indices, int64_t batch_dims,
                                  const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(prepare_gather_nd(params, indices, batch_dims, diag, &call), &call, rank, shape);
}

grn_status grn_tf_gather_nd_spec(const grn_tensor *params, const grn_tensor *indices, int64_t batch_dims,
                                 const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(prepare_gather_nd(params, indices, batch_dims, diag, &call), &call, out);
}

/* ---- tf.tensor_scatter_nd_* ------------------------------------------------------------------ */

static void negate(grn_dtype dtype, void *element)
{
    grn_scalar s = grn_scalar_load(dtype, element);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_SIGNED: s.i = (int64_t)(0 - (uint64_t)s.i); break;
    case GRN_CLASS_UNSIGNED: s.u = 0 - s.u; break;
    case GRN_CLASS_FLOAT: s.f = -s.f; break;
    case GRN_CLASS_COMPLEX:
        s.c.re = -s.c.re;
        s.c.im = -s.c.im;
        break;
    default: break;
    }
    grn_scalar_store(&s, dtype, element);
}

/* current - update is current + (-update), in integers that wrap and in floats alike. */
static grn_status subtract(void *user, int64_t count, void *const *current, const void *const *update)
{
    const grn_dtype dtype = *(const grn_dtype *)user;
    const size_t bytes = grn_dtype_bytes(dtype);
    unsigned char element[16];
    for (int64_t i = 0; i < count; i++) {
        memcpy(element, (const char *)update[0] + (size_t)i * bytes, bytes);
        negate(dtype, element);
        grn_combine_element(GRN_COMBINE_ADD, dtype, (char *)current[0] + (size_t)i * bytes, element);
    }
    return GRN_OK;
}

/* The dtype a region may point to after the call that made the spec. */
static const grn_dtype every_dtype[] = {
#define DTYPE_ROW(name, text, bytes, bits, class, npy) [GRN_##name] = GRN_##name,
    GRN_DTYPES(DTYPE_ROW)
#undef DTYPE_ROW
};

enum { SCATTER_update, SCATTER_add, SCATTER_sub, SCATTER_min, SCATTER_max };

static const grn_fw_op scatter_ops[] = {
#define ROW(name, combiner)                                                                                      \
    [SCATTER_##                                                                                                  \
        name] = {"tf.tensor_scatter_nd_" #name, "tensor", "indices", report_scatter_nd, false, GRN_BOUNDS_ERROR, \
                 GRN_COMBINE_##combiner}
    ROW(update, REPLACE), ROW(add, ADD), ROW(sub, REGION), ROW(min, MIN), ROW(max, MAX),
#undef ROW
};

static grn_status prepare_scatter(const grn_fw_op *op, const grn_tensor *tensor, const grn_tensor *indices,
                                  const grn_diag *diag, grn_fw_call *call)
{
    grn_status status = prepare_nd(call, op, tensor, indices, 0, diag);
    if (status != GRN_OK || op->combiner != GRN_COMBINE_REGION)
        return status;
    if (tensor->dtype == GRN_I1)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "tensor is i1, tensor_scatter_nd_sub takes a number type");
    call->region = subtract;
    call->region_user = (void *)(uintptr_t)&every_dtype[tensor->dtype];
    return GRN_OK;
}

static grn_status take_updates(grn_fw_call *call, const grn_tensor *updates)
{
    static const grn_indexing x = {GRN_FORM_VECTORS, 0, 0};
    return grn_fw_take_updates(call, &x, updates, grn_tf_check_updates);
}

static grn_status scatter(const grn_fw_op *op, const grn_tensor *tensor, const grn_tensor *indices,
                          const grn_tensor *updates, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = prepare_scatter(op, tensor, indices, diag, &call);
    if (status == GRN_OK)
        status = take_updates(&call, updates);
    return grn_fw_scatter(status, &call, out);
}

#define SCATTER_CALLS(call_name, spec_name, name)                                                                  \
    grn_status call_name(const grn_tensor *tensor, const grn_tensor *indices, const grn_tensor *updates,           \
                         const grn_tensor *out, const grn_diag *diag)                                              \
    {                                                                                                              \
        return scatter(&scatter_ops[SCATTER_##name], tensor, indices, updates, out, diag);                         \
    }                                                                                                              \
    grn_status spec_name(const grn_tensor *tensor, const grn_tensor *indices, const grn_diag *diag,                \
                         grn_scatter_spec *out)                                                                    \
    {                                                                                                              \
        grn_fw_call call;                                                                                          \
        return grn_fw_scatter_spec_of(prepare_scatter(&scatter_ops[SCATTER_##name], tensor, indices, diag, &call), \
                                      &call, out);                                                                 \
    }
SCATTER_CALLS(grn_tf_tensor_scatter_nd_update, grn_tf_tensor_scatter_nd_update_spec, update)
SCATTER_CALLS(grn_tf_tensor_scatter_nd_add, grn_tf_tensor_scatter_nd_add_spec, add)
SCATTER_CALLS(grn_tf_tensor_scatter_nd_sub, grn_tf_tensor_scatter_nd_sub_spec, sub)
SCATTER_CALLS(grn_tf_tensor_scatter_nd_min, grn_tf_tensor_scatter_nd_min_spec, min)
SCATTER_CALLS(grn_tf_tensor_scatter_nd_max, grn_tf_tensor_scatter_nd_max_spec, max)
