/* cursor.c - index vectors in blocks, run after run. */
#include "plan/plan.h"

static int32_t run_loop(const grn_normal *n) { return n->nouter - 1; /* -1: a single vector */ }

static void take_block(const grn_normal *n, grn_cursor *c)
{
    int64_t left = grn_run_extent(n) - c->first;
    c->count = left < c->limit ? left : c->limit;
}

void grn_cursor_init(const grn_normal *n, int64_t limit, grn_cursor *c)
{
    for (int32_t l = 0; l < run_loop(n); l++)
        c->at[l] = 0;
    c->more = true;
    c->first = 0;
    c->limit = limit;
    take_block(n, c);
}

void grn_cursor_next(const grn_normal *n, grn_cursor *c)
{
    c->first += c->count;
    if (c->first == grn_run_extent(n)) {
        int32_t l = run_loop(n) - 1;
        c->first = 0;
        for (; l >= 0 && ++c->at[l] == n->extent[l]; l--)
            c->at[l] = 0;
        c->more = l >= 0;
    }
    take_block(n, c);
}

int64_t grn_cursor_offset(const grn_normal *n, const grn_cursor *c, const int64_t *stride)
{
    int64_t offset = c->first * grn_run_step(n, stride);
    for (int32_t l = 0; l < run_loop(n); l++)
        offset += c->at[l] * stride[l];
    return offset;
}

void grn_odometer_init(grn_odometer *o, int32_t n, const int64_t *extent, const int64_t *stride_a,
                       const int64_t *stride_b)
{
    o->n = n;
    o->more = true;
    o->extent = extent;
    o->stride_a = stride_a;
    o->stride_b = stride_b;
    o->a = o->b = 0;
    for (int32_t l = 0; l < n; l++)
        o->at[l] = 0;
}

void grn_odometer_next(grn_odometer *o)
{
    int32_t l = o->n - 1;
    for (; l >= 0; l--) {
        o->a += o->stride_a[l];
        o->b += o->stride_b[l];
        if (++o->at[l] < o->extent[l])
            return;
        o->a -= o->stride_a[l] * o->extent[l];
        o->b -= o->stride_b[l] * o->extent[l];
        o->at[l] = 0;
    }
    o->more = false;
}

void grn_odometer_seek(grn_odometer *o, int64_t position)
{
    for (int32_t l = o->n - 1; l >= 0; l--) {
        o->at[l] = position % o->extent[l];
        position /= o->extent[l];
        o->a += o->at[l] * o->stride_a[l];
        o->b += o->at[l] * o->stride_b[l];
    }
}
