/*
 * torch_grad.c - what the gradients of torch's calls share.
 *
 * A gather's gradient is a scatter_add into zeros, a scatter's two are a
 * gather of the gradient and the gradient itself, with 0 where it was
 * overwritten (PyTorch, tools/autograd/derivatives.yaml).
 */
#include <string.h>

#include "frameworks/frameworks.h"

static unsigned char *zero_element(unsigned char element[16])
{
    memset(element, 0, 16);
    return element;
}

/* ---- a gather's ------------------------------------------------------------------------------ */

grn_status grn_torch_add_into_zeros(grn_status status, grn_fw_call *call, const grn_tensor *out)
{
    unsigned char zero[16];
    const grn_dtype dtype = call->data.dtype;
    grn_tensor seen, result;
    if (status == GRN_OK)
        status = grn_check_view(out, "out", call->diag);
    if (status != GRN_OK)
        return status;
    seen = *out;
    if (call->data.rank == 1)
        grn_fw_at_least_1d(&seen);
    call->data = seen; /* nothing of self is read; out's shape is held against call->result */
    call->data.dtype = dtype;
    call->combiner = GRN_COMBINE_ADD;
    status = grn_fw_scatter_ready(call, out, &result);
    if (status != GRN_OK)
        return status;
    grn_tensor_fill(&result, zero_element(zero));
    return grn_fw_scatter_run(call, &result, &call->updates);
}

/* ---- a scatter's ----------------------------------------------------------------------------- */

/* part_grad with the rank that the places have. */
static grn_status see_part(const grn_fw_call *call, const grn_torch_hand_back *to, grn_tensor *part)
{
    grn_status status = grn_check_view(to->part_grad, to->part_name, call->diag);
    if (status != GRN_OK)
        return status;
    *part = *to->part_grad;
    if (call->dense.rank == 1)
        grn_fw_at_least_1d(part);
    status = grn_fw_check_destination(part, to->part_name, &call->dense, call->diag);
    if (status == GRN_OK && to->self_grad != NULL)
        status = grn_check_alias(to->self_grad, part, to->part_name, call->diag);
    return status;
}

/* The checks that a self_grad would get. */
static grn_status check_inputs(const grn_fw_call *call)
{
    grn_status status = grn_check_data(&call->data, call->op->data_name, call->diag);
    if (status == GRN_OK)
        status = grn_check_data(&call->indices, call->op->index_name, call->diag);
    return status == GRN_OK && !call->idle ? grn_fw_check_index(call) : status;
}

static grn_status gather_part(const grn_fw_call *call, const grn_tensor *part)
{
    grn_fw_call gather = *call;
    gather.result = call->dense;
    return grn_fw_gather(GRN_OK, &gather, part);
}

static grn_status check_self_grad(const grn_tensor *self_grad, const grn_diag *diag)
{
    grn_status status = grn_check_view(self_grad, "self_grad", diag);
    if (status == GRN_OK)
        status = grn_check_data(self_grad, "self_grad", diag);
    return status == GRN_OK ? grn_check_places(self_grad, "self_grad", diag) : status;
}

/* self_grad is written last: it may be grad. */
grn_status grn_torch_give_back(grn_status status, grn_fw_call *call, const grn_torch_hand_back *to)
{
    unsigned char zero[16];
    grn_tensor part, result;
    if (status == GRN_OK && to->self_grad != NULL)
        status = check_self_grad(to->self_grad, call->diag);
    if (status == GRN_OK && to->part_grad != NULL)
        status = see_part(call, to, &part);
    if (status != GRN_OK)
        return status;
    call->combiner = GRN_COMBINE_REPLACE;
    grn_fw_splat(&call->dense, zero_element(zero), call->data.dtype, &call->updates);
    status = to->self_grad != NULL ? grn_fw_scatter_ready(call, to->self_grad, &result) : check_inputs(call);
    if (status == GRN_OK && to->part_grad != NULL)
        status = gather_part(call, &part);
    if (status != GRN_OK)
        return status;
    if (to->part_grad != NULL && to->alpha != NULL)
        grn_adjoint_scale(&part, to->alpha);
    if (to->self_grad == NULL)
        return GRN_OK;
    grn_fw_scatter_copy(call, &result);
    return to->keeps ? GRN_OK : grn_fw_scatter_run(call, &result, &call->updates);
}

/* ---- sums over what was broadcast ------------------------------------------------------------ */

static void add_to(grn_scalar *sum, const grn_scalar *v)
{
    switch (grn_dtype_class_of(sum->dtype)) {
    case GRN_CLASS_FLOAT: sum->f += v->f; break;
    case GRN_CLASS_COMPLEX:
        sum->c.re += v->c.re;
        sum->c.im += v->c.im;
        break;
    default: sum->u += v->u; break; /* i1 and signed integers lie over u: wraps */
    }
}

static grn_scalar sum_of(const grn_tensor *t)
{
    unsigned char zero[16];
    grn_scalar sum = grn_scalar_load(t->dtype, zero_element(zero));
    bool first = true;
    grn_walk w;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w)) {
        const grn_scalar v = grn_scalar_load(t->dtype, grn_tensor_at(t, w.offset[0]));
        if (first)
            sum = v;
        else
            add_to(&sum, &v);
        first = false;
    }
    return sum;
}

void grn_torch_sum_to(const grn_tensor *wide, const grn_tensor *out)
{
    const int32_t lead = wide->rank - out->rank;
    /* kept: out's extents over wide; at: the slice that is summed for one of them */
    grn_tensor at = *wide, kept = *wide;
    int64_t stride[GRN_MAX_RANK] = {0};
    grn_walk w;
    for (int32_t d = 0; d < wide->rank; d++) {
        kept.shape[d] = d < lead ? 1 : out->shape[d - lead];
        stride[d] = d < lead ? 0 : out->stride[d - lead];
        at.shape[d] = kept.shape[d] == wide->shape[d] ? 1 : wide->shape[d];
    }
    grn_walk_init(&w, wide->rank, kept.shape, 2, (const int64_t *[]){stride, wide->stride});
    for (; w.more; grn_walk_next(&w)) {
        at.data = wide->data != NULL ? grn_tensor_at(wide, w.offset[1]) : NULL;
        const grn_scalar sum = sum_of(&at);
        grn_scalar_store(&sum, out->dtype, grn_tensor_at(out, w.offset[0]));
    }
}

grn_status grn_torch_new_like(const grn_tensor *shaped, const grn_fw_call *call, const grn_allocator *allocator,
                              grn_tensor *out, size_t *bytes)
{
    int64_t elements;
    *bytes = 0;
    if (!grn_shape_elements(shaped->rank, shaped->shape, &elements) ||
        !grn_mul_size((size_t)elements, grn_dtype_bytes(shaped->dtype), bytes))
        return grn_fail(call->diag, grn_no_place, GRN_E_LIMIT,
                        "%s: the gradient before its sum passes the address space", call->op->name);
    void *memory = grn_allocate(allocator, *bytes);
    if (memory == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes were refused", call->op->name, *bytes);
    grn_fw_compact(shaped, memory, shaped->dtype, out);
    return GRN_OK;
}
