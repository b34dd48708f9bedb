/* tosa.c - ttnn.tosa.gather and scatter (TT-12): rows of C elements, as element gathers by an index
 * broadcast along C. */
#include <inttypes.h>

#include "access/check.h"
#include "tile/tile.h"

static grn_status check_rank(const grn_tensor *t, const char *name, int32_t rank, const char *shape,
                             const grn_diag *diag)
{
    grn_status status = grn_check_view(t, name, diag);
    if (status != GRN_OK || t->rank == rank)
        return status;
    grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s must have %" PRId32 " dimensions, %s; it has %" PRId32, name, rank,
             shape, t->rank);
    grn_note(diag, grn_no_place, "%s: %" PRId32 " dimensions; right: %" PRId32, name, t->rank, rank);
    return GRN_E_SHAPE;
}

static grn_status check_extent(const grn_tensor *t, const char *name, int32_t dim, int64_t right, const char *called,
                               const grn_diag *diag)
{
    if (t->shape[dim] == right)
        return GRN_OK;
    grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s and %s must agree on %s. Got: %" PRId64 " and %" PRId64,
             called[0] == 'W' ? "index" : "input", name, called, right, t->shape[dim]);
    grn_note(diag, grn_no_place, "%s: extent %" PRId64 " in dimension %" PRId32 "; right: %" PRId64, name,
             t->shape[dim], dim, right);
    return GRN_E_SHAPE;
}

/* Checks input and index, then views index [N, W] as [N, W, C]. */
static grn_status broadcast(const grn_tensor *input, const grn_tensor *index, const grn_diag *diag, grn_tensor *out)
{
    grn_status status = check_rank(input, "input", 3, "[N, K, C]", diag);
    if (status == GRN_OK)
        status = check_rank(index, "index", 2, "[N, W]", diag);
    if (status == GRN_OK)
        status = check_extent(index, "index", 0, input->shape[0], "N", diag);
    if (status != GRN_OK)
        return status;
    *out = *index;
    out->rank = 3;
    out->shape[2] = input->shape[2];
    out->stride[2] = 0;
    return GRN_OK;
}

grn_status grn_ttnn_tosa_gather(const grn_tensor *input, const grn_tensor *index, const grn_ttnn_options *options,
                                const grn_diag *diag, grn_tensor *out, grn_ttnn_account *account)
{
    grn_tensor wide;
    grn_status status = broadcast(input, index, diag, &wide);
    return status == GRN_OK ? grn_ttnn_gather(input, 1, &wide, options, diag, out, account) : status;
}

grn_status grn_ttnn_tosa_scatter(const grn_tensor *input, const grn_tensor *index, const grn_tensor *source,
                                 const grn_ttnn_options *options, const grn_diag *diag, grn_tensor *out,
                                 grn_ttnn_account *account)
{
    grn_ttnn_options replacing;
    grn_tensor wide;
    grn_status status = GRN_CHECK_OPTIONS(grn_ttnn_options, options, diag);
    if (status != GRN_OK)
        return status;
    GRN_COPY_OPTIONS(&replacing, options);
    status = broadcast(input, index, diag, &wide);
    if (status == GRN_OK)
        status = check_rank(source, "source", 3, "[N, W, C]", diag);
    if (status == GRN_OK)
        status = check_extent(source, "source", 0, input->shape[0], "N", diag);
    if (status == GRN_OK)
        status = check_extent(source, "source", 1, index->shape[1], "W", diag);
    if (status == GRN_OK)
        status = check_extent(source, "source", 2, input->shape[2], "C", diag);
    replacing.reduce = NULL;
    return status == GRN_OK ? grn_ttnn_scatter(input, 1, &wide, source, &replacing, diag, out, account) : status;
}
