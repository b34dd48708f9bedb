/* body_quantize.c - quantization as nodes of simpler operators (ONNX, Operators.md). */
#include <math.h>

#include "onnx/body.h"

/* A scale or a zero point in a form that broadcasts to x [..]: one number, a list along axis, or
 * one for each block of block_size elements along axis. NULL: of none of these. */
static grn_value *spread(onnx_body *b, grn_value *v, const grn_type *x)
{
    int64_t shape[GRN_MAX_RANK], many[GRN_MAX_RANK];
    const int64_t block = grn_onnx_int(b, "block_size", 0), axis = grn_onnx_axis(b, x->rank, 1);
    const grn_type *t = v->type;
    if (!grn_type_has_static_shape(t) || t->rank == 0 || (t->rank == 1 && t->shape[0] == 1 && block == 0))
        return t->rank == 0 ? v : t->rank == 1 && t->shape[0] == 1 ? v : NULL;
    if (axis < 0)
        return NULL;
    if (t->rank == 1 && block == 0) {
        for (int64_t d = 0; d < x->rank; d++)
            shape[d] = d == axis ? t->shape[0] : 1;
        return grn_onnx_reshape(b, v, x->rank, shape);
    }
    if (block < 1 || t->rank != x->rank || !grn_type_has_static_shape(x) || x->rank + 1 > GRN_MAX_RANK ||
        block > INT32_MAX || t->shape[axis] > INT32_MAX)
        return NULL;
    const int64_t inner = axis + 1;
    for (int64_t d = 0, k = 0; d < x->rank; d++) {
        many[k++] = t->shape[d];
        if (d == axis)
            many[k++] = block;
    }
    memcpy(shape, t->shape, (size_t)t->rank * sizeof *shape);
    shape[axis] *= block;
    v = GRN_STEP(b, "Expand", GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &inner)),
                 grn_onnx_list_of(b, x->rank + 1, many));
    v = grn_onnx_reshape(b, v, x->rank, shape);
    return shape[axis] > x->shape[axis] ? grn_onnx_slice_of(b, v, axis, 0, x->shape[axis], 1) : v;
}

static bool output_dtype(const onnx_body *b, grn_dtype otherwise, grn_dtype *out)
{
    const int64_t asked = grn_onnx_int(b, "output_dtype", 0);
    *out = otherwise;
    return asked == 0 || grn_onnx_dtype((uint64_t)asked, out);
}

/* (x - zero point) * scale, in f32 */
static void dequantize_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *scale = grn_onnx_input(b, 1), *zero = grn_onnx_input(b, 2);
    grn_dtype dtype;
    if (!scale || !output_dtype(b, grn_onnx_dtype_of(scale), &dtype))
        return;
    scale = spread(b, scale, x->type);
    zero = zero ? spread(b, zero, x->type) : NULL;
    if (!scale || (grn_onnx_input(b, 2) && !zero))
        return;
    grn_value *v = grn_onnx_cast(b, x, GRN_F32);
    v = zero ? GRN_STEP(b, "Sub", v, grn_onnx_cast(b, zero, GRN_F32)) : v;
    b->results[0] = grn_onnx_cast(b, GRN_STEP(b, "Mul", v, grn_onnx_cast(b, scale, GRN_F32)), dtype);
}

/* Numbers in the range of the integers of `dtype`, as those. */
static grn_value *saturated(onnx_body *b, grn_value *v, grn_dtype dtype)
{
    const bool is_signed = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED;
    const int bits = (int)grn_dtype_bits(dtype);
    grn_value *low = grn_onnx_f32(b, is_signed ? -ldexp(1, bits - 1) : 0),
              *high = grn_onnx_f32(b, ldexp(1, is_signed ? bits - 1 : bits) - 1);
    return grn_onnx_cast(b, GRN_STEP(b, "Clip", v, low, high), dtype);
}

/* Cast as the node's `saturate` says. */
static grn_value *as_floats(onnx_body *b, grn_value *v, grn_dtype dtype)
{
    const onnx_named attrs[] = {{"to", grn_attr_type(b->r->ir, grn_type_of_dtype(b->r->ir, dtype))},
                                {"saturate", grn_onnx_si64(b->r, 0)}};
    return grn_onnx_int(b, "saturate", 1) ? grn_onnx_cast(b, v, dtype)
                                          : grn_onnx_step_with(b, "Cast", 1, &v, GRN_COUNT(attrs), attrs);
}

/* round(x / scale) + zero point, in range; of floats of 8 bits the quotient is cast. */
static void quantize_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *scale = grn_onnx_input(b, 1), *zero = grn_onnx_input(b, 2);
    grn_dtype dtype;
    if ((!grn_onnx_is_float(x) && grn_onnx_dtype_of(x) != GRN_I32) || !scale ||
        !output_dtype(b, zero ? grn_onnx_dtype_of(zero) : GRN_UI8, &dtype))
        return;
    scale = spread(b, scale, x->type);
    zero = zero ? spread(b, zero, x->type) : NULL;
    if (!scale || (grn_onnx_input(b, 2) && !zero))
        return;
    grn_value *v = GRN_STEP(b, "Div", grn_onnx_cast(b, x, GRN_F32), grn_onnx_cast(b, scale, GRN_F32));
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT) {
        b->results[0] = as_floats(b, v, dtype);
        return;
    }
    v = GRN_STEP(b, "Round", v);
    v = zero ? GRN_STEP(b, "Add", v, grn_onnx_cast(b, zero, GRN_F32)) : v;
    b->results[0] = saturated(b, v, dtype);
}

/* To ui8, by the range of the elements and 0. */
static void dynamic_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    if (grn_onnx_dtype_of(x) != GRN_F32)
        return;
    grn_value *none = grn_onnx_f32(b, 0), *levels = grn_onnx_f32(b, 255);
    grn_value *low = GRN_STEP(b, "Min", none, GRN_STEP_INT(b, "ReduceMin", "keepdims", 0, x));
    grn_value *high = GRN_STEP(b, "Max", none, GRN_STEP_INT(b, "ReduceMax", "keepdims", 0, x));
    grn_value *scale = GRN_STEP(b, "Div", GRN_STEP(b, "Sub", high, low), levels);
    grn_value *zero = GRN_STEP(b, "Round", GRN_STEP(b, "Div", GRN_STEP(b, "Sub", none, low), scale));
    zero = GRN_STEP(b, "Clip", zero, none, levels);
    grn_value *v = GRN_STEP(b, "Round", GRN_STEP(b, "Div", x, scale));
    b->results[0] = saturated(b, GRN_STEP(b, "Add", v, zero), GRN_UI8);
    b->results[1] = scale;
    b->results[2] = grn_onnx_cast(b, zero, GRN_UI8);
}

/* Without its zero point, which is one number or a list along dimension `axis`. */
static grn_value *centered(onnx_body *b, size_t i, size_t zero, int64_t axis)
{
    grn_value *v = grn_onnx_input(b, i), *z = grn_onnx_input(b, zero);
    const int64_t last = -1;
    v = v ? grn_onnx_cast(b, v, GRN_I32) : NULL;
    if (!v || !z)
        return v;
    if (z->type->rank == 1 && axis == -2 && !(grn_type_has_static_shape(z->type) && z->type->shape[0] == 1))
        z = GRN_STEP(b, "Unsqueeze", z, grn_onnx_list_of(b, 1, &last));
    return z ? GRN_STEP(b, "Sub", v, grn_onnx_cast(b, z, GRN_I32)) : NULL;
}

static void mat_mul_integer_body(onnx_body *b)
{
    grn_value *left = centered(b, 0, 2, -2), *right = centered(b, 1, 3, -1);
    b->results[0] = GRN_STEP(b, "MatMul", left, right);
}

/* A scale or zero point, which is one number or has one for each row. */
static grn_value *by_row(onnx_body *b, grn_value *v)
{
    const int64_t last = -1;
    return v->type->rank == 1 && !(grn_type_has_static_shape(v->type) && v->type->shape[0] == 1)
               ? GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &last))
               : v;
}

/* a, its scale, its zero point; b, ..; y's scale and zero point. Of a and y they may be lists of
 * rows, of b of columns. */
static void qlinear_mat_mul_body(onnx_body *b)
{
    for (size_t i = 0; i < 8; i++)
        if (!grn_onnx_input(b, i))
            return;
    grn_value *a_scale = by_row(b, grn_onnx_input(b, 1)), *b_scale = grn_onnx_input(b, 4),
              *y_scale = by_row(b, grn_onnx_input(b, 6)), *zero = by_row(b, grn_onnx_input(b, 7));
    if (!a_scale || !y_scale || !zero || !grn_dtype_is_integer(grn_onnx_dtype_of(zero)))
        return;
    grn_value *v = GRN_STEP(b, "MatMul", centered(b, 0, 2, -2), centered(b, 3, 5, -1));
    grn_value *scale = GRN_STEP(b, "Mul", grn_onnx_cast(b, a_scale, GRN_F32), grn_onnx_cast(b, b_scale, GRN_F32));
    scale = GRN_STEP(b, "Div", scale, grn_onnx_cast(b, y_scale, GRN_F32));
    v = v ? GRN_STEP(b, "Mul", grn_onnx_cast(b, v, GRN_F32), scale) : NULL;
    v = GRN_STEP(b, "Add", GRN_STEP(b, "Round", v), grn_onnx_cast(b, zero, GRN_F32));
    b->results[0] = saturated(b, v, grn_onnx_dtype_of(zero));
}

/* ---- convolutions of integers ---------------------------------------------------------------- */

/* v without its zero point, which is one number or one for each of W's results, in f64: sums of
 * products of 8 bits are exact there. */
static grn_value *uncentered(onnx_body *b, size_t i, size_t zero, bool by_result)
{
    grn_value *v = grn_onnx_input(b, i), *z = grn_onnx_input(b, zero);
    v = v ? grn_onnx_cast(b, v, GRN_F64) : NULL;
    if (!v || !z)
        return v;
    z = grn_onnx_cast(b, z, GRN_F64);
    if (z && by_result && z->type->rank == 1)
        z = grn_onnx_widened(b, z, 0, v->type->rank - 1);
    return GRN_STEP(b, "Sub", v, z);
}

/* By the node's own attributes. */
static grn_value *integer_conv(onnx_body *b, grn_value *x, grn_value *w)
{
    static const char *const names[] = {"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"};
    onnx_named attrs[GRN_COUNT(names)];
    size_t n = 0;
    for (size_t i = 0; i < GRN_COUNT(names); i++) {
        const onnx_attr *a = grn_onnx_attr_of(b->node, names[i]);
        if (a && a->value)
            attrs[n++] = (onnx_named){names[i], a->value};
    }
    grn_value *const operands[] = {x, w, grn_onnx_none(b->r)};
    return grn_onnx_step_with(b, "Conv", 3, operands, n, attrs);
}

static void conv_integer_body(onnx_body *b)
{
    grn_value *v = integer_conv(b, uncentered(b, 0, 2, false), uncentered(b, 1, 3, true));
    b->results[0] = v ? grn_onnx_cast(b, v, GRN_I32) : NULL;
}

/* x, its scale, its zero point; w, ..; y's scale and zero point; a bias of integers */
static void qlinear_conv_body(onnx_body *b)
{
    for (size_t i = 0; i < 8; i++)
        if (!grn_onnx_input(b, i))
            return;
    grn_value *zero = grn_onnx_input(b, 7), *bias = grn_onnx_input(b, 8);
    const int64_t rank = grn_onnx_input(b, 0)->type->rank;
    grn_value *v = integer_conv(b, uncentered(b, 0, 2, false), uncentered(b, 3, 5, true));
    if (bias)
        v = GRN_STEP(b, "Add", v, grn_onnx_by_channel(b, grn_onnx_cast(b, bias, GRN_F64), rank));
    grn_value *w_scale = grn_onnx_input(b, 4);
    w_scale = w_scale->type->rank == 1 ? grn_onnx_by_channel(b, w_scale, rank) : w_scale;
    grn_value *scale = GRN_STEP(b, "Div", GRN_STEP(b, "Mul", grn_onnx_input(b, 1), w_scale), grn_onnx_input(b, 6));
    v = v ? GRN_STEP(b, "Mul", grn_onnx_cast(b, v, GRN_F32), scale) : NULL;
    v = GRN_STEP(b, "Add", GRN_STEP(b, "Round", v), grn_onnx_cast(b, zero, GRN_F32));
    b->results[0] = saturated(b, v, grn_onnx_dtype_of(zero));
}

const onnx_body_row grn_onnx_quantize_bodies[] = {
    {.op = "DequantizeLinear", .build = dequantize_body},   {.op = "QuantizeLinear", .build = quantize_body},
    {.op = "DynamicQuantizeLinear", .build = dynamic_body}, {.op = "MatMulInteger", .build = mat_mul_integer_body},
    {.op = "QLinearMatMul", .build = qlinear_mat_mul_body}, {.op = "ConvInteger", .build = conv_integer_body},
    {.op = "QLinearConv", .build = qlinear_conv_body},      {.op = NULL},
};
