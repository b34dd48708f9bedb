/*
 * accumulate_common.h - the pairs of combiner and dtype that each instruction set compiles for
 * itself: sums of f64, f32, f16, bf16 and of integers of 32 and 64 bits, and f32's minima and maxima,
 * with the full kit or, under COMMON_COMPACT, the compact one; products of f32, and the other combiners
 * of f64, f16 and bf16, with the compact one. One includer for each set: it includes accumulate_element.h or the
 * set's own header first, and lists COMMON_ROWS.
 *
 * A sum or product of two f16 or bf16 computed in f32 and then rounded equals the one rounded once:
 * 24 bits are at least twice 11, or 8, plus two, and where the narrow result is subnormal the f32
 * one is exact, or, for bf16 products below half its least subnormal, rounds to zero either way.
 */
#include "kernels/accumulate.h"
#include "kernels/floats.h"

/* All entries but the run, whose f differs from the others' f on one element. */
#define COMMON_REST(id, T, f)          \
    ACCUMULATE_CELLS_COMPACT(id, T, f) \
    ACCUMULATE_ROWS_COMPACT(id, T)     \
    ACCUMULATE_FUSED_COMPACT(id, T)
#if defined(COMMON_COMPACT)
#define COMMON_FULL_REST COMMON_REST
#else
#define COMMON_FULL_REST(id, T, f) \
    ACCUMULATE_CELLS(id, T, f)     \
    ACCUMULATE_ROWS(id, T)         \
    ACCUMULATE_FUSED(id, T)
#endif

/* ---- integers -------------------------------------------------------------------------------- */

KERNEL_INLINE uint32_t add_b32(uint32_t a, uint32_t b) { return a + b; }
KERNEL_INLINE uint64_t add_b64(uint64_t a, uint64_t b) { return a + b; }
ACCUMULATE_BODY(add_b32, uint32_t, add_b32)
COMMON_FULL_REST(add_b32, uint32_t, add_b32)
ACCUMULATE_BODY(add_b64, uint64_t, add_b64)
COMMON_FULL_REST(add_b64, uint64_t, add_b64)

/* ---- f32, f64 -------------------------------------------------------------------------------- */

#define raw_add_one_f32 raw_add_f32
#define raw_mul_one_f32 raw_mul_f32
#define raw_add_one_f64 raw_add_f64
#define raw_mul_one_f64 raw_mul_f64

#define WIDE_ONE(op, type, T) \
    KERNEL_INLINE T op##_one_##type(T a, T b) { return canonical_##type(raw_##op##_one_##type(a, b)); }
#define WIDE_COMPACT(op, type, T)                \
    WIDE_ONE(op, type, T)                        \
    ACCUMULATE_BODY(op##_##type, T, op##_##type) \
    COMMON_REST(op##_##type, T, op##_one_##type)

#if defined(COMMON_COMPACT)
#define WIDE_FULL(op, type, T, U) WIDE_COMPACT(op, type, T)
#define WIDE_PLAIN WIDE_COMPACT
#else
/*
 * A NaN stays one under every further update, so that it may stand in the
 * results for a while with bits of its own, and be made canonical after a group.
 */
#define NOTING_FOUR(id, type, T, f)                                                                         \
    typedef nans_##type id##_nans;                                                                          \
    KERNEL_INLINE bool id##_none(id##_nans nans) { return none_##type(nans); }                              \
    KERNEL_INLINE void id##_canonicalise(char *at)                                                          \
    {                                                                                                       \
        T x;                                                                                                \
        memcpy(&x, at, sizeof x);                                                                           \
        x = canonical_##type(x);                                                                            \
        memcpy(at, &x, sizeof x);                                                                           \
    }                                                                                                       \
    KERNEL_INLINE T id##_one(char *at, const char *from)                                                    \
    {                                                                                                       \
        T a, b;                                                                                             \
        memcpy(&a, at, sizeof a);                                                                           \
        memcpy(&b, from, sizeof b);                                                                         \
        a = f(a, b);                                                                                        \
        memcpy(at, &a, sizeof a);                                                                           \
        return a;                                                                                           \
    }                                                                                                       \
    KERNEL_INLINE void id##_four(char *current, const int64_t *offset, const char *update, id##_nans *nans) \
    {                                                                                                       \
        const int64_t size = (int64_t)sizeof(T);                                                            \
        for (int64_t k = 0; k < 4; k += 2) {                                                                \
            T x = id##_one(current + offset[k] * size, update + k * size);                                  \
            T y = id##_one(current + offset[k + 1] * size, update + (k + 1) * size);                        \
            *nans = note_##type(*nans, x, y);                                                               \
        }                                                                                                   \
    }

/*
 * The same of a list of rows: from one update of a row to the next there is the operation alone. The loop over
 * 32 bytes becomes one vector's, noted in `nans`.
 */
#define NOTING_ROWS(id, type, T, U, f)                                                                               \
    KERNEL_INLINE void id##_noting_row(char *restrict current, const char *restrict update, U *restrict nans)        \
    {                                                                                                                \
        enum { LANES = 32 / sizeof(T) };                                                                             \
        for (int64_t k = 0; k < 256; k += 32)                                                                        \
            for (int64_t i = 0; i < LANES; i++) {                                                                    \
                T a, b;                                                                                              \
                memcpy(&a, current + k + i * (int64_t)sizeof a, sizeof a);                                           \
                memcpy(&b, update + k + i * (int64_t)sizeof b, sizeof b);                                            \
                a = f(a, b);                                                                                         \
                memcpy(current + k + i * (int64_t)sizeof a, &a, sizeof a);                                           \
                nans[i] |= a != a ? (U)-1 : 0;                                                                       \
            }                                                                                                        \
    }                                                                                                                \
    KERNEL_SHARED static void id##_canonicalise_rows(char *current, const int64_t *offset, int64_t scale, int64_t n) \
    {                                                                                                                \
        for (int64_t i = 0; i < n; i++)                                                                              \
            KERNEL_NO_UNROLL                                                                                         \
        for (int64_t k = 0; k < 256; k += (int64_t)sizeof(T))                                                        \
            id##_canonicalise(current + offset[i] * scale + k);                                                      \
    }                                                                                                                \
    KERNEL_INLINE bool id##_rows_of_256(char *current, const int64_t *offset, const grn_updates *u, int64_t ahead)   \
    {                                                                                                                \
        const int64_t size = (int64_t)sizeof(T), n = u->count, prefetched = updates_prefetched(u, ahead);            \
        const int64_t scale = u->unit * size, step = u->step * size, *from = u->from;                                \
        const int64_t read = from != NULL ? prefetched : 0;                                                          \
        const char *update = u->data;                                                                                \
        U nans[32 / sizeof(T)] = {0}, any = 0;                                                                       \
        for (int64_t i = 0; i < n; i++) {                                                                            \
            if (i < prefetched)                                                                                      \
                prefetch_row_to_write(current + offset[i + ahead] * scale, 256);                                     \
            if (i < read)                                                                                            \
                prefetch_row(update + from[i + ahead] * size, 256);                                                  \
            id##_noting_row(current + offset[i] * scale, update + (from != NULL ? from[i] * size : i * step), nans); \
        }                                                                                                            \
        for (size_t k = 0; k < 32 / sizeof(T); k++)                                                                  \
            any |= nans[k];                                                                                          \
        if (any != 0)                                                                                                \
            id##_canonicalise_rows(current, offset, scale, n);                                                       \
        return true;                                                                                                 \
    }

/* The same without a loop for rows of 256 bytes. */
#define WIDE_PLAIN(op, type, T)                              \
    WIDE_ONE(op, type, T)                                    \
    ACCUMULATE_BODY(op##_##type, T, op##_##type)             \
    NOTING_FOUR(op##_##type, type, T, raw_##op##_one_##type) \
    ACCUMULATE_ROWS(op##_##type, T)                          \
    ACCUMULATE_CELLS_OF(op##_##type, T, op##_one_##type)     \
    ACCUMULATE_FUSED(op##_##type, T)
#define WIDE_FULL(op, type, T, U)                            \
    WIDE_ONE(op, type, T)                                    \
    ACCUMULATE_BODY(op##_##type, T, op##_##type)             \
    NOTING_FOUR(op##_##type, type, T, raw_##op##_one_##type) \
    ACCUMULATE_ROWS_BODY(op##_##type, T)                     \
    NOTING_ROWS(op##_##type, type, T, U, raw_##op##_##type)  \
    ACCUMULATE_ROWS_ENTRY(op##_##type, T)                    \
    ACCUMULATE_CELLS_OF(op##_##type, T, op##_one_##type)     \
    ACCUMULATE_FUSED(op##_##type, T)
#endif
WIDE_FULL(add, f32, float, uint32_t)
WIDE_COMPACT(mul, f32, float)
WIDE_PLAIN(min, f32, float)
WIDE_FULL(max, f32, float, uint32_t)
WIDE_PLAIN(add, f64, double)
WIDE_COMPACT(mul, f64, double)
WIDE_COMPACT(min, f64, double)
WIDE_COMPACT(max, f64, double)

/* ---- f16, bf16: runs become vector code by bit arithmetic, single elements go as floats ------ */

#define NARROW(op)                                                                                                     \
    KERNEL_INLINE uint16_t op##_f16(uint16_t a, uint16_t b) { return f16_of(op##_f32(f32_of_f16(a), f32_of_f16(b))); } \
    KERNEL_INLINE uint16_t op##_one_f16(uint16_t a, uint16_t b)                                                        \
    {                                                                                                                  \
        return f16_one(op##_f32(one_of_f16(a), one_of_f16(b)));                                                        \
    }                                                                                                                  \
    KERNEL_INLINE uint16_t op##_bf16(uint16_t a, uint16_t b)                                                           \
    {                                                                                                                  \
        return bf16_of(op##_f32(grn_bf16_to_f32(a), grn_bf16_to_f32(b)));                                              \
    }                                                                                                                  \
    KERNEL_INLINE uint16_t op##_one_bf16(uint16_t a, uint16_t b)                                                       \
    {                                                                                                                  \
        return bf16_one(raw_##op##_f32(one_of_bf16(a), one_of_bf16(b)));                                               \
    }                                                                                                                  \
    F16_BODY(op)                                                                                                       \
    ACCUMULATE_BODY(op##_bf16, uint16_t, op##_bf16)
NARROW(add)
NARROW(mul)

#define NARROW_RESTS(type)                                 \
    COMMON_FULL_REST(add_##type, uint16_t, add_one_##type) \
    COMMON_REST(mul_##type, uint16_t, mul_one_##type)
NARROW_RESTS(f16)
NARROW_RESTS(bf16)

/* Stored forms in the order of their numbers, -0 below +0: the magnitude of a negative one
 * turned. */
KERNEL_INLINE int16_t order16(uint16_t u) { return (int16_t)(u ^ (u >> 15 == 0 ? 0 : 0x7FFF)); }
/* One element at a time as floats; a minimum or maximum is exact in them. */
KERNEL_INLINE uint16_t chosen_bf16(float value) { return value != value ? 0x7FC0 : upper_16(value); }
KERNEL_INLINE uint16_t chosen_f16(float value) { return f16_one(canonical_f32(value)); }

#define NARROW_ORDER_OF(op, than, type)                                               \
    KERNEL_INLINE uint16_t op##_##type(uint16_t a, uint16_t b)                        \
    {                                                                                 \
        return canonical_##type(a, b, order16(a) than order16(b) ? a : b);            \
    }                                                                                 \
    KERNEL_INLINE uint16_t op##_one_##type(uint16_t a, uint16_t b)                    \
    {                                                                                 \
        return chosen_##type(raw_##op##_one_f32(one_of_##type(a), one_of_##type(b))); \
    }                                                                                 \
    ACCUMULATE_BODY(op##_##type, uint16_t, op##_##type)                               \
    COMMON_REST(op##_##type, uint16_t, op##_one_##type)
#define NARROW_ORDER(type, INFINITY_BITS, NAN_BITS)                                  \
    KERNEL_INLINE uint16_t canonical_##type(uint16_t a, uint16_t b, uint16_t chosen) \
    {                                                                                \
        bool nan = (a & 0x7FFF) > (INFINITY_BITS) || (b & 0x7FFF) > (INFINITY_BITS); \
        return nan ? (NAN_BITS) : chosen;                                            \
    }                                                                                \
    NARROW_ORDER_OF(min, <, type)                                                    \
    NARROW_ORDER_OF(max, >, type)
NARROW_ORDER(f16, 0x7C00, 0x7E00)
NARROW_ORDER(bf16, 0x7F80, 0x7FC0)

/* ---- the rows -------------------------------------------------------------------------------- */

#define COMMON_ORDER(DTYPE, type)                                                   \
    ACCUMULATE_ROW(ADD, DTYPE, add_##type), ACCUMULATE_ROW(MUL, DTYPE, mul_##type), \
        ACCUMULATE_ROW(MIN, DTYPE, min_##type), ACCUMULATE_ROW(MAX, DTYPE, max_##type)
#define COMMON_ROWS                                                                                                 \
    ACCUMULATE_ROW(ADD, I32, add_b32), ACCUMULATE_ROW(ADD, UI32, add_b32), ACCUMULATE_ROW(ADD, I64, add_b64),       \
        ACCUMULATE_ROW(ADD, UI64, add_b64), ACCUMULATE_ROW(ADD, INDEX, add_b64), ACCUMULATE_ROW(ADD, F32, add_f32), \
        ACCUMULATE_ROW(MUL, F32, mul_f32), ACCUMULATE_ROW(MIN, F32, min_f32), ACCUMULATE_ROW(MAX, F32, max_f32),    \
        COMMON_ORDER(F64, f64), COMMON_ORDER(F16, f16), COMMON_ORDER(BF16, bf16)
