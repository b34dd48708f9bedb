/*
 * fused.c - cells and rows, fused: straight from their indices: an index and
 * what it points at move through one kernel, which checks whole groups of
 * indices and reads them again as addresses. Nothing is resolved into a block
 * first. Where a group holds an index out of range, some vectors take the
 * fallback; more of them the longer it goes on.
 */
#include <string.h>

#include "kernels/hints.h"
#include "plan/plan.h"

/* ---- whether, and by which kernel ------------------------------------------------------------ */

static bool are_pairs(const grn_normal *n) { return n->ncoords == 2 && n->component[1] == n->component[0] + 1; }

const char *grn_fused_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (n->ncoords != 1 && !are_pairs(n))
        return "an index vector has neither one component nor two side by side";
    if (plan->axis[0].base != 0 || plan->axis[n->ncoords - 1].base != 0)
        return "indices do not count from 0";
    if (n->nouter > 0 && grn_run_step(n, n->index) != n->ncoords)
        return "indices do not lie together";
    if (n->ncoords == 2 && grn_run_step(n, plan->pairs[0].operand) != 0)
        return "pairs of indices do not all count from one place";
    return NULL;
}

/* Elements that lie together, by an index each. */
static bool is_table(const grn_plan *plan)
{
    const grn_pair *pair = &plan->pairs[0];
    return pair->coordinate[0] == 1 && grn_run_step(&plan->normal, pair->operand) == 0;
}

grn_fused_fn grn_fused_cells_kernel(const grn_plan *plan, bool stream)
{
    const grn_take_kernels *take = plan->kernels->take;
    const bool pairs = plan->normal.ncoords == 2, gathers = grn_gathers(plan);
    grn_fused_fn (*kernels)(grn_dtype, size_t, bool) = pairs ? take->pairs : gathers ? take->gathered : take->fused;
    if (gathers && (pairs || !is_table(plan)))
        return NULL;
    return kernels(plan->problem.indices->dtype, (size_t)plan->pairs[0].element_bytes, stream);
}

/* Windows of one row, by one index each, one after the other in the result. */
static bool are_rows(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    return n->nouter > 0 && n->ncoords == 1 && grn_inner_loops(n) == 1 && grn_run_step(n, pair->operand) == 0 &&
           grn_run_step(n, pair->dense) * pair->element_bytes == grn_row_bytes(plan, pair);
}

grn_fused_fn grn_fused_rows_kernel(const grn_plan *plan, bool stream)
{
    size_t row_bytes = are_rows(plan) ? (size_t)grn_row_bytes(plan, &plan->pairs[0]) : 0;
    return row_bytes > 0 ? plan->kernels->take->fused_rows(plan->problem.indices->dtype, row_bytes, stream) : NULL;
}

/* ---- what is worked out once ----------------------------------------------------------------- */

/* In a shorter row the hardware prefetcher fetches the rest in time by itself. */
#define FEWEST_LINES 48
#define MOST_NEXT_BYTES (1 << 22)

/* Random access within one row keeps the processor from seeing the next coming. It is worth
 * prefetching whole when most of its lines will be used, few times each, and it neither lies in the
 * second cache already nor drives the present row out of it. */
static bool prefetches_next(const grn_plan *plan)
{
    const grn_access_traits *t = &plan->traits;
    const grn_fused *how = &plan->prepared.how;
    int64_t lines = t->reach_bytes / GRN_LINE_BYTES, near = (int64_t)plan->machine->l2_bytes / 2,
            run = grn_run_extent(&plan->normal);
    bool may = t->reach_bytes <= MOST_NEXT_BYTES && plan->normal.nouter > 1 && grn_inner_loops(&plan->normal) == 0 &&
               how->step == 0 && how->scale > 0;
    return may && grn_next_of(plan, lines >= FEWEST_LINES && !t->small && t->operand_bytes > near &&
                                        t->reach_bytes <= near && lines <= run && 16 * lines >= run);
}

/* Single elements from well beyond the second cache: the processor has fewer of them under way by
 * itself than it could. Rows that lie in it already are there as soon. */
static int64_t prefetch_distance(const grn_plan *plan, bool rows)
{
    const grn_access_traits *t = &plan->traits;
    const grn_machine *m = plan->machine;
    int64_t vectors = (int64_t)m->prefetch_vectors * plan->normal.ncoords;
    if (t->small)
        return 0;
    if (rows)
        return (double)t->operand_bytes <= m->l2_bytes / 2 ? 0 : plan->prepared.stream ? vectors : 2 * vectors;
    return (double)t->reach_bytes > 4 * m->l2_bytes ? vectors : 0;
}

void grn_prepare_fused(grn_plan *plan, bool stream)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_prepared *p = &plan->prepared;
    bool rows = grn_inner_loops(n) > 0;
    p->stream = stream;
    p->fused = rows ? grn_fused_rows_kernel(plan, stream) : grn_fused_cells_kernel(plan, stream);
    p->fused_bytes = rows ? grn_row_bytes(plan, pair) : pair->element_bytes;
    p->how = (grn_fused){.last = plan->axis[0].last,
                         .scale = pair->coordinate[0] * pair->element_bytes,
                         .step = grn_run_step(n, pair->operand) * pair->element_bytes,
                         .ahead = grn_ahead_of(plan, prefetch_distance(plan, rows)),
                         .far = grn_far_of(plan)};
    if (n->ncoords == 2) {
        p->how.second_last = plan->axis[1].last;
        p->how.second_scale = pair->coordinate[1] * pair->element_bytes;
    }
    p->prefetches_next = prefetches_next(plan);
}

/* ---- one run --------------------------------------------------------------------------------- */

/* One run of index vectors. */
typedef struct piece {
    const grn_plan *plan;
    const grn_run *run;
    const grn_cursor *cursor;
    grn_fused_fn fused;
    char *dst;
    const char *src, *raw;
    int64_t vector_bytes; /* of indices */
} piece;

/* Whether vectors of the run, GRN_BLOCK at most, are in range. */
static bool are_in_bounds(const piece *p, int64_t from, int64_t count)
{
    int64_t offset[GRN_BLOCK];
    unsigned char in_bounds[GRN_BLOCK];
    grn_cursor part = *p->cursor;
    part.first += from;
    part.count = count;
    grn_offsets_resolve(p->plan, &p->plan->pairs[0], p->run->indices, &part, offset, in_bounds);
    return memchr(in_bounds, 0, (size_t)count) == NULL;
}

/* Vectors that the kernel leaves to the fallback. False: one is out of range, and nothing has tested it before. */
static bool move_others(const piece *p, int64_t from, int64_t count)
{
    if (p->plan->discards && !are_in_bounds(p, from, count))
        return false;
    if (grn_inner_loops(&p->plan->normal) > 0 && p->plan->traits.narrow)
        grn_gather_rows_part(p->plan, p->run, p->cursor, from, count);
    else
        grn_gather_fallback(p->plan, p->run, p->cursor, from, count);
    return true;
}

#define LEAST_OTHERS 16

/* Vectors [from, to) of the run. False as above. */
static bool move_vectors(const piece *p, int64_t from, int64_t to)
{
    const grn_prepared *g = &p->plan->prepared;
    for (int64_t others = LEAST_OTHERS; from < to;) {
        int64_t done = p->fused(p->dst + from * g->fused_bytes, p->src + from * g->how.step,
                                p->raw + from * p->vector_bytes, to - from, &g->how);
        from += done;
        if (from == to)
            return true;
        others = done > others ? LEAST_OTHERS : others < GRN_BLOCK ? 2 * others : GRN_BLOCK;
        others = others < to - from ? others : to - from;
        if (!move_others(p, from, others))
            return false;
        from += others;
    }
    return true;
}

/* While one run moves, the operand of the next is prefetched: about so many bytes at a time, which
 * a processor has room for beside what the run reads, between calls of the kernel on so many vectors
 * or more. */
#define PREFETCHED_BYTES 1024
#define FEWEST_VECTORS 64

static bool move_and_prefetch(const piece *p, int64_t count, const char *next, int64_t bytes)
{
    const int64_t fair = count * PREFETCHED_BYTES / bytes / 16 * 16,
                  step = fair > FEWEST_VECTORS ? fair : FEWEST_VECTORS;
    const int64_t share = (bytes * step / count + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES * GRN_LINE_BYTES;
    bool right = true;
    for (int64_t from = 0, at = 0; right && from < count; from += step, at += share) {
        if (at < bytes)
            prefetch_span(next + at, share < bytes - at ? share : bytes - at);
        right = move_vectors(p, from, from + step < count ? from + step : count);
    }
    return right;
}

/* ---- all runs -------------------------------------------------------------------------------- */

/* Stores of rows past the caches want a vector's 32 bytes to divide the result's address, and that
 * of each run. */
static bool may_stream(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    uintptr_t all = (uintptr_t)run->result;
    for (int32_t l = 0; l < n->nouter; l++)
        all |= (uintptr_t)pair->dense[l] * (uintptr_t)pair->element_bytes;
    return all % 32 == 0;
}

static grn_fused_fn kernel_for(const grn_plan *plan, const grn_run *run)
{
    bool rows = grn_inner_loops(&plan->normal) > 0;
    if (rows && plan->prepared.stream && !may_stream(plan, run))
        return grn_fused_rows_kernel(plan, false);
    return plan->prepared.fused;
}

grn_status grn_gather_fused(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const int64_t index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    bool right = true;
    grn_cursor c, next;
    piece p = {plan, run, &c, kernel_for(plan, run), NULL, NULL, NULL, n->ncoords * index_bytes};
    for (grn_cursor_init(n, INT64_MAX, &c); right && c.more; grn_cursor_next(n, &c)) {
        int64_t here = grn_cursor_offset(n, &c, pair->operand), there = here;
        p.dst = grn_pair_at(pair, run->result, grn_cursor_offset(n, &c, pair->dense));
        p.src = grn_pair_at(pair, run->operands[0], here);
        p.raw = (const char *)run->indices + (grn_cursor_offset(n, &c, n->index) + n->component[0]) * index_bytes;
        if (plan->prepared.prefetches_next) {
            next = c;
            grn_cursor_next(n, &next);
            there = next.more ? grn_cursor_offset(n, &next, pair->operand) : here;
        }
        if (there != here)
            right =
                move_and_prefetch(&p, c.count, grn_pair_at(pair, run->operands[0], there), plan->traits.reach_bytes);
        else
            right = move_vectors(&p, 0, c.count);
    }
    return right ? GRN_OK : GRN_E_INDEX;
}
