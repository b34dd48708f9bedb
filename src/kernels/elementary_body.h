/*
 * elementary_body.h - the functions of elementary.h on vectors of doubles. The includer defines
 * ELEMENTARY_SET, the function that answers them; WIDTH, the bytes of a vector; ANY(mask), whether
 * a bit of a vector of int64_t is set.
 *
 * Arguments are reduced as in W. Cody and W. Waite, Software Manual for the Elementary Functions
 * (1980); the polynomials are those of elementary_coefficients.h.
 */
#include "kernels/elementary.h"
#include "kernels/elementary_coefficients.h"
#include "kernels/hints.h"

#include <string.h>

#define LANES (WIDTH / sizeof(double))

typedef double numbers __attribute__((vector_size(WIDTH)));
typedef uint64_t bits __attribute__((vector_size(WIDTH)));
typedef int64_t masks __attribute__((vector_size(WIDTH)));
typedef float floats __attribute__((vector_size(WIDTH / 2)));

#define INLINE KERNEL_INLINE

/* ---- bits ------------------------------------------------------------------------------------ */

#define SIGN INT64_MIN
#define EXPONENT_ONE INT64_C(0x3ff0000000000000)
#define BIT_52 (INT64_C(1) << 52)
/* Of numbers below 2^51: added, it leaves the nearest integer in the last bits. */
#define SHIFTER 0x1.8p52

INLINE numbers all(double x) { return x - (numbers){0}; }
INLINE numbers choose(masks which, numbers yes, numbers no)
{
    return (numbers)((which & (masks)yes) | (~which & (masks)no));
}
INLINE numbers magnitude(numbers x) { return (numbers)((masks)x & ~SIGN); }
INLINE numbers with_sign(numbers size, numbers x) { return (numbers)((masks)size | ((masks)x & SIGN)); }
/* A NaN stays one. */
INLINE numbers at_most(numbers x, double limit) { return choose(x > limit, all(limit), x); }
INLINE numbers at_least(numbers x, double limit) { return choose(x < limit, all(limit), x); }

#define POLYNOMIAL(name, coefficients)                      \
    INLINE numbers name(numbers x)                          \
    {                                                       \
        static const double c[] = {coefficients};           \
        numbers sum = all(c[sizeof c / sizeof *c - 1]);     \
        for (size_t i = sizeof c / sizeof *c - 1; i-- > 0;) \
            sum = sum * x + c[i];                           \
        return sum;                                         \
    }
POLYNOMIAL(expm1_series, EXPM1_COEFFICIENTS)
POLYNOMIAL(log_series, LOG_COEFFICIENTS)
POLYNOMIAL(sine_series, SIN_COEFFICIENTS)
POLYNOMIAL(cosine_series, COS_COEFFICIENTS)
POLYNOMIAL(erf_series, ERF_COEFFICIENTS)
POLYNOMIAL(erfc_series, ERFC_COEFFICIENTS)
POLYNOMIAL(erf_inv_series, ERF_INV_COEFFICIENTS)

/* ---- in double, for arguments within some hundreds ------------------------------------------- */

/* log(2) in two parts, of which the first has 31 bits. */
#define LOG2_HIGH 0x1.62e42feep-1
#define LOG2_LOW 0x1.a39ef35793c76p-33

/* e^x = *scale * (1 + part) */
INLINE numbers exponential_parts(numbers x, numbers *scale)
{
    numbers shifted = x * 0x1.71547652b82fep0 + SHIFTER, n = shifted - SHIFTER;
    numbers rest = (x - n * LOG2_HIGH) - n * LOG2_LOW;
    *scale = (numbers)(((bits)shifted << 52) + (uint64_t)EXPONENT_ONE);
    return rest * expm1_series(rest);
}
INLINE numbers exponential_of(numbers x)
{
    numbers scale, part = exponential_parts(x, &scale);
    return scale * part + scale;
}
INLINE numbers less_one(numbers x)
{
    numbers scale, part = exponential_parts(x, &scale);
    return scale * part + (scale - 1);
}

/* log(u) of a normal u > 0. `beyond_one` is u - 1, and may have more bits than u shows. */
INLINE numbers logarithm_of(numbers u, numbers beyond_one)
{
    const int64_t root_half = INT64_C(0x3fe6a09e667f3bcd);
    masks shifted = (masks)((bits)u - (uint64_t)root_half + UINT64_C(1024) * BIT_52);
    masks exponent = (masks)((bits)shifted >> 52) & 0x7ff;
    numbers n = (numbers)(exponent | (INT64_C(0x433) << 52)) - (0x1p52 + 1024);
    numbers m = (numbers)((shifted & (BIT_52 - 1)) + root_half);
    numbers r = choose(n == 0, beyond_one, m - 1), s = r / (r + 2), z = s * s;
    return n * LOG2_HIGH + (n * LOG2_LOW + s * (z * log_series(z) + 2));
}

/* ---- one vector ------------------------------------------------------------------------------ */

/* What a function answers: doubles, and whether the vector is not to decide. */
typedef struct answer {
    numbers value;
    masks open;
} answer;

INLINE answer vector_exponential(numbers x, numbers y)
{
    (void)y;
    numbers value = exponential_of(at_least(at_most(x, 100), -110));
    return (answer){choose(x < -104, all(0), value), (masks){0}};
}
INLINE answer vector_exponential_minus_one(numbers x, numbers y)
{
    (void)y;
    return (answer){with_sign(magnitude(less_one(at_least(at_most(x, 100), -50))), x), (masks){0}};
}
INLINE answer vector_tanh(numbers x, numbers y)
{
    (void)y;
    numbers part = less_one(2 * at_least(at_most(x, 20), -20));
    return (answer){with_sign(magnitude(part / (part + 2)), x), (masks){0}};
}
INLINE answer vector_logistic(numbers x, numbers y)
{
    (void)y;
    numbers value = 1 / (1 + exponential_of(at_least(at_most(-x, 110), -110)));
    return (answer){choose(x < -104, all(0), value), (masks){0}};
}
INLINE answer vector_log(numbers x, numbers y)
{
    (void)y;
    return (answer){logarithm_of(x, x - 1), ~((x > 0) & (x < 0x1p128))};
}
INLINE answer vector_log_plus_one(numbers x, numbers y)
{
    (void)y;
    numbers u = x + 1;
    return (answer){with_sign(magnitude(logarithm_of(u, x)), x), ~((u > 0) & (u < 0x1p128))};
}
INLINE answer vector_power(numbers x, numbers y)
{
    numbers exponent = y * logarithm_of(x, x - 1);
    masks decided = (x > 0) & (x < 0x1p128) & (magnitude(exponent) < 87);
    return (answer){exponential_of(exponent), ~decided};
}
INLINE answer vector_erf(numbers x, numbers y)
{
    (void)y;
    numbers size = at_most(magnitude(x), 4), square = size * size;
    numbers near = size * erf_series(square), far = 1 - exponential_of(-square) * erfc_series((size - 3) / (size + 3));
    return (answer){with_sign(choose(size <= 1, near, far), x), (masks){0}};
}
INLINE answer vector_erf_inv(numbers x, numbers y)
{
    (void)y;
    numbers square = x * x, w = -logarithm_of(1 - square, -square);
    return (answer){x * erf_inv_series(w - 3.25), ~((square < 1) & (w < 6.5))};
}

/* pi / 2 in three parts, of which two have 33 bits. */
#define QUARTER_HIGH 0x1.921fb544p0
#define QUARTER_MIDDLE 0x1.0b4611a6p-34
#define QUARTER_LOW 0x1.3198a2e037073p-69

/* The sine of x + quarters * pi / 2. */
INLINE answer circular(numbers x, int64_t quarters)
{
    numbers shifted = x * 0x1.45f306dc9c883p-1 + SHIFTER, n = shifted - SHIFTER;
    numbers r = ((x - n * QUARTER_HIGH) - n * QUARTER_MIDDLE) - n * QUARTER_LOW, z = r * r;
    masks quarter = (masks)((bits)shifted + (uint64_t)quarters);
    numbers sine = r + r * (z * sine_series(z)), cosine = 1 + z * cosine_series(z);
    numbers value = choose((quarter & 1) == 0, sine, cosine);
    return (answer){(numbers)((masks)value ^ (quarter & 2) << 62), ~(magnitude(x) < 0x1p19)};
}
INLINE answer vector_cosine(numbers x, numbers y) { return (void)y, circular(x, 1); }
INLINE answer vector_sine(numbers x, numbers y)
{
    (void)y;
    answer a = circular(x, 0);
    a.value = choose(x == 0, x, a.value);
    return a;
}

/* ---- rounding once --------------------------------------------------------------------------- */

/* The last 29 bits of a double are those that a float has no room for. NEAR: twice the distance
 * from the middle of two floats at which the double does not decide, in those bits. */
#define DROPPED INT64_C(0x1fffffff)
#define HALF INT64_C(0x10000000)
#define NEAR INT64_C(0x2000)

INLINE masks not_decided(numbers value)
{
    masks middle = ((masks)((bits)value + (uint64_t)(NEAR / 2 - HALF)) & (DROPPED & ~(NEAR - 1))) == 0;
    numbers size = magnitude(value);
    return middle | ((size > 0x1p-151) & (size < 0x1p-126)) | ~(value == value);
}

/* `count` lanes of x and y, whose results the vector cannot give. */
static GRN_COLD void decide(size_t count, floats *out, floats x, floats y, masks open, grn_elementary_exact exact)
{
    float of_x[LANES], of_y[LANES], of_out[LANES];
    int64_t is_open[LANES];
    memcpy(of_x, &x, sizeof of_x);
    memcpy(of_y, &y, sizeof of_y);
    memcpy(of_out, out, sizeof of_out);
    memcpy(is_open, &open, sizeof is_open);
    for (size_t i = 0; i < count; i++)
        if (is_open[i])
            of_out[i] = exact(of_x[i], of_y[i]);
    memcpy(out, of_out, sizeof of_out);
}

#define LOOP(name)                                                                                           \
    INLINE floats lanes_of_##name(size_t count, floats x, floats y, grn_elementary_exact exact)              \
    {                                                                                                        \
        answer a = vector_##name(__builtin_convertvector(x, numbers), __builtin_convertvector(y, numbers));  \
        masks open = a.open | not_decided(a.value);                                                          \
        floats out = __builtin_convertvector(a.value, floats);                                               \
        if (ANY(open))                                                                                       \
            decide(count, &out, x, y, open, exact);                                                          \
        return out;                                                                                          \
    }                                                                                                        \
    static void run_##name(size_t n, float *out, const float *x, const float *y, grn_elementary_exact exact) \
    {                                                                                                        \
        for (; n >= LANES; n -= LANES, out += LANES, x += LANES, y += LANES) {                               \
            floats a, b, result;                                                                             \
            memcpy(&a, x, sizeof a);                                                                         \
            memcpy(&b, y, sizeof b);                                                                         \
            result = lanes_of_##name(LANES, a, b, exact);                                                    \
            memcpy(out, &result, sizeof result);                                                             \
        }                                                                                                    \
        if (n > 0) {                                                                                         \
            floats a = (floats){0} + 0.5f, b = a, result;                                                    \
            memcpy(&a, x, n * sizeof *x);                                                                    \
            memcpy(&b, y, n * sizeof *y);                                                                    \
            result = lanes_of_##name(n, a, b, exact);                                                        \
            memcpy(out, &result, n * sizeof *out);                                                           \
        }                                                                                                    \
    }
GRN_ELEMENTARY(LOOP)

const grn_elementary *ELEMENTARY_SET(void)
{
#define ENTRY(name) .name = run_##name,
    static const grn_elementary functions = {GRN_ELEMENTARY(ENTRY)};
#undef ENTRY
    return &functions;
}
