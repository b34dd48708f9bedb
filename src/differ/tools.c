/*
 * tools.c - how far functions of known tools are from the exact value, and what else they allow themselves.
 *
 * Where a tool's row has no figure for a function, that of the specification's row holds. StableHLO leaves the
 * precision of its functions open; so the row "specification" has what a library is commonly held to, 4 ulps where
 * the function is one of C's, and more where the usual formula loses digits.
 *
 * Sources. jax: JAX docs, "Numerical accuracy" (docs/accuracy.md), column CPU: measured over all numbers of bf16, f16
 * and f32; f64 is a sample there, of which twice the figure is taken. numpy: numpy/numpy pull request 29699, about 4
 * ulps of f32 and 1 of f64. torch: SLEEF's reference: functions with the suffix u10 are within 1.0 ulp, those with
 * u35 within 3.5. onnxruntime: measured of version 1.32 on x86-64, over 12 million numbers of f32 each: exp 0.87, erf
 * 1.0, log 3.2, sin 2.0, cos 1.8, tan 1.3, tanh 5.4; the logistic function 1.7e-7 absolute, and without a bound in
 * ulps, as it ends at some 18; of f64 sin and cos 3e-16 absolute on fewer numbers, which is many ulps near a zero. mlir, stablehlo-interpreter: C's library, glibc
 * manual, "Known Maximum Errors in Math Functions"; MLIR's own polynomials are not meant.
 */
#include <math.h>

#include "differ/differ.h"

#define SAME(op, ulps)                           \
    {                                            \
        GRN_HLO(op), {ulps, ulps, ulps, ulps}, 0 \
    }
#define CHLO(op, a, b, c, d)              \
    {                                     \
        GRN_OP(chlo, op), {a, b, c, d}, 0 \
    }
#define EACH(op, a, b, c, d)         \
    {                                \
        GRN_HLO(op), {a, b, c, d}, 0 \
    }
#define END                 \
    {                       \
        GRN_OP_NONE, {0}, 0 \
    }

static const grn_function_row specification[] = {
    SAME(exponential, 4),
    SAME(exponential_minus_one, 8),
    SAME(log, 4),
    SAME(log_plus_one, 4),
    SAME(logistic, 8),
    SAME(tanh, 8),
    SAME(sine, 4),
    SAME(cosine, 4),
    SAME(tan, 8),
    SAME(power, 16),
    SAME(atan2, 4),
    SAME(cbrt, 4),
    SAME(rsqrt, 2),
    CHLO(acos, 4, 4, 4, 4),
    CHLO(acosh, 8, 8, 8, 8),
    CHLO(asin, 4, 4, 4, 4),
    CHLO(asinh, 8, 8, 8, 8),
    CHLO(atan, 4, 4, 8, 4),
    CHLO(atanh, 8, 8, 8, 8),
    CHLO(cosh, 4, 4, 32, 512),
    CHLO(sinh, 4, 4, 32, 512),
    CHLO(erf, 4, 4, 16, 8),
    CHLO(erfc, 4, 4, 128, 512),
    CHLO(erf_inv, 4, 4, 128, 1048576),
    CHLO(lgamma, 64, 64, 64, 64),
    CHLO(polygamma, 64, 64, 64, 64),
    CHLO(zeta, 64, 64, 64, 64),
    CHLO(digamma, 64, 64, 64, 64),
    CHLO(bessel_i1e, 2, 2, 16, 16),
    END,
};

static const grn_function_row jax[] = {
    EACH(exponential, 0.5, 1, 1.5, 4),
    EACH(exponential_minus_one, 0.5, 2.5, 6.5, 9),
    EACH(log, 0.5, 1, 1.5, 1),
    EACH(log_plus_one, 0.5, 1, 3, 4),
    EACH(logistic, 2.5, 2, 2.5, 7),
    EACH(tanh, 0.5, 0.5, 5, 14),
    EACH(sine, 0.5, 1, 0.5, 1),
    EACH(cosine, 0.5, 1, 0.5, 1),
    EACH(tan, 0.5, 1, 0.5, 1),
    EACH(atan2, 1, 1, 0.5, 1),
    EACH(cbrt, 0.5, 1, 0.5, 1),
    EACH(rsqrt, 0.5, 0.5, 2, 3),
    CHLO(acos, 1.5, 1.5, 1.5, 3),
    CHLO(acosh, 2, 2, 4.5, 7),
    CHLO(asin, 1.5, 1.5, 2, 3),
    CHLO(asinh, 1.5, 1.5, 3.5, 5),
    CHLO(atan, 0.5, 1, 5.5, 7),
    CHLO(atanh, 1.5, 1.5, 3, 5),
    CHLO(cosh, 0.5, 1, 25, 992),
    CHLO(sinh, 0.5, 1, 25, 992),
    CHLO(erf, 0.5, 1, 7, 5),
    CHLO(erfc, 0.5, 1, 66, 700),
    CHLO(erf_inv, 0.5, 1, 65, 1000000),
    CHLO(bessel_i1e, 0.5, 1, 11, 21),
    END,
};

static const grn_function_row torch[] = {
    SAME(exponential, 1),  SAME(exponential_minus_one, 1),
    SAME(log, 1),          SAME(log_plus_one, 1),
    SAME(sine, 3.5),       SAME(cosine, 3.5),
    SAME(tan, 3.5),        SAME(tanh, 1),
    SAME(cbrt, 1),         SAME(rsqrt, 2),
    CHLO(erf, 4, 4, 4, 1), END,
};

static const grn_function_row onnxruntime[] = {
    EACH(exponential, 2, 2, 2, 2),
    EACH(log, 4, 4, 4, 2),
    {GRN_HLO(sine), {3, 3, 3, 16}, 4.5e-16},
    {GRN_HLO(cosine), {3, 3, 3, 16}, 4.5e-16},
    EACH(tan, 2, 2, 2, 16),
    EACH(tanh, 7, 7, 7, 7),
    {GRN_HLO(logistic), {4, 4, 4, 4}, 2.4e-7},
    CHLO(erf, 2, 2, 2, 2),
    END,
};

static const grn_function_row numpy[] = {
    SAME(exponential, 4), SAME(log, 4), SAME(sine, 4), SAME(cosine, 4), SAME(tanh, 4), SAME(power, 4), END,
};

static const grn_function_row libm[] = {
    SAME(exponential, 1), SAME(exponential_minus_one, 2),
    SAME(log, 1),         SAME(log_plus_one, 2),
    SAME(sine, 1),        SAME(cosine, 1),
    SAME(tan, 2),         SAME(tanh, 3),
    SAME(power, 2),       SAME(atan2, 1),
    SAME(cbrt, 4),        END,
};

/* The first is the specification's. XLA's CPU backend flushes (JAX docs, as above), and LLVM contracts for it. */
static const grn_tool_row tools[] = {
    {"specification", false, false, specification},
    {"jax", true, true, jax},
    {"xla", true, true, jax},
    {"iree", false, true, NULL},
    {"mlir", false, false, libm},
    {"numpy", false, false, numpy},
    {"onnxruntime", false, true, onnxruntime},
    {"stablehlo-interpreter", false, false, libm},
    {"tfjs", true, true, NULL},
    {"torch", false, true, torch},
    {"tvm", false, true, NULL},
};

GRN_API const char *grn_differ_tool(size_t i) { return i < GRN_COUNT(tools) - 1 ? tools[i + 1].name : NULL; }

const grn_tool_row *grn_tool_row_of(const char *name)
{
    const size_t n = name ? strcspn(name, ":") : 0;
    for (size_t i = 1; n > 0 && i < GRN_COUNT(tools); i++)
        if (strlen(tools[i].name) == n && memcmp(tools[i].name, name, n) == 0)
            return &tools[i];
    return &tools[0];
}

static grn_ulps_of column_of(grn_dtype dtype)
{
    if (dtype == GRN_F64 || dtype == GRN_C128)
        return GRN_ULPS_F64;
    return dtype == GRN_F32 || dtype == GRN_C64 ? GRN_ULPS_F32 : dtype == GRN_F16 ? GRN_ULPS_F16 : GRN_ULPS_BF16;
}

static const grn_function_row *find(const grn_function_row *rows, grn_op_number op)
{
    for (; rows && rows->op != GRN_OP_NONE; rows++)
        if (rows->op == op)
            return rows;
    return NULL;
}

double grn_tool_error(const grn_tool_row *tool, grn_op_number op, grn_dtype dtype, double ulp)
{
    const grn_function_row *row = find(tool->functions, op);
    row = row ? row : find(specification, op);
    return row ? ceil(row->ulps[column_of(dtype)]) * ulp + row->absolute : 0;
}
