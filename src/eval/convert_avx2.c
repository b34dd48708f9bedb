/* convert_avx2.c - conversions, compiled for AVX2. */
#include "core/core.h" /* without AVX2 there is nothing else */

#if defined(__AVX2__)
#define GRN_ELEMENT_ROW(name) grn_element_##name##_avx2
#define grn_element_cast grn_element_cast_avx2
#define grn_convert_fused grn_convert_fused_avx2
#define grn_convert_class grn_convert_class_avx2
#define grn_element_copy grn_element_copy_avx2
#include "eval/element_sets.h"
#include "eval/convert.c"
#endif
