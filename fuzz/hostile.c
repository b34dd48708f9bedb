/* hostile.c - one wrong field each. */
#include "hostile.h"

static bool bad_rank(entropy *e, bool read, grn_tensor *t)
{
    static const int32_t ranks[] = {-1, GRN_MAX_RANK + 1, INT32_MIN, INT32_MAX, 40, 99};
    (void)read;
    t->rank = PICK_OF(e, ranks);
    return true;
}

static bool bad_dtype(entropy *e, bool read, grn_tensor *t)
{
    static const int dtypes[] = {GRN_NO_DTYPE, GRN_DTYPE_COUNT, GRN_DTYPE_COUNT + 1, 255, INT32_MAX};
    (void)read;
    t->dtype = (grn_dtype)PICK_OF(e, dtypes);
    return true;
}

static bool bad_extent(entropy *e, bool read, grn_tensor *t)
{
    static const int64_t extents[] = {-1, INT64_MIN, INT64_MIN + 1, INT32_MIN, -7};
    (void)read;
    if (t->rank == 0)
        return false;
    t->shape[pick(e, (uint64_t)t->rank)] = PICK_OF(e, extents);
    return true;
}

static bool bad_span(entropy *e, bool read, grn_tensor *t)
{
    static const int64_t strides[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, INT64_MAX - 1};
    int32_t d = t->rank ? (int32_t)pick(e, (uint64_t)t->rank) : 0;
    (void)read;
    if (t->rank == 0 || t->shape[d] < 3 || grn_tensor_elements(t) == 0)
        return false;
    t->stride[d] = PICK_OF(e, strides);
    return true;
}

static bool no_data(entropy *e, bool read, grn_tensor *t)
{
    (void)e;
    if (!read || grn_tensor_elements(t) == 0)
        return false;
    t->data = NULL;
    return true;
}

bool spoil_view(entropy *e, bool read, grn_tensor *t)
{
    static bool (*const defects[])(entropy * e, bool read, grn_tensor *t) = {bad_rank, bad_dtype, bad_extent, bad_span,
                                                                             no_data};
    return PICK_OF(e, defects)(e, read, t);
}

void spoil_list(entropy *e, grn_dims *list)
{
    static const int32_t counts[] = {-1, GRN_MAX_RANK + 1, INT32_MIN, INT32_MAX, 99};
    list->count = PICK_OF(e, counts);
}

void change_list(entropy *e, grn_dims *list)
{
    static const int64_t values[] = {-1, 0, 1, 2, 5, GRN_MAX_RANK, INT64_MIN, INT64_MAX, INT32_MAX, -2};
    if (one_in(e, 4) && list->count < GRN_MAX_RANK)
        list->v[list->count++] = PICK_OF(e, values);
    else if (one_in(e, 4) && list->count > 0)
        list->count--;
    else if (list->count > 0)
        list->v[pick(e, (uint64_t)list->count)] = PICK_OF(e, values);
}
