/* replace.c - updates that take the place of what is there, by element size. */
#include "kernels/accumulate.h"

typedef struct cell16 {
    uint64_t half[2];
} cell16;

#define REPLACE(bytes, T, KERNELS)                   \
    KERNEL_INLINE T replace_##bytes(T a, T b)        \
    {                                                \
        (void)a;                                     \
        return b;                                    \
    }                                                \
    KERNELS(replace_##bytes, T, replace_##bytes)
REPLACE(1, uint8_t, ACCUMULATE_KERNELS)
REPLACE(2, uint16_t, ACCUMULATE_KERNELS)
REPLACE(4, uint32_t, ACCUMULATE_WIDE)
REPLACE(8, uint64_t, ACCUMULATE_WIDE)
REPLACE(16, cell16, ACCUMULATE_KERNELS)

#ifndef REPLACE_STREAM
#define REPLACE_STREAM(bytes) NULL
#endif
#define REPLACE_ROW(bytes, DIRECT, STEPPED)                                                                                  \
    [bytes] = {GRN_COMBINE_REPLACE, (grn_dtype)0, replace_##bytes##_run, replace_##bytes##_cells,           \
               replace_##bytes##_rows, DIRECT, STEPPED, REPLACE_STREAM(bytes)}

const grn_accumulate *grn_replace_plain(size_t element_bytes)
{
    static const grn_accumulate table[17] = {REPLACE_ROW(1, NULL, NULL), REPLACE_ROW(2, NULL, NULL),
                                             REPLACE_ROW(4, replace_4_direct, replace_4_stepped),
                                             REPLACE_ROW(8, replace_8_direct, replace_8_stepped),
                                             REPLACE_ROW(16, NULL, NULL)};
    return element_bytes < GRN_COUNT(table) && table[element_bytes].run != NULL ? &table[element_bytes] : NULL;
}

void grn_fetch_plain(const void *p, int64_t bytes, bool write)
{
    const char *at = p;
    if (write)
        fetch_row(at, bytes);
    for (int64_t k = 0; !write && k < bytes; k += GRN_LINE_BYTES)
        FETCH_TO_READ(at + k);
}
