/* accumulate_neon.c - the pairs of accumulate_common.h, with NEON's way of single elements. All
 * others are the plain ones. */
#include "kernels/neon.h"

#if defined(GRN_NEON)

#include "kernels/accumulate_element_neon.h"

#include "kernels/accumulate_common.h"

const grn_accumulate *grn_accumulate_neon(grn_combiner combiner, grn_dtype dtype)
{
    static const grn_accumulate_table table = {COMMON_ROWS};
    const grn_accumulate *row = &table[combiner][dtype];
    return row->run != NULL ? row : grn_accumulate_plain(combiner, dtype);
}

#endif
