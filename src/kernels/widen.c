/* widen.c - indices of fewer bits as those of 64. */
#include <string.h>

#include "kernels/hints.h"
#include "kernels/kernels.h"

#define WIDEN(name, T)                                                                   \
    static void widen_##name(const void *restrict raw, int64_t n, int64_t *restrict to)  \
    {                                                                                    \
        for (int64_t i = 0; i < n; i++) {                                                \
            T index;                                                                     \
            memcpy(&index, (const char *)raw + i * (int64_t)sizeof index, sizeof index); \
            to[i] = index;                                                               \
        }                                                                                \
    }
WIDEN(i8, int8_t)
WIDEN(i16, int16_t)
WIDEN(i32, int32_t)
WIDEN(ui8, uint8_t)
WIDEN(ui16, uint16_t)
WIDEN(ui32, uint32_t)

grn_widen_fn grn_widen_plain(grn_dtype index_dtype)
{
    static const grn_widen_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I8] = widen_i8,   [GRN_I16] = widen_i16,   [GRN_I32] = widen_i32,
        [GRN_UI8] = widen_ui8, [GRN_UI16] = widen_ui16, [GRN_UI32] = widen_ui32,
    };
    return table[index_dtype];
}
