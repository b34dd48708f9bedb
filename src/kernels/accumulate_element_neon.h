/* accumulate_element_neon.h - the names of accumulate_element.h, with NEON. */
#ifndef GRN_KERNELS_ACCUMULATE_ELEMENT_NEON_H
#define GRN_KERNELS_ACCUMULATE_ELEMENT_NEON_H

#include <arm_neon.h>
#include <math.h>

#include "kernels/accumulate.h"
#include "kernels/floats.h"
#include "kernels/range_neon.h"

/* ---- notes of NaNs --------------------------------------------------------------------------- */

typedef bool nans_f32;
typedef bool nans_f64;
KERNEL_INLINE bool note_f32(bool nans, float x, float y) { return nans | (isunordered(x, y) != 0); }
KERNEL_INLINE bool note_f64(bool nans, double x, double y) { return nans | (isunordered(x, y) != 0); }
KERNEL_INLINE bool none_f32(bool nans) { return !nans; }
KERNEL_INLINE bool none_f64(bool nans) { return !nans; }

/* ---- one element ----------------------------------------------------------------------------- */

/* The processor's own minimum and maximum: a NaN wins, and -0 is below +0. */
KERNEL_INLINE float raw_min_one_f32(float a, float b)
{
    return vget_lane_f32(vmin_f32(vdup_n_f32(a), vdup_n_f32(b)), 0);
}
KERNEL_INLINE float raw_max_one_f32(float a, float b)
{
    return vget_lane_f32(vmax_f32(vdup_n_f32(a), vdup_n_f32(b)), 0);
}
KERNEL_INLINE double raw_min_one_f64(double a, double b)
{
    return vget_lane_f64(vmin_f64(vdup_n_f64(a), vdup_n_f64(b)), 0);
}
KERNEL_INLINE double raw_max_one_f64(double a, double b)
{
    return vget_lane_f64(vmax_f64(vdup_n_f64(a), vdup_n_f64(b)), 0);
}

KERNEL_INLINE float one_of_f16(uint16_t h)
{
    return vgetq_lane_f32(vcvt_f32_f16(vreinterpret_f16_u16(vdup_n_u16(h))), 0);
}
KERNEL_INLINE uint16_t f16_one(float value)
{
    return vget_lane_u16(vreinterpret_u16_f16(vcvt_f16_f32(vdupq_n_f32(value))), 0);
}
#define one_of_bf16(h) grn_bf16_to_f32(h)
KERNEL_INLINE uint16_t upper_16(float value) { return (uint16_t)(bits_f32(value) >> 16); }
KERNEL_INLINE uint16_t bf16_one(float value) { return bf16_of(canonical_f32(value)); }

/* ---- runs of f16 ----------------------------------------------------------------------------- */

KERNEL_INLINE float32x4_t canonical_four(float32x4_t x)
{
    return vbslq_f32(vceqq_f32(x, x), x, vreinterpretq_f32_u32(vdupq_n_u32(0x7FC00000)));
}

/* A NaN is made canonical as an f32 and stays so. */
#define F16_BODY(op)                                                                                                \
    KERNEL_INLINE void op##_four_f16(char *current, const char *update)                                             \
    {                                                                                                               \
        uint16x4_t a, b;                                                                                            \
        memcpy(&a, current, sizeof a);                                                                              \
        memcpy(&b, update, sizeof b);                                                                               \
        float32x4_t x = v##op##q_f32(vcvt_f32_f16(vreinterpret_f16_u16(a)), vcvt_f32_f16(vreinterpret_f16_u16(b))); \
        a = vreinterpret_u16_f16(vcvt_f16_f32(canonical_four(x)));                                                  \
        memcpy(current, &a, sizeof a);                                                                              \
    }                                                                                                               \
    static inline void op##_f16_body(char *restrict current, int64_t current_step, const char *restrict update,     \
                                     int64_t update_step, int64_t n)                                                \
    {                                                                                                               \
        int64_t i = 0;                                                                                              \
        for (; current_step == 1 && update_step == 1 && i + 4 <= n; i += 4)                                         \
            op##_four_f16(current + 2 * i, update + 2 * i);                                                         \
        for (current += 2 * i, update += 2 * i; i < n; i++, current += 2 * current_step, update += 2 * update_step) \
            ACCUMULATE_ONE(uint16_t, op##_one_f16, current, update);                                                \
    }                                                                                                               \
    ACCUMULATE_RUN(op##_f16)

/* ---- groups of indices ----------------------------------------------------------------------- */

/* Even indices against the first bound, odd ones against the second. */
KERNEL_INLINE bool group_in_range(const char *raw, const grn_starts *s, int64_t values, const bool index32)
{
    const int64_t bytes = values * (index32 ? 4 : 8);
    if (index32)
        return words_in_range(raw, bytes, (uint32_t)s->last[0], (uint32_t)s->last[1]);
    return doublewords_in_range(raw, bytes, (uint64_t)s->last[0], (uint64_t)s->last[1]);
}

#endif
