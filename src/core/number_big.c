/* number_big.c - decimal to binary for the hard cases: long division of two bounded big
 * integers. */
#include "core/number.h"

/* The largest number here is 5^(801+400), 2790 bits, or 10^801, 2661 bits; alignment adds no more
 * than the difference of the two, and division one bit. */
#define LIMBS 96

/* Little-endian limbs; the top one, limb[count-1], is not 0. */
typedef struct big {
    int count;
    uint32_t limb[LIMBS];
} big;

static void big_multiply_add(big *b, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        b->limb[b->count++] = (uint32_t)carry;
}

static void big_multiply_power_of_five(big *b, int64_t k)
{
    const uint32_t five_to_13 = 1220703125;
    for (; k >= 13; k -= 13)
        big_multiply_add(b, five_to_13, 0);
    for (; k > 0; k--)
        big_multiply_add(b, 5, 0);
}

static int big_bits(const big *b) { return b->count * 32 - ((int)grn_leading_zeros(b->limb[b->count - 1]) - 32); }

static void big_shift_left(big *b, int bits)
{
    int whole = bits / 32, part = bits % 32;
    for (int i = b->count - 1; i >= 0; i--)
        b->limb[i + whole] = b->limb[i];
    for (int i = 0; i < whole; i++)
        b->limb[i] = 0;
    b->count += whole;
    if (part)
        big_multiply_add(b, UINT32_C(1) << part, 0);
}

static bool big_at_least(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count > b->count;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] > b->limb[i];
    return true;
}

/* a -= b, where a >= b. */
static void big_subtract(big *a, const big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t take = (i < b->count ? b->limb[i] : 0) + borrow;
        borrow = a->limb[i] < take;
        a->limb[i] = (uint32_t)(a->limb[i] - take);
    }
    while (a->count && a->limb[a->count - 1] == 0)
        a->count--;
}

static void big_from_digits(big *b, const grn_decimal *d)
{
    b->count = 0;
    for (int i = 0; i < d->count; i++)
        big_multiply_add(b, 10, d->digit[i]);
}

grn_real grn_decimal_divide(const grn_decimal *d)
{
    int64_t power = d->point - d->count; /* value = digits * 5^power * 2^power */
    big above, below = {1, {1}};
    big_from_digits(&above, d);
    big_multiply_power_of_five(power < 0 ? &below : &above, power < 0 ? -power : power);
    int apart = big_bits(&above) - big_bits(&below);
    big_shift_left(apart > 0 ? &below : &above, apart > 0 ? apart : -apart);

    /* Now above / below lies in (1/2, 2): the first bit of the quotient, worth 2^0, may be 0. */
    grn_real out = {0, power + apart + 1, d->negative, false};
    while (out.mantissa >> 63 == 0) {
        bool bit = big_at_least(&above, &below);
        if (bit)
            big_subtract(&above, &below);
        out.mantissa = out.mantissa << 1 | bit;
        big_shift_left(&above, 1);
        out.exponent--;
    }
    out.sticky = above.count != 0;
    return out;
}
