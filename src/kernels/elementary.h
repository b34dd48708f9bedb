/*
 * elementary.h - exponentials, logarithms and their like of f32, a vector at a time
 * (elementary_body.h, a file per set).
 *
 * Knows: numbers. Must not know: what an element function is, tensors.
 *
 * A function of f32 is computed in double and rounded once. The double here is within 2^-41 of the
 * true value, relatively. Where a number halfway between two floats lies as near as that, or the
 * result is no normal float, the caller's function gives the element. So every element has the bits
 * of the caller's function, as long as that is computed in double, to within some ULPs, and rounded
 * once.
 */
#ifndef GRN_KERNELS_ELEMENTARY_H
#define GRN_KERNELS_ELEMENTARY_H

#include "kernels/sets.h"

/* The functions, by their StableHLO or CHLO names; power has two arguments. */
#define GRN_ELEMENTARY(E) \
    E(cosine)             \
    E(erf)                \
    E(erf_inv) E(exponential) E(exponential_minus_one) E(log) E(log_plus_one) E(logistic) E(power) E(sine) E(tanh)

/* The same function of one element; y is not used by a function of one argument. */
typedef float (*grn_elementary_exact)(float x, float y);
/* n elements; out may be x or y. y is read by a function of two arguments. */
typedef void (*grn_elementary_fn)(size_t n, float *out, const float *x, const float *y, grn_elementary_exact exact);

typedef struct grn_elementary {
#define GRN_ELEMENTARY_FIELD(name) grn_elementary_fn name;
    GRN_ELEMENTARY(GRN_ELEMENTARY_FIELD)
#undef GRN_ELEMENTARY_FIELD
} grn_elementary;

/* Those of a set; NULL: it has none. */
#define ELEMENTARY_OF(set) const grn_elementary *grn_elementary_##set(void);
KERNEL_SETS(ELEMENTARY_OF)
#undef ELEMENTARY_OF
/* The functions of the i-th set that this processor runs, the best first; NULL: there are no more,
 * or the set has none. */
const grn_elementary *grn_elementary_at(size_t i);

#endif
