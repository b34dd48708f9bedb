/* core.c - circular buffers, the network-on-chip, and a core's list of items. */
#include <assert.h>
#include <string.h>

#include "tile/tile.h"

static unsigned char *slot(const grn_tile_cb *cb, int64_t at)
{
    return cb->base + (size_t)(at % cb->tiles) * cb->tile_bytes;
}

unsigned char *grn_cb_back(const grn_tile_cb *cb)
{
    assert(grn_cb_has_room(cb));
    return slot(cb, cb->front + cb->count);
}

void grn_cb_push(grn_tile_cb *cb)
{
    assert(grn_cb_has_room(cb));
    cb->count++;
}

unsigned char *grn_cb_front(const grn_tile_cb *cb)
{
    assert(cb->count > 0);
    return slot(cb, cb->front);
}

void grn_cb_pop(grn_tile_cb *cb, int64_t tiles)
{
    assert(cb->count >= tiles);
    cb->front = (cb->front + tiles) % cb->tiles;
    cb->count -= tiles;
}

void grn_noc_read(grn_tile_core *core, const grn_tile_dram *dram, int64_t page, int cb, int64_t *tiles)
{
    grn_tile_cb *to = &core->cb[cb];
    memcpy(grn_cb_back(to), dram->pages + (size_t)page * dram->tile_bytes, dram->tile_bytes);
    grn_cb_push(to);
    *tiles += 1;
    core->traffic.read_bytes += (int64_t)dram->tile_bytes;
}

void grn_noc_write(grn_tile_core *core, const grn_tile_dram *dram, int64_t page, int cb)
{
    grn_tile_cb *from = &core->cb[cb];
    memcpy(dram->pages + (size_t)page * dram->tile_bytes, grn_cb_front(from), dram->tile_bytes);
    grn_cb_pop(from, 1);
    core->traffic.output_writes++;
    core->traffic.write_bytes += (int64_t)dram->tile_bytes;
}

/* TT-7: row = loop * cores + id. TT-8: for each row, output tile = id + loop * cores, as long as
 * the row has such a tile. */
grn_tile_item grn_tile_item_at(const grn_tile_core *core, int64_t k)
{
    const grn_tile_program *g = core->program;
    if (!g->strategy->splits_rows)
        return (grn_tile_item){k * g->cores + core->id, 0};
    const int64_t loops = grn_tile_share(g->problem->wt_output, g->cores, core->id);
    return (grn_tile_item){k / loops, core->id + k % loops * g->cores};
}
