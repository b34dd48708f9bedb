/*
 * take_avx512.c - take.h with AVX-512 where it is faster, and as with AVX2
 * where it is not: elements are still loaded one by one, and what is gained is
 * fewer loads to check their indices of 64 bits by. Indices of 32 bits take
 * half as many to begin with, and what comes from memory waits for that.
 */
#include "kernels/avx512.h"
#include "kernels/hints.h"

#if defined(__AVX512VBMI2__)

#include "kernels/take_x86.h"

/* What is loaded here is not taken apart for the addresses too: reading it again costs less. */
KERNEL_INLINE __m512i load_to_check(const void *p)
{
    __m512i v = _mm512_loadu_si512(p);
#if defined(__GNUC__)
    __asm__("" : "+v"(v));
#endif
    return v;
}

KERNEL_INLINE bool in_range_8(const char *raw, int64_t last)
{
    __m512i most = _mm512_max_epu64(load_to_check(raw), load_to_check(raw + 64));
    return _mm512_cmpgt_epu64_mask(most, _mm512_set1_epi64(last)) == 0;
}

/* Of a table of just these elements; others go on as with AVX2. */
#define FUSED(bytes)                                                                                         \
    FUSED_SINGLE(bytes, 8)                                                                                   \
    FUSED_GROUPS(bytes, 8)                                                                                   \
    static int64_t fused_##bytes(void *dst, const void *src, const void *raw, int64_t n, const grn_fused *d) \
    {                                                                                                        \
        if (d->step != 0 || d->scale != (bytes))                                                             \
            return grn_take_avx2.fused(GRN_I64, bytes, false)(dst, src, raw, n, d);                          \
        int64_t i = groups_8_##bytes(dst, src, raw, 0, n, d, bytes, 0, false);                               \
        return i == n || i + GROUP <= n ? i : single_8_##bytes(dst, src, raw, i, n, d);                      \
    }
FUSED(1)
FUSED(2)
FUSED(4)
FUSED(8)
FUSED(16)

static grn_fused_fn fused(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
    static const grn_fused_fn table[17] = {
        [1] = fused_1, [2] = fused_2, [4] = fused_4, [8] = fused_8, [16] = fused_16};
    bool wide = index_dtype == GRN_I64 || index_dtype == GRN_INDEX || index_dtype == GRN_UI64;
    if (!wide || stream || element_bytes > 16)
        return grn_take_avx2.fused(index_dtype, element_bytes, stream);
    return table[element_bytes];
}

static grn_prefix_fn prefix(grn_dtype index_dtype)
{
    return grn_take_avx2.prefix(index_dtype);
}

/* ---- pairs of indices, of elements that are far ------------------------------------------------------------------- */

/* Offsets that are worked out, prefetched, and not yet used: a pair takes two multiplications and four loads, which are
 * done once here and not again when the element is moved. */
#define RING 256

static __m512i by_turns(int64_t first, int64_t second)
{
    return _mm512_unpacklo_epi64(_mm512_set1_epi64(first), _mm512_set1_epi64(second));
}

/* The bytes that eight pairs lie apart from the table's start. */
KERNEL_INLINE __m512i offsets_of(__m512i a, __m512i b, __m512i scales)
{
    const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
    a = _mm512_mullo_epi64(a, scales);
    b = _mm512_mullo_epi64(b, scales);
    return _mm512_add_epi64(_mm512_permutex2var_epi64(a, even, b), _mm512_permutex2var_epi64(a, odd, b));
}

/* What is read back at once from a part of 64 bytes stored as one would have to wait until they are in the cache. */
static inline void put_by_halves(int64_t *to, __m512i v)
{
    _mm256_store_si256((void *)to, _mm512_castsi512_si256(v));
    _mm256_store_si256((void *)(to + 4), _mm512_extracti64x4_epi64(v, 1));
}

/* Of GROUP pairs; false where one is out of range. */
KERNEL_INLINE bool work_out(const char *raw, __m512i last, __m512i scales, int64_t *offset)
{
    __m512i a = load_to_check(raw), b = load_to_check(raw + 64), c = load_to_check(raw + 128), d = load_to_check(raw + 192);
    __m512i most = _mm512_max_epu64(_mm512_max_epu64(a, b), _mm512_max_epu64(c, d));
    put_by_halves(offset, offsets_of(a, b, scales));
    put_by_halves(offset + 8, offsets_of(c, d, scales));
    return _mm512_cmpgt_epu64_mask(most, last) == 0;
}

#define PAIR_OFFSET(k) ((const char *)src + at[k])
#define PAIRS(bytes)                                                                                          \
    static int64_t pairs_##bytes(void *dst, const void *src, const void *raw, int64_t n, const grn_fused *d)  \
    {                                                                                                         \
        const grn_fused_fn others = grn_take_avx2.pairs(GRN_I64, bytes, true);                                \
        const __m512i last = by_turns(d->last, d->second_last), scales = by_turns(d->scale, d->second_scale); \
        int64_t ahead = d->ahead / GROUP * GROUP, head = head_of(dst, bytes), known, i;                       \
        _Alignas(64) int64_t ring[RING];                                                                      \
        bool good = true;                                                                                     \
        ahead = ahead < RING - GROUP ? ahead : RING - GROUP;                                                  \
        if (ahead <= 0 || head < 0 || n < 4 * GROUP)                                                          \
            return others(dst, src, raw, n, d);                                                               \
        known = i = others(dst, src, raw, head, d);                                                           \
        if (i < head)                                                                                         \
            return i;                                                                                         \
        for (const char *pairs = raw; i + GROUP <= n; i += GROUP) {                                           \
            for (; good && known < i + GROUP + ahead && known + GROUP <= n; known += good ? GROUP : 0) {      \
                int64_t *next = ring + (known - head) % RING;                                                 \
                good = work_out(pairs + 16 * known, last, scales, next);                                      \
                for (int k = 0; k < GROUP; k++)                                                               \
                    PREFETCH((const char *)((uintptr_t)src + (uintptr_t)next[k]));                            \
            }                                                                                                 \
            if (known < i + GROUP)                                                                            \
                return i;                                                                                     \
            const int64_t *at = ring + (i - head) % RING;                                                     \
            MOVE16_##bytes(PAIR_OFFSET, (char *)dst + i * (bytes), true);                                     \
        }                                                                                                     \
        return i + others((char *)dst + i * (bytes), src, (const char *)raw + 16 * i, n - i, d);              \
    }
PAIRS(4)
PAIRS(8)

static grn_fused_fn pairs(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
    bool wide = index_dtype == GRN_I64 || index_dtype == GRN_INDEX || index_dtype == GRN_UI64;
    if (!wide || !stream || (element_bytes != 4 && element_bytes != 8))
        return grn_take_avx2.pairs(index_dtype, element_bytes, stream);
    return element_bytes == 4 ? pairs_4 : pairs_8;
}

static grn_fused_fn fused_rows(grn_dtype index_dtype, size_t row_bytes, bool stream)
{
    return grn_take_avx2.fused_rows(index_dtype, row_bytes, stream);
}

static grn_take_cells_fn cells(size_t element_bytes, bool stream)
{
    return grn_take_avx2.cells(element_bytes, stream);
}

static void fence(void)
{
    _mm_sfence();
}

const grn_take_kernels grn_take_avx512 = {
    .narrow = grn_narrow_avx512, .prefix = prefix, .fused = fused, .pairs = pairs,
    .fused_rows = fused_rows, .runs = grn_fused_runs_plain, .cells = cells, .strips = grn_take_strips_plain,
    .put_outside = grn_put_outside_plain,
    .windows = grn_windows_avx512, .stream_windows = grn_stream_windows_avx2, .stream = grn_stream_avx2, .fence = fence,
};

#endif
