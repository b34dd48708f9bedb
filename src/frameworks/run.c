/* run.c - a checked call against out and the index values, and its run by the spec. All that can
 * fail comes before the first write. */
#include <string.h>

#include "frameworks/frameworks.h"

void grn_fw_to_gather_spec(const grn_fw_call *call, grn_gather_spec *out)
{
    grn_dimension_numbers_copy(&out->dims, &call->dims);
    grn_dims_copy(&out->slice_sizes, &call->slice_sizes);
    out->index = call->index;
    memcpy(out->fill, call->fill, sizeof out->fill);
}

void grn_fw_to_scatter_spec(const grn_fw_call *call, grn_scatter_spec *out)
{
    grn_dimension_numbers_copy(&out->dims, &call->dims);
    out->index = call->index;
    out->combiner = call->combiner;
    out->region = call->region;
    out->region_user = call->region_user;
    out->region_in_order = NULL;
}

grn_status grn_fw_gather_spec_of(grn_status status, const grn_fw_call *call, grn_gather_spec *out)
{
    if (status == GRN_OK)
        status = grn_check_given(out, "out", call->diag);
    if (status != GRN_OK)
        return status;
    *out = (grn_gather_spec){.slice_sizes = {0}}; /* the caller's memory, of which every byte is written */
    grn_fw_to_gather_spec(call, out);
    return GRN_OK;
}

grn_status grn_fw_scatter_spec_of(grn_status status, const grn_fw_call *call, grn_scatter_spec *out)
{
    if (status == GRN_OK)
        status = grn_check_given(out, "out", call->diag);
    if (status != GRN_OK)
        return status;
    *out = (grn_scatter_spec){.region = NULL};
    grn_fw_to_scatter_spec(call, out);
    return GRN_OK;
}

grn_status grn_fw_shape(grn_status status, const grn_fw_call *call, int32_t *rank, int64_t *shape)
{
    if (status == GRN_OK)
        status = grn_check_given(rank, "rank", call->diag);
    if (status == GRN_OK)
        status = grn_check_given(shape, "shape", call->diag);
    if (status != GRN_OK)
        return status;
    *rank = call->result.rank;
    memcpy(shape, call->result.shape, (size_t)call->result.rank * sizeof *shape);
    return GRN_OK;
}

/* ---- index values ---------------------------------------------------------------------------- */

static bool is_bad(const grn_fw_call *call, int64_t value, int64_t extent)
{
    return value >= extent || value < (call->index.wrap_negative ? -extent : 0);
}

grn_status grn_fw_check_index(const grn_fw_call *call)
{
    const grn_tensor *t = &call->indices;
    const int64_t vector_dim = call->dims.index_vector_dim;
    int64_t shape[GRN_MAX_RANK];
    grn_walk w;
    if (call->op->report_index == NULL)
        return GRN_OK;
    grn_distinct_shape(t, shape);
    if (vector_dim < t->rank)
        shape[vector_dim] = t->shape[vector_dim]; /* one value, held against several dimensions */
    grn_walk_init(&w, t->rank, shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w)) {
        const int64_t component = vector_dim < t->rank ? w.index[vector_dim] : 0;
        const int64_t dim = call->dims.start_index_map.v[component];
        const int64_t value = grn_index_load(t->dtype, grn_tensor_at(t, w.offset[0]));
        if (is_bad(call, value, call->data.shape[dim]))
            return call->op->report_index(call,
                                          &(grn_fw_bad_index){w.index, value, call->data.shape[dim], (int32_t)dim});
    }
    return GRN_OK;
}

/* ---- out ------------------------------------------------------------------------------------- */

static grn_status check_out(const grn_fw_call *call, const grn_tensor *out)
{
    grn_status status = grn_check_view(out, "out", call->diag);
    if (status == GRN_OK)
        status = grn_check_same_shape(out, "out", call->result.rank, call->result.shape, call->diag);
    if (status == GRN_OK && out->dtype != call->data.dtype)
        status = grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "out has element type %s, it must be %s's: %s",
                          grn_dtype_text(out->dtype), call->op->data_name, grn_dtype_text(call->data.dtype));
    if (status == GRN_OK)
        status = grn_check_data(out, "out", call->diag);
    return status == GRN_OK ? grn_check_places(out, "out", call->diag) : status;
}

/* out as the spec's result: where ranks differ, rank 0 counts as [1]. */
static void seen_as(const grn_tensor *out, const grn_tensor *like, grn_tensor *seen)
{
    grn_view_copy(seen, out);
    if (like->rank == 1)
        grn_fw_at_least_1d(seen);
}

/* Such a dimension has windows without elements, which the spec accepts at 0; a framework calls
 * every index out of range. */
static bool chooses_from_nothing(const grn_fw_call *call)
{
    for (int32_t i = 0; i < call->dims.start_index_map.count; i++)
        if (call->data.shape[call->dims.start_index_map.v[i]] == 0)
            return call->indices.data != NULL;
    return false;
}

/* grn_gather's checks of memory, with the framework's names. */
static grn_status check_disjoint(const grn_fw_call *call, const grn_tensor *result)
{
    grn_status status = grn_check_data(&call->data, call->op->data_name, call->diag);
    if (status == GRN_OK)
        status = grn_check_data(&call->indices, call->op->index_name, call->diag);
    if (status == GRN_OK)
        status = grn_check_alias(result, &call->data, call->op->data_name, call->diag);
    return status == GRN_OK ? grn_check_alias(result, &call->indices, call->op->index_name, call->diag) : status;
}

static grn_status run_gather(const grn_fw_call *call, const grn_tensor *result)
{
    grn_gather_spec spec;
    grn_status status = chooses_from_nothing(call) ? grn_fw_check_index(call) : GRN_OK;
    if (status != GRN_OK)
        return status;
    grn_fw_to_gather_spec(call, &spec);
    status = grn_gather(&spec, &call->data, &call->indices, result, NULL);
    if (status == GRN_OK)
        return GRN_OK;
    /* Checks once more for the message: the framework's for memory and indices, else the spec's. */
    status = check_disjoint(call, result);
    if (status == GRN_OK)
        status = grn_fw_check_index(call);
    if (status != GRN_OK)
        return status;
    return grn_gather(&spec, &call->data, &call->indices, result, call->diag);
}

grn_status grn_fw_gather(grn_status status, const grn_fw_call *call, const grn_tensor *out)
{
    grn_tensor result;
    if (status == GRN_OK)
        status = check_out(call, out);
    if (status != GRN_OK || call->idle)
        return status;
    seen_as(out, &call->dense, &result);
    return run_gather(call, &result);
}

/* ---- scatter --------------------------------------------------------------------------------- */

static grn_status check_memory(const grn_fw_call *call, const grn_tensor *result)
{
    grn_status status = grn_check_data(&call->data, call->op->data_name, call->diag);
    if (status == GRN_OK && !grn_fw_same_view(&call->data, result))
        status = grn_check_alias(result, &call->data, call->op->data_name, call->diag);
    if (status != GRN_OK || call->idle)
        return status;
    status = grn_check_data(&call->indices, call->op->index_name, call->diag);
    if (status == GRN_OK)
        status = grn_check_alias(result, &call->indices, call->op->index_name, call->diag);
    if (status != GRN_OK)
        return status;
    return grn_scatter_check_memory(1, result, &call->indices, &call->updates, call->diag);
}

grn_status grn_fw_scatter_ready(const grn_fw_call *call, const grn_tensor *out, grn_tensor *result)
{
    grn_scatter_spec spec;
    grn_status status = check_out(call, out);
    if (status != GRN_OK)
        return status;
    seen_as(out, &call->data, result);
    status = check_memory(call, result);
    if (status != GRN_OK || call->idle)
        return status;
    status = grn_fw_check_index(call);
    grn_fw_to_scatter_spec(call, &spec);
    return status == GRN_OK ? grn_scatter_check(&spec, 1, result, &call->indices, &call->updates, call->diag) : status;
}

void grn_fw_scatter_copy(const grn_fw_call *call, const grn_tensor *result)
{
    if (!grn_fw_same_view(&call->data, result))
        grn_tensor_copy(result, &call->data);
}

grn_status grn_fw_scatter_run(const grn_fw_call *call, const grn_tensor *result, const grn_tensor *updates)
{
    grn_scatter_spec spec;
    if (call->idle)
        return GRN_OK;
    grn_fw_to_scatter_spec(call, &spec);
    if (spec.index.bounds == GRN_BOUNDS_ERROR)
        spec.index.bounds = GRN_BOUNDS_PROMISE; /* every value has been checked */
    return grn_scatter(&spec, 1, result, &call->indices, updates, call->diag);
}

grn_status grn_fw_scatter(grn_status status, const grn_fw_call *call, const grn_tensor *out)
{
    grn_tensor result;
    if (status == GRN_OK)
        status = grn_fw_scatter_ready(call, out, &result);
    if (status != GRN_OK)
        return status;
    grn_fw_scatter_copy(call, &result);
    return grn_fw_scatter_run(call, &result, &call->updates);
}
