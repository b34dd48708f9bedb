/*
 * accumulate.h - one body for every combiner on every element type.
 *
 * An includer has an inline function T f(T current, T update) on the stored
 * form of an element, asks for ACCUMULATE_WIDE(id, T, f), and puts
 * ACCUMULATE_ROW entries into a table by combiner and dtype. Rows of 16 to 128
 * bytes get loops of their own, whose length the compiler knows.
 */
#ifndef GRN_KERNELS_ACCUMULATE_H
#define GRN_KERNELS_ACCUMULATE_H

#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

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
    if (ahead <= 0)
        return 0;
    int64_t known = u->known > u->count ? u->known : u->count, fetched = known > ahead ? known - ahead : 0;
    return fetched < u->count ? fetched : u->count;
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
    ACCUMULATE_RUN(id)
#define ACCUMULATE_RUN(id)                                                                                            \
    static void id##_run(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n)     \
    {                                                                                                                 \
        if (current_step == 1 && update_step == 1)                                                                    \
            id##_body(current, 1, update, 1, n);                                                                      \
        else                                                                                                          \
            id##_body(current, current_step, update, update_step, n);                                                 \
    }

/*
 * Updates that stand one after the other go in fours, one element after the
 * other, as two may be the same. What an includer does not settle at once it
 * notes in *seen; what fours have been at is then settled by settle_at.
 */
#define ACCUMULATE_FOUR(id, T, f)                                                                                     \
    typedef bool id##_seen;                                                                                           \
    KERNEL_INLINE bool id##_is_settled(id##_seen seen) { return !seen; }                                              \
    KERNEL_INLINE void id##_settle_at(char *at) { (void)at; }                                                         \
    KERNEL_INLINE void id##_four(char *current, const int64_t *offset, const char *update, id##_seen *seen)           \
    {                                                                                                                 \
        (void)seen;                                                                                                   \
        for (int64_t k = 0; k < 4; k++)                                                                               \
            ACCUMULATE_ONE(T, f, current + offset[k] * (int64_t)sizeof(T), update + k * (int64_t)sizeof(T));          \
    }

#define ACCUMULATE_CELLS_OF(id, T, f)                                                                                 \
    static void id##_cells(void *results, const int64_t *offset, const grn_updates *u, int64_t ahead)                 \
    {                                                                                                                 \
        const int64_t size = (int64_t)sizeof(T), n = u->count, fetched = updates_fetched(u, ahead);                   \
        char *current = results;                                                                                      \
        const char *update = u->data;                                                                                 \
        id##_seen seen = {0};                                                                                         \
        int64_t i = 0;                                                                                                \
        if (u->from == NULL && u->step == 1) {                                                                        \
            for (; i + 4 <= fetched; i += 4) {                                                                        \
                for (int64_t k = 0; k < 4; k++)                                                                       \
                    FETCH_TO_WRITE(current + offset[i + k + ahead] * size);                                           \
                id##_four(current, offset + i, update + i * size, &seen);                                             \
            }                                                                                                         \
            for (; i + 4 <= n; i += 4)                                                                                \
                id##_four(current, offset + i, update + i * size, &seen);                                             \
            for (int64_t k = 0; !id##_is_settled(seen) && k < i; k++)                                                 \
                id##_settle_at(current + offset[k] * size);                                                           \
        }                                                                                                             \
        for (; i < n; i++) {                                                                                          \
            if (i < fetched)                                                                                          \
                FETCH_TO_WRITE(current + offset[i + ahead] * size);                                                   \
            ACCUMULATE_ONE(T, f, current + offset[i] * size, update + (u->from != NULL ? u->from[i] : i * u->step) * size); \
        }                                                                                                             \
    }
#define ACCUMULATE_CELLS(id, T, f) ACCUMULATE_FOUR(id, T, f) ACCUMULATE_CELLS_OF(id, T, f)

/*
 * A group is looked at before any of it is taken: one branch, which goes the
 * same way as long as all is well, and the processor looks at the next group
 * while this one waits for memory. An index below 2^32 has a high half of 0;
 * with AVX2 the greatest of all halves, each with its like, are found at once.
 */
#define DIRECT_GROUP 64

/* Index i; those of 32 bits are read as if they had no sign, as one below 0 is as far out of range so. */
static inline int64_t direct_index(const char *raw, int64_t i, const bool index32)
{
    int64_t whole;
    uint32_t part;
    if (index32) {
        memcpy(&part, raw + i * (int64_t)sizeof part, sizeof part);
        return part;
    }
    memcpy(&whole, raw + i * (int64_t)sizeof whole, sizeof whole);
    return whole;
}

#if defined(__AVX2__)
KERNEL_INLINE bool direct_in_range(const char *raw, const grn_starts *s, int64_t values, const bool index32)
{
    const int32_t first = (int32_t)(uint32_t)s->last[0], second = (int32_t)(uint32_t)s->last[1];
    const __m256i top = index32 ? _mm256_setr_epi32(first, second, first, second, first, second, first, second)
                             : _mm256_setr_epi64x(s->last[0], s->last[1], s->last[0], s->last[1]);
    const int64_t bytes = values * (index32 ? 4 : 8);
    __m256i a = top, b = top;
    for (int64_t i = 0; i < bytes; i += 64) {
        a = _mm256_max_epu32(a, _mm256_loadu_si256((const __m256i *)(const void *)(raw + i)));
        b = _mm256_max_epu32(b, _mm256_loadu_si256((const __m256i *)(const void *)(raw + i + 32)));
    }
    __m256i same = _mm256_and_si256(_mm256_cmpeq_epi32(a, top), _mm256_cmpeq_epi32(b, top));
    return _mm256_movemask_epi8(same) == -1;
}
#else
KERNEL_INLINE bool direct_in_range(const char *raw, const grn_starts *s, int64_t values, const bool index32)
{
    uint64_t most[2] = {0, 0};
    for (int64_t i = 0; i < values; i++) {
        uint64_t index = (uint64_t)direct_index(raw, i, index32);
        most[i % 2] = index > most[i % 2] ? index : most[i % 2];
    }
    return most[0] <= (uint64_t)s->last[0] && most[1] <= (uint64_t)s->last[1];
}
#endif

/* A target that nobody has looked at yet: any address may be fetched, only not every pointer be made. */
#define FETCH_UNSEEN(current, raw, size) \
    FETCH_TO_WRITE((const char *)((uintptr_t)(current) + (uintptr_t)(raw) * (uintptr_t)(size)))

/* How a vector's indices are its offset: it is one, it is one when scaled and moved on, or there are two. */
typedef enum direct_kind {
    DIRECT_ONE,
    DIRECT_STEPPED,
    DIRECT_PAIR
} direct_kind;

/* Of vector i. Modular, as it may be one that nobody has looked at. */
static inline int64_t direct_at(const char *raw, const grn_starts *s, int64_t i, const direct_kind kind, const bool index32)
{
    const uint64_t first = (uint64_t)direct_index(raw, kind == DIRECT_PAIR ? 2 * i : i, index32);
    if (kind == DIRECT_ONE)
        return (int64_t)first;
    if (kind == DIRECT_STEPPED)
        return (int64_t)(first * (uint64_t)s->scale[0] + (uint64_t)i * (uint64_t)s->scale[1]);
    const uint64_t second = (uint64_t)direct_index(raw, 2 * i + 1, index32);
    return (int64_t)(first * (uint64_t)s->scale[0] + second * (uint64_t)s->scale[1]);
}

#define ACCUMULATE_DIRECT(id, T)                                                                                      \
    KERNEL_INLINE void id##_four_direct(char *current, const char *raw, const grn_starts *s, int64_t i,               \
                                        const char *update, const direct_kind kind, const bool index32, id##_seen *seen) \
    {                                                                                                                 \
        int64_t at[4];                                                                                                \
        for (int64_t k = 0; k < 4; k++)                                                                               \
            at[k] = direct_at(raw, s, i + k, kind, index32);                                                             \
        id##_four(current, at, update + i * (int64_t)sizeof(T), seen);                                                \
    }                                                                                                                 \
    KERNEL_INLINE int64_t id##_direct_body(char *current, const grn_starts *given, const char *update, int64_t n,     \
                                           int64_t ahead, const direct_kind kind, const bool index32)                    \
    {                                                                                                                 \
        const grn_starts here = *given, *s = &here;                                                                   \
        const int64_t size = (int64_t)sizeof(T), each = kind == DIRECT_PAIR ? 2 : 1, bytes = each * (index32 ? 4 : 8);   \
        const int64_t known = s->known > n ? s->known : n;                                                            \
        const char *raw = s->raw;                                                                                     \
        int64_t i = 0;                                                                                                \
        while (n - i >= DIRECT_GROUP && direct_in_range(raw + i * bytes, s, DIRECT_GROUP * each, index32)) {             \
            int64_t end = i + DIRECT_GROUP;                                                                           \
            id##_seen seen = {0};                                                                                     \
            if (ahead > 0 && known - end >= ahead)                                                                    \
                for (; i < end; i += 4) {                                                                             \
                    for (int64_t k = 0; k < 4; k++)                                                                   \
                        FETCH_UNSEEN(current, direct_at(raw, s, i + k + ahead, kind, index32), size);                    \
                    id##_four_direct(current, raw, s, i, update, kind, index32, &seen);                                  \
                }                                                                                                     \
            else                                                                                                      \
                for (; i < end; i += 4)                                                                               \
                    id##_four_direct(current, raw, s, i, update, kind, index32, &seen);                                  \
            for (int64_t k = end - DIRECT_GROUP; !id##_is_settled(seen) && k < end; k++)                              \
                id##_settle_at(current + direct_at(raw, s, k, kind, index32) * size);                                    \
        }                                                                                                             \
        return i;                                                                                                     \
    }                                                                                                                 \
    static int64_t id##_direct(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead)     \
    {                                                                                                                 \
        if (s->ncoords == 1)                                                                                          \
            return s->index32 ? id##_direct_body(current, s, updates, n, ahead, DIRECT_ONE, true)                        \
                           : id##_direct_body(current, s, updates, n, ahead, DIRECT_ONE, false);                      \
        return s->index32 ? id##_direct_body(current, s, updates, n, ahead, DIRECT_PAIR, true)                           \
                       : id##_direct_body(current, s, updates, n, ahead, DIRECT_PAIR, false);                         \
    }                                                                                                                 \
    static int64_t id##_stepped(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead)    \
    {                                                                                                                 \
        return id##_direct_body(current, s, updates, n, ahead, DIRECT_STEPPED, false);                                \
    }

/* Rows of `row` elements. What is fetched ahead: all lines of a target, and where updates lie apart, of an update. */
#define ACCUMULATE_ROWS_OF(id, T)                                                                                     \
    KERNEL_INLINE void id##_rows_body(char *current, const int64_t *offset, const grn_updates *u, int64_t row,        \
                                      int64_t ahead)                                                                  \
    {                                                                                                                 \
        const int64_t size = (int64_t)sizeof(T), n = u->count, fetched = updates_fetched(u, ahead);                   \
        const int64_t scale = u->unit * size, step = u->step * size, *from = u->from;                                 \
        const int64_t read = from != NULL ? fetched : 0; /* from[] is known as far as offset[] */                     \
        const char *update = u->data;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                                             \
            if (i < fetched)                                                                                          \
                fetch_row(current + offset[i + ahead] * scale, row * size);                                           \
            if (i < read)                                                                                             \
                fetch_source(update + from[i + ahead] * size, row * size);                                            \
            id##_body(current + offset[i] * scale, 1, update + (from != NULL ? from[i] * size : i * step), 1, row);   \
        }                                                                                                             \
    }
#define ACCUMULATE_ROWS(id, T)                                                                                        \
    ACCUMULATE_ROWS_OF(id, T)                                                                                         \
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
/* Of a type that is rare one loop will do. */
#define ACCUMULATE_ROWS_ANY(id, T)                                                                                    \
    ACCUMULATE_ROWS_OF(id, T)                                                                                         \
    static void id##_rows(void *current, const int64_t *offset, const grn_updates *u, int64_t row, int64_t ahead)     \
    {                                                                                                                 \
        id##_rows_body(current, offset, u, row, ahead);                                                               \
    }

/* All of them, of a type of whole bytes up to 8; one that is rare. */
#define ACCUMULATE_WIDE(id, T, f)    \
    ACCUMULATE_BODY(id, T, f)        \
    ACCUMULATE_CELLS(id, T, f)       \
    ACCUMULATE_ROWS(id, T)           \
    ACCUMULATE_DIRECT(id, T)

#define ACCUMULATE_RARE(id, T, f) \
    ACCUMULATE_BODY(id, T, f)     \
    ACCUMULATE_CELLS(id, T, f)    \
    ACCUMULATE_ROWS_ANY(id, T)

typedef grn_accumulate grn_accumulate_table[GRN_COMBINER_COUNT][GRN_DTYPE_COUNT];

#define ACCUMULATE_ROW(COMBINER, DTYPE, id) \
    [GRN_COMBINE_##COMBINER][GRN_##DTYPE] = {            \
        GRN_COMBINE_##COMBINER, GRN_##DTYPE, id##_run, id##_cells, id##_rows, NULL, NULL, NULL}

#define ACCUMULATE_ROW_WIDE(COMBINER, DTYPE, id)         \
    [GRN_COMBINE_##COMBINER][GRN_##DTYPE] = {            \
        GRN_COMBINE_##COMBINER, GRN_##DTYPE, id##_run, id##_cells, id##_rows, id##_direct, id##_stepped, NULL}

extern const grn_accumulate_table grn_accumulate_integers; /* and i1 */
extern const grn_accumulate_table grn_accumulate_floats;   /* f16, bf16, f32, f64 */
extern const grn_accumulate_table grn_accumulate_small;    /* floats of 8 bits and less */
extern const grn_accumulate_table grn_accumulate_complex;

#endif
