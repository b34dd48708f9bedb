/*
 * reader_gather.c - gather's reader role: reads index tiles, maps index values to input elements,
 * fills output tiles.
 *
 * For place `count` of an index tile (face i, j; row k, column l) and value g, TT-9: the element is
 * in input tile g / 32, at (g % 32) / 16 * 256 + k * 16 + g % 16 + i * 512. Offsets are size_t:
 * hardware's 16 bits stop at 64 tiles (TT-10). Values are below the row's length: the pipeline has
 * checked that, and padding of an index tile is 0.
 */
#include "tile/tile.h"

enum { TILE_ELEMENTS = GRN_TTNN_TILE_ELEMENTS, FACE_ELEMENTS = 256, HALF = 512 };

static inline size_t in_tile(uint32_t value, int count)
{
    return (value & 31) / 16 * FACE_ELEMENTS + (size_t)(count / 16 % 16) * 16 + (value & 15) +
           (size_t)(count / HALF) * HALF;
}

/* ---- single row, single core: the whole row is in local memory ------------------------------- */

/* A face row is 16 places that share i and k. */
#define DEFINE_MAP_ROW(NAME, INDEX, ELEMENT)                                                                          \
    static void NAME(void *output, const void *index, const void *row)                                                \
    {                                                                                                                 \
        ELEMENT *out = output;                                                                                        \
        const INDEX *value = index;                                                                                   \
        for (int count = 0; count < TILE_ELEMENTS; count += 16, out += 16, value += 16) {                             \
            const ELEMENT *base = (const ELEMENT *)row + in_tile(0, count);                                           \
            for (int l = 0; l < 16; l++)                                                                              \
                out[l] = base[(size_t)(value[l] >> 5) * TILE_ELEMENTS + (size_t)(value[l] >> 4 & 1) * FACE_ELEMENTS + \
                              (value[l] & 15)];                                                                       \
        }                                                                                                             \
    }
DEFINE_MAP_ROW(map_row_16_16, uint16_t, uint16_t)
DEFINE_MAP_ROW(map_row_16_32, uint16_t, uint32_t)
DEFINE_MAP_ROW(map_row_32_16, uint32_t, uint16_t)
DEFINE_MAP_ROW(map_row_32_32, uint32_t, uint32_t)

/* The map, by whether index and element have four bytes. */
static int kind_of(const grn_tile_problem *p)
{
    return (p->index_dtype == GRN_UI32) * 2 + (grn_dtype_bytes(p->dtype) == 4);
}

static void map_tile(grn_tile_core *core)
{
    static void (*const maps[])(void *output, const void *index, const void *row) = {map_row_16_16, map_row_16_32,
                                                                                     map_row_32_16, map_row_32_32};
    grn_tile_cb *cb = core->cb;
    maps[kind_of(core->program->problem)](grn_cb_back(&cb[GRN_TILE_CB_OUTPUT]), grn_cb_front(&cb[GRN_TILE_CB_INDEX]),
                                          grn_cb_front(&cb[GRN_TILE_CB_INPUT]));
    grn_cb_push(&cb[GRN_TILE_CB_OUTPUT]);
    grn_cb_pop(&cb[GRN_TILE_CB_INDEX], 1);
}

static void read_index(grn_tile_core *core, int64_t page)
{
    grn_noc_read(core, &core->program->index, page, GRN_TILE_CB_INDEX, &core->traffic.index_reads);
}

grn_tile_step grn_tile_gather_row_step(grn_tile_core *core)
{
    const grn_tile_problem *p = core->program->problem;
    grn_tile_cursor *at = &core->reading;
    if (at->item == core->items)
        return GRN_TILE_DONE;
    if (at->tile == p->wt_index) {
        grn_cb_pop(&core->cb[GRN_TILE_CB_INPUT], p->wt_input);
        *at = (grn_tile_cursor){.item = at->item + 1};
        return GRN_TILE_MOVED;
    }
    if (core->cb[GRN_TILE_CB_INPUT].count < p->wt_input || !grn_cb_has_room(&core->cb[GRN_TILE_CB_OUTPUT]))
        return GRN_TILE_BLOCKED;
    read_index(core, grn_tile_item_at(core, at->item).row * p->wt_index + at->tile);
    map_tile(core);
    at->tile++;
    return GRN_TILE_MOVED;
}

/* ---- single row, multi core: input tiles stream past one index tile -------------------------- */

static inline uint32_t value_at(const grn_tile_problem *p, const unsigned char *index, int count)
{
    return p->index_dtype == GRN_UI32 ? ((const uint32_t *)(const void *)index)[count]
                                      : ((const uint16_t *)(const void *)index)[count];
}

/* Links the places that need one input tile into a list, so that only they are visited for that
 * tile; hardware scans all 1024. */
static void chain_places(grn_tile_core *core)
{
    const grn_tile_problem *p = core->program->problem;
    const unsigned char *index = grn_cb_front(&core->cb[GRN_TILE_CB_INDEX]);
    for (int i = 0; i < TILE_ELEMENTS; i++)
        core->chain_head[i] = -1;
    for (int count = 0; count < TILE_ELEMENTS; count++) {
        int16_t *head = &core->chain_head[(value_at(p, index, count) >> 5) % TILE_ELEMENTS];
        core->chain_next[count] = *head;
        *head = (int16_t)count;
    }
}

static void take_from_tile(grn_tile_core *core, int64_t input_tile)
{
    const grn_tile_problem *p = core->program->problem;
    const unsigned char *index = grn_cb_front(&core->cb[GRN_TILE_CB_INDEX]);
    const void *from = grn_cb_front(&core->cb[GRN_TILE_CB_INPUT]);
    void *to = grn_cb_back(&core->cb[GRN_TILE_CB_OUTPUT]);
    const bool four_bytes = grn_dtype_bytes(p->dtype) == 4;
    for (int count = core->chain_head[input_tile % TILE_ELEMENTS]; count >= 0; count = core->chain_next[count]) {
        const uint32_t value = value_at(p, index, count);
        if (value >> 5 != input_tile)
            continue;
        if (four_bytes)
            ((uint32_t *)to)[count] = ((const uint32_t *)from)[in_tile(value, count)];
        else
            ((uint16_t *)to)[count] = ((const uint16_t *)from)[in_tile(value, count)];
    }
}

/* The tile of index and the slot of output stay for the whole item. */
static grn_tile_step begin_tile(grn_tile_core *core)
{
    const grn_tile_item item = grn_tile_item_at(core, core->reading.item);
    if (!grn_cb_has_room(&core->cb[GRN_TILE_CB_OUTPUT]))
        return GRN_TILE_BLOCKED;
    read_index(core, item.row * core->program->problem->wt_index + item.first);
    chain_places(core);
    core->reading.phase = 1;
    return GRN_TILE_MOVED;
}

static grn_tile_step end_tile(grn_tile_core *core)
{
    grn_cb_push(&core->cb[GRN_TILE_CB_OUTPUT]);
    grn_cb_pop(&core->cb[GRN_TILE_CB_INDEX], 1);
    core->reading = (grn_tile_cursor){.item = core->reading.item + 1};
    return GRN_TILE_MOVED;
}

grn_tile_step grn_tile_gather_stream_step(grn_tile_core *core)
{
    grn_tile_cursor *at = &core->reading;
    if (at->item == core->items)
        return GRN_TILE_DONE;
    if (at->phase == 0)
        return begin_tile(core);
    if (at->tile == core->program->problem->wt_input)
        return end_tile(core);
    if (core->cb[GRN_TILE_CB_INPUT].count == 0)
        return GRN_TILE_BLOCKED;
    take_from_tile(core, at->tile);
    grn_cb_pop(&core->cb[GRN_TILE_CB_INPUT], 1);
    at->tile++;
    return GRN_TILE_MOVED;
}
