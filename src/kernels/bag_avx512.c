/* bag_avx512.c - bags on vectors of AVX-512. */
#include "kernels/bag.h"

#if defined(__AVX512VBMI2__)
#include <immintrin.h>

#define GRN_BAG_SET grn_bag_avx512
#define WIDTH 64
#define BLOCK_16
#define BELOW grn_bag_avx2
#define F32(name) _mm512_##name##_ps
#define F64(name) _mm512_##name##_pd
#define WHOLE(name) _mm512_##name
#define ALL_BITS __m512i
#define LOAD_HALVES(p) _mm256_loadu_si256((const void *)(p))
#define STORE_HALVES(p, h) _mm256_storeu_si256((void *)(p), (h))
#define F32_TO_F16(x) _mm512_cvtps_ph((x), _MM_FROUND_TO_NEAREST_INT)
#define NARROWED(u) _mm512_cvtepi32_epi16((__m512i)(u))
#define HALVES_OF_BYTES(b) _mm256_slli_epi16(_mm256_cvtepu8_epi16(b), 8)
#include "kernels/bag_x86.h"

#else

const grn_bag_kernels *grn_bag_avx512(void) { return grn_bag_avx2(); }

#endif
