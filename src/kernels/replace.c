/* replace.c - the plain kernels of replace.h. */
#include "kernels/accumulate_element.h"

#define REPLACE_COMPACT
#include "kernels/replace.h"

#define NO_STREAM(bytes) NULL

const grn_accumulate *grn_replace_plain(size_t element_bytes)
{
    static const grn_accumulate table[17] = {REPLACE_ROWS(NO_STREAM)};
    return element_bytes < GRN_COUNT(table) && table[element_bytes].run != NULL ? &table[element_bytes] : NULL;
}
