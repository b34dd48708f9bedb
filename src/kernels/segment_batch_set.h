/*
 * segment_batch_set.h - the kernels of segment_batch.h of a set. The includer defines
 * SEGMENT_BATCH_SET, the function that answers them; WIDTH, the bytes of its vectors; where there is
 * a set below, BELOW(dtype), its kernels; and where the processor converts f16, OF_F16(x, at) and
 * TO_F16(at, x) of a vector of f32.
 */
#include "kernels/segment_batch.h"
#include "kernels/segment_element.h"

#define FLOATS ((int)(WIDTH / sizeof(float)))
typedef float batch_floats __attribute__((vector_size(WIDTH)));
typedef uint32_t batch_uint32s __attribute__((vector_size(WIDTH)));
typedef double batch_doubles __attribute__((vector_size(WIDTH)));
typedef int64_t batch_int64s __attribute__((vector_size(WIDTH)));
typedef uint64_t batch_uint64s __attribute__((vector_size(WIDTH)));
typedef uint16_t batch_halves __attribute__((vector_size(WIDTH / 2)));

/* What is folded: sums; extremes by keys, so that NaN propagates; extremes as values compare. */
typedef enum batch_act { BATCH_SUMS, BATCH_KEYS, BATCH_VALUES } batch_act;

INLINE void batch_store_arg(const grn_segment_batch *b, int64_t s, int64_t k, int64_t entry)
{
    char *to = (char *)b->arg + s * b->arg_step + k * b->arg_column_step;
    if (b->arg_is_wide)
        *(int64_t_at *)to = entry;
    else
        *(int32_t_at *)to = (int32_t)entry;
}

#define BATCH_UNROLL _Pragma("GCC unroll 16")
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define SHUFFLE(ints, a, b, ...) __builtin_shufflevector((a), (b), __VA_ARGS__)
#endif
#endif

/* ---- vectors, as they are stored ------------------------------------------------------------- */

INLINE void store_all_f32(batch_floats x, float_at *to)
{
    const batch_uint32s nan = (batch_uint32s)(x != x), u = (nan & UINT32_C(0x7fc00000)) | (~nan & (batch_uint32s)x);
    memcpy(to, &u, sizeof u);
}
/* Of integers of each width. */
#define store_i32(x) ((int32_t)(x))
#define store_i64(x) ((int64_t)(x))
INLINE void store_all_i32(batch_uint32s x, int32_t_at *to) { memcpy(to, &x, sizeof x); }
INLINE void store_all_i64(batch_uint64s x, int64_t_at *to) { memcpy(to, &x, sizeof x); }
INLINE void store_all_f64(batch_doubles x, double_at *to)
{
    const batch_int64s nan = (batch_int64s)(x != x), u = (nan & INT64_C(0x7ff8000000000000)) | (~nan & (batch_int64s)x);
    memcpy(to, &u, sizeof u);
}
INLINE void store_all_bf16(batch_floats x, uint16_t_at *to)
{
    const batch_uint32s nan = (batch_uint32s)(x != x), u = (batch_uint32s)x;
    const batch_uint32s rounded = (u + 0x7fff + (u >> 16 & 1)) >> 16;
    const batch_halves half = __builtin_convertvector((nan & 0x7fc0) | (~nan & rounded), batch_halves);
    memcpy(to, &half, sizeof half);
}
INLINE void store_all_f16(batch_floats x, uint16_t_at *to)
{
#ifdef TO_F16
    const batch_uint32s nan = (batch_uint32s)(x != x), u = (nan & UINT32_C(0x7fc00000)) | (~nan & (batch_uint32s)x);
    TO_F16(to, (batch_floats)u);
#else
    float lane[FLOATS];
    memcpy(lane, &x, sizeof lane);
    for (int l = 0; l < FLOATS; l++)
        to[l] = store_f16(lane[l]);
#endif
}
#ifdef OF_F16
#undef VECTOR_f16
#define VECTOR_f16(x, at, lanes) OF_F16(x, at)
#endif

/* ---- the kernels of each dtype --------------------------------------------------------------- */

#define REAL float
#define ORDINAL int32_t
#define BITS 32
#define ORDINAL_MIN INT32_MIN
#define ORDINAL_MAX INT32_MAX
#define stored float
#define T f32
#define DTYPE GRN_F32
#include "kernels/segment_batch_body.h"
#undef stored
#undef T
#undef DTYPE
#define stored uint16_t
#define T f16
#define DTYPE GRN_F16
#include "kernels/segment_batch_body.h"
#undef T
#undef DTYPE
#define T bf16
#define DTYPE GRN_BF16
#include "kernels/segment_batch_body.h"
#undef stored
#undef T
#undef DTYPE
#undef REAL
#undef ORDINAL
#undef BITS
#undef ORDINAL_MIN
#undef ORDINAL_MAX
#define REAL double
#define ORDINAL int64_t
#define BITS 64
#define ORDINAL_MIN INT64_MIN
#define ORDINAL_MAX INT64_MAX
#define stored double
#define T f64
#define DTYPE GRN_F64
#include "kernels/segment_batch_body.h"
#undef REAL
#undef stored
#undef T
#undef DTYPE
#define IS_INTEGER
#define REAL uint64_t
#define stored int64_t
#define T i64
#define DTYPE GRN_I64
#include "kernels/segment_batch_body.h"
#undef REAL
#undef ORDINAL
#undef BITS
#undef ORDINAL_MIN
#undef ORDINAL_MAX
#undef stored
#undef T
#undef DTYPE
#define REAL uint32_t
#define ORDINAL int32_t
#define BITS 32
#define ORDINAL_MIN INT32_MIN
#define ORDINAL_MAX INT32_MAX
#define stored int32_t
#define T i32
#define DTYPE GRN_I32
#include "kernels/segment_batch_body.h"

const grn_segment_batches *SEGMENT_BATCH_SET(grn_dtype dtype)
{
    static const grn_segment_batches *const all[GRN_DTYPE_COUNT] = {
        [GRN_F32] = &batches_f32,   [GRN_F64] = &batches_f64,  [GRN_F16] = &batches_f16,
        [GRN_BF16] = &batches_bf16, [GRN_I32] = &batches_i32,  [GRN_UI32] = &batches_i32,
        [GRN_I64] = &batches_i64,   [GRN_UI64] = &batches_i64, [GRN_INDEX] = &batches_i64,
    };
    return all[dtype];
}
