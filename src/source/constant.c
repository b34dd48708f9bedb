/* constant.c - elements as numbers of a language, which reads them as the same bits (but for the
 * bits of a NaN). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/source.h"

/* ---- finite floats --------------------------------------------------------------------------- */

/* Between these powers of ten the point stands where it is; beyond, an exponent says where. */
enum { LEAST_EXPONENT = -5, MOST_EXPONENT = 15 };

/* "1.500000e+00" as "1.5", "1.275000E+1" as "12.75", "1.000000e-07" as "1.0e-07". `n` bytes: a sign
 * or none, digits, a point among them behind the first, an exponent. */
static const char *shortened(grn_source *s, const char *text, size_t n)
{
    char digits[GRN_NUMBER_BYTES];
    const char *sign = text[0] == '-' ? "-" : "", *end = text + n, *at = text + strlen(sign);
    int count = 0, exponent;
    if (end - at < 3 || at[1] != '.')
        return grn_source_text(s, "%.*s", (int)n, text);
    for (; at < end && *at != 'e' && *at != 'E'; at++)
        if (*at != '.')
            digits[count++] = *at;
    exponent = at < end ? atoi(at + 1) : 0;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (exponent < LEAST_EXPONENT || exponent >= MOST_EXPONENT)
        return grn_source_text(s, "%s%c.%.*se%+03d", sign, digits[0], count > 1 ? count - 1 : 1,
                               count > 1 ? digits + 1 : "0", exponent);
    if (exponent < 0)
        return grn_source_text(s, "%s0.%.*s%.*s", sign, -exponent - 1, "0000", count, digits);
    if (count <= exponent + 1)
        return grn_source_text(s, "%s%.*s%.*s.0", sign, count, digits, exponent + 1 - count, "00000000000000");
    return grn_source_text(s, "%s%.*s.%.*s", sign, exponent + 1, digits, count - exponent - 1, digits + exponent + 1);
}

/* Nothing of the format is much greater: a double that is a little greater may be refused for it. */
static bool is_near_end(grn_dtype dtype, double value)
{
    char stored[16];
    const grn_scalar beyond = {.dtype = GRN_F64, .f = value * 1.01};
    grn_scalar_store(&beyond, dtype, stored);
    return !isfinite(grn_scalar_load(dtype, stored).f);
}

/* The digits that mean it in its own format mean it too where they are first read as a double; else
 * all of the double's. */
static const char *finite(grn_source *s, grn_dtype dtype, const void *p, double value)
{
    char text[GRN_NUMBER_BYTES], same[16];
    double read;
    size_t n = grn_element_text_for_reader(dtype, p, text);
    if (value == floor(value) && fabs(value) < 1e15)
        return grn_source_text(s, "%s%" PRId64 ".0", signbit(value) && value == 0 ? "-" : "", (int64_t)value);
    if (dtype == GRN_F64)
        return shortened(s, text, n);
    const grn_scalar wide = {.dtype = GRN_F64, .f = grn_parse_double(text, n, &read) ? read : 0};
    grn_scalar_store(&wide, dtype, same);
    const bool rounds = !s->language->has_only_f64 && !is_near_end(dtype, value);
    if (wide.f == value || (rounds && grn_scalar_load(dtype, same).f == value))
        return shortened(s, text, n);
    n = grn_element_text_for_reader(GRN_F64, &value, text);
    return shortened(s, text, n);
}

static const char *real(grn_source *s, grn_dtype dtype, const void *p, double value)
{
    if (isnan(value))
        return s->language->phrase[GRN_PHRASE_NAN];
    if (isinf(value))
        return grn_source_text(s, "%s%s", value < 0 ? "-" : "", s->language->phrase[GRN_PHRASE_INFINITY]);
    return finite(s, dtype, p, value);
}

/* ---- any element ----------------------------------------------------------------------------- */

static const char *complex_number(grn_source *s, grn_dtype dtype, const void *p)
{
    grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    grn_scalar z = grn_scalar_load(dtype, p);
    const char *re = real(s, part, p, z.c.re), *im = real(s, part, (const char *)p + grn_dtype_bytes(part), z.c.im);
    return grn_source_text(s, "complex(%s, %s)", re, im);
}

const char *grn_source_number(grn_source *s, grn_dtype dtype, const void *p)
{
    grn_scalar value = grn_scalar_load(dtype, p);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL: return value.i ? s->language->yes : s->language->no;
    case GRN_CLASS_SIGNED: return grn_source_integer(s, value.i);
    case GRN_CLASS_UNSIGNED: return grn_source_text(s, "%" PRIu64, value.u);
    case GRN_CLASS_COMPLEX: return complex_number(s, dtype, p);
    default: return real(s, dtype, p, value.f);
    }
}
