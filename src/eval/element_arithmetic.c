/* element_arithmetic.c - sums, products, quotients, powers and bounds of integers and floats, and their rows.
 * Source: StableHLO spec, the op of each name. Integers wrap; where the spec leaves a case open, the rule is here. */
#include "eval/element.h"

#include <math.h>

#define WRAPPING(T)                                            \
    static inline e_##T add_##T(e_##T a, e_##T b)              \
    {                                                          \
        return (e_##T)((w_##T)a + (w_##T)b);                   \
    }                                                          \
    static inline e_##T subtract_##T(e_##T a, e_##T b)         \
    {                                                          \
        return (e_##T)((w_##T)a - (w_##T)b);                   \
    }                                                          \
    static inline e_##T multiply_##T(e_##T a, e_##T b)         \
    {                                                          \
        return (e_##T)((w_##T)a * (w_##T)b);                   \
    }                                                          \
    static inline e_##T negate_##T(e_##T a)                    \
    {                                                          \
        return (e_##T)(0 - (w_##T)a);                          \
    }                                                          \
    static inline e_##T maximum_##T(e_##T a, e_##T b)          \
    {                                                          \
        return a > b ? a : b;                                  \
    }                                                          \
    static inline e_##T minimum_##T(e_##T a, e_##T b)          \
    {                                                          \
        return a < b ? a : b;                                  \
    }                                                          \
    /* base^exponent mod 2^bits. */                            \
    static inline e_##T squarings_##T(e_##T base, b_##T exponent) \
    {                                                          \
        w_##T result = 1, square = (w_##T)base;                \
        for (; exponent; exponent >>= 1, square *= square)     \
            if (exponent & 1)                                  \
                result *= square;                              \
        return (e_##T)result;                                  \
    }
FOR_INTEGERS(WRAPPING)

/* Division by zero gives all ones, remainder by zero the dividend: as the hardware of XLA's reference targets. The
 * quotient of the least value by -1 wraps to itself. The negative powers of 1 and -1 are exact; all others, and those
 * of 0, are 0. */
#define SIGNED(T)                                              \
    static inline e_##T divide_##T(e_##T a, e_##T b)           \
    {                                                          \
        return b == 0 ? (e_##T)-1 : b == -1 ? negate_##T(a) : (e_##T)(a / b); \
    }                                                          \
    static inline e_##T remainder_##T(e_##T a, e_##T b)        \
    {                                                          \
        return b == 0 ? a : b == -1 ? 0 : (e_##T)(a % b);      \
    }                                                          \
    static inline e_##T abs_##T(e_##T a)                       \
    {                                                          \
        return a < 0 ? negate_##T(a) : a;                      \
    }                                                          \
    static inline e_##T sign_##T(e_##T a)                      \
    {                                                          \
        return (e_##T)((a > 0) - (a < 0));                     \
    }                                                          \
    static inline e_##T power_##T(e_##T a, e_##T b)            \
    {                                                          \
        if (b >= 0)                                            \
            return squarings_##T(a, (b_##T)b);                 \
        return a == 1 ? 1 : a != -1 ? 0 : b % 2 == 0 ? 1 : (e_##T)-1; \
    }
FOR_SIGNED(SIGNED)

#define UNSIGNED(T)                                            \
    static inline e_##T divide_##T(e_##T a, e_##T b)           \
    {                                                          \
        return b == 0 ? (e_##T)-1 : (e_##T)(a / b);            \
    }                                                          \
    static inline e_##T remainder_##T(e_##T a, e_##T b)        \
    {                                                          \
        return b == 0 ? a : (e_##T)(a % b);                    \
    }                                                          \
    static inline e_##T abs_##T(e_##T a)                       \
    {                                                          \
        return a;                                              \
    }                                                          \
    static inline e_##T sign_##T(e_##T a)                      \
    {                                                          \
        return a != 0;                                         \
    }                                                          \
    static inline e_##T power_##T(e_##T a, e_##T b)            \
    {                                                          \
        return squarings_##T(a, b);                            \
    }
FOR_UNSIGNED(UNSIGNED)

/* maximum and minimum: a NaN wins, and -0 is below +0, which only the bits can tell: equal numbers have equal bits, or
 * are the two zeros. clamp and abs move values, so they leave NaNs as they are. */
#define FLOATING(T, MODULO, SIGN)                              \
    static inline e_##T add_##T(e_##T a, e_##T b)              \
    {                                                          \
        return one_nan_##T(a + b);                             \
    }                                                          \
    static inline e_##T subtract_##T(e_##T a, e_##T b)         \
    {                                                          \
        return one_nan_##T(a - b);                             \
    }                                                          \
    static inline e_##T multiply_##T(e_##T a, e_##T b)         \
    {                                                          \
        return one_nan_##T(a * b);                             \
    }                                                          \
    static inline e_##T divide_##T(e_##T a, e_##T b)           \
    {                                                          \
        return one_nan_##T(a / b);                             \
    }                                                          \
    static inline e_##T remainder_##T(e_##T a, e_##T b)        \
    {                                                          \
        return one_nan_##T(MODULO(a, b));                      \
    }                                                          \
    static inline e_##T negate_##T(e_##T a)                    \
    {                                                          \
        return float_##T(bits_##T(a) ^ (SIGN));                \
    }                                                          \
    static inline e_##T abs_##T(e_##T a)                       \
    {                                                          \
        return float_##T(bits_##T(a) & ~(SIGN));               \
    }                                                          \
    static inline e_##T sign_##T(e_##T a)                      \
    {                                                          \
        return one_nan_##T(a > 0 ? 1 : a < 0 ? -1 : a);        \
    }                                                          \
    static inline e_##T larger_##T(e_##T a, e_##T b)           \
    {                                                          \
        return a > b ? a : a < b ? b : float_##T(bits_##T(a) & bits_##T(b)); \
    }                                                          \
    static inline e_##T smaller_##T(e_##T a, e_##T b)          \
    {                                                          \
        return a < b ? a : a > b ? b : float_##T(bits_##T(a) | bits_##T(b)); \
    }                                                          \
    static inline e_##T maximum_##T(e_##T a, e_##T b)          \
    {                                                          \
        e_##T bound = larger_##T(a, b);                        \
        bound = a == a ? bound : nan_##T();                    \
        return b == b ? bound : nan_##T();                     \
    }                                                          \
    static inline e_##T minimum_##T(e_##T a, e_##T b)          \
    {                                                          \
        e_##T bound = smaller_##T(a, b);                       \
        bound = a == a ? bound : nan_##T();                    \
        return b == b ? bound : nan_##T();                     \
    }                                                          \
    static inline e_##T clamp_##T(e_##T least, e_##T a, e_##T most) \
    {                                                          \
        if (a != a || least != least || most != most)          \
            return a != a ? a : least != least ? least : most; \
        return smaller_##T(larger_##T(a, least), most);        \
    }
FLOATING(f32, fmodf, UINT32_C(0x80000000))
FLOATING(f64, fmod, UINT64_C(0x8000000000000000))

static inline e_f64 power_f64(e_f64 a, e_f64 b)
{
    return one_nan_f64(pow(a, b));
}
static inline e_f32 power_f32(e_f32 a, e_f32 b)
{
    return one_nan_f32((float)pow(a, b));
}

/* minimum(maximum(operand, min), max): where min > max, max wins. */
#define CLAMP(T)                                               \
    static inline e_##T clamp_##T(e_##T least, e_##T a, e_##T most) \
    {                                                          \
        return minimum_##T(maximum_##T(a, least), most);       \
    }
FOR_INTEGERS(CLAMP)

/* i1: add is or, multiply is and, and so are maximum and minimum; there is no difference and no quotient. */
static inline e_i1 add_i1(e_i1 a, e_i1 b)
{
    return a | b;
}
static inline e_i1 multiply_i1(e_i1 a, e_i1 b)
{
    return a & b;
}
static inline e_i1 clamp_i1(e_i1 least, e_i1 a, e_i1 most)
{
    return (a | least) & most;
}
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
NUMERIC_LOOPS(LOOP_2, power)
NUMERIC_LOOPS(LOOP_2, maximum)
NUMERIC_LOOPS(LOOP_2, minimum)
NUMERIC_LOOPS(LOOP_3, clamp)

#define REAL_ENTRIES(op) INTEGER_ENTRIES(op), FLOAT_ENTRIES(op)
#define NUMBER_ENTRIES(op) REAL_ENTRIES(op), COMPLEX_ENTRIES(op)
#define ROW(op, nargs, ...) const grn_element grn_element_##op = {#op, nargs, GRN_RESULT_SAME, __VA_ARGS__};
const grn_element grn_element_abs = {"abs", 1, GRN_RESULT_REAL, NUMBER_ENTRIES(abs)};
ROW(negate, 1, NUMBER_ENTRIES(negate))
ROW(sign, 1, NUMBER_ENTRIES(sign))
ROW(add, 2, .i1 = run_add_i1, NUMBER_ENTRIES(add))
ROW(subtract, 2, NUMBER_ENTRIES(subtract))
ROW(multiply, 2, .i1 = run_multiply_i1, NUMBER_ENTRIES(multiply))
ROW(divide, 2, NUMBER_ENTRIES(divide))
ROW(remainder, 2, REAL_ENTRIES(remainder))
ROW(power, 2, NUMBER_ENTRIES(power))
ROW(maximum, 2, .i1 = run_add_i1, NUMBER_ENTRIES(maximum))
ROW(minimum, 2, .i1 = run_multiply_i1, NUMBER_ENTRIES(minimum))
ROW(clamp, 3, .i1 = run_clamp_i1, NUMBER_ENTRIES(clamp))
