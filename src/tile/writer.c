/* writer.c - the writer role: reads input (and source) tiles from DRAM into local memory, writes
 * output tiles back (TT-11). */
#include "tile/tile.h"

/* Pages of one phase: from `page`, `count` of them, between `dram` and circular buffer `cb`. */
typedef struct phase {
    const grn_tile_dram *dram;
    int64_t page, count;
    int cb;
    int64_t *reads; /* NULL: these are writes */
} phase;

enum { INPUT_PHASE, SOURCE_PHASE, OUTPUT_PHASE, PHASES };

/* A scatter's core reads the input tiles that it will write; a gather's reads the whole row. */
static phase phase_at(grn_tile_core *core, int at)
{
    const grn_tile_program *g = core->program;
    const grn_tile_problem *p = g->problem;
    const grn_tile_item item = grn_tile_item_at(core, core->writing.item);
    const int64_t first_input = item.row * p->wt_input + (p->is_scatter ? item.first : 0);
    const phase phases[PHASES] = {
        {&g->input, first_input, g->per_item.input, GRN_TILE_CB_INPUT, &core->traffic.input_reads},
        {&g->source, item.row * p->wt_index, g->per_item.source, GRN_TILE_CB_SOURCE, &core->traffic.source_reads},
        {&g->output, item.row * p->wt_output + item.first, g->per_item.output, GRN_TILE_CB_OUTPUT, NULL},
    };
    return phases[at];
}

static void advance(grn_tile_cursor *at)
{
    at->tile = 0;
    at->phase = (at->phase + 1) % PHASES;
    at->item += at->phase == 0;
}

grn_tile_step grn_tile_write_step(grn_tile_core *core)
{
    grn_tile_cursor *at = &core->writing;
    if (at->item == core->items)
        return GRN_TILE_DONE;
    const phase now = phase_at(core, at->phase);
    const grn_tile_cb *cb = &core->cb[now.cb];
    if (at->tile == now.count) {
        advance(at);
        return GRN_TILE_MOVED;
    }
    if (now.reads != NULL ? !grn_cb_has_room(cb) : cb->count == 0)
        return GRN_TILE_BLOCKED;
    if (now.reads != NULL)
        grn_noc_read(core, now.dram, now.page + at->tile, now.cb, now.reads);
    else
        grn_noc_write(core, now.dram, now.page + at->tile, now.cb);
    at->tile++;
    return GRN_TILE_MOVED;
}
