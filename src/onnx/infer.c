/*
 * infer.c - result types of operators without a row, by ONNX's specification of each, as far as the
 * operands' types decide them. So a gather that stands behind them has types.
 */
#include "onnx/internal.h"

typedef const grn_type *known_type(onnx_reader *r, const grn_op *op);

static const grn_type *in(const grn_op *op, size_t i)
{
    const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : NULL;
    return t && (grn_type_is_tensor(t) || t->kind == GRN_TYPE_UNRANKED_TENSOR) ? t : NULL;
}

/* The shape of `like` with other elements; NULL: one of them is not known. */
static const grn_type *with_element(onnx_reader *r, const grn_type *like, const grn_type *element)
{
    if (!like || !element)
        return NULL;
    return grn_type_is_tensor(like) ? grn_type_tensor(r->ir, element, like->rank, like->shape, NULL)
                                    : grn_type_unranked(r->ir, element);
}

static const grn_type *same(onnx_reader *r, const grn_op *op)
{
    (void)r;
    return in(op, 0);
}

static const grn_type *predicate(onnx_reader *r, const grn_op *op)
{
    return with_element(r, in(op, 0), grn_type_of_dtype(r->ir, GRN_I1));
}

/* ---- operands that broadcast ----------------------------------------------------------------- */

static const grn_type *broadcast(onnx_reader *r, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = 0;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = in(op, i);
        if (!t || !grn_type_is_tensor(t))
            return in(op, 0) ? grn_type_unranked(r->ir, in(op, 0)->element) : NULL;
        rank = t->rank > rank ? t->rank : rank;
    }
    for (int32_t d = 0; d < rank; d++)
        shape[d] = 1;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = in(op, i);
        for (int32_t d = 0; d < t->rank; d++) {
            int64_t *extent = &shape[rank - t->rank + d];
            *extent = t->shape[d] == 1 || (t->shape[d] == GRN_DYNAMIC && *extent != 1) ? *extent : t->shape[d];
        }
    }
    return in(op, 0) ? grn_type_tensor(r->ir, in(op, 0)->element, rank, shape, NULL) : NULL;
}

static const grn_type *broadcast_predicate(onnx_reader *r, const grn_op *op)
{
    return with_element(r, broadcast(r, op), grn_type_of_dtype(r->ir, GRN_I1));
}

/* ---- others ---------------------------------------------------------------------------------- */

/* [N, C, ..], all dimensions after the first two of this extent. */
static const grn_type *pooled_to(onnx_reader *r, const grn_op *op, int64_t extent)
{
    int64_t shape[GRN_MAX_RANK];
    const grn_type *t = in(op, 0);
    if (!t || !grn_type_is_tensor(t) || t->rank < 2)
        return NULL;
    for (int32_t d = 0; d < t->rank; d++)
        shape[d] = d < 2 ? t->shape[d] : extent;
    return grn_type_tensor(r->ir, t->element, t->rank, shape, NULL);
}

static const grn_type *pooled(onnx_reader *r, const grn_op *op) { return pooled_to(r, op, GRN_DYNAMIC); }
static const grn_type *pooled_to_one(onnx_reader *r, const grn_op *op) { return pooled_to(r, op, 1); }

/* [N, M, ..] of x [N, C, ..] and w [M, C / group, ..]. */
static const grn_type *convolved(onnx_reader *r, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    const grn_type *x = in(op, 0), *w = in(op, 1);
    if (!x || !w || !grn_type_is_tensor(x) || !grn_type_is_tensor(w) || x->rank < 2 || w->rank < 1)
        return NULL;
    for (int32_t d = 0; d < x->rank; d++)
        shape[d] = d == 0 ? x->shape[0] : d == 1 ? w->shape[0] : GRN_DYNAMIC;
    return grn_type_tensor(r->ir, x->element, x->rank, shape, NULL);
}

static const grn_type *counted(onnx_reader *r, const grn_op *op)
{
    (void)op;
    return grn_type_tensor(r->ir, grn_type_of_dtype(r->ir, GRN_I64), 0, NULL, NULL);
}

/* [rank, number] */
static const grn_type *non_zero(onnx_reader *r, const grn_op *op)
{
    const grn_type *t = in(op, 0);
    const int64_t shape[] = {t && grn_type_is_tensor(t) ? t->rank : GRN_DYNAMIC, GRN_DYNAMIC};
    return grn_type_tensor(r->ir, grn_type_of_dtype(r->ir, GRN_I64), 2, shape, NULL);
}

static const grn_type *element_of_second(onnx_reader *r, const grn_op *op)
{
    return in(op, 1) ? with_element(r, in(op, 0), in(op, 1)->element) : NULL;
}

static const grn_type *quantized(onnx_reader *r, const grn_op *op)
{
    return with_element(r, in(op, 0), in(op, 2) ? in(op, 2)->element : grn_type_of_dtype(r->ir, GRN_UI8));
}

static const struct {
    const char *op;
    known_type *type;
} results[] = {
    {"Acos", same},
    {"Acosh", same},
    {"Asin", same},
    {"Asinh", same},
    {"Atan", same},
    {"Atanh", same},
    {"Cosh", same},
    {"Sinh", same},
    {"Elu", same},
    {"Selu", same},
    {"Celu", same},
    {"LeakyRelu", same},
    {"PRelu", same},
    {"HardSigmoid", same},
    {"HardSwish", same},
    {"Softplus", same},
    {"Softsign", same},
    {"Mish", same},
    {"Swish", same},
    {"Gelu", same},
    {"ThresholdedRelu", same},
    {"Shrink", same},
    {"Hardmax", same},
    {"Dropout", same},
    {"BatchNormalization", same},
    {"InstanceNormalization", same},
    {"GroupNormalization", same},
    {"RMSNormalization", same},
    {"LRN", same},
    {"LpNormalization", same},
    {"MeanVarianceNormalization", same},
    {"Trilu", same},
    {"ReverseSequence", same},
    {"BitwiseNot", same},
    {"TensorScatter", same},
    {"EyeLike", same},
    {"RandomNormalLike", same},
    {"RandomUniformLike", same},
    {"Bernoulli", same},
    {"IsNaN", predicate},
    {"IsInf", predicate},
    {"Mod", broadcast},
    {"Xor", broadcast},
    {"BitwiseXor", broadcast},
    {"BitShift", broadcast},
    {"Mean", broadcast},
    {"Sum", broadcast},
    {"Equal", broadcast_predicate},
    {"Pow", broadcast},
    {"Clip", same},
    {"Conv", convolved},
    {"MaxPool", pooled},
    {"AveragePool", pooled},
    {"LpPool", pooled},
    {"GlobalAveragePool", pooled_to_one},
    {"GlobalMaxPool", pooled_to_one},
    {"GlobalLpPool", pooled_to_one},
    {"Size", counted},
    {"NonZero", non_zero},
    {"CastLike", element_of_second},
    {"DequantizeLinear", element_of_second},
    {"QuantizeLinear", quantized},
};

/* Without the dialect in front; of onnx.Custom of no domain, the operator that it names. */
static grn_str operator_of(const grn_op *op)
{
    const grn_attr *function = grn_op_attr(op, "function_name"), *domain = grn_op_attr(op, "domain_name");
    if (!grn_str_is(op->name, "onnx.Custom"))
        return (grn_str){op->name.text + 5, op->name.n - 5};
    const bool own = function && function->kind == GRN_ATTR_STRING && domain && domain->kind == GRN_ATTR_STRING &&
                     domain->text.n == 0;
    return own ? function->text : GRN_STR("");
}

const grn_type *grn_onnx_known_result(onnx_reader *r, const grn_op *op, size_t result)
{
    const grn_str name = operator_of(op);
    const bool in_range = op->name.n > 5;
    for (size_t i = 0; in_range && result == 0 && i < GRN_COUNT(results); i++)
        if (grn_str_is(name, results[i].op))
            return results[i].type(r, op);
    return NULL;
}
