/* elements.c - gathers of single elements of 1 to 8 bytes, from one list or one for each batch. */
#include "loops/vectors.h"

/* What moves elements: one at a time, several joined to a store, or the gather instruction. */
typedef enum form { FORM_SCALAR, FORM_JOINED, FORM_VGATHER } form;

/* One list: where its elements come from and go to. */
typedef struct list {
    char *to;
    const char *from, *indices;
    size_t columns; /* of two components */
} list;

#define ELEMENT(type, i) ((const type *)(const void *)l->from)[row_at(l->indices, (i), index, l->columns)]

/* ---- a step of each form --------------------------------------------------------------------- */

#ifdef __AVX2__
/* Eight indices as 32-bit numbers. */
ALWAYS_INLINE __m256i eight_indices(const char *indices, int64_t i, loop_index index)
{
    if (index == INDEX_I32)
        return _mm256_loadu_si256((const void *)(indices + 4 * i));
    __m256 low = _mm256_loadu_ps((const void *)(indices + 8 * i));
    __m256 high = _mm256_loadu_ps((const void *)(indices + 8 * i + 32));
    return _mm256_permute4x64_epi64(_mm256_castps_si256(_mm256_shuffle_ps(low, high, 0x88)), 0xd8);
}

ALWAYS_INLINE void vgather_step(const list *l, int64_t i, loop_index index, size_t bytes, bool streams)
{
    __m256i at = eight_indices(l->indices, i, index);
    if (bytes == 4) {
        store_vector(l->to + 4 * i, (vector)_mm256_i32gather_epi32((const void *)l->from, at, 4), streams);
        return;
    }
    __m128i low = _mm256_castsi256_si128(at), high = _mm256_extracti128_si256(at, 1);
    store_vector(l->to + 8 * i, (vector)_mm256_i32gather_epi64((const void *)l->from, low, 8), streams);
    store_vector(l->to + 8 * i + 32, (vector)_mm256_i32gather_epi64((const void *)l->from, high, 8), streams);
}
#else
#define vgather_step joined_step
#endif

ALWAYS_INLINE void join_words(const list *l, int64_t i, loop_index index, bool streams)
{
    typedef uint32_t words __attribute__((vector_size(32)));
    words v = {ELEMENT(uint32_t, i),     ELEMENT(uint32_t, i + 1), ELEMENT(uint32_t, i + 2), ELEMENT(uint32_t, i + 3),
               ELEMENT(uint32_t, i + 4), ELEMENT(uint32_t, i + 5), ELEMENT(uint32_t, i + 6), ELEMENT(uint32_t, i + 7)};
    store_vector(l->to + 4 * i, (vector)v, streams);
}

ALWAYS_INLINE void join_doubles(const list *l, int64_t i, loop_index index, bool streams)
{
    vector v = {ELEMENT(uint64_t, i), ELEMENT(uint64_t, i + 1), ELEMENT(uint64_t, i + 2), ELEMENT(uint64_t, i + 3)};
    store_vector(l->to + 8 * i, v, streams);
}

/* Eight elements of 1 byte, or four of 2. */
ALWAYS_INLINE uint64_t join_small(const list *l, int64_t i, loop_index index, size_t bytes)
{
    uint64_t word = 0;
    for (int64_t k = 0; k < (int64_t)(8 / bytes); k++)
        word |= (uint64_t)(bytes == 1 ? ELEMENT(uint8_t, i + k) : ELEMENT(uint16_t, i + k)) << (8 * (int64_t)bytes * k);
    return word;
}

ALWAYS_INLINE void joined_step(const list *l, int64_t i, loop_index index, size_t bytes, bool streams)
{
    if (bytes == 4) {
        join_words(l, i, index, streams);
    } else if (bytes == 8) {
        join_doubles(l, i, index, streams);
        join_doubles(l, i + 4, index, streams);
    } else {
        store_word(l->to + (int64_t)bytes * i, join_small(l, i, index, bytes), streams);
        if (bytes == 2)
            store_word(l->to + 2 * i + 8, join_small(l, i + 4, index, bytes), streams);
    }
}

ALWAYS_INLINE void scalar_element(const list *l, int64_t i, loop_index index, size_t bytes)
{
    if (bytes == 1)
        ((uint8_t *)(void *)l->to)[i] = ELEMENT(uint8_t, i);
    else if (bytes == 2)
        ((uint16_t *)(void *)l->to)[i] = ELEMENT(uint16_t, i);
    else if (bytes == 4)
        ((uint32_t *)(void *)l->to)[i] = ELEMENT(uint32_t, i);
    else
        ((uint64_t *)(void *)l->to)[i] = ELEMENT(uint64_t, i);
}

/* ---- a list ---------------------------------------------------------------------------------- */

#define STEP 8

/* Elements from..to; prefetches stay `ahead` of them, and end where the list does. */
ALWAYS_INLINE void take(const list *l, share s, int32_t ahead, loop_index index, size_t bytes, loop_hint hint, form f,
                        bool streams)
{
    int64_t i = s.from, fetched = hint == HINT_NONE ? i : s.to - ahead;
    for (; i + STEP <= s.to; i += STEP) {
        if (hint != HINT_NONE && i + STEP <= fetched)
            for (int64_t k = 0; k < STEP; k++)
                prefetch(l->from + row_at(l->indices, i + k + ahead, index, l->columns) * bytes, hint);
        if (f == FORM_SCALAR)
            for (int64_t k = 0; k < STEP; k++)
                scalar_element(l, i + k, index, bytes);
        else if (f == FORM_JOINED || index > INDEX_I64 || bytes < 4)
            joined_step(l, i, index, bytes, streams);
        else
            vgather_step(l, i, index, bytes, streams);
    }
    for (; i < s.to; i++)
        scalar_element(l, i, index, bytes);
}

/* From run-time choices to constants: index, size, hint, streaming. Elements below 4 bytes are not
 * prefetched, and single ones not streamed. */
#define TAKE(hint) take(l, s, w->ahead, index, bytes, hint, f, streams)
ALWAYS_INLINE void by_hint(const list *l, share s, const loop_way *w, loop_index index, size_t bytes, form f,
                           bool streams)
{
    if (bytes < 4)
        TAKE(HINT_NONE);
    else
        BY_HINT(w->hint, TAKE)
}

ALWAYS_INLINE void by_streams(const list *l, share s, const loop_way *w, loop_index index, size_t bytes, form f)
{
    if (f != FORM_SCALAR && w->streams)
        by_hint(l, s, w, index, bytes, f, true);
    else
        by_hint(l, s, w, index, bytes, f, false);
}

ALWAYS_INLINE void by_bytes(const list *l, share s, const loop_way *w, loop_index index, int64_t bytes, form f)
{
    switch (bytes) {
    case 1: by_streams(l, s, w, index, 1, f); break;
    case 2: by_streams(l, s, w, index, 2, f); break;
    case 4: by_streams(l, s, w, index, 4, f); break;
    default: by_streams(l, s, w, index, 8, f); break;
    }
}

ALWAYS_INLINE void by_index(const list *l, share s, const loop_way *w, loop_index index, int64_t bytes, form f)
{
    switch (index) {
    case INDEX_I32: by_bytes(l, s, w, INDEX_I32, bytes, f); break;
    case INDEX_I64: by_bytes(l, s, w, INDEX_I64, bytes, f); break;
    default: by_bytes(l, s, w, INDEX_PAIR_I64, bytes, f); break;
    }
}

/* The loops are compiled once, whoever calls them. */
static __attribute__((noinline)) void take_list(const list *l, share s, const loop_way *w, loop_index index,
                                                int64_t bytes, form f)
{
    switch (f) {
    case FORM_SCALAR: by_index(l, s, w, index, bytes, FORM_SCALAR); break;
    case FORM_JOINED: by_index(l, s, w, index, bytes, FORM_JOINED); break;
    default: by_index(l, s, w, index, bytes, FORM_VGATHER); break;
    }
}

/* ---- all lists of a case --------------------------------------------------------------------- */

static list list_of(const problem *p, int64_t batch)
{
    const bench_case *c = p->c;
    int64_t skipped = c->shared ? 0 : batch * c->vectors * c->index_bytes;
    return (list){p->dense + batch * c->vectors * c->row_bytes, p->operand + batch * c->rows * c->row_bytes,
                  p->indices + skipped, (size_t)c->columns};
}

static void take_all(const problem *p, const loop_way *w, int32_t thread, form f)
{
    const bench_case *c = p->c;
    if (c->batches == 1) {
        const list l = list_of(p, 0);
        take_list(&l, share_of(c->vectors, 64, thread, p->threads), w, p->index, c->row_bytes, f);
    } else {
        share batches = share_of(c->batches, 1, thread, p->threads);
        for (int64_t b = batches.from; b < batches.to; b++) {
            const list l = list_of(p, b);
            take_list(&l, (share){0, c->vectors}, w, p->index, c->row_bytes, f);
        }
    }
    end_streams(w->streams);
}

static void run_scalar(const problem *p, const loop_way *w, int32_t thread) { take_all(p, w, thread, FORM_SCALAR); }
static void run_joined(const problem *p, const loop_way *w, int32_t thread) { take_all(p, w, thread, FORM_JOINED); }
static void run_vgather(const problem *p, const loop_way *w, int32_t thread) { take_all(p, w, thread, FORM_VGATHER); }

/* The rows of the next batch come to the caches while this one's are used, a part for every 64
 * elements. */
static void next_row(const problem *p, const loop_way *w, int32_t thread, form f)
{
    const bench_case *c = p->c;
    share batches = share_of(c->batches, 1, thread, p->threads);
    int64_t row = c->rows * c->row_bytes, part = (row * 64 / c->vectors + 63) / 64 * 64;
    const loop_way each = {.streams = w->streams};
    for (int64_t b = batches.from; b < batches.to; b++) {
        const list l = list_of(p, b);
        const char *next = p->operand + (b + 1 < batches.to ? b + 1 : b) * row;
        int64_t at = 0;
        for (int64_t i = 0; i < c->vectors; i += 64, at += part) {
            for (int64_t k = at; k < at + part && k < row; k += 64)
                prefetch(next + k, HINT_T0);
            take_list(&l, (share){i, i + 64 < c->vectors ? i + 64 : c->vectors}, &each, p->index, c->row_bytes, f);
        }
    }
    end_streams(w->streams);
}

static void run_next_scalar(const problem *p, const loop_way *w, int32_t thread)
{
    next_row(p, w, thread, FORM_SCALAR);
}
static void run_next_joined(const problem *p, const loop_way *w, int32_t thread)
{
    next_row(p, w, thread, FORM_JOINED);
}
static void run_next_vgather(const problem *p, const loop_way *w, int32_t thread)
{
    next_row(p, w, thread, FORM_VGATHER);
}

/* Indices that all batches share, narrowed once. */
static void narrow(const problem *p, int32_t thread, problem *narrowed)
{
    uint32_t *list32 = (uint32_t *)(void *)(p->scratch + (size_t)thread * p->scratch_bytes);
    for (int64_t i = 0; i < p->c->vectors; i++)
        list32[i] = (uint32_t)row_at(p->indices, i, p->index, 0);
    *narrowed = *p;
    narrowed->indices = (const char *)list32;
    narrowed->index = INDEX_I32;
}

static void run_shared_joined(const problem *p, const loop_way *w, int32_t thread)
{
    problem narrowed;
    narrow(p, thread, &narrowed);
    take_all(&narrowed, w, thread, FORM_JOINED);
}

static void run_shared_vgather(const problem *p, const loop_way *w, int32_t thread)
{
    problem narrowed;
    narrow(p, thread, &narrowed);
    take_all(&narrowed, w, thread, FORM_VGATHER);
}

static void run_shared_next(const problem *p, const loop_way *w, int32_t thread)
{
    problem narrowed;
    narrow(p, thread, &narrowed);
    next_row(&narrowed, w, thread, FORM_VGATHER);
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool single_elements(const problem *p)
{
    bool picks = strcmp(p->c->kind, "rows") == 0 || (strcmp(p->c->kind, "nd2") == 0 && p->index == INDEX_PAIR_I64);
    return is_gather(p) && picks && p->c->row_bytes == p->c->element_bytes;
}
static bool vgathers(const problem *p) { return single_elements(p) && p->c->row_bytes >= 4 && p->index <= INDEX_I64; }
static bool batched(const problem *p) { return single_elements(p) && p->c->batches > 1; }
static bool batched_vgathers(const problem *p) { return batched(p) && vgathers(p); }
static bool shared(const problem *p)
{
    return batched(p) && p->c->shared != 0 && (size_t)p->c->vectors * 4 <= p->scratch_bytes;
}

static const loop_way scalar_ways[] = {{0},
                                       {HINT_T0, 16, false, 0},
                                       {HINT_T0, 32, false, 0},
                                       {HINT_T0, 64, false, 0},
                                       {HINT_T0, 128, false, 0},
                                       {HINT_T1, 64, false, 0},
                                       {HINT_NTA, 32, false, 0}};
static const loop_way joined_ways[] = {{0},
                                       {.streams = true},
                                       {HINT_T0, 32, false, 0},
                                       {HINT_T0, 16, true, 0},
                                       {HINT_T0, 32, true, 0},
                                       {HINT_T0, 64, true, 0},
                                       {HINT_T1, 64, true, 0}};
static const loop_way plain_ways[] = {{0}, {.streams = true}};

#define WAYS(list) list, COUNT_OF(list)
const loop loops_elements[] = {
    {"scalar loads", single_elements, run_scalar, NULL, WAYS(scalar_ways)},
    {"joined loads", single_elements, run_joined, NULL, WAYS(joined_ways)},
    {"vgather", vgathers, run_vgather, NULL, WAYS(joined_ways)},
    {"scalar loads, next row", batched, run_next_scalar, NULL, plain_ways, 1},
    {"joined loads, next row", batched, run_next_joined, NULL, WAYS(plain_ways)},
    {"vgather, next row", batched_vgathers, run_next_vgather, NULL, WAYS(plain_ways)},
    {"narrowed, joined loads", shared, run_shared_joined, NULL, WAYS(plain_ways)},
    {"narrowed, vgather", shared, run_shared_vgather, NULL, WAYS(plain_ways)},
    {"narrowed, vgather, next row", shared, run_shared_next, NULL, WAYS(plain_ways)},
    {0},
};
