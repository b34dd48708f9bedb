/* body_loss.c - losses of classification as nodes of simpler operators (ONNX, Operators.md). */
#include "onnx/body.h"

static grn_value *sum_of_all(onnx_body *b, grn_value *v) { return GRN_STEP_INT(b, "ReduceSum", "keepdims", 0, v); }

static const grn_attr *attr_of(const onnx_body *b, const char *name)
{
    const onnx_attr *a = grn_onnx_attr_of(b->node, name);
    return a ? a->value : NULL;
}

/* The negative of what each target's class has, by its weight; a target of ignore_index counts for
 * nothing. scores [N, C, ..], target [N, ..], weight [C] or NULL. */
static grn_value *loss_of(onnx_body *b, grn_value *scores, grn_value *target, grn_value *weight)
{
    static const int64_t one[] = {1};
    const bool ignores = attr_of(b, "ignore_index") != NULL;
    const grn_dtype dtype = grn_onnx_dtype_of(scores);
    grn_value *zero = grn_onnx_scalar_of(b, dtype, 0), *ignored = NULL;
    target = grn_onnx_cast(b, target, GRN_I64);
    if (ignores) {
        const double index = (double)grn_onnx_int(b, "ignore_index", 0);
        ignored = GRN_STEP(b, "Equal", target, grn_onnx_scalar_of(b, GRN_I64, index));
        target = GRN_STEP(b, "Where", ignored, grn_onnx_i64(b, 0), target);
    }
    grn_value *at = GRN_STEP(b, "Unsqueeze", target, grn_onnx_list_of(b, 1, one));
    grn_value *v = GRN_STEP_INT(b, "GatherElements", "axis", 1, scores, at);
    v = GRN_STEP(b, "Neg", GRN_STEP(b, "Squeeze", v, grn_onnx_list_of(b, 1, one)));
    weight = weight ? GRN_STEP_INT(b, "Gather", "axis", 0, weight, target) : NULL;
    if (ignored)
        weight = GRN_STEP(b, "Where", ignored, zero, weight ? weight : grn_onnx_scalar_of(b, dtype, 1));
    v = weight ? GRN_STEP(b, "Mul", v, weight) : v;
    if (ignored) /* an infinite score that is not asked for stays out */
        v = GRN_STEP(b, "Where", ignored, zero, v);
    if (grn_onnx_says(b, "reduction", "none"))
        return v;
    if (grn_onnx_says(b, "reduction", "sum"))
        return sum_of_all(b, v);
    return weight ? GRN_STEP(b, "Div", sum_of_all(b, v), sum_of_all(b, weight))
                  : GRN_STEP_INT(b, "ReduceMean", "keepdims", 0, v);
}

static bool has_operands(const onnx_body *b)
{
    const grn_value *scores = grn_onnx_input(b, 0), *target = grn_onnx_input(b, 1);
    return grn_onnx_is_float(scores) && target && scores->type->rank >= 2 &&
           target->type->rank == scores->type->rank - 1;
}

static void likelihood_body(onnx_body *b)
{
    if (has_operands(b))
        b->results[0] = loss_of(b, grn_onnx_input(b, 0), grn_onnx_input(b, 1), grn_onnx_input(b, 2));
}

static void cross_entropy_body(onnx_body *b)
{
    if (!has_operands(b))
        return;
    grn_value *log = GRN_STEP_INT(b, "LogSoftmax", "axis", 1, grn_onnx_input(b, 0));
    b->results[0] = log ? loss_of(b, log, grn_onnx_input(b, 1), grn_onnx_input(b, 2)) : NULL;
    b->results[1] = log;
}

const onnx_body_row grn_onnx_loss_bodies[] = {
    {.op = "NegativeLogLikelihoodLoss", .build = likelihood_body},
    {.op = "SoftmaxCrossEntropyLoss", .build = cross_entropy_body},
    {.op = NULL},
};
