/* element_sets.c - the element functions of the best instruction set that this processor runs. */
#include "eval/element_sets.h"

#include "kernels/sets.h"

static const grn_element_set *set_here(void) { return grn_kernels_avx2_runs() ? grn_element_set_avx2() : NULL; }

const grn_element *grn_element_here(const grn_element *element)
{
    const grn_element_set *set = set_here();
    const grn_element *row = set ? set->row(element) : NULL;
    return row ? row : element;
}

grn_element_fn grn_cast_here(grn_dtype from, grn_dtype to)
{
    const grn_element_set *set = set_here();
    return (set ? set->cast : grn_element_cast)(from, to);
}

grn_element_fn grn_convert_fused_here(grn_dtype from, grn_dtype to)
{
    const grn_element_set *set = set_here();
    return (set ? set->convert_fused : grn_convert_fused)(from, to);
}
