/*
 * sort.c - sorting lines by a comparator. Source: StableHLO spec, sort.
 *
 * Merge sort from the bottom up. Many merges run side by side,
 * one comparison of each per call of the comparator, so that the batch of a
 * call is the number of merges; where they are few, each is cut into parts
 * that make the same sequence. An element of the right half goes first only
 * when it is before the left one: stable. Each step takes one element and a
 * merge ends when a half does, so no comparator can make it overrun.
 */
#include "eval/folding.h"
#include "eval/stream.h"

#include <string.h>

/* Lines are loaded together up to about this many elements. */
#define GROUP_ELEMENTS 4096

/* Merges side by side: enough to make a call cheap, few enough for what they touch to stay near. */
#define MERGES 256

/* One merge: elements left..middle and middle..end, to `to` and on. */
typedef struct merge {
    int64_t left, middle, right, end, to;
} merge;

/* A place in a merge's result. The number of elements of the left half before it lies between two
 * bounds. */
typedef struct cut {
    int64_t at, least, most;
} cut;
/* Parts of fewer elements are not worth a cut. */
#define LEAST_PART 32

typedef struct sorting {
    size_t n;
    const grn_tensor *out, *in;
    int64_t length, lines, group; /* of a line; lines in all; lines at a time */
    grn_region_fn comparator;
    grn_stream *from, *to; /* [n]: line after line */
    char **key;            /* [n]: the group's elements */
    char **moved;          /* [n]: ... after the level that is being merged */
    size_t *bytes;         /* [n] */
    const void **args;     /* [2n] */
    char **argument;       /* [2n]: buffers behind args */
    unsigned char *before; /* the comparator's answers */
    int64_t *takes;        /* [MERGES]: the element each merge takes */
    merge *merges;         /* [MERGES] */
    merge *probes;         /* [MERGES]: what is compared to find where to cut */
    cut *cuts;             /* [MERGES] */
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
    s->argument[2 * i] = grn_arena_alloc_raw(arena, MERGES * bytes);
    s->argument[2 * i + 1] = grn_arena_alloc_raw(arena, MERGES * bytes);
    grn_stream_init(&s->from[i], &from);
    grn_stream_init(&s->to[i], &to);
    return s->key[i] && s->moved[i] && s->argument[2 * i] && s->argument[2 * i + 1];
}

static bool prepare_sorting(sorting *s, grn_arena *arena, int32_t dim)
{
    size_t elements = (size_t)(s->group * s->length);
    s->from = GRN_ARENA_NEW(arena, grn_stream, s->n);
    s->to = GRN_ARENA_NEW(arena, grn_stream, s->n);
    s->key = GRN_ARENA_NEW(arena, char *, s->n);
    s->moved = GRN_ARENA_NEW(arena, char *, s->n);
    s->bytes = GRN_ARENA_NEW(arena, size_t, s->n);
    s->args = GRN_ARENA_NEW(arena, const void *, 2 * s->n);
    s->argument = GRN_ARENA_NEW(arena, char *, 2 * s->n);
    s->before = GRN_ARENA_NEW(arena, unsigned char, MERGES);
    s->merges = GRN_ARENA_NEW(arena, merge, MERGES);
    s->probes = GRN_ARENA_NEW(arena, merge, MERGES);
    s->cuts = GRN_ARENA_NEW(arena, cut, MERGES);
    s->takes = GRN_ARENA_NEW(arena, int64_t, MERGES);
    if (!s->from || !s->to || !s->key || !s->moved || !s->bytes || !s->args || !s->argument || !s->before ||
        !s->merges || !s->probes || !s->cuts || !s->takes)
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (!prepare_tensor(s, arena, i, dim, elements))
            return false;
    return true;
}

/* ---- moving elements ------------------------------------------------------------------------- */

/* Copies the heads of all merges to the two arguments of the comparator, and the taken ones to
 * their place. */
#define DEFINE_MOVES(size)                                                                             \
    static void heads_##size(const merge *g, size_t m, const char *key, char *right, char *left)       \
    {                                                                                                  \
        for (size_t k = 0; k < m; k++) {                                                               \
            memcpy(right + k * size, key + g[k].right * size, size);                                   \
            memcpy(left + k * size, key + g[k].left * size, size);                                     \
        }                                                                                              \
    }                                                                                                  \
    static void move_##size(const merge *g, size_t m, const int64_t *takes, const char *key, char *to) \
    {                                                                                                  \
        for (size_t k = 0; k < m; k++)                                                                 \
            memcpy(to + (g[k].to - 1) * size, key + takes[k] * size, size);                            \
    }
DEFINE_MOVES(1)
DEFINE_MOVES(2)
DEFINE_MOVES(4)
DEFINE_MOVES(8)
DEFINE_MOVES(16)

static void heads(const merge *g, size_t m, size_t bytes, const char *key, char *right, char *left)
{
    switch (bytes) {
    case 1: heads_1(g, m, key, right, left); break;
    case 2: heads_2(g, m, key, right, left); break;
    case 4: heads_4(g, m, key, right, left); break;
    case 8: heads_8(g, m, key, right, left); break;
    default: heads_16(g, m, key, right, left); break;
    }
}

static void move_taken(const merge *g, size_t m, const int64_t *takes, size_t bytes, const char *key, char *to)
{
    switch (bytes) {
    case 1: move_1(g, m, takes, key, to); break;
    case 2: move_2(g, m, takes, key, to); break;
    case 4: move_4(g, m, takes, key, to); break;
    case 8: move_8(g, m, takes, key, to); break;
    default: move_16(g, m, takes, key, to); break;
    }
}

/* Copies a run that is in order already. */
static void copy_run(const sorting *s, int64_t from, int64_t end, int64_t to)
{
    for (size_t i = 0; i < s->n && from < end; i++)
        memcpy(s->moved[i] + (size_t)to * s->bytes[i], s->key[i] + (size_t)from * s->bytes[i],
               (size_t)(end - from) * s->bytes[i]);
}

/* ---- merging --------------------------------------------------------------------------------- */

/* Compares the heads of every merge: whether the right one is before the left one. */
static grn_status compare_heads(sorting *s, const merge *merges, size_t m)
{
    for (size_t i = 0; i < s->n; i++) {
        heads(merges, m, s->bytes[i], s->key[i], s->argument[2 * i], s->argument[2 * i + 1]);
        s->args[2 * i] = s->argument[2 * i];
        s->args[2 * i + 1] = s->argument[2 * i + 1];
    }
    return s->comparator.run(s->comparator.user, m, s->args, (void *const[]){s->before});
}

/* Takes the next element in every merge. */
static void take_elements(sorting *s, size_t m)
{
    for (size_t k = 0; k < m; k++) {
        merge *g = &s->merges[k];
        int64_t right_first = s->before[k] != 0;
        s->takes[k] = right_first ? g->right : g->left;
        g->right += right_first;
        g->left += 1 - right_first;
        g->to++;
    }
    for (size_t i = 0; i < s->n; i++)
        move_taken(s->merges, m, s->takes, s->bytes[i], s->key[i], s->moved[i]);
}

/* Drops the merges of which one half has ended, after copying the rest of the other half. Answers
 * how many are left. */
static size_t drop_ended(sorting *s, size_t m)
{
    size_t alive = 0;
    for (size_t k = 0; k < m; k++) {
        const merge *g = &s->merges[k];
        if (g->left < g->middle && g->right < g->end) {
            if (alive != k)
                s->merges[alive] = *g;
            alive++;
            continue;
        }
        copy_run(s, g->left, g->middle, g->to);
        copy_run(s, g->right, g->end, g->to);
    }
    return alive;
}

/* Runs m merges to their ends. */
static grn_status run_merges(sorting *s, size_t m)
{
    while (m > 0) {
        grn_status status = compare_heads(s, s->merges, m);
        if (status != GRN_OK)
            return status;
        take_elements(s, m);
        m = drop_ended(s, m);
    }
    return GRN_OK;
}

/* ---- cutting a merge ------------------------------------------------------------------------- */

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* The next comparison for every cut that is not found; returns how many there are. */
static size_t ask(const sorting *s, const merge *g, size_t cuts)
{
    size_t n = 0;
    for (size_t k = 0; k < cuts; k++) {
        const cut *c = &s->cuts[k];
        int64_t i = c->least + (c->most - c->least) / 2;
        if (c->least < c->most)
            s->probes[n++] = (merge){.left = g->left + i, .right = g->right + c->at - i - 1};
    }
    return n;
}

/* Where the right one goes first, no more of the left half come before the cut. */
static void hear(const sorting *s, size_t cuts)
{
    size_t n = 0;
    for (size_t k = 0; k < cuts; k++) {
        cut *c = &s->cuts[k];
        int64_t i = c->least + (c->most - c->least) / 2;
        if (c->least == c->most)
            continue;
        if (s->before[n++])
            c->most = i;
        else
            c->least = i + 1;
    }
}

/* Finds the places where the result is cut into `parts`, all of them in one search. */
static grn_status find_cuts(sorting *s, const merge *g, size_t parts)
{
    int64_t left = g->middle - g->left, right = g->end - g->right;
    grn_status status = GRN_OK;
    for (size_t k = 0; k + 1 < parts; k++) {
        int64_t at = (left + right) / (int64_t)parts * (int64_t)(k + 1);
        s->cuts[k] = (cut){.at = at, .least = larger(0, at - right), .most = smaller(at, left)};
    }
    for (size_t n; status == GRN_OK && (n = ask(s, g, parts - 1)) > 0;) {
        status = compare_heads(s, s->probes, n);
        if (status == GRN_OK)
            hear(s, parts - 1);
    }
    return status;
}

/* A part without a left or a right half is as it is. */
static void add_merge(sorting *s, merge g, size_t *m)
{
    if (g.left < g.middle && g.right < g.end) {
        s->merges[(*m)++] = g;
        return;
    }
    copy_run(s, g.left, g.middle, g.to);
    copy_run(s, g.right, g.end, g.to);
}

/* There is room for `parts` merges. The cuts are made monotonic here even if the comparator is not
 * an order, so that the parts take each element once. */
static grn_status add_parts(sorting *s, merge g, size_t parts, size_t *m)
{
    grn_status status = find_cuts(s, &g, parts);
    int64_t left = g.left, at = 0;
    for (size_t k = 0; status == GRN_OK && k + 1 < parts; k++) {
        const cut *c = &s->cuts[k];
        int64_t to = larger(left, smaller(g.left + c->least, left + c->at - at)),
                right = g.right + (c->at - at) - (to - left);
        add_merge(s, (merge){left, to, g.right, right, g.to}, m);
        g.to += c->at - at;
        g.right = right;
        left = to;
        at = c->at;
    }
    if (status == GRN_OK)
        add_merge(s, (merge){left, g.middle, g.right, g.end, g.to}, m);
    return status;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Into how many parts each merge of runs of `width` is cut, so that there are merges enough. */
static size_t parts_of(const sorting *s, int64_t lines, int64_t width)
{
    int64_t pairs = s->length / width / 2 + 1, most = width / (LEAST_PART / 2), merges = lines * pairs;
    int64_t parts = merges < MERGES ? MERGES / merges : 1;
    parts = smaller(parts, most);
    return parts > 1 ? (size_t)parts : 1;
}

/* One level: runs of `width` in each of `lines` lines become runs of twice that. A run without a
 * partner is copied. */
static grn_status merge_level(sorting *s, int64_t lines, int64_t width)
{
    size_t m = 0, parts = parts_of(s, lines, width);
    grn_status status = GRN_OK;
    for (int64_t line = 0; line < lines; line++) {
        int64_t at = line * s->length, end = at + s->length;
        while (at < end && status == GRN_OK) {
            int64_t middle = end - at > width ? at + width : end, last = end - middle > width ? middle + width : end;
            status = add_parts(s, (merge){at, middle, middle, last, at}, middle < end ? parts : 1, &m);
            if (status == GRN_OK && m + parts > MERGES) {
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
}

static void store_group(sorting *s, size_t elements)
{
    for (size_t i = 0; i < s->n; i++)
        grn_stream_put(&s->to[i], elements, s->key[i]);
}

static grn_status sort_group(sorting *s, int64_t lines)
{
    size_t elements = (size_t)(lines * s->length);
    load_group(s, elements);
    for (int64_t width = 1; width<s->length; width = width> s->length / 2 ? s->length : 2 * width) {
        char **sorted = s->moved;
        grn_status status = merge_level(s, lines, width);
        if (status != GRN_OK)
            return status;
        s->moved = s->key;
        s->key = sorted;
    }
    store_group(s, elements);
    return GRN_OK;
}

grn_status grn_eval_sort(size_t n, const grn_tensor *out, const grn_tensor *in, int32_t dim, grn_region_fn comparator,
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
    grn_status status = prepare_sorting(&s, &arena, dim) ? GRN_OK : GRN_E_MEMORY;
    for (int64_t line = 0; line < s.lines && status == GRN_OK; line += s.group)
        status = sort_group(&s, s.lines - line < s.group ? s.lines - line : s.group);
    grn_arena_destroy(&arena);
    return status;
}
