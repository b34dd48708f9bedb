/* import_rows.c - numbers and accesses of rows as ops of the hub. */
#include "dialects/torch/import_rows.h"

/* ---- numbers --------------------------------------------------------------------------------- */

const grn_type *grn_torch_i64(grn_rewrite *w) { return grn_type_integer(w->ir, 64, GRN_SIGNLESS); }

grn_value *grn_torch_everywhere(grn_rewrite *w, int64_t v, int32_t rank, const int64_t *shape)
{
    return grn_build_integers(w, grn_torch_i64(w), rank, shape, 1, &v);
}

grn_value *grn_torch_identity_like(grn_rewrite *w, grn_torch_identity i, const grn_type *element, int32_t rank,
                                   const int64_t *shape)
{
    unsigned char bytes[16] = {0};
    grn_torch_store_identity(i, element->dtype, bytes);
    return grn_build_splat(w, element, rank, shape, bytes);
}

grn_value *grn_torch_along_rows(grn_rewrite *w, grn_value *v, const int64_t *shape)
{
    static const int64_t rows = 0;
    return v ? grn_build_broadcast(w, v, &rows, 2, shape) : NULL;
}

grn_value *grn_torch_running_sums(grn_rewrite *w, grn_value *v)
{
    for (int64_t by = 1; v && by < v->type->shape[0]; by *= 2)
        v = grn_build_binary(w, "stablehlo.add", v, grn_build_pad(w, v, &by, &(int64_t){-by}));
    return v;
}

/* ---- accesses of rows ------------------------------------------------------------------------ */

static const grn_index_rule in_range = {.bounds = GRN_BOUNDS_ERROR};

/* The dimension numbers of rows of [n] or [n, D], by an index for each. */
static grn_dimension_numbers rows_of(int32_t rank, int32_t indices_rank)
{
    grn_dimension_numbers dims = {.index_vector_dim = indices_rank};
    grn_dims_push(&dims.collapsed_slice_dims, 0);
    grn_dims_push(&dims.start_index_map, 0);
    if (rank == 2)
        grn_dims_push(&dims.offset_dims, indices_rank);
    return dims;
}

grn_value *grn_torch_gather_rows(grn_rewrite *w, grn_value *v, grn_value *indices)
{
    grn_dims shape = {.count = 0}, slice = {.count = 0};
    if (!v || !indices)
        return NULL;
    shape = grn_extents(indices->type);
    for (int32_t d = 0; d < v->type->rank; d++)
        grn_dims_push(&slice, d == 0 ? 1 : v->type->shape[d]);
    if (v->type->rank == 2)
        grn_dims_push(&shape, v->type->shape[1]);
    const grn_hub hub = {.dims = rows_of(v->type->rank, indices->type->rank),
                         .slice_sizes = slice,
                         .rule = in_range,
                         .ninputs = 1,
                         .operands = &v,
                         .indices = indices,
                         .result = grn_tensor_like(w, v->type->element, shape.count, shape.v)};
    grn_op *made = hub.result ? grn_hub_make(w, &hub) : NULL;
    return made ? &made->results[0] : NULL;
}

grn_value *grn_torch_gather_elements(grn_rewrite *w, grn_value *v, grn_value *at)
{
    if (!v || !at)
        return NULL;
    const grn_hub hub = {.dims = {.collapsed_slice_dims = {1, {0}},
                                  .start_index_map = {1, {0}},
                                  .operand_batching_dims = {1, {1}},
                                  .start_indices_batching_dims = {1, {1}},
                                  .index_vector_dim = 2},
                         .slice_sizes = {2, {1, 1}},
                         .rule = in_range,
                         .ninputs = 1,
                         .operands = &v,
                         .indices = at,
                         .result = grn_tensor_like(w, v->type->element, 2, at->type->shape)};
    grn_op *made = hub.result ? grn_hub_make(w, &hub) : NULL;
    return made ? &made->results[0] : NULL;
}

grn_value *grn_torch_scatter_rows(grn_rewrite *w, grn_combiner combiner, grn_value *full, grn_value *ids, bool sorted,
                                  grn_value *values)
{
    if (!full || !ids || !values)
        return NULL;
    const grn_hub hub = {.is_scatter = true,
                         .dims = rows_of(full->type->rank, 1),
                         .rule = {.bounds = GRN_BOUNDS_ERROR, .indices_are_sorted = sorted},
                         .combiner = combiner,
                         .ninputs = 1,
                         .operands = &full,
                         .indices = ids,
                         .updates = &values};
    grn_op *made = grn_hub_make(w, &hub);
    return made ? &made->results[0] : NULL;
}
