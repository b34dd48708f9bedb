/* checked_offsets_neon.c - indices of 32 and 64 bits, four at a time: starts and strides below 2^32
 * need one multiplication. */
#include "kernels/neon.h"

#if defined(GRN_NEON)

#include <arm_neon.h>

#include "kernels/hints.h"

/* The axis in vectors, and the bits that any index out of range has set. */
typedef struct wide_axis {
    int64x2_t base;
    uint64x2_t last, beyond;
    uint32x2_t stride;
} wide_axis;

KERNEL_INLINE void check_two(wide_axis *w, int64x2_t start, const int64_t *at, int64_t *offset)
{
    uint64x2_t product = vmull_u32(vmovn_u64(vreinterpretq_u64_s64(start)), w->stride);
    w->beyond = vorrq_u64(w->beyond, vcgtq_u64(vreinterpretq_u64_s64(start), w->last));
    vst1q_s64(offset, vaddq_s64(vaddq_s64(vld1q_s64(at), w->base), vreinterpretq_s64_u64(product)));
}

KERNEL_INLINE int64x2_t two_i64(const char *p) { return vreinterpretq_s64_u8(vld1q_u8((const uint8_t *)p)); }
KERNEL_INLINE int64x2_t two_i32(const char *p) { return vmovl_s32(vreinterpret_s32_u8(vld1_u8((const uint8_t *)p))); }
KERNEL_INLINE int64x2_t two_ui32(const char *p)
{
    return vreinterpretq_s64_u64(vmovl_u32(vreinterpret_u32_u8(vld1_u8((const uint8_t *)p))));
}

#define CHECKED(name, DTYPE, bytes)                                                                                    \
    static bool checked_##name(const void *indices, const int64_t *at, int64_t base, const grn_checked_axis *axis,     \
                               int64_t n, int64_t *restrict offset)                                                    \
    {                                                                                                                  \
        const char *raw = indices;                                                                                     \
        wide_axis w = {vdupq_n_s64(base), vdupq_n_u64((uint64_t)axis->last), vdupq_n_u64(0),                           \
                       vdup_n_u32((uint32_t)axis->stride)};                                                            \
        int64_t i = 0;                                                                                                 \
        for (; i + 4 <= n; i += 4) {                                                                                   \
            check_two(&w, two_##name(raw + i * (bytes)), at + i, offset + i);                                          \
            check_two(&w, two_##name(raw + (i + 2) * (bytes)), at + i + 2, offset + i + 2);                            \
        }                                                                                                              \
        bool in_range = (vgetq_lane_u64(w.beyond, 0) | vgetq_lane_u64(w.beyond, 1)) == 0;                              \
        return in_range &&                                                                                             \
               (i == n || grn_checked_offsets_plain(DTYPE)(raw + i * (bytes), at + i, base, axis, n - i, offset + i)); \
    }
CHECKED(i32, GRN_I32, 4)
CHECKED(ui32, GRN_UI32, 4)
CHECKED(i64, GRN_I64, 8)

grn_checked_offsets_fn grn_checked_offsets_neon(grn_dtype index_dtype)
{
    switch (index_dtype) {
    case GRN_I32: return checked_i32;
    case GRN_UI32: return checked_ui32;
    case GRN_I64:
    case GRN_UI64:
    case GRN_INDEX: return checked_i64;
    default: return grn_checked_offsets_plain(index_dtype);
    }
}

#endif
