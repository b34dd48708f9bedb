/* histogram.c - elements counted by the part of a range that they lie in. */
#include "eval/histogram.h"

#include <math.h>
#include <string.h>

static double value_at(const grn_tensor *t, int64_t offset)
{
    return grn_scalar_load(t->dtype, grn_tensor_at(t, offset)).f;
}

/* As the dtype has it. */
static double rounded(double x, grn_dtype dtype)
{
    unsigned char element[16];
    grn_scalar_store(&(grn_scalar){.dtype = dtype, .f = x}, dtype, element);
    return grn_scalar_load(dtype, element).f;
}

/* NaN where there is one. */
void grn_histogram_extremes(const grn_tensor *input, double *least, double *greatest)
{
    const int32_t inner = input->rank > 0 ? input->rank - 1 : 0;
    const int64_t n = input->rank > 0 ? input->shape[inner] : 1, step = input->rank > 0 ? input->stride[inner] : 1;
    double low = INFINITY, high = -INFINITY;
    bool has_nan = false, has_one = false;
    grn_walk w;
    grn_walk_init(&w, inner, input->shape, 1, (const int64_t *[]){input->stride});
    for (; w.more && n > 0; grn_walk_next(&w), has_one = true) {
        const char *row = grn_tensor_at(input, w.offset[0]);
        for (int64_t i = 0; i < n; i++) {
            float x32;
            double x;
            if (input->dtype == GRN_F32) {
                memcpy(&x32, row + i * step * (int64_t)sizeof x32, sizeof x32);
                x = (double)x32;
            } else {
                x = value_at(input, w.offset[0] + i * step);
            }
            low = x < low ? x : low;
            high = x > high ? x : high;
            has_nan |= x != x;
        }
    }
    *least = has_nan ? (double)NAN : has_one ? low : 0;
    *greatest = has_nan ? (double)NAN : has_one ? high : 0;
}

/* Each step is rounded to the dtype: the result of f64's step, rounded once more, is that. */
static int64_t part_of(double x, grn_dtype dtype, double min, double max, double parts, int64_t last)
{
    const double above = rounded(x - min, dtype), width = rounded(max - min, dtype);
    const double part = rounded(rounded(above * parts, dtype) / width, dtype);
    return part < (double)last ? (int64_t)part : last; /* the greatest value, and what overflows the dtype */
}

/* One row of input; the range and the number of parts are of its dtype. */
typedef struct row {
    const void *data;
    int64_t n, stride, last;
    double from, to, parts;
} row;

/* count_T - the same in T, whose steps are rounded as they are computed. */
#define COUNT(T)                                                                             \
    static void count_##T(const row *r, int64_t *counts)                                     \
    {                                                                                        \
        const T from = (T)r->from, to = (T)r->to, width = to - from, parts = (T)r->parts;    \
        for (int64_t i = 0; i < r->n; i++) {                                                 \
            T x;                                                                             \
            memcpy(&x, (const char *)r->data + i * r->stride * (int64_t)sizeof x, sizeof x); \
            const T part = (x - from) * parts / width;                                       \
            if (x >= from && x <= to)                                                        \
                counts[(double)part < (double)r->last ? (int64_t)part : r->last]++;          \
        }                                                                                    \
    }
COUNT(float)
COUNT(double)

static void count_row(const row *r, grn_dtype dtype, int64_t *counts)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    for (int64_t i = 0; i < r->n; i++) {
        const double x = grn_scalar_load(dtype, (const char *)r->data + i * r->stride * (int64_t)bytes).f;
        if (x >= r->from && x <= r->to)
            counts[part_of(x, dtype, r->from, r->to, r->parts, r->last)]++;
    }
}

void grn_histogram_count(const grn_tensor *input, double min, double max, int64_t *counts, int64_t parts)
{
    const grn_dtype dtype = input->dtype;
    const int32_t inner = input->rank > 0 ? input->rank - 1 : 0;
    row r = {.n = input->rank > 0 ? input->shape[inner] : 1,
             .stride = input->rank > 0 ? input->stride[inner] : 1,
             .last = parts - 1,
             .from = rounded(min, dtype),
             .to = rounded(max, dtype),
             .parts = rounded((double)parts, dtype)};
    grn_walk w;
    memset(counts, 0, (size_t)parts * sizeof *counts);
    grn_walk_init(&w, inner, input->shape, 1, (const int64_t *[]){input->stride});
    for (; w.more && r.n > 0; grn_walk_next(&w)) {
        r.data = grn_tensor_at(input, w.offset[0]);
        if (dtype == GRN_F32)
            count_float(&r, counts);
        else if (dtype == GRN_F64)
            count_double(&r, counts);
        else
            count_row(&r, dtype, counts);
    }
}

void grn_histogram_store(const int64_t *counts, const grn_tensor *out)
{
    for (int64_t i = 0; i < out->shape[0]; i++)
        grn_scalar_store(&(grn_scalar){.dtype = out->dtype, .f = (double)counts[i]}, out->dtype,
                         grn_tensor_at(out, i * out->stride[0]));
}

double grn_element_real_part(grn_dtype dtype, const void *element)
{
    const grn_scalar s = grn_scalar_load(dtype, element);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return s.f;
    case GRN_CLASS_COMPLEX: return s.c.re;
    case GRN_CLASS_UNSIGNED: return (double)s.u;
    default: return (double)s.i;
    }
}
