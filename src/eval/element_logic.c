/* element_logic.c - bits: and, or, xor, not, shifts, counts, and select, with their rows. Source:
 * StableHLO spec, the op of each name. A shift by the width or more leaves zeros, or copies of the
 * sign; a negative count is such a count. */
#include "eval/element.h"

#define BITS(T) (8 * sizeof(e_##T))

/* How many bits are set, without a branch or a table, so that a compiler can do many at once. */
static inline uint32_t ones_32(uint32_t x)
{
    x -= x >> 1 & UINT32_C(0x55555555);
    x = (x & UINT32_C(0x33333333)) + (x >> 2 & UINT32_C(0x33333333));
    x = (x + (x >> 4)) & UINT32_C(0x0F0F0F0F);
    x += x >> 8;
    return (x + (x >> 16)) & 63;
}
static inline uint64_t ones_64(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    x += x >> 8;
    x += x >> 16;
    return (x + (x >> 32)) & 127;
}
#define ONES(T, x) (sizeof(w_##T) == sizeof(uint32_t) ? ones_32((uint32_t)(x)) : ones_64(x))

/* The arithmetic shift is written on non-negative values: C leaves the right shift of others to the
 * compiler. An unsigned operand's top bit is a sign here, as in StableHLO's reference. */
#define BITWISE(T)                                                                             \
    static inline e_##T and_##T(e_##T a, e_##T b) { return (e_##T)(a & b); }                   \
    static inline e_##T or_##T(e_##T a, e_##T b) { return (e_##T)(a | b); }                    \
    static inline e_##T xor_##T(e_##T a, e_##T b) { return (e_##T)(a ^ b); }                   \
    static inline e_##T not_##T(e_##T a) { return (e_##T) ~a; }                                \
    static inline e_##T shift_left_##T(e_##T a, e_##T by)                                      \
    {                                                                                          \
        b_##T count = (b_##T)by;                                                               \
        return count < BITS(T) ? (e_##T)((w_##T)a << count) : 0;                               \
    }                                                                                          \
    static inline e_##T shift_right_logical_##T(e_##T a, e_##T by)                             \
    {                                                                                          \
        b_##T count = (b_##T)by;                                                               \
        return count < BITS(T) ? (e_##T)((b_##T)a >> count) : 0;                               \
    }                                                                                          \
    static inline e_##T shift_right_arithmetic_##T(e_##T a, e_##T by)                          \
    {                                                                                          \
        b_##T bits = (b_##T)a, count = (b_##T)by < BITS(T) ? (b_##T)by : (b_##T)(BITS(T) - 1); \
        b_##T negative = (b_##T)(0 - (w_##T)(bits >> (BITS(T) - 1)));                          \
        return (e_##T)(((b_##T)(bits ^ negative) >> count) ^ negative);                        \
    }                                                                                          \
    static inline e_##T popcnt_##T(e_##T a) { return (e_##T)ONES(T, (b_##T)a); }               \
    static inline e_##T count_leading_zeros_##T(e_##T a)                                       \
    {                                                                                          \
        w_##T bits = (b_##T)a;                                                                 \
        for (unsigned by = 1; by < BITS(T); by *= 2)                                           \
            bits |= bits >> by;                                                                \
        return (e_##T)(BITS(T) - ONES(T, bits));                                               \
    }
FOR_INTEGERS(BITWISE)

static inline e_i1 and_i1(e_i1 a, e_i1 b) { return a & b; }
static inline e_i1 or_i1(e_i1 a, e_i1 b) { return a | b; }
static inline e_i1 xor_i1(e_i1 a, e_i1 b) { return a ^ b; }
static inline e_i1 not_i1(e_i1 a) { return !a; }

INTEGER_LOOPS(LOOP_2, and)
INTEGER_LOOPS(LOOP_2, or)
INTEGER_LOOPS(LOOP_2, xor)
INTEGER_LOOPS(LOOP_1, not )
INTEGER_LOOPS(LOOP_2, shift_left)
INTEGER_LOOPS(LOOP_2, shift_right_logical)
INTEGER_LOOPS(LOOP_2, shift_right_arithmetic)
INTEGER_LOOPS(LOOP_1, popcnt)
INTEGER_LOOPS(LOOP_1, count_leading_zeros)
LOOP_2(and, i1, i1)
LOOP_2(or, i1, i1)
LOOP_2(xor, i1, i1)
LOOP_1(not, i1, i1)

INTEGER_LOOPS(FOLD_PARTS, and)
INTEGER_LOOPS(FOLD_PARTS, or)
INTEGER_LOOPS(FOLD_PARTS, xor)
FOLD_PARTS(and, i1, i1)
FOLD_PARTS(or, i1, i1)
FOLD_PARTS(xor, i1, i1)
#define FOLDS(op) static const grn_element_folds folds_##op = {.i1 = fold_##op##_i1, INTEGER_FOLDS(op)};
FOLDS(and)
FOLDS(or)
FOLDS(xor)

/* Two- and four-bit numbers come as their bits in a byte; the result's upper bits are dropped by
 * the caller. */
#define NARROW(bits)                                                                            \
    static void run_count_leading_zeros_u##bits(size_t n, void *out, const void *const *in)     \
    {                                                                                           \
        for (size_t i = 0; i < n; i++)                                                          \
            store_u8(out, i, (e_u8)(count_leading_zeros_u8(load_u8(in[0], i)) - (8 - (bits)))); \
    }                                                                                           \
    static void run_shift_right_arithmetic_u##bits(size_t n, void *out, const void *const *in)  \
    {                                                                                           \
        const int sign = 1 << ((bits)-1);                                                       \
        for (size_t i = 0; i < n; i++) {                                                        \
            e_i8 a = (e_i8)((load_u8(in[0], i) ^ sign) - sign);                                 \
            store_i8(out, i, shift_right_arithmetic_i8(a, load_i8(in[1], i)));                  \
        }                                                                                       \
    }
NARROW(2)
NARROW(4)

#define ROW(op, nargs, ...) \
    const grn_element GRN_ELEMENT_ROW(op) = {#op, nargs, GRN_RESULT_SAME, INTEGER_ENTRIES(op), __VA_ARGS__};
ROW(and, 2, .i1 = run_and_i1, .folds = &folds_and)
ROW(or, 2, .i1 = run_or_i1, .folds = &folds_or)
ROW(xor, 2, .i1 = run_xor_i1, .folds = &folds_xor)
ROW(not, 1, .i1 = run_not_i1)
ROW(shift_left, 2, .i1 = NULL)
ROW(shift_right_logical, 2, .u2 = run_shift_right_logical_u8, .u4 = run_shift_right_logical_u8)
ROW(shift_right_arithmetic, 2, .u2 = run_shift_right_arithmetic_u2, .u4 = run_shift_right_arithmetic_u4)
ROW(popcnt, 1, .u2 = run_popcnt_u8, .u4 = run_popcnt_u8)
ROW(count_leading_zeros, 1, .u2 = run_count_leading_zeros_u2, .u4 = run_count_leading_zeros_u4)

/* select moves elements of a size, whatever they mean; its first argument is i1. By masks: what it
 * holds is often as good as random, and a branch on it would be mispredicted. */
#define SELECT(T)                                                                                   \
    static void run_select_##T(size_t n, void *out, const void *const *in)                          \
    {                                                                                               \
        const void *predicate = in[0], *a = in[1], *b = in[2];                                      \
        for (size_t i = 0; i < n; i++) {                                                            \
            e_##T mask = (e_##T)(0 - (w_##T)load_i1(predicate, i));                                 \
            store_##T(out, i, (e_##T)((load_##T(a, i) & mask) | (load_##T(b, i) & (e_##T) ~mask))); \
        }                                                                                           \
    }
SELECT(u8)
SELECT(u16)
SELECT(u32)
SELECT(u64)

static void run_select_c128(size_t n, void *out, const void *const *in)
{
    for (size_t i = 0; i < n; i++)
        store_c128(out, i, load_i1(in[0], i) ? load_c128(in[1], i) : load_c128(in[2], i));
}

const grn_element GRN_ELEMENT_ROW(select) = {"select",
                                             3,
                                             GRN_RESULT_SAME,
                                             .i1 = run_select_u8,
                                             .i8 = run_select_u8,
                                             .i16 = run_select_u16,
                                             .i32 = run_select_u32,
                                             .i64 = run_select_u64,
                                             .u8 = run_select_u8,
                                             .u16 = run_select_u16,
                                             .u32 = run_select_u32,
                                             .u64 = run_select_u64,
                                             .f32 = run_select_u32,
                                             .f64 = run_select_u64,
                                             .c64 = run_select_u64,
                                             .c128 = run_select_c128};
