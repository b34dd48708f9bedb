/*
 * accumulate.h - the loops around one element's arithmetic.
 *
 * An includer has an inline function T f(T current, T update) on the stored
 * form of an element. A pair of combiner and dtype that programs often run
 * gets the full kit in a set that has vectors: cells in fours, rows with loops
 * for some lengths that the compiler knows, cells fused with the check of their
 * indices. Any other gets the compact kit: a run that becomes vector code, one
 * loop over cells, rows as one run each, fused cells as checked groups of cells.
 * The bits are the same.
 *
 * What an instruction set does in its own way for a full kit is in
 * accumulate_element.h, or in a header of the set's with the same names. An
 * includer has included either before it lists a full kit.
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

/* For how many updates the one `ahead` of them is known, and so may be prefetched. */
static inline int64_t updates_prefetched(const grn_updates *u, int64_t ahead)
{
    if (ahead <= 0)
        return 0;
    int64_t known = u->known > u->count ? u->known : u->count, prefetched = known > ahead ? known - ahead : 0;
    return prefetched < u->count ? prefetched : u->count;
}

/* ---- both kits: runs ------------------------------------------------------------------------- */

#define ACCUMULATE_BODY(id, T, f)                                                                           \
    static inline void id##_body(char *restrict current, int64_t current_step, const char *restrict update, \
                                 int64_t update_step, int64_t n)                                            \
    {                                                                                                       \
        KERNEL_NO_UNROLL                                                                                    \
        for (int64_t i = 0; i < n; i++)                                                                     \
            ACCUMULATE_ONE(T, f, current + i * current_step * (int64_t)sizeof(T),                           \
                           update + i * update_step * (int64_t)sizeof(T));                                  \
    }                                                                                                       \
    ACCUMULATE_RUN(id)
#define ACCUMULATE_RUN(id)                                                                                        \
    static void id##_run(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n) \
    {                                                                                                             \
        if (current_step == 1 && update_step == 1)                                                                \
            id##_body(current, 1, update, 1, n);                                                                  \
        else                                                                                                      \
            id##_body(current, current_step, update, update_step, n);                                             \
    }

/* ---- the compact kit ------------------------------------------------------------------------- */

typedef void (*accumulate_run)(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n);

typedef void (*accumulate_cells)(void *current, const int64_t *offset, const grn_updates *u, int64_t ahead);

/* Rows of `row` elements of `size` bytes, each a run, or, where they are short, all as cells. */
void grn_accumulate_rows_compact(accumulate_run run, accumulate_cells cells, int64_t size, char *current,
                                 const int64_t *offset, const grn_updates *u, int64_t row, int64_t ahead);
/* grn_accumulate's fused and stepped, of elements of `size` bytes, by cells. */
int64_t grn_accumulate_fused_by_cells(accumulate_cells cells, int64_t size, char *current, const grn_starts *s,
                                      const char *updates, int64_t n, int64_t ahead);
int64_t grn_accumulate_stepped_by_cells(accumulate_cells cells, int64_t size, char *current, const grn_starts *s,
                                        const char *updates, int64_t n, int64_t ahead);

#define ACCUMULATE_ROWS_COMPACT(id, T)                                                                            \
    enum { id##_is_compact = true };                                                                              \
    static void id##_rows(void *current, const int64_t *offset, const grn_updates *u, int64_t row, int64_t ahead) \
    {                                                                                                             \
        grn_accumulate_rows_compact(id##_run, id##_cells, (int64_t)sizeof(T), current, offset, u, row, ahead);    \
    }
#define ACCUMULATE_FUSED_COMPACT(id, T)                                                                            \
    static int64_t id##_fused(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead)   \
    {                                                                                                              \
        return grn_accumulate_fused_by_cells(id##_cells, (int64_t)sizeof(T), current, s, updates, n, ahead);       \
    }                                                                                                              \
    static int64_t id##_stepped(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead) \
    {                                                                                                              \
        return grn_accumulate_stepped_by_cells(id##_cells, (int64_t)sizeof(T), current, s, updates, n, ahead);     \
    }

/* Updates one after the other without prefetches have a loop of their own. */
#define ACCUMULATE_CELLS_COMPACT(id, T, f)                                                                \
    static void id##_cells(void *results, const int64_t *offset, const grn_updates *u, int64_t ahead)     \
    {                                                                                                     \
        const int64_t size = (int64_t)sizeof(T), prefetched = updates_prefetched(u, ahead), n = u->count; \
        char *current = results;                                                                          \
        const char *update = u->data;                                                                     \
        int64_t i = 0;                                                                                    \
        if (u->from == NULL && u->step == 1 && prefetched == 0)                                           \
            for (; i < n; i++)                                                                            \
                ACCUMULATE_ONE(T, f, current + offset[i] * size, update + i * size);                      \
        for (; i < n; i++) {                                                                              \
            if (i < prefetched)                                                                           \
                PREFETCH_TO_WRITE(current + offset[i + ahead] * size);                                    \
            ACCUMULATE_ONE(T, f, current + offset[i] * size,                                              \
                           update + (u->from != NULL ? u->from[i] : i * u->step) * size);                 \
        }                                                                                                 \
    }

#define ACCUMULATE_COMPACT_UNFUSED(id, T, f) \
    ACCUMULATE_BODY(id, T, f)                \
    ACCUMULATE_CELLS_COMPACT(id, T, f)       \
    ACCUMULATE_ROWS_COMPACT(id, T)
#define ACCUMULATE_COMPACT(id, T, f)     \
    ACCUMULATE_COMPACT_UNFUSED(id, T, f) \
    ACCUMULATE_FUSED_COMPACT(id, T)

/* ---- formats: a compact kit of one body for dtypes that differ in numbers -------------------- */

/*
 * Elements of one byte, whose format F is data: uint8_t f(F format, uint8_t current, uint8_t
 * update). Element i of current at offset[i], or, if that is NULL, at i * current_step.
 */
#define ACCUMULATE_FORMATTED(id, F, f)                                                                               \
    KERNEL_SHARED static void id##_elements(F format, uint8_t *current, int64_t current_step, const int64_t *offset, \
                                            const grn_updates *u)                                                    \
    {                                                                                                                \
        const uint8_t *update = u->data;                                                                             \
        for (int64_t i = 0; i < u->count; i++) {                                                                     \
            uint8_t *at = current + (offset != NULL ? offset[i] : i * current_step);                                 \
            *at = f(format, *at, update[u->from != NULL ? u->from[i] : i * u->step]);                                \
        }                                                                                                            \
    }                                                                                                                \
    KERNEL_SHARED static void id##_neighbours(F format, uint8_t *restrict current, const uint8_t *restrict update,   \
                                              int64_t n)                                                             \
    {                                                                                                                \
        for (int64_t i = 0; i < n; i++)                                                                              \
            current[i] = f(format, current[i], update[i]);                                                           \
    }

/* The kit `id` by the loops of `shared` and a format. */
#define ACCUMULATE_FORMAT(id, shared, format)                                                                     \
    static void id##_run(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n) \
    {                                                                                                             \
        const grn_updates u = {update, NULL, update_step, n, 0, 1};                                               \
        if (current_step == 1 && update_step == 1)                                                                \
            shared##_neighbours(format, current, update, n);                                                      \
        else                                                                                                      \
            shared##_elements(format, current, current_step, NULL, &u);                                           \
    }                                                                                                             \
    static void id##_cells(void *current, const int64_t *offset, const grn_updates *u, int64_t ahead)             \
    {                                                                                                             \
        (void)ahead;                                                                                              \
        shared##_elements(format, current, 0, offset, u);                                                         \
    }                                                                                                             \
    ACCUMULATE_ROWS_COMPACT(id, uint8_t)

/* ---- the full kit: cells --------------------------------------------------------------------- */

/*
 * Updates that stand one after the other go in fours, one element after the
 * other, as two may be the same. Canonicalisation of a NaN may be deferred: fours
 * then note in *nans that there was one, and id##_canonicalise sees to every
 * element that fours have been at. Here nothing is deferred.
 */
#define ACCUMULATE_FOUR(id, T, f)                                                                            \
    typedef bool id##_nans;                                                                                  \
    KERNEL_INLINE bool id##_none(id##_nans nans) { return !nans; }                                           \
    KERNEL_INLINE void id##_canonicalise(char *at) { (void)at; }                                             \
    KERNEL_INLINE void id##_four(char *current, const int64_t *offset, const char *update, id##_nans *nans)  \
    {                                                                                                        \
        (void)nans;                                                                                          \
        for (int64_t k = 0; k < 4; k++)                                                                      \
            ACCUMULATE_ONE(T, f, current + offset[k] * (int64_t)sizeof(T), update + k * (int64_t)sizeof(T)); \
    }

#define ACCUMULATE_CELLS_OF(id, T, f)                                                                     \
    static void id##_cells(void *results, const int64_t *offset, const grn_updates *u, int64_t ahead)     \
    {                                                                                                     \
        const int64_t size = (int64_t)sizeof(T), n = u->count, prefetched = updates_prefetched(u, ahead); \
        char *current = results;                                                                          \
        const char *update = u->data;                                                                     \
        id##_nans nans = {0};                                                                             \
        int64_t i = 0;                                                                                    \
        if (u->from == NULL && u->step == 1) {                                                            \
            for (; i + 4 <= prefetched; i += 4) {                                                         \
                for (int64_t k = 0; k < 4; k++)                                                           \
                    PREFETCH_TO_WRITE(current + offset[i + k + ahead] * size);                            \
                id##_four(current, offset + i, update + i * size, &nans);                                 \
            }                                                                                             \
            for (; i + 4 <= n; i += 4)                                                                    \
                id##_four(current, offset + i, update + i * size, &nans);                                 \
            for (int64_t k = 0; !id##_none(nans) && k < i; k++)                                           \
                id##_canonicalise(current + offset[k] * size);                                            \
        }                                                                                                 \
        for (; i < n; i++) {                                                                              \
            if (i < prefetched)                                                                           \
                PREFETCH_TO_WRITE(current + offset[i + ahead] * size);                                    \
            ACCUMULATE_ONE(T, f, current + offset[i] * size,                                              \
                           update + (u->from != NULL ? u->from[i] : i * u->step) * size);                 \
        }                                                                                                 \
    }
#define ACCUMULATE_CELLS(id, T, f) ACCUMULATE_FOUR(id, T, f) ACCUMULATE_CELLS_OF(id, T, f)

/* ---- the full kit: cells fused with the check of their indices ------------------------------- */

/* Index i. Indices of 32 bits are read as unsigned: a negative one is then out of range too. */
static inline int64_t index_at(const char *raw, int64_t i, const bool index32)
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

/* The target of an unchecked index: any address may be prefetched, but C does not let every pointer
 * be computed. */
#define PREFETCH_UNCHECKED(current, index, size) \
    PREFETCH_TO_WRITE((const char *)((uintptr_t)(current) + (uintptr_t)(index) * (uintptr_t)(size)))

/* How a vector's indices are its offset: it is one, it is one when scaled and moved on, or there
 * are two. */
typedef enum fused_kind { FUSED_ONE, FUSED_STEPPED, FUSED_PAIR } fused_kind;

/* Of vector i. Modular, as its indices may be unchecked. */
static inline int64_t fused_offset(const char *raw, const grn_starts *s, int64_t i, const fused_kind kind,
                                   const bool index32)
{
    const uint64_t first = (uint64_t)index_at(raw, kind == FUSED_PAIR ? 2 * i : i, index32);
    if (kind == FUSED_ONE)
        return (int64_t)first;
    if (kind == FUSED_STEPPED)
        return (int64_t)(first * (uint64_t)s->scale[0] + (uint64_t)i * (uint64_t)s->scale[1]);
    const uint64_t second = (uint64_t)index_at(raw, 2 * i + 1, index32);
    return (int64_t)(first * (uint64_t)s->scale[0] + second * (uint64_t)s->scale[1]);
}

#define ACCUMULATE_FUSED(id, T)                                                                                        \
    KERNEL_INLINE void id##_four_fused(char *current, const char *raw, const grn_starts *s, int64_t i,                 \
                                       const char *update, const fused_kind kind, const bool index32, id##_nans *nans) \
    {                                                                                                                  \
        int64_t at[4];                                                                                                 \
        for (int64_t k = 0; k < 4; k++)                                                                                \
            at[k] = fused_offset(raw, s, i + k, kind, index32);                                                        \
        id##_four(current, at, update + i * (int64_t)sizeof(T), nans);                                                 \
    }                                                                                                                  \
    KERNEL_INLINE int64_t id##_fused_body(char *current, const grn_starts *given, const char *update, int64_t n,       \
                                          int64_t ahead, const fused_kind kind, const bool index32)                    \
    {                                                                                                                  \
        const grn_starts here = *given, *s = &here;                                                                    \
        const int64_t size = (int64_t)sizeof(T), each = kind == FUSED_PAIR ? 2 : 1, bytes = each * (index32 ? 4 : 8);  \
        const int64_t known = s->known > n ? s->known : n;                                                             \
        const char *raw = s->raw;                                                                                      \
        int64_t i = 0;                                                                                                 \
        while (n - i >= GRN_FUSED_GROUP && group_in_range(raw + i * bytes, s, GRN_FUSED_GROUP * each, index32)) {      \
            int64_t end = i + GRN_FUSED_GROUP;                                                                         \
            id##_nans nans = {0};                                                                                      \
            if (ahead > 0 && known - end >= ahead)                                                                     \
                for (; i < end; i += 4) {                                                                              \
                    for (int64_t k = 0; k < 4; k++)                                                                    \
                        PREFETCH_UNCHECKED(current, fused_offset(raw, s, i + k + ahead, kind, index32), size);         \
                    id##_four_fused(current, raw, s, i, update, kind, index32, &nans);                                 \
                }                                                                                                      \
            else                                                                                                       \
                for (; i < end; i += 4)                                                                                \
                    id##_four_fused(current, raw, s, i, update, kind, index32, &nans);                                 \
            for (int64_t k = end - GRN_FUSED_GROUP; !id##_none(nans) && k < end; k++)                                  \
                id##_canonicalise(current + fused_offset(raw, s, k, kind, index32) * size);                            \
        }                                                                                                              \
        return i;                                                                                                      \
    }                                                                                                                  \
    static int64_t id##_fused(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead)       \
    {                                                                                                                  \
        if (s->ncoords == 1)                                                                                           \
            return s->index32 ? id##_fused_body(current, s, updates, n, ahead, FUSED_ONE, true)                        \
                              : id##_fused_body(current, s, updates, n, ahead, FUSED_ONE, false);                      \
        return s->index32 ? id##_fused_body(current, s, updates, n, ahead, FUSED_PAIR, true)                           \
                          : id##_fused_body(current, s, updates, n, ahead, FUSED_PAIR, false);                         \
    }                                                                                                                  \
    static int64_t id##_stepped(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead)     \
    {                                                                                                                  \
        return id##_fused_body(current, s, updates, n, ahead, FUSED_STEPPED, false);                                   \
    }

/* ---- the full kit: rows ---------------------------------------------------------------------- */

/* Rows of `row` elements. Prefetched: all lines of a target, and where updates are not contiguous,
 * of an update. */
#define ACCUMULATE_ROWS_BODY(id, T)                                                                                 \
    enum { id##_is_compact = false };                                                                               \
    KERNEL_INLINE void id##_rows_body(char *current, const int64_t *offset, const grn_updates *u, int64_t row,      \
                                      int64_t ahead)                                                                \
    {                                                                                                               \
        const int64_t size = (int64_t)sizeof(T), n = u->count, prefetched = updates_prefetched(u, ahead);           \
        const int64_t scale = u->unit * size, step = u->step * size, *from = u->from;                               \
        const int64_t read = from != NULL ? prefetched : 0; /* from[] is known as far as offset[] */                \
        const char *update = u->data;                                                                               \
        for (int64_t i = 0; i < n; i++) {                                                                           \
            if (i < prefetched)                                                                                     \
                prefetch_row_to_write(current + offset[i + ahead] * scale, row * size);                             \
            if (i < read)                                                                                           \
                prefetch_row(update + from[i + ahead] * size, row * size);                                          \
            id##_body(current + offset[i] * scale, 1, update + (from != NULL ? from[i] * size : i * step), 1, row); \
        }                                                                                                           \
    }

/* Rows of 256 bytes, where a combiner has a loop of its own for them: here there is none. */
#define ACCUMULATE_ROWS_OF_256(id)                                                                                 \
    KERNEL_INLINE bool id##_rows_of_256(char *current, const int64_t *offset, const grn_updates *u, int64_t ahead) \
    {                                                                                                              \
        (void)current;                                                                                             \
        (void)offset;                                                                                              \
        (void)u;                                                                                                   \
        (void)ahead;                                                                                               \
        return false;                                                                                              \
    }

#define ACCUMULATE_ROWS_ENTRY(id, T)                                                                              \
    static void id##_rows(void *current, const int64_t *offset, const grn_updates *u, int64_t row, int64_t ahead) \
    {                                                                                                             \
        if (row * (int64_t)sizeof(T) == 256 && id##_rows_of_256(current, offset, u, ahead))                       \
            return;                                                                                               \
        if (row * (int64_t)sizeof(T) == 64)                                                                       \
            id##_rows_body(current, offset, u, 64 / (int64_t)sizeof(T), ahead);                                   \
        else if (row * (int64_t)sizeof(T) == 16)                                                                  \
            id##_rows_body(current, offset, u, 16 / (int64_t)sizeof(T), ahead);                                   \
        else if (row * (int64_t)sizeof(T) == 32)                                                                  \
            id##_rows_body(current, offset, u, 32 / (int64_t)sizeof(T), ahead);                                   \
        else if (row * (int64_t)sizeof(T) == 128)                                                                 \
            id##_rows_body(current, offset, u, 128 / (int64_t)sizeof(T), ahead);                                  \
        else                                                                                                      \
            id##_rows_body(current, offset, u, row, ahead);                                                       \
    }

#define ACCUMULATE_ROWS(id, T)  \
    ACCUMULATE_ROWS_BODY(id, T) \
    ACCUMULATE_ROWS_OF_256(id)  \
    ACCUMULATE_ROWS_ENTRY(id, T)

#define ACCUMULATE_FULL(id, T, f) \
    ACCUMULATE_BODY(id, T, f)     \
    ACCUMULATE_CELLS(id, T, f)    \
    ACCUMULATE_ROWS(id, T)        \
    ACCUMULATE_FUSED(id, T)

/* Whole rows of `bytes`, of elements of `size`, each by one copy (replace.c). Nothing is
 * prefetched: a copy that overwrites whole lines need not read them. */
void grn_replace_long_rows(char *current, const int64_t *offset, const grn_updates *u, int64_t bytes, int64_t size);

/* ---- tables ---------------------------------------------------------------------------------- */

typedef grn_accumulate grn_accumulate_table[GRN_COMBINER_COUNT][GRN_DTYPE_COUNT];

#define ACCUMULATE_ROW(COMBINER, DTYPE, id)                                                     \
    [GRN_COMBINE_##COMBINER][GRN_##DTYPE] = {                                                   \
        GRN_COMBINE_##COMBINER, GRN_##DTYPE, id##_run,       id##_cells, id##_rows, id##_fused, \
        id##_stepped,           NULL,        id##_is_compact}

#define ACCUMULATE_ROW_UNFUSED(COMBINER, DTYPE, id) \
    [GRN_COMBINE_##COMBINER][GRN_##DTYPE] = {       \
        GRN_COMBINE_##COMBINER, GRN_##DTYPE, id##_run, id##_cells, id##_rows, NULL, NULL, NULL, id##_is_compact}

extern const grn_accumulate_table grn_accumulate_common;   /* what accumulate_common.h lists */
extern const grn_accumulate_table grn_accumulate_integers; /* and i1 */
extern const grn_accumulate_table grn_accumulate_small;    /* floats of 8 bits and less */
extern const grn_accumulate_table grn_accumulate_complex;

#endif
