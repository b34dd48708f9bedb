/* bag_avx2.c - bags on vectors of AVX2 with FMA, which nearly every processor with AVX2 has. */
#include "kernels/bag.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#define GRN_BAG_SET bags_of_fma
#define WIDTH 32
#define BELOW grn_bag_scalar
#define F32(name) _mm256_##name##_ps
#define F64(name) _mm256_##name##_pd
#define WHOLE(name) _mm256_##name
#define ALL_BITS __m256i
#define LOAD_HALVES(p) _mm_loadu_si128((const void *)(p))
#define STORE_HALVES(p, h) _mm_storeu_si128((void *)(p), (h))
#define F32_TO_F16(x) _mm256_cvtps_ph((x), _MM_FROUND_TO_NEAREST_INT)
#define NARROWED(u) _mm_packus_epi32(_mm256_castsi256_si128((__m256i)(u)), _mm256_extracti128_si256((__m256i)(u), 1))
#define HALVES_OF_BYTES(b) _mm_slli_epi16(_mm_cvtepu8_epi16(b), 8)
static const grn_bag_kernels *bags_of_fma(void);
#include "kernels/bag_x86.h"

const grn_bag_kernels *grn_bag_avx2(void) { return __builtin_cpu_supports("fma") ? bags_of_fma() : grn_bag_scalar(); }

#else

const grn_bag_kernels *grn_bag_avx2(void) { return grn_bag_scalar(); }

#endif
