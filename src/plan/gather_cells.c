/*
 * gather_cells.c - element by element along the index vectors: for each
 * position of the window, one pass over the block's offsets. Right where
 * windows are small or lie across memory, and where many positions share the
 * resolved offsets. Always applies.
 */
#include "kernels/hints.h"
#include "plan/plan.h"

/* ---- offsets of 64 bits, any strides --------------------------------------------------------------------------- */

static void inside(const grn_plan *plan, size_t pair_number, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[pair_number];
    const grn_cells *cells = plan->kernels->cells((size_t)pair->element_bytes);
    int64_t step = grn_run_step(n, pair->dense);
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        cells->take(grn_pair_at(pair, run->result, dense + o.a), step, grn_pair_at(pair, run->operands[0], o.b), offset,
                    count);
}

/* ---- offsets of 32 bits, a result that lies together ------------------------------------------------------------ */

#define FETCH_CELLS 64

typedef struct cells_way {
    grn_take_cells_fn take;
    bool fetches; /* the next position's part of the operand, while this one's is used */
    bool ahead;   /* single elements beyond the near caches */
} cells_way;

/* See gather_direct.c: the same question for the positions of a window. */
static bool fetches_next(const grn_plan *plan)
{
    const grn_access_traits *w = &plan->traits;
    int64_t run = grn_run_extent(&plan->normal), block = run < GRN_NARROW_BLOCK ? run : GRN_NARROW_BLOCK;
    return plan->normal.window > 1 && w->operand_bytes > w->caches.l2 / 2 && w->caches.l2 > 0 &&
           w->reach_bytes <= w->caches.l2 / 2 && w->reach_bytes / GRN_LINE_BYTES <= block / 2 &&
           grn_run_step(&plan->normal, plan->pairs[0].operand) == 0;
}

static void take_and_fetch(const cells_way *way, char *dst, const char *src, const grn_narrow_block *b, const char *next)
{
    int64_t element = b->plan->pairs[0].element_bytes, bytes = b->plan->traits.reach_bytes, at = 0;
    int64_t share = (bytes * FETCH_CELLS / b->count + GRN_LINE_BYTES) / GRN_LINE_BYTES * GRN_LINE_BYTES;
    for (int64_t i = 0; i < b->count; i += FETCH_CELLS, at += share) {
        int64_t n = b->count - i < FETCH_CELLS ? b->count - i : FETCH_CELLS;
        if (at < bytes)
            prefetch_span(next + at, share < bytes - at ? share : bytes - at);
        way->take(dst + i * element, src, b->offset + i, n);
    }
}

/* Elements of the next chunk come while this one's are moved. */
static void take_ahead(const cells_way *way, char *dst, const char *src, const grn_narrow_block *b)
{
    int64_t element = b->plan->pairs[0].element_bytes;
    for (int64_t i = 0; i < b->count; i += FETCH_CELLS) {
        int64_t n = b->count - i < FETCH_CELLS ? b->count - i : FETCH_CELLS;
        for (int64_t k = i + FETCH_CELLS; k < i + 2 * FETCH_CELLS && k < b->known; k++)
            PREFETCH(src + b->offset[k] * element);
        way->take(dst + i * element, src, b->offset + i, n);
    }
}

static void move(const grn_narrow_block *b, const void *context)
{
    const cells_way *way = context;
    const grn_normal *n = &b->plan->normal;
    const grn_pair *pair = &b->plan->pairs[0];
    const char *src = grn_pair_at(pair, b->run->operands[0], b->operand);
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + outer, pair->dense + outer, pair->operand + outer);
    while (o.more) {
        int64_t dense = b->dense + o.a, here = o.b;
        grn_odometer_next(&o);
        if (way->ahead)
            take_ahead(way, grn_pair_at(pair, b->run->result, dense), grn_pair_at(pair, src, here), b);
        else if (way->fetches && o.more)
            take_and_fetch(way, grn_pair_at(pair, b->run->result, dense), grn_pair_at(pair, src, here), b,
                           grn_pair_at(pair, src, o.b));
        else
            way->take(grn_pair_at(pair, b->run->result, dense), grn_pair_at(pair, src, here), b->offset, b->count);
    }
}

grn_status grn_gather_cells(const grn_plan *plan, const grn_run *run)
{
    static const grn_segment_kernels kernels = {inside, grn_gather_outside};
    const grn_pair *pair = &plan->pairs[0];
    if (plan->traits.narrow && (plan->normal.nouter == 0 || grn_run_step(&plan->normal, pair->dense) == 1)) {
        cells_way way = {plan->kernels->take->cells((size_t)pair->element_bytes, plan->traits.stream), fetches_next(plan),
                         plan->traits.caches.l2 > 0 && plan->traits.reach_bytes > plan->traits.caches.l2};
        grn_run_narrow(plan, run, plan->normal.window > 1 ? GRN_NARROW_BLOCK : GRN_NARROW_BLOCK / 8,
                       &(grn_narrow_kernel){move, &way});
    } else if (plan->traits.narrow)
        grn_gather_gapped_cells(plan, run);
    else
        grn_run_segments(plan, 0, run, &kernels);
    return GRN_OK;
}

void grn_gather_fallback(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count)
{
    const grn_pair *pair = &plan->pairs[0];
    if (!plan->traits.narrow || plan->normal.window > 1 || grn_run_step(&plan->normal, pair->dense) != 1) {
        grn_gather_block_by_block(plan, run, c, from, count);
        return;
    }
    cells_way way = {plan->kernels->take->cells((size_t)pair->element_bytes, false), false, false};
    grn_run_narrow_part(plan, run, c, from, count, &(grn_narrow_kernel){move, &way});
}
