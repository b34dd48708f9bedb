/* windows.c - window geometry, safe for any numbers. A coordinate beyond int64_t counts as padding:
 * no operand reaches so far. */
#include "eval/windows.h"

#include <string.h>

/* Marks a start that does not fit: the sum with any offset in the window stays at or over it. */
#define BEYOND (UINT64_C(1) << 63)

bool grn_window_walk_init(grn_window_walk *w, grn_arena *arena, const grn_windows *windows,
                          const int64_t *operand_shape, size_t batch)
{
    memset(w, 0, sizeof *w);
    w->windows = windows;
    grn_shape_strides(windows->rank, operand_shape, w->stride);
    for (int32_t d = 0; d <= windows->rank; d++) {
        w->flat[d] = GRN_ARENA_NEW(arena, int64_t, batch);
        if (!w->flat[d])
            return false;
        if (d == windows->rank)
            continue;
        w->shape[d] = operand_shape[d];
        w->start[d] = GRN_ARENA_NEW(arena, uint64_t, batch);
        if (!w->start[d])
            return false;
    }
    return true;
}

static uint64_t product(int64_t a, int64_t b)
{
    int64_t p;
    return grn_mul_i64(a, b, &p) ? (uint64_t)p : BEYOND;
}

/* Places along dimension d of every window, on top of those of the dimensions before. */
static void place_dimension(grn_window_walk *w, int32_t d)
{
    const grn_windows *g = w->windows;
    uint64_t in_window = product(w->position[d], g->window_dilation[d]), low = (uint64_t)g->low[d];
    uint64_t dilation = (uint64_t)g->base_dilation[d], extent = (uint64_t)w->shape[d];
    const int64_t *before = w->flat[d];
    int64_t *after = w->flat[d + 1];
    for (size_t i = 0; i < w->nwindows; i++) {
        uint64_t sum = w->start[d][i] + in_window, at = sum - low; /* below 0 it wraps to BEYOND or more */
        bool real = before[i] >= 0 && in_window < BEYOND && sum < BEYOND && at < BEYOND;
        if (dilation != 1) {
            real = real && at % dilation == 0;
            at /= dilation;
        }
        after[i] = real && at < extent ? before[i] + (int64_t)at * w->stride[d] : GRN_NO_ELEMENT;
    }
}

static void place_from(grn_window_walk *w, int32_t d)
{
    for (; d < w->windows->rank; d++)
        place_dimension(w, d);
}

/* The positions at which window i is within the operand along d, its dilation included, join those
 * from first to end. */
static void widen(grn_window_walk *w, int32_t d, size_t i)
{
    const grn_windows *g = w->windows;
    int64_t last, first = 0, step = g->window_dilation[d];
    if (w->start[d][i] >= BEYOND || w->shape[d] == 0)
        return;
    int64_t start = (int64_t)w->start[d][i];
    if (!grn_mul_i64(w->shape[d] - 1, g->base_dilation[d], &last))
        last = INT64_MAX;
    /* the last element's place */
    int64_t top = g->low[d] > 0 && last > INT64_MAX - g->low[d] ? INT64_MAX : last + g->low[d];
    if (g->low[d] > start)
        first = (g->low[d] - start - 1) / step + 1;
    int64_t end = top < start ? 0 : (top - start) / step < g->size[d] ? (top - start) / step + 1 : g->size[d];
    w->first[d] = first < w->first[d] ? first : w->first[d];
    w->end[d] = end > w->end[d] ? end : w->end[d];
}

static bool choose_positions(grn_window_walk *w)
{
    bool any = true;
    for (int32_t d = 0; d < w->windows->rank; d++) {
        w->first[d] = w->skips_padding ? w->windows->size[d] : 0;
        w->end[d] = w->skips_padding ? 0 : w->windows->size[d];
        for (size_t i = 0; w->skips_padding && i < w->nwindows; i++)
            widen(w, d, i);
        w->position[d] = w->first[d];
        any = any && w->first[d] < w->end[d];
    }
    return any;
}

bool grn_window_walk_start(grn_window_walk *w, const int64_t *out_shape, int64_t at, size_t m)
{
    int32_t rank = w->windows->rank;
    w->nwindows = m;
    for (size_t i = 0; i < m; i++) {
        int64_t rest = at + (int64_t)i;
        w->flat[0][i] = 0;
        for (int32_t d = rank - 1; d >= 0; d--) {
            w->start[d][i] = product(rest % out_shape[d], w->windows->stride[d]);
            rest /= out_shape[d];
        }
    }
    if (!choose_positions(w))
        return false;
    place_from(w, 0);
    return true;
}

bool grn_window_walk_next(grn_window_walk *w)
{
    for (int32_t d = w->windows->rank - 1; d >= 0; d--) {
        if (++w->position[d] < w->end[d]) {
            place_from(w, d);
            return true;
        }
        w->position[d] = w->first[d];
    }
    return false;
}

const int64_t *grn_window_walk_places(const grn_window_walk *w) { return w->flat[w->windows->rank]; }

bool grn_compact_view(grn_arena *arena, const grn_tensor *in, grn_tensor *out)
{
    *out = *in;
    if (grn_tensor_is_compact(in))
        return true;
    out->data = grn_arena_alloc_raw(arena, grn_tensor_bytes(in));
    if (!out->data)
        return false;
    grn_shape_strides(in->rank, in->shape, out->stride);
    grn_tensor_copy(out, in);
    return true;
}
