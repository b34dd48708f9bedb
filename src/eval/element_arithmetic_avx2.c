/* element_arithmetic_avx2.c - sums, products, quotients, powers and bounds, compiled for AVX2. */
#include "core/core.h" /* without AVX2 there is nothing else */

#if defined(__AVX2__)
#define GRN_ELEMENT_ROW(name) grn_element_##name##_avx2
#include "eval/element_sets.h"
#include "eval/element_arithmetic.c"
#endif
