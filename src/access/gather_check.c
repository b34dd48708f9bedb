/* gather_check.c - the rules of a gather, and the shape of its result. */
#include <inttypes.h>

#include "access/check.h"

static grn_status check_policy(const grn_rules *c)
{
    if (c->rule->bounds != GRN_BOUNDS_SKIP)
        return GRN_OK;
    return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT, "bounds is %s, a gather takes clamp, fill, error or promise",
                    grn_bounds_text(c->rule->bounds));
}

/* C20: one slice size for each dimension of operand. */
static grn_status check_slice_count(const grn_rules *c, const grn_dims *sizes)
{
    grn_status status = grn_check_list(sizes, "slice_sizes", c->diag);
    if (status != GRN_OK || sizes->count == c->operand->rank)
        return status;
    return grn_break_rule(c, 20, GRN_E_SHAPE, "slice_sizes has size %" PRId32 ", operand has rank %" PRId32,
                          sizes->count, c->operand->rank);
}

/* C9, C12: a dimension that is not in the result has a slice of one element at most. */
static grn_status check_dropped(const grn_rules *c, const grn_dims *sizes, const grn_dims *dropped, const char *name,
                                int number)
{
    for (int32_t i = 0; i < dropped->count; i++)
        if (sizes->v[dropped->v[i]] > 1)
            return grn_break_rule(c, number, GRN_E_SHAPE,
                                  "slice_sizes[%" PRId64 "] is %" PRId64 ", for a dimension in %s it is at most 1",
                                  dropped->v[i], sizes->v[dropped->v[i]], name);
    return GRN_OK;
}

/* C21: a slice fits inside the operand. */
static grn_status check_slices_fit(const grn_rules *c, const grn_dims *sizes)
{
    for (int32_t d = 0; d < sizes->count; d++)
        if (sizes->v[d] < 0 || sizes->v[d] > c->operand->shape[d])
            return grn_break_rule(c, 21, GRN_E_SHAPE,
                                  "slice_sizes[%" PRId32 "] is %" PRId64 ", dimension %" PRId32
                                  " of operand has extent %" PRId64,
                                  d, sizes->v[d], d, c->operand->shape[d]);
    return GRN_OK;
}

static grn_status check_slices(const grn_rules *c, const grn_dims *sizes)
{
    grn_status status = check_slice_count(c, sizes);
    if (status == GRN_OK)
        status = check_dropped(c, sizes, &c->dims->collapsed_slice_dims, c->side->collapsed, 9);
    if (status == GRN_OK)
        status = check_dropped(c, sizes, &c->dims->operand_batching_dims, c->side->batching, 12);
    return status == GRN_OK ? check_slices_fit(c, sizes) : status;
}

/* C22: the slice at offset_dims, the shape of start_indices elsewhere. */
static void combine_shape(const grn_rules *c, const grn_dims *sizes, int64_t *shape)
{
    int64_t window[GRN_MAX_RANK];
    int32_t windows = 0, offset = 0, batch = 0;
    for (int32_t d = 0; d < sizes->count; d++)
        if (!grn_dim_is_dropped(c->dims, d))
            window[windows++] = sizes->v[d];
    for (int32_t d = 0; d < c->dense_rank; d++)
        if (offset < windows && c->dims->offset_dims.v[offset] == d)
            shape[d] = window[offset++];
        else
            shape[d] = c->indices->shape[grn_batch_to_indices_dim(c->dims, batch++)];
}

/* A collapsed slice of size 0 holds no element, but the result needs one. C9 allows it; there would
 * be nothing to read. */
static grn_status check_readable(const grn_rules *c, const grn_dims *sizes, int64_t result_elements)
{
    const grn_dims *collapsed = &c->dims->collapsed_slice_dims;
    for (int32_t i = 0; result_elements > 0 && i < collapsed->count; i++)
        if (sizes->v[collapsed->v[i]] == 0)
            return grn_fail(c->diag, grn_no_place, GRN_E_SHAPE,
                            "slice_sizes[%" PRId64
                            "] is 0: a collapsed slice of size 0 with non-empty result, there is no element to read",
                            collapsed->v[i]);
    return GRN_OK;
}

static grn_status check_result_size(const grn_rules *c, const grn_dims *sizes, const int64_t *shape)
{
    char text[GRN_LIST_BYTES];
    int64_t elements, bytes;
    if (!grn_shape_elements(c->dense_rank, shape, &elements) ||
        !grn_mul_i64(elements, (int64_t)grn_dtype_bytes(c->operand->dtype), &bytes))
        return grn_fail(c->diag, grn_no_place, GRN_E_LIMIT,
                        "the result of shape %s has more bytes than an int64_t counts",
                        grn_list_text(shape, c->dense_rank, text));
    return check_readable(c, sizes, elements);
}

static grn_status check_tensors(const grn_rules *c)
{
    grn_status status = grn_check_view(c->operand, "operand", c->diag);
    if (status == GRN_OK)
        status = grn_check_view(c->indices, "start_indices", c->diag);
    return status == GRN_OK ? grn_check_index_dtype(c->indices, "start_indices", c->diag) : status;
}

grn_status grn_gather_shape(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                            const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    if (spec == NULL || rank == NULL || shape == NULL)
        return grn_fail_null(spec == NULL ? "spec" : rank == NULL ? "rank" : "shape", diag);
    const grn_index_rule rule = grn_gather_rule(spec);
    grn_rules c = {&grn_gather_side, &spec->dims, &rule, operand, indices, diag, 0};
    grn_status status = check_tensors(&c);
    if (status == GRN_OK)
        status = grn_check_dims(&c);
    if (status == GRN_OK)
        status = check_policy(&c);
    if (status == GRN_OK)
        status = check_slices(&c, &spec->slice_sizes);
    if (status != GRN_OK)
        return status;
    combine_shape(&c, &spec->slice_sizes, shape);
    *rank = c.dense_rank;
    return check_result_size(&c, &spec->slice_sizes, shape);
}

grn_status grn_gather_check(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                            const grn_tensor *result, const grn_diag *diag)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_gather_shape(spec, operand, indices, diag, &rank, shape);
    if (status == GRN_OK)
        status = grn_check_view(result, "result", diag);
    if (status == GRN_OK)
        status = grn_check_same_shape(result, "result", rank, shape, diag);
    if (status == GRN_OK)
        status = grn_check_places(result, "result", diag);
    if (status != GRN_OK || result->dtype == operand->dtype)
        return status;
    /* C23 */
    return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "result has element type %s, operand has %s",
                    grn_dtype_text(result->dtype), grn_dtype_text(operand->dtype));
}

/* The check of grn_check_data for a range that is known. */
static bool is_there(const grn_tensor *t, uintptr_t from, uintptr_t to)
{
    return t->data != NULL && from <= (uintptr_t)t->data && (uintptr_t)t->data < to;
}

grn_status grn_gather_check_memory(const grn_tensor *operand, const grn_tensor *indices, const grn_tensor *result,
                                   const grn_diag *diag)
{
    uintptr_t from[3], to[3];
    bool has_operand = grn_tensor_range(operand, &from[0], &to[0]);
    bool has_indices = grn_tensor_range(indices, &from[1], &to[1]),
         has_result = grn_tensor_range(result, &from[2], &to[2]);
    if (has_operand && !is_there(operand, from[0], to[0]))
        return grn_check_data(operand, "operand", diag);
    if (has_indices && !is_there(indices, from[1], to[1]))
        return grn_check_data(indices, "start_indices", diag);
    if (has_result && !is_there(result, from[2], to[2]))
        return grn_check_data(result, "result", diag);
    if (has_result && has_operand && from[2] < to[0] && from[0] < to[2])
        return grn_check_alias(result, operand, "operand", diag);
    if (has_result && has_indices && from[2] < to[1] && from[1] < to[2])
        return grn_check_alias(result, indices, "start_indices", diag);
    return GRN_OK;
}
