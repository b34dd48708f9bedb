/* body_attention.c - Attention and RotaryEmbedding as nodes of simpler operators (ONNX, Operators.md). */
#include <math.h>

#include "onnx/body.h"

/* ---- Attention ------------------------------------------------------------------------------- */

/* Operand numbers. */
enum { IN_Q, IN_K, IN_V, IN_MASK, IN_PAST_KEY, IN_PAST_VALUE, IN_VALID };

typedef struct attention {
    int64_t batch, q_heads, heads, queries, keys, past, size, value_size;
    bool flat; /* heads lie beside one another in the last of three dimensions */
} attention;

static const grn_type *type_of(const onnx_body *b, size_t i) { return grn_onnx_input(b, i)->type; }

/* False: not of the shapes that the operator has. */
static bool read_shapes(const onnx_body *b, attention *a)
{
    for (size_t i = 0; i < 3; i++)
        if (!grn_onnx_is_small(b, i) || !grn_onnx_is_float(grn_onnx_input(b, i)))
            return false;
    const grn_type *q = type_of(b, IN_Q), *k = type_of(b, IN_K), *v = type_of(b, IN_V);
    if ((q->rank != 3 && q->rank != 4) || k->rank != q->rank || v->rank != q->rank)
        return false;
    a->flat = q->rank == 3;
    a->batch = q->shape[0];
    a->q_heads = a->flat ? grn_onnx_int(b, "q_num_heads", 0) : q->shape[1];
    a->heads = a->flat ? grn_onnx_int(b, "kv_num_heads", 0) : k->shape[1];
    if (a->q_heads < 1 || a->heads < 1 || a->q_heads % a->heads != 0)
        return false;
    const int64_t q_parts = a->flat ? a->q_heads : 1, parts = a->flat ? a->heads : 1;
    a->queries = q->shape[q->rank - 2];
    a->keys = k->shape[q->rank - 2];
    a->size = q->shape[q->rank - 1] / q_parts;
    a->value_size = v->shape[q->rank - 1] / parts;
    a->past = 0;
    if (grn_onnx_input(b, IN_PAST_KEY)) {
        if (!grn_onnx_is_small(b, IN_PAST_KEY) || !grn_onnx_input(b, IN_PAST_VALUE) ||
            type_of(b, IN_PAST_KEY)->rank != 4)
            return false;
        a->past = type_of(b, IN_PAST_KEY)->shape[2];
    }
    return a->size > 0 && q->shape[q->rank - 1] % q_parts == 0 && k->shape[q->rank - 1] == a->size * parts &&
           v->shape[q->rank - 1] % parts == 0;
}

/* [batch, heads, sequence, size] of operand i. */
static grn_value *with_heads(onnx_body *b, const attention *a, size_t i, int64_t heads)
{
    static const int64_t perm[] = {0, 2, 1, 3};
    grn_value *v = grn_onnx_input(b, i);
    const grn_type *t = v->type;
    if (!a->flat)
        return v;
    const int64_t shape[] = {t->shape[0], t->shape[1], heads, t->shape[2] / heads};
    return grn_onnx_transpose(b, grn_onnx_reshape(b, v, 4, shape), 4, perm);
}

static grn_value *behind_past(onnx_body *b, size_t past, grn_value *v)
{
    grn_value *before = grn_onnx_input(b, past);
    return before ? GRN_STEP_INT(b, "Concat", "axis", 2, before, v) : v;
}

/* Each head as often as there are heads of queries for it. */
static grn_value *for_queries(onnx_body *b, const attention *a, grn_value *v, int64_t size)
{
    const int64_t two = 2, times = a->q_heads / a->heads, total = a->past + a->keys,
                  many[] = {a->batch, a->heads, times, total, size}, all[] = {a->batch, a->q_heads, total, size};
    if (times == 1)
        return v;
    v = GRN_STEP(b, "Expand", GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &two)), grn_onnx_list_of(b, 5, many));
    return grn_onnx_reshape(b, v, 4, all);
}

static grn_value *both(onnx_body *b, grn_value *first, grn_value *second)
{
    return first ? GRN_STEP(b, "And", first, second) : second;
}

/* Which key each query sees, by all but the mask; NULL: every one. */
static grn_value *visible(onnx_body *b, const attention *a)
{
    static const int64_t by_sample[] = {-1, 1, 1, 1};
    const int64_t left = grn_onnx_int(b, "left_window_size", -1), right = grn_onnx_int(b, "right_window_size", -1);
    const bool is_causal = grn_onnx_int(b, "is_causal", 0) != 0;
    grn_value *valid = grn_onnx_input(b, IN_VALID), *seen = NULL;
    if (!is_causal && left < 0 && right < 0 && !valid)
        return NULL;
    grn_value *query = grn_onnx_count(b, a->queries, 2, 4), *key = grn_onnx_count(b, a->past + a->keys, 3, 4);
    valid = valid ? grn_onnx_reshape(b, grn_onnx_cast(b, valid, GRN_I64), 4, by_sample) : NULL;
    grn_value *offset = valid && !grn_onnx_input(b, IN_PAST_KEY)
                            ? GRN_STEP(b, "Sub", valid, grn_onnx_i64(b, a->queries))
                            : grn_onnx_i64(b, a->past);
    grn_value *place = GRN_STEP(b, "Add", query, offset);
    if (valid)
        seen = both(b, seen, GRN_STEP(b, "Less", key, valid));
    if (is_causal)
        seen = both(b, seen, GRN_STEP(b, "LessOrEqual", key, place));
    if (left >= 0)
        seen = both(b, seen, GRN_STEP(b, "GreaterOrEqual", key, GRN_STEP(b, "Sub", place, grn_onnx_i64(b, left))));
    if (right >= 0)
        seen = both(b, seen, GRN_STEP(b, "LessOrEqual", key, GRN_STEP(b, "Add", place, grn_onnx_i64(b, right))));
    return seen;
}

/* A mask of fewer keys than there are leaves the last ones out. */
static grn_value *full_mask(onnx_body *b, const attention *a, grn_value *mask, grn_dtype dtype)
{
    const grn_type *t = mask->type;
    const int64_t total = a->past + a->keys, last = t->shape[t->rank - 1];
    int64_t pads[2 * GRN_MAX_RANK] = {0};
    if (t->element->dtype == GRN_I1)
        mask = GRN_STEP(b, "Where", mask, grn_onnx_scalar_of(b, dtype, 0),
                        grn_onnx_scalar_of(b, dtype, -(double)INFINITY));
    else
        mask = grn_onnx_cast(b, mask, dtype);
    if (last == total || last == 1)
        return mask;
    pads[2 * t->rank - 1] = total - last;
    return GRN_STEP(b, "Pad", mask, grn_onnx_list_of(b, 2 * t->rank, pads),
                    grn_onnx_scalar_of(b, dtype, -(double)INFINITY), grn_onnx_none(b->r));
}

/* What is added to the scores; NULL: nothing. */
static grn_value *bias_of(onnx_body *b, const attention *a, grn_dtype dtype)
{
    grn_value *mask = grn_onnx_input(b, IN_MASK), *seen = visible(b, a);
    if (mask)
        mask = full_mask(b, a, mask, dtype);
    if (!seen)
        return mask;
    return GRN_STEP(b, "Where", seen, mask ? mask : grn_onnx_scalar_of(b, dtype, 0),
                    grn_onnx_scalar_of(b, dtype, -(double)INFINITY));
}

/* Softmax of the scores, where a query that sees no key gets nothing. */
static grn_value *weights_of(onnx_body *b, grn_value *scores, grn_value *bias, grn_dtype precision, grn_dtype dtype)
{
    grn_value *p = GRN_STEP_INT(b, "Softmax", "axis", -1, grn_onnx_cast(b, scores, precision));
    p = grn_onnx_cast(b, p, dtype);
    if (!bias)
        return p;
    const int64_t last = -1;
    grn_value *none = GRN_STEP(b, "Equal", GRN_STEP(b, "ReduceMax", bias, grn_onnx_list_of(b, 1, &last)),
                               grn_onnx_scalar_of(b, dtype, -(double)INFINITY));
    return GRN_STEP(b, "Where", none, grn_onnx_scalar_of(b, dtype, 0), p);
}

static bool fits(const onnx_body *b, const attention *a)
{
    const grn_value *mask = grn_onnx_input(b, IN_MASK);
    if (!mask)
        return true;
    return grn_onnx_is_static(b, IN_MASK) && mask->type->rank > 0 &&
           mask->type->shape[mask->type->rank - 1] <= a->past + a->keys;
}

static void attention_body(onnx_body *b)
{
    static const int64_t swap[] = {0, 1, 3, 2}, back[] = {0, 2, 1, 3};
    attention a;
    if (!read_shapes(b, &a) || !fits(b, &a))
        return;
    const grn_dtype dtype = grn_onnx_dtype_of(grn_onnx_input(b, IN_Q));
    const int64_t mode = grn_onnx_int(b, "qk_matmul_output_mode", 0);
    const double softcap = grn_onnx_real(b, "softcap", 0);
    grn_dtype precision = dtype;
    if (grn_onnx_int(b, "softmax_precision", 0) &&
        !grn_onnx_dtype((uint64_t)grn_onnx_int(b, "softmax_precision", 0), &precision))
        return;
    grn_value *q = with_heads(b, &a, IN_Q, a.q_heads);
    grn_value *key = behind_past(b, IN_PAST_KEY, with_heads(b, &a, IN_K, a.heads));
    grn_value *value = behind_past(b, IN_PAST_VALUE, with_heads(b, &a, IN_V, a.heads));
    grn_value *half = grn_onnx_scalar_of(b, dtype, sqrt(grn_onnx_real(b, "scale", 1 / sqrt((double)a.size))));
    grn_value *k = grn_onnx_transpose(b, for_queries(b, &a, key, a.size), 4, swap);
    grn_value *scores = GRN_STEP(b, "MatMul", GRN_STEP(b, "Mul", q, half), GRN_STEP(b, "Mul", k, half));
    grn_value *seen[4] = {scores};
    if (softcap != 0) {
        grn_value *cap = grn_onnx_scalar_of(b, dtype, softcap);
        scores = GRN_STEP(b, "Mul", GRN_STEP(b, "Tanh", GRN_STEP(b, "Div", scores, cap)), cap);
    }
    seen[1] = scores;
    grn_value *bias = bias_of(b, &a, dtype);
    seen[2] = scores = bias ? GRN_STEP(b, "Add", scores, bias) : scores;
    grn_value *weights = seen[3] = weights_of(b, scores, bias, precision, dtype);
    grn_value *y = GRN_STEP(b, "MatMul", weights, for_queries(b, &a, value, a.value_size));
    const int64_t flat[] = {a.batch, a.queries, a.q_heads * a.value_size};
    b->results[0] = a.flat ? grn_onnx_reshape(b, grn_onnx_transpose(b, y, 4, back), 3, flat) : y;
    b->results[1] = key;
    b->results[2] = value;
    b->results[3] = mode >= 0 && mode < 4 ? seen[mode] : NULL;
}

/* ---- RotaryEmbedding ------------------------------------------------------------------------- */

/* The cosines or sines as [batch, sequence, 1, half]. */
static grn_value *angles(onnx_body *b, size_t i)
{
    const int64_t two = 2;
    grn_value *cache = grn_onnx_input(b, i), *places = grn_onnx_input(b, 3);
    if (places)
        cache = GRN_STEP_INT(b, "Gather", "axis", 0, cache, places);
    return GRN_STEP(b, "Unsqueeze", cache, grn_onnx_list_of(b, 1, &two));
}

static void rotary_body(onnx_body *b)
{
    static const int64_t swap[] = {0, 2, 1, 3};
    if (!grn_onnx_is_static(b, 0) || !grn_onnx_input(b, 1) || !grn_onnx_input(b, 2))
        return;
    grn_value *x = grn_onnx_input(b, 0);
    const grn_type *t = x->type;
    const int64_t heads = t->rank == 3 ? grn_onnx_int(b, "num_heads", 0) : t->rank == 4 ? t->shape[1] : 0;
    if (heads < 1 || (t->rank == 3 && t->shape[2] % heads != 0))
        return;
    const int64_t sequence = t->shape[t->rank - 2], size = t->rank == 3 ? t->shape[2] / heads : t->shape[3],
                  asked = grn_onnx_int(b, "rotary_embedding_dim", 0), turned = asked ? asked : size, half = turned / 2;
    const bool interleaved = grn_onnx_int(b, "interleaved", 0) != 0;
    if (turned < 2 || turned > size || turned % 2 != 0)
        return;
    const int64_t split[] = {t->shape[0], sequence, heads, size}, whole[] = {t->shape[0], sequence, heads, turned},
                  minus_one = -1;
    x = t->rank == 3 ? grn_onnx_reshape(b, x, 4, split) : grn_onnx_transpose(b, x, 4, swap);
    grn_value *a = grn_onnx_slice_of(b, x, 3, 0, interleaved ? turned : half, interleaved ? 2 : 1);
    grn_value *c = grn_onnx_slice_of(b, x, 3, interleaved ? 1 : half, turned, interleaved ? 2 : 1);
    grn_value *cosine = angles(b, 1), *sine = angles(b, 2);
    grn_value *real = GRN_STEP(b, "Sub", GRN_STEP(b, "Mul", cosine, a), GRN_STEP(b, "Mul", sine, c));
    grn_value *imaginary = GRN_STEP(b, "Add", GRN_STEP(b, "Mul", sine, a), GRN_STEP(b, "Mul", cosine, c));
    grn_value *y = NULL;
    if (interleaved) {
        real = GRN_STEP(b, "Unsqueeze", real, grn_onnx_list_of(b, 1, &minus_one));
        imaginary = GRN_STEP(b, "Unsqueeze", imaginary, grn_onnx_list_of(b, 1, &minus_one));
        y = grn_onnx_reshape(b, GRN_STEP_INT(b, "Concat", "axis", 4, real, imaginary), 4, whole);
    } else
        y = GRN_STEP_INT(b, "Concat", "axis", 3, real, imaginary);
    if (turned < size)
        y = GRN_STEP_INT(b, "Concat", "axis", 3, y, grn_onnx_slice_of(b, x, 3, turned, size, 1));
    b->results[0] = t->rank == 3 ? grn_onnx_reshape(b, y, 3, t->shape) : grn_onnx_transpose(b, y, 4, swap);
}

const onnx_body_row grn_onnx_attention_bodies[] = {
    {.op = "Attention", .build = attention_body},
    {.op = "RotaryEmbedding", .build = rotary_body},
    {.op = NULL},
};
