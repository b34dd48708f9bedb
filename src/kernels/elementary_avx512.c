/* elementary_avx512.c - elementary functions on vectors of AVX-512. */
#include "kernels/elementary.h"

#if defined(__AVX512DQ__)
#include <immintrin.h>

#define ELEMENTARY_SET grn_elementary_avx512
#define WIDTH 64
#define ANY(mask) (_mm512_test_epi64_mask((__m512i)(mask), (__m512i)(mask)) != 0)
#include "kernels/elementary_body.h"

#else

const grn_elementary *grn_elementary_avx512(void) { return grn_elementary_avx2(); }

#endif
