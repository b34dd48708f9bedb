/*
 * embedding_account.c - the traffic of an embedding: its two strategies as rows of a table, the
 * choice, and the account.
 *
 * Sources: tt-metal, ttnn/cpp/ttnn/operations/embedding: embedding.cpp (when the result is made in
 * tiles), device/embeddings_rm_program_factory.cpp and device/embeddings_fused_program_factory.cpp
 * (cores and buffers), device/kernels/dataflow/embeddings.cpp and embeddings_tilize.cpp (what the
 * reader kernel reads).
 *
 * Both strategies read one page of the weight for an id, and the ids in pieces. The first writes a
 * page of the result for each row, the second collects 32 rows and writes them as tiles.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tile/tile.h"

/* Alignment of DRAM on Wormhole, and of L1; the most bytes that both factories give a core's rows;
 * tiles that are double-buffered. */
enum { DRAM_ALIGN = 32, L1_ALIGN = 16, BLOCK = 32, ROOM_BYTES = 1024 * 1024, TWICE_TILES = 64 };

static int64_t divided_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }
static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- rows, row-major ------------------------------------------------------------------------- */

static int64_t row_units(const grn_tile_embedding *e) { return e->ids; }

/* Pieces of the list that start before id `i`: a page of ids starts a new one. */
static int64_t pieces_before(const grn_tile_embedding *e, int64_t i)
{
    const int64_t ids = e->id_align / e->id_bytes;
    return i / e->width * divided_up(e->width, ids) + divided_up(i % e->width, ids);
}

/* The first piece of a core may have started before the core's first id. */
static int64_t pieces_of(const grn_tile_embedding *e, int64_t first, int64_t n)
{
    const bool within = first % e->width % (e->id_align / e->id_bytes) != 0;
    return n > 0 ? pieces_before(e, first + n) - pieces_before(e, first) + within : 0;
}

static grn_ttnn_traffic row_traffic(const grn_tile_embedding *e, int64_t first, int64_t n)
{
    grn_ttnn_traffic t = {.input_reads = n, .index_reads = pieces_of(e, first, n), .output_writes = n};
    t.write_bytes = grn_mul_at_most(n, e->row_bytes);
    t.read_bytes = grn_tile_plus(t.write_bytes, grn_mul_at_most(t.index_reads, e->id_align));
    return t;
}

static void add_buffer(grn_ttnn_cost *out, const char *name, const char *role, int64_t pages, int64_t page_bytes)
{
    out->buffers[out->nbuffers++] = (grn_ttnn_buffer_account){name, role, pages, page_bytes};
    out->l1_bytes = grn_tile_plus(out->l1_bytes, grn_mul_at_most(pages, page_bytes));
}

/* A page of the weight, or as much of it as fits; two where a core has several. Each id of a piece
 * has 32 bytes. */
static void row_buffers(const grn_tile_embedding *e, int64_t most_units, grn_ttnn_cost *out)
{
    const int64_t page = grn_mul_at_most(divided_up(e->row_bytes, e->id_align), e->id_align);
    add_buffer(out, "c_0", "rows", most_units > 1 ? 2 : 1, lesser(page, ROOM_BYTES));
    add_buffer(out, "c_1", "ids", 1, e->id_align / e->id_bytes * 32);
}

/* ---- rows, tiled ----------------------------------------------------------------------------- */

static int64_t tiled_units(const grn_tile_embedding *e) { return e->ids / BLOCK; }

static grn_ttnn_traffic tiled_traffic(const grn_tile_embedding *e, int64_t first, int64_t n)
{
    (void)first;
    grn_ttnn_traffic t = {
        .input_reads = n * BLOCK, .index_reads = n, .output_writes = grn_mul_at_most(n, e->columns / BLOCK)};
    t.read_bytes = grn_tile_plus(grn_mul_at_most(t.input_reads, e->row_bytes), grn_mul_at_most(n, BLOCK * e->id_bytes));
    t.write_bytes = grn_mul_at_most(t.output_writes, e->tile_bytes);
    return t;
}

static void tiled_buffers(const grn_tile_embedding *e, int64_t most_units, grn_ttnn_cost *out)
{
    const int64_t wt = e->columns / BLOCK;
    const bool in_pieces = grn_mul_at_most(2 * e->tile_bytes, wt) > ROOM_BYTES;
    const int64_t tiles = in_pieces ? lesser(wt, TWICE_TILES) : wt, buffered = tiles > TWICE_TILES ? tiles : 2 * tiles;
    (void)most_units;
    add_buffer(out, "c_0", "rows", buffered, e->tile_bytes);
    add_buffer(out, "c_1", "ids", 1, BLOCK * e->id_bytes);
    add_buffer(out, "c_2", "output", buffered, e->tile_bytes);
}

const grn_tile_embedding_strategy grn_tile_embedding_strategies[2] = {
    {GRN_TTNN_ROWS, 1, row_units, row_traffic, row_buffers},
    {GRN_TTNN_TILED_ROWS, BLOCK, tiled_units, tiled_traffic, tiled_buffers},
};

/* ---- the problem ----------------------------------------------------------------------------- */

void grn_tile_embedding_of(const grn_tile_call *call, grn_tile_embedding *out)
{
    const grn_tensor *weight = &call->input, *ids = &call->index;
    const int64_t bytes = (int64_t)grn_dtype_bytes(weight->dtype);
    *out = (grn_tile_embedding){.ids = grn_tensor_elements(ids),
                                .width = ids->shape[ids->rank - 1],
                                .rows = weight->shape[weight->rank - 2],
                                .columns = weight->shape[weight->rank - 1],
                                .element_bytes = bytes,
                                .tile_bytes = bytes * GRN_TTNN_TILE_ELEMENTS,
                                .id_bytes = (int64_t)grn_dtype_bytes(ids->dtype),
                                .id_align = call->options.index.memory.buffer == GRN_TTNN_L1 ? L1_ALIGN : DRAM_ALIGN};
    out->row_bytes = grn_mul_at_most(out->columns, bytes);
}

/* ---- the choice ------------------------------------------------------------------------------ */

int64_t grn_tile_first_unit(int64_t units, int32_t cores, int32_t id)
{
    const int64_t more = units % cores;
    return units / cores * id + (id < more ? id : more);
}

static bool is_empty(const grn_tile_embedding *e) { return e->ids == 0 || e->columns == 0; }
static bool makes_tiles(const grn_tile_embedding *e) { return e->width % BLOCK == 0 && e->columns % BLOCK == 0; }

/* As many cores as units, at most all of them. */
static void cost_of(const grn_tile_embedding_strategy *s, const grn_tile_embedding *e, const grn_tile_call *call,
                    grn_ttnn_cost *out)
{
    const int64_t units = s->units(e);
    *out = (grn_ttnn_cost){.strategy = s->id, .fits = true};
    if (is_empty(e) || (s->id == GRN_TTNN_TILED_ROWS && !makes_tiles(e)))
        return;
    out->cores = units < call->cores.n ? (int32_t)units : call->cores.n;
    for (int32_t id = 0; id < out->cores; id++) {
        const grn_ttnn_traffic t =
            s->traffic(e, grn_tile_first_unit(units, out->cores, id), grn_tile_share(units, out->cores, id));
        grn_tile_add_traffic(&out->traffic, &t);
    }
    s->buffers(e, divided_up(units, out->cores), out);
    out->fits = out->l1_bytes <= call->options.l1_bytes;
}

static void account_cores(const grn_tile_call *call, const grn_tile_embedding_strategy *s, const grn_tile_embedding *e,
                          grn_ttnn_account *a)
{
    const int32_t cores = a->taken.cores;
    const int64_t units = s->units(e);
    for (int32_t id = 0; id < cores; id++) {
        const int64_t n = grn_tile_share(units, cores, id);
        grn_ttnn_core_account *core = &a->core[id];
        *core = (grn_ttnn_core_account){.x = call->cores.at[id].x,
                                        .y = call->cores.at[id].y,
                                        .rows = n * s->ids_per_unit,
                                        .traffic = s->traffic(e, grn_tile_first_unit(units, cores, id), n)};
        core->tiles = core->traffic.output_writes;
    }
    if (cores == 0)
        return;
    a->max_rows = a->core[0].rows;
    a->max_tiles = a->core[0].tiles;
    a->min_rows = a->core[cores - 1].rows;
    a->min_tiles = a->core[cores - 1].tiles;
}

static void explain(const grn_tile_call *call, const grn_tile_embedding *e, const grn_ttnn_cost *other,
                    grn_ttnn_account *a)
{
    char extents[128];
    snprintf(extents, sizeof extents, "%" PRId64 " ids in a row and %" PRId64 " columns are %smultiples of %d",
             e->width, e->columns, makes_tiles(e) ? "" : "not both ", BLOCK);
    if (call->options.strategy == a->taken.strategy)
        snprintf(a->why, sizeof a->why, "asked for; %s", extents);
    else if (makes_tiles(e) && a->taken.strategy == GRN_TTNN_ROWS)
        snprintf(a->why, sizeof a->why, "%s, but %s would take %" PRId64 " of %" PRId64 " bytes of local memory",
                 extents, grn_ttnn_strategy_text(other->strategy), other->l1_bytes, call->options.l1_bytes);
    else
        snprintf(a->why, sizeof a->why, "%s", extents);
}

static void describe(const grn_tile_call *call, const grn_tile_embedding *e, grn_ttnn_account *a)
{
    grn_tile_describe(call, a);
    a->ids = e->ids;
    a->table_rows = e->rows;
    a->row_bytes = e->row_bytes;
}

static grn_status refuse_tiles(const grn_tile_call *call, const grn_tile_embedding *e)
{
    if (e->width % BLOCK != 0)
        grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                 "Input tensor width %" PRId64
                 " must be a multiple of tile height %d to have the output tensor tilized",
                 e->width, BLOCK);
    else
        grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                 "Number of columns in table %" PRId64 " must be factor of tile width %d", e->columns, BLOCK);
    grn_note(call->diag, grn_no_place, "strategy: %s; right: auto or %s", grn_ttnn_strategy_text(GRN_TTNN_TILED_ROWS),
             grn_ttnn_strategy_text(GRN_TTNN_ROWS));
    return GRN_E_SHAPE;
}

static grn_status refuse_l1(const grn_tile_call *call, const grn_ttnn_cost *taken)
{
    grn_fail(call->diag, grn_no_place, GRN_E_LIMIT,
             "the circular buffers of %s take %" PRId64 " bytes of local memory, a core has %" PRId64,
             grn_ttnn_strategy_text(taken->strategy), taken->l1_bytes, call->options.l1_bytes);
    grn_note(call->diag, grn_no_place, "l1_bytes: %" PRId64 "; right: at least %" PRId64, call->options.l1_bytes,
             taken->l1_bytes);
    return GRN_E_LIMIT;
}

grn_status grn_tile_embedding_plan(const grn_tile_call *call, const grn_tile_embedding *e,
                                   const grn_tile_embedding_strategy **chosen, grn_ttnn_account *account)
{
    const grn_ttnn_strategy wanted = call->options.strategy;
    const bool asked = wanted == GRN_TTNN_ROWS || wanted == GRN_TTNN_TILED_ROWS;
    int take = asked ? wanted == GRN_TTNN_TILED_ROWS : makes_tiles(e);
    grn_ttnn_cost cost[2];
    if (take == 1 && !makes_tiles(e))
        return refuse_tiles(call, e);
    for (int i = 0; i < 2; i++)
        cost_of(&grn_tile_embedding_strategies[i], e, call, &cost[i]);
    if (!cost[take].fits && !asked && take == 1 && cost[0].fits)
        take = 0;
    if (!cost[take].fits)
        return refuse_l1(call, &cost[take]);
    *account = (grn_ttnn_account){.taken = cost[take], .not_taken = cost[1 - take]};
    *chosen = &grn_tile_embedding_strategies[take];
    describe(call, e, account);
    explain(call, e, &cost[1 - take], account);
    account_cores(call, *chosen, e, account);
    return GRN_OK;
}
