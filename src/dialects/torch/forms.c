/* forms.c - indexing along a dim as torch does it: its checks, tensors of rank 0, which count as [1], and empty indices. */
#include <inttypes.h>

#include "dialects/torch/torch.h"

/* ---- rules ----------------------------------------------------------------------------------------------------------- */

grn_index_form grn_torch_form(grn_form_kind kind, size_t indices, int64_t axis)
{
    return (grn_index_form){.kind = kind, .axis = axis, .full = 0, .indices = indices, .updates = 3,
                            .rule = {.bounds = GRN_BOUNDS_ERROR}};
}

static grn_status beside_dim(const grn_op *op, const grn_check *check, int64_t axis)
{
    const grn_type *self = grn_torch_at_least_1d(check, grn_torch_at(op, 0));
    const grn_type *index = grn_torch_at_least_1d(check, grn_torch_at(op, 2));
    grn_index_form f = grn_torch_form(GRN_FORM_ELEMENTS, 2, axis);
    if (!self || !index)
        return GRN_E_MEMORY;
    grn_form_misfit m = grn_form_fits(&f, self, index);
    if (m.what == GRN_RANKS_DIFFER)
        return grn_tensor_broken(op, check, "PT-2", "Index tensor must have the same number of dimensions as %s tensor",
                                 op->noperands > 3 && grn_torch_tensor.matches(grn_operand_type(op, 3)) ? "self" : "input");
    if (m.what == GRN_INDICES_TOO_LONG)
        return grn_tensor_broken(op, check, "PT-3",
                                 "Size does not match at dimension %" PRId64 " expected index of %" PRId64
                                 " to be no larger than self of %" PRId64 " apart from dimension %" PRId64,
                                 m.dim, m.have, m.want, f.axis);
    return GRN_OK;
}

/* A dim that is no constant is checked in the run. PT-8 */
grn_status grn_torch_check_along(const grn_op *op, const grn_check *check)
{
    int64_t dim = 0, axis = 0;
    bool known = grn_constant_operand(op, 1, &dim);
    grn_status status = known ? grn_torch_check_dim(op, check, grn_torch_at(op, 0)->rank, dim, &axis) : GRN_OK;
    if (status != GRN_OK || grn_torch_is_empty(grn_torch_at(op, 2)))
        return status;
    return known ? beside_dim(op, check, axis) : GRN_OK;
}

/* ---- tensors of rank 0, empty indices ------------------------------------------------------------------------------------ */

/* PT-1 in the run: dim is operand `i`. */
grn_status grn_torch_axis(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag, int64_t *axis)
{
    int32_t rank = operands[0].rank ? operands[0].rank : 1;
    int64_t dim = 0;
    grn_status status = grn_torch_read_int(op, operands, i, diag, &dim);
    *axis = grn_form_axis(dim, rank);
    if (status != GRN_OK || (*axis >= 0 && *axis < rank))
        return status;
    return grn_fail(diag, op->place, GRN_E_SHAPE,
                    "%s: Dimension out of range (expected to be in range of [%" PRId32 ", %" PRId32 "], but got %" PRId64 ")",
                    op->def->name, -rank, rank - 1, dim);
}

/* Along a self of rank 0, which counts as [1], every index is 0. */
grn_status grn_torch_all_zero(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag)
{
    const grn_tensor *t = &operands[i];
    grn_walk w;
    grn_status status = grn_spec_needs(op, operands, i, diag);
    if (status != GRN_OK)
        return status;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w)) {
        int64_t v = grn_index_load(t->dtype, grn_tensor_at(t, w.offset[0]));
        if (v != 0)
            return grn_fail(diag, op->place, GRN_E_INDEX, "%s: index %" PRId64 " is out of bounds for dimension 0 with size 1",
                            op->def->name, v);
    }
    return GRN_OK;
}

/* Index vectors of no component, one for each element of a tensor of this shape. */
grn_status grn_torch_vectors_of_none(const grn_op *op, int32_t rank, const int64_t *shape, const grn_diag *diag,
                                  grn_dimension_numbers *dims, grn_tensor *out)
{
    int64_t extents[GRN_MAX_RANK + 1];
    for (int32_t d = 0; d < rank; d++)
        extents[d] = shape[d];
    extents[rank] = 0;
    dims->index_vector_dim = rank;
    if (grn_tensor_init(out, NULL, GRN_I64, rank + 1, extents) == GRN_OK)
        return GRN_OK;
    return grn_fail(diag, op->place, GRN_E_LIMIT, "%s: indices of rank %" PRId32 " are over the limit of %d", op->def->name,
                    rank, GRN_MAX_RANK - 1);
}

/* `in` of rank 0 as [1]. */
void grn_torch_tensor_1d(grn_tensor *in)
{
    if (in->rank)
        return;
    in->rank = 1;
    in->shape[0] = 1;
    in->stride[0] = 0;
}
