/* view_check.c - views and lists from outside: whether they can be worked with at all, and what they may share. */
#include <inttypes.h>

#include "spec/check.h"

grn_status grn_check_list(const grn_dims *list, const char *name, const grn_diag *diag)
{
    if (list->count >= 0 && list->count <= GRN_MAX_RANK)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s has count %" PRId32 ", a list of dimensions has 0 to %d",
                    name, list->count, GRN_MAX_RANK);
}

static grn_status check_extents(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] < 0)
            return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "dimension %" PRId32 " of %s has extent %" PRId64
                            ", an extent is 0 or more", d, name, t->shape[d]);
    char text[GRN_LIST_BYTES];
    int64_t elements, bytes;
    if (!grn_shape_elements(t->rank, t->shape, &elements) ||
        !grn_mul_i64(elements, (int64_t)grn_dtype_bytes(t->dtype), &bytes))
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s of shape %s has more bytes than an int64_t counts", name,
                        grn_list_text(t->shape, t->rank, text));
    return GRN_OK;
}

grn_status grn_check_view(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    if (t == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is NULL, a tensor is needed", name);
    if (grn_dtype_class_of(t->dtype) == GRN_CLASS_NONE)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has dtype %d, which is no element type", name, (int)t->dtype);
    if (t->rank < 0 || t->rank > GRN_MAX_RANK)
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT, "%s has rank %" PRId32 ", a tensor has 0 to %d", name, t->rank,
                        GRN_MAX_RANK);
    return check_extents(t, name, diag);
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

grn_status grn_check_data(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    if (t->data != NULL || grn_tensor_elements(t) == 0)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s has elements but its data is NULL", name);
}
