/* histogram.c - elements counted by the part of a range that they lie in. */
#include "eval/histogram.h"

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
    grn_walk w;
    bool first = true;
    *least = *greatest = 0;
    grn_walk_init(&w, input->rank, input->shape, 1, (const int64_t *[]){input->stride});
    for (; w.more; grn_walk_next(&w), first = false) {
        const double x = value_at(input, w.offset[0]);
        if (first || x < *least || x != x)
            *least = x;
        if (first || x > *greatest || x != x)
            *greatest = x;
        if (x != x)
            return;
    }
}

/* Each step is rounded to the dtype: the result of f64's step, rounded once more, is that. */
static int64_t part_of(double x, grn_dtype dtype, double min, double max, double parts, int64_t last)
{
    const double above = rounded(x - min, dtype), width = rounded(max - min, dtype);
    const double part = rounded(rounded(above * parts, dtype) / width, dtype);
    return part < (double)last ? (int64_t)part : last; /* the greatest value, and what overflows the dtype */
}

void grn_histogram_count(const grn_tensor *input, double min, double max, int64_t *counts, int64_t parts)
{
    const double from = rounded(min, input->dtype), to = rounded(max, input->dtype),
                 all = rounded((double)parts, input->dtype);
    grn_walk w;
    memset(counts, 0, (size_t)parts * sizeof *counts);
    grn_walk_init(&w, input->rank, input->shape, 1, (const int64_t *[]){input->stride});
    for (; w.more; grn_walk_next(&w)) {
        const double x = value_at(input, w.offset[0]);
        if (x >= from && x <= to)
            counts[part_of(x, input->dtype, from, to, all, parts - 1)]++;
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
