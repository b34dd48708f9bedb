/*
 * conv.c - ONNX's convolution.
 *
 *   ON-38  Conv: X [N, C, ..] and W [M, C / group, ..] of one rank, 3 at least, and of one type; group divides C
 *          and M; B is [M]; kernel_shape, strides, dilations and pads have one entry, pads two, for
 *          each dimension after the first two, and fit the kernel
 */
#include "dialects/onnx/conv.h"

#include <inttypes.h>

#include "dialects/onnx/calc.h"
#include "dialects/stablehlo/product.h"
#include "eval/convolve.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static bool says(const grn_op *op, const char *text)
{
    const grn_attr *a = grn_op_attr(op, "auto_pad");
    return a && grn_str_is(a->text, text);
}

/* A list of `want` numbers of `least` at least; `otherwise` where it is left out. */
static grn_status conv_list(const grn_onnx_at *at, const char *name, int32_t want, int64_t least, int64_t otherwise,
                            int64_t *out)
{
    size_t count = 0;
    const int64_t *v = NULL;
    for (int32_t i = 0; i < want; i++)
        out[i] = otherwise;
    if (!grn_op_attr(at->op, name))
        return GRN_OK;
    if (!grn_op_dims(at->op, name, &count, &v) || count != (size_t)want)
        return grn_onnx_broken(at, "ON-38", "%s has %zu entries, expected %" PRId32, name, count, want);
    for (int32_t i = 0; i < want; i++) {
        if (v[i] < least || v[i] > INT32_MAX)
            return grn_onnx_broken(at, "ON-38", "%s[%" PRId32 "] is %" PRId64 ", expected %" PRId64 " to %d", name, i,
                                   v[i], least, INT32_MAX);
        out[i] = v[i];
    }
    return GRN_OK;
}

/* Along one dimension: the padding that auto_pad asks for, and how many windows there are. */
static grn_status place_windows(const grn_onnx_at *at, int64_t extent, int32_t d, grn_windows *w, int64_t *out)
{
    const bool lower = says(at->op, "SAME_LOWER"), same = lower || says(at->op, "SAME_UPPER");
    *out = GRN_DYNAMIC;
    if (extent == GRN_DYNAMIC || w->size[d] == GRN_DYNAMIC)
        return GRN_OK;
    if (extent > INT64_MAX / 4 || w->size[d] > INT32_MAX || w->size[d] < 1)
        return grn_onnx_broken(
            at, "ON-38", "the kernel has %" PRId64 " elements along spatial dimension %" PRId32 ", expected 1 to %d",
            w->size[d], d, INT32_MAX);
    const int64_t span = (w->size[d] - 1) * w->window_dilation[d] + 1, stride = w->stride[d];
    if (same) {
        const int64_t count = (extent + stride - 1) / stride, more = (count - 1) * stride + span - extent;
        w->low[d] = more > 0 ? (more + lower) / 2 : 0;
        w->high[d] = more > 0 ? more - w->low[d] : 0;
    }
    const int64_t room = extent + w->low[d] + w->high[d] - span;
    *out = room < 0 ? 0 : room / stride + 1;
    return GRN_OK;
}

static grn_status check_channels(const grn_onnx_at *at, const grn_dims *x, const grn_dims *k)
{
    const int64_t group = grn_op_integer(at->op, "group", 1), c = x->v[1], m = k->v[0], each = k->v[1];
    if (group < 1)
        return grn_onnx_broken(at, "ON-38", "group is %" PRId64 ", expected 1 or more", group);
    if (c != GRN_DYNAMIC && each != GRN_DYNAMIC && (c % group != 0 || c / group != each))
        return grn_onnx_broken(at, "ON-38",
                               "X has %" PRId64 " channels in %" PRId64 " groups, and W is of %" PRId64 " each", c,
                               group, each);
    if (m != GRN_DYNAMIC && m % group != 0)
        return grn_onnx_broken(at, "ON-38", "W has %" PRId64 " feature maps, which %" PRId64 " groups do not divide", m,
                               group);
    if (grn_onnx_given(at->op, 2)) {
        const grn_dims b = grn_onnx_extents(at, 2);
        if (b.count != 1 || (b.v[0] != GRN_DYNAMIC && m != GRN_DYNAMIC && b.v[0] != m))
            return grn_onnx_broken(at, "ON-38", "B is not a list of one number for each feature map");
    }
    return GRN_OK;
}

grn_status grn_onnx_conv_windows(const grn_onnx_at *at, grn_windows *w, grn_dims *shape)
{
    const grn_dims x = grn_onnx_extents(at, 0), k = grn_onnx_extents(at, 1);
    int64_t pads[2 * GRN_MAX_RANK], asked[GRN_MAX_RANK];
    if (x.count < 3 || k.count != x.count)
        return grn_onnx_broken(at, "ON-38",
                               "X has %" PRId32 " dimensions and W %" PRId32 ", expected as many, 3 or more", x.count,
                               k.count);
    const int32_t n = x.count - 2;
    *w = (grn_windows){.rank = n};
    grn_status status = check_channels(at, &x, &k);
    if (status == GRN_OK)
        status = conv_list(at, "strides", n, 1, 1, w->stride);
    if (status == GRN_OK)
        status = conv_list(at, "dilations", n, 1, 1, w->window_dilation);
    if (status == GRN_OK)
        status = conv_list(at, "pads", 2 * n, 0, 0, pads);
    if (status == GRN_OK)
        status = conv_list(at, "kernel_shape", n, 1, 0, asked);
    *shape = (grn_dims){.count = x.count, .v = {x.v[0], k.v[0]}};
    for (int32_t d = 0; status == GRN_OK && d < n; d++) {
        w->size[d] = k.v[d + 2];
        w->base_dilation[d] = 1;
        w->low[d] = pads[d];
        w->high[d] = pads[n + d];
        if (asked[d] && w->size[d] != GRN_DYNAMIC && asked[d] != w->size[d])
            return grn_onnx_broken(at, "ON-38", "kernel_shape[%" PRId32 "] is %" PRId64 ", and W has %" PRId64, d,
                                   asked[d], w->size[d]);
        status = place_windows(at, x.v[d + 2], d, w, &shape->v[d + 2]);
    }
    return status;
}

static grn_status conv_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_windows w;
    return grn_onnx_conv_windows(at, &w, out);
}

static grn_status conv_types(const grn_op *op, grn_check *check)
{
    grn_status status = grn_tensor_elements_same(op, check, "ON-11", 1, 0);
    return status == GRN_OK && grn_onnx_given(op, 2) ? grn_tensor_elements_same(op, check, "ON-11", 2, 0) : status;
}
GRN_ONNX_TYPED(conv)

/* ---- in the run ------------------------------------------------------------------------------ */

/* Dimension `first`, those from 2 on, `last`; or those from 2 on, `first`, `last`. */
static void order(int32_t rank, int64_t first, int64_t last, bool in_front, int64_t *dims)
{
    int32_t n = 0;
    if (in_front)
        dims[n++] = first;
    for (int32_t d = 2; d < rank; d++)
        dims[n++] = d;
    if (!in_front)
        dims[n++] = first;
    dims[n] = last;
}

/* [N, M, ..], of the dtype that sums are made in. */
static grn_calc_value convolve(grn_calc *c, const grn_windows *w, const grn_dims *shape, grn_dtype dtype)
{
    int64_t dims[GRN_MAX_RANK], natural[GRN_MAX_RANK], back[GRN_MAX_RANK];
    const int32_t rank = shape->count;
    grn_convolution conv = {.windows = *w, .feature_groups = grn_op_integer(c->op, "group", 1), .batch_groups = 1};
    const grn_calc_value x = grn_calc_convert(c, grn_calc_operand(c, 0), dtype),
                         k = grn_calc_convert(c, grn_calc_operand(c, 1), dtype);
    if (!x || !k)
        return NULL;
    order(rank, 0, 1, true, dims);
    grn_view_transpose(&x->tensor, dims, &conv.lhs);
    for (int32_t d = 0; d < rank; d++) {
        natural[d] = shape->v[dims[d]];
        back[dims[d]] = d;
    }
    order(rank, 1, 0, false, dims);
    grn_view_transpose(&k->tensor, dims, &conv.rhs);
    grn_rt *out = grn_calc_new(c, dtype, rank, natural);
    if (!out)
        return NULL;
    conv.out = out->tensor;
    c->status = c->x->calls->charge(c->x, grn_convolution_products(&conv));
    const grn_status status = c->status == GRN_OK ? grn_eval_convolve(&conv, c->x->parallel, c->x->allocator) : GRN_OK;
    if (status == GRN_E_MEMORY)
        return grn_calc_fail(c, status, "memory for blocks of the operands was refused");
    if (status != GRN_OK)
        return grn_calc_fail(c, GRN_E_UNSUPPORTED, "is not defined on elements of this type");
    return grn_calc_transpose(c, out, back);
}

static grn_status conv_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    grn_windows w;
    grn_dims shape;
    int64_t by_channel[GRN_MAX_RANK];
    grn_calc c;
    grn_calc_begin(&c, x, op);
    c.status = grn_onnx_conv_windows(&at, &w, &shape);
    if (c.status != GRN_OK)
        return grn_calc_end(&c, 0, NULL);
    grn_calc_value out = grn_calc_convert(&c, convolve(&c, &w, &shape, grn_hlo_sum_dtype(dtype)), dtype);
    if (grn_onnx_given(op, 2)) {
        for (int32_t d = 0; d < shape.count; d++)
            by_channel[d] = d == 1 ? shape.v[1] : 1;
        out = grn_calc_map(&c, &grn_element_add, dtype, out,
                           grn_calc_reshape(&c, grn_calc_operand(&c, 2), shape.count, by_channel));
    }
    return grn_calc_end(&c, 1, &out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port results[] = {GRN_PORT("Y", grn_is_ranked_tensor), GRN_PORTS_END};
#define LIST(name) GRN_MAY_HAVE(name, grn_attr_is_array)

const grn_op_def grn_onnx_conv_ops[] = {
    GRN_ONNX_ROW("Conv", "sums of products of windows of X with the kernel W", "ON-11, ON-38",
                 .operands = GRN_PORTS(GRN_PORT("X", grn_onnx_floats), GRN_PORT("W", grn_onnx_floats),
                                       GRN_PORT("B", grn_onnx_tensor_or_none)),
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("auto_pad", grn_attr_is_string), LIST("kernel_shape"), LIST("strides"),
                                    LIST("dilations"), LIST("pads"), GRN_MAY_HAVE("group", grn_onnx_is_si64)),
                 .verify = conv_verify, .infer = conv_infer, .eval = conv_eval),
    {.name = NULL},
};
