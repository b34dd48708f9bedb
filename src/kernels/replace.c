/* replace.c - the plain kernels of replace.h. */
#include "kernels/accumulate_element.h"

#define REPLACE_COMPACT
#include "kernels/replace.h"

KERNEL_SHARED void grn_replace_long_rows(char *current, const int64_t *offset, const grn_updates *u, int64_t bytes,
                                         int64_t size)
{
    const int64_t n = u->count, scale = u->unit * size, step = u->step * size, *from = u->from;
    const char *update = u->data;
    for (int64_t i = 0; i < n; i++)
        memcpy(current + offset[i] * scale, update + (from != NULL ? from[i] * size : i * step), (size_t)bytes);
}

#define NO_STREAM(bytes) NULL

const grn_accumulate *grn_replace_plain(size_t element_bytes)
{
    static const grn_accumulate table[17] = {REPLACE_ROWS(NO_STREAM)};
    return element_bytes < GRN_COUNT(table) && table[element_bytes].run != NULL ? &table[element_bytes] : NULL;
}
