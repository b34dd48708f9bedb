/*
 * run.c - every core of a program, one after the other.
 *
 * Cores share tiles they only read and write pages of their own, so a pool may
 * give each of its threads a core's state and a block of ids.
 */
#include <assert.h>
#include <string.h>

#include "tile/tile.h"

/* One core's state and local memory, used for every id in turn. */
typedef struct bench {
    const grn_allocator *allocator;
    grn_tile_core *core;
    unsigned char *l1;
    size_t l1_bytes;
} bench;

static size_t cb_tile_bytes(const grn_tile_problem *p, int cb)
{
    if (cb == GRN_TILE_CB_ACCUMULATOR)
        return GRN_TTNN_TILE_ELEMENTS * sizeof(float);
    return cb == GRN_TILE_CB_INDEX ? p->index_tile_bytes : p->tile_bytes;
}

/* The plan has added these up in int64_t, and a tensor of as many tiles is in memory, but size_t may be narrower. */
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
        core->cb[i] = (grn_tile_cb){.base = at, .tile_bytes = cb_tile_bytes(g->problem, i), .tiles = g->buffer_tiles[i]};
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

/* The roles take turns, each until it has to wait for the other. Both waiting would be a strategy's mistake. */
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

static bool bench_begin(const grn_tile_program *g, const grn_allocator *allocator, bench *b)
{
    *b = (bench){.allocator = grn_allocator_or_default(allocator)};
    if (!l1_bytes_of(g, &b->l1_bytes))
        return false;
    b->core = grn_allocate(b->allocator, sizeof *b->core);
    b->l1 = grn_allocate(b->allocator, b->l1_bytes);
    return b->core != NULL && b->l1 != NULL;
}

static void bench_end(const bench *b)
{
    grn_release(b->allocator, b->core, sizeof *b->core);
    grn_release(b->allocator, b->l1, b->l1_bytes);
}

grn_status grn_tile_run(const grn_tile_program *program, const grn_allocator *allocator, const grn_diag *diag,
                        grn_ttnn_traffic *counted)
{
    bench b;
    grn_status status = GRN_OK;
    if (!bench_begin(program, allocator, &b))
        status = grn_fail(diag, grn_no_place, GRN_E_MEMORY, "%zu bytes for a core's local memory were refused",
                          b.l1_bytes);
    for (int32_t id = 0; status == GRN_OK && id < program->cores; id++) {
        place_core(program, &b, id);
        run_core(b.core);
        grn_tile_add_traffic(counted, &b.core->traffic);
    }
    bench_end(&b);
    return status;
}
