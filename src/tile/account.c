/* account.c - the report's formulas as numbers: the traffic of each strategy, and the work of each
 * core under the chosen one. */
#include "tile/tile.h"

int64_t grn_tile_plus(int64_t a, int64_t b)
{
    int64_t sum;
    return grn_add_i64(a, b, &sum) ? sum : INT64_MAX;
}

void grn_tile_add_traffic(grn_ttnn_traffic *to, const grn_ttnn_traffic *more)
{
    to->input_reads = grn_tile_plus(to->input_reads, more->input_reads);
    to->index_reads = grn_tile_plus(to->index_reads, more->index_reads);
    to->source_reads = grn_tile_plus(to->source_reads, more->source_reads);
    to->output_writes = grn_tile_plus(to->output_writes, more->output_writes);
    to->read_bytes = grn_tile_plus(to->read_bytes, more->read_bytes);
    to->write_bytes = grn_tile_plus(to->write_bytes, more->write_bytes);
}

/* A row without input or index tiles has nothing to move. */
static bool is_empty(const grn_tile_problem *p) { return p->ht == 0 || p->wt_input == 0 || p->wt_index == 0; }

static grn_ttnn_traffic traffic_of(const grn_tile_strategy *s, const grn_tile_problem *p, int64_t items)
{
    const grn_tile_item_cost c = s->item_cost(p);
    grn_ttnn_traffic t = {.input_reads = grn_mul_at_most(items, c.input),
                          .index_reads = grn_mul_at_most(items, c.index),
                          .source_reads = grn_mul_at_most(items, c.source),
                          .output_writes = grn_mul_at_most(items, c.output)};
    t.read_bytes = grn_tile_plus(grn_mul_at_most(grn_tile_plus(t.input_reads, t.source_reads), (int64_t)p->tile_bytes),
                                 grn_mul_at_most(t.index_reads, (int64_t)p->index_tile_bytes));
    t.write_bytes = grn_mul_at_most(t.output_writes, (int64_t)p->tile_bytes);
    return t;
}

static void cost_buffers(const grn_tile_strategy *s, const grn_tile_problem *p, grn_ttnn_cost *out)
{
    static const char *const name[] = {
#define BUFFER_NAME(id, buffer, role) buffer,
        GRN_TILE_BUFFERS(BUFFER_NAME)
#undef BUFFER_NAME
    };
    static const char *const role[] = {
#define BUFFER_ROLE(id, buffer, does) does,
        GRN_TILE_BUFFERS(BUFFER_ROLE)
#undef BUFFER_ROLE
    };
    int64_t tiles[GRN_TILE_CB_COUNT] = {0};
    s->buffer_tiles(p, tiles);
    for (int i = 0; i < GRN_TILE_CB_COUNT; i++) {
        int64_t bytes = (int64_t)(i == GRN_TILE_CB_INDEX ? p->index_tile_bytes : p->tile_bytes);
        if (i == GRN_TILE_CB_ACCUMULATOR)
            bytes = GRN_TTNN_TILE_ELEMENTS * (int64_t)sizeof(float);
        if (tiles[i] > 0)
            out->buffers[out->nbuffers++] = (grn_ttnn_buffer_account){name[i], role[i], tiles[i], bytes};
        out->l1_bytes = grn_tile_plus(out->l1_bytes, grn_mul_at_most(tiles[i], bytes));
    }
}

void grn_tile_cost_of(const grn_tile_strategy *s, const grn_tile_problem *p, int32_t usable_cores,
                      int64_t l1_limit_bytes, grn_ttnn_cost *out)
{
    const int64_t units = grn_tile_units(s, p);
    *out = (grn_ttnn_cost){.strategy = s->id, .fits = true};
    if (is_empty(p))
        return;
    out->cores = units < usable_cores ? (int32_t)units : usable_cores;
    out->traffic = traffic_of(s, p, s->splits_rows ? grn_mul_at_most(p->ht, units) : units);
    cost_buffers(s, p, out);
    out->fits = out->l1_bytes <= l1_limit_bytes;
}

static grn_ttnn_core_account core_share(const grn_tile_strategy *s, const grn_tile_problem *p, int32_t cores,
                                        int32_t id)
{
    const int64_t share = grn_tile_share(grn_tile_units(s, p), cores, id);
    grn_ttnn_core_account a = {.rows = s->splits_rows ? p->ht : share,
                               .tiles = s->splits_rows ? grn_mul_at_most(p->ht, share)
                                                       : grn_mul_at_most(share, p->wt_output)};
    a.traffic = traffic_of(s, p, s->splits_rows ? a.tiles : a.rows);
    return a;
}

/* Shares fall with the core's id: the first core has the most, the last the least. */
void grn_tile_account_cores(const grn_tile_call *call, const grn_tile_strategy *s, const grn_tile_problem *p,
                            grn_ttnn_account *account)
{
    const int32_t cores = account->taken.cores;
    for (int32_t id = 0; id < cores; id++) {
        account->core[id] = core_share(s, p, cores, id);
        account->core[id].x = call->cores.at[id].x;
        account->core[id].y = call->cores.at[id].y;
    }
    if (cores == 0)
        return;
    account->max_rows = account->core[0].rows;
    account->max_tiles = account->core[0].tiles;
    account->min_rows = account->core[cores - 1].rows;
    account->min_tiles = account->core[cores - 1].tiles;
}

void grn_tile_describe(const grn_tile_call *call, grn_ttnn_account *a)
{
    const grn_ttnn_options *o = &call->options;
    a->op = call->op;
    a->grid_x = o->grid_x;
    a->grid_y = o->grid_y;
    a->usable_cores = call->cores.n;
    a->l1_limit_bytes = o->l1_bytes;
    a->input_buffer = o->input.memory.buffer;
    a->index_buffer = o->index.memory.buffer;
    a->source_buffer = call->is_scatter ? o->source.memory.buffer : GRN_TTNN_DRAM;
    a->output_buffer = o->memory_config.buffer;
}
