/*
 * reader_scatter.c - scatter's reader role: reads index tiles, combines source elements into the
 * input tiles in local memory, passes those on as output.
 *
 * Places of one row come in ascending order: index tiles from left to right, and in a tile the left
 * face's part of a row before the right face's (TT-15). Only places of the tensor count, not
 * padding. A value at or above the row's length is skipped; a negative i32, read as unsigned, is
 * above it.
 */
#include <string.h>

#include "tile/tile.h"

enum { TILE = GRN_TTNN_TILE_WIDTH, FACE = GRN_TTNN_FACE_WIDTH, TILE_ELEMENTS = GRN_TTNN_TILE_ELEMENTS };

static uint32_t value_at(const grn_tile_problem *p, const unsigned char *index, size_t count)
{
    uint32_t four;
    uint16_t two;
    switch (p->index_tile_bytes / TILE_ELEMENTS) {
    case 1: return index[count];
    case 2: memcpy(&two, index + count * 2, 2); return two;
    default: memcpy(&four, index + count * 4, 4); return four;
    }
}

/* What an item holds of its row: `tiles` tiles from `first` on, in the element type or widened. */
typedef struct target {
    unsigned char *at;
    size_t bytes;
    grn_dtype dtype;
    int64_t first, tiles;
} target;

static target target_of(const grn_tile_core *core)
{
    const grn_tile_program *g = core->program;
    const bool wide = g->problem->wide;
    const grn_dtype dtype = wide ? GRN_F32 : g->problem->dtype;
    const grn_tile_cb *held = &core->cb[wide ? GRN_TILE_CB_ACCUMULATOR : GRN_TILE_CB_INPUT];
    return (target){held->base, grn_dtype_bytes(dtype), dtype, grn_tile_item_at(core, core->reading.item).first,
                    g->per_item.input};
}

/* The source element, in the type the target is held in. */
static void load_source(const grn_tile_problem *p, const unsigned char *source, size_t count, unsigned char *out)
{
    const size_t bytes = p->tile_bytes / TILE_ELEMENTS;
    uint16_t half;
    if (!p->wide) {
        memcpy(out, source + count * bytes, bytes);
        return;
    }
    memcpy(&half, source + count * 2, 2);
    const float value = grn_bf16_to_f32(half);
    memcpy(out, &value, sizeof value);
}

typedef struct combination {
    const grn_tile_problem *problem;
    const unsigned char *index, *source;
    target to;
} combination;

/* One place; the target is in the same row of the tile. */
static void combine_one(const combination *m, int row, int column)
{
    const size_t count = (size_t)grn_ttnn_tile_offset(row, column);
    const uint32_t value = value_at(m->problem, m->index, count);
    const int64_t tile = (int64_t)(value / TILE) - m->to.first;
    union {
        unsigned char bytes[4];
        float alignment;
    } update;
    if (value >= m->problem->row_length || tile < 0 || tile >= m->to.tiles)
        return;
    const size_t place = (size_t)tile * TILE_ELEMENTS + (size_t)grn_ttnn_tile_offset(row, (int)(value % TILE));
    load_source(m->problem, m->source, count, update.bytes);
    if (m->problem->combiner == GRN_COMBINE_REPLACE)
        memcpy(m->to.at + place * m->to.bytes, update.bytes, m->to.bytes);
    else
        grn_combine_element(m->problem->combiner, m->to.dtype, m->to.at + place * m->to.bytes, update.bytes);
}

static int covered(int64_t extent, int64_t tile)
{
    const int64_t left = extent - tile * TILE;
    return left < TILE ? (int)left : TILE;
}

static void combine_tile(grn_tile_core *core)
{
    const grn_tile_problem *p = core->program->problem;
    const int64_t tile_rows = p->matrix_rows / TILE + (p->matrix_rows % TILE != 0);
    const int rows = covered(p->matrix_rows, grn_tile_item_at(core, core->reading.item).row % tile_rows);
    const int columns = covered(p->index_width, core->reading.tile);
    const combination m = {p, grn_cb_front(&core->cb[GRN_TILE_CB_INDEX]), grn_cb_front(&core->cb[GRN_TILE_CB_SOURCE]),
                           target_of(core)};
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            combine_one(&m, row, column);
}

/* ---- in and out of f32 (TT-16) --------------------------------------------------------------- */

static void widen(grn_tile_core *core)
{
    const uint16_t *from = (const void *)core->cb[GRN_TILE_CB_INPUT].base;
    float *to = (void *)core->cb[GRN_TILE_CB_ACCUMULATOR].base;
    for (int64_t i = 0; i < core->program->per_item.input * TILE_ELEMENTS; i++)
        to[i] = grn_bf16_to_f32(from[i]);
}

/* Elements without an update keep their bits: rounding would change a NaN's. */
static void narrow(uint16_t *to, const uint16_t *was, const float *is)
{
    for (int i = 0; i < TILE_ELEMENTS; i++) {
        const float before = grn_bf16_to_f32(was[i]);
        to[i] = memcmp(&before, &is[i], sizeof before) == 0 ? was[i] : grn_f32_to_bf16(is[i]);
    }
}

static void hand_out(grn_tile_core *core, int64_t tile)
{
    const grn_tile_problem *p = core->program->problem;
    const unsigned char *held = core->cb[GRN_TILE_CB_INPUT].base + (size_t)tile * p->tile_bytes;
    unsigned char *out = grn_cb_back(&core->cb[GRN_TILE_CB_OUTPUT]);
    if (p->wide)
        narrow((void *)out, (const void *)held,
               (const float *)(const void *)core->cb[GRN_TILE_CB_ACCUMULATOR].base + tile * TILE_ELEMENTS);
    else
        memcpy(out, held, p->tile_bytes);
    grn_cb_push(&core->cb[GRN_TILE_CB_OUTPUT]);
}

/* ---- the role -------------------------------------------------------------------------------- */

static void next_phase(grn_tile_cursor *at)
{
    at->phase++;
    at->tile = 0;
}

/* All input tiles of the item have to be there before the first source element lands. */
static grn_tile_step wait_for_input(grn_tile_core *core)
{
    if (core->cb[GRN_TILE_CB_INPUT].count < core->program->per_item.input)
        return GRN_TILE_BLOCKED;
    if (core->program->problem->wide)
        widen(core);
    next_phase(&core->reading);
    return GRN_TILE_MOVED;
}

static grn_tile_step apply_tile(grn_tile_core *core)
{
    const grn_tile_program *g = core->program;
    grn_tile_cursor *at = &core->reading;
    const int64_t row = grn_tile_item_at(core, at->item).row;
    if (at->tile == g->per_item.index) {
        next_phase(at);
        return GRN_TILE_MOVED;
    }
    if (core->cb[GRN_TILE_CB_SOURCE].count == 0)
        return GRN_TILE_BLOCKED;
    grn_noc_read(core, &g->index, row * g->problem->wt_index + at->tile, GRN_TILE_CB_INDEX, &core->traffic.index_reads);
    combine_tile(core);
    grn_cb_pop(&core->cb[GRN_TILE_CB_INDEX], 1);
    grn_cb_pop(&core->cb[GRN_TILE_CB_SOURCE], 1);
    at->tile++;
    return GRN_TILE_MOVED;
}

static grn_tile_step give_tile(grn_tile_core *core)
{
    grn_tile_cursor *at = &core->reading;
    if (at->tile == core->program->per_item.output) {
        grn_cb_pop(&core->cb[GRN_TILE_CB_INPUT], core->program->per_item.input);
        *at = (grn_tile_cursor){.item = at->item + 1};
        return GRN_TILE_MOVED;
    }
    if (!grn_cb_has_room(&core->cb[GRN_TILE_CB_OUTPUT]))
        return GRN_TILE_BLOCKED;
    hand_out(core, at->tile);
    at->tile++;
    return GRN_TILE_MOVED;
}

grn_tile_step grn_tile_scatter_step(grn_tile_core *core)
{
    static grn_tile_step (*const phases[])(grn_tile_core *) = {wait_for_input, apply_tile, give_tile};
    return core->reading.item == core->items ? GRN_TILE_DONE : phases[core->reading.phase](core);
}
