/*
 * element.h - what the element function files share: the C type of each
 * class, access to one element at any alignment, and the loops around a
 * function of one element. Internal to src/eval.
 */
#ifndef GRN_EVAL_ELEMENT_H
#define GRN_EVAL_ELEMENT_H

#include <string.h>

#include "eval/eval.h"

/* The largest element. */
#define GRN_ELEMENT_BYTES 16

typedef uint8_t e_i1;
typedef int8_t e_i8;
typedef int16_t e_i16;
typedef int32_t e_i32;
typedef int64_t e_i64;
typedef uint8_t e_u8;
typedef uint16_t e_u16;
typedef uint32_t e_u32;
typedef uint64_t e_u64;
typedef float e_f32;
typedef double e_f64;
typedef struct e_c64 {
    float re, im;
} e_c64;
typedef struct e_c128 {
    double re, im;
} e_c128;

/* The same width without sign. */
typedef uint8_t b_i8, b_u8;
typedef uint16_t b_i16, b_u16;
typedef uint32_t b_i32, b_u32;
typedef uint64_t b_i64, b_u64;

/* Unsigned and no narrower than int: arithmetic wraps, and C promotes nothing. */
typedef uint32_t w_i8, w_u8, w_i16, w_u16, w_i32, w_u32;
typedef uint64_t w_i64, w_u64;

/* A block of elements of any class, on the stack. */
typedef union grn_element_block {
    e_c128 c128[GRN_ELEMENT_BLOCK];
    e_f64 f64[GRN_ELEMENT_BLOCK];
    e_i64 i64[GRN_ELEMENT_BLOCK];
    unsigned char bytes[GRN_ELEMENT_BLOCK * GRN_ELEMENT_BYTES];
} grn_element_block;

#define GRN_DEFINE_ACCESS(T)                                              \
    static inline e_##T load_##T(const void *p, size_t i)                 \
    {                                                                     \
        e_##T value;                                                      \
        memcpy(&value, (const char *)p + i * sizeof value, sizeof value); \
        return value;                                                     \
    }                                                                     \
    static inline void store_##T(void *p, size_t i, e_##T value)          \
    {                                                                     \
        memcpy((char *)p + i * sizeof value, &value, sizeof value);       \
    }
GRN_DEFINE_ACCESS(i8)
GRN_DEFINE_ACCESS(i16)
GRN_DEFINE_ACCESS(i32)
GRN_DEFINE_ACCESS(i64)
GRN_DEFINE_ACCESS(u8)
GRN_DEFINE_ACCESS(u16)
GRN_DEFINE_ACCESS(u32)
GRN_DEFINE_ACCESS(u64)
GRN_DEFINE_ACCESS(f32)
GRN_DEFINE_ACCESS(f64)
GRN_DEFINE_ACCESS(c64)
GRN_DEFINE_ACCESS(c128)
#undef GRN_DEFINE_ACCESS

/* i1 is 0 or 1 here, whatever the byte holds. */
static inline e_i1 load_i1(const void *p, size_t i) { return load_u8(p, i) != 0; }
static inline void store_i1(void *p, size_t i, e_i1 value) { store_u8(p, i, value); }

static inline uint32_t bits_f32(e_f32 x) { return load_u32(&x, 0); }
static inline uint64_t bits_f64(e_f64 x) { return load_u64(&x, 0); }
static inline e_f32 float_f32(uint32_t bits) { return load_f32(&bits, 0); }
static inline e_f64 float_f64(uint64_t bits) { return load_f64(&bits, 0); }

/* A file of rows is compiled once for every processor, and once more for each instruction set that
 * has a file of its name (element_arithmetic_avx2.c): there its rows have other names. */
#ifndef GRN_ELEMENT_ROW
#define GRN_ELEMENT_ROW(name) grn_element_##name
#endif

/* One canonical NaN: results do not depend on the operand or the instruction that gave it. */
static inline e_f32 nan_f32(void) { return float_f32(UINT32_C(0x7FC00000)); }
static inline e_f64 nan_f64(void) { return float_f64(UINT64_C(0x7FF8000000000000)); }
static inline e_f32 one_nan_f32(e_f32 x) { return x == x ? x : nan_f32(); }
static inline e_f64 one_nan_f64(e_f64 x) { return x == x ? x : nan_f64(); }
static inline e_c64 one_nan_c64(e_c64 z) { return (e_c64){one_nan_f32(z.re), one_nan_f32(z.im)}; }
static inline e_c128 one_nan_c128(e_c128 z) { return (e_c128){one_nan_f64(z.re), one_nan_f64(z.im)}; }

/* IEEE 754 totalOrder as the order of integers: a negative number's magnitude bits turn around. */
static inline e_i32 total_key_f32(e_f32 x)
{
    uint32_t bits = bits_f32(x);
    bits ^= bits >> 31 ? UINT32_C(0x7FFFFFFF) : 0;
    return load_i32(&bits, 0);
}
static inline e_i64 total_key_f64(e_f64 x)
{
    uint64_t bits = bits_f64(x);
    bits ^= bits >> 63 ? UINT64_C(0x7FFFFFFFFFFFFFFF) : 0;
    return load_i64(&bits, 0);
}

/* Loops around a function `op_T` of one element, from class T to class R: run_op_T. */
#define GRN_LOOP_1(linkage, prefix, op, T, R)                                    \
    linkage void prefix##_##op##_##T(size_t n, void *out, const void *const *in) \
    {                                                                            \
        const void *a = in[0];                                                   \
        for (size_t i = 0; i < n; i++)                                           \
            store_##R(out, i, op##_##T(load_##T(a, i)));                         \
    }
#define GRN_LOOP_2(linkage, prefix, op, T, R)                                    \
    linkage void prefix##_##op##_##T(size_t n, void *out, const void *const *in) \
    {                                                                            \
        const void *a = in[0], *b = in[1];                                       \
        for (size_t i = 0; i < n; i++)                                           \
            store_##R(out, i, op##_##T(load_##T(a, i), load_##T(b, i)));         \
    }
#define GRN_LOOP_3(linkage, prefix, op, T, R)                                            \
    linkage void prefix##_##op##_##T(size_t n, void *out, const void *const *in)         \
    {                                                                                    \
        const void *a = in[0], *b = in[1], *c = in[2];                                   \
        for (size_t i = 0; i < n; i++)                                                   \
            store_##R(out, i, op##_##T(load_##T(a, i), load_##T(b, i), load_##T(c, i))); \
    }

#define LOOP_1(op, T, R) GRN_LOOP_1(static, run, op, T, R)
#define LOOP_2(op, T, R) GRN_LOOP_2(static, run, op, T, R)
#define LOOP_3(op, T, R) GRN_LOOP_3(static, run, op, T, R)
/* The same for classes: LOOP is LOOP_1, LOOP_2 or LOOP_3. */
#define SIGNED_LOOPS(LOOP, op) LOOP(op, i8, i8) LOOP(op, i16, i16) LOOP(op, i32, i32) LOOP(op, i64, i64)
#define UNSIGNED_LOOPS(LOOP, op) LOOP(op, u8, u8) LOOP(op, u16, u16) LOOP(op, u32, u32) LOOP(op, u64, u64)
#define INTEGER_LOOPS(LOOP, op) SIGNED_LOOPS(LOOP, op) UNSIGNED_LOOPS(LOOP, op)
#define FLOAT_LOOPS(LOOP, op) LOOP(op, f32, f32) LOOP(op, f64, f64)
/* Row entries of what those defined. */
#define SIGNED_ENTRIES(op) .i8 = run_##op##_i8, .i16 = run_##op##_i16, .i32 = run_##op##_i32, .i64 = run_##op##_i64
#define UNSIGNED_ENTRIES(op) .u8 = run_##op##_u8, .u16 = run_##op##_u16, .u32 = run_##op##_u32, .u64 = run_##op##_u64
#define INTEGER_ENTRIES(op) SIGNED_ENTRIES(op), UNSIGNED_ENTRIES(op)
#define FLOAT_ENTRIES(op) .f32 = run_##op##_f32, .f64 = run_##op##_f64
#define COMPLEX_ENTRIES(op) .c64 = grn_complex_##op##_c64, .c128 = grn_complex_##op##_c128
/* A row's folds, by class. */
typedef struct grn_element_folds {
    grn_fold_fn i1, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64;
    grn_fold_rows_fn rows_i32, rows_i64, rows_f32, rows_f64; /* for the most common */
    grn_fold_lines_fn lines_f32, lines_f64;                  /* where the order changes bits: else `fold` is as fast */
} grn_element_folds;
/* For functions whose order changes no bit: several partial results, combined at the end. */
#define FOLD_PARTS(op, T, R)                                                       \
    static void fold_##op##_##T(size_t n, void *acc, const void *in)               \
    {                                                                              \
        e_##T value = load_##T(acc, 0), part[GRN_FOLD_PARTS];                      \
        size_t i = 0;                                                              \
        if (n >= 2 * GRN_FOLD_PARTS) {                                             \
            memcpy(part, in, sizeof part);                                         \
            for (i = GRN_FOLD_PARTS; i + GRN_FOLD_PARTS <= n; i += GRN_FOLD_PARTS) \
                for (size_t k = 0; k < GRN_FOLD_PARTS; k++)                        \
                    part[k] = op##_##T(part[k], load_##T(in, i + k));              \
            for (size_t k = 0; k < GRN_FOLD_PARTS; k++)                            \
                value = op##_##T(value, part[k]);                                  \
        }                                                                          \
        for (; i < n; i++)                                                         \
            value = op##_##T(value, load_##T(in, i));                              \
        store_##T(acc, 0, value);                                                  \
    }
#define GRN_FOLD_PARTS 16
/* Rows into a row. STEP is one step; LAST is applied to the result after all steps. */
#define FOLD_ROWS(op, T, STEP, LAST)                                                                                   \
    static void fold_rows_##op##_##T(size_t rows, size_t n, void *acc, const void *const *in)                          \
    {                                                                                                                  \
        char *restrict to = acc;                                                                                       \
        const void *a = in[0], *b = in[rows > 1], *c = in[rows > 2 ? 2 : 0], *d = in[rows > 3 ? 3 : 0];                \
        switch (rows) {                                                                                                \
        case 1:                                                                                                        \
            for (size_t i = 0; i < n; i++)                                                                             \
                store_##T(to, i, LAST(STEP(load_##T(to, i), load_##T(a, i))));                                         \
            break;                                                                                                     \
        case 2:                                                                                                        \
            for (size_t i = 0; i < n; i++)                                                                             \
                store_##T(to, i, LAST(STEP(STEP(load_##T(to, i), load_##T(a, i)), load_##T(b, i))));                   \
            break;                                                                                                     \
        case 3:                                                                                                        \
            for (size_t i = 0; i < n; i++)                                                                             \
                store_##T(to, i,                                                                                       \
                          LAST(STEP(STEP(STEP(load_##T(to, i), load_##T(a, i)), load_##T(b, i)), load_##T(c, i))));    \
            break;                                                                                                     \
        case 4:                                                                                                        \
            for (size_t i = 0; i < n; i++)                                                                             \
                store_##T(to, i,                                                                                       \
                          LAST(STEP(STEP(STEP(STEP(load_##T(to, i), load_##T(a, i)), load_##T(b, i)), load_##T(c, i)), \
                                    load_##T(d, i))));                                                                 \
            break;                                                                                                     \
        default: break;                                                                                                \
        }                                                                                                              \
    }
/* One value after the other into one, and GRN_FOLD_LINES of them side by side, which a processor
 * computes in the time of one. */
#define FOLD_LAST(op, T, STEP, LAST)                                                                   \
    static void fold_##op##_##T(size_t n, void *acc, const void *in)                                   \
    {                                                                                                  \
        e_##T value = load_##T(acc, 0);                                                                \
        for (size_t i = 0; i < n; i++)                                                                 \
            value = STEP(value, load_##T(in, i));                                                      \
        store_##T(acc, 0, n ? LAST(value) : value);                                                    \
    }                                                                                                  \
    static void fold_lines_##op##_##T(size_t n, void *acc, const void *in, int64_t line, int64_t step) \
    {                                                                                                  \
        e_##T value[GRN_FOLD_LINES];                                                                   \
        memcpy(value, acc, sizeof value);                                                              \
        const char *at[GRN_FOLD_LINES];                                                                \
        for (int k = 0; k < GRN_FOLD_LINES; k++)                                                       \
            at[k] = (const char *)in + k * line * (int64_t)sizeof(e_##T);                              \
        for (int64_t i = 0; i < (int64_t)n; i++)                                                       \
            for (int k = 0; k < GRN_FOLD_LINES; k++)                                                   \
                value[k] = STEP(value[k], load_##T(at[k] + i * step * (int64_t)sizeof(e_##T), 0));     \
        for (int k = 0; n && k < GRN_FOLD_LINES; k++)                                                  \
            value[k] = LAST(value[k]);                                                                 \
        memcpy(acc, value, sizeof value);                                                              \
    }
#define ROWS_FOLDS(op)                                                                                    \
    .rows_i32 = fold_rows_##op##_i32, .rows_i64 = fold_rows_##op##_i64, .rows_f32 = fold_rows_##op##_f32, \
    .rows_f64 = fold_rows_##op##_f64
#define INTEGER_FOLDS(op)                                                                         \
    .i8 = fold_##op##_i8, .i16 = fold_##op##_i16, .i32 = fold_##op##_i32, .i64 = fold_##op##_i64, \
    .u8 = fold_##op##_u8, .u16 = fold_##op##_u16, .u32 = fold_##op##_u32, .u64 = fold_##op##_u64
#define FLOAT_FOLDS(op) .f32 = fold_##op##_f32, .f64 = fold_##op##_f64
/* `macro` once for each integer class. */
#define FOR_SIGNED(macro) macro(i8) macro(i16) macro(i32) macro(i64)
#define FOR_UNSIGNED(macro) macro(u8) macro(u16) macro(u32) macro(u64)
#define FOR_INTEGERS(macro) FOR_SIGNED(macro) FOR_UNSIGNED(macro)

/* clang-format off */
/* The complex functions of element_complex.c and element_inverse.c that rows of other files have:
 * grn_complex_<op>_c64 and _c128. */
#define GRN_COMPLEX_FUNCTIONS(F)                                                                                     \
    F(abs) F(add) F(atan2) F(cbrt) F(clamp) F(cosine) F(divide) F(exponential) F(exponential_minus_one) F(log)        \
    F(log_plus_one) F(logistic) F(maximum) F(minimum) F(multiply) F(negate) F(power) F(rsqrt) F(sign) F(sine)         \
    F(sqrt) F(subtract) F(tan) F(tanh)                                                                               \
    F(compare_eq) F(compare_ne) F(compare_ge) F(compare_gt) F(compare_le) F(compare_lt)                               \
    F(acos) F(acosh) F(asin) F(asin_acos_kernel) F(asinh) F(atan) F(atanh) F(conj) F(cosh) F(sinh) F(square)
#define GRN_COMPLEX_DECLARE(op)                                                      \
    void grn_complex_##op##_c64(size_t n, void *out, const void *const *in);         \
    void grn_complex_##op##_c128(size_t n, void *out, const void *const *in);
GRN_COMPLEX_FUNCTIONS(GRN_COMPLEX_DECLARE)
#undef GRN_COMPLEX_DECLARE
/* clang-format on */

/* convert.c: n elements of `from` as elements of `to` by the rules of convert. NULL where both have
 * the same bytes, or where no single step exists (grn_convert_class gives the class between). */
grn_element_fn grn_element_cast(grn_dtype from, grn_dtype to);
/* The class in which every value of `from` is exact, and from which a cast leads to every dtype:
 * i64, ui64, f64, c128. */
grn_dtype grn_convert_class(grn_dtype from);
/* The two steps of a convert as one, for common pairs; NULL for others. */
grn_element_fn grn_convert_fused(grn_dtype from, grn_dtype to);
/* A copy of elements as they are. */
grn_element_fn grn_element_copy(grn_dtype dtype);

#endif
