/*
 * convert.c - numbers of one kind as another: sitofp, uitofp, fptosi, fptoui,
 * extf, truncf, bitcast (MLIR arith dialect, the sections of those names).
 * Upstream leaves open what a float out of the integer's range becomes; here it
 * is what a StableHLO convert makes of it.
 */
#include "dialects/arith/arith.h"

/* ---- running --------------------------------------------------------------------------------- */

static grn_status has_values(grn_exec *x, const grn_op *op)
{
    return grn_hlo_result_dtype(op, 0) == GRN_NO_DTYPE
               ? grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run: its type has no values here")
               : GRN_OK;
}

static grn_status converted(grn_exec *x, const grn_op *op, const grn_tensor *in)
{
    grn_status status = has_values(x, op);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    return status == GRN_OK ? grn_arith_map(x, op, &grn_element_convert, 1, in, &x->results[0].tensor) : status;
}

static grn_status convert_eval(grn_exec *x, const grn_op *op) { return converted(x, op, &x->operands[0].tensor); }

/* As a signed number, true of i1 is -1: 0 - 1. (Of false the negative would be -0.) */
static grn_status sitofp_eval(grn_exec *x, const grn_op *op)
{
    char zero[16] = {0};
    const grn_tensor *in = &x->operands[0].tensor, *out = &x->results[0].tensor;
    grn_tensor of[2];
    grn_status status = converted(x, op, in);
    if (status != GRN_OK || in->dtype != GRN_I1)
        return status;
    status = grn_tensor_init(&of[0], zero, out->dtype, 0, NULL);
    of[1] = *out;
    return status == GRN_OK ? grn_arith_map(x, op, &grn_element_subtract, 2, of, out) : status;
}

static grn_status uitofp_eval(grn_exec *x, const grn_op *op)
{
    grn_rt in = {.buffer = NULL};
    grn_status status = grn_arith_unsigned(x, 0, &in);
    if (status == GRN_OK)
        status = converted(x, op, &in.tensor);
    x->calls->release(x, &in);
    return status;
}

/* Into integers without sign, whose bits the result then has. */
static grn_status fptoui_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_rt out = {.buffer = NULL};
    grn_status status = has_values(x, op);
    if (status == GRN_OK)
        status = x->calls->alloc(x, grn_arith_unsigned_dtype(grn_hlo_result_dtype(op, 0)), in->rank, in->shape, &out);
    if (status == GRN_OK)
        status = grn_arith_map(x, op, &grn_element_convert, 1, in, &out.tensor);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK)
        grn_eval_bitcast(&x->results[0].tensor, &out.tensor);
    x->calls->release(x, &out);
    return status;
}

static grn_status bitcast_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_status status = has_values(x, op);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK)
        grn_eval_bitcast(&x->results[0].tensor, in);
    return status;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static const grn_type *from_type(const grn_op *op) { return grn_type_element_or_self(grn_operand_type(op, 0)); }
static const grn_type *to_type(const grn_op *op) { return grn_type_element_or_self(grn_result_type(op, 0)); }

static uint32_t width(const grn_type *t)
{
    return t->kind == GRN_TYPE_INTEGER ? t->width : t->kind == GRN_TYPE_INDEX ? 0 : grn_dtype_bits(t->dtype);
}

static grn_status any_verify(const grn_op *op, grn_check *check) { return grn_arith_cast_verify(op, check, true); }
static grn_status wider_verify(const grn_op *op, grn_check *check)
{
    return grn_arith_cast_verify(op, check, width(to_type(op)) > width(from_type(op)));
}
static grn_status narrower_verify(const grn_op *op, grn_check *check)
{
    return grn_arith_cast_verify(op, check, width(to_type(op)) < width(from_type(op)));
}
static grn_status as_wide_verify(const grn_op *op, grn_check *check)
{
    return grn_arith_cast_verify(op, check, width(to_type(op)) == width(from_type(op)));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool has_bits(const grn_type *t) { return grn_is_fixed_width.matches(t) || grn_is_float_like.matches(t); }
static const grn_type_class with_bits = {"signless-integer-or-float-like or memref of signless-integer or float",
                                         has_bits};

#define ROW(op, does, from, to, rule, function) \
    GRN_ARITH_CAST(op, does, from, to, .verify = rule##_verify, .eval = function##_eval)
const grn_op_def grn_arith_convert_ops[] = {
    ROW(sitofp, "signed integer to float", grn_is_fixed_width, grn_is_float_like, any, sitofp),
    ROW(uitofp, "unsigned integer to float", grn_is_fixed_width, grn_is_float_like, any, uitofp),
    ROW(fptosi, "float to signed integer, truncated", grn_is_float_like, grn_is_fixed_width, any, convert),
    ROW(fptoui, "float to unsigned integer, truncated", grn_is_float_like, grn_is_fixed_width, any, fptoui),
    ROW(extf, "float to a wider type", grn_is_float_like, grn_is_float_like, wider, convert),
    ROW(truncf, "float to a narrower type, rounded", grn_is_float_like, grn_is_float_like, narrower, convert),
    ROW(bitcast, "the same bits as another type of that width", with_bits, with_bits, as_wide, bitcast),
    {.name = NULL},
};
