/*
 * torch_bags.c - torch's embedding_bag. A file of its own: the core, which has no such call, is
 * without its messages, too.
 */
#include <inttypes.h>
#include <string.h>

#include "rules/torch.h"

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_table(grn_dtype dtype)
{
    return dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64;
}

static grn_status check_dtypes(const grn_rule_report *to, const grn_torch_bag_args *a)
{
    const grn_dtype dtype = a->weight.dtype;
    if (!grn_torch_is_index(a->indices.dtype) || (a->has_offsets && !grn_torch_is_index(a->offsets.dtype)))
        return grn_rule_broken(
            to, GRN_E_DTYPE, "PT-17",
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            "%s instead (while checking arguments for embedding_bag)",
            grn_torch_dtype_text(grn_torch_is_index(a->indices.dtype) ? a->offsets.dtype : a->indices.dtype));
    if (!is_table(dtype))
        return grn_rule_broken(to, GRN_E_DTYPE, "PT-17",
                               "Expected tensor for argument #1 'weight' to have one of the following scalar types: "
                               "Half, BFloat16, Float, Double; but got %s instead (while checking arguments for "
                               "embedding_bag)",
                               grn_torch_dtype_text(dtype));
    return GRN_OK;
}

static grn_status check_ranks(const grn_rule_report *to, const grn_torch_bag_args *a)
{
    if (a->weight.rank != 2)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-17",
                               "weight has to be a 2D Tensor, but got Tensor of dimension %" PRId32, a->weight.rank);
    if (a->indices.rank != 1 && a->indices.rank != 2)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-17",
                               "input has to be 1D or 2D Tensor, but got Tensor of dimension %" PRId32,
                               a->indices.rank);
    if (a->has_offsets && a->indices.rank == 2)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-17",
                               "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of "
                               "fixed length sequences.");
    if (!a->has_offsets && a->indices.rank == 1)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-17", "offsets has to be a 1D Tensor but got None");
    if (a->has_offsets && a->offsets.rank != 1)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-17",
                               "offsets has to be a 1D Tensor, but got Tensor of dimension %" PRId32, a->offsets.rank);
    return GRN_OK;
}

static grn_status check_weights(const grn_rule_report *to, const grn_torch_bag_args *a)
{
    if (!a->has_weights)
        return GRN_OK;
    if (a->mode != NULL && *a->mode != GRN_TORCH_BAG_SUM)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-17",
                               "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
                               "for mode='sum'");
    if (!grn_shapes_agree(&a->weights, &a->indices))
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-17",
                               "embedding_bag: If per_sample_weights is not None, then it must have the same shape as "
                               "the input");
    if (a->weights.dtype != a->weight.dtype)
        return grn_rule_broken(to, GRN_E_DTYPE, "PT-17",
                               "Expected tensor for argument #1 'weight' to have the same type as tensor for argument "
                               "#2 'per_sample_weights'; but type %s does not equal %s (while checking arguments for "
                               "embedding_bag)",
                               grn_torch_dtype_text(a->weight.dtype), grn_torch_dtype_text(a->weights.dtype));
    return GRN_OK;
}

/* ---- numbers --------------------------------------------------------------------------------- */

grn_status grn_torch_rule_bag_mode(const grn_rule_report *to, const char *name, int64_t *mode)
{
    static const char *const names[] = {"sum", "mean", "max"};
    for (size_t i = 0; name != NULL && i < GRN_COUNT(names); i++)
        if (strcmp(name, names[i]) == 0) {
            *mode = (int64_t)i;
            return GRN_OK;
        }
    return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-17", "mode has to be one of sum, mean or max");
}

static grn_status check_mode(const grn_rule_report *to, const int64_t *mode)
{
    if (mode == NULL || (*mode >= GRN_TORCH_BAG_SUM && *mode <= GRN_TORCH_BAG_MAX))
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_ARGUMENT, "PT-17", "`mode` must be sum, mean, or max.");
    grn_rule_note(to, "mode: %" PRId64 "; right: 0, 1 or 2", *mode);
    return status;
}

static grn_status check_padding(const grn_rule_report *to, const grn_torch_bag_args *a, grn_torch_bag_found *out)
{
    const int64_t n = a->weight.shape[0];
    if (a->padding == NULL)
        return GRN_OK;
    if (n != GRN_DYNAMIC && (*a->padding < -n || *a->padding >= n))
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-17",
                               "padding_idx must be within the number of embeddings, -%" PRId64 " through %" PRId64
                               ", but got %" PRId64,
                               n, n - 1, *a->padding);
    out->padding = *a->padding < 0 && n != GRN_DYNAMIC ? *a->padding + n : *a->padding;
    return GRN_OK;
}

static grn_status count_bags(const grn_rule_report *to, const grn_torch_bag_args *a, grn_torch_bag_found *out)
{
    out->entries = a->indices.shape[0];
    if (!a->has_offsets) {
        out->bags = a->indices.shape[0];
        out->entries *= a->indices.shape[1];
        return GRN_OK;
    }
    out->bags = a->offsets.shape[0];
    if (a->include_last == NULL)
        out->bags = GRN_DYNAMIC;
    else if (*a->include_last && out->bags == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-17", "include_last_offset: number of offset should be at least 1");
    else if (*a->include_last && out->bags != GRN_DYNAMIC)
        out->bags--;
    return GRN_OK;
}

grn_status grn_torch_rule_bag(const grn_rule_report *to, const grn_torch_bag_args *a, grn_torch_bag_found *out)
{
    *out = (grn_torch_bag_found){.padding = -1};
    grn_status status = check_ranks(to, a);
    if (status == GRN_OK)
        status = check_dtypes(to, a);
    if (status == GRN_OK)
        status = check_mode(to, a->mode);
    if (status == GRN_OK)
        status = count_bags(to, a, out);
    if (status == GRN_OK)
        status = check_weights(to, a);
    return status == GRN_OK ? check_padding(to, a, out) : status;
}

/* ---- values ---------------------------------------------------------------------------------- */

static int64_t value_at(const grn_tensor *t, int64_t i)
{
    const int64_t length = t->rank == 2 ? t->shape[1] : 1;
    const int64_t at = t->rank == 2 ? i / length * t->stride[0] + i % length * t->stride[1] : i * t->stride[0];
    return grn_index_load(t->dtype, grn_tensor_at(t, at));
}

grn_status grn_torch_rule_bag_values(const grn_rule_report *to, const grn_tensor *indices, const grn_tensor *offsets,
                                     int64_t rows)
{
    const int64_t n = offsets != NULL ? offsets->shape[0] : 0, entries = grn_tensor_elements(indices);
    if (n > 0 && value_at(offsets, 0) != 0)
        return grn_rule_broken(to, GRN_E_INDEX, "PT-18",
                               "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
                               "position 0. However, got %" PRId64,
                               value_at(offsets, 0));
    if (n > 0 && value_at(offsets, n - 1) > entries)
        return grn_rule_broken(to, GRN_E_INDEX, "PT-18",
                               "offsets[-1] can not be greater than input's length %" PRId64
                               " but got offsets[-1] of %" PRId64,
                               entries, value_at(offsets, n - 1));
    for (int64_t e = 0; e < entries; e++)
        if (value_at(indices, e) < 0 || value_at(indices, e) >= rows)
            return grn_rule_broken(to, GRN_E_INDEX, "PT-18",
                                   "embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be "
                                   "%" PRId64,
                                   value_at(indices, e));
    return GRN_OK;
}

void grn_torch_divide_rounded(grn_dtype dtype, void *element, int64_t count)
{
    unsigned char bytes[16];
    grn_scalar divisor = {.dtype = dtype, .f = (double)count}, s = grn_scalar_load(dtype, element);
    grn_scalar_store(&divisor, dtype, bytes);
    s.f /= grn_scalar_load(dtype, bytes).f;
    grn_scalar_store(&s, dtype, element);
}
