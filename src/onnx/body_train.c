/*
 * body_train.c - steps of training (ONNX, Operators.md, ai.onnx.preview.training): Momentum, Adagrad
 * and Adam. Their operands are a rate, the number of the step, then as many tensors, gradients and
 * accumulators of each kind as are trained; results are the new tensors, then the accumulators.
 */
#include "onnx/body.h"

static const char training[] = "ai.onnx.preview.training";

/* One line for each result of a tensor: R, T the rate and the step; X, G the tensor and its
 * gradient; V, H accumulators. Each may take from those before it what it has named. */
typedef struct rule {
    const char *gradient; /* what the others know as D */
    const char *first;    /* of the new accumulators; known as N */
    const char *second;   /* known as M; NULL: there is one */
    const char *tensor;
} rule;

static const char regularized[] = "Add(Mul(norm_coefficient:0, X), G)";
static const rule momentum = {regularized, "Add(Mul(alpha:0, V), Mul(Where(Greater(T, 0), beta:0, 1), D))", NULL,
                              "Sub(X, Mul(R, N))"};
static const rule nesterov = {regularized, "Add(Mul(alpha:0, V), Mul(Where(Greater(T, 0), beta:0, 1), D))", NULL,
                              "Sub(X, Mul(R, Add(D, Mul(alpha:0, N))))"};
static const rule adagrad = {
    regularized, "Add(V, Mul(D, D))", NULL,
    "Sub(X, Div(Mul(Div(R, Add(1, Mul(T, decay_factor:0))), D), Add(Sqrt(N), epsilon:0.000001)))"};
static const rule adam = {
    regularized, "Add(Mul(alpha:0.9, V), Mul(Sub(1, alpha:0.9), D))",
    "Add(Mul(beta:0.999, H), Mul(Sub(1, beta:0.999), Mul(D, D)))",
    "rate = Where(Greater(T, 0), Div(Mul(R, Sqrt(Sub(1, Pow(beta:0.999, T)))), Sub(1, Pow(alpha:0.9, T))), R); "
    "Mul(Sub(1, norm_coefficient_post:0), Sub(X, Div(Mul(rate, N), Add(Sqrt(M), epsilon:0.000001))))"};

static void train(onnx_body *b, const rule *r)
{
    const size_t kinds = r->second ? 4 : 3, n = b->node->ninputs < 2 ? 0 : (b->node->ninputs - 2) / kinds;
    if (n == 0 || b->node->ninputs != 2 + kinds * n || (kinds - 1) * n > GRN_ONNX_BODY_RESULTS)
        return;
    for (size_t i = 0; i < b->node->ninputs; i++)
        if (!b->node->inputs[i] || (i != 1 && !grn_onnx_is_float(b->node->inputs[i])))
            return;
    const grn_dtype dtype = grn_onnx_dtype_of(b->node->inputs[2]);
    onnx_term t[] = {{"R", grn_onnx_cast(b, b->node->inputs[0], dtype)},
                     {"T", grn_onnx_cast(b, b->node->inputs[1], dtype)},
                     {"X", NULL},
                     {"G", NULL},
                     {"V", NULL},
                     {"H", NULL},
                     {"D", NULL},
                     {"N", NULL},
                     {"M", NULL}};
    enum { X = 2, G, V, H, D, N, M, TERMS };
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < kinds; k++)
            t[X + k].value = b->node->inputs[2 + k * n + i];
        t[D].value = grn_onnx_formula_of(b, dtype, r->gradient, TERMS, t);
        t[N].value = grn_onnx_formula_of(b, dtype, r->first, TERMS, t);
        t[M].value = r->second ? grn_onnx_formula_of(b, dtype, r->second, TERMS, t) : NULL;
        b->results[i] = grn_onnx_formula_of(b, dtype, r->tensor, TERMS, t);
        b->results[n + i] = t[N].value;
        if (r->second)
            b->results[2 * n + i] = t[M].value;
    }
}

static void momentum_body(onnx_body *b) { train(b, grn_onnx_says(b, "mode", "nesterov") ? &nesterov : &momentum); }
static void adagrad_body(onnx_body *b) { train(b, &adagrad); }
static void adam_body(onnx_body *b) { train(b, &adam); }

const onnx_body_row grn_onnx_train_bodies[] = {
    {.op = "Momentum", .build = momentum_body, .domain = training},
    {.op = "Adagrad", .build = adagrad_body, .domain = training},
    {.op = "Adam", .build = adam_body, .domain = training},
    {.op = NULL},
};
