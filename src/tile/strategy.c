/*
 * strategy.c - the two strategies of each operation as rows of a table, and the choice between them
 * (TT-6 to TT-8).
 *
 * Gather's numbers are the report's. Scatter is divided the same way: a core takes a row of tiles,
 * or the output tiles id, id + cores, ... of each row, and for these it reads all index and source
 * tiles of the row.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tile/tile.h"

static grn_tile_item_cost gather_row_cost(const grn_tile_problem *p)
{
    return (grn_tile_item_cost){.input = p->wt_input, .index = p->wt_index, .output = p->wt_index};
}

static grn_tile_item_cost gather_tile_cost(const grn_tile_problem *p)
{
    return (grn_tile_item_cost){.input = p->wt_input, .index = 1, .output = 1};
}

static grn_tile_item_cost scatter_row_cost(const grn_tile_problem *p)
{
    return (grn_tile_item_cost){
        .input = p->wt_input, .index = p->wt_index, .source = p->wt_index, .output = p->wt_input};
}

static grn_tile_item_cost scatter_tile_cost(const grn_tile_problem *p)
{
    return (grn_tile_item_cost){.input = 1, .index = p->wt_index, .source = p->wt_index, .output = 1};
}

/* TT-7: the whole row of input, a tile each of index and output. */
static void gather_row_buffers(const grn_tile_problem *p, int64_t *tiles)
{
    tiles[GRN_TILE_CB_INPUT] = p->wt_input;
    tiles[GRN_TILE_CB_INDEX] = tiles[GRN_TILE_CB_OUTPUT] = 1;
}

/* TT-8: input streams through two tiles. */
static void gather_tile_buffers(const grn_tile_problem *p, int64_t *tiles)
{
    (void)p;
    tiles[GRN_TILE_CB_INPUT] = 2;
    tiles[GRN_TILE_CB_INDEX] = tiles[GRN_TILE_CB_OUTPUT] = 1;
}

static void scatter_row_buffers(const grn_tile_problem *p, int64_t *tiles)
{
    tiles[GRN_TILE_CB_INPUT] = p->wt_input;
    tiles[GRN_TILE_CB_INDEX] = tiles[GRN_TILE_CB_OUTPUT] = tiles[GRN_TILE_CB_SOURCE] = 1;
    tiles[GRN_TILE_CB_ACCUMULATOR] = p->wide ? p->wt_input : 0;
}

static void scatter_tile_buffers(const grn_tile_problem *p, int64_t *tiles)
{
    tiles[GRN_TILE_CB_INPUT] = tiles[GRN_TILE_CB_INDEX] = tiles[GRN_TILE_CB_OUTPUT] = 1;
    tiles[GRN_TILE_CB_SOURCE] = 2;
    tiles[GRN_TILE_CB_ACCUMULATOR] = p->wide;
}

const grn_tile_strategy grn_tile_gather_strategies[2] = {
    {GRN_TTNN_SINGLE_CORE, false, gather_row_cost, gather_row_buffers, grn_tile_gather_row_step, grn_tile_write_step},
    {GRN_TTNN_MULTI_CORE, true, gather_tile_cost, gather_tile_buffers, grn_tile_gather_stream_step,
     grn_tile_write_step},
};
const grn_tile_strategy grn_tile_scatter_strategies[2] = {
    {GRN_TTNN_SINGLE_CORE, false, scatter_row_cost, scatter_row_buffers, grn_tile_scatter_step, grn_tile_write_step},
    {GRN_TTNN_MULTI_CORE, true, scatter_tile_cost, scatter_tile_buffers, grn_tile_scatter_step, grn_tile_write_step},
};

/* ---- the problem ----------------------------------------------------------------------------- */

static grn_status tiling_of(const grn_tile_call *call, const grn_tensor *row_view, const char *name,
                            grn_ttnn_tiling *out)
{
    grn_status status = grn_ttnn_tiling_of(row_view->rank, row_view->shape, grn_dtype_bytes(row_view->dtype), out);
    if (status != GRN_OK)
        grn_fail(call->diag, grn_no_place, status, "%s takes more bytes in tiles than can be addressed", name);
    return status;
}

grn_status grn_tile_problem_of(const grn_tile_call *call, grn_tile_problem *out)
{
    grn_tensor input, index;
    grn_ttnn_tiling input_tiling, index_tiling;
    grn_tile_row_view(&call->input, &call->index, call->dim, &input);
    grn_tile_row_view(&call->index, &call->index, call->dim, &index);
    grn_status status = tiling_of(call, &input, "input", &input_tiling);
    if (status == GRN_OK)
        status = tiling_of(call, &index, "index", &index_tiling);
    if (status != GRN_OK)
        return status;
    *out = (grn_tile_problem){.is_scatter = call->is_scatter,
                              .combiner = call->combiner,
                              .dtype = call->input.dtype,
                              .index_dtype = call->index.dtype,
                              .ht = index_tiling.ht,
                              .wt_input = input_tiling.wt,
                              .wt_index = index_tiling.wt,
                              .row_length = input.shape[input.rank - 1],
                              .index_width = index.shape[index.rank - 1],
                              .matrix_rows = index.rank > 1 ? index.shape[index.rank - 2] : 1,
                              .tile_bytes = input_tiling.tile_bytes,
                              .index_tile_bytes = index_tiling.tile_bytes};
    out->wt_output = call->is_scatter ? out->wt_input : out->wt_index;
    /* TT-16 */
    out->wide = call->is_scatter && out->dtype == GRN_BF16 && call->combiner != GRN_COMBINE_REPLACE;
    return GRN_OK;
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* The threshold's condition, as text too: both widths at most 60, or the one that is over. */
static const grn_tile_strategy *by_threshold(const grn_tile_strategy *rows, const grn_tile_problem *p, char *why,
                                             size_t why_bytes)
{
    const bool input_wide = p->wt_input > GRN_TTNN_WT_THRESHOLD, index_wide = p->wt_index > GRN_TTNN_WT_THRESHOLD;
    if (!input_wide && !index_wide)
        snprintf(why, why_bytes, "Wt_input %" PRId64 " <= %d and Wt_index %" PRId64 " <= %d", p->wt_input,
                 GRN_TTNN_WT_THRESHOLD, p->wt_index, GRN_TTNN_WT_THRESHOLD);
    else
        snprintf(why, why_bytes, "%s %" PRId64 " > %d", input_wide ? "Wt_input" : "Wt_index",
                 input_wide ? p->wt_input : p->wt_index, GRN_TTNN_WT_THRESHOLD);
    return &rows[input_wide || index_wide];
}

static grn_status refuse_l1(const grn_tile_call *call, const grn_ttnn_cost *taken, const grn_ttnn_cost *other)
{
    const bool asked = call->options.strategy != GRN_TTNN_AUTO;
    grn_fail(call->diag, grn_no_place, GRN_E_LIMIT,
             "the circular buffers of %s take %" PRId64 " bytes of local memory, a core has %" PRId64,
             grn_ttnn_strategy_text(taken->strategy), taken->l1_bytes, call->options.l1_bytes);
    if (other->fits && asked)
        grn_note(call->diag, grn_no_place, "strategy: %s; right: auto or %s, which takes %" PRId64 " bytes",
                 grn_ttnn_strategy_text(taken->strategy), grn_ttnn_strategy_text(other->strategy), other->l1_bytes);
    else
        grn_note(call->diag, grn_no_place, "l1_bytes: %" PRId64 "; right: at least %" PRId64, call->options.l1_bytes,
                 other->fits || taken->l1_bytes < other->l1_bytes ? taken->l1_bytes : other->l1_bytes);
    return GRN_E_LIMIT;
}

static void describe(const grn_tile_call *call, const grn_tile_problem *p, grn_ttnn_account *a)
{
    grn_tile_describe(call, a);
    a->ht = p->ht;
    a->wt_input = p->wt_input;
    a->wt_index = p->wt_index;
}

static void explain(const grn_tile_call *call, const grn_ttnn_cost *first, const char *threshold, grn_ttnn_account *a)
{
    if (call->options.strategy != GRN_TTNN_AUTO)
        snprintf(a->why, sizeof a->why, "asked for; the threshold: %s", threshold);
    else if (a->taken.strategy != first->strategy)
        snprintf(a->why, sizeof a->why, "%s, but %s would take %" PRId64 " of %" PRId64 " bytes of local memory",
                 threshold, grn_ttnn_strategy_text(first->strategy), first->l1_bytes, a->l1_limit_bytes);
    else
        snprintf(a->why, sizeof a->why, "%s", threshold);
}

grn_status grn_tile_plan(const grn_tile_call *call, const grn_tile_problem *p, const grn_tile_strategy **chosen,
                         grn_ttnn_account *account)
{
    const grn_tile_strategy *rows = call->is_scatter ? grn_tile_scatter_strategies : grn_tile_gather_strategies;
    char threshold[128];
    const grn_tile_strategy *first = by_threshold(rows, p, threshold, sizeof threshold);
    const bool asked = call->options.strategy != GRN_TTNN_AUTO;
    grn_ttnn_cost cost[2];
    if (asked)
        first = &rows[call->options.strategy == GRN_TTNN_MULTI_CORE];
    for (int i = 0; i < 2; i++)
        grn_tile_cost_of(&rows[i], p, call->cores.n, call->options.l1_bytes, &cost[i]);
    int take = (int)(first - rows);
    if (!cost[take].fits && (asked || !cost[1 - take].fits))
        return refuse_l1(call, &cost[take], &cost[1 - take]);
    if (!cost[take].fits)
        take = 1 - take;
    *account = (grn_ttnn_account){.taken = cost[take], .not_taken = cost[1 - take]};
    *chosen = &rows[take];
    describe(call, p, account);
    explain(call, &cost[first - rows], threshold, account);
    grn_tile_account_cores(call, *chosen, p, account);
    return GRN_OK;
}
