/* prefetch.c - lines that are soon used. */
#include "kernels/hints.h"
#include "kernels/kernels.h"

void grn_prefetch_plain(const void *p, int64_t bytes, bool write)
{
    const char *at = p;
    if (write)
        prefetch_row_to_write(at, bytes);
    for (int64_t k = 0; !write && k < bytes; k += GRN_LINE_BYTES)
        PREFETCH_TO_READ(at + k);
}
