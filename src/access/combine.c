/*
 * combine.c - result = f(current, update) for one element, the arithmetic of
 * the named combiners. A row per class of element types and a column per
 * combiner; an empty cell is a combiner that means nothing there.
 */
#include <math.h>
#include <string.h>

#include "access/spec.h"

/* a = f(a, b). The result may lie outside the dtype: the store wraps or rounds it. */
typedef void (*combine)(grn_scalar *a, const grn_scalar *b);

/* ---- i1: add is or, mul is and --------------------------------------------------------------- */

static void bool_and(grn_scalar *a, const grn_scalar *b) { a->i = a->i & b->i; }
static void bool_or(grn_scalar *a, const grn_scalar *b) { a->i = a->i | b->i; }
static void bool_xor(grn_scalar *a, const grn_scalar *b) { a->i = a->i ^ b->i; }

/* ---- integers: modulo 2^64 here, modulo 2^bits when stored. Signed and unsigned differ in min and max only  */

static void int_add(grn_scalar *a, const grn_scalar *b) { a->u = a->u + b->u; }
static void int_mul(grn_scalar *a, const grn_scalar *b) { a->u = a->u * b->u; }
static void int_and(grn_scalar *a, const grn_scalar *b) { a->u = a->u & b->u; }
static void int_or(grn_scalar *a, const grn_scalar *b) { a->u = a->u | b->u; }
static void int_xor(grn_scalar *a, const grn_scalar *b) { a->u = a->u ^ b->u; }

static void signed_min(grn_scalar *a, const grn_scalar *b) { a->i = b->i < a->i ? b->i : a->i; }
static void signed_max(grn_scalar *a, const grn_scalar *b) { a->i = b->i > a->i ? b->i : a->i; }
static void unsigned_min(grn_scalar *a, const grn_scalar *b) { a->u = b->u < a->u ? b->u : a->u; }
static void unsigned_max(grn_scalar *a, const grn_scalar *b) { a->u = b->u > a->u ? b->u : a->u; }

/* ---- floats ---------------------------------------------------------------------------------- */

/* f64 in its own arithmetic and f32 in float; a narrower format in double, where one later rounding
 * is exact enough: 53 bits are more than twice the 11 of f16 plus two. */
static double add_in(grn_dtype part, double a, double b)
{
    return part == GRN_F32 ? (double)((float)a + (float)b) : a + b;
}
static double sub_in(grn_dtype part, double a, double b)
{
    return part == GRN_F32 ? (double)((float)a - (float)b) : a - b;
}
static double mul_in(grn_dtype part, double a, double b)
{
    return part == GRN_F32 ? (double)((float)a * (float)b) : a * b;
}

/* Total on numbers: -0 stands below +0. */
static bool number_below(double a, double b) { return a < b || (a == b && signbit(a) && !signbit(b)); }

static void float_add(grn_scalar *a, const grn_scalar *b) { a->f = add_in(a->dtype, a->f, b->f); }
static void float_mul(grn_scalar *a, const grn_scalar *b) { a->f = mul_in(a->dtype, a->f, b->f); }

static void float_min(grn_scalar *a, const grn_scalar *b)
{
    if (isnan(b->f) || number_below(b->f, a->f))
        a->f = b->f;
}

static void float_max(grn_scalar *a, const grn_scalar *b)
{
    if (isnan(b->f) || number_below(a->f, b->f))
        a->f = b->f;
}

/* ---- complex numbers ------------------------------------------------------------------------- */

static grn_dtype part_of(grn_dtype dtype) { return dtype == GRN_C64 ? GRN_F32 : GRN_F64; }

static void complex_add(grn_scalar *a, const grn_scalar *b)
{
    grn_dtype part = part_of(a->dtype);
    a->c.re = add_in(part, a->c.re, b->c.re);
    a->c.im = add_in(part, a->c.im, b->c.im);
}

/* (ac - bd, ad + bc), every step rounded to the part's type. */
static void complex_mul(grn_scalar *a, const grn_scalar *b)
{
    grn_dtype part = part_of(a->dtype);
    double re = sub_in(part, mul_in(part, a->c.re, b->c.re), mul_in(part, a->c.im, b->c.im));
    double im = add_in(part, mul_in(part, a->c.re, b->c.im), mul_in(part, a->c.im, b->c.re));
    a->c.re = re;
    a->c.im = im;
}

static bool complex_is_nan(const grn_scalar *a) { return isnan(a->c.re) || isnan(a->c.im); }

/* Lexicographic by value; zeros that differ in sign alone decide last, so that operand order never
 * does. */
static bool complex_below(const grn_scalar *a, const grn_scalar *b)
{
    if (a->c.re != b->c.re)
        return a->c.re < b->c.re;
    if (a->c.im != b->c.im)
        return a->c.im < b->c.im;
    if (number_below(a->c.re, b->c.re) || number_below(b->c.re, a->c.re))
        return number_below(a->c.re, b->c.re);
    return number_below(a->c.im, b->c.im);
}

/* A NaN in any part wins both parts: the number is not comparable. */
static void complex_choose(grn_scalar *a, const grn_scalar *b, bool take_b)
{
    if (complex_is_nan(a) || complex_is_nan(b))
        a->c.re = a->c.im = NAN;
    else if (take_b)
        a->c = b->c;
}

static void complex_min(grn_scalar *a, const grn_scalar *b) { complex_choose(a, b, complex_below(b, a)); }
static void complex_max(grn_scalar *a, const grn_scalar *b) { complex_choose(a, b, complex_below(a, b)); }

/* ---- the table ------------------------------------------------------------------------------- */

static const combine combines[][GRN_COMBINER_COUNT] = {
    [GRN_CLASS_BOOL] = {[GRN_COMBINE_ADD] = bool_or,
                        [GRN_COMBINE_MUL] = bool_and,
                        [GRN_COMBINE_MIN] = bool_and,
                        [GRN_COMBINE_MAX] = bool_or,
                        [GRN_COMBINE_AND] = bool_and,
                        [GRN_COMBINE_OR] = bool_or,
                        [GRN_COMBINE_XOR] = bool_xor},
    [GRN_CLASS_SIGNED] = {[GRN_COMBINE_ADD] = int_add,
                          [GRN_COMBINE_MUL] = int_mul,
                          [GRN_COMBINE_MIN] = signed_min,
                          [GRN_COMBINE_MAX] = signed_max,
                          [GRN_COMBINE_AND] = int_and,
                          [GRN_COMBINE_OR] = int_or,
                          [GRN_COMBINE_XOR] = int_xor},
    [GRN_CLASS_UNSIGNED] = {[GRN_COMBINE_ADD] = int_add,
                            [GRN_COMBINE_MUL] = int_mul,
                            [GRN_COMBINE_MIN] = unsigned_min,
                            [GRN_COMBINE_MAX] = unsigned_max,
                            [GRN_COMBINE_AND] = int_and,
                            [GRN_COMBINE_OR] = int_or,
                            [GRN_COMBINE_XOR] = int_xor},
    [GRN_CLASS_FLOAT] = {[GRN_COMBINE_ADD] = float_add,
                         [GRN_COMBINE_MUL] = float_mul,
                         [GRN_COMBINE_MIN] = float_min,
                         [GRN_COMBINE_MAX] = float_max},
    [GRN_CLASS_COMPLEX] = {[GRN_COMBINE_ADD] = complex_add,
                           [GRN_COMBINE_MUL] = complex_mul,
                           [GRN_COMBINE_MIN] = complex_min,
                           [GRN_COMBINE_MAX] = complex_max},
};

bool grn_combiner_takes(grn_combiner combiner, grn_dtype dtype)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class == GRN_CLASS_NONE || (unsigned)combiner >= GRN_COMBINER_COUNT)
        return false;
    return combiner == GRN_COMBINE_REPLACE || combiner == GRN_COMBINE_REGION || combines[class][combiner] != NULL;
}

/* One float's bits, in the bytes of its own width. */
static void put_bits(void *p, uint64_t bits, size_t bytes)
{
    const uint8_t narrow = (uint8_t)bits;
    const uint16_t half = (uint16_t)bits;
    const uint32_t word = (uint32_t)bits;
    const void *from = bytes == 1   ? (const void *)&narrow
                       : bytes == 2 ? (const void *)&half
                       : bytes == 4 ? (const void *)&word
                                    : (const void *)&bits;
    memcpy(p, from, bytes);
}

/* Which NaN an addition answers depends on the processor and the order; the canonical one does
 * not. */
static void canonicalise_nan(grn_dtype part, void *p)
{
    grn_scalar stored = grn_scalar_load(part, p);
    if (isnan(stored.f))
        put_bits(p, grn_float_nan_bits(grn_dtype_float_format(part)), grn_dtype_bytes(part));
}

static void canonicalise_nans(grn_dtype dtype, void *p)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class == GRN_CLASS_FLOAT) {
        canonicalise_nan(dtype, p);
    } else if (class == GRN_CLASS_COMPLEX) {
        canonicalise_nan(part_of(dtype), p);
        canonicalise_nan(part_of(dtype), (char *)p + grn_dtype_bytes(part_of(dtype)));
    }
}

void grn_combine_element(grn_combiner combiner, grn_dtype dtype, void *current, const void *update)
{
    combine f = combines[grn_dtype_class_of(dtype)][combiner];
    if (f == NULL) {
        memcpy(current, update, grn_dtype_bytes(dtype)); /* replace: the bits as they are, NaN payloads included */
        return;
    }
    grn_scalar a = grn_scalar_load(dtype, current), b = grn_scalar_load(dtype, update);
    f(&a, &b);
    grn_scalar_store(&a, dtype, current);
    canonicalise_nans(dtype, current);
}
