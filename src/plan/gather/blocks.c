/*
 * blocks.c - blocks of index vectors resolved to 32-bit offsets, for
 * results that lie together: what rows and cells share.
 *
 * A block is resolved once, however many window positions use it. It is a
 * little longer than what is moved from it, so that the kernels can prefetch the
 * first windows of the next block before they get there.
 */
#include <string.h>

#include "kernels/hints.h"
#include "plan/plan.h"

/*
 * The outer loops as blocks are cut from them: those that walk indices and result as one run are
 * one loop here, with the strides of the last of them. In the operand it has none: vector i's part
 * of it begins at offset[i].
 */
typedef struct flat {
    const grn_plan *plan;
    const grn_run *run;
    bool joined; /* more than one loop is */
    int32_t from;
    grn_normal loops;
    int64_t dense[GRN_MAX_RANK], operand[GRN_MAX_RANK];
} flat;

static void set_up(const grn_plan *plan, const grn_run *run, int32_t from, flat *f)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int32_t last = n->nouter - 1;
    f->plan = plan;
    f->run = run;
    f->joined = from < last;
    f->from = from;
    f->loops.nouter = f->joined ? from + 1 : n->nouter;
    f->loops.ncoords = n->ncoords;
    for (int32_t l = 0; l < f->loops.nouter; l++) {
        int32_t of = f->joined && l == from ? last : l;
        f->loops.extent[l] = n->extent[l];
        f->loops.index[l] = n->index[of];
        f->dense[l] = pair->dense[of];
        f->operand[l] = pair->operand[of];
    }
    for (int32_t l = from + 1; f->joined && l <= last; l++)
        f->loops.extent[from] *= n->extent[l];
    if (f->joined)
        f->operand[from] = 0;
}

/* The operand's part of vectors [from, to) of the joined run, from its start. */
static void place_vectors(const flat *f, int64_t from, int64_t to, int32_t *offset)
{
    const grn_normal *n = &f->plan->normal;
    const int64_t *operand = f->plan->pairs[0].operand;
    int64_t run = grn_run_extent(n), step = grn_run_step(n, operand), at = from % run, count;
    int32_t joined = n->nouter - 1 - f->from;
    grn_odometer o;
    grn_odometer_init(&o, joined, n->extent + f->from, operand + f->from, operand + f->from);
    for (grn_odometer_seek(&o, from / run); from < to; grn_odometer_next(&o), from += count, offset += count, at = 0) {
        count = run - at < to - from ? run - at : to - from;
        for (int64_t i = 0; i < count; i++)
            offset[i] = (int32_t)(o.a + (at + i) * step);
    }
}

/* Offsets [from, to) of the block at c. */
static void resolve(const flat *f, const grn_cursor *c, int64_t from, int64_t to, int32_t *offset,
                    unsigned char *in_bounds)
{
    const grn_plan *plan = f->plan;
    const grn_normal *n = &plan->normal;
    int64_t index_step = grn_run_step(n, n->index), step = grn_run_step(n, plan->pairs[0].operand);
    int64_t at = grn_cursor_offset(&f->loops, c, f->loops.index) + from * index_step;
    int64_t index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    grn_narrow_fn narrow = plan->kernels->take->narrow(plan->problem.indices->dtype);
    if (f->joined)
        place_vectors(f, c->first + from, c->first + to, offset + from);
    for (int64_t i = from; !f->joined && i < to; i++)
        offset[i] = (int32_t)(i * step);
    if (in_bounds != NULL)
        memset(in_bounds + from, 1, (size_t)(to - from));
    for (int32_t k = 0; k < n->ncoords; k++) {
        grn_resolve_axis axis = plan->axis[k];
        axis.stride = plan->pairs[0].coordinate[k];
        narrow((const char *)f->run->indices + (at + n->component[k]) * index_bytes, index_step, to - from, &axis,
               offset + from, in_bounds != NULL ? in_bounds + from : NULL);
    }
}

/* Vector i of the block, as the plan's own loops count it. */
static void move_out_of_bounds(const flat *f, const grn_cursor *c, int64_t i)
{
    const grn_normal *n = &f->plan->normal;
    grn_cursor own = *c;
    int64_t position = c->first + i;
    for (int32_t l = n->nouter - 1; f->joined && l >= f->from; l--) {
        *(l == n->nouter - 1 ? &own.first : &own.at[l]) = position % n->extent[l];
        position /= n->extent[l];
    }
    grn_gather_outside(f->plan, 0, f->run, &own, f->joined ? 0 : i);
}

/* No window is in range in part: the rule is by window, or a window moves along no dimension that
 * it could leave. */
static bool fills_whole(const grn_plan *plan)
{
    bool whole = true;
    for (int32_t k = 0; plan->by_element && k < plan->normal.ncoords; k++)
        whole = whole && plan->normal.clip[k] < 0;
    return whole;
}

/* The window of the result at `dense`. */
static void fill_window(const flat *f, const grn_cells *cells, int64_t dense)
{
    const grn_normal *n = &f->plan->normal;
    const grn_pair *pair = &f->plan->pairs[0];
    int32_t outer = n->nouter, last = n->nloops - 1;
    grn_odometer o;
    grn_odometer_init(&o, last - outer, n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        cells->fill(grn_pair_at(pair, f->run->result, dense + o.a), pair->dense[last], f->plan->fill, n->extent[last]);
}

static void mend_windows(const flat *f, const grn_cursor *c, const grn_narrow_block *b, const unsigned char *in_bounds)
{
    const grn_plan *plan = f->plan;
    const grn_pair *pair = &plan->pairs[0];
    const grn_cells *cells = plan->kernels->cells((size_t)pair->element_bytes);
    int64_t step = grn_run_step(&plan->normal, pair->dense);
    bool whole = fills_whole(plan);
    for (int64_t i = 0; i < b->count; i++)
        if (!in_bounds[i] && whole && plan->normal.window > 1)
            fill_window(f, cells, b->dense + i * step);
        else if (!in_bounds[i])
            move_out_of_bounds(f, c, i);
}

/* All of the block, since every offset is safe to read from; then those that are outside as they
 * are to be. */
static void move_and_mend(const flat *f, const grn_cursor *c, const grn_narrow_block *b, grn_block_mover kernel,
                          const unsigned char *in_bounds)
{
    const grn_plan *plan = f->plan;
    const grn_pair *pair = &plan->pairs[0];
    const grn_take_kernels *take = plan->kernels->take;
    kernel(b);
    if (plan->prepared.stream) /* what has passed the caches by is written again */
        take->fence();
    if (grn_inner_loops(&plan->normal) == 0)
        take->put_outside((size_t)pair->element_bytes)(grn_pair_at(pair, f->run->result, b->dense),
                                                       grn_run_step(&plan->normal, pair->dense), plan->fill, in_bounds,
                                                       b->count);
    else
        mend_windows(f, c, b, in_bounds);
}

/* Prefetches the indices of the next block while this one's windows move: the hardware would fetch
 * them only when they are read, behind the windows' lines. */
static void prefetch_indices(const flat *f, const grn_cursor *c, int64_t known)
{
    const grn_normal *n = &f->loops;
    int64_t bytes = (int64_t)grn_dtype_bytes(f->plan->problem.indices->dtype), step = grn_run_step(n, n->index) * bytes;
    int64_t left = grn_run_extent(n) - c->first - known, next = left < c->count ? left : c->count;
    if (next > 0 && step > 0 && step <= GRN_LINE_BYTES) /* a step of 0 may have no indices at all */
        prefetch_span((const char *)f->run->indices + grn_cursor_offset(n, c, n->index) * bytes + known * step,
                      next * step);
}

/* Moves the offsets that the last block has resolved for this one to the front, and answers how
 * many: none across runs, nor where an offset counts from its block. */
static int64_t carry(const flat *f, const grn_cursor *c, int64_t count, int32_t *offset, unsigned char *in_bounds,
                     int64_t at)
{
    if (c->first == 0 || grn_run_step(&f->loops, f->operand) != 0)
        return 0;
    memmove(offset, offset + at, (size_t)count * sizeof *offset);
    if (in_bounds != NULL)
        memmove(in_bounds, in_bounds + at, (size_t)count);
    return count;
}

void grn_run_narrow(const grn_plan *plan, const grn_run *run, int64_t block, grn_block_mover kernel)
{
    int32_t offset[GRN_NARROW_BLOCK + GRN_NARROW_AHEAD];
    unsigned char in_bounds[GRN_NARROW_BLOCK + GRN_NARROW_AHEAD], *mask = plan->tested ? in_bounds : NULL;
    flat f;
    grn_cursor c;
    grn_narrow_block b = {plan, run, offset, 0, 0, 0, 0};
    set_up(plan, run, plan->traits.flat, &f);
    for (grn_cursor_init(&f.loops, block, &c); c.more; grn_cursor_next(&f.loops, &c)) {
        int64_t left = grn_run_extent(&f.loops) - c.first, most = c.count + GRN_NARROW_AHEAD;
        int64_t done = carry(&f, &c, b.known - b.count, offset, mask, b.count);
        b.count = c.count;
        b.known = left < most ? left : most;
        b.dense = grn_cursor_offset(&f.loops, &c, f.dense);
        b.operand = grn_cursor_offset(&f.loops, &c, f.operand);
        resolve(&f, &c, done, b.known, offset, mask);
        prefetch_indices(&f, &c, b.known);
        if (mask == NULL || memchr(in_bounds, 0, (size_t)c.count) == NULL)
            kernel(&b);
        else
            move_and_mend(&f, &c, &b, kernel, in_bounds);
    }
}

void grn_run_narrow_part(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count,
                         grn_block_mover kernel)
{
    int32_t offset[GRN_BLOCK];
    unsigned char in_bounds[GRN_BLOCK], *mask = plan->tested ? in_bounds : NULL;
    flat f;
    grn_cursor part = *c;
    grn_narrow_block b = {plan, run, offset, 0, 0, 0, 0};
    set_up(plan, run, plan->normal.nouter - 1, &f);
    for (part.first += from; count > 0; part.first += b.count, count -= b.count) {
        b.count = b.known = part.count = count < GRN_BLOCK ? count : GRN_BLOCK;
        b.dense = grn_cursor_offset(&f.loops, &part, f.dense);
        b.operand = grn_cursor_offset(&f.loops, &part, f.operand);
        resolve(&f, &part, 0, b.count, offset, mask);
        prefetch_indices(&f, &part, b.count);
        if (mask == NULL || memchr(in_bounds, 0, (size_t)b.count) == NULL)
            kernel(&b);
        else
            move_and_mend(&f, &part, &b, kernel, in_bounds);
    }
}
