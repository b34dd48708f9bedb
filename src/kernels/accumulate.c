/* accumulate.c - the accumulate kernel of a combiner on a dtype. */
#include "kernels/accumulate.h"

static const grn_accumulate *look_up(const grn_accumulate_table table, grn_combiner combiner, grn_dtype dtype)
{
    const grn_accumulate *row = &table[combiner][dtype];
    return row->run != NULL ? row : NULL;
}

const grn_accumulate *grn_accumulate_plain(grn_combiner combiner, grn_dtype dtype)
{
    if (grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX)
        return look_up(grn_accumulate_complex, combiner, dtype);
    if (grn_dtype_class_of(dtype) != GRN_CLASS_FLOAT)
        return look_up(grn_accumulate_integers, combiner, dtype);
    return look_up(grn_dtype_bytes(dtype) == 1 ? grn_accumulate_small : grn_accumulate_floats, combiner, dtype);
}
