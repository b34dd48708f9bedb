/* elementary_avx2.c - elementary functions on vectors of AVX2. */
#include "kernels/elementary.h"

#if defined(__AVX2__)
#include <immintrin.h>

#define ELEMENTARY_SET grn_elementary_avx2
#define WIDTH 32
#define ANY(mask) (!_mm256_testz_si256((__m256i)(mask), (__m256i)(mask)))
#include "kernels/elementary_body.h"

#else

const grn_elementary *grn_elementary_avx2(void) { return grn_elementary_scalar(); }

#endif
