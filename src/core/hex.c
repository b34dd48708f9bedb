/* hex.c - hex blobs: digits to bytes. */
#include "core/core.h"

/* Value of a hex digit. Without branches, so that a loop over it becomes vector code. */
static inline uint8_t nibble(uint8_t c)
{
    uint8_t digit = (uint8_t)(c - '0'), letter = (uint8_t)((c | 0x20) - 'a');
    return digit < 10 ? digit : (uint8_t)(letter + 10);
}

/* 1: not a hex digit. */
static inline uint8_t is_bad(uint8_t c)
{
    uint8_t digit = (uint8_t)(c - '0'), letter = (uint8_t)((c | 0x20) - 'a');
    return (uint8_t)((digit > 9) & (letter > 5));
}

/* Digit by digit; returns how many digits were good. */
static size_t decode_digits(const unsigned char *digits, size_t n, unsigned char *out)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t high = digits[2 * i], low = digits[2 * i + 1];
        if (is_bad(high))
            return 2 * i;
        if (is_bad(low))
            return 2 * i + 1;
        out[i] = (unsigned char)(nibble(high) << 4 | nibble(low));
    }
    return 2 * n;
}

#define BLOCK 64

/* A block without asking each digit: true when all were good. */
static bool decode_block(const unsigned char *restrict digits, unsigned char *restrict out)
{
    uint8_t bad = 0;
    for (int i = 0; i < BLOCK; i++) {
        uint8_t high = digits[2 * i], low = digits[2 * i + 1];
        bad |= is_bad(high);
        bad |= is_bad(low);
        out[i] = (unsigned char)(nibble(high) << 4 | nibble(low));
    }
    return bad == 0;
}

size_t grn_hex_decode(const char *digits, size_t n, unsigned char *out)
{
    const unsigned char *from = (const unsigned char *)digits;
    size_t done = 0;
    while (n - done >= BLOCK && decode_block(from + 2 * done, out + done))
        done += BLOCK;
    return 2 * done + decode_digits(from + 2 * done, n - done, out + done);
}
