/*
 * segment_rows.h - rows of a segment folded into accumulators, whatever their strides.
 *
 * Knows: numbers, strides, lists of entries. Must not know: specs, tensors, who is in which segment.
 *
 * A row is what one entry has in a run of columns. f16 and bf16 are folded in f32, other dtypes in
 * themselves: accumulators are arrays of that type, one for each column. Entries are taken in the
 * order they come in, so that segment_batch.h gives the same bits. NaNs are stored as the dtype's quiet
 * NaN.
 */
#ifndef GRN_KERNELS_SEGMENT_ROWS_H
#define GRN_KERNELS_SEGMENT_ROWS_H

#include "kernels/sets.h"

/* The most columns of one call. */
#define GRN_SEGMENT_COLUMNS 256

/* Steps count elements. Entry j of a list is order[j], or j where there is no order. */
typedef struct grn_segment_rows {
    const void *data;
    int64_t entry_step, column_step;
    const void *weights; /* NULL: none */
    int64_t weight_step, weight_column_step;
    const int64_t *order;
    int64_t norder; /* entries of the list */
    int64_t columns;
} grn_segment_rows;

/* Entries [from, to) of the list, into columns of acc. */
typedef void (*grn_segment_fold)(const grn_segment_rows *r, int64_t from, int64_t to, void *acc);
/* The same of min and max, with the entry that each accumulator is from: -1 for none, which any
 * entry replaces, below that for a value that was there before. With NaN ignored -2 becomes -3 where
 * an entry is no NaN. */
typedef void (*grn_segment_fold_arg)(const grn_segment_rows *r, int64_t from, int64_t to, void *acc, int64_t *arg);

/* How min and max treat NaN: the values of grn_segment_nan, in order. */
#define GRN_SEGMENT_NAN_RULES 3

typedef struct grn_row_kernels {
    grn_segment_fold sum, product;
    grn_segment_fold sum_each_step, product_each_step;  /* each step rounded to the dtype */
    grn_segment_fold extreme[2][GRN_SEGMENT_NAN_RULES]; /* min, max */
    grn_segment_fold_arg extreme_arg[2][GRN_SEGMENT_NAN_RULES];
    /* n elements at `from`, `step` apart, as accumulators */
    void (*load)(const void *from, int64_t step, int64_t n, void *acc);
    void (*store)(const void *acc, int64_t n, void *to, int64_t step);
    /* acc[k] / divisor[k * step], integers rounded down; `round_first`: acc is rounded to the dtype
     * before */
    void (*divide)(void *acc, int64_t n, const double *divisor, int64_t step, bool round_first);
    size_t acc_bytes;
} grn_row_kernels;

/* Those of a dtype; NULL: there are none. */
const grn_row_kernels *grn_segment_rows_of(grn_dtype dtype);

#endif
