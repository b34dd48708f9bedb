/*
 * opset.c - the opset that a function names for its operators.
 *
 *   ON-21  `onnx.opset_version`: a function's, 64 bits and signed, 1 at least; its operators are in
 *          that opset, in the form they have
 */
#include "dialects/onnx/onnx.h"

#include <inttypes.h>

/* The first opset that has an operator in the form that rows read: with these operands (ONNX,
 * Changelog.md; ONNX Runtime 1.30 takes models of one node from these on). What has been so from
 * the start is left out. An attribute may need a later one; `value`: this one alone does. */
static const struct {
    const char *op, *attr, *value;
    int64_t since;
} forms[] = {
    {"onnx.ScatterElements", "reduction", "max", 18},
    {"onnx.ScatterElements", "reduction", "min", 18},
    {"onnx.ScatterElements", "reduction", NULL, 16},
    {"onnx.ScatterND", "reduction", "max", 18},
    {"onnx.ScatterND", "reduction", "min", 18},
    {"onnx.ScatterND", "reduction", NULL, 16},
    {"onnx.GatherND", "batch_dims", NULL, 12},
    {"onnx.Reshape", "allowzero", NULL, 14},
    {"onnx.Shape", "start", NULL, 15},
    {"onnx.Shape", "end", NULL, 15},
    {"onnx.Cast", "round_mode", NULL, 24},
    {"onnx.Cast", "saturate", NULL, 19},
    {"onnx.BitwiseAnd", NULL, NULL, 18},
    /* axes an operand; a constant one stands for the attribute of before: reduce_since */
    {"onnx.ReduceMax", NULL, NULL, 18},
    {"onnx.ReduceMin", NULL, NULL, 18},
    {"onnx.ReduceMean", NULL, NULL, 18},
    {"onnx.ReduceProd", NULL, NULL, 18},
    {"onnx.ReduceL1", NULL, NULL, 18},
    {"onnx.ReduceL2", NULL, NULL, 18},
    {"onnx.ReduceSumSquare", NULL, NULL, 18},
    {"onnx.Split", "num_outputs", NULL, 18},
    {"onnx.LayerNormalization", NULL, NULL, 17},
    {"onnx.CumSum", NULL, NULL, 11},
    {"onnx.Clip", NULL, NULL, 11},
    {"onnx.OneHot", NULL, NULL, 11},
    {"onnx.Round", NULL, NULL, 11},
    {"onnx.Split", NULL, NULL, 13},
    {"onnx.ReduceSum", NULL, NULL, 13},
    {"onnx.Softmax", NULL, NULL, 13},
    {"onnx.LogSoftmax", NULL, NULL, 13},
    {"onnx.TopK", NULL, NULL, 11},
    {"onnx.Gemm", NULL, NULL, 11},
    {"onnx.ConstantOfShape", NULL, NULL, 9},
    {"onnx.Erf", NULL, NULL, 9},
    {"onnx.Sign", NULL, NULL, 9},
    {"onnx.Flatten", NULL, NULL, 9},
    {"onnx.Sin", NULL, NULL, 7},
    {"onnx.Cos", NULL, NULL, 7},
    {"onnx.Tan", NULL, NULL, 7},
    {"onnx.Div", NULL, NULL, 7},
    {"onnx.Pow", NULL, NULL, 7},
    {"onnx.Sum", NULL, NULL, 8},
    {"onnx.Tile", NULL, NULL, 6},
    {"onnx.BitwiseOr", NULL, NULL, 18},
    {"onnx.BitwiseXor", NULL, NULL, 18},
    {"onnx.BitwiseNot", NULL, NULL, 18},
    {"onnx.BitCast", NULL, NULL, 26},
    {"onnx.CumProd", NULL, NULL, 26},
    {"onnx.BitShift", NULL, NULL, 11},
    {"onnx.Unique", NULL, NULL, 11},
    {"onnx.Scan", NULL, NULL, 9},
    {"onnx.Mod", NULL, NULL, 10},
    {"onnx.Compress", NULL, NULL, 9},
    {"onnx.NonZero", NULL, NULL, 9},
    {"onnx.Sinh", NULL, NULL, 9},
    {"onnx.Cosh", NULL, NULL, 9},
    {"onnx.Asinh", NULL, NULL, 9},
    {"onnx.Acosh", NULL, NULL, 9},
    {"onnx.Atanh", NULL, NULL, 9},
    {"onnx.Asin", NULL, NULL, 7},
    {"onnx.Acos", NULL, NULL, 7},
    {"onnx.Atan", NULL, NULL, 7},
    {"onnx.Squeeze", NULL, NULL, 13},
    {"onnx.Unsqueeze", NULL, NULL, 13},
    {"onnx.GreaterOrEqual", NULL, NULL, 12},
    {"onnx.LessOrEqual", NULL, NULL, 12},
    {"onnx.Gather", NULL, NULL, 11}, /* negative indices */
    {"onnx.GatherElements", NULL, NULL, 11},
    {"onnx.GatherND", NULL, NULL, 11},
    {"onnx.Pad", NULL, NULL, 11},
    {"onnx.Range", NULL, NULL, 11},
    {"onnx.ScatterElements", NULL, NULL, 11},
    {"onnx.ScatterND", NULL, NULL, 11},
    {"onnx.Slice", NULL, NULL, 10},
    {"onnx.Where", NULL, NULL, 9},
    {"onnx.Expand", NULL, NULL, 8},
    {"onnx.Max", NULL, NULL, 8},
    {"onnx.Min", NULL, NULL, 8},
    {"onnx.Add", NULL, NULL, 7},
    {"onnx.And", NULL, NULL, 7},
    {"onnx.Equal", NULL, NULL, 7},
    {"onnx.Greater", NULL, NULL, 7},
    {"onnx.Less", NULL, NULL, 7},
    {"onnx.Mul", NULL, NULL, 7},
    {"onnx.Or", NULL, NULL, 7},
    {"onnx.Sub", NULL, NULL, 7},
    {"onnx.Cast", NULL, NULL, 6},
    {"onnx.Reshape", NULL, NULL, 5},
    {"onnx.Concat", NULL, NULL, 4},
};

static bool has(const grn_op *op, const char *attr, const char *value)
{
    const grn_attr *a = attr ? grn_op_attr(op, attr) : NULL;
    return !attr || (a && (!value || (a->kind == GRN_ATTR_STRING && grn_str_is(a->text, value))));
}

/* A reduction whose axes are a constant can be said in opset 13 as well, by an attribute or, of
 * ReduceSum, an operand. */
static bool is_older_reduction(const grn_op *op)
{
    const grn_op *axes = op->noperands > 1 ? op->operands[1]->def : NULL;
    const bool constant =
        op->noperands < 2 || !grn_onnx_given(op, 1) || (axes && axes->noperands == 0 && grn_op_attr(axes, "value"));
    return op->name.n > 11 && memcmp(op->name.text, "onnx.Reduce", 11) == 0 && constant &&
           !grn_op_integer(op, "noop_with_empty_axes", 0);
}

/* Axes are an operand of Pad's since 18. */
static int64_t since(const grn_op *op)
{
    if (is_older_reduction(op))
        return 13;
    if (grn_str_is(op->name, "onnx.Pad") && grn_onnx_given(op, 3))
        return 18;
    for (size_t i = 0; i < GRN_COUNT(forms); i++)
        if (grn_str_is(op->name, forms[i].op) && has(op, forms[i].attr, forms[i].value))
            return forms[i].since;
    return 1;
}

static grn_status check_operator(const grn_op *op, grn_check *check, int64_t opset)
{
    const int64_t first = since(op);
    return first <= opset ? GRN_OK
                          : grn_tensor_broken(op, check, "ON-21",
                                              "is in this form since opset %" PRId64 ", the function names %" PRId64,
                                              first, opset);
}

/* Depth is the regions', which the parser limits. */
static grn_status check_within(const grn_op *op, grn_check *check, int64_t opset)
{
    grn_status status = GRN_OK;
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; status == GRN_OK && inner; inner = inner->next) {
                status = check_operator(inner, check, opset);
                if (status == GRN_OK)
                    status = check_within(inner, check, opset);
            }
    return status;
}

/* Depth is the regions', which the parser limits. */
int64_t grn_onnx_least_opset(const grn_op *function)
{
    int64_t least = 1;
    for (size_t r = 0; r < function->nregions; r++)
        for (const grn_block *b = function->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next) {
                const int64_t own = since(inner), within = inner->nregions ? grn_onnx_least_opset(inner) : 1;
                least = own > least ? own : least;
                least = within > least ? within : least;
            }
    return least;
}

grn_status grn_onnx_check_attr(const grn_op *op, const grn_named_attr *attr, grn_check *check)
{
    if (!grn_str_is(attr->name, GRN_ONNX_OPSET_ATTR))
        return GRN_OK;
    if (!grn_str_is(op->name, "func.func"))
        return grn_tensor_broken(op, check, "ON-21", "has attribute '%s', which is a function's", GRN_ONNX_OPSET_ATTR);
    if (!grn_onnx_is_si64.matches(attr->value) || attr->value->integer < 1)
        return grn_tensor_broken(op, check, "ON-21", "names no opset by '%s', expected %s, 1 at least",
                                 GRN_ONNX_OPSET_ATTR, grn_onnx_is_si64.text);
    return check_within(op, check, attr->value->integer);
}
