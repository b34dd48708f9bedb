/* tensor.c - shapes, compact views, and what a view covers in memory. */
#include "core/core.h"

bool grn_shape_elements(int32_t rank, const int64_t *shape, int64_t *out)
{
    int64_t count = 1;
    bool empty = false, fits = true;
    for (int32_t d = 0; d < rank; d++) {
        if (shape[d] < 0)
            return false;
        empty = empty || shape[d] == 0;
        fits = fits && grn_mul_i64(count, shape[d], &count);
    }
    *out = empty ? 0 : count;
    return empty || fits;
}

/* An extent of 0 counts as 1, so that empty views have sane strides too; one that overflows all the
 * same is 0. */
void grn_shape_strides(int32_t rank, const int64_t *shape, int64_t *stride)
{
    int64_t step = 1;
    for (int32_t d = rank - 1; d >= 0; d--) {
        stride[d] = step;
        if (!grn_mul_i64(step, shape[d] > 1 ? shape[d] : 1, &step))
            step = 0;
    }
}

grn_status grn_tensor_init(grn_tensor *out, void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    int64_t elements, bytes;
    if (!out || grn_dtype_class_of(dtype) == GRN_CLASS_NONE || rank < 0)
        return GRN_E_ARGUMENT;
    if (rank > GRN_MAX_RANK)
        return GRN_E_LIMIT;
    if (rank > 0 && !shape)
        return GRN_E_ARGUMENT;
    if (!grn_shape_elements(rank, shape, &elements) ||
        !grn_mul_i64(elements, (int64_t)grn_dtype_bytes(dtype), &bytes) || (uint64_t)bytes > PTRDIFF_MAX)
        return GRN_E_SHAPE;
    out->data = data;
    out->dtype = dtype;
    out->rank = rank;
    for (int32_t d = 0; d < rank; d++)
        out->shape[d] = shape[d];
    grn_shape_strides(rank, shape, out->stride);
    return GRN_OK;
}

/* What is wrong stays to be seen: by the check of the call that gets the view. */
grn_tensor grn_tensor_over(const void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t = {.data = (void *)(uintptr_t)data, .dtype = dtype, .rank = rank};
    const int32_t n = rank < 0 ? 0 : rank > GRN_MAX_RANK ? GRN_MAX_RANK : rank;
    for (int32_t d = 0; d < n; d++)
        t.shape[d] = shape != NULL ? shape[d] : -1;
    grn_shape_strides(n, t.shape, t.stride);
    return t;
}

grn_tensor grn_tensor_0d(const void *data, grn_dtype dtype) { return grn_tensor_over(data, dtype, 0, NULL); }

grn_tensor grn_tensor_1d(const void *data, grn_dtype dtype, int64_t extent)
{
    return grn_tensor_over(data, dtype, 1, &extent);
}

grn_tensor grn_tensor_2d(const void *data, grn_dtype dtype, int64_t rows, int64_t columns)
{
    return grn_tensor_over(data, dtype, 2, (int64_t[]){rows, columns});
}

grn_tensor grn_tensor_3d(const void *data, grn_dtype dtype, int64_t d0, int64_t d1, int64_t d2)
{
    return grn_tensor_over(data, dtype, 3, (int64_t[]){d0, d1, d2});
}

grn_tensor grn_tensor_4d(const void *data, grn_dtype dtype, int64_t d0, int64_t d1, int64_t d2, int64_t d3)
{
    return grn_tensor_over(data, dtype, 4, (int64_t[]){d0, d1, d2, d3});
}

/* Whether the arrays of the view may be read. */
static bool is_readable(const grn_tensor *t) { return t && t->rank >= 0 && t->rank <= GRN_MAX_RANK; }

int64_t grn_tensor_elements(const grn_tensor *tensor)
{
    int64_t count;
    return is_readable(tensor) && grn_shape_elements(tensor->rank, tensor->shape, &count) ? count : 0;
}

size_t grn_tensor_bytes(const grn_tensor *tensor)
{
    size_t bytes;
    return tensor && grn_mul_size((size_t)grn_tensor_elements(tensor), grn_dtype_bytes(tensor->dtype), &bytes) ? bytes
                                                                                                               : 0;
}

bool grn_tensor_is_compact(const grn_tensor *tensor)
{
    int64_t step = 1;
    if (!is_readable(tensor))
        return false;
    if (grn_tensor_elements(tensor) <= 1)
        return true;
    for (int32_t d = tensor->rank - 1; d >= 0; d--) {
        if (tensor->shape[d] == 1)
            continue;
        if (tensor->stride[d] != step)
            return false;
        step *= tensor->shape[d];
    }
    return true;
}

void grn_distinct_shape(const grn_tensor *t, int64_t *shape)
{
    for (int32_t d = 0; d < t->rank; d++)
        shape[d] = t->shape[d] > 1 && t->stride[d] == 0 ? 1 : t->shape[d];
}

/* Address arithmetic is modular, so views of real memory come
 * out right whatever their strides' signs. */
bool grn_tensor_range(const grn_tensor *t, uintptr_t *from, uintptr_t *to)
{
    uintptr_t bytes = grn_dtype_bytes(t->dtype);
    *from = (uintptr_t)t->data;
    *to = *from + bytes;
    for (int32_t d = 0; d < t->rank; d++) {
        uintptr_t span = (uintptr_t)(t->shape[d] - 1) * (uintptr_t)t->stride[d] * bytes;
        if (t->shape[d] == 0)
            return false;
        *(t->stride[d] < 0 ? from : to) += span;
    }
    return true;
}

bool grn_tensors_overlap(const grn_tensor *a, const grn_tensor *b)
{
    uintptr_t a_from, a_to, b_from, b_to;
    if (!is_readable(a) || !is_readable(b) || !grn_tensor_range(a, &a_from, &a_to) ||
        !grn_tensor_range(b, &b_from, &b_to))
        return false;
    return a_from < b_to && b_from < a_to;
}

bool grn_tensor_same_shape(const grn_tensor *a, const grn_tensor *b)
{
    bool same = a->rank == b->rank;
    for (int32_t d = 0; same && d < a->rank; d++)
        same = a->shape[d] == b->shape[d];
    return same;
}
