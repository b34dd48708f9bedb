/* number_text.c - one element as text, the way MLIR prints it in a dense literal. */
#include "core/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A finite float in decimal: d.ddd... * 10^exponent. EXACT_DIGITS are enough to distinguish a
 * halfway case from one close by. */
#define EXACT_DIGITS 61
typedef struct digits {
    char digit[EXACT_DIGITS]; /* '0' to '9' */
    int count, exponent;
} digits;

/* printf's digits are exact; its decimal point follows the locale and is skipped whatever it is. */
static void digits_of(double magnitude, digits *out)
{
    char text[EXACT_DIGITS + 32];
    const char *at = text;
    snprintf(text, sizeof text, "%.*e", EXACT_DIGITS - 1, magnitude);
    for (out->count = 0; *at != 'e'; at++)
        if ((unsigned)*at - '0' < 10) /* EXACT_DIGITS of them */
            out->digit[out->count++] = *at;
    bool negative = at[1] == '-';
    out->exponent = 0;
    for (at += 2; *at != '\0'; at++)
        out->exponent = out->exponent * 10 + (*at - '0');
    if (negative)
        out->exponent = -out->exponent;
}

/* The bits of odd * 5^power, up to a chance of one in 2^49 that it lies that close to a power of
 * two. */
static int bits_of_scaled(uint64_t odd, int power)
{
    int dropped = 0;
    for (; power > 0; power--) {
        for (; odd >> 61; dropped++)
            odd >>= 1;
        odd *= 5;
    }
    return 64 - (int)grn_leading_zeros(odd) + dropped;
}

/*
 * How many digits APFloat uses before it rounds to `n`: it writes the number as
 * integer * 10^e and first cuts off, unrounded, the digits that are not needed by
 * its estimate 59/196 of log10(2).
 */
static int digits_seen(double magnitude, int exponent, int n)
{
    int binary, needed = (n * 196 + 58) / 59;
    uint64_t odd = (uint64_t)ldexp(frexp(magnitude, &binary), 53);
    if (odd == 0)
        return n;
    for (binary -= 53; odd % 2 == 0; binary++)
        odd /= 2;
    int tens = binary < 0 ? -binary : 0;
    int bits = bits_of_scaled(odd, tens) + (binary > 0 ? binary : 0);
    int count = exponent + 1 + tens;
    return bits > needed ? count - (bits - needed) * 59 / 196 : count;
}

/* `n` digits of `in`, of which `seen` count, half rounded up. */
static digits rounded(const digits *in, int seen, int n)
{
    digits out = *in;
    out.count = n;
    for (int i = seen < 0 ? 0 : seen; i < n; i++)
        out.digit[i] = '0';
    if (seen <= n || in->digit[n] < '5')
        return out;
    int i = n - 1;
    for (; i >= 0 && out.digit[i] == '9'; i--)
        out.digit[i] = '0';
    if (i >= 0) {
        out.digit[i]++;
        return out;
    }
    out.digit[0] = '1'; /* 9.99 became 10.0 */
    out.exponent++;
    return out;
}

static void trim_zeros(digits *d)
{
    while (d->count > 1 && d->digit[d->count - 1] == '0')
        d->count--;
}

static bool reads_back(const grn_float_format *f, digits d, bool negative, uint64_t bits)
{
    grn_decimal decimal;
    trim_zeros(&d);
    decimal.count = d.digit[0] == '0' ? 0 : d.count;
    decimal.negative = negative;
    decimal.point = d.exponent + 1;
    for (int i = 0; i < d.count; i++)
        decimal.digit[i] = (uint8_t)(d.digit[i] - '0');
    grn_real value = grn_decimal_to_real(&decimal);
    return grn_float_round(f, &value) == bits;
}

static size_t put_text(char *buffer, size_t at, const char *text, size_t n)
{
    memcpy(buffer + at, text, n);
    return at + n;
}

/* "d.ddddde+XX": `least` exponent digits, zeros up to `places` after the point. */
static size_t put_scientific(char *buffer, size_t at, const digits *d, int places, char e, int least)
{
    buffer[at++] = d->digit[0];
    buffer[at++] = '.';
    at = put_text(buffer, at, d->digit + 1, (size_t)d->count - 1);
    for (int i = d->count - 1; i < places; i++)
        buffer[at++] = '0';
    buffer[at++] = e;
    buffer[at++] = d->exponent < 0 ? '-' : '+';
    int size = d->exponent < 0 ? -d->exponent : d->exponent;
    if (size >= 100)
        buffer[at++] = (char)('0' + size / 100);
    if (size >= 10 || least > 1)
        buffer[at++] = (char)('0' + size / 10 % 10);
    buffer[at++] = (char)('0' + size % 10);
    return at;
}

/* "123.25", "123000.0", "0.00123". */
static size_t put_plain(char *buffer, size_t at, const digits *d)
{
    if (d->exponent < 0) {
        at = put_text(buffer, at, "0.000000", (size_t)(1 - d->exponent));
        return put_text(buffer, at, d->digit, (size_t)d->count);
    }
    for (int i = 0; i <= d->exponent; i++)
        buffer[at++] = i < d->count ? d->digit[i] : '0';
    buffer[at++] = '.';
    if (d->count <= d->exponent + 1)
        buffer[at++] = '0';
    else
        at = put_text(buffer, at, d->digit + d->exponent + 1, (size_t)(d->count - d->exponent - 1));
    return at;
}

static size_t put_bits(char *buffer, uint64_t bits, unsigned width)
{
    size_t at = put_text(buffer, 0, "0x", 2);
    for (unsigned left = (width + 3) / 4; left-- > 0;)
        buffer[at++] = "0123456789ABCDEF"[bits >> (4 * left) & 15];
    return at;
}

/* All digits that count, 9 for f32 and 17 for f64, less trailing zeros; an 'E' where plain notation
 * takes more than three zeros or looks more exact than the number is. A whole number gets no point
 * from APFloat, so MLIR writes its bits. */
static size_t put_long(char *buffer, size_t at, const grn_float_format *f, unsigned width, uint64_t bits,
                       const digits *exact, bool for_reader)
{
    int precision = 2 + (f->mantissa_bits + 1) * 59 / 196; /* 59/196 is log10(2), as APFloat takes it */
    digits d = rounded(exact, digits_seen(fabs(grn_float_decode(f, bits)), exact->exponent, precision), precision);
    trim_zeros(&d);
    int zeros = d.exponent - (d.count - 1);
    if (zeros > 3 || d.exponent >= precision || d.exponent < -3)
        return put_scientific(buffer, at, &d, 1, 'E', 1);
    return zeros < 0 || for_reader ? put_plain(buffer, at, &d) : put_bits(buffer, bits, width);
}

static size_t float_text(const grn_float_format *f, unsigned width, uint64_t bits, bool for_reader, char *buffer)
{
    double value = grn_float_decode(f, bits), magnitude = fabs(value);
    bool negative = f->nan_style != GRN_NAN_EXPONENT_ONLY && (bits >> (width - 1) & 1);
    digits exact, six;
    size_t at = 0;
    if (value != value || value - value != 0)
        return put_bits(buffer, bits, width);
    digits_of(magnitude, &exact);
    six = rounded(&exact, digits_seen(magnitude, exact.exponent, 6), 6);
    if (negative)
        buffer[at++] = '-';
    if (reads_back(f, six, negative, bits))
        return put_scientific(buffer, at, &six, 6, 'e', 2);
    return put_long(buffer, at, f, width, bits, &exact, for_reader);
}

static uint64_t load_bits(unsigned width, const void *p)
{
    const uint64_t bits = grn_load_bits((width + 7) / 8, p);
    return width < 8 ? bits & ((1u << width) - 1) : bits;
}

static size_t unsigned_text(uint64_t value, bool negative, char *buffer)
{
    char reversed[24];
    size_t n = 0, at = 0;
    do
        reversed[n++] = (char)('0' + value % 10);
    while (value /= 10);
    if (negative)
        buffer[at++] = '-';
    while (n)
        buffer[at++] = reversed[--n];
    return at;
}

/* A word for NaN, whose sign and payload JSON's readers would not keep; for infinity, too. */
static size_t float_json(const grn_float_format *f, unsigned width, uint64_t bits, char *buffer)
{
    const double value = grn_float_decode(f, bits);
    const char *word = value != value ? "\"nan\"" : value > DBL_MAX ? "\"inf\"" : value < -DBL_MAX ? "\"-inf\"" : NULL;
    return word ? put_text(buffer, 0, word, strlen(word)) : float_text(f, width, bits, true, buffer);
}

static size_t complex_json(grn_dtype part, const void *p, char *buffer)
{
    const grn_float_format *f = grn_dtype_float_format(part);
    const unsigned width = grn_dtype_bits(part);
    size_t at = put_text(buffer, 0, "[", 1);
    at += float_json(f, width, load_bits(width, p), buffer + at);
    at = put_text(buffer, at, ", ", 2);
    at += float_json(f, width, load_bits(width, (const char *)p + width / 8), buffer + at);
    return put_text(buffer, at, "]", 1);
}

static size_t complex_text(grn_dtype part, const void *p, bool for_reader, char *buffer)
{
    const grn_float_format *f = grn_dtype_float_format(part);
    unsigned width = grn_dtype_bits(part);
    size_t at = put_text(buffer, 0, "(", 1);
    at += float_text(f, width, load_bits(width, p), for_reader, buffer + at);
    at = put_text(buffer, at, ",", 1);
    at += float_text(f, width, load_bits(width, (const char *)p + width / 8), for_reader, buffer + at);
    return put_text(buffer, at, ")", 1);
}

static size_t element_text(grn_dtype dtype, const void *p, bool for_reader, char *buffer)
{
    unsigned width = grn_dtype_bits(dtype);
    grn_scalar s;
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT:
        return float_text(grn_dtype_float_format(dtype), width, load_bits(width, p), for_reader, buffer);
    case GRN_CLASS_COMPLEX: return complex_text(dtype == GRN_C64 ? GRN_F32 : GRN_F64, p, for_reader, buffer);
    case GRN_CLASS_NONE: return 0;
    default: break;
    }
    s = grn_scalar_load(dtype, p);
    if (dtype == GRN_I1)
        return s.i ? put_text(buffer, 0, "true", 4) : put_text(buffer, 0, "false", 5);
    bool negative = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED && s.i < 0;
    return unsigned_text(negative ? 0 - (uint64_t)s.i : s.u, negative, buffer);
}

size_t grn_element_text(grn_dtype dtype, const void *p, char *buffer)
{
    size_t n = element_text(dtype, p, false, buffer);
    buffer[n] = '\0';
    return n;
}

size_t grn_element_text_for_reader(grn_dtype dtype, const void *p, char *buffer)
{
    size_t n = element_text(dtype, p, true, buffer);
    buffer[n] = '\0';
    return n;
}

size_t grn_element_json(grn_dtype dtype, const void *p, char *buffer)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    const unsigned width = grn_dtype_bits(dtype);
    size_t n = class == GRN_CLASS_FLOAT ? float_json(grn_dtype_float_format(dtype), width, load_bits(width, p), buffer)
               : class == GRN_CLASS_COMPLEX ? complex_json(dtype == GRN_C64 ? GRN_F32 : GRN_F64, p, buffer)
                                            : element_text(dtype, p, true, buffer);
    buffer[n] = '\0';
    return n;
}
