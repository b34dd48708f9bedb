/* torch_index_put.c - torch.index_put: index tensors broadcast together and stacked into vectors of coordinates. */
#include <inttypes.h>

#include "frameworks/frameworks.h"

static const grn_fw_op put_ops[] = {
    {"index_put", "input", "indices", grn_torch_report_bounds, true, GRN_BOUNDS_ERROR, GRN_COMBINE_REPLACE},
    {"index_put", "input", "indices", grn_torch_report_bounds, true, GRN_BOUNDS_ERROR, GRN_COMBINE_ADD},
};

static grn_status check_one(const grn_fw_op *op, const grn_tensor *index, const grn_diag *diag)
{
    grn_status status = grn_check_view(index, "indices", diag);
    if (status != GRN_OK || index->dtype == GRN_I64 || index->dtype == GRN_I32)
        return status;
    if (index->dtype == GRN_I1 || index->dtype == GRN_UI8)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "indices hold a mask (%s), %s takes i64 or i32",
                        grn_torch_dtype_text(index->dtype), op->name);
    return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "tensors used as indices must be long, int, byte or bool tensors");
}

/* NumPy's rule, one tensor more. */
static bool widen(grn_tensor *common, const grn_tensor *by)
{
    const grn_tensor was = *common;
    const int32_t rank = was.rank > by->rank ? was.rank : by->rank;
    common->rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        const int32_t i = d - (rank - was.rank), j = d - (rank - by->rank);
        const int64_t a = i >= 0 ? was.shape[i] : 1, b = j >= 0 ? by->shape[j] : 1;
        if (a != b && a != 1 && b != 1)
            return false;
        common->shape[d] = a == 1 ? b : a;
    }
    return true;
}

static grn_status report_mismatch(const grn_torch_put *p, size_t n, const grn_diag *diag)
{
    char list[GRN_LIST_BYTES];
    char message[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (p->indices[i] == NULL)
            continue;
        grn_list_text(p->indices[i]->shape, p->indices[i]->rank, list);
        for (const char *c = used > 0 ? ", " : ""; *c != '\0' && used + 1 < sizeof message; c++)
            message[used++] = *c;
        for (const char *c = list; *c != '\0' && used + 1 < sizeof message; c++)
            message[used++] = *c;
    }
    message[used] = '\0';
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                    "shape mismatch: indexing tensors could not be broadcast together with shapes %s", message);
}

static grn_status gather_indices(grn_torch_put *p, const grn_fw_op *op, const grn_tensor *input,
                                 const grn_tensor *const *indices, size_t n, const grn_diag *diag)
{
    *p = (grn_torch_put){.indices = indices};
    if (n > (size_t)input->rank)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "too many indices for tensor of dimension %" PRId32 " (got %zu)",
                        input->rank, n);
    grn_status status = n > 0 ? grn_check_given(indices, "indices", diag) : GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++) /* all of them first: a message may show the shape of any */
        status = indices[i] != NULL ? check_one(op, indices[i], diag) : GRN_OK;
    if (status != GRN_OK)
        return status;
    for (size_t i = 0; i < n; i++) {
        if (indices[i] == NULL)
            continue;
        p->indexed.v[p->indexed.count++] = (int64_t)i;
        if (!widen(&p->common, indices[i]))
            return report_mismatch(p, n, diag);
    }
    if (p->indexed.count == 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "indices name no dimension, %s needs at least one",
                        op->name);
    return GRN_OK;
}

/* common ++ [number of coordinates], i64. */
static grn_status stacked_shape(grn_torch_put *p, const grn_fw_op *op, const grn_diag *diag)
{
    int64_t shape[GRN_MAX_RANK + 1];
    for (int32_t d = 0; d < p->common.rank; d++)
        shape[d] = p->common.shape[d];
    shape[p->common.rank] = p->indexed.count;
    grn_status status = grn_tensor_init(&p->stacked, NULL, GRN_I64, p->common.rank + 1, shape);
    return status == GRN_OK ? status
                            : grn_fail(diag, grn_no_place, status, "%s: the indices broadcast together are too large",
                                      op->name);
}

static bool is_indexed(const grn_torch_put *p, int64_t d)
{
    bool found = false;
    for (int32_t i = 0; i < p->indexed.count; i++)
        found = found || p->indexed.v[i] == d;
    return found;
}

/* Neighbouring index dimensions stay in place in input[indices]; others come first. */
static grn_status number(grn_fw_call *call, const grn_torch_put *p)
{
    grn_dimension_numbers *n = &call->dims;
    const int32_t m = p->indexed.count, c = p->common.rank;
    const int64_t first = p->indexed.v[0];
    const bool together = p->indexed.v[m - 1] - first == m - 1;
    const int32_t rank = call->data.rank - m + c;
    if (rank > GRN_MAX_RANK)
        return grn_fail(call->diag, grn_no_place, GRN_E_LIMIT, "%s: the values have rank %" PRId32
                        ", the limit is %d", call->op->name, rank, GRN_MAX_RANK);
    *n = (grn_dimension_numbers){.index_vector_dim = c, .collapsed_slice_dims = p->indexed, .start_index_map = p->indexed};
    int32_t window = 0;
    call->dense.rank = rank;
    for (int64_t d = 0; d < call->data.rank; d++) {
        if (is_indexed(p, d))
            continue;
        const int64_t at = together && d < first ? window : c + window;
        window++;
        n->offset_dims.v[n->offset_dims.count++] = at;
        call->dense.shape[at] = call->data.shape[d];
    }
    const int64_t before = together ? first : 0;
    for (int32_t d = 0; d < c; d++)
        call->dense.shape[before + d] = p->common.shape[d];
    grn_fw_slices(call);
    return grn_fw_check_size(call);
}

grn_status grn_torch_prepare_put(grn_fw_call *call, grn_torch_put *p, const grn_fw_op *op, const grn_tensor *input,
                                 const grn_tensor *const *indices, size_t n, const grn_diag *diag)
{
    grn_status status = grn_check_view(input, op->data_name, diag);
    if (status == GRN_OK)
        status = gather_indices(p, op, input, indices, n, diag);
    if (status == GRN_OK)
        status = stacked_shape(p, op, diag);
    if (status == GRN_OK)
        status = grn_fw_begin(call, op, input, &p->stacked, diag);
    return status == GRN_OK ? number(call, p) : status;
}

static grn_status check_values(grn_fw_call *call, const grn_tensor *values)
{
    char seen[GRN_LIST_BYTES], right[GRN_LIST_BYTES];
    grn_status status = grn_check_view(values, "values", call->diag);
    if (status != GRN_OK)
        return status;
    if (values->dtype != call->data.dtype)
        return grn_fail(call->diag, grn_no_place, GRN_E_DTYPE,
                        "Index put requires the source and destination dtypes match, got %s for the destination and %s "
                        "for the source.",
                        grn_torch_dtype_text(call->data.dtype), grn_torch_dtype_text(values->dtype));
    if (grn_fw_broadcast(values, call->dense.rank, call->dense.shape, &call->updates))
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                    "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
                    grn_list_text(values->shape, values->rank, seen),
                    grn_list_text(call->dense.shape, call->dense.rank, right));
}

/* Component k of every vector: index tensor k, broadcast. */
static void stack(const grn_torch_put *p)
{
    for (int32_t k = 0; k < p->indexed.count; k++) {
        const grn_tensor *index = p->indices[p->indexed.v[k]];
        grn_tensor wide;
        (void)grn_fw_broadcast(index, p->common.rank, p->common.shape, &wide);
        grn_walk w;
        grn_walk_init(&w, wide.rank, wide.shape, 2, (const int64_t *[]){wide.stride, p->stacked.stride});
        for (; w.more; grn_walk_next(&w))
            p->memory[w.offset[1] + k] = grn_index_load(wide.dtype, grn_tensor_at(&wide, w.offset[0]));
    }
}

grn_status grn_torch_put_check_data(const grn_torch_put *p, const grn_tensor *out, const grn_diag *diag)
{
    grn_status status = grn_check_view(out, "out", diag);
    for (int32_t k = 0; status == GRN_OK && k < p->indexed.count; k++) {
        status = grn_check_data(p->indices[p->indexed.v[k]], "indices", diag);
        if (status == GRN_OK)
            status = grn_check_alias(out, p->indices[p->indexed.v[k]], "indices", diag);
    }
    return status;
}

grn_status grn_torch_put_stack(grn_torch_put *p, grn_fw_call *call, const grn_allocator *allocator)
{
    const size_t bytes = grn_tensor_bytes(&p->stacked);
    p->memory = grn_allocate(allocator, bytes);
    if (p->memory == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes for coordinates were refused", call->op->name,
                        bytes);
    stack(p);
    call->indices.data = p->memory;
    return GRN_OK;
}

void grn_torch_put_release(grn_torch_put *p, const grn_allocator *allocator)
{
    grn_release(allocator, p->memory, grn_tensor_bytes(&p->stacked));
    p->memory = NULL;
}

grn_status grn_torch_index_put(const grn_tensor *input, const grn_tensor *const *indices, size_t nindices,
                               const grn_tensor *values, bool accumulate, const grn_allocator *allocator,
                               const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_put p;
    grn_status status = grn_torch_prepare_put(&call, &p, &put_ops[accumulate], input, indices, nindices, diag);
    if (status == GRN_OK)
        status = check_values(&call, values);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_torch_put_check_data(&p, out, diag);
    if (status == GRN_OK)
        status = grn_torch_put_stack(&p, &call, allocator);
    if (status != GRN_OK)
        return status;
    status = grn_fw_scatter(GRN_OK, &call, out);
    grn_torch_put_release(&p, allocator);
    return status;
}

grn_status grn_torch_index_put_spec(const grn_tensor *input, const grn_tensor *const *indices, size_t nindices,
                                    bool accumulate, const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    grn_torch_put p;
    return grn_fw_scatter_spec_of(
        grn_torch_prepare_put(&call, &p, &put_ops[accumulate], input, indices, nindices, diag), &call, out);
}
