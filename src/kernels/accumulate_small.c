/*
 * accumulate_small.c - floats of 8 bits and less, through f32.
 *
 * Products of two such numbers are exact in an f32. A sum may round there
 * first, which changes nothing: 24 bits are at least twice 4 plus two, and a
 * sum that is subnormal in the small format is exact. What overflows into a
 * NaN becomes the canonical one. Of
 * f8E8M0FNU, which is exponents alone, two powers of two are added as such.
 *
 * Runs go in chunks: both sides widened, combined as f32, narrowed. So the
 * long arithmetic stands once per format, not once per combiner.
 */
#include "kernels/accumulate.h"
#include "kernels/floats.h"

/* A format in the words of grn_float_format: with infinities and NaNs, or NaN at all ones, or at minus zero, or none. */
typedef struct small {
    int32_t exponent_bits, mantissa_bits, bias;
    bool ieee, ones, zero;
} small;

KERNEL_INLINE int32_t top_exponent(small f)
{
    return ((1 << f.exponent_bits) - 1) << f.mantissa_bits;
}
KERNEL_INLINE int32_t sign_bit(small f)
{
    return 1 << (f.exponent_bits + f.mantissa_bits);
}
KERNEL_INLINE int32_t largest(small f)
{
    return f.ieee ? top_exponent(f) - 1 : f.ones ? sign_bit(f) - 2 : sign_bit(f) - 1;
}
KERNEL_INLINE int32_t nan_bits(small f)
{
    return f.ieee ? top_exponent(f) | 1 << (f.mantissa_bits - 1) : f.ones ? sign_bit(f) - 1 : f.zero ? sign_bit(f) : 0;
}

/* 2^exponent, of a normal f32 */
KERNEL_INLINE float power(int32_t exponent)
{
    return from_bits_f32((uint32_t)(exponent + 127) << 23);
}

KERNEL_INLINE float widen(small f, uint8_t stored)
{
    uint32_t magnitude = stored & (uint32_t)(sign_bit(f) - 1), negative = stored & (uint32_t)sign_bit(f);
    uint32_t tiny = bits_f32((float)(int32_t)magnitude * power(1 - f.bias - f.mantissa_bits));
    uint32_t shifted = magnitude << (23 - f.mantissa_bits);
    uint32_t u = pick(magnitude < UINT32_C(1) << f.mantissa_bits, tiny, shifted + ((uint32_t)(127 - f.bias) << 23));
    if (f.ieee)
        u = pick(magnitude >= (uint32_t)top_exponent(f), UINT32_C(0x7F800000) | shifted, u);
    if (f.ones)
        u = pick(magnitude == (uint32_t)sign_bit(f) - 1, UINT32_C(0x7FC00000), u);
    if (f.zero)
        u = pick(stored == sign_bit(f), UINT32_C(0x7FC00000), u);
    return from_bits_f32(u | negative << (31 - f.exponent_bits - f.mantissa_bits));
}

/*
 * Adding 2^(23 + e) to a magnitude rounds it at 2^e, to even: e is that of the
 * last bit that the format has beside the magnitude's own exponent, or the
 * least one. What the sum then has more than the power is the significand; the
 * exponent is added to it, where a carry finds it. Infinities and NaNs are held
 * to a power that is too large for the format.
 */
KERNEL_INLINE uint8_t narrow(small f, float value)
{
    const uint32_t nan = (uint32_t)nan_bits(f), most = (uint32_t)largest(f), drop = 23 - (uint32_t)f.mantissa_bits;
    const uint32_t least = (uint32_t)(128 - f.bias) << 23;
    const uint32_t beyond = (uint32_t)(127 + (1 << f.exponent_bits) - f.bias) << 23;
    uint32_t u = bits_f32(value), magnitude = u & 0x7FFFFFFF, held = magnitude < beyond ? magnitude : beyond;
    uint32_t sign = (u & UINT32_C(0x80000000)) >> (31 - f.exponent_bits - f.mantissa_bits);
    uint32_t exponent = held & UINT32_C(0x7F800000);
    exponent = exponent > least ? exponent : least;
    uint32_t power = exponent + (drop << 23);
    uint32_t out = bits_f32(from_bits_f32(held) + from_bits_f32(power)) - power + ((exponent - least) >> drop);
    uint32_t over = f.ieee ? (uint32_t)top_exponent(f) | sign : f.ones || f.zero ? nan : most | sign;
    uint32_t whole = f.zero ? pick(out == 0, 0, out | sign) : out | sign;
    return (uint8_t)pick(magnitude > 0x7F800000, nan, pick(out > most, over, whole));
}

/* ---- runs ---------------------------------------------------------------------------------------------------- */

#define CHUNK 128

#define CHUNK_OP(op)                                                                 \
    static void op##_chunk(float *restrict a, const float *restrict b)               \
    {                                                                                \
        for (int i = 0; i < CHUNK; i++)                                              \
            a[i] = op##_f32(a[i], b[i]);                                             \
    }
CHUNK_OP(add)
CHUNK_OP(mul)

/* What the kernels need of a format. */
typedef struct small_moves {
    void (*widen)(float *restrict to, const uint8_t *restrict from, int64_t n);
    void (*narrow)(uint8_t *restrict to, const float *restrict from, int64_t n);
} small_moves;
typedef void (*chunk_op)(float *restrict a, const float *restrict b);

static void small_run(const small_moves *m, chunk_op op, uint8_t *current, const uint8_t *update, int64_t n)
{
    float a[CHUNK] = {0}, b[CHUNK] = {0};
    for (int64_t i = 0; i < n; i += CHUNK) {
        int64_t count = n - i < CHUNK ? n - i : CHUNK;
        m->widen(a, current + i, count);
        m->widen(b, update + i, count);
        op(a, b);
        m->narrow(current + i, a, count);
    }
}

/* Rows too: a chunk of one row wastes what it does beyond the row, so short rows go one element at a time. */
#define SHORT_ROW 16
/* From as many elements on, a table of all widened values is worth making. */
#define MANY 128

/* Elements one at a time, in one loop, which the compiler then leaves so; `offset` NULL: at i * current_step. */
typedef void (*small_ones)(uint8_t *current, int64_t current_step, const int64_t *offset, const grn_updates *u,
                           int64_t row);

#define SMALL_ONES(op, type)                                                                                        \
    KERNEL_INLINE void op##_##type##_each(uint8_t *current, int64_t current_step, const int64_t *offset,            \
                                          const grn_updates *u, int64_t row, const float *wide)                     \
    {                                                                                                               \
        const uint8_t *update = u->data, *from = update;                                                            \
        uint8_t *to = current;                                                                                      \
        for (int64_t i = 0, j = row; i < u->count || j < row;) {                                                    \
            if (j == row) {                                                                                         \
                to = current + (offset != NULL ? offset[i] * u->unit : i * current_step);                           \
                from = update + (u->from != NULL ? u->from[i] : i * u->step);                                       \
                i++;                                                                                                \
                j = 0;                                                                                              \
            }                                                                                                       \
            float a = wide != NULL ? wide[to[j]] : widen(type, to[j]);                                              \
            float b = wide != NULL ? wide[from[j]] : widen(type, from[j]);                                          \
            to[j] = narrow(type, raw_##op##_f32(a, b));                                                             \
            j++;                                                                                                    \
        }                                                                                                           \
    }                                                                                                               \
    static void op##_##type##_ones(uint8_t *current, int64_t current_step, const int64_t *offset,                   \
                                   const grn_updates *u, int64_t row)                                               \
    {                                                                                                               \
        float wide[256];                                                                                            \
        uint8_t all[256];                                                                                           \
        if (u->count * row < MANY) {                                                                                \
            op##_##type##_each(current, current_step, offset, u, row, NULL);                                        \
            return;                                                                                                 \
        }                                                                                                           \
        for (int i = 0; i < 256; i++)                                                                               \
            all[i] = (uint8_t)i;                                                                                    \
        moves_##type.widen(wide, all, 256);                                                                         \
        op##_##type##_each(current, current_step, offset, u, row, wide);                                            \
    }

static void small_rows(const small_moves *m, chunk_op op, small_ones ones, uint8_t *current, const int64_t *offset,
                       const grn_updates *u, int64_t row, int64_t ahead)
{
    const uint8_t *update = u->data;
    const int64_t fetched = updates_fetched(u, ahead), scale = u->unit;
    if (row < SHORT_ROW) {
        ones(current, 0, offset, u, row);
        return;
    }
    for (int64_t i = 0; i < u->count; i++) {
        if (i < fetched)
            fetch_row((const char *)current + offset[i + ahead] * scale, row);
        small_run(m, op, current + offset[i] * scale, update + (u->from != NULL ? u->from[i] : i * u->step), row);
    }
}

#define SMALL_OP(op, type)                                                                                          \
    SMALL_ONES(op, type)                                                                                            \
    static void op##_##type##_run(void *current, int64_t current_step, const void *update, int64_t update_step,     \
                                  int64_t n)                                                                        \
    {                                                                                                               \
        if (current_step == 1 && update_step == 1 && n >= SHORT_ROW)                                                \
            small_run(&moves_##type, op##_chunk, current, update, n);                                               \
        else                                                                                                        \
            op##_##type##_ones(current, current_step, NULL, &(grn_updates){update, NULL, update_step, n, 0, 1}, 1); \
    }                                                                                                               \
    static void op##_##type##_cells(void *current, const int64_t *offset, const grn_updates *u, int64_t ahead)      \
    {                                                                                                               \
        (void)ahead;                                                                                                \
        op##_##type##_ones(current, 0, offset, u, 1);                                                               \
    }                                                                                                               \
    static void op##_##type##_rows(void *current, const int64_t *offset, const grn_updates *u, int64_t row,         \
                                   int64_t ahead)                                                                   \
    {                                                                                                               \
        small_rows(&moves_##type, op##_chunk, op##_##type##_ones, current, offset, u, row, ahead);                  \
    }

/* ---- minimum and maximum ------------------------------------------------------------------------------------- */

KERNEL_INLINE bool is_nan(small f, int32_t stored)
{
    int32_t magnitude = stored & (sign_bit(f) - 1);
    return f.ieee ? magnitude > top_exponent(f) : f.ones ? magnitude == sign_bit(f) - 1 : f.zero && stored == sign_bit(f);
}

/* Greater for greater numbers, -0 below +0. */
KERNEL_INLINE int8_t order_of(small f, int32_t stored)
{
    int32_t magnitude = stored & (sign_bit(f) - 1);
    return (int8_t)((stored & sign_bit(f)) != 0 ? ~magnitude : magnitude);
}

/* Without a branch, for one element at a time. */
KERNEL_INLINE int32_t order_one(small f, int32_t stored)
{
    int32_t negative = stored >> (f.exponent_bits + f.mantissa_bits);
    return (stored & (sign_bit(f) - 1)) ^ -negative;
}

#define SMALL_ORDER(op, than, type)                                                                 \
    KERNEL_INLINE uint8_t op##_##type(uint8_t a, uint8_t b)                                         \
    {                                                                                               \
        int32_t x = a & (2 * sign_bit(type) - 1), y = b & (2 * sign_bit(type) - 1);                 \
        int32_t chosen = order_of(type, x) than order_of(type, y) ? x : y;                          \
        return (uint8_t)(is_nan(type, x) || is_nan(type, y) ? nan_bits(type) : chosen);             \
    }                                                                                               \
    KERNEL_INLINE uint8_t op##_one_##type(uint8_t a, uint8_t b)                                     \
    {                                                                                               \
        int32_t x = a & (2 * sign_bit(type) - 1), y = b & (2 * sign_bit(type) - 1);                 \
        uint32_t chosen = pick(order_one(type, x) than order_one(type, y), (uint32_t)x, (uint32_t)y); \
        bool nan = ((int)is_nan(type, x) | (int)is_nan(type, y)) != 0;                              \
        return (uint8_t)pick(nan, (uint32_t)nan_bits(type), chosen);                                \
    }                                                                                               \
    ACCUMULATE_BODY(op##_##type, uint8_t, op##_##type)                                              \
    ACCUMULATE_ROWS_ANY(op##_##type, uint8_t)                                                       \
    ACCUMULATE_CELLS(op##_##type, uint8_t, op##_one_##type)

#define NAN_IEEE true, false, false
#define NAN_ONES false, true, false
#define NAN_ZERO false, false, true
#define NAN_NONE false, false, false

#define SMALL_TYPES(S)                                  \
    S(F4E2M1FN, f4e2m1fn, 2, 1, 1, NAN_NONE)            \
    S(F6E2M3FN, f6e2m3fn, 2, 3, 1, NAN_NONE)            \
    S(F6E3M2FN, f6e3m2fn, 3, 2, 3, NAN_NONE)            \
    S(F8E3M4, f8e3m4, 3, 4, 3, NAN_IEEE)                \
    S(F8E4M3, f8e4m3, 4, 3, 7, NAN_IEEE)                \
    S(F8E4M3FN, f8e4m3fn, 4, 3, 7, NAN_ONES)            \
    S(F8E4M3FNUZ, f8e4m3fnuz, 4, 3, 8, NAN_ZERO)        \
    S(F8E4M3B11FNUZ, f8e4m3b11fnuz, 4, 3, 11, NAN_ZERO) \
    S(F8E5M2, f8e5m2, 5, 2, 15, NAN_IEEE)               \
    S(F8E5M2FNUZ, f8e5m2fnuz, 5, 2, 16, NAN_ZERO)

#define SMALL_OPS(DTYPE, type, exponent_bits, mantissa_bits, bias, nan)                              \
    static const small type = {exponent_bits, mantissa_bits, bias, nan};                             \
    static void widen_##type(float *restrict to, const uint8_t *restrict from, int64_t n)            \
    {                                                                                                \
        for (int64_t i = 0; i < n; i++)                                                              \
            to[i] = widen(type, from[i]);                                                            \
    }                                                                                                \
    static void narrow_##type(uint8_t *restrict to, const float *restrict from, int64_t n)           \
    {                                                                                                \
        for (int64_t i = 0; i < n; i++)                                                              \
            to[i] = narrow(type, from[i]);                                                           \
    }                                                                                                \
    static const small_moves moves_##type = {widen_##type, narrow_##type};                           \
    SMALL_OP(add, type)                                                                              \
    SMALL_OP(mul, type)                                                                              \
    SMALL_ORDER(min, <, type)                                                                        \
    SMALL_ORDER(max, >, type)
SMALL_TYPES(SMALL_OPS)

/* ---- f8E8M0FNU ----------------------------------------------------------------------------------------------- */

/* An element is its exponent, of 127 less; 255 is NaN, and what is too large becomes it. What is too small becomes 0. */
#define POWER_NAN 255

KERNEL_INLINE int32_t greater(int32_t a, int32_t b) { return a > b ? a : b; }
KERNEL_INLINE int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

KERNEL_INLINE uint8_t settle_power(uint8_t a, uint8_t b, int32_t exponent)
{
    bool nan = a == POWER_NAN || b == POWER_NAN;
    return (uint8_t)(nan ? POWER_NAN : greater(0, lesser(exponent, POWER_NAN)));
}
/* The double of equal ones; half as much again of neighbours is a tie, which goes to the even exponent. */
KERNEL_INLINE uint8_t add_f8e8m0fnu(uint8_t a, uint8_t b)
{
    int32_t high = greater(a, b), apart = high - lesser(a, b);
    return settle_power(a, b, high + (apart == 0 ? 1 : apart == 1 ? high & 1 : 0));
}
KERNEL_INLINE uint8_t mul_f8e8m0fnu(uint8_t a, uint8_t b) { return settle_power(a, b, a + b - 127); }
KERNEL_INLINE uint8_t min_f8e8m0fnu(uint8_t a, uint8_t b) { return settle_power(a, b, lesser(a, b)); }
KERNEL_INLINE uint8_t max_f8e8m0fnu(uint8_t a, uint8_t b) { return settle_power(a, b, greater(a, b)); }
ACCUMULATE_RARE(add_f8e8m0fnu, uint8_t, add_f8e8m0fnu)
ACCUMULATE_RARE(mul_f8e8m0fnu, uint8_t, mul_f8e8m0fnu)
ACCUMULATE_RARE(min_f8e8m0fnu, uint8_t, min_f8e8m0fnu)
ACCUMULATE_RARE(max_f8e8m0fnu, uint8_t, max_f8e8m0fnu)

#define SMALL_ROW(COMBINER, DTYPE, id)                                                                              \
    [GRN_COMBINE_##COMBINER][GRN_##DTYPE] = {GRN_COMBINE_##COMBINER, GRN_##DTYPE, id##_run, id##_cells, id##_rows,  \
                                             NULL, NULL, NULL}
#define SMALL_ROWS(DTYPE, type, ...)                                                 \
    SMALL_ROW(ADD, DTYPE, add_##type), SMALL_ROW(MUL, DTYPE, mul_##type),            \
    SMALL_ROW(MIN, DTYPE, min_##type), SMALL_ROW(MAX, DTYPE, max_##type),

const grn_accumulate_table grn_accumulate_small = {SMALL_TYPES(SMALL_ROWS) SMALL_ROWS(F8E8M0FNU, f8e8m0fnu, 0)};
