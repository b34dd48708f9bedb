/*
 * resolve.c - raw indices to element offsets, a block at a time.
 *
 * A value is widened by its own type (zero- or sign-extended, never through a
 * narrower one), held to [low, high] so that subtracting the base cannot
 * overflow, based, wrapped, and held to the range of starts. Policy thus ends
 * here: movement only sees offsets that are safe to touch, and a byte per
 * vector that says whether its window was in bounds. No branch depends on
 * an index.
 */
#include <string.h>

#include "kernels/take.h"

static inline int64_t hold(int64_t value, int64_t low, int64_t high)
{
    value = value < low ? low : value;
    return value > high ? high : value;
}

static inline int64_t based(int64_t raw, const grn_resolve_axis *a)
{
    int64_t start = hold(raw, a->low, a->high) - a->base;
    return start + (start < 0 ? a->wrap : 0);
}

/* Modular, so that no stride is undefined behaviour. */
static inline int64_t add_product(int64_t sum, int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)sum + (uint64_t)a * (uint64_t)b);
}

/* i1 is 0 or 1; 2 and 4 bits are the low bits of a byte; ui64 over INT64_MAX is above every
 * bound. */
#define WIDEN_I1(x) ((x) != 0)
#define WIDEN_I2(x) ((int64_t)(((x)&3) ^ 2) - 2)
#define WIDEN_I4(x) ((int64_t)(((x)&15) ^ 8) - 8)
#define WIDEN_UI2(x) ((int64_t)((x)&3))
#define WIDEN_UI4(x) ((int64_t)((x)&15))
#define WIDEN_UI64(x) ((x) > INT64_MAX ? INT64_MAX : (int64_t)(x))
#define WIDEN(x) ((int64_t)(x))

#define INDEX_TYPES(T)         \
    T(I1, uint8_t, WIDEN_I1)   \
    T(I2, uint8_t, WIDEN_I2)   \
    T(I4, uint8_t, WIDEN_I4)   \
    T(I8, int8_t, WIDEN)       \
    T(I16, int16_t, WIDEN)     \
    T(I32, int32_t, WIDEN)     \
    T(I64, int64_t, WIDEN)     \
    T(INDEX, int64_t, WIDEN)   \
    T(UI2, uint8_t, WIDEN_UI2) \
    T(UI4, uint8_t, WIDEN_UI4) \
    T(UI8, uint8_t, WIDEN)     \
    T(UI16, uint16_t, WIDEN)   \
    T(UI32, uint32_t, WIDEN)   \
    T(UI64, uint64_t, WIDEN_UI64)

/* The body. Callers pass constants for step and in_bounds where they know them, and get a loop
 * for each. `O` is the type of an offset; sums are modular, so that no stride is undefined
 * behaviour. */
#define RESOLVE_BODY(name, T, widen, mode, O)                                                                     \
    static inline void mode##_body_##name(const char *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, \
                                          O *restrict offset, unsigned char *restrict in_bounds)                  \
    {                                                                                                             \
        const grn_resolve_axis a = *axis;                                                                         \
        for (int64_t i = 0; i < n; i++) {                                                                         \
            T value;                                                                                              \
            memcpy(&value, raw + i * step * (int64_t)sizeof value, sizeof value);                                 \
            int64_t start = based(widen(value), &a);                                                              \
            int64_t held = hold(start, 0, a.last);                                                                \
            offset[i] = (O)add_product(offset[i], held, a.stride);                                                \
            if (in_bounds != NULL)                                                                                \
                in_bounds[i] &= start == held;                                                                    \
        }                                                                                                         \
    }                                                                                                             \
    static void mode##_##name(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, O *offset,  \
                              unsigned char *in_bounds)                                                           \
    {                                                                                                             \
        if (step == 1 && in_bounds == NULL)                                                                       \
            mode##_body_##name(raw, 1, n, axis, offset, NULL);                                                    \
        else if (in_bounds == NULL)                                                                               \
            mode##_body_##name(raw, step, n, axis, offset, NULL);                                                 \
        else if (step == 1)                                                                                       \
            mode##_body_##name(raw, 1, n, axis, offset, in_bounds);                                               \
        else                                                                                                      \
            mode##_body_##name(raw, step, n, axis, offset, in_bounds);                                            \
    }
#define RESOLVE_WIDE(name, T, widen) RESOLVE_BODY(name, T, widen, resolve, int64_t)
#define RESOLVE_NARROW(name, T, widen) RESOLVE_BODY(name, T, widen, narrow, int32_t)
INDEX_TYPES(RESOLVE_WIDE)
INDEX_TYPES(RESOLVE_NARROW)

grn_resolve_fn grn_resolve_plain(grn_dtype index_dtype)
{
    static const grn_resolve_fn table[GRN_DTYPE_COUNT] = {
#define RESOLVE_ROW(name, T, widen) [GRN_##name] = resolve_##name,
        INDEX_TYPES(RESOLVE_ROW)
#undef RESOLVE_ROW
    };
    return table[index_dtype];
}

grn_narrow_fn grn_narrow_plain(grn_dtype index_dtype)
{
    static const grn_narrow_fn table[GRN_DTYPE_COUNT] = {
#define NARROW_ROW(name, T, widen) [GRN_##name] = narrow_##name,
        INDEX_TYPES(NARROW_ROW)
#undef NARROW_ROW
    };
    return table[index_dtype];
}
