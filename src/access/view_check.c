/* view_check.c - the spec's rules on lists and views beyond core's check: counts, index dtypes,
 * shapes that agree, disjoint memory. */
#include <inttypes.h>

#include "access/check.h"

grn_status grn_check_list(const grn_dims *list, const char *name, const grn_diag *diag)
{
    if (list->count >= 0 && list->count <= GRN_MAX_RANK)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s has count %" PRId32 ", a list of dimensions has 0 to %d",
                    name, list->count, GRN_MAX_RANK);
}

grn_status grn_check_index_dtype(const grn_tensor *indices, const char *name, const grn_diag *diag)
{
    if (indices->dtype == GRN_I1 || grn_dtype_is_integer(indices->dtype))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s have element type %s, an index is an integer or i1", name,
                    grn_dtype_text(indices->dtype));
}

grn_status grn_check_alias(const grn_tensor *destination, const grn_tensor *source, const char *source_name,
                           const grn_diag *diag)
{
    if (!grn_tensors_overlap(destination, source))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ALIAS, "the destination overlaps %s in memory, it must lie apart",
                    source_name);
}

grn_status grn_check_same_shape(const grn_tensor *t, const char *name, int32_t rank, const int64_t *shape,
                                const grn_diag *diag)
{
    bool same = t->rank == rank;
    for (int32_t d = 0; same && d < rank; d++)
        same = t->shape[d] == shape[d];
    if (same)
        return GRN_OK;
    char seen[GRN_LIST_BYTES], right[GRN_LIST_BYTES];
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s has shape %s, it must be %s", name,
                    grn_list_text(t->shape, t->rank, seen), grn_list_text(shape, rank, right));
}
