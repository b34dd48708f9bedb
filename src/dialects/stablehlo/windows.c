/*
 * windows.c - the attributes of ops that slide a window over a
 * tensor, with upstream's messages (StableHLO spec: reduce_window C4-C12,
 * select_and_scatter C4-C8, convolution C2-C9).
 */
#include <inttypes.h>

#include "dialects/stablehlo/stablehlo.h"

/* One list of window attributes: its name as an attribute, in messages about its length and about a
 * value. */
typedef struct window_list {
    const char *attr, *plural, *singular;
    const char *size_rule, *value_rule;
    int64_t *into;
} window_list;

static grn_status check_list(const grn_op *op, const grn_check *check, const window_list *l, int32_t rank)
{
    size_t count;
    const int64_t *v;
    for (int32_t d = 0; d < rank; d++)
        l->into[d] = 1;
    if (!grn_op_dims(op, l->attr, &count, &v) || count == 0)
        return GRN_OK;
    if (count != (size_t)rank)
        return grn_stablehlo_broken(op, check, l->size_rule,
                                    "expects %s to have same dimension-size as size of window dimensions (%" PRId32
                                    "), but got: %zu.",
                                    l->plural, rank, count);
    memcpy(l->into, v, count * sizeof *v);
    return GRN_OK;
}

static grn_status check_positive(const grn_op *op, const grn_check *check, const window_list *l, int32_t d)
{
    if (l->into[d] > 0 || l->into[d] == GRN_DYNAMIC)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, l->value_rule,
                                "expects window to have positive %s for %" PRId32
                                "-th window dimension, but got %" PRId64 ".",
                                l->singular, d, l->into[d]);
}

grn_status grn_stablehlo_padding_shape(const grn_op *op, const grn_check *check, const char *rule)
{
    const grn_attr *padding = grn_op_attr(op, "padding");
    const grn_type *t =
        padding && padding->kind == GRN_ATTR_ELEMENTS && grn_type_is_tensor(padding->type) ? padding->type : NULL;
    char text[GRN_DIMS_TEXT_BYTES];
    if (!t || (t->rank == 2 && t->shape[1] == 2))
        return GRN_OK;
    return grn_stablehlo_broken(op, check, rule, "expects the shape of padding-attribute to be {N, 2}, but got {%s}.",
                                grn_stablehlo_list_text((size_t)t->rank, t->shape, text, sizeof text));
}

static grn_status read_padding(const grn_op *op, const grn_check *check, const char *rule, int32_t rank, grn_windows *w)
{
    size_t count;
    const int64_t *v;
    memset(w->low, 0, sizeof w->low);
    memset(w->high, 0, sizeof w->high);
    if (!grn_op_dims(op, "padding", &count, &v) || count == 0)
        return GRN_OK;
    if (count != 2 * (size_t)rank)
        return grn_stablehlo_broken(op, check, rule,
                                    "expects padding-entries to have same dimension-size as size of window dimensions "
                                    "(%" PRId32 "), but got: %zu.",
                                    rank, count / 2);
    for (int32_t d = 0; d < rank; d++) {
        w->low[d] = v[2 * d];
        w->high[d] = v[2 * d + 1];
    }
    return GRN_OK;
}

grn_status grn_stablehlo_read_windows(const grn_op *op, const grn_check *check, const grn_window_rules *rules,
                                      int32_t rank, grn_windows *out)
{
    const window_list lists[] = {
        {"window_dimensions", "window-dimensions", "value", rules->dimensions_size, rules->dimensions_positive,
         out->size},
        {"window_strides", "window-strides", "stride", rules->strides_size, rules->strides_positive, out->stride},
        {"base_dilations", "base-dilation factors", "base dilation factor", rules->base_size, rules->base_positive,
         out->base_dilation},
        {"window_dilations", "window-dilation factors", "window dilation factor", rules->dilations_size,
         rules->dilations_positive, out->window_dilation},
    };
    grn_status status = grn_stablehlo_padding_shape(op, check, rules->padding);
    out->rank = rank;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++)
        status = check_list(op, check, &lists[i], rank);
    if (status == GRN_OK)
        status = read_padding(op, check, rules->padding, rank, out);
    for (int32_t d = 0; d < rank; d++)
        for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++)
            status = check_positive(op, check, &lists[i], d);
    return status;
}

/* window_reversal: as many as there are spatial dimensions. */
static grn_status read_reversal(const grn_op *op, const grn_check *check, const char *rule, int32_t rank,
                                bool *reversed)
{
    const grn_attr *flags = grn_op_attr(op, "window_reversal");
    size_t count = flags ? flags->dense_array.count : 0;
    memset(reversed, 0, GRN_MAX_RANK * sizeof *reversed);
    if (count == 0)
        return GRN_OK;
    if (count != (size_t)rank)
        return grn_stablehlo_broken(op, check, rule,
                                    "expects window-reversal to have same dimension-size as size of window "
                                    "dimensions (%" PRId32 "), but got: %zu.",
                                    rank, count);
    for (int32_t d = 0; d < rank; d++)
        reversed[d] = ((const unsigned char *)flags->dense_array.data)[d] != 0;
    return GRN_OK;
}

grn_status grn_stablehlo_read_convolution(const grn_op *op, const grn_check *check, int32_t rank, const int64_t *size,
                                          grn_windows *out, bool *reversed)
{
    const window_list lists[] = {
        {"", "", "value", "C25", "C25", out->size},
        {"window_strides", "window-strides", "stride", "C2", "C3", out->stride},
        {"lhs_dilation", "base-dilation factors", "base dilation factor", "C5", "C6", out->base_dilation},
        {"rhs_dilation", "window-dilation factors", "window dilation factor", "C7", "C8", out->window_dilation},
    };
    grn_status status = grn_stablehlo_padding_shape(op, check, "C4");
    out->rank = rank;
    memcpy(out->size, size, (size_t)rank * sizeof *size);
    for (size_t i = 1; status == GRN_OK && i < GRN_COUNT(lists); i++)
        status = check_list(op, check, &lists[i], rank);
    if (status == GRN_OK)
        status = read_padding(op, check, "C4", rank, out);
    if (status == GRN_OK)
        status = read_reversal(op, check, "C9", rank, reversed);
    for (int32_t d = 0; d < rank; d++)
        for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++)
            status = check_positive(op, check, &lists[i], d);
    return status;
}

/* 1 + (size - 1) * dilation for a positive size, 0 for an empty one; false when it passes
 * INT64_MAX. */
static bool dilated(int64_t size, int64_t dilation, int64_t *out)
{
    *out = 0;
    return size <= 0 || (grn_mul_i64(size - 1, dilation, out) && grn_add_i64(*out, 1, out));
}

/* a + b with b of any sign, kept inside int64_t. */
static int64_t add_saturating(int64_t a, int64_t b)
{
    if (b > 0 && a > INT64_MAX - b)
        return INT64_MAX;
    if (b < 0 && a < INT64_MIN - b)
        return INT64_MIN;
    return a + b;
}

int64_t grn_stablehlo_window_count(const grn_windows *w, int32_t dim, int64_t extent)
{
    int64_t base, window;
    if (extent == GRN_DYNAMIC)
        return GRN_DYNAMIC;
    if (!dilated(extent, w->base_dilation[dim], &base))
        base = INT64_MAX;
    if (!dilated(w->size[dim], w->window_dilation[dim], &window))
        return 0;
    int64_t padded = add_saturating(add_saturating(base, w->low[dim]), w->high[dim]);
    return padded <= 0 || padded < window ? 0 : (padded - window) / w->stride[dim] + 1;
}
