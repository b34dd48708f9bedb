/*
 * accumulate_float.c - f64, f32, and the 16-bit floats through f32.
 *
 * A sum or product of two f16 or bf16 computed in f32 and then rounded equals
 * the one rounded once: 24 bits are at least twice 11, or 8, plus two, and
 * where the narrow result is subnormal the f32 one is exact, or, for bf16
 * products below half its least subnormal, rounds to zero either way.
 */
#include <math.h>

#include "kernels/accumulate.h"
#include "kernels/floats.h"

/* One element at a time the processor's own conversion is shorter, where it has one. */
#if defined(__F16C__)
#include <immintrin.h>
#define F32_OF_F16(h) _cvtsh_ss(h)
#define F16_OF(x) _cvtss_sh((x), _MM_FROUND_TO_NEAREST_INT)
#else
#define F32_OF_F16(h) grn_f16_to_f32(h)
#define F16_OF(x) grn_f32_to_f16(x)
#endif

/*
 * A NaN stays one under every further update, so that it may stand in the
 * results for a while with bits of its own: two elements are looked at by one
 * comparison, and settled where it finds a NaN in either.
 */
#define SETTLED_TWO(T, f, at0, from0, at1, from1)              \
    do {                                                       \
        T a_, b_, x_, y_;                                      \
        memcpy(&a_, (at0), sizeof a_);                         \
        memcpy(&b_, (from0), sizeof b_);                       \
        x_ = raw_##f(a_, b_);                                  \
        memcpy((at0), &x_, sizeof x_);                         \
        memcpy(&a_, (at1), sizeof a_);                         \
        memcpy(&b_, (from1), sizeof b_);                       \
        y_ = raw_##f(a_, b_);                                  \
        memcpy((at1), &y_, sizeof y_);                         \
        if (isunordered(x_, y_)) {                             \
            settle_##T##_at(at0);                              \
            settle_##T##_at(at1);                              \
        }                                                      \
    } while (0)

#define SETTLE_AT(type, T)                      \
    static inline void settle_##T##_at(char *p) \
    {                                           \
        T x;                                    \
        memcpy(&x, p, sizeof x);                \
        x = settle_##type(x);                   \
        memcpy(p, &x, sizeof x);                \
    }
SETTLE_AT(f32, float)
SETTLE_AT(f64, double)

#define WIDE(op)                                                        \
    ACCUMULATE_BODY(op##_f32, float, op##_f32)                          \
    ACCUMULATE_CELLS_BY(op##_f32, float, op##_f32, SETTLED_TWO)         \
    ACCUMULATE_DIRECT(op##_f32, float)                                  \
    ACCUMULATE_ROWS(op##_f32, float)                                    \
    ACCUMULATE_BODY(op##_f64, double, op##_f64)                         \
    ACCUMULATE_CELLS_BY(op##_f64, double, op##_f64, SETTLED_TWO)        \
    ACCUMULATE_DIRECT(op##_f64, double)                                 \
    ACCUMULATE_ROWS(op##_f64, double)
WIDE(add)
WIDE(mul)
WIDE(min)
WIDE(max)

#define NARROW(op)                                                                                        \
    KERNEL_INLINE uint16_t op##_f16(uint16_t a, uint16_t b)                                               \
    {                                                                                                     \
        return f16_of(op##_f32(f32_of_f16(a), f32_of_f16(b)));                                            \
    }                                                                                                     \
    KERNEL_INLINE uint16_t op##_one_f16(uint16_t a, uint16_t b)                                           \
    {                                                                                                     \
        return F16_OF(op##_f32(F32_OF_F16(a), F32_OF_F16(b)));                                            \
    }                                                                                                     \
    KERNEL_INLINE uint16_t op##_bf16(uint16_t a, uint16_t b)                                              \
    {                                                                                                     \
        return bf16_of(op##_f32(grn_bf16_to_f32(a), grn_bf16_to_f32(b)));                                 \
    }                                                                                                     \
    ACCUMULATE_BODY(op##_f16, uint16_t, op##_f16)                                                         \
    ACCUMULATE_ROWS(op##_f16, uint16_t)                                                                   \
    ACCUMULATE_CELLS(op##_f16, uint16_t, op##_one_f16)                                                    \
    ACCUMULATE_KERNELS(op##_bf16, uint16_t, op##_bf16)
NARROW(add)
NARROW(mul)

/* Stored forms in the order of their numbers, -0 below +0: the magnitude of a negative one turned. */
KERNEL_INLINE int16_t order16(uint16_t u)
{
    return (int16_t)(u ^ (u >> 15 == 0 ? 0 : 0x7FFF));
}
#define NARROW_ORDER(type, INFINITY_BITS, NAN_BITS)                                                       \
    KERNEL_INLINE uint16_t settle_##type(uint16_t a, uint16_t b, uint16_t chosen)                         \
    {                                                                                                     \
        bool nan = (a & 0x7FFF) > (INFINITY_BITS) || (b & 0x7FFF) > (INFINITY_BITS);                      \
        return nan ? (NAN_BITS) : chosen;                                                                 \
    }                                                                                                     \
    KERNEL_INLINE uint16_t min_##type(uint16_t a, uint16_t b)                                             \
    {                                                                                                     \
        return settle_##type(a, b, order16(a) < order16(b) ? a : b);                                      \
    }                                                                                                     \
    KERNEL_INLINE uint16_t max_##type(uint16_t a, uint16_t b)                                             \
    {                                                                                                     \
        return settle_##type(a, b, order16(a) > order16(b) ? a : b);                                      \
    }                                                                                                     \
    ACCUMULATE_KERNELS(min_##type, uint16_t, min_##type)                                                  \
    ACCUMULATE_KERNELS(max_##type, uint16_t, max_##type)
NARROW_ORDER(f16, 0x7C00, 0x7E00)
NARROW_ORDER(bf16, 0x7F80, 0x7FC0)

#define FLOAT(DTYPE, type, ROW)                                                  \
    ROW(ADD, DTYPE, add_##type), ROW(MUL, DTYPE, mul_##type),                    \
    ROW(MIN, DTYPE, min_##type), ROW(MAX, DTYPE, max_##type)

const grn_accumulate_table grn_accumulate_floats = {
    FLOAT(F16, f16, ACCUMULATE_ROW), FLOAT(BF16, bf16, ACCUMULATE_ROW),
    FLOAT(F32, f32, ACCUMULATE_ROW_WIDE), FLOAT(F64, f64, ACCUMULATE_ROW_WIDE)};
