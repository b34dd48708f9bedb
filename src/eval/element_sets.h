/*
 * element_sets.h - element functions compiled for the instruction sets that have files here. A set
 * gives the same bits as every other: nothing is fused, and no sum changes its order.
 */
#ifndef GRN_EVAL_ELEMENT_SETS_H
#define GRN_EVAL_ELEMENT_SETS_H

#include "eval/element.h"

/* The row of the same function, cast or conversion as this processor runs it best: what is given,
 * where no set has another. */
const grn_element *grn_element_here(const grn_element *element);
grn_element_fn grn_cast_here(grn_dtype from, grn_dtype to);
grn_element_fn grn_convert_fused_here(grn_dtype from, grn_dtype to);

/* What AVX2 has, and NULL for the rest; the processor is to run it (element_sets_avx2.c). */
typedef struct grn_element_set {
    const grn_element *(*row)(const grn_element *element);
    grn_element_fn (*cast)(grn_dtype from, grn_dtype to);
    grn_element_fn (*convert_fused)(grn_dtype from, grn_dtype to);
} grn_element_set;
const grn_element_set *grn_element_set_avx2(void); /* NULL: the file was compiled without it */

#define GRN_ELEMENT_AVX2_EXTERN(name) extern const grn_element grn_element_##name##_avx2;
GRN_ELEMENTS(GRN_ELEMENT_AVX2_EXTERN)
#undef GRN_ELEMENT_AVX2_EXTERN

#endif
