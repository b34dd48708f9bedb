/*
 * number.c - arith.maxnumf and arith.minnumf (MLIR arith dialect, the sections
 * of those names): where one of the two is no number, the other one.
 */
#include "dialects/arith/arith.h"

/* out = x where x is a number, else y. */
static grn_status or_else(grn_exec *x, const grn_op *op, const grn_tensor *value, const grn_tensor *other,
                          const grn_tensor *out)
{
    grn_rt is_number = {.buffer = NULL};
    const grn_tensor twice[2] = {*value, *value};
    grn_status status = x->calls->alloc(x, GRN_I1, out->rank, out->shape, &is_number);
    if (status == GRN_OK)
        status = grn_arith_map(x, op, &grn_element_compare_eq, 2, twice, &is_number.tensor);
    const grn_tensor choice[3] = {is_number.tensor, *value, *other};
    if (status == GRN_OK)
        status = grn_arith_map(x, op, &grn_element_select, 3, choice, out);
    x->calls->release(x, &is_number);
    return status;
}

static grn_status number_eval(grn_exec *x, const grn_op *op, const grn_element *element)
{
    const grn_tensor *a = &x->operands[0].tensor, *b = &x->operands[1].tensor;
    grn_rt both[2] = {{.buffer = NULL}};
    grn_status status = grn_hlo_new_result(x, op, 0, a->rank, a->shape);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(both); i++)
        status = x->calls->alloc(x, a->dtype, a->rank, a->shape, &both[i]);
    if (status == GRN_OK)
        status = or_else(x, op, a, b, &both[0].tensor);
    if (status == GRN_OK)
        status = or_else(x, op, b, a, &both[1].tensor);
    const grn_tensor in[2] = {both[0].tensor, both[1].tensor};
    if (status == GRN_OK)
        status = grn_arith_map(x, op, element, 2, in, &x->results[0].tensor);
    x->calls->release(x, &both[0]);
    x->calls->release(x, &both[1]);
    return status;
}

static grn_status maxnumf_eval(grn_exec *x, const grn_op *op) { return number_eval(x, op, &grn_element_maximum); }
static grn_status minnumf_eval(grn_exec *x, const grn_op *op) { return number_eval(x, op, &grn_element_minimum); }

#define ROW(op, does) GRN_ARITH_PAIR(op, does, grn_is_float_like, .traits = GRN_TRAIT_PURE, .eval = op##_eval)
const grn_op_def grn_arith_number_ops[] = {
    ROW(maxnumf, "larger of two floats; the other one where one is NaN"),
    ROW(minnumf, "smaller of two floats; the other one where one is NaN"),
    {.name = NULL},
};
