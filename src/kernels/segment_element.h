/*
 * segment_element.h - one element of a row, as it is loaded, compared and stored: what the kernels of
 * segment_rows.c and segment_batch_body.h are made of.
 */
#ifndef GRN_KERNELS_SEGMENT_ELEMENT_H
#define GRN_KERNELS_SEGMENT_ELEMENT_H

#include <math.h>
#include <string.h>

#include "kernels/hints.h"
#include "kernels/segment_rows.h"

#define INLINE KERNEL_INLINE

/* Elements where they lie: at any address, as whatever type that memory has. */
#define LIES(type) typedef type type##_at __attribute__((aligned(1), may_alias));
LIES(float)
LIES(double)
LIES(int8_t)
LIES(int16_t)
LIES(int32_t)
LIES(int64_t)
LIES(uint8_t)
LIES(uint16_t)
LIES(uint32_t)
LIES(uint64_t)

/* ---- f16 and bf16 ---------------------------------------------------------------------------- */

INLINE float from_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* The exponent is moved by a product, which makes numbers of f16's subnormals too; what was an
 * infinity or a NaN gets all bits of f32's exponent. */
INLINE float load_f16(uint16_t h)
{
    uint32_t bits;
    const float moved = from_bits((uint32_t)(h & 0x7fff) << 13) * 0x1p112f;
    memcpy(&bits, &moved, sizeof bits);
    bits |= (h & 0x7c00) == 0x7c00 ? UINT32_C(0x7f800000) : 0;
    return from_bits(bits | (uint32_t)(h & 0x8000) << 16);
}
INLINE float load_bf16(uint16_t b) { return from_bits((uint32_t)b << 16); }
#define load_same(x) (x)
#define store_f16(x) ((x) != (x) ? (uint16_t)0x7e00 : grn_f32_to_f16(x))
INLINE uint16_t store_bf16(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? (uint16_t)0x7fc0 : (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
#define store_f32(x) ((x) != (x) ? from_bits(UINT32_C(0x7fc00000)) : (x))
INLINE double quiet_f64(void)
{
    const uint64_t bits = UINT64_C(0x7ff8000000000000);
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}
#define store_f64(x) ((x) != (x) ? quiet_f64() : (x))

/* ---- the order in which NaN is beyond all, and -0 below +0 ----------------------------------- */

/* Numbers as integers in their order; a NaN is `nan`. */
INLINE int32_t key_32(float x, int32_t nan)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? nan : bits ^ ((bits >> 31) & INT32_MAX);
}
INLINE int64_t key_64(double x, int64_t nan)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? nan : bits ^ ((bits >> 63) & INT64_MAX);
}

/* The number of a key; that of the least and of the greatest is NaN. */
INLINE float number_32(int32_t key)
{
    const int32_t bits = key ^ ((key >> 31) & INT32_MAX);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
INLINE double number_64(int64_t key)
{
    const int64_t bits = key ^ ((key >> 63) & INT64_MAX);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Whether x is beyond a, by extreme and rule; `is_number` for entries that count. */
#define is_number_always(x) true
#define is_number_ignored(x) ((x) == (x))
#define min_propagates_f(bits, a, x) (key_##bits(x, INT##bits##_MIN) < key_##bits(a, INT##bits##_MIN))
#define max_propagates_f(bits, a, x) (key_##bits(x, INT##bits##_MAX) > key_##bits(a, INT##bits##_MAX))
#define min_ignored_f(bits, a, x) (((x) < (a)) | (((a) != (a)) & ((x) == (x))))
#define max_ignored_f(bits, a, x) (((x) > (a)) | (((a) != (a)) & ((x) == (x))))
#define min_first_f(bits, a, x) ((x) < (a))
#define max_first_f(bits, a, x) ((x) > (a))

/* ---- rows ------------------------------------------------------------------------------------ */

#define AHEAD 8 /* rows that are prefetched where there is an order */

INLINE int64_t entry_of(const grn_segment_rows *r, int64_t j) { return r->order != NULL ? r->order[j] : j; }
INLINE void prefetch_later(const grn_segment_rows *r, int64_t j, int64_t at, int64_t bytes, int64_t element)
{
    if (r->order != NULL && j + AHEAD < r->norder)
        for (int64_t k = 0; k < bytes; k += GRN_LINE_BYTES)
            PREFETCH((const char *)r->data + (r->order[j + AHEAD] * r->entry_step + at) * element + k);
}

/* ---- vectors ---------------------------------------------------------------------------------- */

#define LOAD_f32(x) (x)
#define LOAD_f64(x) (x)
#define LOAD_i32(x) (x)
#define LOAD_i64(x) (x)
#define LOAD_f16(x) load_f16(x)
#define LOAD_bf16(x) load_bf16(x)
#define VECTOR_f32(x, at, lanes) memcpy(&(x), at, sizeof(x))
#define VECTOR_f64(x, at, lanes) memcpy(&(x), at, sizeof(x))
#define VECTOR_i32(x, at, lanes) memcpy(&(x), at, sizeof(x))
#define VECTOR_i64(x, at, lanes) memcpy(&(x), at, sizeof(x))
#define VECTOR_bf16(x, at, lanes) VECTOR_SMALL(x, at, lanes, wide << 16)
#define VECTOR_f16(x, at, lanes)                                                                          \
    do {                                                                                                  \
        VECTOR_SMALL(x, at, lanes, (wide & 0x7fff) << 13);                                                \
        (x) = (x)*0x1p112f;                                                                               \
        VECTOR_SMALL_BITS(x, at, lanes,                                                                   \
                          ((wide_type)((wide & 0x7c00) == 0x7c00) & 0x7f800000) | (wide & 0x8000) << 16); \
    } while (0)
#define VECTOR_SMALL(x, at, lanes, as_bits)                                                   \
    do {                                                                                      \
        typedef uint16_t narrow_type __attribute__((vector_size(2 * (lanes))));               \
        typedef uint32_t wide_type __attribute__((vector_size(4 * (lanes))));                 \
        narrow_type narrow;                                                                   \
        memcpy(&narrow, at, sizeof narrow);                                                   \
        const wide_type wide = __builtin_convertvector(narrow, wide_type), bits_ = (as_bits); \
        memcpy(&(x), &bits_, sizeof(x));                                                      \
    } while (0)
/* The same, of which the bits are added to those of x. */
#define VECTOR_SMALL_BITS(x, at, lanes, as_bits)                 \
    do {                                                         \
        uint32_t was_ __attribute__((vector_size(4 * (lanes)))); \
        memcpy(&was_, &(x), sizeof was_);                        \
        VECTOR_SMALL(x, at, lanes, (as_bits) | was_);            \
    } while (0)

#endif
