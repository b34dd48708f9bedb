/* mask.c - elements where a mask is true: counted, taken out, put in, filled. */
#include <string.h>

#include "eval/mask.h"

/* ---- counting -------------------------------------------------------------------------------- */

static int64_t count_row(const unsigned char *mask, int64_t stride, int64_t n)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++)
        count += mask[i * stride] != 0;
    return count;
}

/* Where the mask is broadcast, each of its elements stands for as many of the common shape. */
int64_t grn_mask_count(const grn_tensor *mask, const grn_tensor *wide)
{
    const int64_t own = grn_tensor_elements(mask), all = grn_tensor_elements(wide);
    const int32_t inner = mask->rank > 0 ? mask->rank - 1 : 0;
    const int64_t n = mask->rank > 0 ? mask->shape[inner] : 1, stride = mask->rank > 0 ? mask->stride[inner] : 1;
    int64_t count = 0;
    grn_walk w;
    if (all == 0)
        return 0;
    grn_walk_init(&w, inner, mask->shape, 1, (const int64_t *[]){mask->stride});
    for (; w.more; grn_walk_next(&w))
        count += count_row(grn_tensor_at(mask, w.offset[0]), stride, n);
    return count * (all / own);
}

/* ---- taking out ------------------------------------------------------------------------------ */

/* One row of the common shape; strides are in elements. */
typedef struct row {
    const unsigned char *mask;
    const char *from;
    char *to;
    int64_t n, mask_stride, from_stride, to_stride;
    int64_t room; /* how many elements of `to` are left */
} row;

/*
 * select_N - moves elements of N bytes where the mask is true; answers how many. Every element is
 * stored and only those that count move the destination on, so no branch depends on the mask; the
 * end of `to` ends the loop.
 */
#define SELECT(bytes)                                                                                  \
    static int64_t select_##bytes(const row *r)                                                        \
    {                                                                                                  \
        int64_t k = 0;                                                                                 \
        for (int64_t i = 0; i < r->n && k < r->room; i++) {                                            \
            memcpy(r->to + k * r->to_stride * (bytes), r->from + i * r->from_stride * (bytes), bytes); \
            k += r->mask[i * r->mask_stride] != 0;                                                     \
        }                                                                                              \
        return k;                                                                                      \
    }
SELECT(1)
SELECT(2)
SELECT(4)
SELECT(8)
SELECT(16)

static int64_t select_row(const row *r, size_t bytes)
{
    static int64_t (*const by_size[17])(const row *) = {
        [1] = select_1, [2] = select_2, [4] = select_4, [8] = select_8, [16] = select_16};
    return by_size[bytes](r);
}

void grn_mask_select(const grn_tensor *mask, const grn_tensor *from, const grn_tensor *to)
{
    const int32_t inner = mask->rank > 0 ? mask->rank - 1 : 0;
    const size_t bytes = grn_dtype_bytes(from->dtype);
    row r = {.n = mask->rank > 0 ? mask->shape[inner] : 1,
             .mask_stride = mask->rank > 0 ? mask->stride[inner] : 1,
             .from_stride = mask->rank > 0 ? from->stride[inner] : 1,
             .to_stride = to->stride[0],
             .room = to->shape[0]};
    int64_t at = 0;
    grn_walk w;
    if (r.room == 0 || r.n == 0)
        return;
    grn_walk_init(&w, inner, mask->shape, 2, (const int64_t *[]){mask->stride, from->stride});
    for (; w.more && r.room > 0; grn_walk_next(&w)) {
        r.mask = grn_tensor_at(mask, w.offset[0]);
        r.from = grn_tensor_at(from, w.offset[1]);
        r.to = grn_tensor_at(to, at * r.to_stride);
        const int64_t moved = select_row(&r, bytes);
        at += moved;
        r.room -= moved;
    }
}

/* ---- putting in ------------------------------------------------------------------------------ */

/* Elements of a tensor one after another, in row-major order, whatever its strides. */
typedef struct reader {
    const grn_tensor *t;
    size_t bytes;
    int64_t next, left; /* in the tensor: the first that is not in the buffer, and how many are */
    size_t at, end;     /* in the buffer, in bytes */
    unsigned char buffer[4096];
} reader;

static void reader_init(reader *r, const grn_tensor *t)
{
    r->t = t;
    r->bytes = grn_dtype_bytes(t->dtype);
    r->next = 0;
    r->left = grn_tensor_elements(t);
    r->at = r->end = 0;
}

/* There is one more. */
static const void *reader_next(reader *r)
{
    if (r->at == r->end) {
        const int64_t room = (int64_t)(sizeof r->buffer / r->bytes), n = r->left < room ? r->left : room;
        grn_tensor_read(r->t, r->next, n, r->buffer);
        r->next += n;
        r->left -= n;
        r->at = 0;
        r->end = (size_t)n * r->bytes;
    }
    r->at += r->bytes;
    return r->buffer + r->at - r->bytes;
}

/*
 * put_N - the next elements of `from`, of N bytes, to where the mask is true; answers how many. Every
 * element is stored, those where it is false as they were, so no branch depends on the mask; the
 * end of `from` ends the loop.
 */
#define PUT(bytes)                                                                        \
    static int64_t put_##bytes(const row *r)                                              \
    {                                                                                     \
        int64_t k = 0;                                                                    \
        for (int64_t i = 0; i < r->n && k < r->room; i++) {                               \
            char *to = r->to + i * r->to_stride * (bytes), element[bytes];                \
            const bool is_true = r->mask[i * r->mask_stride] != 0;                        \
            memcpy(element, is_true ? r->from + k * r->from_stride *(bytes) : to, bytes); \
            memcpy(to, element, bytes);                                                   \
            k += is_true;                                                                 \
        }                                                                                 \
        return k;                                                                         \
    }
PUT(1)
PUT(2)
PUT(4)
PUT(8)
PUT(16)

/* `from` is of rank 1. */
static void put_rows(const grn_tensor *mask, const grn_tensor *from, const grn_tensor *to)
{
    static int64_t (*const by_size[17])(const row *) = {
        [1] = put_1, [2] = put_2, [4] = put_4, [8] = put_8, [16] = put_16};
    const int32_t inner = mask->rank > 0 ? mask->rank - 1 : 0;
    const size_t bytes = grn_dtype_bytes(from->dtype);
    row r = {.from = from->data,
             .n = mask->rank > 0 ? mask->shape[inner] : 1,
             .mask_stride = mask->rank > 0 ? mask->stride[inner] : 1,
             .to_stride = mask->rank > 0 ? to->stride[inner] : 1,
             .from_stride = from->stride[0],
             .room = from->shape[0]};
    grn_walk w;
    if (r.room == 0 || r.n == 0)
        return;
    grn_walk_init(&w, inner, mask->shape, 2, (const int64_t *[]){mask->stride, to->stride});
    for (; w.more && r.room > 0; grn_walk_next(&w)) {
        r.mask = grn_tensor_at(mask, w.offset[0]);
        r.to = grn_tensor_at(to, w.offset[1]);
        const int64_t moved = by_size[bytes](&r);
        r.from += moved * r.from_stride * (int64_t)bytes;
        r.room -= moved;
    }
}

void grn_mask_scatter(const grn_tensor *mask, const grn_tensor *from, const grn_tensor *to)
{
    reader r;
    grn_walk w;
    const int64_t count = grn_tensor_elements(from);
    grn_tensor line;
    if (grn_view_reshape(from, 1, &count, &line)) {
        put_rows(mask, &line, to);
        return;
    }
    reader_init(&r, from);
    grn_walk_init(&w, mask->rank, mask->shape, 2, (const int64_t *[]){mask->stride, to->stride});
    for (; w.more; grn_walk_next(&w))
        if (*(const unsigned char *)grn_tensor_at(mask, w.offset[0]))
            memcpy(grn_tensor_at(to, w.offset[1]), reader_next(&r), r.bytes);
}

void grn_mask_fill(const grn_tensor *mask, const void *element, const grn_tensor *to)
{
    const size_t bytes = grn_dtype_bytes(to->dtype);
    grn_walk w;
    grn_walk_init(&w, mask->rank, mask->shape, 2, (const int64_t *[]){mask->stride, to->stride});
    for (; w.more; grn_walk_next(&w))
        if (*(const unsigned char *)grn_tensor_at(mask, w.offset[0]))
            memcpy(grn_tensor_at(to, w.offset[1]), element, bytes);
}
