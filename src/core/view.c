/* view.c - other views of the same data: transposed, sliced, reversed, broadcast, reshaped. */
#include "core/core.h"

#include <string.h>

/* No arithmetic on a missing pointer: a view may be made before its data is known. */
static void move_data(grn_tensor *t, int64_t elements)
{
    if (t->data && elements)
        t->data = grn_tensor_at(t, elements);
}

void grn_view_transpose(const grn_tensor *in, const int64_t *permutation, grn_tensor *out)
{
    grn_tensor view = *in;
    for (int32_t d = 0; d < in->rank; d++) {
        view.shape[d] = in->shape[permutation[d]];
        view.stride[d] = in->stride[permutation[d]];
    }
    *out = view;
}

/* A dimension left with one element keeps its old stride: a product with a step that is never taken
 * could overflow. For the same reason an empty slice stays where the data begins. */
void grn_view_slice(const grn_tensor *in, const int64_t *start, const int64_t *limit, const int64_t *step,
                    grn_tensor *out)
{
    grn_tensor view = *in;
    int64_t offset = 0;
    bool empty = false;
    for (int32_t d = 0; d < in->rank; d++) {
        int64_t length = limit[d] - start[d];
        view.shape[d] = length / step[d] + (length % step[d] != 0);
        if (view.shape[d] > 1)
            view.stride[d] = in->stride[d] * step[d];
        empty = empty || view.shape[d] == 0;
    }
    for (int32_t d = 0; d < in->rank && !empty; d++)
        offset += start[d] * in->stride[d];
    move_data(&view, offset);
    *out = view;
}

void grn_view_reverse(const grn_tensor *in, uint64_t dims_mask, grn_tensor *out)
{
    grn_tensor view = *in;
    int64_t offset = 0;
    bool empty = grn_tensor_elements(in) == 0;
    for (int32_t d = 0; d < in->rank && !empty; d++)
        if ((dims_mask >> d & 1) && in->shape[d] > 1) {
            offset += (in->shape[d] - 1) * in->stride[d];
            view.stride[d] = -in->stride[d];
        }
    move_data(&view, offset);
    *out = view;
}

void grn_view_broadcast(const grn_tensor *in, int32_t rank, const int64_t *shape, const int64_t *dims, grn_tensor *out)
{
    grn_tensor view = {.data = in->data, .dtype = in->dtype, .rank = rank};
    for (int32_t d = 0; d < rank; d++)
        view.shape[d] = shape[d];
    for (int32_t d = 0; d < in->rank; d++)
        if (in->shape[d] != 1)
            view.stride[dims[d]] = in->stride[d];
    *out = view;
}

/* A view's dimensions as few as possible, innermost first: unit ones dropped, neighbours merged
 * where they make one run. */
typedef struct runs {
    int count;
    int64_t extent[GRN_MAX_RANK], stride[GRN_MAX_RANK];
} runs;

static void runs_of(const grn_tensor *t, runs *r)
{
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        int last = r->count - 1;
        if (t->shape[d] == 1)
            continue;
        if (last >= 0 && t->stride[d] == r->stride[last] * r->extent[last])
            r->extent[last] *= t->shape[d];
        else {
            r->extent[r->count] = t->shape[d];
            r->stride[r->count++] = t->stride[d];
        }
    }
}

/* Every new dimension must lie inside one run. */
bool grn_view_reshape(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out)
{
    grn_tensor view = {.data = in->data, .dtype = in->dtype, .rank = rank};
    runs r = {.count = 0};
    int at = 0;
    if (rank)
        memcpy(view.shape, shape, (size_t)rank * sizeof *shape);
    grn_shape_strides(rank, shape, view.stride);
    bool empty = grn_tensor_elements(in) == 0;
    if (!empty)
        runs_of(in, &r);
    for (int32_t d = rank - 1; d >= 0 && !empty; d--) {
        if (shape[d] == 1)
            continue;
        if (at < r.count && r.extent[at] == 1)
            at++;
        if (at == r.count || r.extent[at] % shape[d] != 0)
            return false;
        view.stride[d] = r.stride[at];
        r.stride[at] *= shape[d];
        r.extent[at] /= shape[d];
    }
    *out = view;
    return true;
}

int64_t grn_offset_in(const grn_tensor *t, const int64_t *index)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < t->rank; d++)
        offset += index[d] * t->stride[d];
    return offset;
}
