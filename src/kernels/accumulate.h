/*
 * accumulate.h - one body for every combiner on every element type.
 *
 * An includer has an inline function T f(T current, T update) on the stored
 * form of an element, asks for ACCUMULATE_KERNELS(id, T, f), and puts
 * ACCUMULATE_ROW entries into a table by combiner and dtype. Rows of 16 to 128
 * bytes get loops of their own, whose length the compiler knows.
 */
#ifndef GRN_KERNELS_ACCUMULATE_H
#define GRN_KERNELS_ACCUMULATE_H

#include <string.h>

#include "kernels/hints.h"
#include "kernels/kernels.h"

/* at = f(at, from), whatever their alignment */
#define ACCUMULATE_ONE(T, f, at, from)  \
    do {                                \
        T a_, b_;                       \
        memcpy(&a_, (at), sizeof a_);   \
        memcpy(&b_, (from), sizeof b_); \
        a_ = f(a_, b_);                 \
        memcpy((at), &a_, sizeof a_);   \
    } while (0)

/* Updates whose fetch ahead stays inside what is known. */
static inline int64_t updates_fetched(const grn_updates *u, int64_t ahead)
{
    int64_t known = u->known > u->count ? u->known : u->count, fetched = known > ahead ? known - ahead : 0;
    return ahead <= 0 ? 0 : fetched < u->count ? fetched : u->count;
}

#define ACCUMULATE_BODY(id, T, f)                                                                                     \
    static inline void id##_body(char *restrict current, int64_t current_step, const char *restrict update,           \
                                 int64_t update_step, int64_t n)                                                      \
    {                                                                                                                 \
        KEEP_LOOP                                                                                                     \
        for (int64_t i = 0; i < n; i++)                                                                               \
            ACCUMULATE_ONE(T, f, current + i * current_step * (int64_t)sizeof(T),                                     \
                           update + i * update_step * (int64_t)sizeof(T));                                            \
    }                                                                                                                 \
    static void id##_run(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n)     \
    {                                                                                                                 \
        if (current_step == 1 && update_step == 1)                                                                    \
            id##_body(current, 1, update, 1, n);                                                                      \
        else                                                                                                          \
            id##_body(current, current_step, update, update_step, n);                                                 \
    }

#define ACCUMULATE_CELLS(id, T, f)                                                                                    \
    static inline void id##_cells_body(char *current, const int64_t *offset, const char *update, const int64_t *from, \
                                       int64_t step, int64_t n, int64_t fetched, int64_t ahead)                       \
    {                                                                                                                 \
        const int64_t size = (int64_t)sizeof(T);                                                                      \
        int64_t i = 0;                                                                                                \
        for (; i < fetched; i++) {                                                                                    \
            FETCH_TO_WRITE(current + offset[i + ahead] * size);                                                       \
            ACCUMULATE_ONE(T, f, current + offset[i] * size, update + (from != NULL ? from[i] : i * step) * size);    \
        }                                                                                                             \
        for (; i < n; i++)                                                                                            \
            ACCUMULATE_ONE(T, f, current + offset[i] * size, update + (from != NULL ? from[i] : i * step) * size);    \
    }                                                                                                                 \
    static void id##_cells(void *current, const int64_t *offset, const grn_updates *u, int64_t ahead)                 \
    {                                                                                                                 \
        int64_t fetched = updates_fetched(u, ahead);                                                                  \
        if (u->from != NULL)                                                                                          \
            id##_cells_body(current, offset, u->data, u->from, 0, u->count, fetched, ahead);                          \
        else                                                                                                          \
            id##_cells_body(current, offset, u->data, NULL, u->step, u->count, fetched, ahead);                       \
    }

/*
 * A group is looked at before any of it is taken: one branch, which goes the
 * same way as long as all is well. With last below the sign bit, raw is in
 * [0, last] where neither raw nor last - raw has it set.
 */
#define DIRECT_GROUP 64

#define DIRECT_CHECK(bytes, I)                                                                     \
    static inline bool direct_in_range##bytes(const char *raw, I last, int64_t n)                  \
    {                                                                                              \
        I signs = 0;                                                                               \
        for (int64_t i = 0; i < n; i++) {                                                          \
            I value;                                                                               \
            memcpy(&value, raw + i * bytes, sizeof value);                                         \
            signs |= value | (last - value);                                                       \
        }                                                                                          \
        return signs >> (8 * bytes - 1) == 0;                                                      \
    }                                                                                              \
    static inline int64_t direct_at##bytes(const char *raw, int64_t i, int64_t scale, int64_t step) \
    {                                                                                              \
        I value;                                                                                   \
        memcpy(&value, raw + i * bytes, sizeof value);                                             \
        return (int64_t)((uint64_t)value * (uint64_t)scale + (uint64_t)i * (uint64_t)step);        \
    }
DIRECT_CHECK(4, uint32_t)
DIRECT_CHECK(8, uint64_t)

#define ACCUMULATE_DIRECT_OF(id, T, f, bytes, I)                                                                      \
    static inline int64_t id##_direct##bytes##_body(char *current, const char *raw, I last, int64_t scale,            \
                                                    int64_t at_step, const char *update, int64_t step, int64_t n,     \
                                                    int64_t ahead)                                                    \
    {                                                                                                                 \
        const int64_t size = (int64_t)sizeof(T), fetched = ahead > 0 && n > ahead ? n - ahead : 0;                    \
        for (int64_t i = 0; i < n;) {                                                                                 \
            int64_t end = n - i < DIRECT_GROUP ? n : i + DIRECT_GROUP;                                                \
            if (!direct_in_range##bytes(raw + i * bytes, last, end - i))                                              \
                return i;                                                                                             \
            for (; i < (end < fetched ? end : fetched); i++) {                                                        \
                FETCH_TO_WRITE(current + direct_at##bytes(raw, i + ahead, scale, at_step) * size);                    \
                ACCUMULATE_ONE(T, f, current + direct_at##bytes(raw, i, scale, at_step) * size,                       \
                               update + i * step * size);                                                             \
            }                                                                                                         \
            for (; i < end; i++)                                                                                      \
                ACCUMULATE_ONE(T, f, current + direct_at##bytes(raw, i, scale, at_step) * size,                       \
                               update + i * step * size);                                                             \
        }                                                                                                             \
        return n;                                                                                                     \
    }                                                                                                                 \
    static int64_t id##_direct##bytes(void *current, const grn_starts *s, const grn_updates *u, int64_t ahead)        \
    {                                                                                                                 \
        if (u->step == 1 && s->scale == 1 && s->step == 0)                                                            \
            return id##_direct##bytes##_body(current, s->raw, (I)s->last, 1, 0, u->data, 1, u->count, ahead);         \
        return id##_direct##bytes##_body(current, s->raw, (I)s->last, s->scale, s->step, u->data, u->step, u->count,  \
                                         ahead);                                                                      \
    }
#define ACCUMULATE_DIRECT(id, T, f)               \
    ACCUMULATE_DIRECT_OF(id, T, f, 4, uint32_t)   \
    ACCUMULATE_DIRECT_OF(id, T, f, 8, uint64_t)

#define ACCUMULATE_ROWS(id, T)                                                                                        \
    static inline void id##_rows_body(char *current, const int64_t *offset, const grn_updates *u, int64_t row,        \
                                      int64_t ahead)                                                                  \
    {                                                                                                                 \
        const int64_t size = (int64_t)sizeof(T), fetched = updates_fetched(u, ahead);                                 \
        const int64_t read = ahead > 0 ? u->count - ahead : 0; /* from[] is known so far */                           \
        for (int64_t i = 0; i < u->count; i++) {                                                                      \
            if (i < fetched)                                                                                          \
                fetch_row(current + offset[i + ahead] * size, row * size);                                            \
            if (u->from != NULL && i < read)                                                                          \
                fetch_source((const char *)u->data + u->from[i + ahead] * size, row * size);                          \
            id##_body(current + offset[i] * size, 1,                                                                  \
                      (const char *)u->data + (u->from != NULL ? u->from[i] : i * u->step) * size, 1, row);           \
        }                                                                                                             \
    }                                                                                                                 \
    static void id##_rows(void *current, const int64_t *offset, const grn_updates *u, int64_t row, int64_t ahead)     \
    {                                                                                                                 \
        if (row * (int64_t)sizeof(T) == 64)                                                                           \
            id##_rows_body(current, offset, u, 64 / (int64_t)sizeof(T), ahead);                                       \
        else if (row * (int64_t)sizeof(T) == 16)                                                                      \
            id##_rows_body(current, offset, u, 16 / (int64_t)sizeof(T), ahead);                                       \
        else if (row * (int64_t)sizeof(T) == 32)                                                                      \
            id##_rows_body(current, offset, u, 32 / (int64_t)sizeof(T), ahead);                                       \
        else if (row * (int64_t)sizeof(T) == 128)                                                                     \
            id##_rows_body(current, offset, u, 128 / (int64_t)sizeof(T), ahead);                                      \
        else                                                                                                          \
            id##_rows_body(current, offset, u, row, ahead);                                                           \
    }

#define ACCUMULATE_KERNELS(id, T, f) \
    ACCUMULATE_BODY(id, T, f)        \
    ACCUMULATE_CELLS(id, T, f)       \
    ACCUMULATE_DIRECT(id, T, f)      \
    ACCUMULATE_ROWS(id, T)

typedef grn_accumulate grn_accumulate_table[GRN_COMBINER_COUNT][GRN_DTYPE_COUNT];

#define ACCUMULATE_ROW(COMBINER, DTYPE, id) \
    [GRN_COMBINE_##COMBINER][GRN_##DTYPE] = {            \
        GRN_COMBINE_##COMBINER, GRN_##DTYPE, id##_run, id##_cells, id##_rows, id##_direct4, id##_direct8, NULL}

extern const grn_accumulate_table grn_accumulate_integers; /* and i1 */
extern const grn_accumulate_table grn_accumulate_floats;   /* f16, bf16, f32, f64 */
extern const grn_accumulate_table grn_accumulate_small;    /* floats of 8 bits and less */
extern const grn_accumulate_table grn_accumulate_complex;

#endif
