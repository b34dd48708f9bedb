/* torch_slices.c - torch.index_select, embedding, index_add and index_copy: an index for every
 * slice. */
#include <inttypes.h>
#include <stdio.h>

#include "rules/torch.h"

static void at_least_1d(grn_shaped *s)
{
    s->shape[0] = s->rank > 0 ? s->shape[0] : 1;
    s->rank = grn_torch_rank(s);
}

/* self with index's length along dim; rank 0 as [1]. */
static void sliced(const grn_torch_args *a, int32_t axis, grn_shaped *out)
{
    *out = a->self;
    at_least_1d(out);
    for (int32_t d = 0; d < out->rank; d++)
        out->shape[d] = axis < 0 ? GRN_DYNAMIC : d == axis ? grn_torch_extent(&a->index, 0) : out->shape[d];
}

/* ---- index_select, embedding ----------------------------------------------------------------- */

/* Whether or not the slices have elements. */
static grn_status choice_of(const grn_rule_report *to, const grn_torch_args *a, int32_t axis)
{
    if (!a->reads || axis < 0 || grn_torch_is_empty(&a->index) || grn_torch_extent(&a->self, axis) != 0)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_INDEX, NULL, "index_select(): self indexing axis dim should be positive");
}

grn_status grn_torch_rule_index_select(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    const int64_t n = grn_torch_extent(&a->index, 0);
    grn_status status = grn_torch_rule_begin(to, a, out);
    if (status != GRN_OK)
        return status;
    if (a->index.rank > 1)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-4", "index_select(): Index is supposed to be a vector");
    if (a->self.rank == 0 && !grn_extents_agree(n, 1))
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-4",
                               "index_select(): Index to scalar can have only 1 value, got %" PRId64 " value(s)", n);
    sliced(a, out->axis, &out->result);
    out->result.rank = a->self.rank;
    return choice_of(to, a, out->axis);
}

grn_status grn_torch_rule_embedding(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    out->axis = 0;
    out->idle = grn_torch_is_empty(&a->index);
    out->result = a->index;
    out->result.dtype = a->self.dtype;
    if (a->self.rank != 2)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-1", "'weight' must be 2-D");
    if (!grn_torch_is_index(a->index.dtype))
        return grn_rule_broken(
            to, GRN_E_DTYPE, NULL,
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; "
            "but got %s instead (while checking arguments for embedding)",
            grn_torch_dtype_text(a->index.dtype));
    grn_status status = grn_torch_rule_rank(to, a->index.rank + 1);
    if (status != GRN_OK)
        return status;
    out->result.shape[out->result.rank++] = a->self.shape[1];
    return choice_of(to, a, 0);
}

/* ---- index_add, index_copy ------------------------------------------------------------------- */

grn_status grn_torch_rule_vector(const grn_rule_report *to, const grn_torch_args *a, bool copies)
{
    char text[GRN_LIST_BYTES];
    if (a->index.rank <= 1)
        return GRN_OK;
    if (copies)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-4", "%s_(): Index should have dimension 1 or 0 (got %" PRId32 ")",
                               to->op, a->index.rank);
    return grn_rule_broken(
        to, GRN_E_SHAPE, "PT-4",
        "%s_(): Index is supposed to be a vector, but got dim: %" PRId32 " with type: %s and size: %s", to->op,
        a->index.rank, grn_torch_dtype_text(a->index.dtype), grn_torch_shape_text(&a->index, text));
}

grn_status grn_torch_rule_source_dtype(const grn_rule_report *to, const grn_torch_args *a, bool copies)
{
    const char *self = grn_torch_dtype_text(a->self.dtype), *source = grn_torch_dtype_text(a->source.dtype);
    if (a->source.dtype == a->self.dtype)
        return GRN_OK;
    if (copies)
        return grn_rule_broken(
            to, GRN_E_DTYPE, "PT-11",
            "%s_(): self and source expected to have the same dtype, but got (self) %s and (source) %s", to->op, self,
            source);
    return grn_rule_broken(to, GRN_E_DTYPE, "PT-11", "%s_(): self (%s) and source (%s) must have the same scalar type",
                           to->op, self, source);
}

static grn_status wrong_source(const grn_rule_report *to, const grn_torch_args *a, bool copies, int32_t axis,
                               const grn_shaped *right)
{
    char seen[GRN_LIST_BYTES], want[GRN_LIST_BYTES], dim[24] = "";
    const int64_t n = grn_torch_extent(&a->index, 0);
    const bool counted = axis >= 0 && grn_torch_rank(&a->source) == right->rank;
    const int64_t have = counted ? grn_torch_extent(&a->source, axis) : n;
    if (!grn_extents_agree(have, n) && copies && a->source.rank == 0)
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-13",
                               "%s_(): When source is scalar, index should have one element (got %" PRId64 ")", to->op,
                               n);
    if (!copies)
        snprintf(dim, sizeof dim, ", for dim: %" PRId32, axis);
    if (!grn_extents_agree(have, n))
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-13",
                               "%s_(): Number of indices (%" PRId64 ") should be equal to source.size(dim)%s (%" PRId64
                               ")%s",
                               to->op, n, copies ? "" : ":", have, dim);
    return grn_rule_broken(to, GRN_E_SHAPE, "PT-13", "%s_(): source has shape %s, it must be %s", to->op,
                           grn_torch_shape_text(&a->source, seen), grn_torch_shape_text(right, want));
}

static grn_status source_of(const grn_rule_report *to, const grn_torch_args *a, bool copies, grn_torch_found *out)
{
    grn_shaped source = a->source, right;
    sliced(a, out->axis, &right);
    grn_status status = grn_torch_rule_source_dtype(to, a, copies);
    at_least_1d(&source);
    return status != GRN_OK || grn_shapes_agree(&source, &right) ? status
                                                                 : wrong_source(to, a, copies, out->axis, &right);
}

static grn_status by_vector(const grn_rule_report *to, const grn_torch_args *a, bool copies, grn_torch_found *out)
{
    grn_status status = grn_torch_rule_begin(to, a, out);
    out->result = a->self;
    if (status == GRN_OK)
        status = grn_torch_rule_vector(to, a, copies);
    return status == GRN_OK && a->has_source ? source_of(to, a, copies, out) : status;
}

grn_status grn_torch_rule_index_add(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    return by_vector(to, a, false, out);
}

grn_status grn_torch_rule_index_copy(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    return by_vector(to, a, true, out);
}
