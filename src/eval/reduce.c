/* reduce.c - folding dimensions away. Source: StableHLO spec, reduce. Lanes are result elements: each one sees the
 * elements of its reduced dimensions in ascending row-major order, whatever the number of lanes. */
#include "eval/lanes.h"
#include "eval/stream.h"

typedef struct reduction {
    const grn_tensor *out, *in, *inits;
    grn_lane_fn body;
    grn_folding folding;
    grn_stream *kept;                    /* [n]: the dimensions that stay */
    int32_t reduced[GRN_MAX_RANK], rank; /* the ones that go */
    int64_t shape[GRN_MAX_RANK];
} reduction;

/* The input as if only the dimensions outside `dims` were there. */
static grn_tensor kept_view(const grn_tensor *in, uint64_t dims)
{
    grn_tensor view = *in;
    view.rank = 0;
    for (int32_t d = 0; d < in->rank; d++)
        if (!(dims >> d & 1)) {
            view.shape[view.rank] = in->shape[d];
            view.stride[view.rank++] = in->stride[d];
        }
    return view;
}

static bool prepare(reduction *r, grn_arena *arena, size_t n, uint64_t dims)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]);
    for (int32_t d = 0; d < r->in[0].rank; d++)
        if (dims >> d & 1) {
            r->reduced[r->rank] = d;
            r->shape[r->rank++] = r->in[0].shape[d];
        }
    r->kept = GRN_ARENA_NEW(arena, grn_stream, n);
    if (!r->kept || !grn_folding_init(&r->folding, arena, n, r->out, outputs < GRN_EVAL_LANES ? (size_t)outputs : GRN_EVAL_LANES))
        return false;
    for (size_t i = 0; i < n; i++) {
        grn_tensor view = kept_view(&r->in[i], dims);
        grn_stream_init(&r->kept[i], &view);
    }
    return true;
}

/* Points the body's arguments at the elements of `m` results from `at` on, for one position in the reduced dimensions. */
static void take_elements(reduction *r, const int64_t *position, int64_t at, size_t m)
{
    grn_folding *f = &r->folding;
    for (size_t i = 0; i < f->n; i++) {
        int64_t offset = 0;
        for (int32_t d = 0; d < r->rank; d++)
            offset += position[d] * r->in[i].stride[r->reduced[d]];
        grn_stream_seek(&r->kept[i], grn_tensor_at(&r->in[i], offset), at);
        f->args[f->n + i] = grn_stream_take(&r->kept[i], m, f->element[i]);
    }
}

static grn_status reduce_lanes(reduction *r, int64_t at, size_t m)
{
    grn_status status = GRN_OK;
    grn_walk w;
    grn_folding_start(&r->folding, r->inits, m);
    grn_walk_init(&w, r->rank, r->shape, 0, NULL);
    for (; w.more && status == GRN_OK; grn_walk_next(&w)) {
        take_elements(r, w.index, at, m);
        status = grn_folding_step(&r->folding, r->body, m);
    }
    grn_folding_finish(&r->folding, r->out, at, m);
    return status;
}

static grn_status reduce_all(reduction *r)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]), lanes = (int64_t)r->folding.lanes;
    grn_status status = GRN_OK;
    for (int64_t at = 0; at < outputs && status == GRN_OK; at += lanes)
        status = reduce_lanes(r, at, (size_t)(outputs - at < lanes ? outputs - at : lanes));
    return status;
}

grn_status grn_eval_reduce(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits, uint64_t dims,
                           grn_lane_fn body, const grn_allocator *allocator)
{
    reduction r = {.out = out, .in = in, .inits = inits, .body = body};
    grn_arena arena;
    grn_status status = grn_folding_check(n, out, in, inits);
    if (status != GRN_OK || n == 0 || grn_tensor_elements(&out[0]) == 0)
        return status;
    grn_arena_init(&arena, allocator);
    status = prepare(&r, &arena, n, dims) ? reduce_all(&r) : GRN_E_MEMORY;
    grn_arena_destroy(&arena);
    return status;
}
