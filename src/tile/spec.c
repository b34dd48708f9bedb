/* spec.c - what a call means: the canonical gather and scatter along one dimension, every other one a batching dimension. */
#include "tile/tile.h"

/* Semantics: torch.gather's row. Index at most input's extent on the batching dimensions, hence the prefix rule. */
static void along_dimension(int32_t rank, int32_t dim, grn_dimension_numbers *out)
{
    *out = (grn_dimension_numbers){.index_vector_dim = rank};
    out->collapsed_slice_dims = (grn_dims){1, {dim}};
    out->start_index_map = (grn_dims){1, {dim}};
    for (int32_t d = 0; d < rank; d++)
        if (d != dim)
            out->operand_batching_dims.v[out->operand_batching_dims.count++] = d;
    out->start_indices_batching_dims = out->operand_batching_dims;
}

static grn_status check(const grn_tensor *input, int64_t dim, const grn_diag *diag, grn_tensor *seen, int32_t *dim_as)
{
    grn_status status = grn_tile_take_view(input, "input", diag, seen);
    return status == GRN_OK ? grn_tile_check_dim(seen->rank, dim, diag, dim_as) : status;
}

grn_status grn_ttnn_gather_spec(const grn_tensor *input, int64_t dim, const grn_diag *diag, grn_gather_spec *out)
{
    grn_tensor seen;
    int32_t dim_as = 0;
    grn_status status = check(input, dim, diag, &seen, &dim_as);
    if (status == GRN_OK)
        status = grn_check_given(out, "out", diag);
    if (status != GRN_OK)
        return status;
    *out = (grn_gather_spec){.index = {.bounds = GRN_BOUNDS_ERROR, .batch_rule = GRN_BATCH_PREFIX},
                             .slice_sizes = {.count = seen.rank}};
    along_dimension(seen.rank, dim_as, &out->dims);
    for (int32_t d = 0; d < seen.rank; d++)
        out->slice_sizes.v[d] = seen.shape[d] > 0;
    return GRN_OK;
}

grn_status grn_ttnn_scatter_spec(const grn_tensor *input, int64_t dim, const char *reduce, const grn_diag *diag,
                                 grn_scatter_spec *out)
{
    grn_tensor seen;
    int32_t dim_as = 0;
    grn_combiner combiner = GRN_COMBINE_REPLACE;
    grn_status status = check(input, dim, diag, &seen, &dim_as);
    if (status == GRN_OK)
        status = grn_tile_reduce_of(reduce, diag, &combiner);
    if (status == GRN_OK)
        status = grn_check_given(out, "out", diag);
    if (status != GRN_OK)
        return status;
    *out = (grn_scatter_spec){.index = {.bounds = GRN_BOUNDS_SKIP, .batch_rule = GRN_BATCH_PREFIX},
                              .combiner = combiner};
    along_dimension(seen.rank, dim_as, &out->dims);
    return GRN_OK;
}
