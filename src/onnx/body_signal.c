/*
 * body_signal.c - Fourier transforms and what goes with them (ONNX, Operators.md). A transform is a
 * product with the matrix of its sines and cosines, in f64, whose angles are taken of k * n modulo
 * the length, so that they are exact for any length.
 */
#include <math.h>

#include "onnx/body.h"

enum { MOST_LENGTH = 8192 };
static const double two_pi = 6.283185307179586;

/* A scalar of integers that is known when it is read; `otherwise` where it is left out; -1: it is
 * known only when it runs, or out of range. */
static int64_t known_scalar(const grn_value *v, int64_t otherwise)
{
    double n;
    if (!v)
        return otherwise;
    return grn_onnx_constant_numbers(v, 1, &n) == 1 && n >= 1 && n <= MOST_LENGTH ? (int64_t)n : -1;
}

static grn_value *as_scalar(onnx_body *b, grn_value *v, grn_dtype dtype)
{
    return grn_onnx_reshape(b, grn_onnx_cast(b, v, dtype), 0, (const int64_t[]){0});
}

/* ---- the transform --------------------------------------------------------------------------- */

typedef struct transform {
    int64_t in, out;   /* elements that are taken, and given */
    grn_value *length; /* i64 */
    bool is_inverse, is_onesided;
} transform;

/* Cosines or sines of 2 pi k n / length, f64 [in, out]; the inverse ones over length. A row behind
 * the length is 0. */
static grn_value *matrix_of(onnx_body *b, const transform *t, const char *function)
{
    grn_value *n = grn_onnx_count(b, t->in, 0, 2), *k = grn_onnx_count(b, t->out, 1, 2);
    grn_value *at = GRN_FORMULA(b, GRN_I64, "Mod(Mul(n, k), length)", {"n", n}, {"k", k}, {"length", t->length});
    at = at ? grn_onnx_cast(b, at, GRN_F64) : NULL;
    grn_value *length = grn_onnx_cast(b, t->length, GRN_F64);
    grn_value *v = GRN_STEP(b, function,
                            GRN_FORMULA(b, GRN_F64, "Div(Mul(at, turn), length)", {"at", at},
                                        {"turn", grn_onnx_f64(b, two_pi)}, {"length", length}));
    if (t->is_inverse)
        v = GRN_STEP(b, "Div", v, length);
    if (t->is_inverse && t->is_onesided) /* each stands for two, but for the first and a middle one */
        v = GRN_FORMULA(b, GRN_F64, "Where(Or(Equal(n, none), Equal(Mul(n, two), length)), v, Mul(v, 2))", {"n", n},
                        {"none", grn_onnx_i64(b, 0)}, {"two", grn_onnx_i64(b, 2)}, {"length", t->length}, {"v", v});
    return GRN_FORMULA(b, GRN_F64, "Where(Less(n, length), v, 0)", {"n", n}, {"length", t->length}, {"v", v});
}

/* x [.., in, 1 or 2], f64, along the dimension before the last: [.., out, 1 or 2]. */
static grn_value *transformed(onnx_body *b, const transform *t, grn_value *x)
{
    if (!x)
        return NULL;
    const int64_t part = x->type->rank - 1, last[] = {part};
    const bool is_complex = x->type->shape[part] == 2, is_real = t->is_inverse && t->is_onesided;
    grn_value *re = GRN_STEP(b, "Squeeze", grn_onnx_slice_of(b, x, part, 0, 1, 1), grn_onnx_list_of(b, 1, last));
    grn_value *im = is_complex
                        ? GRN_STEP(b, "Squeeze", grn_onnx_slice_of(b, x, part, 1, 2, 1), grn_onnx_list_of(b, 1, last))
                        : NULL;
    grn_value *cosine = matrix_of(b, t, "Cos"), *sine = matrix_of(b, t, "Sin");
    sine = t->is_inverse ? sine : GRN_STEP(b, "Neg", sine);
    grn_value *out[2] = {GRN_STEP(b, "MatMul", re, cosine), is_real ? NULL : GRN_STEP(b, "MatMul", re, sine)};
    if (im) {
        out[0] = GRN_STEP(b, "Sub", out[0], GRN_STEP(b, "MatMul", im, sine));
        out[1] = is_real ? NULL : GRN_STEP(b, "Add", out[1], GRN_STEP(b, "MatMul", im, cosine));
    }
    out[0] = grn_onnx_widened(b, out[0], 0, 1);
    out[1] = is_real ? NULL : grn_onnx_widened(b, out[1], 0, 1);
    return is_real ? out[0] : GRN_STEP_INT(b, "Concat", "axis", part, out[0], out[1]);
}

/* x with dimension `axis` and the one before the last exchanged. */
static grn_value *exchanged(onnx_body *b, grn_value *x, int64_t rank, int64_t axis)
{
    int64_t perm[GRN_MAX_RANK];
    for (int64_t d = 0; d < rank; d++)
        perm[d] = d == axis ? rank - 2 : d == rank - 2 ? axis : d;
    return axis == rank - 2 ? x : grn_onnx_transpose(b, x, (size_t)rank, perm);
}

/* Along `axis`; NULL: it gives no result of that type. */
static grn_value *along(onnx_body *b, int64_t axis)
{
    grn_value *x = grn_onnx_input(b, 0), *length = grn_onnx_input(b, 1);
    const grn_type *t = x->type, *declared = grn_onnx_declared(b, 0);
    transform f = {.is_inverse = grn_onnx_int(b, "inverse", 0) != 0,
                   .is_onesided = grn_onnx_int(b, "onesided", 0) != 0};
    const int64_t in = t->shape[axis], known = known_scalar(length, f.is_inverse && f.is_onesided ? 2 * (in - 1) : in);
    if (in < 1 || in > MOST_LENGTH || known == 0 || (known < 0 && !declared))
        return NULL;
    f.in = in;
    f.out = known < 0 ? declared->shape[axis] : f.is_onesided && !f.is_inverse ? known / 2 + 1 : known;
    if (f.out < 1 || f.out > MOST_LENGTH)
        return NULL;
    for (int32_t d = 0; declared && d < t->rank - 1; d++)
        if (declared->shape[d] != (d == axis ? f.out : t->shape[d]))
            return NULL;
    f.length = known < 0 ? as_scalar(b, length, GRN_I64) : grn_onnx_i64(b, known);
    grn_value *v = transformed(b, &f, exchanged(b, grn_onnx_cast(b, x, GRN_F64), t->rank, axis));
    v = exchanged(b, v, t->rank, axis);
    return v ? grn_onnx_cast(b, v, grn_onnx_dtype_of(x)) : NULL;
}

/* An axis that is known only when it runs: of the results along all axes that the declared type
 * allows, the one that a gather picks. An axis that it does not allow is an index out of range. */
static grn_value *along_one_of(onnx_body *b, grn_value *axis)
{
    const int64_t rank = grn_onnx_input(b, 0)->type->rank, in_front = 0;
    int64_t number[GRN_MAX_RANK], count = 0;
    grn_value *parts[GRN_MAX_RANK];
    for (int64_t d = 0; d < rank; d++) {
        grn_value *v = d < rank - 1 ? along(b, d) : NULL;
        number[d] = v ? count : GRN_MAX_RANK;
        if (v)
            parts[count++] = GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &in_front));
    }
    if (count == 0)
        return NULL;
    grn_value *all = grn_onnx_step(b, "Concat", (size_t)count, parts, "axis", grn_onnx_si64(b->r, 0));
    grn_value *place =
        GRN_STEP_INT(b, "Gather", "axis", 0, grn_onnx_list_of(b, rank, number), as_scalar(b, axis, GRN_I64));
    return GRN_STEP_INT(b, "Gather", "axis", 0, all, place);
}

static void dft_body(onnx_body *b)
{
    double given;
    grn_value *x = grn_onnx_input(b, 0), *operand = grn_onnx_input(b, 2);
    const grn_type *t = x->type, *declared = grn_onnx_declared(b, 0);
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_float(x) || t->rank < 2 || t->rank >= GRN_MAX_RANK ||
        (declared && declared->rank != t->rank))
        return;
    int64_t axis = b->scope->opsets->onnx < 20 ? grn_onnx_int(b, "axis", 1) : -2;
    if (operand && grn_onnx_constant_numbers(operand, 1, &given) == 1)
        axis = given >= -t->rank && given < t->rank ? (int64_t)given : t->rank;
    else if (operand) {
        b->results[0] = declared ? along_one_of(b, operand) : NULL;
        return;
    }
    axis += axis < 0 ? t->rank : 0;
    if (axis >= 0 && axis < t->rank - 1)
        b->results[0] = along(b, axis);
}

/* Frames of the signal are a gather along its time. */
static void stft_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *step = grn_onnx_input(b, 1), *window = grn_onnx_input(b, 2),
              *length = grn_onnx_input(b, 3);
    const grn_type *t = x->type, *declared = grn_onnx_declared(b, 0);
    transform f = {.is_onesided = grn_onnx_int(b, "onesided", 1) != 0};
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_float(x) || t->rank != 3 || !step ||
        (window && !grn_onnx_is_static(b, 2)) || (window && window->type->rank != 1))
        return;
    const int64_t known = known_scalar(window ? NULL : length, window ? window->type->shape[0] : t->shape[1]),
                  hop = known_scalar(step, 0);
    if ((known < 0 || hop < 0) && (!declared || declared->rank != 4))
        return;
    f.out = known < 0 ? declared->shape[2] : f.is_onesided ? known / 2 + 1 : known;
    f.in = known >= 0 ? known : f.is_onesided ? 2 * f.out - 1 : f.out; /* at most */
    const int64_t frames = known < 0 || hop < 0 ? declared->shape[1] : (t->shape[1] - known) / hop + 1, axis = 1;
    if (f.in < 1 || f.in > MOST_LENGTH || f.in > t->shape[1] + (known < 0) || frames < 1 || frames > INT32_MAX)
        return;
    f.length = known < 0 ? as_scalar(b, length, GRN_I64) : grn_onnx_i64(b, known);
    grn_value *places = GRN_FORMULA(b, GRN_I64, "Min(Add(Mul(frame, hop), n), last)",
                                    {"frame", grn_onnx_count(b, frames, 0, 2)}, {"hop", as_scalar(b, step, GRN_I64)},
                                    {"n", grn_onnx_count(b, f.in, 1, 2)}, {"last", grn_onnx_i64(b, t->shape[1] - 1)});
    grn_value *v = GRN_STEP_INT(b, "Gather", "axis", axis, grn_onnx_cast(b, x, GRN_F64), places);
    if (window)
        v = GRN_STEP(b, "Mul", v, grn_onnx_widened(b, grn_onnx_cast(b, window, GRN_F64), 0, 1));
    v = transformed(b, &f, v);
    b->results[0] = v ? grn_onnx_cast(b, v, grn_onnx_dtype_of(x)) : NULL;
}

/* ---- windows --------------------------------------------------------------------------------- */

/* a - b cos(x) + c cos(2 x), x from 0 to a turn. */
static void window_of(onnx_body *b, double a, double first, double second)
{
    const grn_type *declared = grn_onnx_declared(b, 0);
    const int64_t known = known_scalar(grn_onnx_input(b, 0), 0), n = known >= 0 ? known
                                                                     : declared && declared->rank == 1
                                                                         ? declared->shape[0]
                                                                         : 0;
    grn_dtype dtype;
    if (n < 1 || !grn_onnx_dtype((uint64_t)grn_onnx_int(b, "output_datatype", 1), &dtype))
        return;
    const double steps = (double)(grn_onnx_int(b, "periodic", 1) ? n : n - 1);
    grn_value *v =
        GRN_FORMULA(b, GRN_F64, "x = Mul(n, step); Add(Sub(a, Mul(first, Cos(x))), Mul(second, Cos(Mul(x, 2))))",
                    {"n", grn_onnx_cast(b, grn_onnx_count(b, n, 0, 1), GRN_F64)},
                    {"step", grn_onnx_f64(b, steps > 0 ? two_pi / steps : 0)}, {"a", grn_onnx_f64(b, a)},
                    {"first", grn_onnx_f64(b, first)}, {"second", grn_onnx_f64(b, second)});
    b->results[0] = v ? grn_onnx_cast(b, v, dtype) : NULL;
}

static void hann_body(onnx_body *b) { window_of(b, 0.5, 0.5, 0); }
static void hamming_body(onnx_body *b) { window_of(b, 25.0 / 46, 21.0 / 46, 0); }
static void blackman_body(onnx_body *b) { window_of(b, 0.42, 0.5, 0.08); }

/* ---- MelWeightMatrix ------------------------------------------------------------------------- */

/* [spectrum, bands]: triangles between bins that are evenly spaced on the mel scale. */
static void mel_body(onnx_body *b)
{
    const grn_type *declared = grn_onnx_declared(b, 0);
    const int64_t bands = known_scalar(grn_onnx_input(b, 0), 0), length = known_scalar(grn_onnx_input(b, 1), 0);
    grn_dtype dtype;
    for (size_t i = 0; i < 5; i++)
        if (!grn_onnx_input(b, i))
            return;
    if (((bands < 0 || length < 0) && (!declared || declared->rank != 2)) ||
        !grn_onnx_dtype((uint64_t)grn_onnx_int(b, "output_datatype", 1), &dtype))
        return;
    const int64_t rows = length < 0 || bands < 0 ? declared->shape[0] : length / 2 + 1,
                  columns = length < 0 || bands < 0 ? declared->shape[1] : bands;
    if (rows < 1 || columns < 1 || columns > MOST_LENGTH)
        return;
    grn_value *mel[2];
    for (size_t i = 0; i < 2; i++)
        mel[i] = GRN_FORMULA(b, GRN_F64, "Mul(Log(Add(1, Div(hertz, 700))), scale)",
                             {"hertz", as_scalar(b, grn_onnx_input(b, 3 + i), GRN_F64)},
                             {"scale", grn_onnx_f64(b, 2595 / log(10))});
    grn_value *step = GRN_FORMULA(b, GRN_F64, "Div(Sub(high, low), count)", {"low", mel[0]}, {"high", mel[1]},
                                  {"count", grn_onnx_f64(b, (double)columns + 2)});
    grn_value *edge[3]; /* of each band: where it begins, is highest and ends, f64 [1, bands] */
    for (int64_t i = 0; i < 3; i++) {
        grn_value *at = GRN_FORMULA(b, GRN_F64, "Add(Mul(Add(i, more), step), low)",
                                    {"i", grn_onnx_cast(b, grn_onnx_count(b, columns, 1, 2), GRN_F64)},
                                    {"more", grn_onnx_f64(b, (double)i)}, {"step", step}, {"low", mel[0]});
        edge[i] = GRN_FORMULA(
            b, GRN_F64, "Floor(Div(Mul(Add(length, 1), Mul(700, Sub(Exp(Div(at, scale)), 1))), rate))",
            {"length", as_scalar(b, grn_onnx_input(b, 1), GRN_F64)}, {"at", at},
            {"scale", grn_onnx_f64(b, 2595 / log(10))}, {"rate", as_scalar(b, grn_onnx_input(b, 2), GRN_F64)});
    }
    grn_value *v = GRN_FORMULA(b, GRN_F64,
                               "Where(And(GreaterOrEqual(j, mid), Less(j, end)), Div(Sub(end, j), Sub(end, mid)), "
                               "Where(And(GreaterOrEqual(j, begin), LessOrEqual(j, mid)), "
                               "Where(Equal(begin, mid), 1, Div(Sub(j, begin), Sub(mid, begin))), 0))",
                               {"j", grn_onnx_cast(b, grn_onnx_count(b, rows, 0, 2), GRN_F64)}, {"begin", edge[0]},
                               {"mid", edge[1]}, {"end", edge[2]});
    b->results[0] = v ? grn_onnx_cast(b, v, dtype) : NULL;
}

const onnx_body_row grn_onnx_signal_bodies[] = {
    {.op = "DFT", .build = dft_body},
    {.op = "STFT", .build = stft_body},
    {.op = "HannWindow", .build = hann_body},
    {.op = "HammingWindow", .build = hamming_body},
    {.op = "BlackmanWindow", .build = blackman_body},
    {.op = "MelWeightMatrix", .build = mel_body},
    {.op = NULL},
};
