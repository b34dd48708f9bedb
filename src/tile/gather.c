/*
 * gather.c - ttnn.gather's pipeline (TT-5): dimension to last (a view), input cut to index's
 * extents (a view), tiles padded, cores run, tiles back through the same view of the result.
 */
#include <inttypes.h>

#include "access/check.h"
#include "tile/tile.h"

/* ---- index values (TT-10: the hardware does not check them) ---------------------------------- */

static uint32_t largest_16(const uint16_t *v, size_t count)
{
    uint16_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = v[i] > most ? v[i] : most;
    return most;
}

static uint32_t largest_32(const uint32_t *v, size_t count)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = v[i] > most ? v[i] : most;
    return most;
}

/* Padding is 0 and so never the largest. */
static int64_t largest_index(const grn_tile_tensor *index)
{
    return index->rows.dtype == GRN_UI32 ? largest_32(index->tiles, index->bytes / 4)
                                         : largest_16(index->tiles, index->bytes / 2);
}

static grn_status refuse_index(const grn_tile_call *call, int64_t value, const int64_t *position)
{
    const int64_t extent = call->input.shape[call->dim];
    char at[GRN_LIST_BYTES];
    grn_bad_index bad = grn_bad_index_at(&call->index, position);
    bad.highest = extent - 1;
    grn_list_text(position, call->index.rank, at);
    grn_fail_bad_index(call->diag, &bad,
                       "index%s is %" PRId64 ", dimension %" PRId32 " of input has %" PRId64 " elements", at, value,
                       call->dim, extent);
    if (extent > 0)
        grn_note(call->diag, grn_no_place, "index: %" PRId64 " at %s; right: 0 to %" PRId64, value, at, extent - 1);
    else
        grn_note(call->diag, grn_no_place, "index: %" PRId64 " at %s; right: an empty index, as input is empty there",
                 value, at);
    return GRN_E_INDEX;
}

/* Names the first value out of range, in row-major order; GRN_OK when there is none. */
static grn_status find_bad_index(const grn_tile_call *call)
{
    const grn_tensor *t = &call->index;
    grn_walk w;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w)) {
        const int64_t value = grn_index_load(t->dtype, grn_tensor_at(t, w.offset[0]));
        if (value >= call->input.shape[call->dim])
            return refuse_index(call, value, w.index);
    }
    return GRN_OK;
}

/* Also rejects an index that changed during the call: the tiles' values count. */
static grn_status check_index(const grn_tile_call *call, const grn_tile_tensor *index)
{
    if (largest_index(index) < call->input.shape[call->dim])
        return GRN_OK;
    grn_status status = find_bad_index(call);
    return status != GRN_OK ? status
                            : grn_fail(call->diag, grn_no_place, GRN_E_INDEX, "index changed while it was read");
}

/* ---- the pipeline ---------------------------------------------------------------------------- */

typedef struct gather {
    grn_tile_call call;
    grn_tile_problem problem;
    const grn_tile_strategy *strategy;
    grn_ttnn_account *account;
    grn_tile_tensor input, index, output;
} gather;

static grn_status load(gather *g)
{
    const grn_tile_call *call = &g->call;
    unsigned char padding[8];
    grn_tensor rows;
    grn_tile_row_view(&call->index, &call->index, call->dim, &rows);
    grn_status status = grn_tile_load(call, &rows, "index", NULL, &g->index);
    if (status == GRN_OK)
        status = check_index(call, &g->index);
    if (status != GRN_OK)
        return status;
    grn_tile_input_padding(call->input.dtype, padding);
    grn_tile_row_view(&call->input, &call->index, call->dim, &rows);
    status = grn_tile_load(call, &rows, "input", padding, &g->input);
    if (status != GRN_OK)
        return status;
    rows = g->index.rows;
    rows.dtype = call->input.dtype;
    return grn_tile_alloc(call, &rows, "output", &g->output);
}

static grn_status compute(gather *g)
{
    grn_tile_program program = {.input = grn_tile_dram_of(&g->input),
                                .index = grn_tile_dram_of(&g->index),
                                .output = grn_tile_dram_of(&g->output)};
    return grn_tile_run_on(&g->call, &g->problem, g->strategy, &program, g->account);
}

static grn_status store_result(const gather *g, const grn_tensor *out)
{
    grn_tensor result, rows;
    grn_status status = grn_tile_take_view(out, "output", g->call.diag, &result);
    if (status != GRN_OK)
        return status;
    grn_tile_row_view(&result, &result, g->call.dim, &rows);
    return grn_ttnn_untilize(g->output.tiles, g->output.bytes, &rows, g->call.diag);
}

/* Nothing is written before everything that can fail has succeeded. */
static grn_status run_gather(gather *g, const grn_tensor *index, grn_tensor *out)
{
    const bool idle = g->account->taken.cores == 0;
    grn_status status = idle ? find_bad_index(&g->call) : load(g);
    if (status == GRN_OK && !idle)
        status = compute(g);
    if (status == GRN_OK)
        status = grn_tile_result(&g->call, index, out);
    if (status == GRN_OK && !idle)
        status = store_result(g, out);
    grn_tile_free(&g->call, &g->input);
    grn_tile_free(&g->call, &g->index);
    grn_tile_free(&g->call, &g->output);
    return status;
}

static grn_status prepare_gather(gather *g)
{
    grn_status status = grn_tile_problem_of(&g->call, &g->problem);
    return status == GRN_OK ? grn_tile_plan(&g->call, &g->problem, &g->strategy, g->account) : status;
}

grn_status grn_ttnn_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                           const grn_ttnn_options *options, const grn_diag *diag, grn_tensor *out,
                           grn_ttnn_account *account)
{
    grn_ttnn_account own;
    grn_tensor result;
    gather g = {.account = account != NULL ? account : &own};
    grn_status status = grn_tile_check_out(options, diag, out);
    if (status == GRN_OK)
        status = grn_tile_check_gather(input, dim, index, options, diag, &g.call);
    if (status == GRN_OK)
        status = grn_tile_check_buffers(&g.call);
    if (status == GRN_OK)
        status = prepare_gather(&g);
    if (status == GRN_OK)
        status = run_gather(&g, index, &result);
    if (status == GRN_OK && out != NULL)
        *out = result;
    return status;
}

grn_status grn_ttnn_gather_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                   const grn_ttnn_options *options, const grn_diag *diag, grn_ttnn_account *account)
{
    gather g = {.account = account};
    grn_status status = grn_check_given(account, "account", diag);
    if (status == GRN_OK)
        status = grn_tile_check_gather(input, dim, index, options, diag, &g.call);
    return status == GRN_OK ? prepare_gather(&g) : status;
}
