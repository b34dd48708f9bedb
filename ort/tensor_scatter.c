/*
 * tensor_scatter.c - TensorScatter: each sequence of a batch is written into its cache from where
 * write_indices says, along one axis; where mode is "circular", modulo the cache's extent.
 *
 * Source: ONNX operator TensorScatter, version 24. As a scatter: an index for each sequence and
 * position, which is computed, and whose windows are all other dimensions.
 */
#include <inttypes.h>

#include "operators.h"

#define CACHE 0
#define UPDATE 1
#define BEGINS 2

static grn_status check(const grn_tensor *inputs, int64_t axis, const grn_diag *diag)
{
    const grn_tensor *cache = &inputs[CACHE], *update = &inputs[UPDATE], *begins = &inputs[BEGINS];
    if (cache->rank < 2 || update->rank != cache->rank)
        return grn_ort_say(diag, GRN_E_SHAPE,
                           "past_cache has rank %" PRId32 " and update %" PRId32 ", they must have the same, 2 or more",
                           cache->rank, update->rank);
    if (axis <= 0 || axis >= cache->rank)
        return grn_ort_say(diag, GRN_E_ARGUMENT,
                           "axis is dimension %" PRId64 ", it must be 1 to %" PRId32 ": dimension 0 is the batch", axis,
                           cache->rank - 1);
    for (int32_t d = 0; d < cache->rank; d++)
        if (d == axis ? update->shape[d] > cache->shape[d] : update->shape[d] != cache->shape[d])
            return grn_ort_say(diag, GRN_E_SHAPE,
                               "dimension %" PRId32 " of update is %" PRId64 ", past_cache has %" PRId64, d,
                               update->shape[d], cache->shape[d]);
    if (begins->dtype != GRN_NO_DTYPE && (begins->rank != 1 || begins->shape[0] != cache->shape[0]))
        return grn_ort_say(diag, GRN_E_SHAPE, "write_indices must have one dimension, of %" PRId64 " elements",
                           cache->shape[0]);
    return GRN_OK;
}

static int64_t axis_of(const grn_ort_node *node, const grn_tensor *cache)
{
    return node->number < 0 ? node->number + cache->rank : node->number;
}

grn_status grn_ort_tensor_scatter_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t key,
                                          grn_ort_access *out, const grn_diag *diag)
{
    const int64_t axis = axis_of(node, &inputs[CACHE]);
    (void)key;
    grn_status status = check(inputs, axis, diag);
    if (status != GRN_OK)
        return status;
    const grn_tensor *cache = &inputs[CACHE], *update = &inputs[UPDATE];
    grn_dimension_numbers *dims = &out->scatter.dims;
    for (int64_t d = 1; d < cache->rank; d++)
        if (d != axis)
            dims->offset_dims.v[dims->offset_dims.count++] = d;
    dims->collapsed_slice_dims = (grn_dims){1, {axis}};
    dims->operand_batching_dims = dims->start_indices_batching_dims = (grn_dims){1, {0}};
    dims->start_index_map = (grn_dims){1, {axis}};
    dims->index_vector_dim = 2;
    out->scatter.index.bounds = GRN_BOUNDS_ERROR;
    out->scatter.index.unique_indices = true;
    out->is_scatter = true;
    out->nstarts = update->shape[0] * update->shape[axis];
    out->operand = *cache;
    out->dense = *update;
    status = grn_tensor_init(&out->indices, NULL, GRN_I64, 2, (int64_t[]){update->shape[0], update->shape[axis]});
    return status == GRN_OK ? grn_tensor_init(&out->output, NULL, cache->dtype, cache->rank, cache->shape) : status;
}

grn_status grn_ort_tensor_scatter_begin(grn_ort_run *run, const grn_diag *diag)
{
    const grn_tensor *cache = &run->inputs[CACHE], *update = &run->inputs[UPDATE];
    const int64_t *begins = run->inputs[BEGINS].data;
    const int64_t axis = axis_of(run->node, cache);
    const int64_t extent = cache->shape[axis], length = update->shape[axis];
    const bool is_circular = run->node->is_circular;
    int64_t *starts = run->ready->starts;
    for (int64_t b = 0; b < cache->shape[0]; b++) {
        const int64_t begin = begins != NULL ? begins[b] : 0;
        if (begin < 0 || (!is_circular && begin > extent - length))
            return grn_ort_say(diag, GRN_E_INDEX,
                               "write_indices[%" PRId64 "] is %" PRId64 ", it must be 0 %s%" PRId64
                               " for an update of %" PRId64 " in a cache of %" PRId64,
                               b, begin, is_circular ? "or more, up to " : "to ",
                               is_circular ? INT64_MAX : extent - length, length, extent);
        for (int64_t i = 0, at = extent > 0 ? begin % extent : 0; i < length; i++, at++)
            *starts++ = at < extent ? at : at - extent;
    }
    grn_ort_copy(&run->ready->pool.parallel, run->output, cache->data, grn_tensor_bytes(cache));
    run->indices = run->ready->starts;
    run->dense = update->data;
    return GRN_OK;
}
