/*
 * sort.c - sorting lines by a comparator. Source: StableHLO spec, sort.
 *
 * Merge sort from the bottom up, on positions. Many merges run side by side,
 * one comparison of each per call of the comparator, so that a call has as
 * many lanes as there are merges. An element of the right half goes first only
 * when it is before the left one: stable. Each step takes one element and a
 * merge ends when a half does, so no comparator can make it overrun.
 */
#include "eval/lanes.h"
#include "eval/stream.h"

#include <string.h>

/* Lines are loaded together up to about this many elements. */
#define GROUP_ELEMENTS 4096

/* One merge of order[left..middle) and order[right..end) into next[to...). */
typedef struct merge {
    int64_t left, middle, right, end, to;
} merge;

typedef struct sorting {
    size_t n;
    const grn_tensor *out, *in;
    int64_t length, lines, group; /* of a line; lines in all; lines at a time */
    grn_lane_fn comparator;
    grn_stream *from, *to;   /* [n]: line after line */
    char **key;              /* [n]: the group's elements */
    char **moved;            /* [n]: ... in order */
    size_t *bytes;           /* [n] */
    const void **args;       /* [2n] */
    char **lane;             /* [2n]: buffers behind args */
    unsigned char *before;   /* the comparator's answers */
    int64_t *order, *next;   /* positions in the group */
    merge *merges;           /* [GRN_EVAL_LANES] */
} sorting;

/* The view with dimension `dim` last. */
static grn_tensor lines_view(const grn_tensor *t, int32_t dim)
{
    grn_tensor view = *t;
    int32_t r = 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (d != dim) {
            view.shape[r] = t->shape[d];
            view.stride[r++] = t->stride[d];
        }
    view.shape[r] = t->shape[dim];
    view.stride[r] = t->stride[dim];
    return view;
}

static bool prepare_tensor(sorting *s, grn_arena *arena, size_t i, int32_t dim, size_t elements)
{
    size_t bytes = grn_dtype_bytes(s->in[i].dtype), total;
    grn_tensor from = lines_view(&s->in[i], dim), to = lines_view(&s->out[i], dim);
    if (!grn_mul_size(elements, bytes, &total))
        return false;
    s->bytes[i] = bytes;
    s->key[i] = grn_arena_alloc_raw(arena, total);
    s->moved[i] = grn_arena_alloc_raw(arena, total);
    s->lane[2 * i] = grn_arena_alloc_raw(arena, GRN_EVAL_LANES * bytes);
    s->lane[2 * i + 1] = grn_arena_alloc_raw(arena, GRN_EVAL_LANES * bytes);
    grn_stream_init(&s->from[i], &from);
    grn_stream_init(&s->to[i], &to);
    return s->key[i] && s->moved[i] && s->lane[2 * i] && s->lane[2 * i + 1];
}

static bool prepare(sorting *s, grn_arena *arena, int32_t dim)
{
    size_t elements = (size_t)(s->group * s->length);
    s->from = GRN_ARENA_NEW(arena, grn_stream, s->n);
    s->to = GRN_ARENA_NEW(arena, grn_stream, s->n);
    s->key = GRN_ARENA_NEW(arena, char *, s->n);
    s->moved = GRN_ARENA_NEW(arena, char *, s->n);
    s->bytes = GRN_ARENA_NEW(arena, size_t, s->n);
    s->args = GRN_ARENA_NEW(arena, const void *, 2 * s->n);
    s->lane = GRN_ARENA_NEW(arena, char *, 2 * s->n);
    s->before = GRN_ARENA_NEW(arena, unsigned char, GRN_EVAL_LANES);
    s->merges = GRN_ARENA_NEW(arena, merge, GRN_EVAL_LANES);
    s->order = GRN_ARENA_NEW(arena, int64_t, elements);
    s->next = GRN_ARENA_NEW(arena, int64_t, elements);
    if (!s->from || !s->to || !s->key || !s->moved || !s->bytes || !s->args || !s->lane || !s->before || !s->merges ||
        !s->order || !s->next)
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (!prepare_tensor(s, arena, i, dim, elements))
            return false;
    return true;
}

/* Asks for every merge whether its right head is before its left one. */
static grn_status compare_heads(sorting *s, size_t m)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t bytes = s->bytes[i];
        for (size_t k = 0; k < m; k++) {
            const merge *g = &s->merges[k];
            grn_lane_copy(s->lane[2 * i] + k * bytes, s->key[i] + (size_t)s->order[g->right] * bytes, bytes);
            grn_lane_copy(s->lane[2 * i + 1] + k * bytes, s->key[i] + (size_t)s->order[g->left] * bytes, bytes);
        }
        s->args[2 * i] = s->lane[2 * i];
        s->args[2 * i + 1] = s->lane[2 * i + 1];
    }
    return s->comparator.run(s->comparator.user, m, s->args, (void *const[]){s->before});
}

/* Takes one element; false when a half has ended, after its other half was taken over whole. */
static bool merge_step(sorting *s, merge *g, bool right_first)
{
    s->next[g->to++] = s->order[right_first ? g->right++ : g->left++];
    if (g->left < g->middle && g->right < g->end)
        return true;
    int64_t rest = g->left < g->middle ? g->left : g->right, end = g->left < g->middle ? g->middle : g->end;
    memcpy(s->next + g->to, s->order + rest, (size_t)(end - rest) * sizeof *s->order);
    return false;
}

/* Runs m merges to their ends. */
static grn_status run_merges(sorting *s, size_t m)
{
    while (m > 0) {
        grn_status status = compare_heads(s, m);
        if (status != GRN_OK)
            return status;
        size_t alive = 0;
        for (size_t k = 0; k < m; k++)
            if (merge_step(s, &s->merges[k], s->before[k] != 0))
                s->merges[alive++] = s->merges[k];
        m = alive;
    }
    return GRN_OK;
}

/* One level: runs of `width` in each of `lines` lines become runs of twice that. A run without a partner is copied. */
static grn_status merge_level(sorting *s, int64_t lines, int64_t width)
{
    size_t m = 0;
    grn_status status = GRN_OK;
    for (int64_t line = 0; line < lines; line++) {
        int64_t at = line * s->length, end = at + s->length;
        while (at < end && status == GRN_OK) {
            int64_t middle = end - at > width ? at + width : end, last = end - middle > width ? middle + width : end;
            if (middle == end)
                memcpy(s->next + at, s->order + at, (size_t)(end - at) * sizeof *s->order);
            else
                s->merges[m++] = (merge){at, middle, middle, last, at};
            if (m == GRN_EVAL_LANES) {
                status = run_merges(s, m);
                m = 0;
            }
            at = last;
        }
    }
    return status == GRN_OK ? run_merges(s, m) : status;
}

static void load_group(sorting *s, size_t elements)
{
    for (size_t i = 0; i < s->n; i++) {
        const void *at = grn_stream_take(&s->from[i], elements, s->key[i]);
        if (at != s->key[i])
            memcpy(s->key[i], at, elements * s->bytes[i]);
    }
    for (size_t k = 0; k < elements; k++)
        s->order[k] = (int64_t)k;
}

static void store_group(sorting *s, size_t elements)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t bytes = s->bytes[i];
        for (size_t k = 0; k < elements; k++)
            grn_lane_copy(s->moved[i] + k * bytes, s->key[i] + (size_t)s->order[k] * bytes, bytes);
        grn_stream_put(&s->to[i], elements, s->moved[i]);
    }
}

static grn_status sort_group(sorting *s, int64_t lines)
{
    size_t elements = (size_t)(lines * s->length);
    load_group(s, elements);
    for (int64_t width = 1; width < s->length; width = width > s->length / 2 ? s->length : 2 * width) {
        int64_t *sorted = s->next;
        grn_status status = merge_level(s, lines, width);
        if (status != GRN_OK)
            return status;
        s->next = s->order;
        s->order = sorted;
    }
    store_group(s, elements);
    return GRN_OK;
}

grn_status grn_eval_sort(size_t n, const grn_tensor *out, const grn_tensor *in, int32_t dim, grn_lane_fn comparator,
                         const grn_allocator *allocator)
{
    sorting s = {.n = n, .out = out, .in = in, .comparator = comparator};
    grn_arena arena;
    int64_t elements = n ? grn_tensor_elements(&in[0]) : 0;
    if (elements == 0)
        return GRN_OK;
    s.length = in[0].shape[dim];
    s.lines = elements / s.length;
    s.group = GROUP_ELEMENTS / s.length;
    s.group = s.group < 1 ? 1 : s.group > s.lines ? s.lines : s.group;
    grn_arena_init(&arena, allocator);
    grn_status status = prepare(&s, &arena, dim) ? GRN_OK : GRN_E_MEMORY;
    for (int64_t line = 0; line < s.lines && status == GRN_OK; line += s.group)
        status = sort_group(&s, s.lines - line < s.group ? s.lines - line : s.group);
    grn_arena_destroy(&arena);
    return status;
}
