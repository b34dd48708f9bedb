/* replace_neon.c - the kernels of replace.h, with NEON's check of indices. */
#include "kernels/neon.h"

#if defined(GRN_NEON)

#include "kernels/accumulate_element_neon.h"

#include "kernels/replace.h"

#define NO_STREAM(bytes) NULL

const grn_accumulate *grn_replace_neon(size_t element_bytes)
{
    static const grn_accumulate table[17] = {REPLACE_ROWS(NO_STREAM)};
    return element_bytes < GRN_COUNT(table) && table[element_bytes].run != NULL ? &table[element_bytes] : NULL;
}

#endif
