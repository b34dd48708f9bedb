/* program_avx2.c - programs of arithmetic on vectors of AVX2. */
#include "kernels/program.h"

#if defined(__AVX2__)

#include <immintrin.h>

#define PROGRAM_SET grn_program_set_avx2
#define WIDTH 32
#define ANY(mask) (!_mm256_testz_si256((__m256i)(mask), (__m256i)(mask)))
#include "kernels/program_body.h"

#else

const grn_program_set *grn_program_set_avx2(grn_dtype dtype) { return grn_program_set_scalar(dtype); }

#endif

/* Wider vectors gain nothing on elements, which go by four. */
const grn_program_set *grn_program_set_avx512(grn_dtype dtype) { return grn_program_set_avx2(dtype); }
