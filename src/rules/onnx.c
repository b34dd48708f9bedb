/* onnx.c - ON-1 to ON-7, in ONNX Runtime's words. */
#include "rules/onnx.h"

#include <inttypes.h>
#include <string.h>

/* ---- attributes and dtypes ------------------------------------------------------------------- */

static const struct {
    const char *name;
    grn_combiner combiner;
} reductions[] = {{"none", GRN_COMBINE_REPLACE},
                  {"add", GRN_COMBINE_ADD},
                  {"mul", GRN_COMBINE_MUL},
                  {"max", GRN_COMBINE_MAX},
                  {"min", GRN_COMBINE_MIN}};

bool grn_onnx_reduction(const char *name, size_t name_bytes, grn_combiner *out)
{
    for (size_t i = 0; i < GRN_COUNT(reductions); i++)
        if (strlen(reductions[i].name) == name_bytes && memcmp(reductions[i].name, name, name_bytes) == 0) {
            *out = reductions[i].combiner;
            return true;
        }
    return false;
}

bool grn_onnx_is_vector_dtype(grn_dtype dtype) { return dtype == GRN_I64; }
bool grn_onnx_is_index_dtype(grn_dtype dtype) { return dtype == GRN_I32 || dtype == GRN_I64; }

static grn_status wrong_dtype(const grn_rule_report *to, const grn_shaped *indices, const char *right)
{
    return grn_rule_broken(to, GRN_E_DTYPE, NULL, "%s op: indices have element type %s, they must be %s", to->op,
                           grn_dtype_text(indices->dtype), right);
}

/* ---- axis and extents ------------------------------------------------------------------------ */

/* ON-1 */
static grn_status check_axis(const grn_rule_report *to, const grn_shaped *data, int64_t axis, grn_indexing *out)
{
    const int32_t rank = data->rank;
    if (rank == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-1", "%s op: Cannot operate on scalar input", to->op);
    out->axis = grn_form_axis(axis, rank);
    if (out->axis >= 0 && out->axis < rank)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, "ON-1",
                           "axis %" PRId64 " is not in valid range [-%" PRId32 ",%" PRId32 "]", axis, rank, rank - 1);
}

static grn_status check_along(const grn_rule_report *to, grn_form_kind kind, const grn_shaped *data,
                              const grn_shaped *indices, int64_t axis, grn_indexing *out)
{
    *out = (grn_indexing){.kind = kind};
    if (!grn_onnx_is_index_dtype(indices->dtype))
        return wrong_dtype(to, indices, "i32 or i64");
    return check_axis(to, data, axis, out);
}

grn_status grn_onnx_check_slices(const grn_rule_report *to, const grn_shaped *data, const grn_shaped *indices,
                                 int64_t axis, grn_indexing *out)
{
    return check_along(to, GRN_FORM_SLICES, data, indices, axis, out);
}

/* ON-2, ON-3 */
grn_status grn_onnx_check_elements(const grn_rule_report *to, const grn_shaped *data, const grn_shaped *indices,
                                   int64_t axis, grn_indexing *out)
{
    grn_status status = check_along(to, GRN_FORM_ELEMENTS, data, indices, axis, out);
    if (status != GRN_OK)
        return status;
    const grn_form_misfit m = grn_indexing_fits(out, data, indices);
    if (m.what == GRN_RANKS_DIFFER)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-2",
                               "%s op: Rank of input 'data' needs to be equal to rank of input 'indices' (%" PRId64
                               " and %" PRId64 ")",
                               to->op, m.want, m.have);
    if (m.what == GRN_INDICES_TOO_LONG)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-3",
                               "%s op: 'indices' shape should have values within bounds of 'data' shape. Invalid value "
                               "in indices shape is: %" PRId64 " at dimension %" PRId64 ", data has %" PRId64,
                               to->op, m.have, m.dim, m.want);
    return GRN_OK;
}

/* ---- coordinates ----------------------------------------------------------------------------- */

/* ON-4 */
static grn_status check_batch(const grn_rule_report *to, const grn_shaped *data, const grn_shaped *indices,
                              int64_t batch)
{
    const int32_t r = data->rank, q = indices->rank;
    if (batch >= 0 && batch < (q < r ? q : r))
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, "ON-4",
                           "batch_dims is %" PRId64 ", it must be at least 0 and below the ranks of data (%" PRId32
                           ") and indices (%" PRId32 ")",
                           batch, r, q);
}

/* ON-4, ON-5 */
static grn_status check_coordinates(const grn_rule_report *to, const grn_shaped *data, const grn_shaped *indices,
                                    const grn_indexing *x)
{
    const grn_form_misfit m = grn_indexing_fits(x, data, indices);
    if (m.what == GRN_TOO_MANY_COORDINATES)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-5",
                               "last dimension of indices must not be larger than rank of input tensor: %" PRId64
                               ", right: at most %" PRId64,
                               m.have, m.want);
    if (m.what == GRN_BATCH_DIFFERS)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-4",
                               "Batch dimensions differ at index %" PRId64 ": data has %" PRId64 ", indices %" PRId64,
                               m.dim, m.want, m.have);
    return GRN_OK;
}

grn_status grn_onnx_check_scattered_vectors(const grn_rule_report *to, const grn_shaped *data,
                                            const grn_shaped *indices, int64_t batch, grn_indexing *out)
{
    *out = (grn_indexing){.kind = GRN_FORM_VECTORS, .batch = batch};
    if (!grn_onnx_is_vector_dtype(indices->dtype))
        return wrong_dtype(to, indices, "i64");
    if (data->rank == 0 || indices->rank == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-5",
                               "%s op: data has rank %" PRId32 " and indices %" PRId32 ", both must be at least 1",
                               to->op, data->rank, indices->rank);
    grn_status status = check_batch(to, data, indices, batch);
    return status == GRN_OK ? check_coordinates(to, data, indices, out) : status;
}

grn_status grn_onnx_check_gathered_vectors(const grn_rule_report *to, const grn_shaped *data, const grn_shaped *indices,
                                           int64_t batch, grn_indexing *out)
{
    grn_status status = grn_onnx_check_scattered_vectors(to, data, indices, batch, out);
    if (status == GRN_OK && indices->shape[indices->rank - 1] == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-5", "last dimension of indices is 0, it must be at least 1");
    return status;
}

/* ---- updates --------------------------------------------------------------------------------- */

static grn_status check_element_updates(const grn_rule_report *to, const grn_shaped *indices, const grn_shaped *updates)
{
    if (updates->rank != indices->rank)
        return grn_rule_broken(to, GRN_E_SHAPE, "ON-6",
                               "Indices and updates must have the same rank. Indices rank=%" PRId32
                               ". Updates rank=%" PRId32,
                               indices->rank, updates->rank);
    for (int32_t d = 0; d < indices->rank; d++)
        if (!grn_extents_agree(updates->shape[d], indices->shape[d]))
            return grn_rule_broken(to, GRN_E_SHAPE, "ON-6",
                                   "Indices vs updates dimensions differs at position=%" PRId32 " %" PRId64
                                   " vs %" PRId64,
                                   d, indices->shape[d], updates->shape[d]);
    return GRN_OK;
}

static grn_status check_vector_updates(const grn_rule_report *to, const grn_indexing *x, const grn_shaped *data,
                                       const grn_shaped *indices, const grn_shaped *updates)
{
    char u[GRN_LIST_BYTES], i[GRN_LIST_BYTES], d[GRN_LIST_BYTES];
    grn_shaped dense;
    if (!grn_indexing_dense(x, data, indices, &dense) || grn_shapes_agree(updates, &dense))
        return GRN_OK;
    return grn_rule_broken(
        to, GRN_E_SHAPE, "ON-6",
        "updates tensor should have shape equal to indices.shape[:-1] + data.shape[indices.shape[-1]:]. "
        "updates shape: %s, indices shape: %s, data shape: %s",
        grn_extents_text(updates->shape, updates->rank, ",", u),
        grn_extents_text(indices->shape, indices->rank, ",", i), grn_extents_text(data->shape, data->rank, ",", d));
}

grn_status grn_onnx_check_updates(const grn_rule_report *to, const grn_indexing *x, const grn_shaped *data,
                                  const grn_shaped *indices, const grn_shaped *updates)
{
    if (updates->dtype != data->dtype)
        return grn_rule_broken(to, GRN_E_DTYPE, "ON-6", "data type is different from updates type: %s, updates %s",
                               grn_dtype_text(data->dtype), grn_dtype_text(updates->dtype));
    return x->kind == GRN_FORM_ELEMENTS ? check_element_updates(to, indices, updates)
                                        : check_vector_updates(to, x, data, indices, updates);
}
