/*
 * conv_eval.c - what convolution and dynamic_conv mean (StableHLO spec, convolution). Sums are made
 * as those of dot_general: from zero, in ascending order of the kernel's elements.
 */
#include "dialects/stablehlo/conv.h"

#include <inttypes.h>

#include "dialects/stablehlo/product.h"
#include "eval/convolve.h"

/* A side's dimensions as src/eval has them: `first`, the spatial ones, `second`; or the spatial
 * ones and both others. */
static void order_of(const grn_conv_side *s, bool kernel, int64_t *dims)
{
    size_t n = 0;
    if (!kernel)
        dims[n++] = s->first;
    for (size_t i = 0; i < s->spatial.count; i++)
        dims[n++] = s->spatial.v[i];
    if (kernel)
        dims[n++] = s->first;
    dims[n] = s->second;
}

static int64_t clamped(int64_t v, const grn_tensor *t)
{
    return grn_dtype_class_of(t->dtype) == GRN_CLASS_UNSIGNED && v < 0 ? INT64_MAX : v;
}

/* dynamic_conv: pairs of an operand. */
static void read_padding(const grn_tensor *t, grn_windows *w)
{
    for (int32_t d = 0; d < w->rank; d++) {
        w->low[d] = clamped(grn_index_load(t->dtype, grn_tensor_at(t, d * t->stride[0])), t);
        w->high[d] = clamped(grn_index_load(t->dtype, grn_tensor_at(t, d * t->stride[0] + t->stride[1])), t);
    }
}

/* What verify could not see of open extents. */
static grn_status check_extents(grn_exec *x, const grn_op *op, const grn_conv_dims *d, const grn_convolution *c)
{
    const int64_t *lhs = x->operands[0].tensor.shape, *rhs = x->operands[1].tensor.shape;
    int64_t groups = c->feature_groups * c->batch_groups;
    if (lhs[d->input.first] % c->batch_groups != 0)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "a batch of %" PRId64 " does not divide into %" PRId64 " groups",
                             lhs[d->input.first], c->batch_groups);
    if (lhs[d->input.second] % c->feature_groups != 0 ||
        lhs[d->input.second] / c->feature_groups != rhs[d->kernel.first])
        return grn_exec_fail(x, op, GRN_E_SHAPE,
                             "%" PRId64 " input features in %" PRId64 " groups meet a kernel of %" PRId64,
                             lhs[d->input.second], c->feature_groups, rhs[d->kernel.first]);
    if (rhs[d->kernel.second] % groups != 0)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "%" PRId64 " output features do not divide into %" PRId64 " groups",
                             rhs[d->kernel.second], groups);
    for (int32_t i = 0; i < c->windows.rank; i++)
        if (c->windows.size[i] == 0)
            return grn_exec_fail(x, op, GRN_E_SHAPE, "the kernel has no elements along spatial dimension %" PRId32, i);
    return GRN_OK;
}

static bool fits_result(const grn_op *op, const int64_t *shape)
{
    const grn_type *type = grn_result_type(op, 0);
    for (int32_t d = 0; d < type->rank; d++)
        if (type->shape[d] != GRN_DYNAMIC && type->shape[d] != shape[d])
            return false;
    return true;
}

static grn_status convolve(grn_exec *x, const grn_op *op, const grn_conv_dims *d, grn_convolution *c, grn_rt *sums)
{
    int64_t shape[GRN_MAX_RANK], natural[GRN_MAX_RANK], dims[GRN_MAX_RANK], back[GRN_MAX_RANK];
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    grn_rt out = {.buffer = NULL};
    grn_tensor view;
    int32_t rank = grn_hlo_conv_shape(op, &c->windows, x->operands[0].tensor.shape, x->operands[1].tensor.shape, shape);
    if (!fits_result(op, shape))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "gives the shape %s, the result is %s",
                             grn_hlo_shape_text(rank, shape, have, sizeof have),
                             grn_type_text(grn_result_type(op, 0), want, sizeof want));
    order_of(&d->output, false, dims);
    for (int32_t i = 0; i < rank; i++) {
        natural[i] = shape[dims[i]];
        back[dims[i]] = i;
    }
    grn_status status = x->calls->alloc(x, c->lhs.dtype, rank, natural, &out);
    c->out = out.tensor;
    if (status == GRN_OK)
        status = x->calls->charge(x, grn_convolution_products(c));
    if (status == GRN_OK) {
        status = grn_eval_convolve(c, x->parallel, x->allocator);
        if (status == GRN_E_MEMORY)
            status = grn_exec_fail(x, op, status, "memory for blocks of the operands was refused");
        else if (status != GRN_OK)
            status = grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(c->lhs.dtype));
    }
    if (status == GRN_OK) {
        grn_view_transpose(&out.tensor, back, &view);
        status = x->calls->share(x, &out, &view, sums);
    }
    x->calls->release(x, &out);
    return status;
}

grn_status grn_hlo_conv_eval(grn_exec *x, const grn_op *op)
{
    const grn_dtype dtype = grn_hlo_sum_dtype(grn_expressed_dtype(grn_result_type(op, 0)));
    const grn_conv_dims d = grn_hlo_conv_dims(grn_op_attr(op, "dimension_numbers"));
    grn_convolution c = {.feature_groups = grn_op_integer(op, "feature_group_count", 1),
                         .batch_groups = grn_op_integer(op, "batch_group_count", 1)};
    grn_rt lhs = {.buffer = NULL}, rhs = {.buffer = NULL}, sums = {.buffer = NULL};
    int64_t dims[GRN_MAX_RANK];
    grn_status status = grn_hlo_conv_windows(op, NULL, x->operands[1].tensor.shape, &c.windows, c.reversed);
    if (status == GRN_OK && op->noperands == 3)
        read_padding(&x->operands[2].tensor, &c.windows);
    if (status == GRN_OK)
        status = check_extents(x, op, &d, &c);
    if (status == GRN_OK)
        status = grn_hlo_factor(x, op, 0, dtype, &lhs);
    if (status == GRN_OK)
        status = grn_hlo_factor(x, op, 1, dtype, &rhs);
    if (status == GRN_OK) {
        order_of(&d.input, false, dims);
        grn_view_transpose(&lhs.tensor, dims, &c.lhs);
        order_of(&d.kernel, true, dims);
        grn_view_transpose(&rhs.tensor, dims, &c.rhs);
        status = convolve(x, op, &d, &c, &sums);
    }
    if (status == GRN_OK)
        status = grn_hlo_product_result(x, op, &sums);
    x->calls->release(x, &lhs);
    x->calls->release(x, &rhs);
    x->calls->release(x, &sums);
    return status;
}
