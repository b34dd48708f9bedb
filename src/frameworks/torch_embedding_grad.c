/* torch_embedding_grad.c - the gradient of torch.embedding: rows of the gradient added to the rows
 * they came from. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

static const grn_torch_row embedding_row =
    GRN_TORCH_ROW("embedding_dense_backward", "weight", "indices", self, ADD, embedding, SLICES);

/* grad_output is indices' shape ++ [D]; out is [num_weights, D], and stands for weight. */
static grn_status prepare_gradient(grn_fw_call *call, const grn_tensor *grad, const grn_tensor *indices,
                                   int64_t num_weights, const grn_tensor *out, const grn_diag *diag)
{
    char text[GRN_LIST_BYTES];
    grn_status status = grn_check_view(grad, "grad_output", diag);
    if (status == GRN_OK)
        status = grn_check_view(out, "out", diag);
    if (status != GRN_OK)
        return status;
    if (num_weights < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "num_weights is %" PRId64 ", it must be 0 or more",
                        num_weights);
    if (grad->rank < 1 || out->rank != 2 || out->shape[0] != num_weights ||
        out->shape[1] != grad->shape[grad->rank - 1])
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "out has shape %s, it must be [num_weights, D] with num_weights %" PRId64
                        " and D grad_output's last extent",
                        grn_list_text(out->shape, out->rank, text), num_weights);
    grn_tensor weight = *out;
    weight.dtype = grad->dtype;
    const grn_torch_given given = {.input = &weight, .index = indices};
    status = grn_torch_prepare(call, &embedding_row, &given, diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(grad, "grad_output", &call->dense, diag);
    call->updates = *grad;
    call->result = weight;
    return status;
}

/* How often each row is named. Every index is in range. */
static void count_rows(const grn_tensor *indices, int64_t *counts, int64_t rows)
{
    grn_walk w;
    memset(counts, 0, (size_t)rows * sizeof *counts);
    grn_walk_init(&w, indices->rank, indices->shape, 1, (const int64_t *[]){indices->stride});
    for (; w.more; grn_walk_next(&w))
        counts[grn_index_load(indices->dtype, grn_tensor_at(indices, w.offset[0]))]++;
}

static void add_row(const grn_tensor *out, int64_t row, const grn_tensor *grad, int64_t from, int64_t count)
{
    const grn_dtype dtype = out->dtype;
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    unsigned char part[16], product[16];
    grn_scalar s = {.dtype = dtype};
    if (class == GRN_CLASS_COMPLEX)
        s.c.re = 1.0 / (double)count;
    else if (class == GRN_CLASS_FLOAT)
        s.f = 1.0 / (double)count;
    else
        s.i = count == 1;
    grn_scalar_store(&s, dtype, part);
    for (int64_t d = 0; d < out->shape[1]; d++) {
        const int64_t at = from + d * grad->stride[grad->rank - 1];
        memcpy(product, grn_tensor_at(grad, at), grn_dtype_bytes(dtype));
        grn_combine_element(GRN_COMBINE_MUL, dtype, product, part);
        grn_combine_element(GRN_COMBINE_ADD, dtype, grn_tensor_at(out, row * out->stride[0] + d * out->stride[1]),
                            product);
    }
}

/* 1/count, rounded, times each row, rounded. */
static void add_by_frequency(const grn_fw_call *call, const int64_t *counts, const grn_tensor *out)
{
    const grn_tensor *indices = &call->indices, *grad = &call->updates;
    grn_walk w;
    grn_walk_init(&w, indices->rank, indices->shape, 2, (const int64_t *[]){indices->stride, grad->stride});
    for (; w.more; grn_walk_next(&w)) {
        const int64_t row = grn_index_load(indices->dtype, grn_tensor_at(indices, w.offset[0]));
        add_row(out, row, grad, w.offset[1], counts[row]);
    }
}

static grn_status by_frequency(grn_fw_call *call, const grn_allocator *allocator, const grn_tensor *out)
{
    static const unsigned char zero[16];
    grn_tensor result;
    size_t bytes;
    call->data = *out;
    call->data.dtype = call->result.dtype;
    grn_status status = grn_fw_scatter_ready(call, out, &result);
    if (status != GRN_OK || grn_tensor_elements(out) == 0)
        return status;
    if (!grn_mul_size((size_t)out->shape[0], sizeof(int64_t), &bytes))
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: the counts pass the address space",
                        call->op->name);
    int64_t *counts = grn_allocate(allocator, bytes);
    if (counts == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes for counts were refused", call->op->name,
                        bytes);
    grn_tensor_fill(&result, zero);
    count_rows(&call->indices, counts, out->shape[0]);
    add_by_frequency(call, counts, &result);
    grn_release(allocator, counts, bytes);
    return GRN_OK;
}

static void clear_row(const grn_tensor *out, int64_t row)
{
    static const unsigned char zero[16];
    grn_tensor line = {.data = grn_tensor_at(out, row * out->stride[0]),
                       .dtype = out->dtype,
                       .rank = 1,
                       .shape = {out->shape[1]},
                       .stride = {out->stride[1]}};
    grn_tensor_fill(&line, zero);
}

/* The row of padding_idx gets no gradient, and its gradients change no other row. */
grn_status grn_torch_embedding_dense_backward(const grn_tensor *grad_output, const grn_tensor *indices,
                                              int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq,
                                              const grn_allocator *allocator, const grn_tensor *out,
                                              const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = prepare_gradient(&call, grad_output, indices, num_weights, out, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    status = scale_grad_by_freq ? by_frequency(&call, allocator, out) : grn_torch_add_into_zeros(GRN_OK, &call, out);
    if (status == GRN_OK && padding_idx >= 0 && padding_idx < num_weights && out->shape[1] > 0)
        clear_row(out, padding_idx);
    return status;
}
