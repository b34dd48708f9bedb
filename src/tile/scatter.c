/*
 * scatter.c - ttnn.scatter's pipeline. The part of input that index's extents reach goes through
 * tiles; the rest is copied. An item's cores read its input tiles before they write those same
 * places, so input's tiles become the output's.
 */
#include "tile/tile.h"

typedef struct scatter {
    grn_tile_call call;
    grn_tile_problem problem;
    const grn_tile_strategy *strategy;
    grn_ttnn_account *account;
    grn_tile_tensor input, index, source;
} scatter;

static grn_status load(scatter *s)
{
    const grn_tile_call *call = &s->call;
    unsigned char padding[8];
    grn_tensor rows, source = call->source;
    grn_tile_input_padding(call->input.dtype, padding);
    grn_tile_row_view(&call->input, &call->index, call->dim, &rows);
    grn_status status = grn_tile_load(call, &rows, "input", padding, &s->input);
    if (status != GRN_OK)
        return status;
    grn_tile_row_view(&call->index, &call->index, call->dim, &rows);
    status = grn_tile_load(call, &rows, "index", NULL, &s->index);
    if (status != GRN_OK)
        return status;
    source.shape[call->dim] = call->index.shape[call->dim];
    grn_tile_row_view(&source, &call->index, call->dim, &rows);
    return grn_tile_load(call, &rows, "source", NULL, &s->source);
}

static grn_status compute(scatter *s)
{
    grn_tile_program program = {.input = grn_tile_dram_of(&s->input),
                                .index = grn_tile_dram_of(&s->index),
                                .source = grn_tile_dram_of(&s->source),
                                .output = grn_tile_dram_of(&s->input)};
    return grn_tile_run_on(&s->call, &s->problem, s->strategy, &program, s->account);
}

static grn_status store_result(const scatter *s, const grn_tensor *out)
{
    grn_tensor result, rows;
    grn_status status = grn_tile_take_view(out, "output", s->call.diag, &result);
    if (status != GRN_OK)
        return status;
    if (result.data != s->call.input.data)
        grn_tensor_copy(&result, &s->call.input);
    if (s->account->taken.cores == 0)
        return GRN_OK;
    grn_tile_row_view(&result, &s->call.index, s->call.dim, &rows);
    return grn_ttnn_untilize(s->input.tiles, s->input.bytes, &rows, s->call.diag);
}

/* Nothing is written before everything that can fail has succeeded. */
static grn_status run_scatter(scatter *s, const grn_tensor *input, grn_tensor *out)
{
    grn_status status = GRN_OK;
    if (s->account->taken.cores > 0)
        status = load(s);
    if (status == GRN_OK && s->account->taken.cores > 0)
        status = compute(s);
    if (status == GRN_OK)
        status = grn_tile_result(&s->call, input, out);
    if (status == GRN_OK)
        status = store_result(s, out);
    grn_tile_free(&s->call, &s->input);
    grn_tile_free(&s->call, &s->index);
    grn_tile_free(&s->call, &s->source);
    return status;
}

static grn_status prepare_scatter(scatter *s)
{
    grn_status status = grn_tile_problem_of(&s->call, &s->problem);
    return status == GRN_OK ? grn_tile_plan(&s->call, &s->problem, &s->strategy, s->account) : status;
}

grn_status grn_ttnn_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *source,
                            const grn_ttnn_options *options, const grn_diag *diag, grn_tensor *out,
                            grn_ttnn_account *account)
{
    grn_ttnn_account own;
    grn_tensor result;
    scatter s = {.account = account != NULL ? account : &own};
    grn_status status = grn_tile_check_out(options, diag, out);
    if (status == GRN_OK)
        status = grn_tile_check_scatter(input, dim, index, source, options, diag, &s.call);
    if (status == GRN_OK)
        status = grn_tile_check_buffers(&s.call);
    if (status == GRN_OK)
        status = prepare_scatter(&s);
    if (status == GRN_OK)
        status = run_scatter(&s, input, &result);
    if (status == GRN_OK && out != NULL)
        *out = result;
    return status;
}

grn_status grn_ttnn_scatter_add(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *source,
                                const grn_ttnn_options *options, const grn_diag *diag, grn_tensor *out,
                                grn_ttnn_account *account)
{
    grn_ttnn_options adding;
    const grn_status status = GRN_CHECK_OPTIONS(grn_ttnn_options, options, diag);
    if (status != GRN_OK)
        return status;
    GRN_COPY_OPTIONS(&adding, options);
    adding.reduce = "add";
    return grn_ttnn_scatter(input, dim, index, source, &adding, diag, out, account);
}

grn_status grn_ttnn_scatter_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                    const grn_tensor *source, const grn_ttnn_options *options, const grn_diag *diag,
                                    grn_ttnn_account *account)
{
    scatter s = {.account = account};
    grn_status status = grn_check_given(account, "account", diag);
    if (status == GRN_OK)
        status = grn_tile_check_scatter(input, dim, index, source, options, diag, &s.call);
    return status == GRN_OK ? prepare_scatter(&s) : status;
}

grn_status grn_tile_scatter_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                    const grn_tensor *source, grn_combiner combiner, const grn_ttnn_options *options,
                                    const grn_diag *diag, grn_ttnn_account *account)
{
    scatter s = {.account = account};
    grn_ttnn_options replacing = *options;
    replacing.reduce = NULL;
    const grn_status status = grn_tile_check_scatter(input, dim, index, source, &replacing, diag, &s.call);
    s.call.combiner = combiner;
    return status == GRN_OK ? prepare_scatter(&s) : status;
}
