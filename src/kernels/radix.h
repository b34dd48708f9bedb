/*
 * radix.h - index vectors of one component, partitioned by the high bits of
 * their starts.
 *
 * Random accesses to an operand that no cache holds cost a line from memory
 * each. Partitioned first, those of one bucket fall into one part of the
 * operand, which a cache holds while the bucket is worked on. The partition is
 * stable: the vectors of one bucket, and so those of one start, keep their
 * order, so that a scatter by buckets has the bits of one in index order.
 * Within a bucket several vectors share a line, so that what works on it must
 * prefetch further ahead than for random starts to have as many lines in flight.
 *
 * One pass counts (histogram), grn_radix_starts sums the counts up, one pass
 * moves (partition). Knows: raw indices, strides, payloads. Must not know:
 * what is done to the buckets, bounds policies, threads. Threads that each
 * count and partition a segment of the vectors may share one destination: the
 * caller gives each its own starts.
 */
#ifndef GRN_KERNELS_RADIX_H
#define GRN_KERNELS_RADIX_H

#include "kernels/kernels.h"

/* The most vectors of one call, and the most buckets. */
#define GRN_RADIX_MOST_VECTORS (INT64_C(1) << 31)
#define GRN_RADIX_MOST_BUCKETS (INT64_C(1) << 20)

/*
 * Vector i has the start raw[i * step]. One in [0, last] belongs to bucket start >> shift; any
 * other to the bucket behind them, number grn_radix_buckets(). Its key is (uint32_t)start &
 * key_mask: meaningless in the bucket behind. `key_mask` of 2^shift - 1 gives keys that count from
 * where the bucket's part of the operand begins, UINT32_MAX starts as they are, which a last below
 * 2^32 allows.
 */
typedef struct grn_radix {
    const void *raw;
    int64_t step;  /* in indices; may be 0 or negative */
    int64_t last;  /* >= 0 */
    int32_t shift; /* 0 to 32 */
    uint32_t key_mask;
    const void *payload; /* vector i's is element i * payload_step; not read where it is the position */
    int64_t payload_step;
    uint32_t first; /* the position of vector 0, where the payload is the position */
} grn_radix;

static inline int64_t grn_radix_buckets(const grn_radix *r) { return (r->last >> r->shift) + 1; }

/* count[b] += vectors of bucket b; there are grn_radix_buckets() + 1. n is any. */
typedef void (*grn_radix_histogram_fn)(const grn_radix *r, int64_t n, uint32_t *count);

/*
 * Moves vectors [0, n) to their buckets: those of bucket b, in ascending i, to key[] and payload[]
 * from start[b] on; there are grn_radix_buckets() + 1 starts, which stay as they are. Nothing of
 * them is written but the places of the n vectors. scratch: grn_radix_scratch bytes, aligned as
 * uint32_t. Each bucket is two streams of stores, so up to some 32 buckets, whose lines and pages
 * are all near, go fast.
 */
typedef void (*grn_radix_partition_fn)(const grn_radix *r, int64_t n, const uint32_t *start, void *scratch,
                                       uint32_t *key, void *payload);

/* Sums `count` up in place: each becomes the number of vectors before its bucket. Answers how many
 * there are in all. */
int64_t grn_radix_starts(uint32_t *count, int64_t buckets);

/* Bytes of scratch that a partition into `buckets` and the one behind takes. */
size_t grn_radix_scratch(int64_t buckets);

/* Signed and unsigned indices of 32 and 64 bits; NULL for others. */
grn_radix_histogram_fn grn_radix_histogram(grn_dtype index_dtype);
/* Payloads of 1, 2, 4, 8 bytes, or 0: the vector's position, first + i, in 4. NULL for others. */
grn_radix_partition_fn grn_radix_partition(grn_dtype index_dtype, size_t payload_bytes);

/*
 * result[position[i]] = operand[key[i]], elements of 1, 2, 4, 8 or 16 bytes; what a gather does
 * with a bucket. The operand element of i + ahead is prefetched meanwhile, and, where
 * `prefetch_result`, the result's for writing.
 */
typedef struct grn_radix_moves {
    const uint32_t *key, *position;
    int64_t count, ahead;
    bool prefetch_result;
} grn_radix_moves;
typedef void (*grn_radix_place_fn)(void *result, const void *operand, const grn_radix_moves *m);
grn_radix_place_fn grn_radix_place(size_t element_bytes);

#endif
