/*
 * run.c - every core of a program, on the threads there are.
 *
 * Cores share tiles they only read and write pages of their own. Each thread
 * has one core's state and local memory and runs every n-th id with it, so
 * neither the bits nor the account depend on how many threads there are.
 */
#include <assert.h>
#include <string.h>

#include "tile/tile.h"

/* One core's state and local memory, used in turn for ids `first`, `first` + `step`, ...; and their
 * traffic. */
typedef struct bench {
    const grn_tile_program *program;
    grn_tile_core *core;
    unsigned char *l1;
    int32_t first, step;
    grn_ttnn_traffic counted;
} bench;

static size_t cb_tile_bytes(const grn_tile_problem *p, int cb)
{
    if (cb == GRN_TILE_CB_ACCUMULATOR)
        return GRN_TTNN_TILE_ELEMENTS * sizeof(float);
    return cb == GRN_TILE_CB_INDEX ? p->index_tile_bytes : p->tile_bytes;
}

/* The plan has added these up in int64_t, and a tensor of as many tiles is in memory, but size_t
 * may be narrower. */
static bool l1_bytes_of(const grn_tile_program *g, size_t *out)
{
    size_t total = 0, bytes;
    for (int i = 0; i < GRN_TILE_CB_COUNT; i++)
        if ((uint64_t)g->buffer_tiles[i] > SIZE_MAX ||
            !grn_mul_size((size_t)g->buffer_tiles[i], cb_tile_bytes(g->problem, i), &bytes) ||
            !grn_add_size(total, bytes, &total))
            return false;
    *out = total;
    return true;
}

static void place_core(const grn_tile_program *g, const bench *b, int32_t id)
{
    grn_tile_core *core = b->core;
    unsigned char *at = b->l1;
    const int64_t share = grn_tile_share(grn_tile_units(g->strategy, g->problem), g->cores, id);
    core->program = g;
    core->id = id;
    core->items = g->strategy->splits_rows ? g->problem->ht * share : share;
    core->reading = core->writing = (grn_tile_cursor){0};
    core->traffic = (grn_ttnn_traffic){0};
    for (int i = 0; i < GRN_TILE_CB_COUNT; i++) {
        core->cb[i] =
            (grn_tile_cb){.base = at, .tile_bytes = cb_tile_bytes(g->problem, i), .tiles = g->buffer_tiles[i]};
        at += (size_t)g->buffer_tiles[i] * core->cb[i].tile_bytes;
    }
}

static grn_tile_step run_role(grn_tile_core *core, grn_tile_role role, bool *moved)
{
    grn_tile_step step = role(core);
    for (; step == GRN_TILE_MOVED; step = role(core))
        *moved = true;
    return step;
}

/* The roles take turns; each runs until it has to wait for the other. If both wait, the strategy is
 * wrong. */
static void run_core(grn_tile_core *core)
{
    const grn_tile_strategy *s = core->program->strategy;
    bool done = false;
    while (!done) {
        bool moved = false;
        const grn_tile_step reader = run_role(core, s->reader, &moved);
        const grn_tile_step writer = run_role(core, s->writer, &moved);
        done = reader == GRN_TILE_DONE && writer == GRN_TILE_DONE;
        assert(done || moved);
    }
}

static void run_bench(void *benches, int32_t i)
{
    bench *b = (bench *)benches + i;
    for (int32_t id = b->first; id < b->program->cores; id += b->step) {
        place_core(b->program, b, id);
        run_core(b->core);
        grn_tile_add_traffic(&b->counted, &b->core->traffic);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

typedef struct hall {
    const grn_allocator *allocator;
    bench *benches;
    int32_t count;
    size_t l1_bytes;
} hall;

/* As many benches as threads may run at once, never more than there are cores. */
static int32_t bench_count(const grn_tile_program *g, const grn_parallel *parallel)
{
    const int32_t threads = parallel != NULL && parallel->threads > 1 ? parallel->threads : 1;
    return threads < g->cores ? threads : g->cores;
}

static bool hall_begin(const grn_tile_program *g, const grn_allocator *allocator, int32_t count, hall *h)
{
    const size_t bytes = (size_t)count * sizeof *h->benches;
    *h = (hall){.allocator = grn_allocator_or_default(allocator)};
    if (!l1_bytes_of(g, &h->l1_bytes) || (h->benches = grn_allocate(h->allocator, bytes)) == NULL)
        return false;
    memset(h->benches, 0, bytes);
    h->count = count;
    for (int32_t i = 0; i < count; i++) {
        bench *b = &h->benches[i];
        *b = (bench){.program = g, .first = i, .step = count};
        b->core = grn_allocate(h->allocator, sizeof *b->core);
        b->l1 = grn_allocate(h->allocator, h->l1_bytes);
        if (b->core == NULL || b->l1 == NULL)
            return false;
    }
    return true;
}

static void hall_end(const hall *h)
{
    for (int32_t i = 0; i < h->count; i++) {
        grn_release(h->allocator, h->benches[i].core, sizeof *h->benches[i].core);
        grn_release(h->allocator, h->benches[i].l1, h->l1_bytes);
    }
    grn_release(h->allocator, h->benches, (size_t)h->count * sizeof *h->benches);
}

grn_status grn_tile_run(const grn_tile_program *program, const grn_parallel *parallel, const grn_allocator *allocator,
                        const grn_diag *diag, grn_ttnn_traffic *counted)
{
    hall h;
    grn_status status = GRN_OK;
    const int32_t count = bench_count(program, parallel);
    if (count == 0)
        return GRN_OK;
    if (!hall_begin(program, allocator, count, &h))
        status = grn_fail(diag, grn_no_place, GRN_E_MEMORY, "%zu bytes for each of %d cores' local memory were refused",
                          h.l1_bytes, (int)count);
    else if (count > 1)
        parallel->for_each(parallel->user, count, run_bench, h.benches);
    else
        run_bench(h.benches, 0);
    for (int32_t i = 0; status == GRN_OK && i < count; i++)
        grn_tile_add_traffic(counted, &h.benches[i].counted);
    hall_end(&h);
    return status;
}
