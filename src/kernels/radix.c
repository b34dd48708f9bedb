/* radix.c - the plain bodies of radix.h: complete for every index type and payload. */
#include "kernels/radix_body.h"

/* ---- histogram ------------------------------------------------------------------------------------------------ */

KERNEL_INLINE void histogram(const grn_radix *given, int64_t n, uint32_t *count, const radix_index type)
{
    const grn_radix here = *given, *r = &here;
    const uint64_t buckets = (uint64_t)grn_radix_buckets(r);
    const int64_t step = r->step * RADIX_INDEX_BYTES(type);
    const char *raw = r->raw;
    for (int64_t i = 0; i < n; i++)
        count[radix_bucket(r, radix_start(raw + i * step, type), buckets)]++;
}

static void histogram_i32(const grn_radix *r, int64_t n, uint32_t *count)
{
    histogram(r, n, count, RADIX_I32);
}

static void histogram_ui32(const grn_radix *r, int64_t n, uint32_t *count)
{
    histogram(r, n, count, RADIX_UI32);
}

static void histogram_i64(const grn_radix *r, int64_t n, uint32_t *count)
{
    histogram(r, n, count, RADIX_I64);
}

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

/* ---- partition ------------------------------------------------------------------------------------------------ */

size_t grn_radix_scratch(int64_t buckets, size_t payload_bytes)
{
    size_t size = RADIX_STORED(payload_bytes), buffer = RADIX_SLOTS(size) * (sizeof(uint32_t) + size);
    return radix_places_bytes((uint64_t)buckets) + (size_t)(buckets + 1) * buffer;
}

RADIX_ALL_BODIES

grn_radix_partition_fn grn_radix_partition_plain(grn_dtype index_dtype, size_t payload_bytes)
{
    static const grn_radix_partition_fn table[GRN_DTYPE_COUNT][9] = RADIX_TABLE;
    return payload_bytes <= 8 ? table[index_dtype][payload_bytes] : NULL;
}

/* ---- buckets of a gather -------------------------------------------------------------------------------------- */

#define PLACE(bytes, T)                                                                                       \
    KERNEL_INLINE void place_one_##bytes(char *result, const char *operand, uint32_t position, uint32_t key)  \
    {                                                                                                         \
        T cell;                                                                                               \
        memcpy(&cell, operand + (size_t)key * bytes, bytes);                                                  \
        memcpy(result + (size_t)position * bytes, &cell, bytes);                                              \
    }                                                                                                         \
    static void place_##bytes(void *result, const void *operand, const grn_radix_moves *m)                    \
    {                                                                                                         \
        const grn_radix_moves k = *m;                                                                         \
        const int64_t fetched = k.ahead > 0 && k.count > k.ahead ? k.count - k.ahead : 0;                     \
        int64_t i = 0;                                                                                        \
        for (; i < fetched; i++) {                                                                            \
            PREFETCH_TO_READ((const char *)operand + (size_t)k.key[i + k.ahead] * bytes);                     \
            if (k.fetch_result)                                                                               \
                PREFETCH_TO_WRITE((char *)result + (size_t)k.position[i + k.ahead] * bytes);                     \
            place_one_##bytes(result, operand, k.position[i], k.key[i]);                                      \
        }                                                                                                     \
        for (; i < k.count; i++)                                                                              \
            place_one_##bytes(result, operand, k.position[i], k.key[i]);                                      \
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
