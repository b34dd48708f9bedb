/* numbers.c - elements of other ops: rounded, compared, cut, or computed in another way. */
#include "broken.h"

#include <math.h>

/* ---- elements -------------------------------------------------------------------------------- */

/* x: the operands' elements. False: the result's stays. */
typedef bool element_fn(const broken_op *b, const grn_scalar *x, grn_scalar *y);

static bool each(broken_op *b, element_fn *f)
{
    grn_tensor *t = &b->results[0];
    if (b->noperands == 0 || b->noperands > 2)
        return false;
    for (size_t i = 0; i < b->noperands; i++)
        if (grn_tensor_elements(&b->operands[i]) != grn_tensor_elements(t))
            return false;
    for (int64_t i = 0; i < grn_tensor_elements(t); i++) {
        grn_scalar x[2], y = grn_scalar_load(t->dtype, grn_element_at(t, i));
        for (size_t k = 0; k < b->noperands; k++)
            x[k] = grn_scalar_load(b->operands[k].dtype, grn_element_at(&b->operands[k], i));
        if (f(b, x, &y))
            grn_scalar_store(&y, t->dtype, grn_tensor_at(t, i));
    }
    return true;
}
static bool is_float(const grn_scalar *s) { return grn_dtype_class_of(s->dtype) == GRN_CLASS_FLOAT; }
static bool is_signed(const grn_scalar *s) { return grn_dtype_class_of(s->dtype) == GRN_CLASS_SIGNED; }
static bool is_integer(const grn_scalar *s)
{
    return is_signed(s) || grn_dtype_class_of(s->dtype) == GRN_CLASS_UNSIGNED;
}

#define ELEMENT(name) static bool name##_of(const broken_op *b, const grn_scalar *x, grn_scalar *y)
#define EACH(name) \
    static bool name(broken_op *b) { return each(b, name##_of); }

ELEMENT(to_nearest)
{
    (void)b;
    if (!is_float(x) || !is_integer(y) || !(fabs(x->f) < 1e18))
        return false;
    y->i = (int64_t)rint(x->f);
    return true;
}
EACH(to_nearest)
ELEMENT(downwards)
{
    (void)b;
    if (!is_float(x) || !is_integer(y) || !(fabs(x->f) < 1e18))
        return false;
    y->i = (int64_t)floor(x->f);
    return true;
}
EACH(downwards)
ELEMENT(floored_quotient)
{
    (void)b;
    if (!is_signed(y) || x[1].i == 0 || (x[0].i < 0) == (x[1].i < 0) || y->i * x[1].i == x[0].i)
        return false;
    y->i--;
    return true;
}
EACH(floored_quotient)
ELEMENT(sign_of_divisor)
{
    (void)b;
    if (is_signed(y) && y->i != 0 && (y->i < 0) != (x[1].i < 0))
        y->i += x[1].i;
    else if (is_float(y) && y->f != 0 && (y->f < 0) != (x[1].f < 0))
        y->f += x[1].f;
    else
        return false;
    return true;
}
EACH(sign_of_divisor)
ELEMENT(nan_negated)
{
    (void)b;
    if (!is_float(x) || (x[0].f == x[0].f && x[1].f == x[1].f))
        return false;
    y->i = !y->i;
    return true;
}
EACH(nan_negated)
ELEMENT(number_for_nan)
{
    (void)b;
    if (!is_float(x) || (x[0].f == x[0].f && x[1].f == x[1].f))
        return false;
    y->f = x[0].f == x[0].f ? x[0].f : x[1].f;
    return true;
}
EACH(number_for_nan)
ELEMENT(at_the_ends)
{
    const unsigned bits = grn_dtype_bits(y->dtype);
    if (!is_integer(y) || bits > 31)
        return false;
    const int64_t most = (INT64_C(1) << (is_signed(y) ? bits - 1 : bits)) - 1, least = is_signed(y) ? -most - 1 : 0;
    const int64_t sum = grn_op_is(b->op, GRN_HLO(subtract)) ? x[0].i - x[1].i : x[0].i + x[1].i;
    y->i = sum < least ? least : sum > most ? most : sum;
    return true;
}
EACH(at_the_ends)
/* Unsigned numbers compared by their bits as signed ones. */
ELEMENT(bits_compared)
{
    (void)b;
    const unsigned bits = grn_dtype_bits(x->dtype);
    if (grn_dtype_class_of(x->dtype) != GRN_CLASS_UNSIGNED || bits > 63)
        return false;
    const uint64_t half = UINT64_C(1) << (bits - 1);
    y->i ^= ((x[0].u ^ x[1].u) & half) != 0; /* signs differ: the order is the other */
    return true;
}
static bool bits_compared(broken_op *b)
{
    const grn_attr *a = grn_op_attr(b->op, "comparison_direction");
    const char *word = a && a->kind == GRN_ATTR_ENUM ? a->enumeration.def->keyword[a->enumeration.value] : "EQ";
    return strcmp(word, "EQ") != 0 && strcmp(word, "NE") != 0 && each(b, bits_compared_of);
}
ELEMENT(zero_without_sign)
{
    (void)b, (void)x;
    if (!is_float(y) || y->f != 0)
        return false;
    y->f = 0;
    return true;
}
EACH(zero_without_sign)
ELEMENT(bits_cut_off)
{
    (void)b;
    if (!is_float(x) || !is_float(y) || !(fabs(y->f) > fabs(x->f)))
        return false;
    y->f -= copysign(grn_ulp_of(y->dtype, fabs(x->f)), y->f);
    return true;
}
EACH(bits_cut_off)
ELEMENT(other_bits_compared)
{
    const unsigned bits = grn_dtype_bits(x->dtype);
    (void)b;
    if (grn_dtype_class_of(x->dtype) != GRN_CLASS_UNSIGNED || bits > 63 || !((x[0].u ^ x[1].u) >> (bits - 1) & 1))
        return false;
    *y = y->u == x[0].u ? x[1] : x[0]; /* the one with the sign bit is the less */
    return true;
}
EACH(other_bits_compared)
/* Quotients and remainders of unsigned numbers, whose bits are taken for signed ones. */
ELEMENT(bits_divided)
{
    const unsigned bits = grn_dtype_bits(x->dtype);
    if (grn_dtype_class_of(x->dtype) != GRN_CLASS_UNSIGNED || bits > 63 || bits < 8 || x[1].u == 0)
        return false;
    const uint64_t sign = UINT64_C(1) << (bits - 1), mask = sign * 2 - 1;
    const int64_t p = (int64_t)((x[0].u ^ sign) - sign), q = (int64_t)((x[1].u ^ sign) - sign);
    y->u = (uint64_t)(grn_op_is(b->op, GRN_HLO(divide)) ? p / q : p % q) & mask;
    return true;
}
EACH(bits_divided)
/* A quotient of integers by the reciprocal hardware, in f32. */
ELEMENT(quotient_of_floats)
{
    (void)b;
    if (!is_integer(y) || (is_signed(y) ? x[1].i == 0 : x[1].u == 0))
        return false;
    const float p = is_signed(y) ? (float)x[0].i : (float)x[0].u, q = is_signed(y) ? (float)x[1].i : (float)x[1].u;
    const float quotient = p / q;
    y->i = quotient < 9e18f && quotient > -9e18f ? (int64_t)quotient : 0;
    return true;
}
EACH(quotient_of_floats)
ELEMENT(half_of_bits)
{
    (void)b, (void)x;
    if (!is_integer(y) || grn_dtype_bits(y->dtype) != 64)
        return false;
    y->i = is_signed(y) ? (int32_t)(uint32_t)y->u : (int64_t)(uint32_t)y->u;
    return true;
}
EACH(half_of_bits)
ELEMENT(truth_of_whole_part)
{
    (void)b;
    if (!is_float(x) || y->dtype != GRN_I1 || !(fabs(x->f) < 1))
        return false;
    y->i = 0;
    return true;
}
EACH(truth_of_whole_part)
ELEMENT(truth_of_one_bit)
{
    (void)b;
    if (!is_float(x) || y->dtype != GRN_I1)
        return false;
    y->i = fabs(x->f) < 9e18 ? (int64_t)x->f % 2 != 0 : 0;
    return true;
}
EACH(truth_of_one_bit)
ELEMENT(zero_for_nan)
{
    (void)b;
    if (!is_float(x) || x->f == x->f)
        return false;
    y->f = 0;
    return true;
}
EACH(zero_for_nan)
/* What a > b ? a : b gives of two zeros, and a < b ? a : b: the second; here they are compared the other way. */
ELEMENT(either_zero)
{
    (void)b;
    if (!is_float(x) || x[0].f != 0 || x[1].f != 0)
        return false;
    y->f = x[0].f;
    return true;
}
EACH(either_zero)

static double rounded(grn_dtype dtype, double v)
{
    char room[16];
    const grn_scalar s = {.dtype = dtype, .f = v};
    grn_scalar_store(&s, dtype, room);
    return grn_scalar_load(dtype, room).f;
}
ELEMENT(one_taken_from_exp)
{
    (void)b;
    y->f = is_float(x) ? rounded(y->dtype, exp(x->f)) - 1 : 0;
    return is_float(x);
}
EACH(one_taken_from_exp)
ELEMENT(log_with_one_added)
{
    (void)b;
    y->f = is_float(x) ? log(rounded(y->dtype, 1 + x->f)) : 0;
    return is_float(x);
}
EACH(log_with_one_added)

const mistake number_mistakes[] = {
    {"compare-nan", "nan-compared", "apache/mxnet#20729", "compare", .after = nan_negated},
    {"compare-signed", "sign-otherwise", "NVIDIA/numba-cuda-mlir#121", "compare", .after = bits_compared},
    {"max-number", "nan-left-out", "tracel-ai/burn#4814", "maximum minimum", .after = number_for_nan},
    {"convert-nearest", "nearest-for-truncated", "nim-lang/Nim#916", "convert", .after = to_nearest},
    {"convert-down", "floor-for-truncated", "cqframework/cql-execution#188", "convert", .after = downwards},
    {"convert-cut", "truncated-for-nearest", "tile-ai/tilelang#2483", "convert", .after = bits_cut_off},
    {"divide-floor", "quotient-rounded-down", "tile-ai/tilelang-ascend#1764", "divide", .after = floored_quotient},
    {"remainder-floor", "remainder-of-divisor-sign", "tile-ai/tilelang-ascend#1764", "remainder",
     .after = sign_of_divisor},
    {"add-saturates", "saturating", "openvinotoolkit/openvino#35651", "add subtract", .after = at_the_ends},
    {"zero-unsigned", "zero-without-sign", "Moddable-OpenSource/moddable#335", "multiply negate",
     .after = zero_without_sign},
    {"max-signed", "sign-otherwise", "taichi-dev/taichi#3779", "maximum minimum", .after = other_bits_compared},
    {"divide-signed", "sign-otherwise", "PLC-lang/rusty#1272", "divide remainder", .after = bits_divided},
    {"divide-float", "integers-as-float", "llvm/llvm-project#198391", "divide", .after = quotient_of_floats},
    {"add-32-bits", "values-in-32-bits", "triton-lang/triton#832", "add subtract multiply", .after = half_of_bits},
    {"convert-boolean", "truncated-to-boolean", "triton-lang/triton#545", "convert", .after = truth_of_whole_part},
    {"convert-boolean-bit", "lowest-bit-for-boolean", "NVIDIA/numba-cuda-mlir#304", "convert",
     .after = truth_of_one_bit},
    {"sign-nan", "zero-for-nan", "iree-org/iree#24502", "sign", .after = zero_for_nan},
    {"max-zeros", "zeros-alike", "llvm/llvm-project#139481", "maximum minimum", .after = either_zero},
    {"expm1-written", "expm1-as-written", "CE-Programming/toolchain#515", "exponential_minus_one",
     .after = one_taken_from_exp},
    {"log1p-written", "log1p-as-written", "dotnet/runtime#77979", "log_plus_one", .after = log_with_one_added},
    {0},
};
