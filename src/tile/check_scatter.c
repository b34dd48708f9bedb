/* check_scatter.c - ttnn.scatter's rules, TT-13 and TT-14. TTNN's limits on tiled f32 and on long i32 rows are not kept. */
#include <inttypes.h>
#include <string.h>

#include "tile/tile.h"

grn_status grn_tile_reduce_of(const char *reduce, const grn_diag *diag, grn_combiner *out)
{
    *out = GRN_COMBINE_REPLACE;
    if (reduce == NULL)
        return GRN_OK;
    if (strcmp(reduce, "add") == 0 || strcmp(reduce, "multiply") == 0) {
        *out = reduce[0] == 'a' ? GRN_COMBINE_ADD : GRN_COMBINE_MUL;
        return GRN_OK;
    }
    grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "reduce must be either 'add' or 'multiply' (case-sensitive), got %s",
             reduce);
    grn_note(diag, grn_no_place, "reduce: \"%s\"; right: none, \"add\" or \"multiply\"", reduce);
    return GRN_E_ARGUMENT;
}

static grn_status check_rank(const grn_tile_call *call, const char *name, int32_t rank, int32_t input_rank)
{
    if (rank == input_rank)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
             "input_rank must equal %s_rank (input_rank: %" PRId32 ", %s_rank: %" PRId32 ").", name, input_rank, name,
             rank);
    grn_note(call->diag, grn_no_place, "%s: %" PRId32 " dimensions; right: %" PRId32 ", as input", name, rank,
             input_rank);
    return GRN_E_SHAPE;
}

static grn_status check_source_extents(const grn_tile_call *call)
{
    const int64_t *index = call->index.shape, *source = call->source.shape;
    int32_t d = 0;
    while (d < call->index.rank && index[d] <= source[d])
        d++;
    if (d == call->index.rank)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
             "index_shape[%" PRId32 "] <= source_shape[%" PRId32 "] == false (%" PRId64 " <= %" PRId64 ")", d, d, index[d],
             source[d]);
    grn_note(call->diag, grn_no_place, "index: extent %" PRId64 " in dimension %" PRId32 "; right: at most %" PRId64
             ", source's", index[d], d, source[d]);
    return GRN_E_SHAPE;
}

static grn_status check_input_extents(const grn_tile_call *call)
{
    const int64_t *index = call->index.shape, *input = call->input.shape;
    int32_t d = 0;
    while (d < call->index.rank && (d == call->dim || index[d] <= input[d]))
        d++;
    if (d == call->index.rank)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
             "index_shape[%" PRId32 "] <= input_shape[%" PRId32 "] == false (%" PRId64 " <= %" PRId64 ")", d, d, index[d],
             input[d]);
    grn_note(call->diag, grn_no_place, "index: extent %" PRId64 " in dimension %" PRId32 "; right: at most %" PRId64
             ", input's", index[d], d, input[d]);
    return GRN_E_SHAPE;
}

static grn_status check_index_dtype(const grn_tile_call *call)
{
    grn_dtype dtype = call->index.dtype;
    if (dtype == GRN_I32 || dtype == GRN_UI8 || dtype == GRN_UI16 || dtype == GRN_UI32)
        return GRN_OK;
    if (!grn_dtype_is_integer(dtype))
        grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "index_dtype is not integer");
    else
        grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "index_dtype must be INT32, UINT8, UINT16 or UINT32. Got: %s",
                 grn_tile_dtype_text(dtype));
    grn_note(call->diag, grn_no_place, "index: %s; right: i32, ui8, ui16 or ui32", grn_dtype_text(dtype));
    return GRN_E_DTYPE;
}

static grn_status check_source_dtype(const grn_tile_call *call)
{
    if (call->source.dtype == call->input.dtype)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "input_dtype differs from src_dtype");
    grn_note(call->diag, grn_no_place, "source: %s; right: %s, as input", grn_dtype_text(call->source.dtype),
             grn_dtype_text(call->input.dtype));
    return GRN_E_DTYPE;
}

static grn_status check_dtypes(const grn_tile_call *call)
{
    grn_status status = grn_tile_check_input_dtype(call);
    if (status == GRN_OK)
        status = check_source_dtype(call);
    return status == GRN_OK ? check_index_dtype(call) : status;
}

static grn_status check_places(const grn_tile_call *call)
{
    grn_status status = grn_tile_check_placement(call, &call->options.input, "input");
    if (status == GRN_OK)
        status = grn_tile_check_placement(call, &call->options.index, "index");
    return status == GRN_OK ? grn_tile_check_placement(call, &call->options.source, "source") : status;
}

static grn_status check_tensors(grn_tile_call *call)
{
    grn_status status = check_dtypes(call);
    if (status == GRN_OK)
        status = check_source_extents(call);
    if (status == GRN_OK)
        status = check_input_extents(call);
    if (status == GRN_OK)
        status = check_places(call);
    if (status == GRN_OK)
        status = grn_tile_check_output(call, &call->input,
                                       "Output tensor shape must be the same as input tensor shape. "
                                       "Got output tensor shape: %s and input tensor shape: %s");
    return status == GRN_OK ? grn_tile_choose_cores(call) : status;
}

static grn_status take_views(grn_tile_call *call, const grn_tensor *input, const grn_tensor *index,
                             const grn_tensor *source)
{
    grn_status status = grn_tile_take_view(input, "input", call->diag, &call->input);
    if (status == GRN_OK)
        status = grn_tile_take_view(index, "index", call->diag, &call->index);
    if (status == GRN_OK)
        status = grn_tile_take_view(source, "source", call->diag, &call->source);
    if (status == GRN_OK)
        status = check_rank(call, "index", index->rank, input->rank);
    return status == GRN_OK ? check_rank(call, "source", source->rank, input->rank) : status;
}

grn_status grn_tile_check_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                  const grn_tensor *source, const grn_ttnn_options *options, const grn_diag *diag,
                                  grn_tile_call *call)
{
    call->op = "ttnn.scatter";
    call->is_scatter = true;
    grn_status status = grn_tile_take_options(call, options, diag);
    if (status == GRN_OK)
        status = take_views(call, input, index, source);
    if (status == GRN_OK)
        status = grn_tile_check_dim(call->input.rank, dim, diag, &call->dim);
    if (status == GRN_OK)
        status = grn_tile_reduce_of(call->options.reduce, diag, &call->combiner);
    return status == GRN_OK ? check_tensors(call) : status;
}
