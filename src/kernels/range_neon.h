/* range_neon.h - whether raw indices, read without a sign, are in range: `even` and `odd` bound
 * those of even and odd number. */
#ifndef GRN_KERNELS_RANGE_NEON_H
#define GRN_KERNELS_RANGE_NEON_H

#include <arm_neon.h>
#include <string.h>

#include "kernels/hints.h"

/* 16 divides bytes. */
KERNEL_INLINE bool words_in_range(const char *raw, int64_t bytes, uint32_t even, uint32_t odd)
{
    const uint32_t bounds[4] = {even, odd, even, odd};
    const uint32x4_t last = vld1q_u32(bounds);
    uint32x4_t most = vdupq_n_u32(0);
    for (int64_t i = 0; i < bytes; i += 16)
        most = vmaxq_u32(most, vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)raw + i)));
    return vmaxvq_u32(vcgtq_u32(most, last)) == 0;
}

KERNEL_INLINE bool doublewords_in_range(const char *raw, int64_t bytes, uint64_t even, uint64_t odd)
{
    const uint64_t bounds[2] = {even, odd};
    const uint64x2_t last = vld1q_u64(bounds);
    uint64x2_t beyond = vdupq_n_u64(0);
    for (int64_t i = 0; i < bytes; i += 16)
        beyond = vorrq_u64(beyond, vcgtq_u64(vreinterpretq_u64_u8(vld1q_u8((const uint8_t *)raw + i)), last));
    return (vgetq_lane_u64(beyond, 0) | vgetq_lane_u64(beyond, 1)) == 0;
}

#endif
