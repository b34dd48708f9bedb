/*
 * accumulate.h - one body for every combiner on every element type.
 *
 * An includer has an inline function T f(T current, T update) on the stored
 * form of an element, asks for ACCUMULATE_KERNELS(id, T, f), and puts
 * ACCUMULATE_ROW entries into a table by combiner and dtype.
 */
#ifndef GRN_KERNELS_ACCUMULATE_H
#define GRN_KERNELS_ACCUMULATE_H

#include <string.h>

#include "kernels/kernels.h"

#define ACCUMULATE_KERNELS(id, T, f)                                                                              \
    static inline void id##_body(char *restrict current, int64_t current_step, const char *restrict update,       \
                                 int64_t update_step, int64_t n)                                                  \
    {                                                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                                         \
            T a, b;                                                                                               \
            memcpy(&a, current + i * current_step * (int64_t)sizeof a, sizeof a);                                 \
            memcpy(&b, update + i * update_step * (int64_t)sizeof b, sizeof b);                                   \
            a = f(a, b);                                                                                          \
            memcpy(current + i * current_step * (int64_t)sizeof a, &a, sizeof a);                                 \
        }                                                                                                         \
    }                                                                                                             \
    static void id##_run(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n) \
    {                                                                                                             \
        if (current_step == 1 && update_step == 1)                                                                \
            id##_body(current, 1, update, 1, n);                                                                  \
        else                                                                                                      \
            id##_body(current, current_step, update, update_step, n);                                             \
    }                                                                                                             \
    static void id##_cells(void *current, const int64_t *offset, const void *update, int64_t update_step,         \
                           int64_t n)                                                                             \
    {                                                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                                         \
            char *at = (char *)current + offset[i] * (int64_t)sizeof(T);                                          \
            T a, b;                                                                                               \
            memcpy(&a, at, sizeof a);                                                                             \
            memcpy(&b, (const char *)update + i * update_step * (int64_t)sizeof b, sizeof b);                     \
            a = f(a, b);                                                                                          \
            memcpy(at, &a, sizeof a);                                                                             \
        }                                                                                                         \
    }                                                                                                             \
    static void id##_rows(void *current, const int64_t *offset, const void *update, int64_t update_step,          \
                          int64_t n, int64_t row)                                                                 \
    {                                                                                                             \
        for (int64_t i = 0; i < n; i++)                                                                           \
            id##_body((char *)current + offset[i] * (int64_t)sizeof(T), 1,                                        \
                      (const char *)update + i * update_step * (int64_t)sizeof(T), 1, row);                       \
    }

typedef grn_accumulate grn_accumulate_table[GRN_COMBINER_COUNT][GRN_DTYPE_COUNT];

#define ACCUMULATE_ROW(COMBINER, DTYPE, id) \
    [GRN_COMBINE_##COMBINER][GRN_##DTYPE] = {GRN_COMBINE_##COMBINER, GRN_##DTYPE, id##_run, id##_cells, id##_rows}

extern const grn_accumulate_table grn_accumulate_integers; /* and i1 */
extern const grn_accumulate_table grn_accumulate_floats;   /* f16, bf16, f32, f64 */
extern const grn_accumulate_table grn_accumulate_small;    /* floats of 8 bits and less */
extern const grn_accumulate_table grn_accumulate_complex;

#endif
