/* match.c - whether two tensors agree, and where they first do not. Source: StableHLO's check
 * dialect. */
#include "eval/element.h"
#include "eval/stream.h"

#include <math.h>

/* Two floats of one dtype. NaNs match each other and infinities themselves. near: how far apart two
 * may be that NEAR takes. */
static bool floats_match(const grn_match *m, grn_dtype dtype, const void *a, const void *b, double near)
{
    double x = grn_scalar_load(dtype, a).f, y = grn_scalar_load(dtype, b).f;
    if ((x != x) != (y != y))
        return false;
    if (x != x)
        return true;
    if (m->rule == GRN_MATCH_EQUAL || isinf(x) || isinf(y))
        return x == y;
    if (m->rule == GRN_MATCH_NEAR)
        return x == y || fabs(x - y) <= near;
    uint64_t ulp = grn_ulp_distance(dtype, a, b);
    return ulp >= m->min_ulp && ulp <= m->max_ulp;
}

/* The tolerance, and where numbers of this magnitude lie further apart than that, some of those
 * steps. */
static double nearness(const grn_match *m, grn_dtype dtype, double magnitude)
{
    double steps = GRN_MATCH_NEAR_STEPS * ldexp(magnitude, -grn_dtype_float_format(dtype)->mantissa_bits);
    return isfinite(steps) && steps > m->tolerance && m->tolerance > 0 ? steps : m->tolerance;
}

static bool real_match(const grn_match *m, grn_dtype dtype, const void *a, const void *b)
{
    return floats_match(m, dtype, a, b, nearness(m, dtype, fabs(grn_scalar_load(dtype, b).f)));
}

/* What is lost in one part of a product is as large as the other part makes it. */
static bool complex_match(const grn_match *m, grn_dtype part, const char *a, const char *b)
{
    size_t half = grn_dtype_bytes(part);
    double near = nearness(m, part, hypot(grn_scalar_load(part, b).f, grn_scalar_load(part, b + half).f));
    return floats_match(m, part, a, b, near) && floats_match(m, part, a + half, b + half, near);
}

static bool elements_match(const grn_match *m, grn_dtype dtype, const char *a, const char *b)
{
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return real_match(m, dtype, a, b);
    case GRN_CLASS_COMPLEX: return complex_match(m, dtype == GRN_C64 ? GRN_F32 : GRN_F64, a, b);
    default: return grn_scalar_load(dtype, a).i == grn_scalar_load(dtype, b).i;
    }
}

/* Whether blocks of equal bytes match by that alone. */
static bool bytes_decide(const grn_match *m, grn_dtype dtype)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    bool inexact = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
    return !inexact || m->rule == GRN_MATCH_EQUAL || (m->rule == GRN_MATCH_NEAR && m->tolerance >= 0) ||
           (m->rule == GRN_MATCH_ULP && m->min_ulp == 0);
}

bool grn_eval_match(const grn_tensor *a, const grn_tensor *b, const grn_match *match, int64_t *index)
{
    grn_stream from_a, from_b;
    grn_element_block buffer_a, buffer_b;
    size_t n = (size_t)grn_tensor_elements(a), bytes = grn_dtype_bytes(a->dtype);
    bool by_bytes = bytes_decide(match, a->dtype);
    grn_stream_init(&from_a, a);
    grn_stream_init(&from_b, b);
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        const char *x = grn_stream_take(&from_a, m, &buffer_a), *y = grn_stream_take(&from_b, m, &buffer_b);
        if (by_bytes && memcmp(x, y, m * bytes) == 0)
            continue;
        for (size_t i = 0; i < m; i++)
            if (!elements_match(match, a->dtype, x + i * bytes, y + i * bytes)) {
                *index = (int64_t)(done + i);
                return false;
            }
    }
    return true;
}
