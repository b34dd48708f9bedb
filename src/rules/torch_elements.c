/* torch_elements.c - torch.gather, scatter, take_along_dim and take: an index for every element. */
#include <inttypes.h>
#include <stdio.h>

#include "rules/torch.h"

/* ---- gather, scatter ------------------------------------------------------------------------- */

static void like_index(const grn_torch_args *a, grn_torch_found *out)
{
    out->result = a->index;
    out->result.dtype = a->self.dtype;
}

static bool is_longer(const grn_shaped *index, const grn_shaped *than, int32_t d)
{
    const int64_t most = grn_torch_extent(than, d);
    return most != GRN_DYNAMIC && grn_torch_extent(index, d) > most;
}

/* Along dim, any length will do. */
static bool is_longer_beside(const grn_torch_args *a, int32_t axis, int32_t d)
{
    return axis >= 0 && d != axis && is_longer(&a->index, &a->self, d);
}

static grn_status same_rank(const grn_rule_report *to, const grn_shaped *index, const grn_shaped *as, const char *name)
{
    if (grn_torch_rank(index) == grn_torch_rank(as))
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_SHAPE, "PT-2", "Index tensor must have the same number of dimensions as %s tensor",
                           name);
}

grn_status grn_torch_rule_gather(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    char index[GRN_LIST_BYTES], self[GRN_LIST_BYTES];
    grn_status status = grn_torch_rule_begin(to, a, out);
    like_index(a, out);
    if (status == GRN_OK && (!out->idle || a->even_empty))
        status = same_rank(to, &a->index, &a->self, "input");
    if (status != GRN_OK || (out->idle && !a->even_empty))
        return status;
    for (int32_t d = 0; d < grn_torch_rank(&a->self); d++)
        if (is_longer_beside(a, out->axis, d))
            return grn_rule_broken(to, GRN_E_SHAPE, "PT-3",
                                   "Size does not match at dimension %" PRId32
                                   " expected index %s to be smaller than self %s apart from dimension %" PRId32,
                                   d, grn_torch_shape_text(&a->index, index), grn_torch_shape_text(&a->self, self),
                                   out->axis);
    return GRN_OK;
}

static bool covers(const grn_torch_args *a, int32_t axis)
{
    bool fits = true;
    for (int32_t d = 0; d < grn_torch_rank(&a->self); d++)
        fits = fits && !is_longer_beside(a, axis, d) && !(a->has_source && is_longer(&a->index, &a->source, d));
    return fits;
}

static grn_status scatter_sizes(const grn_rule_report *to, const grn_torch_args *a, int32_t axis)
{
    char index[GRN_LIST_BYTES], self[GRN_LIST_BYTES], source[GRN_LIST_BYTES], dim[12] = "?";
    if (covers(a, axis))
        return GRN_OK;
    if (axis >= 0)
        snprintf(dim, sizeof dim, "%" PRId32, axis);
    return grn_rule_broken(to, GRN_E_SHAPE, "PT-3",
                           "Expected index %s to be smaller than self %s apart from dimension %s%s%s",
                           grn_torch_shape_text(&a->index, index), grn_torch_shape_text(&a->self, self), dim,
                           a->has_source ? " and to be smaller size than src " : "",
                           a->has_source ? grn_torch_shape_text(&a->source, source) : "");
}

/* src may be larger than index: only the part that index covers counts. */
grn_status grn_torch_rule_scatter(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    grn_status status = grn_torch_rule_begin(to, a, out);
    out->result = a->self;
    if (status == GRN_OK && a->has_source && a->source.dtype != a->self.dtype) {
        status = grn_rule_broken(to, GRN_E_DTYPE, "PT-11", "scatter(): Expected self.dtype to be equal to src.dtype");
        grn_rule_note(to, "src: %s; right: %s", grn_dtype_text(a->source.dtype), grn_dtype_text(a->self.dtype));
    }
    if (status != GRN_OK || (out->idle && !a->even_empty))
        return status;
    status = same_rank(to, &a->index, &a->self, "self");
    if (status == GRN_OK && a->has_source)
        status = same_rank(to, &a->index, &a->source, "src");
    return status == GRN_OK ? scatter_sizes(to, a, out->axis) : status;
}

/* ---- take_along_dim, take -------------------------------------------------------------------- */

static grn_status check_long(const grn_rule_report *to, const grn_shaped *indices)
{
    if (indices->dtype == GRN_I64)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_DTYPE, "PT-2",
                           "torch.take_along_dim(): dtype of indices should be Long but got %s",
                           grn_torch_dtype_text(indices->dtype));
}

grn_status grn_torch_rule_take_flat(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    *out = (grn_torch_found){.result = {.dtype = a->self.dtype, .rank = 1}, .idle = grn_torch_is_empty(&a->index)};
    if (!grn_shape_elements(a->index.rank, a->index.shape, &out->result.shape[0]))
        out->result.shape[0] = GRN_DYNAMIC;
    return check_long(to, &a->index);
}

/* Beside dim the two are broadcast to each other. */
static grn_status broadcast_beside(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    for (int32_t d = 0; d < a->self.rank; d++) {
        int32_t one = 1;
        if (out->axis < 0)
            out->result.shape[d] = GRN_DYNAMIC;
        else if (d != out->axis && !grn_torch_broadcast(&one, &out->result.shape[d], 1, &a->self.shape[d]))
            return grn_rule_broken(to, GRN_E_SHAPE, "PT-11",
                                   "The size of tensor a (%" PRId64 ") must match the size of tensor b (%" PRId64
                                   ") at non-singleton dimension %" PRId32,
                                   a->self.shape[d], a->index.shape[d], d);
    }
    return GRN_OK;
}

grn_status grn_torch_rule_take_along_dim(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    grn_status status = check_long(to, &a->index);
    like_index(a, out);
    if (status == GRN_OK && a->self.rank != a->index.rank)
        status =
            grn_rule_broken(to, GRN_E_SHAPE, "PT-2",
                            "torch.take_along_dim(): input and indices should have the same number of dimensions, but "
                            "got %" PRId32 " dimensions for input, and %" PRId32 " dimensions for indices",
                            a->self.rank, a->index.rank);
    if (status == GRN_OK)
        status = grn_torch_rule_dim(to, a->self.rank, a->dim, &out->axis);
    if (status == GRN_OK)
        status = broadcast_beside(to, a, out);
    out->idle = status == GRN_OK && grn_torch_is_empty(&out->result);
    return status;
}

grn_status grn_torch_rule_take(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    like_index(a, out);
    out->axis = 0;
    out->idle = grn_torch_is_empty(&a->index);
    if (a->index.dtype != GRN_I64)
        return grn_rule_broken(to, GRN_E_DTYPE, NULL, "%s(): Expected a long tensor for index, but got %s", to->op,
                               grn_torch_dtype_text(a->index.dtype));
    if (!out->idle && grn_torch_is_empty(&a->self))
        return grn_rule_broken(to, GRN_E_INDEX, NULL, "%s(): tried to take from an empty tensor", to->op);
    return GRN_OK;
}
