/* torch_masked.c - torch.masked_select, masked_scatter and their gradients. */
#include <string.h>

#include "grouped/grouped.h"

/* ---- arguments ------------------------------------------------------------------------------- */

/* A call's tensors, broadcast together. */
typedef struct masked {
    const grn_diag *diag;
    grn_tensor data, mask; /* in the common shape */
    grn_tensor own_mask;   /* as it is given */
    grn_tensor wide;       /* the common shape, without data */
} masked;

static grn_status check_given(const grn_tensor *data, const char *name, const grn_tensor *mask, const grn_diag *diag)
{
    grn_status status = grn_check_view(data, name, diag);
    return status == GRN_OK ? grn_check_view(mask, "mask", diag) : status;
}

/* The rule has passed: both go with the shape. */
static grn_status broadcast_both(masked *m, const grn_tensor *data, const char *name, const grn_tensor *mask,
                                 const grn_shaped *wide, const grn_diag *diag)
{
    m->diag = diag;
    m->own_mask = *mask;
    m->wide = (grn_tensor){.dtype = wide->dtype, .rank = wide->rank};
    memcpy(m->wide.shape, wide->shape, (size_t)wide->rank * sizeof *wide->shape);
    (void)grn_fw_broadcast(data, wide->rank, wide->shape, &m->data);
    (void)grn_fw_broadcast(mask, wide->rank, wide->shape, &m->mask);
    grn_status status = grn_check_view(&m->data, name, diag);
    return status == GRN_OK ? grn_check_view(&m->mask, "mask", diag) : status;
}

static grn_status select_from(masked *m, const grn_tensor *input, const char *name, const grn_tensor *mask,
                              const grn_diag *diag)
{
    grn_call_report to;
    grn_shaped wide;
    grn_status status = check_given(input, name, mask, diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped self = grn_shaped_of(input), by = grn_shaped_of(mask);
    grn_call_report_init(&to, "masked_select", diag);
    status = grn_torch_rule_masked_select(&to.report, &self, &by, &wide);
    if (status == GRN_OK)
        status = broadcast_both(m, input, name, mask, &wide, diag);
    return status == GRN_OK ? grn_check_data(mask, "mask", diag) : status;
}

static grn_status scatter_into(masked *m, const grn_tensor *input, const grn_tensor *mask, const grn_tensor *source,
                               const grn_diag *diag)
{
    grn_call_report to;
    grn_shaped wide;
    grn_status status = check_given(input, "input", mask, diag);
    if (status == GRN_OK)
        status = grn_check_view(source, "source", diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped self = grn_shaped_of(input), by = grn_shaped_of(mask), from = grn_shaped_of(source);
    grn_call_report_init(&to, "masked_scatter", diag);
    status = grn_torch_rule_masked_scatter(&to.report, &self, &by, &from, &wide);
    return status == GRN_OK ? broadcast_both(m, input, "input", mask, &wide, diag) : status;
}

static grn_status check_source(int64_t elements, int64_t places, const grn_diag *diag)
{
    grn_call_report to;
    grn_call_report_init(&to, "masked_scatter", diag);
    return grn_torch_rule_masked_source(&to.report, elements, places);
}

/* Of `count` elements in one dimension. */
static grn_tensor in_a_row(int64_t count, grn_dtype dtype)
{
    return (grn_tensor){.dtype = dtype, .rank = 1, .shape = {count}, .stride = {1}};
}

/* ---- masked_select --------------------------------------------------------------------------- */

grn_status grn_torch_masked_select_shape(const grn_tensor *input, const grn_tensor *mask, const grn_diag *diag,
                                         int32_t *rank, int64_t *shape)
{
    masked m;
    grn_status status = select_from(&m, input, "input", mask, diag);
    if (status == GRN_OK)
        status = grn_grouped_check_shape(rank, shape, diag);
    if (status != GRN_OK)
        return status;
    *rank = 1;
    shape[0] = grn_mask_count(mask, &m.wide);
    return GRN_OK;
}

grn_status grn_torch_masked_select(const grn_tensor *input, const grn_tensor *mask, const grn_tensor *out,
                                   const grn_diag *diag)
{
    masked m;
    grn_status status = select_from(&m, input, "input", mask, diag);
    if (status == GRN_OK)
        status = grn_check_data(input, "input", diag);
    if (status != GRN_OK)
        return status;
    const grn_tensor like = in_a_row(grn_mask_count(mask, &m.wide), input->dtype);
    status = grn_fw_check_destination(out, "out", &like, diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, input, "input", diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, mask, "mask", diag);
    if (status == GRN_OK)
        grn_mask_select(&m.mask, &m.data, out);
    return status;
}

/* Zeros with grad at the true places, in the common shape. */
static void put_back(const masked *m, const grn_tensor *grad, const grn_tensor *to)
{
    static const unsigned char zero[16];
    grn_tensor_fill(to, zero);
    grn_mask_scatter(&m->mask, grad, to);
}

static grn_status put_back_and_sum(const masked *m, const grn_tensor *grad, const grn_allocator *allocator,
                                   const grn_tensor *out)
{
    grn_tensor wide;
    const size_t bytes = grn_tensor_bytes(&m->wide);
    void *memory = grn_allocate(allocator, bytes);
    if (memory == NULL)
        return grn_fail(m->diag, grn_no_place, GRN_E_MEMORY, "masked_select_backward: %zu bytes were refused", bytes);
    grn_fw_compact(&m->wide, memory, grad->dtype, &wide);
    put_back(m, grad, &wide);
    grn_torch_sum_to(&wide, out);
    grn_release(allocator, memory, bytes);
    return GRN_OK;
}

grn_status grn_torch_masked_select_backward(const grn_tensor *grad, const grn_tensor *self, const grn_tensor *mask,
                                            const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    masked m;
    grn_status status = select_from(&m, self, "self", mask, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    const grn_tensor like = in_a_row(grn_mask_count(mask, &m.wide), self->dtype);
    status = grn_fw_check_like(grad, "grad", &like, diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", self, diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, mask, "mask", diag);
    if (status != GRN_OK)
        return status;
    if (!grn_tensor_same_shape(self, &m.wide))
        return put_back_and_sum(&m, grad, allocator, out);
    put_back(&m, grad, out);
    return GRN_OK;
}

/* ---- masked_scatter -------------------------------------------------------------------------- */

grn_status grn_torch_masked_scatter_shape(const grn_tensor *input, const grn_tensor *mask, const grn_diag *diag,
                                          int32_t *rank, int64_t *shape)
{
    masked m;
    grn_status status = grn_check_view(input, "input", diag);
    if (status == GRN_OK)
        status = scatter_into(&m, input, mask, input, diag);
    if (status == GRN_OK)
        status = grn_grouped_check_shape(rank, shape, diag);
    if (status != GRN_OK)
        return status;
    *rank = m.wide.rank;
    memcpy(shape, m.wide.shape, (size_t)m.wide.rank * sizeof *shape);
    return GRN_OK;
}

/* All but the number of elements of source, which is known when mask has been read. */
static grn_status check_scatter(const masked *m, const grn_tensor *input, const grn_tensor *mask,
                                const grn_tensor *source, const grn_tensor *out)
{
    grn_status status = grn_check_data(input, "input", m->diag);
    if (status == GRN_OK)
        status = grn_check_data(mask, "mask", m->diag);
    if (status == GRN_OK)
        status = grn_check_data(source, "source", m->diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", &m->wide, m->diag);
    if (status == GRN_OK && !grn_fw_same_view(input, out))
        status = grn_check_alias(out, input, "input", m->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, mask, "mask", m->diag);
    return status == GRN_OK ? grn_check_alias(out, source, "source", m->diag) : status;
}

grn_status grn_torch_masked_scatter(const grn_tensor *input, const grn_tensor *mask, const grn_tensor *source,
                                    const grn_tensor *out, const grn_diag *diag)
{
    masked m;
    grn_status status = scatter_into(&m, input, mask, source, diag);
    if (status == GRN_OK)
        status = check_scatter(&m, input, mask, source, out);
    if (status == GRN_OK)
        status = check_source(grn_tensor_elements(source), grn_mask_count(mask, &m.wide), diag);
    if (status != GRN_OK)
        return status;
    if (!grn_fw_same_view(&m.data, out))
        grn_tensor_copy(out, &m.data);
    grn_mask_scatter(&m.mask, source, out);
    return GRN_OK;
}

/* ---- masked_scatter's gradients -------------------------------------------------------------- */

/* mask goes with grad's shape. */
static grn_status spread_over_grad(masked *m, const grn_tensor *grad, const grn_tensor *mask, const grn_diag *diag)
{
    grn_status status = select_from(m, grad, "grad", mask, diag);
    if (status == GRN_OK)
        status = grn_check_data(grad, "grad", diag);
    if (status == GRN_OK && !grn_tensor_same_shape(grad, &m->wide))
        status = grn_fail(diag, grn_no_place, GRN_E_SHAPE, "mask is not broadcast to grad's shape");
    return status;
}

static grn_status check_gradients(const grn_tensor *grad, const grn_tensor *mask, const grn_tensor *self_grad,
                                  const grn_tensor *source_grad, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    if (self_grad != NULL)
        status = grn_fw_check_destination(self_grad, "self_grad", grad, diag);
    if (status == GRN_OK && self_grad != NULL && !grn_fw_same_view(grad, self_grad))
        status = grn_check_alias(self_grad, grad, "grad", diag);
    if (status == GRN_OK && self_grad != NULL)
        status = grn_check_alias(self_grad, mask, "mask", diag);
    if (status != GRN_OK || source_grad == NULL)
        return status;
    status = grn_check_view(source_grad, "source_grad", diag);
    if (status == GRN_OK) {
        grn_tensor like = *source_grad; /* of any shape */
        like.dtype = grad->dtype;
        status = grn_fw_check_destination(source_grad, "source_grad", &like, diag);
    }
    if (status == GRN_OK)
        status = grn_check_alias(source_grad, grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_check_alias(source_grad, mask, "mask", diag);
    return status == GRN_OK && self_grad != NULL ? grn_check_alias(source_grad, self_grad, "self_grad", diag) : status;
}

/* grad's elements at the true places into the first of source_grad, which has any shape. */
static void give_to_source(const masked *m, const grn_tensor *source_grad)
{
    static const unsigned char zero[16];
    const size_t bytes = grn_dtype_bytes(m->data.dtype);
    grn_walk from, to;
    grn_tensor_fill(source_grad, zero);
    grn_walk_init(&to, source_grad->rank, source_grad->shape, 1, (const int64_t *[]){source_grad->stride});
    grn_walk_init(&from, m->mask.rank, m->mask.shape, 2, (const int64_t *[]){m->mask.stride, m->data.stride});
    for (; from.more && to.more; grn_walk_next(&from))
        if (*(const unsigned char *)grn_tensor_at(&m->mask, from.offset[0])) {
            memcpy(grn_tensor_at(source_grad, to.offset[0]), grn_tensor_at(&m->data, from.offset[1]), bytes);
            grn_walk_next(&to);
        }
}

grn_status grn_torch_masked_scatter_backward(const grn_tensor *grad, const grn_tensor *mask,
                                             const grn_tensor *self_grad, const grn_tensor *source_grad,
                                             const grn_diag *diag)
{
    static const unsigned char zero[16];
    masked m;
    grn_status status = spread_over_grad(&m, grad, mask, diag);
    if (status == GRN_OK)
        status = check_gradients(grad, mask, self_grad, source_grad, diag);
    if (status == GRN_OK && source_grad != NULL)
        status = check_source(grn_tensor_elements(source_grad), grn_mask_count(mask, &m.wide), diag);
    if (status != GRN_OK)
        return status;
    if (source_grad != NULL)
        give_to_source(&m, source_grad);
    if (self_grad == NULL)
        return GRN_OK;
    if (!grn_fw_same_view(grad, self_grad))
        grn_tensor_copy(self_grad, grad);
    grn_mask_fill(&m.mask, zero, self_grad);
    return GRN_OK;
}
