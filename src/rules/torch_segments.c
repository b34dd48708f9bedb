/*
 * torch_segments.c - torch's segment_reduce. A file of its own: the core, which has no such call, is
 * without its messages, too.
 */
#include <inttypes.h>
#include <string.h>

#include "rules/torch.h"

/* ---- arguments ------------------------------------------------------------------------------- */

const grn_torch_reduction *grn_torch_segment_reduction_named(const char *name, size_t n)
{
    static const char *const also[][2] = {{"max", "amax"}, {"min", "amin"}};
    for (size_t i = 0; i < GRN_COUNT(also); i++)
        if (n == strlen(also[i][0]) && memcmp(also[i][0], name, n) == 0)
            return grn_torch_reduction_named(also[i][1], strlen(also[i][1]));
    return grn_torch_reduction_named(name, n);
}

grn_status grn_torch_rule_segment_reduction(const grn_rule_report *to, const char *name, size_t n,
                                            const grn_torch_reduction **out)
{
    *out = grn_torch_segment_reduction_named(name, n);
    return *out != NULL ? GRN_OK : grn_torch_rule_reduction(to, name, n, out);
}

static grn_status check_given(const grn_rule_report *to, const grn_torch_segment_args *a)
{
    if (a->has_indices)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-19",
                               "segment_reduce(): indices based reduction is not supported yet.");
    if (!a->has_lengths && !a->has_offsets)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-19",
                               "segment_reduce(): Either lengths or offsets must be defined.");
    return GRN_OK;
}

static grn_status check_axis(const grn_rule_report *to, const grn_torch_segment_args *a, const grn_shaped *ids,
                             const char *name)
{
    int32_t axis;
    const grn_status status = grn_torch_rule_dim(to, a->data.rank, a->axis, &axis);
    if (status != GRN_OK)
        return status;
    if (ids->rank == 0 || (axis >= 0 && axis != ids->rank - 1))
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-19",
                               "segment_reduce(): Expected axis to be the last dimension of %s but got %" PRId32 ".",
                               name, axis >= 0 ? axis : 0);
    if (ids->rank > a->data.rank)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-19",
                               "Expected data.dim() >= %s_value.dim() to be true, but got false.", name);
    return GRN_OK;
}

static grn_status check_dtypes(const grn_rule_report *to, grn_dtype data, grn_dtype ids)
{
    if (data != GRN_F16 && data != GRN_BF16 && data != GRN_F32 && data != GRN_F64)
        return grn_rule_broken(to, GRN_E_DTYPE, "PT-19", "\"_segment_reduce_cpu\" not implemented for '%s'",
                               grn_torch_dtype_text(data));
    if (!grn_torch_is_index(ids))
        return grn_rule_broken(to, GRN_E_DTYPE, "PT-19",
                               "\"_segment_reduce_lengths_cpu_kernel1\" not implemented for '%s'",
                               grn_torch_dtype_text(ids));
    return GRN_OK;
}

/* torch reads beyond what ids lack. */
static grn_status check_leading(const grn_rule_report *to, const grn_shaped *data, const grn_shaped *ids,
                                const char *name)
{
    for (int32_t d = 0; d + 1 < ids->rank; d++)
        if (!grn_extents_agree(ids->shape[d], data->shape[d]))
            return grn_rule_broken(to, GRN_E_SHAPE, "PT-19",
                                   "segment_reduce(): Expected %s to have data's size %" PRId64 " at dimension %" PRId32
                                   ", but got %" PRId64 ".",
                                   name, data->shape[d], d, ids->shape[d]);
    return GRN_OK;
}

grn_status grn_torch_rule_segments(const grn_rule_report *to, const grn_torch_segment_args *a,
                                   grn_torch_segment_found *out)
{
    const grn_shaped *ids = a->has_offsets ? &a->offsets : &a->lengths;
    const char *name = a->has_offsets ? "offsets" : "lengths";
    grn_status status = check_given(to, a);
    if (status == GRN_OK)
        status = check_axis(to, a, ids, name);
    if (status == GRN_OK)
        status = check_dtypes(to, a->data.dtype, ids->dtype);
    if (status == GRN_OK)
        status = check_leading(to, &a->data, ids, name);
    if (status != GRN_OK)
        return status;
    *out = (grn_torch_segment_found){.axis = ids->rank - 1, .by_offsets = a->has_offsets, .result = a->data};
    const int64_t n = ids->shape[out->axis];
    if (a->has_offsets && n == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-19", "Trying to create tensor with negative dimension -1");
    out->result.shape[out->axis] = n - (a->has_offsets && n != GRN_DYNAMIC);
    return GRN_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

grn_status grn_torch_rule_lengths(const grn_rule_report *to, const grn_tensor *lengths)
{
    grn_walk w;
    grn_walk_init(&w, lengths->rank, lengths->shape, 1, (const int64_t *[]){lengths->stride});
    for (; w.more; grn_walk_next(&w))
        if (grn_index_load(lengths->dtype, grn_tensor_at(lengths, w.offset[0])) < 0)
            return grn_rule_broken(to, GRN_E_INDEX, "PT-20", "lengths contains negative value!");
    return grn_rule_broken(to, GRN_E_INDEX, "PT-20",
                           "segment_reduce(): Expected all rows of lengths along axis to sum to "
                           "data.size(lengths.dim()-1) when !unsafe.");
}

/* ---- meaning --------------------------------------------------------------------------------- */

void grn_torch_segment_spec(const grn_torch_reduction *r, const grn_torch_segment_found *found, grn_dtype dtype,
                            const void *initial, grn_segment_spec *out)
{
    static const grn_segment_op ops[] = {[GRN_TORCH_ZERO] = GRN_SEGMENT_SUM,
                                         [GRN_TORCH_ONE] = GRN_SEGMENT_PRODUCT,
                                         [GRN_TORCH_LEAST] = GRN_SEGMENT_MAX,
                                         [GRN_TORCH_GREATEST] = GRN_SEGMENT_MIN};
    *out = (grn_segment_spec){.op = r->divides ? GRN_SEGMENT_MEAN : ops[r->identity],
                              .form = found->by_offsets ? GRN_SEGMENT_OFFSETS : GRN_SEGMENT_LENGTHS,
                              .axis = found->axis,
                              .empty = r->divides && initial == NULL ? GRN_SEGMENT_EMPTY_NAN : GRN_SEGMENT_EMPTY_START,
                              .rounding = GRN_SEGMENT_ROUND_EACH_STEP};
    if (initial == NULL)
        return;
    out->start = GRN_SEGMENT_START_INITIAL;
    memcpy(out->initial, initial, grn_dtype_bytes(dtype));
}
