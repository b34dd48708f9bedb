/* forms.c - indexing along a dim as torch does it: tensors of rank 0, which count as [1], and empty
 * indices. */
#include <inttypes.h>

#include "dialects/torch/torch.h"

grn_index_form grn_torch_form(grn_form_kind kind, size_t indices, int64_t axis)
{
    return (grn_index_form){
        .kind = kind, .axis = axis, .full = 0, .indices = indices, .updates = 3, .rule = {.bounds = GRN_BOUNDS_ERROR}};
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
            return grn_fail(diag, op->place, GRN_E_INDEX,
                            "%s: index %" PRId64 " is out of bounds for dimension 0 with size 1", op->def->name, v);
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
    return grn_fail(diag, op->place, GRN_E_LIMIT, "%s: indices of rank %" PRId32 " are over the limit of %d",
                    op->def->name, rank, GRN_MAX_RANK - 1);
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
