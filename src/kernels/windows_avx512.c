/*
 * windows_avx512.c - windows of rows that AVX-512 moves faster than AVX2: short rows of odd size by
 * one masked load and store; rows of one to four lines by whole lines. All others are
 * windows_avx2.c's: rows of 3, 24, 32 to 63 or more than 256 bytes gained nothing, nor did stores
 * past the caches, which the processor also combines from two of 32 bytes.
 */
#include "kernels/avx512.h"
#include "kernels/hints.h"

#if defined(__AVX512VBMI2__)

#include <immintrin.h>

#include "kernels/windows_rows.h"

KERNEL_INLINE void move64(char *to, const char *from) { _mm512_storeu_si512(to, _mm512_loadu_si512(from)); }

/* bytes < 16, < 32 */
#define MOVE_masked16                                                       \
    do {                                                                    \
        const __mmask16 there = (__mmask16)((1u << bytes) - 1);             \
        (void)stream;                                                       \
        _mm_mask_storeu_epi8(to, there, _mm_maskz_loadu_epi8(there, from)); \
    } while (0)
#define MOVE_masked32                                                             \
    do {                                                                          \
        const __mmask32 there = (__mmask32)((UINT32_C(1) << bytes) - 1);          \
        (void)stream;                                                             \
        _mm256_mask_storeu_epi8(to, there, _mm256_maskz_loadu_epi8(there, from)); \
    } while (0)
#define MOVE_WHOLE                             \
    do {                                       \
        (void)stream;                          \
        for (size_t k = 0; k < bytes; k += 64) \
            move64(to + k, from + k);          \
    } while (0)
#define MOVE_64 MOVE_WHOLE
#define MOVE_128 MOVE_WHOLE
#define MOVE_192 MOVE_WHOLE
#define MOVE_256 MOVE_WHOLE
#define ROW_BYTES_masked16 w->row_bytes
#define ROW_BYTES_masked32 w->row_bytes
#define ROW_BYTES_64 64
#define ROW_BYTES_128 128
#define ROW_BYTES_192 192
#define ROW_BYTES_256 256

WINDOW_KERNEL(masked16, cached, false)
WINDOW_KERNEL(masked32, cached, false)
WINDOW_KERNEL(64, cached, false)
WINDOW_KERNEL(128, cached, false)
WINDOW_KERNEL(192, cached, false)
WINDOW_KERNEL(256, cached, false)
EIGHT_ROWS(64, cached)

grn_take_windows_fn grn_windows_avx512(size_t row_bytes)
{
    static const choice table[] = {
        {5, 7, 1, windows_cached_masked16},
        {9, 15, 1, windows_cached_masked16},
        {17, 23, 1, windows_cached_masked32},
        {25, 31, 1, windows_cached_masked32},
        EXACTLY(64, 1, cached_or_eight),
        EXACTLY(128, 1, cached),
        EXACTLY(192, 1, cached),
        EXACTLY(256, 1, cached),
        {0, 0, 1, NULL},
    };
    grn_take_windows_fn chosen = choose(table, row_bytes, 1);
    return chosen != NULL ? chosen : grn_windows_avx2(row_bytes);
}

#endif
