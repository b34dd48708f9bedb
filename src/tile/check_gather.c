/* check_gather.c - ttnn.gather's rules, TT-1 to TT-3, each with its TT_FATAL text. */
#include <inttypes.h>

#include "tile/tile.h"

/* Gradients are not this operation's: TT-17. */
static grn_status check_sparse_grad(const grn_tile_call *call)
{
    if (!call->options.sparse_grad)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_UNSUPPORTED, "Sparse gradient is not supported yet.");
    grn_note(call->diag, grn_no_place, "sparse_grad: true; right: false");
    return GRN_E_UNSUPPORTED;
}

static grn_status check_ranks(const grn_tile_call *call, int32_t input_rank, int32_t index_rank)
{
    if (input_rank == index_rank)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
             "Input and index tensor must have the same number of dimensions. Got input dim: %" PRId32
             " and index dim: %" PRId32, input_rank, index_rank);
    grn_note(call->diag, grn_no_place, "index: %" PRId32 " dimensions; right: %" PRId32 ", as input", index_rank,
             input_rank);
    return GRN_E_SHAPE;
}

static grn_status check_index_dtype(const grn_tile_call *call)
{
    grn_dtype dtype = call->index.dtype;
    if (dtype == GRN_UI32 || dtype == GRN_UI16)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "Index tensor must be of type UINT32 or UINT16. Got: %s",
             grn_tile_dtype_text(dtype));
    grn_note(call->diag, grn_no_place, "index: %s; right: ui32 or ui16", grn_dtype_text(dtype));
    return GRN_E_DTYPE;
}

/* TTNN checks three dimensions, after transpose and padding; here all of the caller's dimensions are checked. */
static grn_status check_extents(const grn_tile_call *call)
{
    char index[GRN_SHAPE_TEXT_BYTES], input[GRN_SHAPE_TEXT_BYTES];
    int32_t d = 0;
    while (d < call->index.rank && (d == call->dim || call->index.shape[d] <= call->input.shape[d]))
        d++;
    if (d == call->index.rank)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
             "Index tensor shape dimension %" PRId32 " must be less than or equal to input tensor shape dimension %" PRId32
             ". Got index tensor shape: %s and input tensor shape: %s",
             d, d, grn_tile_shape_text(&call->index, index), grn_tile_shape_text(&call->input, input));
    grn_note(call->diag, grn_no_place, "index: extent %" PRId64 " in dimension %" PRId32 "; right: at most %" PRId64,
             call->index.shape[d], d, call->input.shape[d]);
    return GRN_E_SHAPE;
}

static grn_status check_layout(const grn_tile_call *call, grn_ttnn_layout layout, const char *name, const char *called)
{
    if (layout == GRN_TTNN_TILE)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_UNSUPPORTED,
             "The %s must be in tiled format. Current layout: Layout::ROW_MAJOR", called);
    grn_note(call->diag, grn_no_place, "%s: row-major; right: tiles", name);
    return GRN_E_UNSUPPORTED;
}

static grn_status check_places(const grn_tile_call *call)
{
    const grn_ttnn_options *o = &call->options;
    grn_status status = check_layout(call, o->input.layout, "input", "input tensor");
    if (status == GRN_OK)
        status = check_layout(call, o->index.layout, "index", "input index tensor");
    if (status == GRN_OK)
        status = grn_tile_check_placement(call, &o->input, "input");
    return status == GRN_OK ? grn_tile_check_placement(call, &o->index, "index") : status;
}

static grn_status check_tensors(grn_tile_call *call)
{
    grn_status status = check_index_dtype(call);
    if (status == GRN_OK)
        status = grn_tile_check_input_dtype(call);
    if (status == GRN_OK)
        status = check_extents(call);
    if (status == GRN_OK)
        status = check_places(call);
    if (status == GRN_OK)
        status = grn_tile_check_output(call, &call->index,
                                       "Output tensor shape must be the same as index tensor shape. "
                                       "Got output tensor shape: %s and index tensor shape: %s");
    return status == GRN_OK ? grn_tile_choose_cores(call) : status;
}

grn_status grn_tile_check_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                 const grn_ttnn_options *options, const grn_diag *diag, grn_tile_call *call)
{
    call->op = "ttnn.gather";
    call->is_scatter = false;
    call->combiner = GRN_COMBINE_REPLACE;
    grn_status status = grn_tile_take_options(call, options, diag);
    if (status == GRN_OK)
        status = grn_tile_take_view(input, "input", diag, &call->input);
    if (status == GRN_OK)
        status = grn_tile_take_view(index, "index", diag, &call->index);
    if (status == GRN_OK)
        status = check_sparse_grad(call);
    if (status == GRN_OK)
        status = check_ranks(call, input->rank, index->rank);
    if (status == GRN_OK)
        status = grn_tile_check_dim(call->input.rank, dim, diag, &call->dim);
    return status == GRN_OK ? check_tensors(call) : status;
}
