/* body_norm.c - normalizations as nodes of simpler operators (ONNX, Operators.md). */
#include "onnx/body.h"

/* (v - mean) / sqrt(variance + epsilon), both over the dimensions from `from` on. */
static grn_value *normalized(onnx_body *b, grn_value *v, int64_t from, int64_t rank)
{
    if (!v)
        return NULL;
    grn_value *off = GRN_STEP(b, "Sub", v, grn_onnx_fold_from(b, "ReduceMean", v, from, rank));
    grn_value *variance = grn_onnx_fold_from(b, "ReduceMean", GRN_STEP(b, "Mul", off, off), from, rank);
    grn_value *e = grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), grn_onnx_real(b, "epsilon", (double)1e-5f));
    return GRN_STEP(b, "Div", off, GRN_STEP(b, "Sqrt", GRN_STEP(b, "Add", variance, e)));
}

/* f32, unless stash_type or operand 0 says f64. */
static grn_value *stashed(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    grn_dtype dtype;
    if (!grn_onnx_dtype((uint64_t)grn_onnx_int(b, "stash_type", 1), &dtype))
        return NULL;
    return grn_onnx_cast(b, x, grn_onnx_dtype_of(x) == GRN_F64 ? GRN_F64 : dtype);
}

static void rms_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *scale = grn_onnx_input(b, 1);
    const int32_t rank = x->type->rank;
    const int64_t axis = grn_onnx_axis(b, rank, -1);
    if (axis < 0 || !scale || !grn_onnx_is_float(x))
        return;
    grn_value *v = stashed(b);
    if (!v)
        return;
    grn_value *e = grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), grn_onnx_real(b, "epsilon", (double)1e-5f));
    grn_value *mean = grn_onnx_fold_from(b, "ReduceMean", GRN_STEP(b, "Mul", v, v), axis, rank);
    v = GRN_STEP(b, "Div", v, GRN_STEP(b, "Sqrt", GRN_STEP(b, "Add", mean, e)));
    v = grn_onnx_cast(b, v, grn_onnx_dtype_of(x));
    b->results[0] = grn_onnx_cast(b, GRN_STEP(b, "Mul", v, grn_onnx_cast(b, scale, grn_onnx_dtype_of(x))),
                                  grn_onnx_dtype_of(scale));
}

static grn_value *scaled(onnx_body *b, grn_value *v, int64_t rank, grn_value *scale, grn_value *bias)
{
    v = GRN_STEP(b, "Mul", v, grn_onnx_by_channel(b, scale, rank));
    return GRN_STEP(b, "Add", v, grn_onnx_by_channel(b, bias, rank));
}

static void instance_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    if (x->type->rank >= 3 && grn_onnx_input(b, 1) && grn_onnx_input(b, 2) && grn_onnx_is_float(x))
        b->results[0] =
            scaled(b, normalized(b, x, 2, x->type->rank), x->type->rank, grn_onnx_input(b, 1), grn_onnx_input(b, 2));
}

/* Since opset 21 scale and bias are one for each channel; before, one for each group. */
static grn_value *for_channels(onnx_body *b, size_t i, int64_t groups, int64_t channels)
{
    grn_value *v = grn_onnx_input(b, i);
    const int64_t one = 1, many[] = {groups, channels / groups};
    if (b->scope->opsets->onnx >= 21 || groups == channels)
        return v;
    return grn_onnx_reshape(
        b,
        GRN_STEP(b, "Expand", GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &one)), grn_onnx_list_of(b, 2, many)),
        1, &channels);
}

static void group_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    const grn_type *t = x->type;
    const int64_t groups = grn_onnx_int(b, "num_groups", 0);
    if (!grn_onnx_is_static(b, 0) || !grn_onnx_is_static(b, 1) || !grn_onnx_input(b, 2) || t->rank < 3 || groups < 1 ||
        !grn_onnx_is_float(x) || t->shape[1] % groups != 0 || grn_onnx_input(b, 1)->type->rank != 1 ||
        grn_onnx_input(b, 1)->type->shape[0] != (b->scope->opsets->onnx < 21 ? groups : t->shape[1]))
        return;
    const int64_t grouped[] = {t->shape[0], groups, -1};
    grn_value *v = stashed(b);
    v = v ? normalized(b, grn_onnx_reshape(b, v, 3, grouped), 2, 3) : NULL;
    v = v ? grn_onnx_cast(b, grn_onnx_reshape(b, v, t->rank, t->shape), grn_onnx_dtype_of(x)) : NULL;
    b->results[0] =
        scaled(b, v, t->rank, for_channels(b, 1, groups, t->shape[1]), for_channels(b, 2, groups, t->shape[1]));
}

/* All dimensions but the channels'. */
static grn_value *mean_of_channels(onnx_body *b, grn_value *v, int64_t rank)
{
    int64_t axes[GRN_MAX_RANK], n = 0;
    for (int64_t d = 0; d < rank; d++)
        if (d != 1)
            axes[n++] = d;
    return GRN_STEP(b, "ReduceMean", v, grn_onnx_list_of(b, n, axes));
}

/* momentum * old + (1 - momentum) * now */
static grn_value *running(onnx_body *b, grn_value *old, grn_value *now)
{
    static const int64_t all[] = {-1};
    const double m = grn_onnx_real(b, "momentum", (double)0.9f);
    const grn_dtype dtype = grn_onnx_dtype_of(old);
    now = now ? grn_onnx_cast(b, grn_onnx_reshape(b, now, 1, all), dtype) : NULL;
    return GRN_STEP(b, "Add", GRN_STEP(b, "Mul", old, grn_onnx_scalar_of(b, dtype, m)),
                    GRN_STEP(b, "Mul", now, grn_onnx_scalar_of(b, dtype, 1 - m)));
}

static void batch_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *mean = grn_onnx_input(b, 3), *variance = grn_onnx_input(b, 4);
    const int64_t rank = x->type->rank;
    if (rank < 2 || !grn_onnx_input(b, 1) || !grn_onnx_input(b, 2) || !mean || !variance || !grn_onnx_is_float(x) ||
        grn_onnx_dtype_of(mean) != grn_onnx_dtype_of(x))
        return;
    if (grn_onnx_int(b, "training_mode", 0)) {
        grn_value *now = mean_of_channels(b, x, rank), *off = GRN_STEP(b, "Sub", x, now);
        grn_value *spread = mean_of_channels(b, GRN_STEP(b, "Mul", off, off), rank);
        b->results[1] = running(b, mean, now);
        b->results[2] = running(b, variance, spread);
        mean = now;
        variance = spread;
    } else {
        mean = grn_onnx_by_channel(b, mean, rank);
        variance = grn_onnx_by_channel(b, variance, rank);
    }
    grn_value *e = grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), grn_onnx_real(b, "epsilon", (double)1e-5f));
    grn_value *v =
        GRN_STEP(b, "Div", GRN_STEP(b, "Sub", x, mean), GRN_STEP(b, "Sqrt", GRN_STEP(b, "Add", variance, e)));
    b->results[0] = scaled(b, v, rank, grn_onnx_input(b, 1), grn_onnx_input(b, 2));
}

static void lp_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    const int64_t axis = grn_onnx_axis(b, x->type->rank, -1), p = grn_onnx_int(b, "p", 2);
    if (axis < 0 || (p != 1 && p != 2) || !grn_onnx_is_float(x))
        return;
    grn_value *zero = grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), 0);
    grn_value *norm = GRN_STEP(b, p == 1 ? "ReduceL1" : "ReduceL2", x, grn_onnx_list_of(b, 1, &axis));
    b->results[0] = GRN_STEP(b, "Where", GRN_STEP(b, "Equal", norm, zero), zero, GRN_STEP(b, "Div", x, norm));
}

static void mean_variance_body(onnx_body *b)
{
    int64_t axes[GRN_MAX_RANK] = {0, 2, 3};
    grn_value *x = grn_onnx_input(b, 0);
    const int64_t given = grn_onnx_ints(b, "axes", GRN_MAX_RANK, axes), n = given < 0 ? 3 : given;
    if (!grn_onnx_is_float(x))
        return;
    grn_value *off = GRN_STEP(b, "Sub", x, GRN_STEP(b, "ReduceMean", x, grn_onnx_list_of(b, n, axes)));
    grn_value *variance = GRN_STEP(b, "ReduceMean", GRN_STEP(b, "Mul", off, off), grn_onnx_list_of(b, n, axes));
    grn_value *e = grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), (double)1e-9f);
    b->results[0] = GRN_STEP(b, "Div", off, GRN_STEP(b, "Add", GRN_STEP(b, "Sqrt", variance), e));
}

/* 1 at the first largest element along axis, 0 elsewhere. Before opset 13 dimensions from axis on
 * are as one. */
static void hardmax_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *v = x;
    const bool is_old = b->scope->opsets->onnx < 13;
    int64_t rank = x->type->rank, axis = grn_onnx_axis(b, x->type->rank, is_old ? 1 : -1);
    if (axis < 0 || !grn_onnx_is_static(b, 0) || !grn_onnx_is_float(x))
        return;
    for (int32_t d = 0; d < x->type->rank; d++)
        if (x->type->shape[d] == 0) {
            b->results[0] = GRN_STEP(b, "Identity", x);
            return;
        }
    const bool is_flat = is_old && axis < rank - 1;
    if (is_flat) {
        v = GRN_STEP_INT(b, "Flatten", "axis", axis, x);
        rank = 2;
        axis = 1;
    }
    grn_value *first = GRN_STEP_INT(b, "ArgMax", "axis", axis, v);
    v = first ? GRN_STEP(b, "Equal", first, grn_onnx_count(b, v->type->shape[axis], axis, rank)) : NULL;
    v = v ? grn_onnx_cast(b, v, grn_onnx_dtype_of(x)) : NULL;
    b->results[0] = is_flat && v ? grn_onnx_reshape(b, v, x->type->rank, x->type->shape) : v;
}

/* ---- reductions of a function ---------------------------------------------------------------- */

/* The axes that are reduced: operand 1, or where it lists none, all; or none, if the node says so. */
static grn_value *axes_of(onnx_body *b)
{
    int64_t all[GRN_MAX_RANK];
    const int64_t rank = grn_onnx_input(b, 0)->type->rank;
    for (int64_t d = 0; d < rank; d++)
        all[d] = d;
    grn_value *axes = grn_onnx_input(b, 1);
    const bool none =
        !axes || (grn_type_has_static_shape(axes->type) && axes->type->rank == 1 && axes->type->shape[0] == 0);
    return none ? grn_onnx_list_of(b, grn_onnx_int(b, "noop_with_empty_axes", 0) ? 0 : rank, all) : axes;
}

static grn_value *reduced(onnx_body *b, const char *op, grn_value *v, grn_value *axes)
{
    return grn_onnx_int(b, "noop_with_empty_axes", 0) ? GRN_STEP_INT(b, op, "noop_with_empty_axes", 1, v, axes)
                                                      : GRN_STEP(b, op, v, axes);
}

/* With the dimensions that were reduced, or without. */
static grn_value *kept(onnx_body *b, grn_value *v, grn_value *axes)
{
    const grn_type *t = axes ? axes->type : NULL;
    const bool none = t && grn_type_has_static_shape(t) && t->rank == 1 && t->shape[0] == 0;
    return none || grn_onnx_int(b, "keepdims", 1) ? v : grn_onnx_squeeze_to(b, v, axes);
}

/* log(sum(exp(x - m))) + m, m the largest: no exponential overflows. An infinite m is not taken
 * off. */
static void log_sum_exp_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    if (!grn_onnx_is_float(x))
        return;
    grn_value *axes = axes_of(b), *zero = grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), 0);
    grn_value *most = reduced(b, "ReduceMax", x, axes);
    most = GRN_STEP(b, "Where", GRN_STEP(b, "Equal", GRN_STEP(b, "Sub", most, most), zero), most, zero);
    grn_value *v = reduced(b, "ReduceSum", GRN_STEP(b, "Exp", GRN_STEP(b, "Sub", x, most)), axes);
    v = GRN_STEP(b, "Add", GRN_STEP(b, "Log", v), most);
    b->results[0] = kept(b, v, axes);
}

static void log_sum_body(onnx_body *b)
{
    if (!grn_onnx_is_float(grn_onnx_input(b, 0)))
        return;
    grn_value *axes = axes_of(b);
    grn_value *v = GRN_STEP(b, "Log", reduced(b, "ReduceSum", grn_onnx_input(b, 0), axes));
    b->results[0] = kept(b, v, axes);
}

/* "tanh": its approximation. */
static void gelu_body(onnx_body *b)
{
    if (!grn_onnx_is_float(grn_onnx_input(b, 0)))
        return;
    b->results[0] = grn_onnx_says(b, "approximate", "tanh")
                        ? grn_onnx_formula(b, "X",
                                           "Mul(Mul(0.5, X), Add(1, Tanh(Mul(0.797884560802865, "
                                           "Add(X, Mul(0.044715, Mul(X, Mul(X, X))))))))")
                        : grn_onnx_formula(b, "X", "Mul(Mul(0.5, X), Add(1, Erf(Mul(X, 0.707106781186548))))");
}

static void mean_body(onnx_body *b)
{
    if (!grn_onnx_is_float(grn_onnx_input(b, 0)))
        return;
    grn_value *sum = grn_onnx_step(b, "Sum", b->node->ninputs, b->node->inputs, NULL, NULL);
    b->results[0] = GRN_STEP(b, "Div", sum,
                             grn_onnx_scalar_of(b, grn_onnx_dtype_of(grn_onnx_input(b, 0)), (double)b->node->ninputs));
}

const onnx_body_row grn_onnx_norm_bodies[] = {
    {.op = "RMSNormalization", .build = rms_body},
    {.op = "InstanceNormalization", .build = instance_body},
    {.op = "GroupNormalization", .build = group_body},
    {.op = "BatchNormalization", .build = batch_body},
    {.op = "LpNormalization", .build = lp_body},
    {.op = "MeanVarianceNormalization", .build = mean_variance_body},
    {.op = "Hardmax", .build = hardmax_body},
    {.op = "ReduceLogSumExp", .build = log_sum_exp_body},
    {.op = "ReduceLogSum", .build = log_sum_body},
    {.op = "Gelu", .build = gelu_body},
    {.op = "Mean", .build = mean_body},
    {.op = NULL},
};
