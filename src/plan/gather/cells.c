/*
 * cells.c - element by element along the index vectors: for each
 * position of the window, one pass over the block's offsets. Right where
 * windows are small or lie across memory, and where many positions share the
 * resolved offsets. Always applies.
 */
#include "kernels/hints.h"
#include "plan/plan.h"

/* ---- offsets of 64 bits, any strides --------------------------------------------------------- */

static void in_bounds(const grn_plan *plan, size_t pair_number, const grn_run *run, const int64_t *offset,
                      int64_t count, int64_t dense)
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

/* ---- offsets of 32 bits, a result that lies together ----------------------------------------- */

#define FETCH_CELLS 64

/* As in fused.c, for the positions of a window. */
#define MOST_NEXT_BYTES (1 << 22)

static bool may_prefetch_next(const grn_plan *plan)
{
    return plan->normal.window > 1 && grn_run_step(&plan->normal, plan->pairs[0].operand) == 0 &&
           plan->traits.reach_bytes <= MOST_NEXT_BYTES;
}

static bool next_is_worth_it(const grn_plan *plan)
{
    const grn_access_traits *t = &plan->traits;
    int64_t run = grn_run_extent(&plan->normal), block = run < GRN_NARROW_BLOCK ? run : GRN_NARROW_BLOCK;
    int64_t near = (int64_t)plan->machine->l2_bytes / 2;
    return t->operand_bytes > near && !t->small && t->reach_bytes <= near &&
           t->reach_bytes / GRN_LINE_BYTES <= block / 2;
}

grn_take_cells_fn grn_cells_kernel(const grn_plan *plan, bool stream)
{
    const grn_take_kernels *take = plan->kernels->take;
    return (grn_gathers(plan) ? take->gathered_cells : take->cells)((size_t)plan->pairs[0].element_bytes, stream);
}

void grn_prepare_cells(grn_plan *plan, bool stream)
{
    grn_prepared *p = &plan->prepared;
    p->stream = stream;
    p->cells = grn_cells_kernel(plan, stream);
    bool far = !plan->traits.small && (double)plan->traits.reach_bytes > plan->machine->l2_bytes;
    p->prefetches_next = may_prefetch_next(plan) && grn_next_of(plan, next_is_worth_it(plan));
    p->prefetches_ahead = grn_ahead_of(plan, far) > 0;
}

static void take_and_prefetch(grn_take_cells_fn take, char *dst, const char *src, const grn_narrow_block *b,
                              const char *next)
{
    int64_t element = b->plan->pairs[0].element_bytes, bytes = b->plan->traits.reach_bytes, at = 0;
    int64_t share = (bytes * FETCH_CELLS / b->count + GRN_LINE_BYTES) / GRN_LINE_BYTES * GRN_LINE_BYTES;
    for (int64_t i = 0; i < b->count; i += FETCH_CELLS, at += share) {
        int64_t n = b->count - i < FETCH_CELLS ? b->count - i : FETCH_CELLS;
        if (at < bytes)
            prefetch_span(next + at, share < bytes - at ? share : bytes - at);
        take(dst + i * element, src, b->offset + i, n);
    }
}

/* Elements of the next chunk come while this one's are moved. */
static void take_ahead(grn_take_cells_fn take, char *dst, const char *src, const grn_narrow_block *b)
{
    int64_t element = b->plan->pairs[0].element_bytes;
    const bool far = grn_far_of(b->plan);
    for (int64_t i = 0; i < b->count; i += FETCH_CELLS) {
        int64_t n = b->count - i < FETCH_CELLS ? b->count - i : FETCH_CELLS;
        for (int64_t k = i + FETCH_CELLS; k < i + 2 * FETCH_CELLS && k < b->known; k++)
            prefetch_line(src + b->offset[k] * element, far);
        take(dst + i * element, src, b->offset + i, n);
    }
}

static void move_cells(const grn_narrow_block *b)
{
    const grn_prepared *p = &b->plan->prepared;
    const grn_normal *n = &b->plan->normal;
    const grn_pair *pair = &b->plan->pairs[0];
    const char *src = grn_pair_at(pair, b->run->operands[0], b->operand);
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + outer, pair->dense + outer, pair->operand + outer);
    while (o.more) {
        int64_t dense = b->dense + o.a, here = o.b;
        grn_odometer_next(&o);
        if (p->prefetches_ahead)
            take_ahead(p->cells, grn_pair_at(pair, b->run->result, dense), grn_pair_at(pair, src, here), b);
        else if (p->prefetches_next && o.more)
            take_and_prefetch(p->cells, grn_pair_at(pair, b->run->result, dense), grn_pair_at(pair, src, here), b,
                              grn_pair_at(pair, src, o.b));
        else
            p->cells(grn_pair_at(pair, b->run->result, dense), grn_pair_at(pair, src, here), b->offset, b->count);
    }
}

grn_status grn_gather_cells32(const grn_plan *plan, const grn_run *run)
{
    grn_run_narrow(plan, run, plan->normal.window > 1 ? GRN_NARROW_BLOCK : GRN_NARROW_BLOCK / 8, move_cells);
    return GRN_OK;
}

grn_status grn_gather_cells64(const grn_plan *plan, const grn_run *run)
{
    static const grn_segment_kernels kernels = {in_bounds, grn_gather_outside};
    grn_run_segments(plan, 0, run, &kernels);
    return GRN_OK;
}

/* ---- the fallback of other movers ------------------------------------------------------------ */

static void move_few(const grn_narrow_block *b)
{
    const grn_pair *pair = &b->plan->pairs[0];
    grn_take_cells_fn take = b->plan->kernels->take->cells((size_t)pair->element_bytes, false);
    take(grn_pair_at(pair, b->run->result, b->dense), grn_pair_at(pair, b->run->operands[0], b->operand), b->offset,
         b->count);
}

void grn_gather_fallback(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count)
{
    if (!plan->traits.narrow || plan->normal.window > 1 || !grn_cells_lie_together(plan))
        grn_gather_block_by_block(plan, run, c, from, count);
    else
        grn_run_narrow_part(plan, run, c, from, count, move_few);
}
