/* nvl.c - anvil's nvl_gather and nvl_scatter: StableHLO's, counted from 1; and their gradients,
 * right where anvil's are not. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"
#include "rules/nvl.h"

/* ---- numbering from 1 ------------------------------------------------------------------------ */

/* NV-1; NULL is empty. */
static grn_status lower(const grn_dims *from, const char *name, const grn_diag *diag, grn_dims *out)
{
    *out = (grn_dims){0};
    if (from == NULL)
        return GRN_OK;
    grn_status status = grn_check_list(from, name, diag);
    if (status != GRN_OK)
        return status;
    out->count = from->count;
    for (int32_t i = 0; i < from->count; i++)
        out->v[i] = grn_nvl_from_0(from->v[i]);
    return GRN_OK;
}

typedef struct lists {
    const grn_dims *window, *dropped, *batching, *indices_batching, *map;
    int64_t vector_dim;
    bool sorted, unique;
} lists;

static grn_status lower_all(grn_fw_call *call, const grn_nvl_names *names, const lists *l)
{
    const grn_dims *const given[GRN_NVL_LISTS] = {l->window, l->dropped, l->batching, l->indices_batching, l->map};
    grn_nvl_named_list own[GRN_NVL_LISTS];
    grn_status status = GRN_OK;
    grn_nvl_lists_of(names, &call->dims, own);
    for (int i = 0; status == GRN_OK && i < GRN_NVL_LISTS; i++)
        status = lower(given[i], own[i].name, call->diag, own[i].dims);
    call->dims.index_vector_dim = grn_nvl_from_0(l->vector_dim);
    return status;
}

static grn_status begin_call(grn_fw_call *call, const grn_fw_op *op, const grn_nvl_names *names,
                             const grn_tensor *operand, const grn_tensor *indices, const lists *l, const grn_diag *diag)
{
    grn_fw_question q;
    grn_status status = grn_fw_begin(call, op, operand, indices, diag);
    if (status == GRN_OK)
        status = lower_all(call, names, l);
    if (status != GRN_OK)
        return status;
    call->index.base = 1;
    call->index.indices_are_sorted = l->sorted;
    call->index.unique_indices = l->unique;
    grn_fw_ask(call, &q);
    return grn_nvl_check_numbers(&q.to.report, names, &q.full, &q.indices, &call->dims);
}

/* ---- gather ---------------------------------------------------------------------------------- */

static const grn_fw_op gather_op = {"nvl_gather", "operand", "start_indices", NULL, false, GRN_BOUNDS_CLAMP, 0};

static grn_status prepare_gather(grn_fw_call *call, const grn_tensor *operand, const grn_tensor *start_indices,
                                 const grn_dims *slice_sizes, const lists *l, const grn_diag *diag)
{
    grn_gather_spec spec;
    grn_status status = begin_call(call, &gather_op, &grn_nvl_gather_names, operand, start_indices, l, diag);
    if (status == GRN_OK)
        status = grn_check_given(slice_sizes, "slice_sizes", diag);
    if (status != GRN_OK)
        return status;
    call->slice_sizes = *slice_sizes;
    grn_fw_to_gather_spec(call, &spec);
    status = grn_gather_shape(&spec, operand, start_indices, diag, &call->dense.rank, call->dense.shape);
    call->result = call->dense;
    return status;
}

#define GATHER_LISTS                                                                                            \
    &(lists)                                                                                                    \
    {                                                                                                           \
        offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map, \
            index_vector_dim, indices_are_sorted, unique_indices                                                \
    }

grn_status grn_nvl_gather(const grn_tensor *operand, const grn_tensor *start_indices, const grn_dims *slice_sizes,
                          const grn_dims *offset_dims, const grn_dims *collapsed_slice_dims,
                          const grn_dims *operand_batching_dims, const grn_dims *start_indices_batching_dims,
                          const grn_dims *start_index_map, int64_t index_vector_dim, bool indices_are_sorted,
                          bool unique_indices, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(prepare_gather(&call, operand, start_indices, slice_sizes, GATHER_LISTS, diag), &call, out);
}

grn_status grn_nvl_gather_spec(const grn_tensor *operand, const grn_tensor *start_indices, const grn_dims *slice_sizes,
                               const grn_dims *offset_dims, const grn_dims *collapsed_slice_dims,
                               const grn_dims *operand_batching_dims, const grn_dims *start_indices_batching_dims,
                               const grn_dims *start_index_map, int64_t index_vector_dim, bool indices_are_sorted,
                               bool unique_indices, const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(prepare_gather(&call, operand, start_indices, slice_sizes, GATHER_LISTS, diag), &call,
                                 out);
}

grn_status grn_nvl_gather_shape(const grn_tensor *operand, const grn_tensor *start_indices, const grn_dims *slice_sizes,
                                const grn_dims *offset_dims, const grn_dims *collapsed_slice_dims,
                                const grn_dims *operand_batching_dims, const grn_dims *start_indices_batching_dims,
                                const grn_dims *start_index_map, int64_t index_vector_dim, const grn_diag *diag,
                                int32_t *rank, int64_t *shape)
{
    const bool indices_are_sorted = false, unique_indices = false;
    grn_fw_call call;
    return grn_fw_shape(prepare_gather(&call, operand, start_indices, slice_sizes, GATHER_LISTS, diag), &call, rank,
                        shape);
}

/*
 * NV-6: a start moved inside gives its gradient to where the value came from. unique is dropped
 * since two starts may move to one place, sorted since moving one component may break the order.
 */
grn_status grn_nvl_gather_grad(const grn_tensor *operand, const grn_tensor *start_indices, const grn_dims *slice_sizes,
                               const grn_dims *offset_dims, const grn_dims *collapsed_slice_dims,
                               const grn_dims *operand_batching_dims, const grn_dims *start_indices_batching_dims,
                               const grn_dims *start_index_map, int64_t index_vector_dim, bool indices_are_sorted,
                               bool unique_indices, const grn_tensor *grad, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_gather_spec spec;
    grn_status status = prepare_gather(&call, operand, start_indices, slice_sizes, GATHER_LISTS, diag);
    if (status == GRN_OK)
        status = grn_check_view(grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_check_same_shape(grad, "grad", call.dense.rank, call.dense.shape, diag);
    if (status == GRN_OK)
        status = grn_check_data(start_indices, "start_indices", diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", operand, diag);
    if (status != GRN_OK)
        return status;
    grn_fw_to_gather_spec(&call, &spec);
    return grn_gather_adjoint(&spec, start_indices, grad, out, diag);
}

/* ---- scatter --------------------------------------------------------------------------------- */

static const grn_fw_op scatter_op = {"nvl_scatter", "input",         "scatter_indices",  NULL,
                                     false,         GRN_BOUNDS_SKIP, GRN_COMBINE_REPLACE};

static grn_status prepare_scatter(grn_fw_call *call, const grn_tensor *input, const grn_tensor *indices,
                                  const grn_tensor *update, const lists *l, const grn_nvl_update *computation,
                                  const grn_diag *diag)
{
    grn_scatter_spec spec;
    grn_fw_question q;
    grn_status status = begin_call(call, &scatter_op, &grn_nvl_scatter_names, input, indices, l, diag);
    if (status == GRN_OK)
        status = grn_check_view(update, "update", diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped shaped = grn_shaped_of(update);
    grn_fw_ask(call, &q);
    status = grn_nvl_check_dtypes(&q.to.report, &q.full, &shaped);
    if (status != GRN_OK)
        return status;
    call->updates = *update;
    if (computation != NULL) {
        call->combiner = computation->combiner;
        call->region = computation->region;
        call->region_user = computation->region_user;
    }
    grn_fw_to_scatter_spec(call, &spec);
    return grn_scatter_check(&spec, 1, input, indices, update, diag);
}

#define SCATTER_LISTS                                                                                 \
    &(lists)                                                                                          \
    {                                                                                                 \
        update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims, \
            scatter_dims_to_operand_dims, index_vector_dim, indices_are_sorted, unique_indices        \
    }

grn_status grn_nvl_scatter(const grn_tensor *input, const grn_tensor *scatter_indices, const grn_tensor *update,
                           const grn_dims *update_window_dims, const grn_dims *inserted_window_dims,
                           const grn_dims *input_batching_dims, const grn_dims *scatter_indices_batching_dims,
                           const grn_dims *scatter_dims_to_operand_dims, int64_t index_vector_dim,
                           bool indices_are_sorted, bool unique_indices, const grn_nvl_update *update_computation,
                           const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_scatter(
        prepare_scatter(&call, input, scatter_indices, update, SCATTER_LISTS, update_computation, diag), &call, out);
}

grn_status grn_nvl_scatter_spec(const grn_tensor *input, const grn_tensor *scatter_indices, const grn_tensor *update,
                                const grn_dims *update_window_dims, const grn_dims *inserted_window_dims,
                                const grn_dims *input_batching_dims, const grn_dims *scatter_indices_batching_dims,
                                const grn_dims *scatter_dims_to_operand_dims, int64_t index_vector_dim,
                                bool indices_are_sorted, bool unique_indices, const grn_nvl_update *update_computation,
                                const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    return grn_fw_scatter_spec_of(
        prepare_scatter(&call, input, scatter_indices, update, SCATTER_LISTS, update_computation, diag), &call, out);
}

/* ---- scatter's gradients --------------------------------------------------------------------- */

grn_status grn_nvl_scatter_grad(const grn_tensor *input, const grn_tensor *scatter_indices, const grn_tensor *update,
                                const grn_dims *update_window_dims, const grn_dims *inserted_window_dims,
                                const grn_dims *input_batching_dims, const grn_dims *scatter_indices_batching_dims,
                                const grn_dims *scatter_dims_to_operand_dims, int64_t index_vector_dim,
                                bool indices_are_sorted, bool unique_indices, const grn_nvl_update *update_computation,
                                const grn_tensor *grad, const grn_allocator *allocator, const grn_tensor *input_grad,
                                const grn_tensor *update_grad, const grn_diag *diag)
{
    grn_fw_call call;
    grn_scatter_spec spec;
    grn_status status = prepare_scatter(&call, input, scatter_indices, update, SCATTER_LISTS, update_computation, diag);
    if (status == GRN_OK && call.combiner != GRN_COMBINE_REPLACE)
        status = grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "Scatter reverse only supports simple replacement");
    if (status == GRN_OK)
        status = grn_check_data(scatter_indices, "scatter_indices", diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(grad, "grad", input, diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(input_grad, "input_grad", input, diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(update_grad, "update_grad", update, diag);
    if (status != GRN_OK)
        return status;
    const grn_scatter_forward forward = {.kind = GRN_SCATTER_REPLACE, .updates = update};
    grn_fw_to_scatter_spec(&call, &spec);
    return grn_scatter_adjoint(&spec, &forward, scatter_indices, grad, allocator, input_grad, update_grad, diag);
}
