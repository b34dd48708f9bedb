/*
 * accumulate_avx2.c - the pairs of accumulate_common.h for AVX2: the same C, compiled to wider code
 * by this file's flags, with AVX2's functions on single elements. All other pairs are the plain
 * ones.
 */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#include "kernels/accumulate_element_avx2.h"

#include "kernels/accumulate_common.h"

const grn_accumulate *grn_accumulate_avx2(grn_combiner combiner, grn_dtype dtype)
{
    static const grn_accumulate_table table = {COMMON_ROWS};
    const grn_accumulate *row = &table[combiner][dtype];
    return row->run != NULL ? row : grn_accumulate_plain(combiner, dtype);
}

#endif
