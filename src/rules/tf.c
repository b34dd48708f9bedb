/* tf.c - TF-1 to TF-5 and TF-7, in TensorFlow's words. */
#include "rules/tf.h"

#include <inttypes.h>

/* TF-3 */
static grn_status check_batch_extents(const grn_rule_report *to, grn_form_misfit m)
{
    if (m.what != GRN_BATCH_DIFFERS)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_SHAPE, "TF-3",
                           "params.shape[%" PRId64 "]: %" PRId64 " should be equal to indices.shape[%" PRId64
                           "]: %" PRId64,
                           m.dim, m.want, m.dim, m.have);
}

/* ---- tf.gather ------------------------------------------------------------------------------- */

static grn_status check_axis(const grn_rule_report *to, int32_t rank, int64_t axis, grn_indexing *out)
{
    out->axis = grn_form_axis(axis, rank);
    if (out->axis >= 0 && out->axis < rank)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, "TF-2",
                           "Expected axis in the range [-%" PRId32 ", %" PRId32 "), but got %" PRId64, rank, rank,
                           axis);
}

static grn_status check_batch(const grn_rule_report *to, int32_t q, int64_t batch_dims, grn_indexing *out)
{
    out->batch = batch_dims < 0 ? batch_dims + q : batch_dims;
    if (out->batch >= 0 && out->batch <= q)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, "TF-1",
                           "Expected batch_dims in the range [-%" PRId32 ", %" PRId32 "], but got %" PRId64, q, q,
                           batch_dims);
}

/* The order of batch_dims and axis, each already in its own range. */
static grn_status check_order(const grn_rule_report *to, int32_t rank, const grn_indexing *x)
{
    if (x->batch >= rank)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "TF-2",
                               "batch_dims (%" PRId64 ") must be less than rank(params) (%" PRId32 ").", x->batch,
                               rank);
    if (x->batch > x->axis)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "TF-2",
                               "batch_dims (%" PRId64 ") must be less than or equal to axis (%" PRId64 ").", x->batch,
                               x->axis);
    return GRN_OK;
}

grn_status grn_tf_check_slices(const grn_rule_report *to, const grn_shaped *params, const grn_shaped *indices,
                               const int64_t *axis, int64_t batch_dims, grn_indexing *out)
{
    grn_status status = GRN_OK;
    *out = (grn_indexing){.kind = GRN_FORM_SLICES, .axis = -1};
    if (params->rank == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, "TF-7", "params must be at least 1 dimensional");
    if (axis != NULL)
        status = check_axis(to, params->rank, *axis, out);
    if (status == GRN_OK)
        status = check_batch(to, indices->rank, batch_dims, out);
    if (status != GRN_OK || axis == NULL)
        return status;
    status = check_order(to, params->rank, out);
    return status == GRN_OK ? check_batch_extents(to, grn_indexing_fits(out, params, indices)) : status;
}

/* ---- vectors --------------------------------------------------------------------------------- */

static grn_status check_vector_batch(const grn_rule_report *to, const char *name, const grn_shaped *params,
                                     const grn_shaped *indices, int64_t batch)
{
    const int32_t r = params->rank, q = indices->rank;
    if (r == 0 || q == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, r == 0 ? "TF-7" : "TF-4", "%s must be at least a vector",
                               r == 0 ? name : "indices");
    if (batch >= 0 && batch < (q < r ? q : r))
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, "TF-1",
                           "batch_dims = %" PRId64 " must be at least 0 and less than rank(%s) = %" PRId32
                           " and rank(indices) = %" PRId32,
                           batch, name, r, q);
}

grn_status grn_tf_check_vectors(const grn_rule_report *to, const char *name, const grn_shaped *params,
                                const grn_shaped *indices, int64_t batch_dims, grn_indexing *out)
{
    *out = (grn_indexing){.kind = GRN_FORM_VECTORS, .batch = batch_dims};
    grn_status status = check_vector_batch(to, name, params, indices, batch_dims);
    if (status != GRN_OK)
        return status;
    const grn_form_misfit m = grn_indexing_fits(out, params, indices);
    if (m.what == GRN_TOO_MANY_COORDINATES)
        return grn_rule_broken(to, GRN_E_SHAPE, "TF-4",
                               "index innermost dimension length must be <= %s rank; saw: %" PRId64 " vs. %" PRId64,
                               name, m.have, m.want);
    return check_batch_extents(to, m);
}

/* ---- updates --------------------------------------------------------------------------------- */

/* Dimensions [from, to) of a shape. */
typedef struct part {
    const grn_shaped *of;
    const char *name;
    int64_t from, to;
} part;

static grn_status parts_differ(const grn_rule_report *to, const part *a, const part *updates)
{
    char x[GRN_LIST_BYTES], y[GRN_LIST_BYTES];
    return grn_rule_broken(to, GRN_E_SHAPE, "TF-5",
                           "Dimensions [%" PRId64 ",%" PRId64 ") of %s[shape=%s] must match dimensions [%" PRId64
                           ",%" PRId64 ") of updates[shape=%s]",
                           a->from, a->to, a->name, grn_extents_text(a->of->shape, a->of->rank, ",", x), updates->from,
                           updates->to, grn_extents_text(updates->of->shape, updates->of->rank, ",", y));
}

grn_status grn_tf_check_updates(const grn_rule_report *to, const grn_indexing *x, const grn_shaped *tensor,
                                const grn_shaped *indices, const grn_shaped *updates)
{
    const int32_t outer = indices->rank - 1;
    const int64_t k = indices->shape[outer];
    grn_shaped dense;
    if (updates->dtype != tensor->dtype)
        return grn_rule_broken(to, GRN_E_DTYPE, "TF-5", "updates have element type %s, it must be tensor's: %s",
                               grn_dtype_text(updates->dtype), grn_dtype_text(tensor->dtype));
    bool same = updates->rank >= outer;
    for (int32_t d = 0; same && d < outer; d++)
        same = grn_extents_agree(updates->shape[d], indices->shape[d]);
    if (!same)
        return parts_differ(to, &(part){indices, "indices", 0, outer}, &(part){updates, "updates", 0, outer});
    if (grn_indexing_dense(x, tensor, indices, &dense) && !grn_shapes_agree(updates, &dense))
        return parts_differ(to, &(part){tensor, "input", k, tensor->rank},
                            &(part){updates, "updates", outer, updates->rank});
    return GRN_OK;
}
