/* reduce_window.c - folding sliding windows. Source: StableHLO spec, reduce_window: each window is reduced as by reduce,
 * in row-major order, padded positions holding init. Lanes are windows. */
#include "eval/lanes.h"
#include "eval/windows.h"

typedef struct window_reduction {
    const grn_tensor *out, *inits;
    grn_tensor *in; /* compact */
    grn_lane_fn body;
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
        for (size_t lane = 0; lane < m; lane++)
            grn_lane_copy(to + lane * bytes, place[lane] < 0 ? init : from + (size_t)place[lane] * bytes, bytes);
        f->args[f->n + i] = to;
    }
}

static grn_status reduce_lanes(window_reduction *r, int64_t at, size_t m)
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

static bool prepare(window_reduction *r, grn_arena *arena, size_t n, const grn_tensor *in, const grn_windows *windows)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]);
    size_t lanes = outputs < GRN_EVAL_LANES ? (size_t)outputs : GRN_EVAL_LANES;
    r->in = GRN_ARENA_NEW(arena, grn_tensor, n);
    if (!r->in || !grn_folding_init(&r->folding, arena, n, r->out, lanes) ||
        !grn_window_walk_init(&r->walk, arena, windows, in[0].shape, lanes))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!grn_compact_view(arena, &in[i], &r->in[i]))
            return false;
    return true;
}

static grn_status reduce_all(window_reduction *r)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]), lanes = (int64_t)r->folding.lanes;
    grn_status status = GRN_OK;
    for (int64_t at = 0; at < outputs && status == GRN_OK; at += lanes)
        status = reduce_lanes(r, at, (size_t)(outputs - at < lanes ? outputs - at : lanes));
    return status;
}

grn_status grn_eval_reduce_window(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits,
                                  const grn_windows *windows, grn_lane_fn body, const grn_allocator *allocator)
{
    window_reduction r = {.out = out, .inits = inits, .body = body};
    grn_arena arena;
    grn_status status = grn_folding_check(n, out, in, inits);
    if (status != GRN_OK || n == 0 || grn_tensor_elements(&out[0]) == 0)
        return status;
    grn_arena_init(&arena, allocator);
    status = prepare(&r, &arena, n, in, windows) ? reduce_all(&r) : GRN_E_MEMORY;
    grn_arena_destroy(&arena);
    return status;
}
