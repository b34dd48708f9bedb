/* radix.c - radix.h for every index type and payload. */
#include "kernels/radix.h"

#include <string.h>

#include "kernels/hints.h"

typedef enum radix_index { RADIX_I32, RADIX_UI32, RADIX_I64 } radix_index;

#define RADIX_INDEX_BYTES(type) ((type) == RADIX_I64 ? 8 : 4)

/* The start at raw, so that one below 0 or beyond int64_t is greater than any in range. */
KERNEL_INLINE uint64_t radix_start(const char *raw, const radix_index type)
{
    int64_t wide;
    uint32_t narrow;
    if (type == RADIX_I64) {
        memcpy(&wide, raw, sizeof wide);
        return (uint64_t)wide;
    }
    memcpy(&narrow, raw, sizeof narrow);
    return type == RADIX_I32 ? (uint64_t)(int64_t)(int32_t)narrow : narrow;
}

/* A bucket's number, without a branch: which starts are in range is unpredictable. */
KERNEL_INLINE uint64_t radix_bucket(const grn_radix *r, uint64_t start, uint64_t buckets)
{
    uint64_t bucket = start >> r->shift;
    return start <= (uint64_t)r->last ? bucket : buckets;
}

/* ---- histogram ------------------------------------------------------------------------------- */

KERNEL_INLINE void histogram(const grn_radix *given, int64_t n, uint32_t *count, const radix_index type)
{
    const grn_radix here = *given, *r = &here;
    const uint64_t buckets = (uint64_t)grn_radix_buckets(r);
    const int64_t step = r->step * RADIX_INDEX_BYTES(type);
    const char *raw = r->raw;
    for (int64_t i = 0; i < n; i++)
        count[radix_bucket(r, radix_start(raw + i * step, type), buckets)]++;
}

static void histogram_i32(const grn_radix *r, int64_t n, uint32_t *count) { histogram(r, n, count, RADIX_I32); }

static void histogram_ui32(const grn_radix *r, int64_t n, uint32_t *count) { histogram(r, n, count, RADIX_UI32); }

static void histogram_i64(const grn_radix *r, int64_t n, uint32_t *count) { histogram(r, n, count, RADIX_I64); }

grn_radix_histogram_fn grn_radix_histogram(grn_dtype index_dtype)
{
    static const grn_radix_histogram_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I32] = histogram_i32,   [GRN_UI32] = histogram_ui32, [GRN_I64] = histogram_i64,
        [GRN_INDEX] = histogram_i64, [GRN_UI64] = histogram_i64,
    };
    return table[index_dtype];
}

int64_t grn_radix_starts(uint32_t *count, int64_t buckets)
{
    uint32_t before = 0;
    for (int64_t b = 0; b <= buckets; b++) {
        uint32_t here = count[b];
        count[b] = before;
        before += here;
    }
    return before;
}

/* ---- partition ------------------------------------------------------------------------------- */

size_t grn_radix_scratch(int64_t buckets) { return (size_t)(buckets + 1) * sizeof(uint32_t); }

/* Bytes of a payload as it is stored: a position has 4. */
#define RADIX_STORED(bytes) ((bytes) == 0 ? (size_t)4 : (size_t)(bytes))

/*
 * Every vector is moved directly to its place. A bucket's places ascend, so its lines are
 * prefetched for writing before they are reached. No branch depends on the indices: it would be
 * mispredicted once for every line that fills.
 */
#define RADIX_PREFETCHED_BYTES 128 /* ahead of a bucket's next place */

KERNEL_INLINE void partition(const grn_radix *given, int64_t n, const uint32_t *start, void *scratch, uint32_t *key,
                             void *payload, const radix_index type, const size_t bytes)
{
    const grn_radix here = *given, *r = &here;
    const size_t size = RADIX_STORED(bytes);
    const uint64_t buckets = (uint64_t)grn_radix_buckets(r);
    const int64_t raw_bytes = r->step * RADIX_INDEX_BYTES(type), from_bytes = r->payload_step * (int64_t)size;
    const char *restrict raw = r->raw, *restrict from = r->payload;
    char *restrict to = payload;
    uint32_t *restrict at = scratch, *restrict keys = key;
    memcpy(at, start, (size_t)(buckets + 1) * sizeof *at);
    for (int64_t i = 0; i < n; i++) {
        uint64_t value = radix_start(raw + i * raw_bytes, type), b = radix_bucket(r, value, buckets);
        uint32_t place = at[b]++, position = r->first + (uint32_t)i;
        PREFETCH_TO_WRITE((const char *)((uintptr_t)(keys + place) + RADIX_PREFETCHED_BYTES));
        PREFETCH_TO_WRITE((const char *)((uintptr_t)(to + place * size) + RADIX_PREFETCHED_BYTES));
        keys[place] = (uint32_t)value & r->key_mask;
        memcpy(to + place * size, bytes == 0 ? (const char *)&position : from + i * from_bytes, size);
    }
}

#define RADIX_BODY(index, TYPE, bytes)                                                                           \
    static void partition_##index##_##bytes(const grn_radix *r, int64_t n, const uint32_t *start, void *scratch, \
                                            uint32_t *key, void *payload)                                        \
    {                                                                                                            \
        partition(r, n, start, scratch, key, payload, TYPE, bytes);                                              \
    }
#define RADIX_BODIES(index, TYPE) \
    RADIX_BODY(index, TYPE, 0)    \
    RADIX_BODY(index, TYPE, 1)    \
    RADIX_BODY(index, TYPE, 2)    \
    RADIX_BODY(index, TYPE, 4)    \
    RADIX_BODY(index, TYPE, 8)
RADIX_BODIES(i32, RADIX_I32)
RADIX_BODIES(ui32, RADIX_UI32)
RADIX_BODIES(i64, RADIX_I64)

#define RADIX_OF(index)                                                                        \
    {                                                                                          \
        [0] = partition_##index##_0, [1] = partition_##index##_1, [2] = partition_##index##_2, \
        [4] = partition_##index##_4, [8] = partition_##index##_8                               \
    }

grn_radix_partition_fn grn_radix_partition(grn_dtype index_dtype, size_t payload_bytes)
{
    static const grn_radix_partition_fn table[GRN_DTYPE_COUNT][9] = {
        [GRN_I32] = RADIX_OF(i32),   [GRN_UI32] = RADIX_OF(ui32), [GRN_I64] = RADIX_OF(i64),
        [GRN_INDEX] = RADIX_OF(i64), [GRN_UI64] = RADIX_OF(i64),
    };
    return payload_bytes <= 8 ? table[index_dtype][payload_bytes] : NULL;
}

/* ---- buckets of a gather --------------------------------------------------------------------- */

#define PLACE(bytes, T)                                                                                      \
    KERNEL_INLINE void place_one_##bytes(char *result, const char *operand, uint32_t position, uint32_t key) \
    {                                                                                                        \
        T cell;                                                                                              \
        memcpy(&cell, operand + (size_t)key * bytes, bytes);                                                 \
        memcpy(result + (size_t)position * bytes, &cell, bytes);                                             \
    }                                                                                                        \
    static void place_##bytes(void *result, const void *operand, const grn_radix_moves *m)                   \
    {                                                                                                        \
        const grn_radix_moves k = *m;                                                                        \
        const int64_t prefetched = k.ahead > 0 && k.count > k.ahead ? k.count - k.ahead : 0;                 \
        int64_t i = 0;                                                                                       \
        for (; i < prefetched; i++) {                                                                        \
            PREFETCH_TO_READ((const char *)operand + (size_t)k.key[i + k.ahead] * bytes);                    \
            if (k.prefetch_result)                                                                           \
                PREFETCH_TO_WRITE((char *)result + (size_t)k.position[i + k.ahead] * bytes);                 \
            place_one_##bytes(result, operand, k.position[i], k.key[i]);                                     \
        }                                                                                                    \
        for (; i < k.count; i++)                                                                             \
            place_one_##bytes(result, operand, k.position[i], k.key[i]);                                     \
    }
PLACE(1, uint8_t)
PLACE(2, uint16_t)
PLACE(4, uint32_t)
PLACE(8, uint64_t)
PLACE(16, grn_cell16)

grn_radix_place_fn grn_radix_place(size_t element_bytes)
{
    static const grn_radix_place_fn table[17] = {
        [1] = place_1, [2] = place_2, [4] = place_4, [8] = place_8, [16] = place_16,
    };
    return element_bytes < GRN_COUNT(table) ? table[element_bytes] : NULL;
}
