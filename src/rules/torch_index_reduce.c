/*
 * torch_index_reduce.c - torch's index_reduce. A file of its own: the core, which has no such call,
 * is without its messages, too.
 */
#include <inttypes.h>
#include <string.h>

#include "rules/torch.h"

/* What is tensor's shape beside the dim, and its rank, is source's. */
static bool goes_with(const grn_torch_args *a, int32_t axis)
{
    grn_shaped right = a->self, source = a->source;
    if (axis >= 0 && right.rank > 0 && source.rank == right.rank)
        right.shape[axis] = source.shape[axis];
    return axis < 0 ? source.rank == right.rank : grn_shapes_agree(&source, &right);
}

static grn_status reduced_source(const grn_rule_report *to, const grn_torch_args *a, int32_t axis)
{
    char self[GRN_LIST_BYTES], source[GRN_LIST_BYTES];
    const int64_t n = grn_torch_extent(&a->index, 0);
    const bool counted = axis >= 0 && a->source.rank > axis;
    if (counted && !grn_extents_agree(a->source.shape[axis], n))
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-13",
                               "%s_(): Number of indices (%" PRId64 ") should be equal to source.size(dim): (%" PRId64
                               "), for dim: %" PRId32,
                               to->op, n, a->source.shape[axis], axis);
    if (goes_with(a, axis) && (a->source.rank > 0 || grn_extents_agree(n, 1)))
        return GRN_OK;
    return grn_rule_broken(
        to, GRN_E_SHAPE, "PT-13",
        "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = %s "
        "source.shape = %s",
        grn_torch_shape_text(&a->self, self), grn_torch_shape_text(&a->source, source));
}

grn_status grn_torch_rule_index_reduce(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    out->idle = grn_torch_is_empty(&a->index);
    out->result = a->self;
    grn_status status = grn_torch_rule_dim(to, a->self.rank, a->dim, &out->axis);
    if (status == GRN_OK && !grn_torch_is_index(a->index.dtype))
        status = grn_rule_broken(to, GRN_E_DTYPE, NULL, "%s_(): Expected dtype int32/int64 for index but got: %s",
                                 to->op, grn_torch_dtype_text(a->index.dtype));
    if (status == GRN_OK)
        status = grn_torch_rule_vector(to, a, false);
    if (status == GRN_OK && a->has_source)
        status = grn_torch_rule_source_dtype(to, a, false);
    return status == GRN_OK && a->has_source ? reduced_source(to, a, out->axis) : status;
}

grn_status grn_torch_rule_index_reduction(const grn_rule_report *to, const char *name, size_t n,
                                          const grn_torch_reduction **out)
{
    *out = grn_torch_reduction_named(name, n);
    if (*out != NULL && strcmp((*out)->name, "sum") != 0)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, NULL,
                           "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got %.*s.",
                           n < GRN_MESSAGE_BYTES ? (int)n : GRN_MESSAGE_BYTES, name);
}

grn_status grn_torch_rule_index_reduced(const grn_rule_report *to, const grn_torch_reduction *r, grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class == GRN_CLASS_BOOL && r->divides)
        return grn_rule_broken(to, GRN_E_DTYPE, NULL, "\"div_floor_cpu\" not implemented for 'Bool'");
    if (class != GRN_CLASS_COMPLEX || r->identity < GRN_TORCH_LEAST)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_DTYPE, NULL, "\"%s_cpu\" not implemented for '%s'",
                           r->combiner == GRN_COMBINE_MAX ? "maximum" : "minimum", grn_torch_dtype_text(dtype));
}
