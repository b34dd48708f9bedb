/* element_arithmetic.c - sums, products, quotients, powers and bounds of integers and floats, and
 * their rows. Source: StableHLO spec, the op of each name. Integers wrap; where the spec leaves a
 * case open, the rule is here. */
#include "eval/element_float.h"

#include <math.h>

#define WRAPPING(T)                                                                             \
    static inline e_##T add_##T(e_##T a, e_##T b) { return (e_##T)((w_##T)a + (w_##T)b); }      \
    static inline e_##T subtract_##T(e_##T a, e_##T b) { return (e_##T)((w_##T)a - (w_##T)b); } \
    static inline e_##T multiply_##T(e_##T a, e_##T b) { return (e_##T)((w_##T)a * (w_##T)b); } \
    static inline e_##T negate_##T(e_##T a) { return (e_##T)(0 - (w_##T)a); }                   \
    static inline e_##T maximum_##T(e_##T a, e_##T b) { return a > b ? a : b; }                 \
    static inline e_##T minimum_##T(e_##T a, e_##T b) { return a < b ? a : b; }                 \
    /* base^exponent mod 2^bits. */                                                             \
    static inline e_##T squarings_##T(e_##T base, b_##T exponent)                               \
    {                                                                                           \
        w_##T result = 1, square = (w_##T)base;                                                 \
        for (; exponent; exponent >>= 1, square *= square)                                      \
            if (exponent & 1)                                                                   \
                result *= square;                                                               \
        return (e_##T)result;                                                                   \
    }
FOR_INTEGERS(WRAPPING)

/* Division by zero gives all ones, remainder by zero the dividend: as the hardware of XLA's
 * reference targets. The quotient of the least value by -1 wraps to itself. The negative powers of
 * 1 and -1 are exact; all others, and those of 0, are 0. */
#define SIGNED(T)                                                                                             \
    static inline e_##T divide_##T(e_##T a, e_##T b)                                                          \
    {                                                                                                         \
        return b == 0 ? (e_##T) - 1 : b == -1 ? negate_##T(a) : (e_##T)(a / b);                               \
    }                                                                                                         \
    static inline e_##T remainder_##T(e_##T a, e_##T b) { return b == 0 ? a : b == -1 ? 0 : (e_##T)(a % b); } \
    static inline e_##T abs_##T(e_##T a) { return a < 0 ? negate_##T(a) : a; }                                \
    static inline e_##T sign_##T(e_##T a) { return (e_##T)((a > 0) - (a < 0)); }                              \
    static inline e_##T power_##T(e_##T a, e_##T b)                                                           \
    {                                                                                                         \
        if (b >= 0)                                                                                           \
            return squarings_##T(a, (b_##T)b);                                                                \
        return a == 1 ? 1 : a != -1 ? 0 : b % 2 == 0 ? 1 : (e_##T) - 1;                                       \
    }
FOR_SIGNED(SIGNED)

#define UNSIGNED(T)                                                                                    \
    static inline e_##T divide_##T(e_##T a, e_##T b) { return b == 0 ? (e_##T) - 1 : (e_##T)(a / b); } \
    static inline e_##T remainder_##T(e_##T a, e_##T b) { return b == 0 ? a : (e_##T)(a % b); }        \
    static inline e_##T abs_##T(e_##T a) { return a; }                                                 \
    static inline e_##T sign_##T(e_##T a) { return a != 0; }                                           \
    static inline e_##T power_##T(e_##T a, e_##T b) { return squarings_##T(a, b); }
FOR_UNSIGNED(UNSIGNED)

/* maximum and minimum: a NaN wins, and -0 is below +0, which only the bits can show: equal
 * numbers have equal bits, or are the two zeros. clamp and abs move values, so they leave NaNs
 * as they are. */
#define FLOATING(T, U, MODULO, SIGN)                                                                  \
    static inline e_##T add_##T(e_##T a, e_##T b) { return one_nan_##T(a + b); }                      \
    static inline e_##T subtract_##T(e_##T a, e_##T b) { return one_nan_##T(a - b); }                 \
    static inline e_##T multiply_##T(e_##T a, e_##T b) { return one_nan_##T(a * b); }                 \
    static inline e_##T divide_##T(e_##T a, e_##T b) { return one_nan_##T(a / b); }                   \
    static inline e_##T remainder_##T(e_##T a, e_##T b) { return one_nan_##T(MODULO(a, b)); }         \
    static inline e_##T negate_##T(e_##T a) { return float_##T(bits_##T(a) ^ (SIGN)); }               \
    static inline e_##T abs_##T(e_##T a) { return float_##T(bits_##T(a) & ~(SIGN)); }                 \
    static inline e_##T sign_##T(e_##T a) { return one_nan_##T(a > 0 ? 1 : a < 0 ? -1 : a); }         \
    /* All ones where it holds, as the masks of vector comparisons are. */                            \
    static inline U mask_##T(bool holds) { return (U)0 - (U)holds; }                                  \
    static inline e_##T larger_##T(e_##T a, e_##T b)                                                  \
    {                                                                                                 \
        U x = bits_##T(a), y = bits_##T(b);                                                           \
        return float_##T((x & (y | mask_##T(a > b))) | (y & mask_##T(a < b)));                        \
    }                                                                                                 \
    static inline e_##T smaller_##T(e_##T a, e_##T b)                                                 \
    {                                                                                                 \
        U x = bits_##T(a), y = bits_##T(b);                                                           \
        return float_##T((x & ~mask_##T(a > b)) | (y & ~mask_##T(a < b)));                            \
    }                                                                                                 \
    static inline e_##T or_nan_##T(e_##T bound, e_##T a, e_##T b)                                     \
    {                                                                                                 \
        U none = mask_##T((a != a) | (b != b));                                                       \
        return float_##T((bits_##T(bound) & ~none) | (bits_##T(nan_##T()) & none));                   \
    }                                                                                                 \
    static inline e_##T maximum_##T(e_##T a, e_##T b) { return or_nan_##T(larger_##T(a, b), a, b); }  \
    static inline e_##T minimum_##T(e_##T a, e_##T b) { return or_nan_##T(smaller_##T(a, b), a, b); } \
    static inline e_##T clamp_##T(e_##T least, e_##T a, e_##T most)                                   \
    {                                                                                                 \
        if (a != a || least != least || most != most)                                                 \
            return a != a ? a : least != least ? least : most;                                        \
        return smaller_##T(larger_##T(a, least), most);                                               \
    }
FLOATING(f32, uint32_t, fmodf, UINT32_C(0x80000000))
FLOATING(f64, uint64_t, fmod, UINT64_C(0x8000000000000000))

static inline e_f64 power_f64(e_f64 a, e_f64 b) { return one_nan_f64(pow(a, b)); }
static inline e_f32 power_f32(e_f32 a, e_f32 b) { return one_nan_f32((float)pow(a, b)); }
VECTOR_LOOP(power, 1, power_f32(x, y))

/* minimum(maximum(operand, min), max): where min > max, max wins. */
#define CLAMP(T) \
    static inline e_##T clamp_##T(e_##T least, e_##T a, e_##T most) { return minimum_##T(maximum_##T(a, least), most); }
FOR_INTEGERS(CLAMP)

/* i1: add is or, multiply is and, and so are maximum and minimum; there is no difference and no
 * quotient. */
static inline e_i1 add_i1(e_i1 a, e_i1 b) { return a | b; }
static inline e_i1 multiply_i1(e_i1 a, e_i1 b) { return a & b; }
static inline e_i1 clamp_i1(e_i1 least, e_i1 a, e_i1 most) { return (a | least) & most; }
LOOP_2(add, i1, i1)
LOOP_2(multiply, i1, i1)
LOOP_3(clamp, i1, i1)

#define NUMERIC_LOOPS(LOOP, op) INTEGER_LOOPS(LOOP, op) FLOAT_LOOPS(LOOP, op)
NUMERIC_LOOPS(LOOP_1, abs)
NUMERIC_LOOPS(LOOP_1, negate)
NUMERIC_LOOPS(LOOP_1, sign)
NUMERIC_LOOPS(LOOP_2, add)
NUMERIC_LOOPS(LOOP_2, subtract)
NUMERIC_LOOPS(LOOP_2, multiply)
NUMERIC_LOOPS(LOOP_2, divide)
NUMERIC_LOOPS(LOOP_2, remainder)
INTEGER_LOOPS(LOOP_2, power)
LOOP_2(power, f64, f64)
NUMERIC_LOOPS(LOOP_2, maximum)
NUMERIC_LOOPS(LOOP_2, minimum)
NUMERIC_LOOPS(LOOP_3, clamp)

/* Only sums and products of floats depend on the order; the other functions give the same bits in
 * any order. */
INTEGER_LOOPS(FOLD_PARTS, add)
INTEGER_LOOPS(FOLD_PARTS, multiply)
INTEGER_LOOPS(FOLD_PARTS, maximum)
INTEGER_LOOPS(FOLD_PARTS, minimum)
FLOAT_LOOPS(FOLD_PARTS, maximum)
FLOAT_LOOPS(FOLD_PARTS, minimum)
FOLD_PARTS(add, i1, i1)
FOLD_PARTS(multiply, i1, i1)
/* A NaN stays a NaN under every further step; deferred NaN canonicalisation makes it the canonical
 * one at the end. */
#define INTEGER_SUMS(T)                                                              \
    static inline e_##T sum_##T(e_##T a, e_##T b) { return add_##T(a, b); }          \
    static inline e_##T product_##T(e_##T a, e_##T b) { return multiply_##T(a, b); } \
    static inline e_##T final_##T(e_##T a) { return a; }
#define FLOAT_SUMS(T)                                                   \
    static inline e_##T sum_##T(e_##T a, e_##T b) { return a + b; }     \
    static inline e_##T product_##T(e_##T a, e_##T b) { return a * b; } \
    static inline e_##T final_##T(e_##T a) { return one_nan_##T(a); }
INTEGER_SUMS(i32)
INTEGER_SUMS(i64)
FLOAT_SUMS(f32)
FLOAT_SUMS(f64)
FOLD_LAST(add, f32, sum_f32, final_f32)
FOLD_LAST(add, f64, sum_f64, final_f64)
FOLD_LAST(multiply, f32, product_f32, final_f32)
FOLD_LAST(multiply, f64, product_f64, final_f64)
#define ITSELF(x) (x)
#define ROWS_OF(T)                                 \
    FOLD_ROWS(add, T, sum_##T, final_##T)          \
    FOLD_ROWS(multiply, T, product_##T, final_##T) \
    FOLD_ROWS(maximum, T, maximum_##T, ITSELF)     \
    FOLD_ROWS(minimum, T, minimum_##T, ITSELF)
ROWS_OF(i32)
ROWS_OF(i64)
ROWS_OF(f32)
ROWS_OF(f64)
#define FOLDS(op, of_i1, ...)                     \
    static const grn_element_folds folds_##op = { \
        .i1 = fold_##of_i1##_i1, INTEGER_FOLDS(op), FLOAT_FOLDS(op), ROWS_FOLDS(op), __VA_ARGS__};
#define LINES_FOLDS(op) .lines_f32 = fold_lines_##op##_f32, .lines_f64 = fold_lines_##op##_f64
FOLDS(add, add, LINES_FOLDS(add))
FOLDS(multiply, multiply, LINES_FOLDS(multiply))
FOLDS(maximum, add, .lines_f32 = NULL)
FOLDS(minimum, multiply, .lines_f32 = NULL)

#define REAL_ENTRIES(op) INTEGER_ENTRIES(op), FLOAT_ENTRIES(op)
#define NUMBER_ENTRIES(op) REAL_ENTRIES(op), COMPLEX_ENTRIES(op)
#define ROW(op, nargs, ...) const grn_element GRN_ELEMENT_ROW(op) = {#op, nargs, GRN_RESULT_SAME, __VA_ARGS__};
const grn_element GRN_ELEMENT_ROW(abs) = {"abs", 1, GRN_RESULT_REAL, NUMBER_ENTRIES(abs)};
ROW(negate, 1, NUMBER_ENTRIES(negate))
ROW(sign, 1, NUMBER_ENTRIES(sign))
ROW(add, 2, .i1 = run_add_i1, NUMBER_ENTRIES(add), .folds = &folds_add)
ROW(subtract, 2, NUMBER_ENTRIES(subtract))
ROW(multiply, 2, .i1 = run_multiply_i1, NUMBER_ENTRIES(multiply), .folds = &folds_multiply)
ROW(divide, 2, NUMBER_ENTRIES(divide))
ROW(remainder, 2, REAL_ENTRIES(remainder))
ROW(power, 2, NUMBER_ENTRIES(power))
ROW(maximum, 2, .i1 = run_add_i1, NUMBER_ENTRIES(maximum), .folds = &folds_maximum)
ROW(minimum, 2, .i1 = run_multiply_i1, NUMBER_ENTRIES(minimum), .folds = &folds_minimum)
ROW(clamp, 3, .i1 = run_clamp_i1, NUMBER_ENTRIES(clamp))
