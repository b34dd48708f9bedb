/*
 * element.c - rules of element-wise ops.
 *
 * Where an op has a kink the derivative is: of abs 0 at 0; of maximum and
 * minimum one half to each of two that are equal; of clamp that of the operand
 * on its bounds, which then get none.
 */
#include "grad/rules.h"

/* ---- partial derivatives --------------------------------------------------------------------- */

#define X(op) ((op)->operands[0])
#define Y(op) ((op)->operands[1])
#define R(op) (&(op)->results[0])

static grn_value *number(grn_grad *g, const grn_op *op, double v) { return grn_grad_number(g, (grn_value *)R(op), v); }
static grn_value *squared(grn_grad *g, grn_value *v) { return grn_grad_times(g, v, v); }

static grn_value *by_factor_0(grn_grad *g, const grn_op *op)
{
    (void)g;
    return Y(op);
}
static grn_value *by_factor_1(grn_grad *g, const grn_op *op)
{
    (void)g;
    return X(op);
}
static grn_value *by_dividend(grn_grad *g, const grn_op *op) { return grn_grad_over(g, number(g, op, 1), Y(op)); }
static grn_value *by_divisor(grn_grad *g, const grn_op *op)
{
    return grn_grad_negate(g, grn_grad_over(g, R(op), Y(op)));
}
static grn_value *by_exponential(grn_grad *g, const grn_op *op)
{
    (void)g;
    return R(op);
}
static grn_value *by_expm1(grn_grad *g, const grn_op *op) { return grn_grad_plus(g, R(op), number(g, op, 1)); }
static grn_value *by_log(grn_grad *g, const grn_op *op) { return grn_grad_over(g, number(g, op, 1), X(op)); }
static grn_value *by_log1p(grn_grad *g, const grn_op *op)
{
    return grn_grad_over(g, number(g, op, 1), grn_grad_plus(g, X(op), number(g, op, 1)));
}
static grn_value *by_logistic(grn_grad *g, const grn_op *op)
{
    return grn_grad_times(g, R(op), grn_grad_minus(g, number(g, op, 1), R(op)));
}
static grn_value *by_sqrt(grn_grad *g, const grn_op *op) { return grn_grad_over(g, number(g, op, 0.5), R(op)); }
static grn_value *by_rsqrt(grn_grad *g, const grn_op *op)
{
    return grn_grad_times(g, number(g, op, -0.5), grn_grad_over(g, R(op), X(op)));
}
static grn_value *by_cbrt(grn_grad *g, const grn_op *op)
{
    return grn_grad_over(g, number(g, op, 1), grn_grad_times(g, number(g, op, 3), squared(g, R(op))));
}
static grn_value *by_sine(grn_grad *g, const grn_op *op) { return grn_grad_unary(g, "stablehlo.cosine", X(op)); }
static grn_value *by_cosine(grn_grad *g, const grn_op *op)
{
    return grn_grad_negate(g, grn_grad_unary(g, "stablehlo.sine", X(op)));
}
static grn_value *by_tan(grn_grad *g, const grn_op *op)
{
    return grn_grad_plus(g, number(g, op, 1), squared(g, R(op)));
}
static grn_value *by_tanh(grn_grad *g, const grn_op *op)
{
    return grn_grad_minus(g, number(g, op, 1), squared(g, R(op)));
}

/* Of atan2(y, x) by y, by x: x, -y, over x^2 + y^2. */
static grn_value *by_atan2_part(grn_grad *g, const grn_op *op, grn_value *part)
{
    return grn_grad_over(g, part, grn_grad_plus(g, squared(g, X(op)), squared(g, Y(op))));
}
static grn_value *by_atan2_y(grn_grad *g, const grn_op *op) { return by_atan2_part(g, op, Y(op)); }
static grn_value *by_atan2_x(grn_grad *g, const grn_op *op) { return by_atan2_part(g, op, grn_grad_negate(g, X(op))); }

/* x^0 is constant, also at 0. */
static grn_value *by_base(grn_grad *g, const grn_op *op)
{
    grn_value *none = grn_build_compare(&g->w, "EQ", Y(op), number(g, op, 0));
    grn_value *exponent = grn_build_select(&g->w, none, number(g, op, 1), grn_grad_minus(g, Y(op), number(g, op, 1)));
    return grn_grad_times(g, Y(op), grn_build_binary(&g->w, "stablehlo.power", X(op), exponent));
}

/* 0^y is constant for y above 0. */
static grn_value *by_exponent(grn_grad *g, const grn_op *op)
{
    grn_value *none = grn_build_compare(&g->w, "EQ", X(op), number(g, op, 0));
    grn_value *base = grn_build_select(&g->w, none, number(g, op, 1), X(op));
    return grn_grad_times(g, grn_grad_unary(g, "stablehlo.log", base), R(op));
}

/* 1 where x is what the op gives, half of that where both are. */
static grn_value *by_winner(grn_grad *g, const grn_op *op, const char *wins)
{
    grn_value *tie = grn_build_compare(&g->w, "EQ", X(op), Y(op));
    grn_value *won = grn_build_compare(&g->w, wins, X(op), Y(op));
    return grn_build_select(&g->w, tie, number(g, op, 0.5), grn_grad_where(g, won, number(g, op, 1)));
}
static grn_value *by_greater_0(grn_grad *g, const grn_op *op) { return by_winner(g, op, "GT"); }
static grn_value *by_greater_1(grn_grad *g, const grn_op *op) { return by_winner(g, op, "LT"); }

/* x - y trunc(x / y), whose quotient is constant between its jumps. */
static grn_value *by_remainder_0(grn_grad *g, const grn_op *op) { return number(g, op, 1); }
static grn_value *by_remainder_1(grn_grad *g, const grn_op *op)
{
    grn_value *quotient = grn_grad_over(g, X(op), Y(op));
    grn_value *whole = grn_grad_unary(g, "stablehlo.floor", grn_grad_unary(g, "stablehlo.abs", quotient));
    return grn_grad_negate(g, grn_grad_times(g, grn_grad_unary(g, "stablehlo.sign", quotient), whole));
}

/* ---- linear ---------------------------------------------------------------------------------- */

static grn_status sum_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    if (in[0] && in[1])
        return grn_grad_give(g, &out[0], grn_build_binary(&g->w, op->def->name, in[0], in[1]));
    const bool subtracted = !in[0] && grn_op_is(op, GRN_HLO(subtract));
    return grn_grad_give(g, &out[0], in[0] ? in[0] : subtracted ? grn_grad_negate(g, in[1]) : in[1]);
}

static grn_status sum_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    out[0] = in[0];
    if (!grn_grad_wants(g, op, 1))
        return GRN_OK;
    const bool subtracted = grn_op_is(op, GRN_HLO(subtract));
    return grn_grad_give(g, &out[1], subtracted ? grn_grad_negate(g, in[0]) : in[0]);
}

static grn_status negate_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    (void)op;
    return grn_grad_give(g, &out[0], grn_grad_negate(g, in[0]));
}

/* Between floats, and between a float and a complex number's real part. */
static grn_status convert_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    return grn_grad_give(g, &out[0], grn_build_convert(&g->w, in[0], X(op)->type->element));
}

static grn_status precision_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_op *made = grn_grad_again(g, op, 1, in, NULL);
    return grn_grad_give(g, &out[0], made ? R(made) : NULL);
}

static grn_status select_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_value *some = in[1] ? in[1] : in[2];
    return grn_grad_give(
        g, &out[0],
        grn_build_select(&g->w, op->operands[0], grn_grad_or_zeros(g, in[1], some), grn_grad_or_zeros(g, in[2], some)));
}

static grn_status select_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_status status = GRN_OK;
    if (grn_grad_wants(g, op, 1))
        status = grn_grad_give(g, &out[1], grn_grad_where(g, op->operands[0], in[0]));
    if (status == GRN_OK && grn_grad_wants(g, op, 2))
        status = grn_grad_give(g, &out[2], grn_grad_unless(g, op->operands[0], in[0]));
    return status;
}

/* ---- complex numbers ------------------------------------------------------------------------- */

static grn_status complex_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    (void)op;
    return grn_grad_give(g, &out[0], grn_grad_complex(g, in[0], in[1]));
}

static grn_status complex_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_status status = GRN_OK;
    if (grn_grad_wants(g, op, 0))
        status = grn_grad_give(g, &out[0], grn_grad_part(g, "stablehlo.real", in[0]));
    if (status == GRN_OK && grn_grad_wants(g, op, 1))
        status = grn_grad_give(g, &out[1], grn_grad_part(g, "stablehlo.imag", in[0]));
    return status;
}

static bool is_complex(const grn_value *v) { return v->type->element->kind == GRN_TYPE_COMPLEX; }

/* Of a float the part is the float itself, or zero. */
static grn_status real_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    return grn_grad_give(g, &out[0], is_complex(X(op)) ? grn_grad_complex(g, in[0], NULL) : in[0]);
}

static grn_status imag_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    return is_complex(X(op)) ? grn_grad_give(g, &out[0], grn_grad_complex(g, NULL, in[0])) : GRN_OK;
}

/* z/|z|, 0 at 0; of a float its sign. */
static grn_value *direction(grn_grad *g, const grn_op *op)
{
    if (!is_complex(X(op)))
        return grn_grad_unary(g, "stablehlo.sign", X(op));
    grn_value *none = grn_build_compare(&g->w, "EQ", R(op), number(g, op, 0));
    return grn_grad_over(g, X(op), grn_grad_complex(g, grn_build_select(&g->w, none, number(g, op, 1), R(op)), NULL));
}

/* |z| changes by the part of dz along it. */
static grn_status abs_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_value *along = grn_grad_times(g, grn_grad_conjugate(g, direction(g, op)), in[0]);
    return grn_grad_give(g, &out[0], is_complex(X(op)) ? grn_grad_part(g, "stablehlo.real", along) : along);
}

static grn_status abs_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_value *given = is_complex(X(op)) ? grn_grad_complex(g, in[0], NULL) : in[0];
    return grn_grad_give(g, &out[0], grn_grad_times(g, direction(g, op), given));
}

/* ---- clamp ----------------------------------------------------------------------------------- */

/* Which of the three the result is: above the maximum, else below the minimum, else the operand. */
typedef struct clamping {
    grn_value *above, *below;
} clamping;

static clamping clamping_of(grn_grad *g, const grn_op *op)
{
    grn_value *low = grn_grad_spread(g, op->operands[0], Y(op)), *high = grn_grad_spread(g, op->operands[2], Y(op));
    return (clamping){.above = grn_build_compare(&g->w, "GT", grn_grad_maximum(g, Y(op), low), high),
                      .below = grn_build_compare(&g->w, "LT", Y(op), low)};
}

static grn_status clamp_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const clamping c = clamping_of(g, op);
    grn_value *t[3];
    for (int i = 0; i < 3; i++)
        t[i] = in[i] ? grn_grad_spread(g, in[i], Y(op)) : grn_grad_zeros(g, Y(op));
    return grn_grad_give(g, &out[0],
                         grn_build_select(&g->w, c.above, t[2], grn_build_select(&g->w, c.below, t[0], t[1])));
}

/* Of a bound that is one number for all elements, the sum of what they give. */
static grn_value *to_bound(grn_grad *g, const grn_value *bound, grn_value *cotangent)
{
    return cotangent && bound->type->rank < cotangent->type->rank ? grn_grad_sum_all(g, cotangent) : cotangent;
}

static grn_status clamp_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const clamping c = clamping_of(g, op);
    grn_value *rest = grn_grad_unless(g, c.above, in[0]);
    grn_status status = GRN_OK;
    if (grn_grad_wants(g, op, 0))
        status = grn_grad_give(g, &out[0], to_bound(g, op->operands[0], grn_grad_where(g, c.below, rest)));
    if (status == GRN_OK && grn_grad_wants(g, op, 1))
        status = grn_grad_give(g, &out[1], grn_grad_unless(g, c.below, rest));
    if (status == GRN_OK && grn_grad_wants(g, op, 2))
        status = grn_grad_give(g, &out[2], to_bound(g, op->operands[2], grn_grad_where(g, c.above, in[0])));
    return status;
}

/* ---- sign ------------------------------------------------------------------------------------ */

/* Constant but at 0. */
static grn_status sign_none(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    (void)g, (void)op, (void)in, (void)out;
    return GRN_OK;
}

#define BY(op, ...) GRN_GRAD(stablehlo, op) = {.partial = {__VA_ARGS__}}
#define ZERO(op) GRN_GRAD(stablehlo, op) = {.is_zero = true}

GRN_GRAD(stablehlo, add) = {.jvp = sum_jvp, .vjp = sum_vjp};
GRN_GRAD(stablehlo, subtract) = {.jvp = sum_jvp, .vjp = sum_vjp};
GRN_GRAD(stablehlo, negate) = {.is_linear = true, .vjp = negate_vjp};
BY(multiply, by_factor_0, by_factor_1);
BY(divide, by_dividend, by_divisor);
BY(exponential, by_exponential);
BY(exponential_minus_one, by_expm1);
BY(log, by_log);
BY(log_plus_one, by_log1p);
BY(logistic, by_logistic);
BY(sqrt, by_sqrt);
BY(rsqrt, by_rsqrt);
BY(cbrt, by_cbrt);
BY(sine, by_sine);
BY(cosine, by_cosine);
BY(tan, by_tan);
BY(tanh, by_tanh);
BY(atan2, by_atan2_y, by_atan2_x);
BY(power, by_base, by_exponent);
GRN_GRAD(stablehlo, maximum) = {.partial = {by_greater_0, by_greater_1}, .is_of_reals = true};
GRN_GRAD(stablehlo, minimum) = {.partial = {by_greater_1, by_greater_0}, .is_of_reals = true};
GRN_GRAD(stablehlo, remainder) = {.partial = {by_remainder_0, by_remainder_1}, .is_of_reals = true};
GRN_GRAD(stablehlo, abs) = {.jvp = abs_jvp, .vjp = abs_vjp};
GRN_GRAD(stablehlo, sign) = {.jvp = sign_none, .vjp = sign_none, .is_of_reals = true};
GRN_GRAD(stablehlo, select) = {.jvp = select_jvp, .vjp = select_vjp};
GRN_GRAD(stablehlo, clamp) = {.jvp = clamp_jvp, .vjp = clamp_vjp, .is_of_reals = true};
GRN_GRAD(stablehlo, convert) = {.is_linear = true, .vjp = convert_vjp};
GRN_GRAD(stablehlo, reduce_precision) = {.is_linear = true, .vjp = precision_vjp};
GRN_GRAD(stablehlo, complex) = {.jvp = complex_jvp, .vjp = complex_vjp};
GRN_GRAD(stablehlo, real) = {.is_linear = true, .vjp = real_vjp};
GRN_GRAD(stablehlo, imag) = {.is_linear = true, .vjp = imag_vjp};
ZERO(ceil);
ZERO(floor);
ZERO(round_nearest_afz);
ZERO(round_nearest_even);
ZERO(is_finite);
ZERO(compare);
GRN_GRAD(stablehlo, bitcast_convert) = {.refused = "reads bits, of which there is no derivative"};
