/* number_parse.c - numbers from text: exact, rounded once, in linear time, and deaf to the
 * locale. */
#include "core/number.h"

#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* ---- text to decimal ---- */

/* Digits past what a grn_decimal holds matter only in whether any is not zero: a last 1 stands for
 * that. */
static void push_digit(grn_decimal *d, int digit, int *pending_zeros)
{
    if (digit == 0) {
        *pending_zeros += d->count > 0 && *pending_zeros <= GRN_DECIMAL_DIGITS;
        return;
    }
    while (*pending_zeros > 0 && d->count < GRN_DECIMAL_DIGITS) {
        d->digit[d->count++] = 0;
        --*pending_zeros;
    }
    *pending_zeros = 0;
    if (d->count < GRN_DECIMAL_DIGITS)
        d->digit[d->count++] = (uint8_t)digit;
    else if (d->count == GRN_DECIMAL_DIGITS)
        d->digit[d->count++] = 1;
}

/* Digits from *at on, before or after the point; counts places from the first digit that is not
 * 0. */
static size_t scan_digits(const char *text, size_t n, size_t at, bool fraction, grn_decimal *d, int *pending_zeros)
{
    for (; at < n && is_digit(text[at]); at++) {
        push_digit(d, text[at] - '0', pending_zeros);
        if (!fraction && d->count)
            d->point++;
        else if (fraction && !d->count)
            d->point--;
    }
    return at;
}

/* "e-12" from `at`; *out moves by it. An exponent of any length saturates. */
static bool scan_exponent(const char *text, size_t n, size_t at, int64_t *point)
{
    int64_t value = 0;
    bool negative = false;
    at++;
    if (at < n && (text[at] == '-' || text[at] == '+'))
        negative = text[at++] == '-';
    if (at == n)
        return false;
    for (; at < n; at++) {
        if (!is_digit(text[at]))
            return false;
        if (value < INT64_MAX / 100)
            value = value * 10 + (text[at] - '0');
    }
    *point += negative ? -value : value; /* |point| is at most a text's length: no overflow */
    return true;
}

static bool scan_decimal(const char *text, size_t n, grn_decimal *d)
{
    int pending_zeros = 0;
    size_t at = 0, digits;
    d->count = 0;
    d->point = 0;
    d->negative = n && text[0] == '-';
    if (n && (text[0] == '-' || text[0] == '+'))
        at++;
    size_t start = at;
    at = scan_digits(text, n, at, false, d, &pending_zeros);
    digits = at - start;
    if (at < n && text[at] == '.') {
        start = ++at;
        at = scan_digits(text, n, at, true, d, &pending_zeros);
        digits += at - start;
    }
    if (digits == 0)
        return false;
    if (at < n && (text[at] == 'e' || text[at] == 'E'))
        return scan_exponent(text, n, at, &d->point);
    return at == n;
}

/* ---- decimal to binary, the fast paths ---- */

/* 5^27 is the last power of five under 2^64. */
static const uint64_t power_of_five[] = {
    UINT64_C(1),
    UINT64_C(5),
    UINT64_C(25),
    UINT64_C(125),
    UINT64_C(625),
    UINT64_C(3125),
    UINT64_C(15625),
    UINT64_C(78125),
    UINT64_C(390625),
    UINT64_C(1953125),
    UINT64_C(9765625),
    UINT64_C(48828125),
    UINT64_C(244140625),
    UINT64_C(1220703125),
    UINT64_C(6103515625),
    UINT64_C(30517578125),
    UINT64_C(152587890625),
    UINT64_C(762939453125),
    UINT64_C(3814697265625),
    UINT64_C(19073486328125),
    UINT64_C(95367431640625),
    UINT64_C(476837158203125),
    UINT64_C(2384185791015625),
    UINT64_C(11920928955078125),
    UINT64_C(59604644775390625),
    UINT64_C(298023223876953125),
    UINT64_C(1490116119384765625),
    UINT64_C(7450580596923828125),
};
#define LAST_POWER ((int64_t)GRN_COUNT(power_of_five) - 1)

/* value * 5^k, cut to its top 64 bits; value has at most 19 digits. */
static grn_real times_power(uint64_t value, int64_t k)
{
    uint64_t b = power_of_five[k];
    uint64_t a_lo = value & UINT32_MAX, a_hi = value >> 32, b_lo = b & UINT32_MAX, b_hi = b >> 32;
    uint64_t low = a_lo * b_lo, cross = a_hi * b_lo + (low >> 32);
    uint64_t middle = (cross & UINT32_MAX) + a_lo * b_hi;
    uint64_t hi = a_hi * b_hi + (cross >> 32) + (middle >> 32);
    uint64_t lo = middle << 32 | (low & UINT32_MAX);
    if (hi == 0) {
        unsigned shift = grn_leading_zeros(lo);
        return (grn_real){lo << shift, -(int64_t)shift, false, false};
    }
    unsigned shift = grn_leading_zeros(hi); /* at least 2: 10^19 * 5^27 is below 2^126 */
    hi = hi << shift | lo >> (64 - shift);
    return (grn_real){hi, 64 - (int64_t)shift, false, lo << shift != 0};
}

/* One 32-bit digit of a quotient: (*rest * 2^32 + next) / divisor, where *rest < divisor and the
 * divisor's top bit is set; *rest becomes what remains. The divisor's upper half guesses the digit,
 * at most 2 too high. */
static uint64_t quotient_digit(uint64_t *rest, uint64_t next, uint64_t divisor)
{
    uint64_t top = divisor >> 32, bottom = divisor & UINT32_MAX;
    uint64_t digit = *rest / top, over = *rest % top;
    while (digit > UINT32_MAX || digit * bottom > (over << 32 | next)) {
        digit--;
        over += top;
        if (over > UINT32_MAX)
            break;
    }
    *rest = (*rest << 32) + next - digit * divisor;
    return digit;
}

/* value / 5^k, cut to 64 bits. */
static grn_real over_power(uint64_t value, int64_t k)
{
    unsigned value_shift = grn_leading_zeros(value), power_shift = grn_leading_zeros(power_of_five[k]);
    uint64_t dividend = value << value_shift, divisor = power_of_five[k] << power_shift;
    int64_t exponent = (int64_t)power_shift - (int64_t)value_shift;
    /* Aligned so that the quotient has exactly 64 bits. */
    bool halve = dividend >= divisor;
    uint64_t rest = halve ? dividend >> 1 : dividend;
    uint64_t next = halve ? (dividend & 1) << 31 : 0;
    uint64_t high = quotient_digit(&rest, next, divisor);
    uint64_t low = quotient_digit(&rest, 0, divisor);
    return (grn_real){high << 32 | low, exponent - (halve ? 63 : 64), false, rest != 0};
}

grn_real grn_decimal_to_real(const grn_decimal *d)
{
    int64_t power = d->point - d->count;
    grn_real out = {0};
    if (d->count == 0) {
        out.negative = d->negative;
        return out;
    }
    if (d->point > GRN_DECIMAL_POINT || d->point < -GRN_DECIMAL_POINT) {
        out.mantissa = UINT64_C(1) << 63;
        out.exponent = d->point > 0 ? 1 << 16 : -(1 << 16);
    } else if (d->count <= 19 && power >= -LAST_POWER && power <= LAST_POWER) {
        uint64_t value = 0;
        for (int i = 0; i < d->count; i++)
            value = value * 10 + d->digit[i];
        out = power < 0 ? over_power(value, -power) : times_power(value, power);
        out.exponent += power;
    } else
        return grn_decimal_divide(d);
    out.negative = d->negative;
    return out;
}

/* ---- the calls ---- */

static bool parse_format(const char *text, size_t n, const grn_float_format *f, uint64_t *bits)
{
    grn_decimal d;
    if (!scan_decimal(text, n, &d))
        return false;
    grn_real value = grn_decimal_to_real(&d);
    *bits = grn_float_round(f, &value);
    return true;
}

bool grn_parse_double(const char *text, size_t n, double *out)
{
    uint64_t bits;
    if (!parse_format(text, n, grn_dtype_float_format(GRN_F64), &bits))
        return false;
    memcpy(out, &bits, sizeof bits);
    return true;
}

bool grn_parse_float_element(const char *text, size_t n, grn_dtype dtype, void *p)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    uint64_t bits;
    if (!f || !parse_format(text, n, f, &bits))
        return false;
    uint8_t b1 = (uint8_t)bits;
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    switch (grn_dtype_bytes(dtype)) {
    case 1: memcpy(p, &b1, 1); break;
    case 2: memcpy(p, &b2, 2); break;
    case 4: memcpy(p, &b4, 4); break;
    default: memcpy(p, &bits, 8); break;
    }
    return true;
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool grn_parse_u64(const char *text, size_t n, uint64_t *out)
{
    bool hex = n > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    uint64_t base = hex ? 16 : 10, value = 0;
    if (n == 0)
        return false;
    for (size_t i = hex ? 2 : 0; i < n; i++) {
        uint64_t digit = (uint64_t)digit_value(text[i]);
        if (digit >= base || value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out = value;
    return true;
}
