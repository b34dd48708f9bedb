/* body_linear_attention.c - LinearAttention as a Scan over the tokens (ONNX, Operators.md). */
#include <math.h>

#include "onnx/body_scan.h"

enum { IN_Q, IN_K, IN_V, IN_PAST, IN_DECAY, IN_BETA };

typedef struct linear {
    int64_t batch, tokens, q_heads, heads, size, value_size;
    bool decays, corrects;
    double scale;
} linear;

static const grn_type *type_of(const onnx_body *b, size_t i) { return grn_onnx_input(b, i)->type; }

static bool read_linear(const onnx_body *b, linear *a)
{
    for (size_t i = 0; i < 3; i++)
        if (!grn_onnx_is_small(b, i) || type_of(b, i)->rank != 3 || !grn_onnx_is_float(grn_onnx_input(b, i)))
            return false;
    const bool has_rule = grn_onnx_attr_of(b->node, "update_rule") != NULL;
    a->corrects =
        !has_rule || grn_onnx_says(b, "update_rule", "gated_delta") || grn_onnx_says(b, "update_rule", "delta");
    a->decays = !has_rule || grn_onnx_says(b, "update_rule", "gated_delta") || grn_onnx_says(b, "update_rule", "gated");
    a->batch = type_of(b, IN_Q)->shape[0];
    a->tokens = type_of(b, IN_Q)->shape[1];
    a->q_heads = grn_onnx_int(b, "q_num_heads", 0);
    a->heads = grn_onnx_int(b, "kv_num_heads", 0);
    if (a->heads < 1 || a->q_heads < a->heads || a->q_heads % a->heads != 0 || a->tokens < 1)
        return false;
    a->size = type_of(b, IN_Q)->shape[2] / a->q_heads;
    a->value_size = type_of(b, IN_V)->shape[2] / a->heads;
    const double scale = grn_onnx_real(b, "scale", 0);
    a->scale = scale != 0 ? scale : 1 / sqrt((double)a->size);
    const bool fits = a->size > 0 && type_of(b, IN_Q)->shape[2] == a->size * a->q_heads &&
                      type_of(b, IN_K)->shape[2] == a->size * a->heads &&
                      type_of(b, IN_V)->shape[2] == a->value_size * a->heads;
    const size_t first = a->decays ? IN_DECAY : IN_BETA, end = a->corrects ? IN_BETA + 1 : IN_DECAY + 1;
    for (size_t i = first; fits && i < end; i++)
        if (!grn_onnx_is_small(b, i) || type_of(b, i)->rank != 3)
            return false;
    return fits;
}

/* Operand i [batch, tokens, heads * size] as f32 [tokens, batch, heads, .., size / ..]. */
static grn_value *by_token(onnx_body *b, const linear *a, size_t i, int64_t heads, int64_t groups)
{
    static const int64_t perm[] = {1, 0, 2, 3, 4};
    const int64_t last = type_of(b, i)->shape[2], shape[] = {a->batch, a->tokens, heads, groups, last / heads / groups};
    if (heads < 1 || last != heads * groups * shape[4])
        return NULL;
    return grn_onnx_transpose(b, grn_onnx_reshape(b, grn_onnx_cast(b, grn_onnx_input(b, i), GRN_F32), 5, shape), 5,
                              perm);
}

/* state [batch, heads, size, value_size]; slices: q [batch, heads, group, size], k [.., 1, size],
 * v [.., 1, value_size], the decay [.., 1, size or 1], beta [batch, heads or 1, 1, 1]. */
static void step(onnx_body *b, const void *context, grn_value *const *states, grn_value *const *slices,
                 grn_value **new_states, grn_value **outputs)
{
    static const int64_t swap[] = {0, 1, 3, 2};
    const linear *a = context;
    grn_value *s = states[0], *k = slices[1], *v = slices[2];
    if (a->decays)
        s = GRN_STEP(b, "Mul", s, GRN_STEP(b, "Exp", grn_onnx_transpose(b, slices[3], 4, swap)));
    if (a->corrects)
        v = GRN_FORMULA(b, GRN_F32, "Mul(beta, Sub(v, MatMul(k, s)))", {"beta", slices[a->decays ? 4 : 3]}, {"v", v},
                        {"k", k}, {"s", s});
    s = GRN_STEP(b, "Add", s, GRN_STEP(b, "Mul", grn_onnx_transpose(b, k, 4, swap), v));
    new_states[0] = s;
    outputs[0] = GRN_STEP(b, "Mul", GRN_STEP(b, "MatMul", slices[0], s), grn_onnx_f32(b, a->scale));
}

static void linear_attention_body(onnx_body *b)
{
    static const int64_t back[] = {1, 0, 2, 3, 4};
    linear a;
    if (!read_linear(b, &a))
        return;
    const int64_t group = a.q_heads / a.heads, shape[] = {a.batch, a.heads, a.size, a.value_size},
                  flat[] = {a.batch, a.tokens, a.q_heads * a.value_size};
    grn_value *past = grn_onnx_input(b, IN_PAST);
    const grn_dtype dtype = grn_onnx_dtype_of(grn_onnx_input(b, IN_Q)), kept = past ? grn_onnx_dtype_of(past) : dtype;
    onnx_scan s = {.nstates = 1, .ninputs = 3, .noutputs = 1, .context = &a, .step = step};
    s.states[0] = past ? grn_onnx_cast(b, past, GRN_F32)
                       : GRN_STEP(b, "Expand", grn_onnx_f32(b, 0), grn_onnx_list_of(b, 4, shape));
    s.inputs[0] = by_token(b, &a, IN_Q, a.heads, group);
    s.inputs[1] = by_token(b, &a, IN_K, a.heads, 1);
    s.inputs[2] = by_token(b, &a, IN_V, a.heads, 1);
    if (a.decays)
        s.inputs[s.ninputs++] = by_token(b, &a, IN_DECAY, a.heads, 1);
    if (a.corrects)
        s.inputs[s.ninputs++] = by_token(b, &a, IN_BETA, type_of(b, IN_BETA)->shape[2] == 1 ? 1 : a.heads, 1);
    grn_onnx_scan(b, &s);
    grn_value *y = grn_onnx_reshape(b, grn_onnx_transpose(b, s.collected[0], 5, back), 3, flat);
    b->results[0] = y ? grn_onnx_cast(b, y, dtype) : NULL;
    b->results[1] = s.last[0] ? grn_onnx_cast(b, s.last[0], kept) : NULL;
}

const onnx_body_row grn_onnx_linear_attention_bodies[] = {
    {.op = "LinearAttention", .build = linear_attention_body},
    {.op = NULL},
};
