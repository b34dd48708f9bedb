/* reduce_window.c - folding sliding windows. Source: StableHLO spec, reduce_window: each window
 * is reduced as by reduce, in row-major order, padded positions holding init. A batch is of
 * windows. */
#include "eval/folding.h"
#include "eval/stream.h"
#include "eval/windows.h"

#include <string.h>

typedef struct window_reduction {
    const grn_tensor *out, *inits;
    grn_tensor *in; /* compact */
    grn_region_fn body;
    grn_folding folding;
    grn_window_walk walk;
} window_reduction;

static void take_elements(window_reduction *r, size_t m)
{
    const int64_t *place = grn_window_walk_places(&r->walk);
    grn_folding *f = &r->folding;
    for (size_t i = 0; i < f->n; i++) {
        size_t bytes = f->bytes[i];
        char *to = f->element[i];
        const char *from = r->in[i].data, *init = r->inits[i].data;
        for (size_t k = 0; k < m; k++)
            grn_copy_element(to + k * bytes, place[k] < 0 ? init : from + (size_t)place[k] * bytes, bytes);
        f->args[f->n + i] = to;
    }
}

static grn_status reduce_batch(window_reduction *r, int64_t at, size_t m)
{
    grn_status status = GRN_OK;
    grn_folding_start(&r->folding, r->inits, m);
    bool more = grn_window_walk_start(&r->walk, r->out[0].shape, at, m);
    for (; more && status == GRN_OK; more = grn_window_walk_next(&r->walk)) {
        take_elements(r, m);
        status = grn_folding_step(&r->folding, r->body, m);
    }
    grn_folding_finish(&r->folding, r->out, at, m);
    return status;
}

static bool prepare_windows(window_reduction *r, grn_arena *arena, size_t n, const grn_tensor *in,
                            const grn_windows *windows)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]);
    size_t batch = outputs < GRN_EVAL_BATCH ? (size_t)outputs : GRN_EVAL_BATCH;
    r->in = GRN_ARENA_NEW(arena, grn_tensor, n);
    if (!r->in || !grn_folding_init(&r->folding, arena, n, r->out, batch) ||
        !grn_window_walk_init(&r->walk, arena, windows, in[0].shape, batch))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!grn_compact_view(arena, &in[i], &r->in[i]))
            return false;
    return true;
}

static grn_status reduce_all(window_reduction *r)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]), batch = (int64_t)r->folding.batch;
    grn_status status = GRN_OK;
    for (int64_t at = 0; at < outputs && status == GRN_OK; at += batch)
        status = reduce_batch(r, at, (size_t)(outputs - at < batch ? outputs - at : batch));
    return status;
}

/* ---- as a reduction -------------------------------------------------------------------------- */

/* Padding that is written out may make an input so many times as large, and no larger. */
#define PADDED_TIMES 4

/* The extents with padding and dilation written out; false: too large, or the windows do not lie in
 * them as numbers go. */
static bool padded_shape(const grn_windows *w, const grn_tensor *in, const grn_tensor *out, int64_t *shape)
{
    int64_t count, have = grn_tensor_elements(in), wanted = grn_tensor_elements(out);
    if (2 * w->rank > GRN_MAX_RANK || have == 0)
        return false;
    for (int32_t d = 0; d < w->rank; d++) {
        int64_t last, step, window, reach, inner;
        if (w->size[d] < 1 || !grn_mul_i64(out->shape[d] - 1, w->stride[d], &step) ||
            !grn_mul_i64(w->size[d] - 1, w->window_dilation[d], &window) || !grn_add_i64(step, window, &reach) ||
            !grn_mul_i64(in->shape[d] - 1, w->base_dilation[d], &inner) || !grn_add_i64(reach, 1, &last) ||
            inner > INT64_MAX / 2 || w->low[d] < INT64_MIN / 4 || w->low[d] > INT64_MAX / 4)
            return false;
        shape[d] = last; /* as far as windows reach; pad cuts what is beyond */
    }
    return grn_shape_elements(w->rank, shape, &count) && count / PADDED_TIMES <= (have > wanted ? have : wanted);
}

static bool is_bare(const grn_windows *w, const grn_tensor *in, const int64_t *shape)
{
    for (int32_t d = 0; d < w->rank; d++)
        if (w->low[d] != 0 || w->base_dilation[d] != 1 || shape[d] > in->shape[d])
            return false;
    return true;
}

/* *out: the input with its padding, as large as the windows reach. */
static bool padded(grn_arena *arena, const grn_windows *w, const grn_tensor *in, const void *init, const int64_t *shape,
                   grn_tensor *out)
{
    int64_t interior[GRN_MAX_RANK];
    *out = *in;
    if (is_bare(w, in, shape))
        return true;
    if (grn_tensor_init(out, NULL, in->dtype, w->rank, shape) != GRN_OK)
        return false;
    out->data = grn_arena_alloc_raw(arena, grn_tensor_bytes(out));
    if (!out->data)
        return false;
    for (int32_t d = 0; d < w->rank; d++)
        interior[d] = w->base_dilation[d] - 1;
    grn_eval_pad(out, in, init, w->low, interior);
    return true;
}

/* Every window beside its result: the windows' dimensions after those of the result, all over the
 * same elements. */
static grn_tensor windows_view(const grn_windows *w, const grn_tensor *in, const grn_tensor *out)
{
    grn_tensor view = {.data = in->data, .dtype = in->dtype, .rank = 2 * w->rank};
    for (int32_t d = 0; d < w->rank; d++) {
        view.shape[d] = out->shape[d];
        view.stride[d] = out->shape[d] > 1 ? in->stride[d] * w->stride[d] : 0;
        view.shape[w->rank + d] = w->size[d];
        view.stride[w->rank + d] = w->size[d] > 1 ? in->stride[d] * w->window_dilation[d] : 0;
    }
    return view;
}

static grn_status reduce_views(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits,
                               const grn_windows *w, const int64_t *shape, grn_region_fn body, grn_arena *arena)
{
    grn_tensor *views = GRN_ARENA_NEW(arena, grn_tensor, n);
    for (size_t i = 0; views && i < n; i++) {
        grn_tensor whole;
        if (!padded(arena, w, &in[i], inits[i].data, shape, &whole))
            return GRN_E_MEMORY;
        views[i] = windows_view(w, &whole, &out[i]);
    }
    uint64_t dims = ((UINT64_C(1) << w->rank) - 1) << w->rank;
    return views ? grn_eval_reduce(n, out, views, inits, dims, body, NULL, arena->allocator) : GRN_E_MEMORY;
}

/* ---- as a scan ------------------------------------------------------------------------------- */

/* The dimension along which window j holds elements 0 to j behind nothing but padding, as a cumulative
 * sum has it, where all other extents of windows are one; -1: there is none. */
static int32_t scanned_dimension(const grn_windows *w, const grn_tensor *in, const grn_tensor *out)
{
    int32_t found = -1;
    for (int32_t d = 0; d < w->rank; d++) {
        bool plain = w->stride[d] == 1 && w->base_dilation[d] == 1 && out->shape[d] == in->shape[d] &&
                     (w->window_dilation[d] == 1 || w->size[d] == 1);
        if (plain && w->size[d] == 1 && w->low[d] == 0)
            continue;
        if (!plain || found >= 0 || w->size[d] != in->shape[d] || w->low[d] != w->size[d] - 1)
            return -1;
        found = d;
    }
    return found;
}

/* Whether padding changes nothing: the body of two inits gives them. */
static grn_status padding_is_neutral(size_t n, const grn_tensor *inits, grn_region_fn body, grn_folding *f, bool *is)
{
    grn_folding_start(f, inits, 1);
    for (size_t i = 0; i < n; i++)
        f->args[n + i] = inits[i].data;
    grn_status status = grn_folding_step(f, body, 1);
    *is = status == GRN_OK;
    for (size_t i = 0; *is && i < n; i++)
        *is = memcmp(f->acc[i], inits[i].data, f->bytes[i]) == 0;
    return status;
}

static grn_tensor without(const grn_tensor *t, int32_t dim)
{
    grn_tensor view = *t;
    view.rank--;
    for (int32_t d = dim; d < view.rank; d++) {
        view.shape[d] = t->shape[d + 1];
        view.stride[d] = t->stride[d + 1];
    }
    return view;
}

/* Lines [at, at + m), all of them one element after the other: each result is the one before, and one
 * element more. */
static grn_status scan_lines(grn_folding *f, const grn_tensor *out, const grn_tensor *in, int32_t dim,
                             const grn_tensor *inits, grn_region_fn body, int64_t at, size_t m, grn_stream *streams)
{
    grn_status status = GRN_OK;
    grn_folding_start(f, inits, m);
    for (int64_t j = 0; status == GRN_OK && j < in[0].shape[dim]; j++) {
        for (size_t i = 0; i < f->n; i++) {
            grn_stream_seek(&streams[i], grn_tensor_at(&in[i], j * in[i].stride[dim]), at);
            f->args[f->n + i] = grn_stream_take(&streams[i], m, f->element[i]);
        }
        status = grn_folding_step(f, body, m);
        for (size_t i = 0; status == GRN_OK && i < f->n; i++) {
            grn_stream *to = &streams[f->n + i];
            grn_stream_seek(to, grn_tensor_at(&out[i], j * out[i].stride[dim]), at);
            grn_stream_put(to, m, f->acc[i]);
        }
    }
    return status;
}

/* One line after the other, by one function. */
static void scan_line(const grn_bound_element *b, const grn_tensor *out, const grn_tensor *in, int32_t dim,
                      const void *init, int64_t out_at, int64_t in_at)
{
    const void *last = init;
    for (int64_t j = 0; j < in->shape[dim]; j++) {
        void *next = grn_tensor_at(out, out_at + j * out->stride[dim]);
        grn_element_run(b, 1, next, (const void *const[]){last, grn_tensor_at(in, in_at + j * in->stride[dim])});
        last = next;
    }
}

/* With fewer lines, what is between two steps costs more than the steps. */
#define FEW_LINES 16

static grn_status scan_all(size_t n, const grn_tensor *out, const grn_tensor *in, int32_t dim, const grn_tensor *inits,
                           grn_region_fn body, grn_folding *f, grn_arena *arena)
{
    grn_tensor lines = without(&out[0], dim), of_in = without(&in[0], dim);
    int64_t count = grn_tensor_elements(&lines), batch = (int64_t)f->batch;
    grn_status status = GRN_OK;
    grn_stream *streams = GRN_ARENA_NEW(arena, grn_stream, 2 * n);
    if (!streams)
        return GRN_E_MEMORY;
    if (n == 1 && count < FEW_LINES && body.single && grn_element_folds_up(body.single)) {
        grn_walk w;
        grn_walk_init(&w, lines.rank, lines.shape, 2, (const int64_t *[]){lines.stride, of_in.stride});
        for (; w.more; grn_walk_next(&w))
            scan_line(body.single, &out[0], &in[0], dim, inits[0].data, w.offset[0], w.offset[1]);
        return GRN_OK;
    }
    for (size_t i = 0; i < n; i++) {
        grn_tensor from = without(&in[i], dim), to = without(&out[i], dim);
        grn_stream_init(&streams[i], &from);
        grn_stream_init(&streams[n + i], &to);
    }
    for (int64_t at = 0; status == GRN_OK && at < count; at += batch)
        status =
            scan_lines(f, out, in, dim, inits, body, at, (size_t)(count - at < batch ? count - at : batch), streams);
    return status;
}

/* *done: the windows were those of a scan, which takes one step for each element. */
static grn_status scan(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits,
                       const grn_windows *w, grn_region_fn body, grn_arena *arena, bool *done)
{
    int32_t dim = scanned_dimension(w, &in[0], &out[0]);
    grn_folding f;
    *done = false;
    if (dim < 0)
        return GRN_OK;
    int64_t lines = grn_tensor_elements(&out[0]) / out[0].shape[dim];
    if (!grn_folding_init(&f, arena, n, out, lines < GRN_EVAL_BATCH ? (size_t)lines : GRN_EVAL_BATCH))
        return GRN_E_MEMORY;
    grn_status status = padding_is_neutral(n, inits, body, &f, done);
    return status == GRN_OK && *done ? scan_all(n, out, in, dim, inits, body, &f, arena) : status;
}

grn_status grn_eval_reduce_window(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits,
                                  const grn_windows *windows, grn_region_fn body, const grn_allocator *allocator)
{
    window_reduction r = {.out = out, .inits = inits, .body = body};
    grn_arena arena;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_folding_check(n, out, in, inits);
    if (status != GRN_OK || n == 0 || grn_tensor_elements(&out[0]) == 0)
        return status;
    grn_arena_init(&arena, allocator);
    bool done;
    status = scan(n, out, in, inits, windows, body, &arena, &done);
    if (status != GRN_OK || done)
        ; /* nothing is left */
    else if (padded_shape(windows, &in[0], &out[0], shape))
        status = reduce_views(n, out, in, inits, windows, shape, body, &arena);
    else
        status = prepare_windows(&r, &arena, n, in, windows) ? reduce_all(&r) : GRN_E_MEMORY;
    grn_arena_destroy(&arena);
    return status;
}
