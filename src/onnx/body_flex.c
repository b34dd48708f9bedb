/*
 * body_flex.c - FlexAttention (ONNX, Operators.md, ai.onnx.preview). Its graphs, which change scores
 * and probabilities, are put where they are asked for.
 */
#include <math.h>

#include "onnx/body.h"

enum { IN_Q, IN_K, IN_V };

static const int64_t *shape_of(const onnx_body *b, size_t i) { return grn_onnx_input(b, i)->type->shape; }

/* Each head of operand i as often as there are heads of queries for it. */
static grn_value *for_queries(onnx_body *b, size_t i)
{
    const int64_t *e = shape_of(b, i), times = shape_of(b, IN_Q)[1] / e[1], two = 2,
                  many[] = {e[0], e[1], times, e[2], e[3]}, all[] = {e[0], e[1] * times, e[2], e[3]};
    grn_value *v = grn_onnx_input(b, i);
    if (times == 1)
        return v;
    v = GRN_STEP(b, "Expand", GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &two)), grn_onnx_list_of(b, 5, many));
    return grn_onnx_reshape(b, v, 4, all);
}

/* v by the graph of this name, if there is one. NULL: it gives something else. */
static grn_value *modified(onnx_body *b, const char *name, grn_value *v)
{
    const onnx_attr *a = grn_onnx_attr_of(b->node, name);
    size_t n;
    grn_value **given;
    if (!a || a->ngraphs != 1 || !v)
        return v;
    if (!grn_onnx_put_graph(b->r, b->scope, a->graphs, 1, &v, &n, &given))
        return NULL;
    return n == 1 && given[0]->type == v->type ? given[0] : NULL;
}

static bool has_operands(const onnx_body *b)
{
    for (size_t i = 0; i < 3; i++)
        if (!grn_onnx_is_small(b, i) || grn_onnx_input(b, i)->type->rank != 4 ||
            !grn_onnx_is_float(grn_onnx_input(b, i)))
            return false;
    const int64_t *q = shape_of(b, IN_Q), *k = shape_of(b, IN_K), *v = shape_of(b, IN_V);
    return k[1] >= 1 && q[1] % k[1] == 0 && k[1] == v[1] && k[2] == v[2] && q[3] == k[3] && q[3] >= 1;
}

static void flex_body(onnx_body *b)
{
    static const int64_t swap[] = {0, 1, 3, 2};
    if (!has_operands(b))
        return;
    const grn_dtype dtype = grn_onnx_dtype_of(grn_onnx_input(b, IN_Q));
    grn_dtype precision = dtype == GRN_F64 ? GRN_F64 : GRN_F32;
    const int64_t asked = grn_onnx_int(b, "softmax_precision", 0);
    if (asked && !grn_onnx_dtype((uint64_t)asked, &precision))
        return;
    const double scale = grn_onnx_real(b, "scale", 1 / sqrt((double)shape_of(b, IN_Q)[3]));
    grn_value *half = grn_onnx_scalar_of(b, dtype, (double)sqrtf((float)scale));
    grn_value *k = grn_onnx_transpose(b, GRN_STEP(b, "Mul", for_queries(b, IN_K), half), 4, swap);
    grn_value *scores = GRN_STEP(b, "MatMul", GRN_STEP(b, "Mul", grn_onnx_input(b, IN_Q), half), k);
    scores = modified(b, "score_mod", scores ? grn_onnx_cast(b, scores, precision) : NULL);
    grn_value *weights = scores ? GRN_STEP_INT(b, "Softmax", "axis", -1, scores) : NULL;
    weights = modified(b, "prob_mod", weights);
    grn_value *v = for_queries(b, IN_V);
    v = weights && v ? GRN_STEP(b, "MatMul", weights, grn_onnx_cast(b, v, precision)) : NULL;
    b->results[0] = v ? grn_onnx_cast(b, v, dtype) : NULL;
}

const onnx_body_row grn_onnx_flex_bodies[] = {
    {.op = "FlexAttention", .build = flex_body, .domain = "ai.onnx.preview"},
    {.op = NULL},
};
