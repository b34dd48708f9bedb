/* slice.c - parts of tensors that ranks share: views of a file's, and where each element of one
 * stands in a file. */
#include "files/internal.h"

#include <inttypes.h>
#include <string.h>

/* *out: the shape and strides of the rank's part, and *first where its first element is, in
 * elements of the whole. */
static grn_status view_of(const grn_tensor *whole, const grn_layout *layout, int32_t rank, int32_t size,
                          const grn_diag *diag, grn_tensor *out, int64_t *first)
{
    *first = 0;
    *out = *whole;
    if (layout->rank != whole->rank)
        return file_fail(diag, GRN_E_SHAPE, "the layout is of rank %d, the tensor of rank %d", (int)layout->rank,
                         (int)whole->rank);
    for (int32_t d = 0; d < whole->rank; d++)
        if (layout->shape[d] != whole->shape[d])
            return file_fail(diag, GRN_E_SHAPE, "extent %d of the layout is %" PRId64 ", of the tensor %" PRId64,
                             (int)d, layout->shape[d], whole->shape[d]);
    grn_status status = grn_layout_local_shape(layout, rank, size, out->shape);
    if (status != GRN_OK)
        return file_fail(diag, status, "the layout does not say what rank %d of %d has", (int)rank, (int)size);
    if (grn_tensor_elements(out) == 0)
        return GRN_OK;
    for (int32_t d = 0; d < whole->rank; d++) {
        const int64_t begin = grn_layout_position(layout, rank, d, 0);
        const int64_t step = out->shape[d] > 1 ? grn_layout_position(layout, rank, d, 1) - begin : 1;
        *first += begin * whole->stride[d];
        out->stride[d] = step * whole->stride[d];
    }
    return GRN_OK;
}

grn_status tensor_slice(const grn_tensor *whole, const grn_layout *layout, int32_t rank, int32_t size,
                        const grn_diag *diag, grn_tensor *out)
{
    int64_t first;
    grn_status status = view_of(whole, layout, rank, size, diag, out, &first);
    if (status == GRN_OK && out->data)
        out->data = (char *)whole->data + first * (int64_t)grn_dtype_bytes(whole->dtype);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The innermost dimensions of which both lie without gaps, from *inner on, and their elements. */
static int64_t run_of(const grn_tensor *local, const grn_tensor *target, int32_t *inner)
{
    int64_t run = 1;
    int32_t d = local->rank;
    while (d > 0 && (local->shape[d - 1] == 1 || (local->stride[d - 1] == run && target->stride[d - 1] == run)))
        run *= local->shape[--d];
    *inner = d;
    return run;
}

static bool next(int64_t *index, const grn_tensor *local, int32_t rank)
{
    for (int32_t d = rank - 1; d >= 0; d--) {
        if (++index[d] < local->shape[d])
            return true;
        index[d] = 0;
    }
    return false;
}

static int64_t offset_of(const grn_tensor *t, const int64_t *index, int32_t rank)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < rank; d++)
        offset += index[d] * t->stride[d];
    return offset;
}

grn_status tensor_slice_write(const grn_tensor *local, const grn_layout *layout, int32_t rank, int32_t size,
                              uint64_t begin, const slice_sink *sink, const grn_diag *diag)
{
    grn_tensor whole, target;
    int64_t first, index[GRN_MAX_RANK] = {0};
    int32_t inner;
    grn_status status = grn_tensor_init(&whole, NULL, local->dtype, layout->rank, layout->shape);
    if (status == GRN_OK)
        status = view_of(&whole, layout, rank, size, diag, &target, &first);
    for (int32_t d = 0; status == GRN_OK && d < target.rank; d++)
        if (local->rank != target.rank || local->shape[d] != target.shape[d])
            status =
                file_fail(diag, GRN_E_SHAPE, "what rank %d has is not of the shape that its layout says", (int)rank);
    if (status != GRN_OK || grn_tensor_elements(&target) == 0)
        return status;
    const int64_t bytes = (int64_t)grn_dtype_bytes(local->dtype), run = run_of(local, &target, &inner);
    do {
        const int64_t at = first + offset_of(&target, index, inner), from = offset_of(local, index, inner);
        status = sink->put(sink->user, begin + (uint64_t)(at * bytes), (const char *)local->data + from * bytes,
                           (size_t)(run * bytes));
    } while (status == GRN_OK && next(index, local, inner));
    return status;
}

/* ---- headers --------------------------------------------------------------------------------- */

/* Takes the first piece, which is the header; the elements behind it are refused. */
typedef struct header_text {
    char *out;
    size_t n;
} header_text;

static grn_status take_header(void *user, const char *bytes, size_t n)
{
    header_text *h = user;
    if (h->n || n > NPY_HEADER_BYTES)
        return GRN_E_SINK;
    memcpy(h->out, bytes, n);
    h->n = n;
    return GRN_OK;
}

grn_status npy_header(grn_dtype dtype, int32_t rank, const int64_t *shape, char out[NPY_HEADER_BYTES],
                      size_t *header_bytes, uint64_t *data_bytes)
{
    uint64_t zero[4] = {0}; /* each element of the tensor, which has no memory */
    header_text h = {out, 0};
    const grn_sink sink = {take_header, &h};
    grn_tensor t;
    grn_status status = grn_tensor_init(&t, NULL, dtype, rank, shape);
    if (status != GRN_OK)
        return status;
    *data_bytes = grn_tensor_bytes(&t);
    t.data = zero;
    for (int32_t d = 0; d < rank; d++)
        t.stride[d] = 0;
    status = grn_npy_write(&t, &sink);
    *header_bytes = h.n;
    return h.n ? GRN_OK : status;
}
