/* segment_rows.c - rows folded on vectors that every processor has. */
#include "kernels/segment_element.h"

/* Bytes of a vector. */
#define WIDTH 16

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

#define FLOAT(T, stored, inside, bits)                                                                             \
    FLOAT_SUM(T, stored, inside)                                                                                   \
    EACH(product_##T, stored, inside, LOAD_##T, NOTHING, a *x)                                                     \
    EACH(sum_stepped_##T, stored, inside, LOAD_##T, const stored##_at *weights = r->weights;                       \
         const int64_t at = e * r->weight_step; const int64_t weight_step = r->weight_column_step;                 \
         , LOAD_##T(store_##T(                                                                                     \
               (a + (weights != NULL ? LOAD_##T(store_##T((LOAD_##T(weights[at + k * weight_step]) * x))) : x))))) \
    EACH(product_stepped_##T, stored, inside, LOAD_##T, NOTHING, LOAD_##T(store_##T((a * x))))                     \
    PROPAGATES(min_propagates, T, stored, inside, LOAD_##T, bits, INT##bits##_MIN, <)                              \
    PROPAGATES(max_propagates, T, stored, inside, LOAD_##T, bits, INT##bits##_MAX, >)                              \
    EXTREME(min_ignored, T, stored, inside, LOAD_##T, is_number_ignored, min_ignored_f(bits, a, x))                \
    EXTREME(max_ignored, T, stored, inside, LOAD_##T, is_number_ignored, max_ignored_f(bits, a, x))                \
    EXTREME(min_first, T, stored, inside, LOAD_##T, is_number_always, min_first_f(bits, a, x))                     \
    EXTREME(max_first, T, stored, inside, LOAD_##T, is_number_always, max_first_f(bits, a, x))                     \
    MOVES(T, stored, inside, LOAD_##T, store_##T)                                                                  \
    static void divide_##T(void *into, int64_t n, const double *divisor, int64_t step, bool round_first)           \
    {                                                                                                              \
        inside##_at *acc = into;                                                                                   \
        for (int64_t k = 0; k < n; k++)                                                                            \
            acc[k] = (round_first ? LOAD_##T(store_##T(acc[k])) : acc[k]) / (inside)divisor[k * step];             \
    }                                                                                                              \
    static const grn_row_kernels kernels_##T = {                                                                   \
        .sum = sum_##T,                                                                                            \
        .product = product_##T,                                                                                    \
        .sum_each_step = sum_stepped_##T,                                                                          \
        .product_each_step = product_stepped_##T,                                                                  \
        .extreme = {{min_propagates_##T, min_ignored_##T, min_first_##T},                                          \
                    {max_propagates_##T, max_ignored_##T, max_first_##T}},                                         \
        .extreme_arg = {{min_propagates_rows_arg_##T, min_ignored_arg_##T, min_first_arg_##T},                     \
                        {max_propagates_rows_arg_##T, max_ignored_arg_##T, max_first_arg_##T}},                    \
        .load = load_all_##T,                                                                                      \
        .store = store_all_##T,                                                                                    \
        .divide = divide_##T,                                                                                      \
        .acc_bytes = sizeof(inside),                                                                               \
    };

/* ---- integers: sums and products wrap in `wide`, which is unsigned --------------------------- */

#define INTEGER(T, inside, wide, DIVIDE, SUM, PRODUCT)                                                     \
    EACH(sum_##T, inside, inside, load_same, NOTHING, (inside)(SUM(wide)))                                 \
    EACH(product_##T, inside, inside, load_same, NOTHING, (inside)(PRODUCT(wide)))                         \
    EXTREME(min, T, inside, inside, load_same, is_number_always, x < a)                                    \
    EXTREME(max, T, inside, inside, load_same, is_number_always, x > a)                                    \
    MOVES(T, inside, inside, load_same, load_same)                                                         \
    static void divide_##T(void *into, int64_t n, const double *divisor, int64_t step, bool round_first)   \
    {                                                                                                      \
        inside##_at *acc = into;                                                                           \
        (void)round_first;                                                                                 \
        for (int64_t k = 0; k < n; k++)                                                                    \
            acc[k] = (inside)DIVIDE(acc[k], divisor[k * step]);                                            \
    }                                                                                                      \
    static const grn_row_kernels kernels_##T = {                                                           \
        .sum = sum_##T,                                                                                    \
        .product = product_##T,                                                                            \
        .sum_each_step = sum_##T,                                                                          \
        .product_each_step = product_##T,                                                                  \
        .extreme = {{min_##T, min_##T, min_##T}, {max_##T, max_##T, max_##T}},                             \
        .extreme_arg = {{min_arg_##T, min_arg_##T, min_arg_##T}, {max_arg_##T, max_arg_##T, max_arg_##T}}, \
        .load = load_all_##T,                                                                              \
        .store = store_all_##T,                                                                            \
        .divide = divide_##T,                                                                              \
        .acc_bytes = sizeof(inside),                                                                       \
    };

/* ---- the kernels of each dtype --------------------------------------------------------------- */

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

const grn_row_kernels *grn_segment_rows_of(grn_dtype dtype)
{
    static const grn_row_kernels *const all[GRN_DTYPE_COUNT] = {
        [GRN_F32] = &kernels_f32,   [GRN_F64] = &kernels_f64, [GRN_F16] = &kernels_f16,   [GRN_BF16] = &kernels_bf16,
        [GRN_I8] = &kernels_i8,     [GRN_I16] = &kernels_i16, [GRN_I32] = &kernels_i32,   [GRN_I64] = &kernels_i64,
        [GRN_INDEX] = &kernels_i64, [GRN_UI8] = &kernels_ui8, [GRN_UI16] = &kernels_ui16, [GRN_UI32] = &kernels_ui32,
        [GRN_UI64] = &kernels_ui64, [GRN_I1] = &kernels_i1,
    };
    return all[dtype];
}
