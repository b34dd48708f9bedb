/*
 * region.c - a combiner of the caller's, all pairs in step.
 *
 * Vector after vector; the window of each in chunks that are packed, handed to
 * the region, and stored. A chunk may hold many elements only because no two
 * of a window share a destination (normal.distinct); otherwise it holds one.
 * Vectors are not batched: their windows may meet.
 */
#include "plan/scatter/region.h"

/* Room for a chunk: current and update elements of all pairs. 64 pairs of 16-byte elements still
 * fit seven times. */
#define CHUNK_BYTES 16384

typedef struct region {
    const grn_plan *plan;
    const grn_run *run;
    int64_t capacity; /* elements per chunk */
    int64_t block;    /* vectors per block: the pairs share one block of offsets */
    void *current[GRN_MAX_INPUTS];
    const void *update[GRN_MAX_INPUTS];
    /* The window under way: its extents, and each pair's first elements. */
    grn_window window;
    int64_t operand_at[GRN_MAX_INPUTS];
    int64_t dense_at[GRN_MAX_INPUTS];
} region;

static int64_t capacity_of(const grn_plan *plan)
{
    int64_t element = 0, padding = 2 * GRN_CHUNK_ALIGNMENT * (int64_t)plan->problem.npairs;
    for (size_t l = 0; l < plan->problem.npairs; l++)
        element += 2 * plan->pairs[l].element_bytes;
    int64_t fits = (CHUNK_BYTES - padding) / element;
    if (!plan->normal.distinct)
        return 1;
    return plan->normal.window < fits ? plan->normal.window : fits;
}

static void place_buffers(region *r, unsigned char *bytes)
{
    for (size_t l = 0; l < r->plan->problem.npairs; l++) {
        int64_t size = grn_chunk_bytes(r->capacity * r->plan->pairs[l].element_bytes);
        r->current[l] = bytes;
        r->update[l] = bytes + size;
        bytes += 2 * size;
    }
}

/* ---- between a window and a compact buffer --------------------------------------------------- */

/* One side of a pair's window: its memory and its strides. */
typedef struct side {
    char *first;
    const int64_t *stride;
    int64_t bytes; /* of an element */
} side;

/* Elements [from, from + count) of the window in row-major order, into the buffer or (store) out of
 * it. */
static void move_chunk(const region *r, const side *s, int64_t from, int64_t count, char *buffer, bool store)
{
    const grn_cells *cells = r->plan->kernels->cells((size_t)s->bytes);
    int32_t inner = grn_inner_loops(&r->plan->normal), above = inner > 0 ? inner - 1 : 0;
    int64_t step = inner > 0 ? s->stride[above] : 1, extent = inner > 0 ? r->window.extent[above] : 1;
    int64_t column = from % extent;
    grn_odometer o;
    grn_odometer_init(&o, above, r->window.extent, s->stride, s->stride);
    grn_odometer_seek(&o, from / extent);
    for (; count > 0; grn_odometer_next(&o), column = 0) {
        int64_t piece = extent - column < count ? extent - column : count;
        char *at = s->first + (o.a + column * step) * s->bytes;
        if (store)
            cells->copy(at, step, buffer, 1, piece);
        else
            cells->copy(buffer, 1, at, step, piece);
        buffer += piece * s->bytes;
        count -= piece;
    }
}

static void load_chunk(const region *r, size_t l, int64_t from, int64_t count)
{
    const grn_pair *pair = &r->plan->pairs[l];
    int32_t outer = r->plan->normal.nouter;
    side current = {grn_pair_at(pair, r->run->results[l], r->operand_at[l]), pair->operand + outer,
                    pair->element_bytes};
    side update = {grn_pair_at(pair, r->run->updates[l], r->dense_at[l]), pair->dense + outer, pair->element_bytes};
    move_chunk(r, &current, from, count, r->current[l], false);
    move_chunk(r, &update, from, count, (void *)r->update[l], false); /* our own buffer, const to the region only */
}

static void store_chunk(const region *r, size_t l, int64_t from, int64_t count)
{
    const grn_pair *pair = &r->plan->pairs[l];
    side current = {grn_pair_at(pair, r->run->results[l], r->operand_at[l]), pair->operand + r->plan->normal.nouter,
                    pair->element_bytes};
    move_chunk(r, &current, from, count, r->current[l], true);
}

/* ---- windows --------------------------------------------------------------------------------- */

static grn_status combine_chunk(const region *r, int64_t from, int64_t count)
{
    const grn_scatter_spec *spec = r->plan->problem.scatter;
    size_t npairs = r->plan->problem.npairs;
    for (size_t l = 0; l < npairs; l++)
        load_chunk(r, l, from, count);
    grn_status status = spec->region(spec->region_user, count, r->current, r->update);
    for (size_t l = 0; status == GRN_OK && l < npairs; l++)
        store_chunk(r, l, from, count);
    return status;
}

static grn_status combine_window(const region *r)
{
    int64_t elements = 1;
    grn_status status = GRN_OK;
    for (int32_t l = 0; l < grn_inner_loops(&r->plan->normal); l++)
        elements *= r->window.extent[l];
    for (int64_t from = 0; status == GRN_OK && from < elements; from += r->capacity)
        status = combine_chunk(r, from, elements - from < r->capacity ? elements - from : r->capacity);
    return status;
}

/* The part in range, if any, of a window that is not wholly in bounds; every pair is cut alike. */
static grn_status combine_outside(region *r, const grn_cursor *c, int64_t i)
{
    for (size_t l = 0; l < r->plan->problem.npairs; l++) {
        if (!grn_window_clip(r->plan, &r->plan->pairs[l], r->run->indices, c, i, &r->window))
            return GRN_OK;
        r->operand_at[l] = r->window.operand;
        r->dense_at[l] = r->window.dense;
    }
    return combine_window(r);
}

static grn_status combine_inside(region *r, const grn_cursor *c, int64_t i, const int64_t *offset)
{
    const grn_normal *n = &r->plan->normal;
    for (size_t l = 0; l < r->plan->problem.npairs; l++) {
        const int64_t *dense = r->plan->pairs[l].dense;
        r->operand_at[l] = offset[(int64_t)l * r->block + i];
        r->dense_at[l] = grn_cursor_offset(n, c, dense) + i * grn_run_step(n, dense);
    }
    grn_window_whole(n, 0, 0, &r->window);
    return combine_window(r);
}

static grn_status combine_block(region *r, const grn_cursor *c)
{
    const grn_plan *plan = r->plan;
    int64_t offset[GRN_BLOCK];
    unsigned char in_bounds[GRN_BLOCK];
    grn_status status = GRN_OK;
    for (size_t l = 0; l < plan->problem.npairs; l++)
        grn_offsets_resolve(plan, &plan->pairs[l], r->run->indices, c, offset + (int64_t)l * r->block,
                            plan->tested ? in_bounds : NULL);
    for (int64_t i = 0; status == GRN_OK && i < c->count; i++)
        status = !plan->tested || in_bounds[i] ? combine_inside(r, c, i, offset) : combine_outside(r, c, i);
    return status;
}

grn_status grn_region_windows(const grn_plan *plan, const grn_run *run)
{
    _Alignas(64) unsigned char bytes[CHUNK_BYTES];
    region r;
    grn_cursor c;
    grn_status status = GRN_OK;
    r.plan = plan;
    r.run = run;
    r.capacity = capacity_of(plan);
    r.block = GRN_BLOCK / (int64_t)plan->problem.npairs;
    place_buffers(&r, bytes);
    grn_cursor_init(&plan->normal, r.block, &c);
    for (; status == GRN_OK && c.more; grn_cursor_next(&plan->normal, &c))
        status = combine_block(&r, &c);
    return status;
}
