/*
 * histogram.h - how many elements of a float tensor lie in each of equal parts of a range, the last
 * of which is closed. An element's part is computed in its dtype, each step rounded to it.
 */
#ifndef GRN_EVAL_HISTOGRAM_H
#define GRN_EVAL_HISTOGRAM_H

#include "core/core.h"

/* Both NaN where an element is, 0 where there is none. */
void grn_histogram_extremes(const grn_tensor *input, double *least, double *greatest);
/* Into counts[0 .. parts): what lies outside [min, max], NaN among it, does not count. */
void grn_histogram_count(const grn_tensor *input, double min, double max, int64_t *counts, int64_t parts);
/* The counts as elements of `out`, of rank 1, each rounded once. */
void grn_histogram_store(const int64_t *counts, const grn_tensor *out);
/* The value of an element of any real dtype; of a complex number its real part. */
double grn_element_real_part(grn_dtype dtype, const void *element);

#endif
