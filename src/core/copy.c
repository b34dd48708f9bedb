/* copy.c - whole tensors between strided views: copy, fill, read. */
#include "core/core.h"

#include <string.h>

/* One row of `n` elements; strides in elements. */
typedef struct row {
    char *to;
    const char *from;
    int64_t n, to_stride, from_stride;
} row;

/* memcpy of a constant size is one load and one store, at any alignment. */
#define DEFINE_COPY_ROW(SIZE)                                                                   \
    static void copy_row_##SIZE(const row *r)                                                   \
    {                                                                                           \
        for (int64_t i = 0; i < r->n; i++)                                                      \
            memcpy(r->to + i * r->to_stride * SIZE, r->from + i * r->from_stride * SIZE, SIZE); \
    }
DEFINE_COPY_ROW(1)
DEFINE_COPY_ROW(2)
DEFINE_COPY_ROW(4)
DEFINE_COPY_ROW(8)
DEFINE_COPY_ROW(16)

/* `n` elements all like the one at `from`. Its bytes may be alike; else a block that stays in the
 * cache is written again and again. */
static void repeat(char *to, const char *from, size_t bytes, size_t n)
{
    enum { BLOCK_BYTES = 4096 };
    const size_t total = bytes * n;
    if (memcmp(from, from + 1, bytes - 1) == 0) {
        memset(to, from[0], total);
        return;
    }
    memcpy(to, from, bytes);
    for (size_t done = bytes, step; done < total; done += step) {
        step = done < BLOCK_BYTES ? done : BLOCK_BYTES;
        step = step < total - done ? step : total - done;
        memcpy(to + done, to, step);
    }
}

static void copy_row(const row *r, size_t bytes)
{
    if (r->to_stride == 1 && r->from_stride == 1) {
        memcpy(r->to, r->from, (size_t)r->n * bytes);
        return;
    }
    if (r->to_stride == 1 && r->from_stride == 0) {
        repeat(r->to, r->from, bytes, (size_t)r->n);
        return;
    }
    switch (bytes) {
    case 1: copy_row_1(r); break;
    case 2: copy_row_2(r); break;
    case 4: copy_row_4(r); break;
    case 8: copy_row_8(r); break;
    default: copy_row_16(r); break;
    }
}

/* Two views as loops: unit dimensions dropped, neighbours merged where both views allow it. Never
 * fewer than one loop. */
typedef struct loops {
    int32_t rank;
    int64_t shape[GRN_MAX_RANK], to[GRN_MAX_RANK], from[GRN_MAX_RANK];
} loops;

static bool merges(int64_t outer_stride, int64_t inner_extent, int64_t inner_stride)
{
    return inner_stride == 0 ? outer_stride == 0
                             : outer_stride % inner_stride == 0 && outer_stride / inner_stride == inner_extent;
}

static void loops_of(const grn_tensor *dst, const grn_tensor *src, loops *l)
{
    l->rank = 0;
    for (int32_t d = 0; d < dst->rank; d++) {
        int64_t n = dst->shape[d], to = dst->stride[d], from = src->stride[d];
        int32_t last = l->rank - 1;
        if (n == 1)
            continue;
        if (last >= 0 && merges(l->to[last], n, to) && merges(l->from[last], n, from))
            n *= l->shape[last];
        else
            last = l->rank++;
        l->shape[last] = n;
        l->to[last] = to;
        l->from[last] = from;
    }
    if (l->rank == 0) {
        l->rank = 1;
        l->shape[0] = l->to[0] = l->from[0] = 1;
    }
}

void grn_tensor_copy(const grn_tensor *dst, const grn_tensor *src)
{
    size_t bytes = grn_dtype_bytes(dst->dtype);
    loops l;
    grn_walk w;
    if (grn_tensor_elements(dst) == 0)
        return;
    loops_of(dst, src, &l);
    int32_t inner = l.rank - 1;
    grn_walk_init(&w, inner, l.shape, 2, (const int64_t *[]){l.to, l.from});
    for (; w.more; grn_walk_next(&w)) {
        row r = {grn_tensor_at(dst, w.offset[0]), grn_tensor_at(src, w.offset[1]), l.shape[inner], l.to[inner],
                 l.from[inner]};
        copy_row(&r, bytes);
    }
}

void grn_tensor_copy_flat(void *to, const grn_tensor *src)
{
    grn_tensor flat = *src;
    flat.data = to;
    grn_shape_strides(src->rank, src->shape, flat.stride);
    grn_tensor_copy(&flat, src);
}

void grn_tensor_fill(const grn_tensor *dst, const void *element)
{
    char copy[16]; /* the largest element */
    grn_tensor src = *dst;
    memset(src.stride, 0, sizeof src.stride);
    memcpy(copy, element, grn_dtype_bytes(dst->dtype));
    src.data = copy;
    grn_tensor_copy(dst, &src);
}

/* Where the row-major position `at` lies: indices into `index`, the offset returned. */
static int64_t locate(const grn_tensor *t, int64_t at, int64_t *index)
{
    int64_t offset = 0;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        index[d] = at % t->shape[d];
        at /= t->shape[d];
        offset += index[d] * t->stride[d];
    }
    return offset;
}

void grn_tensor_read(const grn_tensor *src, int64_t from, int64_t count, void *out)
{
    size_t bytes = grn_dtype_bytes(src->dtype);
    int32_t inner = src->rank - 1;
    char *to = out;
    if (count <= 0)
        return;
    if (grn_tensor_is_compact(src)) {
        memcpy(out, grn_tensor_at(src, from), (size_t)count * bytes);
        return;
    }
    while (count > 0) {
        int64_t index[GRN_MAX_RANK];
        int64_t offset = locate(src, from, index);
        int64_t n = src->shape[inner] - index[inner];
        row r = {to, grn_tensor_at(src, offset), n < count ? n : count, 1, src->stride[inner]};
        copy_row(&r, bytes);
        to += (size_t)r.n * bytes;
        from += r.n;
        count -= r.n;
    }
}
