/* nvl.c - NV-1, NV-4 and NV-5, in r-stablehlo's words. */
#include "rules/nvl.h"

#include <inttypes.h>

const grn_nvl_names grn_nvl_gather_names = {
    "operand",        "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
    "start_index_map"};
const grn_nvl_names grn_nvl_scatter_names = {"input",
                                             "update_window_dims",
                                             "inserted_window_dims",
                                             "input_batching_dims",
                                             "scatter_indices_batching_dims",
                                             "scatter_dims_to_operand_dims"};

void grn_nvl_lists_of(const grn_nvl_names *names, grn_dimension_numbers *n, grn_nvl_named_list *out)
{
    out[0] = (grn_nvl_named_list){names->window, &n->offset_dims};
    out[1] = (grn_nvl_named_list){names->dropped, &n->collapsed_slice_dims};
    out[2] = (grn_nvl_named_list){names->batching, &n->operand_batching_dims};
    out[3] = (grn_nvl_named_list){names->indices_batching, &n->start_indices_batching_dims};
    out[4] = (grn_nvl_named_list){names->map, &n->start_index_map};
}

/* ---- NV-5 ------------------------------------------------------------------------------------ */

static grn_status check_in_range(const grn_rule_report *to, grn_status status, const char *name, int64_t v,
                                 int64_t limit)
{
    if (v >= 0 && v < limit)
        return GRN_OK;
    return grn_rule_broken(to, status, "NV-5",
                           "`%s` contains index outside the valid range. Got %" PRId64
                           ", but valid range is [0, %" PRId64 ").",
                           name, v, limit);
}

static bool repeats(const grn_dims *list)
{
    bool found = false;
    for (int32_t i = 0; i < list->count; i++)
        for (int32_t j = 0; j < i; j++)
            found = found || list->v[i] == list->v[j];
    return found;
}

/* One list: each dimension there, and once. */
static grn_status check_list(const grn_rule_report *to, const char *name, const grn_dims *list, int64_t limit)
{
    grn_status status = GRN_OK;
    if (repeats(list))
        return grn_rule_broken(to, GRN_E_ARGUMENT, "NV-5", "`%s` must contain unique dimension indices", name);
    for (int32_t i = 0; status == GRN_OK && i < list->count; i++)
        status = check_in_range(to, GRN_E_SHAPE, name, list->v[i], limit);
    return status;
}

static grn_status check_counts(const grn_rule_report *to, const grn_nvl_names *names, const grn_shaped *operand,
                               const grn_dimension_numbers *n)
{
    if ((int64_t)n->offset_dims.count + n->collapsed_slice_dims.count + n->operand_batching_dims.count == operand->rank)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_SHAPE, "NV-5", "rank(%s) must equal length(%s) + length(%s) + length(%s).",
                           names->operand, names->window, names->dropped, names->batching);
}

static grn_status check_vector(const grn_rule_report *to, const grn_nvl_names *names, const grn_shaped *indices,
                               const grn_dimension_numbers *n)
{
    const int64_t dim = n->index_vector_dim;
    grn_status status = check_in_range(to, GRN_E_ARGUMENT, "index_vector_dim", dim, (int64_t)indices->rank + 1);
    if (status != GRN_OK || grn_extents_agree(n->start_index_map.count, dim < indices->rank ? indices->shape[dim] : 1))
        return status;
    return grn_rule_broken(to, GRN_E_SHAPE, "NV-5", "length(%s) must equal the index vector size.", names->map);
}

grn_status grn_nvl_check_numbers(const grn_rule_report *to, const grn_nvl_names *names, const grn_shaped *operand,
                                 const grn_shaped *indices, const grn_dimension_numbers *n)
{
    const int64_t r = operand->rank, q = indices->rank;
    grn_status status = check_counts(to, names, operand, n);
    if (status == GRN_OK)
        status = check_vector(to, names, indices, n);
    if (status == GRN_OK)
        status = check_list(to, names->window, &n->offset_dims, q - (n->index_vector_dim < q) + n->offset_dims.count);
    if (status == GRN_OK)
        status = check_list(to, names->dropped, &n->collapsed_slice_dims, r);
    if (status == GRN_OK)
        status = check_list(to, names->batching, &n->operand_batching_dims, r);
    if (status == GRN_OK)
        status = check_list(to, names->indices_batching, &n->start_indices_batching_dims, q);
    return status == GRN_OK ? check_list(to, names->map, &n->start_index_map, r) : status;
}

/* ---- NV-4 ------------------------------------------------------------------------------------ */

grn_status grn_nvl_check_dtypes(const grn_rule_report *to, const grn_shaped *input, const grn_shaped *update)
{
    if (update->dtype == input->dtype)
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_DTYPE, "NV-4", "input and update must have the same dtype");
    grn_rule_note(to, "update: %s; right: %s", grn_dtype_text(update->dtype), grn_dtype_text(input->dtype));
    return status;
}
