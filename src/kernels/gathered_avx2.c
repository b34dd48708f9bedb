/*
 * gathered_avx2.c - elements of 4 and 8 bytes by the gather instruction, by
 * checked raw indices and by offsets.
 *
 * The instruction loads no faster than scalar loads do from a cache that is
 * near. While lines of the next run are prefetched, it leaves them more of the
 * buffers that misses wait in: on Zen 4 8.9 ms where scalar loads take 18.7
 * (4,096 rows of 32 KiB, 2,048 elements of 8 bytes from each). Which of both is
 * faster depends on the processor, so that a plan races them.
 */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#include "kernels/range_avx2.h"

/* ---- sixteen elements ------------------------------------------------------------------------ */

KERNEL_INLINE __m128i load128(const void *p) { return _mm_loadu_si128((const __m128i *)p); }

/* Into a vector of zeros: the instruction merges, and would else wait for what the register held. */
KERNEL_INLINE __m256i eight_by_32(const char *from, const char *at)
{
    const __m256i zero = _mm256_setzero_si256();
    return _mm256_mask_i32gather_epi32(zero, (const int *)(const void *)from, load256(at), _mm256_set1_epi32(-1), 4);
}

KERNEL_INLINE __m128i four_by_64(const char *from, const char *at)
{
    const __m128i zero = _mm_setzero_si128();
    return _mm256_mask_i64gather_epi32(zero, (const int *)(const void *)from, load256(at), _mm_set1_epi32(-1), 4);
}

KERNEL_INLINE __m256i four_wide_by_32(const char *from, const char *at)
{
    const __m256i zero = _mm256_setzero_si256(), all = _mm256_set1_epi64x(-1);
    return _mm256_mask_i32gather_epi64(zero, (const long long *)(const void *)from, load128(at), all, 8);
}

KERNEL_INLINE __m256i four_wide_by_64(const char *from, const char *at)
{
    const __m256i zero = _mm256_setzero_si256(), all = _mm256_set1_epi64x(-1);
    return _mm256_mask_i64gather_epi64(zero, (const long long *)(const void *)from, load256(at), all, 8);
}

/* Two groups of 64-bit indices fill a vector of elements of 4 bytes. */
KERNEL_INLINE __m256i eight_by_64(const char *from, const char *at)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(four_by_64(from, at)), four_by_64(from, at + 32), 1);
}

#define EIGHT_4_4 eight_by_32
#define EIGHT_8_4 eight_by_64
#define FOUR_4_8 four_wide_by_32
#define FOUR_8_8 four_wide_by_64
#define GATHER16_4(I, from, at, to, stream)                                             \
    do {                                                                                \
        for (int k_ = 0; k_ < 2; k_++)                                                  \
            store256((to) + k_ * 32, EIGHT_##I##_4(from, (at) + k_ * 8 * (I)), stream); \
    } while (0)
#define GATHER16_8(I, from, at, to, stream)                                            \
    do {                                                                               \
        for (int k_ = 0; k_ < 4; k_++)                                                 \
            store256((to) + k_ * 32, FOUR_##I##_8(from, (at) + k_ * 4 * (I)), stream); \
    } while (0)

/* ---- by raw indices -------------------------------------------------------------------------- */

/* `others` moves, one by one, what comes before an aligned line, less than a group, and groups with an
 * index out of range. */
#define GATHERED(bytes, I, dtype)                                                                                     \
    KERNEL_SHARED static int64_t gathered_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n,       \
                                                        const grn_fused *d, bool stream)                              \
    {                                                                                                                 \
        const grn_fused_fn others = grn_take_avx2.fused(dtype, bytes, false);                                         \
        const int64_t ahead = d->ahead, prefetched = ahead > 0 ? n - GROUP - ahead : -1;                              \
        int64_t i = stream ? head_of(dst, bytes) : 0;                                                                 \
        if (i < 0 || i > n)                                                                                           \
            return others(dst, src, raw, n, d);                                                                       \
        const int64_t head = others(dst, src, raw, i, d);                                                             \
        if (head < i)                                                                                                 \
            return head;                                                                                              \
        for (; i + GROUP <= n; i += GROUP) {                                                                          \
            const char *at = (const char *)raw + i * (I);                                                             \
            if (i <= prefetched)                                                                                      \
                PREFETCH_GROUP_I(I, at + ahead * (I), (const char *)src, bytes, 0, d->far);                           \
            if (!in_range_##I(at, d->last))                                                                           \
                return i;                                                                                             \
            GATHER16_##bytes(I, src, at, (char *)dst + i * (bytes), stream);                                          \
        }                                                                                                             \
        return i + others((char *)dst + i * (bytes), src, (const char *)raw + i * (I), n - i, d);                     \
    }                                                                                                                 \
    static int64_t cached_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n, const grn_fused *d)   \
    {                                                                                                                 \
        return gathered_##I##_##bytes(dst, src, raw, n, d, false);                                                    \
    }                                                                                                                 \
    static int64_t streamed_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n, const grn_fused *d) \
    {                                                                                                                 \
        return gathered_##I##_##bytes(dst, src, raw, n, d, true);                                                     \
    }
GATHERED(4, 4, GRN_I32)
GATHERED(8, 4, GRN_I32)
GATHERED(4, 8, GRN_I64)
GATHERED(8, 8, GRN_I64)

grn_fused_fn grn_gathered_avx2(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
    static const grn_fused_fn table[2][2][2] = {
        {{cached_4_4, cached_4_8}, {cached_8_4, cached_8_8}},
        {{streamed_4_4, streamed_4_8}, {streamed_8_4, streamed_8_8}},
    };
    const size_t index_bytes = grn_dtype_is_integer(index_dtype) ? grn_dtype_bytes(index_dtype) : 0;
    if ((index_bytes != 4 && index_bytes != 8) || (element_bytes != 4 && element_bytes != 8))
        return NULL;
    return table[stream][index_bytes == 8][element_bytes == 8];
}

/* ---- by offsets ------------------------------------------------------------------------------ */

#define GATHERED_CELLS(bytes)                                                                                \
    KERNEL_SHARED static void gathered_##bytes(void *dst, const void *src, const int32_t *offset, int64_t n, \
                                               bool stream)                                                  \
    {                                                                                                        \
        const grn_take_cells_fn others = grn_take_cells_avx2(bytes, false);                                  \
        int64_t i = stream ? head_of(dst, bytes) : 0;                                                        \
        i = i < 0 || i > n ? n : i;                                                                          \
        others(dst, src, offset, i);                                                                         \
        for (; i + GROUP <= n; i += GROUP)                                                                   \
            GATHER16_##bytes(4, src, (const char *)(offset + i), (char *)dst + i * (bytes), stream);         \
        others((char *)dst + i * (bytes), src, offset + i, n - i);                                           \
    }                                                                                                        \
    static void cached_##bytes(void *dst, const void *src, const int32_t *offset, int64_t n)                 \
    {                                                                                                        \
        gathered_##bytes(dst, src, offset, n, false);                                                        \
    }                                                                                                        \
    static void streamed_##bytes(void *dst, const void *src, const int32_t *offset, int64_t n)               \
    {                                                                                                        \
        gathered_##bytes(dst, src, offset, n, true);                                                         \
    }
GATHERED_CELLS(4)
GATHERED_CELLS(8)

grn_take_cells_fn grn_gathered_cells_avx2(size_t element_bytes, bool stream)
{
    static const grn_take_cells_fn table[2][2] = {{cached_4, cached_8}, {streamed_4, streamed_8}};
    return element_bytes == 4 || element_bytes == 8 ? table[stream][element_bytes == 8] : NULL;
}

#endif
