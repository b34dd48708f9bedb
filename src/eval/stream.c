/* stream.c - walking a strided view in rows, block by block, without a division per element. */
#include "eval/stream.h"

#include "eval/folding.h"

#include <string.h>

/* A negative or zero inner stride never merges by accident: the outer stride must be exactly extent
 * * inner. */
static bool merges(int64_t outer_stride, int64_t extent, int64_t stride)
{
    if (stride == 0 || outer_stride == 0)
        return stride == outer_stride;
    return outer_stride % stride == 0 && outer_stride / stride == extent;
}

void grn_stream_init(grn_stream *s, const grn_tensor *view)
{
    s->data = view->data;
    s->bytes = grn_dtype_bytes(view->dtype);
    s->offset = 0;
    s->rank = 0;
    for (int32_t d = 0; d < view->rank; d++) {
        int64_t n = view->shape[d], last = s->rank - 1, both;
        if (n == 1)
            continue;
        if (last >= 0 && merges(s->stride[last], n, view->stride[d]) && grn_mul_i64(n, s->shape[last], &both))
            n = both;
        else
            last = s->rank++;
        s->shape[last] = n;
        s->stride[last] = view->stride[d];
    }
    if (s->rank == 0) {
        s->rank = 1;
        s->shape[0] = 1;
        s->stride[0] = 0;
    }
    memset(s->index, 0, (size_t)s->rank * sizeof s->index[0]);
    s->same = s->rank == 1 && s->stride[0] == 0;
    s->filled = false;
}

/* Steps over n elements of the row, and to the next row where it ends. */
static void advance(grn_stream *s, int64_t n)
{
    int32_t d = s->rank - 1;
    s->index[d] += n;
    s->offset += n * s->stride[d];
    for (; d > 0 && s->index[d] == s->shape[d]; d--) {
        s->offset += s->stride[d - 1] - s->shape[d] * s->stride[d];
        s->index[d] = 0;
        s->index[d - 1]++;
    }
}

#define DEFINE_MOVE(size)                                                                              \
    static void move_##size(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n) \
    {                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                \
            memcpy(to + i * to_step * size, from + i * from_step * size, size);                        \
    }
DEFINE_MOVE(1)
DEFINE_MOVE(2)
DEFINE_MOVE(4)
DEFINE_MOVE(8)
DEFINE_MOVE(16)

/* n elements between two rows; steps in elements. */
static void move_elements(size_t bytes, char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n)
{
    if (to_step == 1 && from_step == 1) {
        memcpy(to, from, (size_t)n * bytes);
        return;
    }
    if (to_step == 1 && from_step == 0) {
        grn_fill_elements(to, from, bytes, (size_t)n);
        return;
    }
    switch (bytes) {
    case 1: move_1(to, to_step, from, from_step, n); break;
    case 2: move_2(to, to_step, from, from_step, n); break;
    case 4: move_4(to, to_step, from, from_step, n); break;
    case 8: move_8(to, to_step, from, from_step, n); break;
    default: move_16(to, to_step, from, from_step, n); break;
    }
}

static char *here(const grn_stream *s) { return s->data + s->offset * (int64_t)s->bytes; }

/* How much of `left` the row still has. */
static int64_t row_part(const grn_stream *s, int64_t left)
{
    int32_t inner = s->rank - 1;
    int64_t rest = s->shape[inner] - s->index[inner];
    return rest < left ? rest : left;
}

const void *grn_stream_take(grn_stream *s, size_t n, void *buffer)
{
    int32_t inner = s->rank - 1;
    int64_t left = (int64_t)n;
    char *to = buffer;
    if (s->filled || left == 0)
        return buffer;
    if (s->stride[inner] == 1 && row_part(s, left) == left) {
        const char *place = here(s);
        advance(s, left);
        return place;
    }
    while (left > 0) {
        int64_t part = row_part(s, left);
        move_elements(s->bytes, to, 1, here(s), s->stride[inner], part);
        advance(s, part);
        to += (size_t)part * s->bytes;
        left -= part;
    }
    s->filled = s->same;
    return buffer;
}

void grn_stream_put(grn_stream *s, size_t n, const void *from)
{
    int32_t inner = s->rank - 1;
    int64_t left = (int64_t)n;
    const char *at = from;
    while (left > 0) {
        int64_t part = row_part(s, left);
        move_elements(s->bytes, here(s), s->stride[inner], at, 1, part);
        advance(s, part);
        at += (size_t)part * s->bytes;
        left -= part;
    }
}

void grn_stream_seek(grn_stream *s, void *data, int64_t at)
{
    s->data = data;
    s->offset = 0;
    s->filled = false;
    for (int32_t d = s->rank - 1; d >= 0; d--) {
        s->index[d] = d && s->shape[d] ? at % s->shape[d] : at;
        at = s->shape[d] ? at / s->shape[d] : 0;
        s->offset += s->index[d] * s->stride[d];
    }
}
