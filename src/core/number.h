/*
 * number.h - what the files on numbers share inside the core: a positive real
 * number cut to 64 bits, with one bit that is set if anything was cut.
 */
#ifndef GRN_CORE_NUMBER_H
#define GRN_CORE_NUMBER_H

#include "core/core.h"

/* mantissa * 2^exponent, and a little more when `sticky`. The mantissa's top bit is set, or it is
 * 0: the value is 0. */
typedef struct grn_real {
    uint64_t mantissa;
    int64_t exponent;
    bool negative;
    bool sticky;
} grn_real;

/* Rounds once, to nearest even, into the bits of a format; overflow as grn_float_encode. */
uint64_t grn_float_round(const grn_float_format *f, const grn_real *value);

/* The most significant decimal digits that can matter for a double: a halfway point between two
 * doubles has at most 767, so more digits only mean that the number is a little larger. */
#define GRN_DECIMAL_DIGITS 800

/* 0.d1d2d3... * 10^point, digits as values 0-9, the first and the last not 0; count 0 is zero. */
typedef struct grn_decimal {
    int count;
    bool negative;
    int64_t point;
    uint8_t digit[GRN_DECIMAL_DIGITS + 1];
} grn_decimal;

/* Beyond 10^400 every format here overflows, below 10^-400 each one underflows. */
#define GRN_DECIMAL_POINT 400

/* Exact for any count and point: the fast paths where they apply, else long division of big
 * integers. */
grn_real grn_decimal_to_real(const grn_decimal *decimal);

/* Slow and always exact; |point| must not pass GRN_DECIMAL_POINT. */
grn_real grn_decimal_divide(const grn_decimal *decimal);

/* How many zero bits stand above the highest set one; value not 0. */
unsigned grn_leading_zeros(uint64_t value);

#endif
