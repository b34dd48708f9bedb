/*
 * segment_rows_body.h - the kernels of segment_rows.h. The includer defines SEGMENT_ROWS_SET, the
 * function that answers them, and WIDTH, the bytes of its vectors.
 */
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

/* acc[k] = STEP(a, x), of all columns, entry by entry. `x` is the element as it is folded. */
#define EACH(name, stored, inside, LOAD, PREPARE, STEP)                                                    \
    INLINE void name##_run(const grn_segment_rows *r, int64_t from, int64_t to, inside##_at *restrict acc, \
                           int64_t column_step)                                                            \
    {                                                                                                      \
        for (int64_t j = from; j < to; j++) {                                                              \
            const int64_t e = entry_of(r, j);                                                              \
            const stored##_at *row = (const stored##_at *)r->data + e * r->entry_step;                     \
            PREPARE                                                                                        \
            for (int64_t k = 0; k < r->columns; k++) {                                                     \
                const inside a = acc[k], x = LOAD(row[k * column_step]);                                   \
                acc[k] = STEP;                                                                             \
            }                                                                                              \
        }                                                                                                  \
    }                                                                                                      \
    INLINE void name##_line(const grn_segment_rows *r, int64_t from, int64_t to, inside##_at *acc,         \
                            const int64_t *order)                                                          \
    {                                                                                                      \
        const int64_t k = 0;                                                                               \
        inside a = acc[0];                                                                                 \
        (void)k;                                                                                           \
        for (int64_t j = from; j < to; j++) {                                                              \
            const int64_t e = order != NULL ? order[j] : j;                                                \
            const inside x = LOAD(((const stored##_at *)r->data)[e * r->entry_step]);                      \
            PREPARE                                                                                        \
            a = STEP;                                                                                      \
        }                                                                                                  \
        acc[0] = a;                                                                                        \
    }                                                                                                      \
    static void name(const grn_segment_rows *r, int64_t from, int64_t to, void *acc)                       \
    {                                                                                                      \
        if (r->columns == 1 && r->order == NULL)                                                           \
            name##_line(r, from, to, acc, NULL);                                                           \
        else if (r->columns == 1)                                                                          \
            name##_line(r, from, to, acc, r->order);                                                       \
        else if (r->column_step == 1)                                                                      \
            name##_run(r, from, to, acc, 1);                                                               \
        else                                                                                               \
            name##_run(r, from, to, acc, r->column_step);                                                  \
    }
#define NOTHING

/* The same with the entry that acc[k] is from. IS_NUMBER: which elements count. */
#define EACH_ARG(name, stored, inside, LOAD, IS_NUMBER, BEYOND)                                              \
    static void name(const grn_segment_rows *r, int64_t from, int64_t to, void *into, int64_t *restrict arg) \
    {                                                                                                        \
        inside##_at *restrict acc = into;                                                                    \
        for (int64_t j = from; j < to; j++) {                                                                \
            const int64_t e = entry_of(r, j);                                                                \
            const stored##_at *row = (const stored##_at *)r->data + e * r->entry_step;                       \
            for (int64_t k = 0; k < r->columns; k++) {                                                       \
                const inside a = acc[k], x = LOAD(row[k * r->column_step]);                                  \
                const int64_t was = arg[k] == -2 && IS_NUMBER(x) ? -3 : arg[k];                              \
                const bool take = IS_NUMBER(x) & ((was == -1) | (BEYOND));                                   \
                acc[k] = take ? x : a;                                                                       \
                arg[k] = take ? e : was;                                                                     \
            }                                                                                                \
        }                                                                                                    \
    }

#define EXTREME(name, T, stored, inside, LOAD, IS_NUMBER, BEYOND)     \
    EACH(name##_##T, stored, inside, LOAD, NOTHING, (BEYOND) ? x : a) \
    EACH_ARG(name##_arg_##T, stored, inside, LOAD, IS_NUMBER, BEYOND)

/* A min or max under which NaN propagates is that of integers, which may be taken in any order: of
 * one column that is not listed many entries at once. */
#define PROPAGATES(name, T, stored, inside, LOAD, bits, nan, BETTER)                                   \
    EXTREME(name##_rows, T, stored, inside, LOAD, is_number_always, name##_f(bits, a, x))              \
    INLINE void name##_line_##T(const stored##_at *data, int64_t step, int64_t n, inside##_at *acc)    \
    {                                                                                                  \
        int##bits##_t best = key_##bits(acc[0], nan);                                                  \
        for (int64_t j = 0; j < n; j++) {                                                              \
            const int##bits##_t key = key_##bits(LOAD(data[j * step]), nan);                           \
            best = key BETTER best ? key : best;                                                       \
        }                                                                                              \
        acc[0] = number_##bits(best);                                                                  \
    }                                                                                                  \
    static void name##_keys_##T(const grn_segment_rows *r, int64_t from, int64_t to, inside##_at *acc) \
    {                                                                                                  \
        int##bits##_t best[GRN_SEGMENT_COLUMNS];                                                       \
        for (int64_t k = 0; k < r->columns; k++)                                                       \
            best[k] = key_##bits(acc[k], nan);                                                         \
        for (int64_t j = from; j < to; j++) {                                                          \
            const stored##_at *row = (const stored##_at *)r->data + entry_of(r, j) * r->entry_step;    \
            for (int64_t k = 0; k < r->columns; k++) {                                                 \
                const int##bits##_t key = key_##bits(LOAD(row[k]), nan);                               \
                best[k] = key BETTER best[k] ? key : best[k];                                          \
            }                                                                                          \
        }                                                                                              \
        for (int64_t k = 0; k < r->columns; k++)                                                       \
            acc[k] = number_##bits(best[k]);                                                           \
    }                                                                                                  \
    static void name##_##T(const grn_segment_rows *r, int64_t from, int64_t to, void *acc)             \
    {                                                                                                  \
        const stored##_at *data = (const stored##_at *)r->data + from * r->entry_step;                 \
        if (r->columns > 1 && r->column_step == 1)                                                     \
            name##_keys_##T(r, from, to, acc);                                                         \
        else if (r->columns > 1 || r->order != NULL)                                                   \
            name##_rows_##T(r, from, to, acc);                                                         \
        else if (r->entry_step == 1)                                                                   \
            name##_line_##T(data, 1, to - from, acc);                                                  \
        else                                                                                           \
            name##_line_##T(data, r->entry_step, to - from, acc);                                      \
    }

#define MOVES(T, stored, inside, LOAD, STORE)                                      \
    static void load_all_##T(const void *from, int64_t step, int64_t n, void *acc) \
    {                                                                              \
        const stored##_at *x = from;                                               \
        for (int64_t k = 0; k < n; k++)                                            \
            ((inside##_at *)acc)[k] = LOAD(x[k * step]);                           \
    }                                                                              \
    static void store_all_##T(const void *acc, int64_t n, void *to, int64_t step)  \
    {                                                                              \
        stored##_at *x = to;                                                       \
        for (int64_t k = 0; k < n; k++)                                            \
            x[k * step] = STORE(((const inside##_at *)acc)[k]);                    \
    }

/* ---- sums of floats: columns in registers ---------------------------------------------------- */

/* `parts` vectors of `lanes` columns from k on, over all entries of a list. */
#define SUM_PART(name, stored, inside, T, lanes, parts)                                                       \
    typedef inside name##_vector __attribute__((vector_size(sizeof(inside) * (lanes))));                      \
    INLINE void name##_with(const grn_segment_rows *r, int64_t from, int64_t to, int64_t k, inside##_at *acc, \
                            const stored##_at *weights)                                                       \
    {                                                                                                         \
        name##_vector sum[parts];                                                                             \
        for (int p = 0; p < (parts); p++)                                                                     \
            memcpy(&sum[p], acc + k + p * (lanes), sizeof sum[p]);                                            \
        for (int64_t j = from; j < to; j++) {                                                                 \
            const int64_t e = entry_of(r, j);                                                                 \
            const stored##_at *row = (const stored##_at *)r->data + e * r->entry_step + k;                    \
            const inside w = weights != NULL ? LOAD_##T(weights[e * r->weight_step]) : 1;                     \
            prefetch_later(r, j, k, (int64_t)sizeof(stored) * (lanes) * (parts), (int64_t)sizeof(stored));    \
            for (int p = 0; p < (parts); p++) {                                                               \
                name##_vector x;                                                                              \
                VECTOR_##T(x, row + p * (lanes), lanes);                                                      \
                sum[p] = sum[p] + (weights != NULL ? x * w : x);                                              \
            }                                                                                                 \
        }                                                                                                     \
        for (int p = 0; p < (parts); p++)                                                                     \
            memcpy(acc + k + p * (lanes), &sum[p], sizeof sum[p]);                                            \
    }                                                                                                         \
    static int64_t name(const grn_segment_rows *r, int64_t from, int64_t to, int64_t k, inside##_at *acc)     \
    {                                                                                                         \
        for (; k + (lanes) * (parts) <= r->columns; k += (lanes) * (parts))                                   \
            if (r->weights != NULL)                                                                           \
                name##_with(r, from, to, k, acc, r->weights);                                                 \
            else                                                                                              \
                name##_with(r, from, to, k, acc, NULL);                                                       \
        return k;                                                                                             \
    }

#define LOAD_f32(x) (x)
#define LOAD_f64(x) (x)
#define LOAD_f16(x) load_f16(x)
#define LOAD_bf16(x) load_bf16(x)
#define VECTOR_f32(x, at, lanes) memcpy(&(x), at, sizeof(x))
#define VECTOR_f64(x, at, lanes) memcpy(&(x), at, sizeof(x))
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

#define FLOAT_SUM(T, stored, inside)                                                                                 \
    SUM_PART(sum_wide_##T, stored, inside, T, (WIDTH / (int)sizeof(inside)), 4)                                      \
    SUM_PART(sum_one_##T, stored, inside, T, (WIDTH / (int)sizeof(inside)), 1)                                       \
    SUM_PART(sum_few_##T, stored, inside, T, (16 / (int)sizeof(inside)), 1)                                          \
    EACH(sum_any_##T, stored, inside, LOAD_##T, const stored##_at *weights = r->weights;                             \
         const int64_t at = e * r->weight_step; const int64_t weight_step = r->weight_column_step;                   \
         , weights != NULL ? a + LOAD_##T(weights[at + k * weight_step]) * x : a + x)                                \
    static void sum_##T(const grn_segment_rows *r, int64_t from, int64_t to, void *into)                             \
    {                                                                                                                \
        inside##_at *acc = into;                                                                                     \
        if (r->column_step != 1 || (r->weights != NULL && r->weight_column_step != 0)) {                             \
            sum_any_##T(r, from, to, acc);                                                                           \
            return;                                                                                                  \
        }                                                                                                            \
        int64_t k = sum_few_##T(r, from, to, sum_one_##T(r, from, to, sum_wide_##T(r, from, to, 0, acc), acc), acc); \
        for (; k < r->columns; k++) {                                                                                \
            inside sum = acc[k];                                                                                     \
            const stored##_at *data = (const stored##_at *)r->data + k, *weights = r->weights;                       \
            for (int64_t j = from; j < to; j++) {                                                                    \
                const int64_t e = entry_of(r, j);                                                                    \
                const inside x = LOAD_##T(data[e * r->entry_step]);                                                  \
                sum = sum + (weights != NULL ? LOAD_##T(weights[e * r->weight_step]) * x : x);                       \
            }                                                                                                        \
            acc[k] = sum;                                                                                            \
        }                                                                                                            \
    }

/* Many segments: of one column a chain each, of more columns the sums above. */
#define FLOAT_SUMS(T, stored, inside)                                                                   \
    INLINE void sums_of_line_##T(const grn_segment_rows *r, const grn_segment_sums *s, bool plain)      \
    {                                                                                                   \
        const stored##_at *data = r->data, *weights = r->weights;                                       \
        stored##_at *to = s->result;                                                                    \
        for (int64_t i = s->first; i < s->end; i++) {                                                   \
            const int64_t from = s->offset[i], end = s->offset[i + 1];                                  \
            inside sum = (inside)s->start;                                                              \
            for (int64_t j = from; j < end; j++) {                                                      \
                const int64_t e = plain ? j : entry_of(r, j);                                           \
                const inside x = LOAD_##T(data[plain ? e : e * r->entry_step]);                         \
                sum = sum + (plain || weights == NULL ? x : LOAD_##T(weights[e * r->weight_step]) * x); \
            }                                                                                           \
            sum = s->mean ? sum / (inside)(end - from) : sum;                                           \
            if (from < end)                                                                             \
                to[i * s->result_step] = store_##T(sum);                                                \
            else if (s->empty != NULL)                                                                  \
                to[i * s->result_step] = *(const stored##_at *)s->empty;                                \
        }                                                                                               \
    }                                                                                                   \
    static void sums_##T(const grn_segment_rows *r, const grn_segment_sums *s)                          \
    {                                                                                                   \
        inside acc[GRN_SEGMENT_COLUMNS];                                                                \
        if (r->columns == 1 && r->order == NULL && r->weights == NULL && r->entry_step == 1) {          \
            sums_of_line_##T(r, s, true);                                                               \
            return;                                                                                     \
        }                                                                                               \
        if (r->columns == 1) {                                                                          \
            sums_of_line_##T(r, s, false);                                                              \
            return;                                                                                     \
        }                                                                                               \
        for (int64_t i = s->first; i < s->end; i++) {                                                   \
            const int64_t from = s->offset[i], end = s->offset[i + 1];                                  \
            stored##_at *to = (stored##_at *)s->result + i * s->result_step;                            \
            for (int64_t k = 0; k < r->columns; k++)                                                    \
                acc[k] = (inside)s->start;                                                              \
            if (from == end) {                                                                          \
                for (int64_t k = 0; s->empty != NULL && k < r->columns; k++)                            \
                    to[k] = *(const stored##_at *)s->empty;                                             \
                continue;                                                                               \
            }                                                                                           \
            sum_##T(r, from, end, acc);                                                                 \
            for (int64_t k = 0; s->mean && k < r->columns; k++)                                         \
                acc[k] = acc[k] / (inside)(end - from);                                                 \
            store_all_##T(acc, r->columns, to, 1);                                                      \
        }                                                                                               \
    }
#define FLOAT(T, stored, inside, bits)                                                                                \
    FLOAT_SUM(T, stored, inside)                                                                                      \
    EACH(product_##T, stored, inside, LOAD_##T, NOTHING, a *x)                                                        \
    EACH(sum_stepped_##T, stored, inside, LOAD_##T, const stored##_at *weights = r->weights;                          \
         const int64_t at = e * r->weight_step; const int64_t weight_step = r->weight_column_step;                    \
         , LOAD_##T(store_##T(                                                                                        \
               (a + (weights != NULL ? LOAD_##T(store_##T((LOAD_##T(weights[at + k * weight_step]) * x))) : x)))))    \
    EACH(product_stepped_##T, stored, inside, LOAD_##T, NOTHING, LOAD_##T(store_##T((a * x))))                        \
    PROPAGATES(min_propagates, T, stored, inside, LOAD_##T, bits, INT##bits##_MIN, <)                                 \
    PROPAGATES(max_propagates, T, stored, inside, LOAD_##T, bits, INT##bits##_MAX, >)                                 \
    EXTREME(min_ignored, T, stored, inside, LOAD_##T, is_number_ignored, min_ignored_f(bits, a, x))                   \
    EXTREME(max_ignored, T, stored, inside, LOAD_##T, is_number_ignored, max_ignored_f(bits, a, x))                   \
    EXTREME(min_first, T, stored, inside, LOAD_##T, is_number_always, min_first_f(bits, a, x))                        \
    EXTREME(max_first, T, stored, inside, LOAD_##T, is_number_always, max_first_f(bits, a, x))                        \
    MOVES(T, stored, inside, LOAD_##T, store_##T)                                                                     \
    FLOAT_SUMS(T, stored, inside)                                                                                     \
    static void divide_##T(void *into, int64_t n, const double *divisor, int64_t step, bool round_first)              \
    {                                                                                                                 \
        inside##_at *acc = into;                                                                                      \
        for (int64_t k = 0; k < n; k++)                                                                               \
            acc[k] = (round_first ? LOAD_##T(store_##T(acc[k])) : acc[k]) / (inside)divisor[k * step];                \
    }                                                                                                                 \
    static const grn_row_kernels kernels_##T = {                                                                      \
        sum_##T,                                                                                                      \
        product_##T,                                                                                                  \
        sum_stepped_##T,                                                                                              \
        product_stepped_##T,                                                                                          \
        {{min_propagates_##T, min_ignored_##T, min_first_##T}, {max_propagates_##T, max_ignored_##T, max_first_##T}}, \
        {{min_propagates_rows_arg_##T, min_ignored_arg_##T, min_first_arg_##T},                                       \
         {max_propagates_rows_arg_##T, max_ignored_arg_##T, max_first_arg_##T}},                                      \
        sums_##T,                                                                                                     \
        load_all_##T,                                                                                                 \
        store_all_##T,                                                                                                \
        divide_##T,                                                                                                   \
        sizeof(inside)};

/* ---- integers: sums and products wrap in `wide`, which is unsigned --------------------------- */

#define INTEGER(T, inside, wide, DIVIDE, SUM, PRODUCT)                                                   \
    EACH(sum_##T, inside, inside, load_same, NOTHING, (inside)(SUM(wide)))                               \
    EACH(product_##T, inside, inside, load_same, NOTHING, (inside)(PRODUCT(wide)))                       \
    EXTREME(min, T, inside, inside, load_same, is_number_always, x < a)                                  \
    EXTREME(max, T, inside, inside, load_same, is_number_always, x > a)                                  \
    MOVES(T, inside, inside, load_same, load_same)                                                       \
    static void divide_##T(void *into, int64_t n, const double *divisor, int64_t step, bool round_first) \
    {                                                                                                    \
        inside##_at *acc = into;                                                                         \
        (void)round_first;                                                                               \
        for (int64_t k = 0; k < n; k++)                                                                  \
            acc[k] = (inside)DIVIDE(acc[k], divisor[k * step]);                                          \
    }                                                                                                    \
    static const grn_row_kernels kernels_##T = {                                                         \
        sum_##T,                                                                                         \
        product_##T,                                                                                     \
        sum_##T,                                                                                         \
        product_##T,                                                                                     \
        {{min_##T, min_##T, min_##T}, {max_##T, max_##T, max_##T}},                                      \
        {{min_arg_##T, min_arg_##T, min_arg_##T}, {max_arg_##T, max_arg_##T, max_arg_##T}},              \
        NULL,                                                                                            \
        load_all_##T,                                                                                    \
        store_all_##T,                                                                                   \
        divide_##T,                                                                                      \
        sizeof(inside)};

#define ADD(wide) ((wide)a + (wide)x)
#define MULTIPLY(wide) ((wide)a * (wide)x)
#define OR(wide) (a | x)
#define AND(wide) (a & x)
INLINE int64_t divide_down(int64_t a, double divisor)
{
    const int64_t b = (int64_t)divisor;
    return a / b - (a % b < 0);
}
INLINE uint64_t divide_plain(uint64_t a, double divisor) { return a / (uint64_t)divisor; }

FLOAT(f32, float, float, 32)
FLOAT(f64, double, double, 64)
FLOAT(f16, uint16_t, float, 32)
FLOAT(bf16, uint16_t, float, 32)
INTEGER(i8, int8_t, uint32_t, divide_down, ADD, MULTIPLY)
INTEGER(i16, int16_t, uint32_t, divide_down, ADD, MULTIPLY)
INTEGER(i32, int32_t, uint32_t, divide_down, ADD, MULTIPLY)
INTEGER(i64, int64_t, uint64_t, divide_down, ADD, MULTIPLY)
INTEGER(ui8, uint8_t, uint32_t, divide_plain, ADD, MULTIPLY)
INTEGER(ui16, uint16_t, uint32_t, divide_plain, ADD, MULTIPLY)
INTEGER(ui32, uint32_t, uint32_t, divide_plain, ADD, MULTIPLY)
INTEGER(ui64, uint64_t, uint64_t, divide_plain, ADD, MULTIPLY)
INTEGER(i1, uint8_t, uint32_t, divide_plain, OR, AND)

const grn_row_kernels *SEGMENT_ROWS_SET(grn_dtype dtype)
{
    static const grn_row_kernels *const all[GRN_DTYPE_COUNT] = {
        [GRN_F32] = &kernels_f32,   [GRN_F64] = &kernels_f64, [GRN_F16] = &kernels_f16,   [GRN_BF16] = &kernels_bf16,
        [GRN_I8] = &kernels_i8,     [GRN_I16] = &kernels_i16, [GRN_I32] = &kernels_i32,   [GRN_I64] = &kernels_i64,
        [GRN_INDEX] = &kernels_i64, [GRN_UI8] = &kernels_ui8, [GRN_UI16] = &kernels_ui16, [GRN_UI32] = &kernels_ui32,
        [GRN_UI64] = &kernels_ui64, [GRN_I1] = &kernels_i1,
    };
    return all[dtype];
}
