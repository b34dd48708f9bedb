/*
 * cast.c - integers as wider, narrower or index ones: extsi, extui,
 * trunci, index_cast, index_castui (MLIR arith dialect, the sections of those
 * names). Index is 64 bits wide. As signed values, true of i1 is -1.
 */
#include "dialects/arith/arith.h"

/* ---- running --------------------------------------------------------------------------------- */

/* The dtypes of each class follow one another by width. */
grn_dtype grn_arith_unsigned_dtype(grn_dtype dtype)
{
    if (dtype == GRN_INDEX)
        return GRN_UI64;
    return dtype >= GRN_I2 && dtype <= GRN_I64 ? (grn_dtype)(dtype - GRN_I2 + GRN_UI2) : dtype;
}

grn_status grn_arith_unsigned(grn_exec *x, size_t i, grn_rt *out)
{
    const grn_tensor *in = &x->operands[i].tensor;
    grn_tensor view = *in;
    view.dtype = grn_arith_unsigned_dtype(in->dtype);
    if (view.dtype == in->dtype || grn_dtype_bits(in->dtype) == 8 * grn_dtype_bytes(in->dtype))
        return x->calls->share(x, &x->operands[i], &view, out);
    grn_status status = x->calls->alloc(x, view.dtype, in->rank, in->shape, out);
    if (status == GRN_OK)
        grn_eval_bitcast(&out->tensor, in);
    return status;
}

grn_status grn_arith_map(grn_exec *x, const grn_op *op, const grn_element *element, size_t n, const grn_tensor *in,
                         const grn_tensor *out)
{
    grn_tensor views[GRN_ELEMENT_ARGS];
    grn_dtype dtypes[GRN_ELEMENT_ARGS];
    grn_bound_element bound;
    for (size_t i = 0; i < n; i++) {
        views[i] = in[i];
        dtypes[i] = in[i].dtype;
        if (in[i].rank == 0)
            grn_view_broadcast(&in[i], out->rank, out->shape, NULL, &views[i]);
        for (int32_t d = 0; d < out->rank; d++)
            if (views[i].rank != out->rank || views[i].shape[d] != out->shape[d])
                return grn_exec_fail(x, op, GRN_E_SHAPE, "operands have different shapes");
    }
    if (grn_element_bind(element, dtypes, out->dtype, &bound) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s giving %s", grn_dtype_text(dtypes[0]),
                             grn_dtype_text(out->dtype));
    grn_element_map(&bound, out, views);
    return GRN_OK;
}

/* What is cut off to i1 is the lowest bit, where a conversion would ask whether there is any. */
static grn_status lowest_bit(grn_exec *x, const grn_op *op, const grn_tensor *in, const grn_tensor *out)
{
    unsigned char bytes[16] = {0};
    const grn_scalar one = {.dtype = GRN_I64, .i = 1};
    grn_rt bits = {.buffer = NULL};
    grn_tensor pair[2] = {*in};
    grn_status status = grn_tensor_init(&pair[1], bytes, in->dtype, 0, NULL);
    grn_scalar_store(&one, in->dtype, bytes);
    if (status == GRN_OK)
        status = x->calls->alloc(x, in->dtype, in->rank, in->shape, &bits);
    if (status == GRN_OK)
        status = grn_arith_map(x, op, &grn_element_and, 2, pair, &bits.tensor);
    if (status == GRN_OK)
        status = grn_arith_map(x, op, &grn_element_convert, 1, &bits.tensor, out);
    x->calls->release(x, &bits);
    return status;
}

static grn_status cast_values(grn_exec *x, const grn_op *op, const grn_tensor *in, bool is_signed)
{
    grn_status status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    const grn_tensor *out = &x->results[0].tensor;
    if (status != GRN_OK)
        return status;
    if (out->dtype == GRN_I1 && in->dtype != GRN_I1)
        return lowest_bit(x, op, in, out);
    status = grn_arith_map(x, op, &grn_element_convert, 1, in, out);
    if (status == GRN_OK && in->dtype == GRN_I1 && is_signed)
        status = grn_arith_map(x, op, &grn_element_negate, 1, out, out);
    return status;
}

static grn_status can_run(grn_exec *x, const grn_op *op)
{
    return grn_hlo_result_dtype(op, 0) == GRN_NO_DTYPE
               ? grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run: its type has no values here")
               : GRN_OK;
}

static grn_status signed_eval(grn_exec *x, const grn_op *op)
{
    grn_status status = can_run(x, op);
    return status == GRN_OK ? cast_values(x, op, &x->operands[0].tensor, true) : status;
}

static grn_status unsigned_eval(grn_exec *x, const grn_op *op)
{
    grn_rt in = {.buffer = NULL};
    grn_status status = can_run(x, op);
    if (status == GRN_OK)
        status = grn_arith_unsigned(x, 0, &in);
    if (status == GRN_OK)
        status = cast_values(x, op, &in.tensor, false);
    x->calls->release(x, &in);
    return status;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static const grn_type *from_type(const grn_op *op) { return grn_type_element_or_self(grn_operand_type(op, 0)); }
static const grn_type *to_type(const grn_op *op) { return grn_type_element_or_self(grn_result_type(op, 0)); }

static bool same_dims(const grn_type *a, const grn_type *b)
{
    if (grn_type_is_tensor(a) != grn_type_is_tensor(b))
        return false;
    return !grn_type_is_tensor(a) || grn_hlo_shapes_agree(a, b);
}

grn_status grn_arith_cast_verify(const grn_op *op, const grn_check *check, bool compatible)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (!same_dims(from, to))
        return grn_op_fail(op, check, "failed to verify that input and output have the same tensor dimensions");
    if (compatible)
        return GRN_OK;
    return grn_op_fail(op, check, "operand type '%s' and result type '%s' are cast incompatible",
                       grn_type_text(from, have, sizeof have), grn_type_text(to, want, sizeof want));
}

static grn_status wider_verify(const grn_op *op, grn_check *check)
{
    return grn_arith_cast_verify(op, check, to_type(op)->width > from_type(op)->width);
}

static grn_status narrower_verify(const grn_op *op, grn_check *check)
{
    return grn_arith_cast_verify(op, check, to_type(op)->width < from_type(op)->width);
}

/* One of the two is index. */
static grn_status index_verify(const grn_op *op, grn_check *check)
{
    return grn_arith_cast_verify(op, check,
                                 (to_type(op)->kind == GRN_TYPE_INDEX) != (from_type(op)->kind == GRN_TYPE_INDEX));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_index_castable(const grn_type *t) { return grn_is_integer_like.matches(t); }
static const grn_type_class index_castable = {"signless-integer-like or memref of signless-integer", is_index_castable};

#define ROW(op, does, class, rule, reads) \
    GRN_ARITH_CAST(op, does, class, class, .verify = rule##_verify, .eval = reads##_eval)
const grn_op_def grn_arith_cast_ops[] = {
    ROW(extsi, "signed integer to a wider type", grn_is_fixed_width, wider, signed),
    ROW(extui, "unsigned integer to a wider type", grn_is_fixed_width, wider, unsigned),
    ROW(trunci, "integer to a narrower type: the low bits", grn_is_fixed_width, narrower, signed),
    ROW(index_cast, "signed integer to index, or back", index_castable, index, signed),
    ROW(index_castui, "unsigned integer to index, or back", index_castable, index, unsigned),
    {.name = NULL},
};
