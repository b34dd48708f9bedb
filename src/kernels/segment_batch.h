/*
 * segment_batch.h - many segments of floats or wide integers at once, whose columns lie together
 * (segment_batch_body.h, a file per set).
 *
 * Knows: numbers, strides, lists of entries, where segments begin. Must not know: specs, tensors.
 * What is folded, in which order and with which bits is segment_rows.h's.
 */
#ifndef GRN_KERNELS_SEGMENT_BATCH_H
#define GRN_KERNELS_SEGMENT_BATCH_H

#include "kernels/segment_rows.h"

/* Many segments at once: segment s is entries [offset[s], offset[s + 1]) of the list. */
typedef struct grn_segment_batch {
    const int64_t *offset;
    int64_t first, end; /* segments */
    void *result;       /* of segment 0, columns one behind the other */
    int64_t result_step;
    const void *empty; /* element of segments without entries; NULL: the result keeps what it has */
    /* Sums, and extremes under which NaN propagates and that ask for no entry, begin with what the
     * result has; other extremes never do. */
    bool from_result;
    /* of sums: what they begin with else; whether they are divided by the number of entries. Of
     * integers 0 and false, they wrap. */
    double start;
    bool is_mean;
    /* of extremes: a NaN is no entry, else it counts where it comes first (extremes[1] alone) */
    bool is_min, ignores_nan;
    bool is_unsigned; /* of integers; i32 and ui32 have the same kernels, and so have i64 and ui64 */
    /* ... and the entry that each is from: i64, or i32; steps count bytes. An element takes at most
     * INT32_MAX entries. */
    void *arg;
    int64_t arg_step, arg_column_step, arg_of_empty;
    bool arg_is_wide;
} grn_segment_batch;
/* Columns are one behind the other, and weights, which sums alone have, one for each entry. */
typedef void (*grn_segment_batch_fn)(const grn_segment_rows *r, const grn_segment_batch *b);

/* acc[offset[i] + k] += column k of entry i, for i ascending in [0, n). Columns are one behind the other,
 * accumulators of the type that segment_rows.h folds in. */
typedef void (*grn_segment_add_fn)(const void *data, int64_t entry_step, const int64_t *offset, int64_t n,
                                   int64_t columns, void *acc);

typedef struct grn_segment_batches {
    grn_segment_batch_fn sums;
    grn_segment_add_fn add;
    /* those under which NaN propagates, and the others; without arg, and with */
    grn_segment_batch_fn extremes[2][2];
} grn_segment_batches;

/* Those of a set; NULL: there are none of that dtype. */
#define SEGMENT_BATCH_OF(set) const grn_segment_batches *grn_segment_batch_##set(grn_dtype dtype);
KERNEL_SETS(SEGMENT_BATCH_OF)
#undef SEGMENT_BATCH_OF
/* Those of the set that is named. */
const grn_segment_batches *grn_segment_batch_named(const char *set, grn_dtype dtype);

#endif
