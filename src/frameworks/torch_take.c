/* torch_take.c - torch.take and its gradient: elements of a tensor read flat, as many as the index
 * has. */
#include <inttypes.h>

#include "frameworks/frameworks.h"

static grn_status report_take(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad,
                             "out of range: tried to access index %" PRId64 " on a tensor of %" PRId64 " elements.",
                             bad->value, bad->extent);
}

static const grn_torch_row take_row = {
    {"take", "input", "index", report_take, true, GRN_BOUNDS_ERROR, 0}, grn_torch_rule_take, GRN_FORM_SLICES};
static const grn_torch_row grad_row = {
    {"take_backward", "self", "index", report_take, true, GRN_BOUNDS_ERROR, GRN_COMBINE_ADD},
    grn_torch_rule_take,
    GRN_FORM_SLICES};

static grn_status prepare_take(grn_fw_call *call, const grn_torch_row *row, const grn_tensor *input,
                               const grn_tensor *index, const grn_diag *diag)
{
    const grn_torch_given given = {.input = input, .index = index};
    grn_torch_found found;
    return grn_torch_begin(call, row, &given, diag, &found);
}

/* Index vectors of one component, one for each element of index, whatever its rank; input read
 * flat. */
static void number(grn_fw_call *call)
{
    call->dims = (grn_dimension_numbers){
        .index_vector_dim = call->indices.rank, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}};
    grn_fw_slices(call);
    grn_fw_compact(&call->indices, NULL, call->data.dtype, &call->dense);
}

grn_status grn_torch_take(const grn_tensor *input, const grn_tensor *index, const grn_allocator *allocator,
                          const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_flat_copy own = {NULL, 0};
    grn_status status = prepare_take(&call, &take_row, input, index, diag);
    if (status == GRN_OK)
        status = grn_check_view(out, "out", diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_check_data(input, "input", diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, input, "input", diag);
    if (status == GRN_OK)
        status = grn_torch_flatten_or_copy(&call.data, &call, allocator, &own);
    if (status == GRN_OK)
        number(&call);
    status = grn_fw_gather(status, &call, out);
    grn_release(allocator, own.memory, own.bytes);
    return status;
}

grn_status grn_torch_take_shape(const grn_tensor *input, const grn_tensor *index, const grn_diag *diag, int32_t *rank,
                                int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(prepare_take(&call, &take_row, input, index, diag), &call, rank, shape);
}

grn_status grn_torch_take_spec(const grn_tensor *input, const grn_tensor *index, const grn_diag *diag,
                               grn_gather_spec *out)
{
    grn_fw_call call;
    grn_status status = prepare_take(&call, &take_row, input, index, diag);
    if (status != GRN_OK)
        return status;
    grn_fw_compact(&call.data, NULL, input->dtype, &call.data);
    (void)grn_torch_flatten(&call.data);
    number(&call);
    return grn_fw_gather_spec_of(status, &call, out);
}

/* zeros_like(self).put(index, grad, accumulate=True), into a flat view of out. */
static grn_status add_flat(grn_fw_call *call, grn_tensor *flat)
{
    call->data = *flat;
    call->data.dtype = call->updates.dtype;
    number(call);
    call->result = *flat;
    return grn_torch_add_into_zeros(GRN_OK, call, flat);
}

static grn_status add_to_copy(grn_fw_call *call, const grn_allocator *allocator, const grn_tensor *out)
{
    grn_tensor copy, flat;
    size_t bytes;
    grn_status status = grn_torch_new_like(out, call, allocator, &copy, &bytes);
    if (status != GRN_OK)
        return status;
    flat = copy;
    (void)grn_torch_flatten(&flat);
    status = add_flat(call, &flat);
    if (status == GRN_OK)
        grn_tensor_copy(out, &copy);
    grn_release(allocator, copy.data, bytes);
    return status;
}

grn_status grn_torch_take_backward(const grn_tensor *grad, const grn_tensor *self, const grn_tensor *index,
                                   const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_tensor flat;
    grn_status status = prepare_take(&call, &grad_row, self, index, diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(grad, "grad", &call.result, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", self, diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, index, "index", diag);
    if (status != GRN_OK)
        return status;
    call.updates = *grad;
    flat = *out;
    return grn_torch_flatten(&flat) ? add_flat(&call, &flat) : add_to_copy(&call, allocator, out);
}
