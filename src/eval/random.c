/*
 * random.c - random numbers of a distribution. Element i of stream s is a
 * function of s, i and the bounds alone: Philox4x32-10 with key s and
 * counter i, or where a number has to be drawn again, i and how often.
 */
#include "eval/random.h"

#include <math.h>

/* A number that falls outside is drawn again; seldom more than once or twice. */
#define MOST_DRAWS 64
#define WHOLE_TURN 6.28318530717958647692

/* One of 2^53 numbers from 0 on, below 1. */
static double fraction(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

/* Rounding to the dtype may give b, which is not in the interval. */
static grn_scalar uniform_float(grn_dtype dtype, const grn_scalar *a, const grn_scalar *b, uint64_t stream, uint64_t i)
{
    unsigned char element[GRN_ELEMENT_BYTES];
    for (uint64_t draw = 0; draw < MOST_DRAWS && a->f < b->f; draw++) {
        grn_random_words x = grn_philox(stream, i, draw);
        double u = fraction(grn_random_pair(&x, 0));
        grn_scalar_store(&(grn_scalar){.dtype = dtype, .f = a->f * (1 - u) + b->f * u}, dtype, element);
        grn_scalar drawn = grn_scalar_load(dtype, element);
        if (drawn.f >= a->f && drawn.f < b->f)
            return drawn;
    }
    return *a;
}

/* The first few of the 2^64 numbers are rejected, so that the count of the others is a multiple of
 * the interval's size. */
static grn_scalar uniform_integer(const grn_scalar *a, const grn_scalar *b, uint64_t stream, uint64_t i)
{
    bool is_unsigned = grn_dtype_class_of(a->dtype) == GRN_CLASS_UNSIGNED;
    uint64_t range = is_unsigned ? b->u - a->u : (uint64_t)b->i - (uint64_t)a->i, bits = 0;
    grn_scalar drawn = *a;
    if (is_unsigned ? a->u >= b->u : a->i >= b->i)
        return drawn;
    uint64_t left_out = (0 - range) % range;
    for (uint64_t draw = 0; draw < MOST_DRAWS; draw++) {
        grn_random_words x = grn_philox(stream, i, draw);
        bits = grn_random_pair(&x, 0);
        if (bits >= left_out)
            break;
    }
    bits = (is_unsigned ? a->u : (uint64_t)a->i) + bits % range;
    if (is_unsigned)
        drawn.u = bits;
    else
        drawn.i = load_i64(&bits, 0);
    return drawn;
}

/* Box and Muller, "A note on the generation of random normal deviates", 1958. */
static grn_scalar normal(grn_dtype dtype, const grn_scalar *mean, const grn_scalar *deviation, uint64_t stream,
                         uint64_t i)
{
    grn_random_words x = grn_philox(stream, i, 0);
    double radius = sqrt(-2 * log(1 - fraction(grn_random_pair(&x, 0))));
    double z = radius * cos(WHOLE_TURN * fraction(grn_random_pair(&x, 2)));
    return (grn_scalar){.dtype = dtype, .f = one_nan_f64(mean->f + deviation->f * z)};
}

void grn_eval_random(const grn_tensor *out, const void *a, const void *b, grn_distribution distribution,
                     uint64_t stream)
{
    grn_dtype dtype = out->dtype;
    grn_scalar first = grn_scalar_load(dtype, a), second = grn_scalar_load(dtype, b);
    bool is_float = grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT;
    int64_t n = grn_tensor_elements(out);
    for (int64_t i = 0; i < n; i++) {
        grn_scalar drawn = distribution == GRN_NORMAL ? normal(dtype, &first, &second, stream, (uint64_t)i)
                           : is_float                 ? uniform_float(dtype, &first, &second, stream, (uint64_t)i)
                                                      : uniform_integer(&first, &second, stream, (uint64_t)i);
        grn_scalar_store(&drawn, dtype, grn_tensor_at(out, i));
    }
}
