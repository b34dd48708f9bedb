/*
 * conflicts.c - scatters whose updates may meet at one row: on several threads, or gathered up
 * first.
 *
 * Runs and owners keep the order of the updates. Private copies and buckets do not, which is the
 * same for the whole numbers of these cases.
 */
#include <stdlib.h>

#include "loops/combine.h"

/* ---- runs of one row, combined before they are stored ---------------------------------------- */

#define RUN_BYTES 512

/* A thread begins and ends where the row changes. */
static int64_t run_start(const problem *p, int64_t i)
{
    while (i > 0 && i < p->c->vectors && row_at(p->indices, i, p->index, 0) == row_at(p->indices, i - 1, p->index, 0))
        i++;
    return i;
}

ALWAYS_INLINE void sum_runs(const problem *p, share s, change what, size_t n)
{
    char sums[RUN_BYTES] __attribute__((aligned(64)));
    for (int64_t i = s.from; i < s.to;) {
        size_t row = row_at(p->indices, i, p->index, 0);
        memcpy(sums, p->operand + row * n, n);
        do
            combine(sums, p->dense + (size_t)i * n, n, what);
        while (++i < s.to && row_at(p->indices, i, p->index, 0) == row);
        memcpy(p->operand + row * n, sums, n);
    }
}

static void run_runs(const problem *p, const loop_way *w, int32_t thread)
{
    share s = share_of(p->c->vectors, 1, thread, p->threads);
    s.from = run_start(p, s.from);
    s.to = run_start(p, s.to);
    (void)w;
#define RUNS(what, n) sum_runs(p, s, what, n)
    BY_CHANGE(p, RUNS)
}

/* ---- owners: each thread reads all indices and keeps those of its rows ----------------------- */

#define OWNED 2048

/* Rows of 64 B and more by themselves, shorter ones with those of their line. */
ALWAYS_INLINE int32_t owner_of(size_t row, int32_t shift, int32_t threads)
{
    return (int32_t)((uint64_t)((uint32_t)(row >> shift) * UINT32_C(0x9E3779B1)) * (uint64_t)threads >> 32);
}

static int64_t own(const problem *p, share s, int32_t shift, int32_t thread, uint32_t *rows, uint32_t *updates)
{
    int64_t n = 0;
    for (int64_t i = s.from; i < s.to; i++) {
        size_t row = row_at(p->indices, i, p->index, (size_t)p->c->columns);
        rows[n] = (uint32_t)row;
        updates[n] = (uint32_t)i;
        n += owner_of(row, shift, p->threads) == thread;
    }
    return n;
}

ALWAYS_INLINE void apply_owned(const problem *p, const uint32_t *rows, const uint32_t *updates, share s, int32_t ahead,
                               change what, size_t n)
{
    for (int64_t i = s.from; i < s.to; i++) {
        if (i + ahead < s.to)
            prefetch_all(p->operand + rows[i + ahead] * n, n, HINT_WRITE);
        combine(p->operand + rows[i] * n, p->dense + updates[i] * n, n, what);
    }
}

static void run_owners(const problem *p, const loop_way *w, int32_t thread)
{
    uint32_t rows[OWNED + 1], updates[OWNED + 1];
    int32_t shift = 0;
    while (p->c->row_bytes << shift < 64)
        shift++;
    for (int64_t at = 0; at < p->c->vectors; at += OWNED) {
        share all = {at, at + OWNED < p->c->vectors ? at + OWNED : p->c->vectors};
        share s = {0, own(p, all, shift, thread, rows, updates)};
#define OWNERS(what, n) apply_owned(p, rows, updates, s, w->ahead, what, n)
        BY_CHANGE(p, OWNERS)
    }
}

/* ---- private copies, which are added up ------------------------------------------------------- */

/* The first thread's is the operand itself. */
static char *private_copy(const problem *p, int32_t thread)
{
    return thread == 0 ? p->operand : p->scratch + (size_t)thread * p->scratch_bytes;
}

static void run_private(const problem *p, const loop_way *w, int32_t thread)
{
    char *copy = private_copy(p, thread);
    share s = share_of(p->c->vectors, 1, thread, p->threads);
    (void)w;
    if (thread != 0)
        memset(copy, 0, (size_t)p->c->operand_bytes);
#define PRIVATE(what, n)                    \
    for (int64_t i = s.from; i < s.to; i++) \
    combine(copy + row_at(p->indices, i, p->index, (size_t)p->c->columns) * (n), p->dense + (size_t)i * (n), (n), what)
    BY_CHANGE(p, PRIVATE)
}

static void add_private(const problem *p, const loop_way *w, int32_t thread)
{
    share s = share_of(p->c->operand_bytes, 64, thread, p->threads);
    (void)w;
    for (int32_t other = 1; other < p->threads; other++)
        combine(p->operand + s.from, private_copy(p, other) + s.from, (size_t)(s.to - s.from), change_of(p));
}

/* ---- buckets: updates of elements sorted by their high bits first ----------------------------- */

#define BUCKETS 256
#define JOINED 8 /* pairs that are stored at once: a line */

typedef struct pair {
    uint32_t row;
    float value;
} pair;

/* A thread's buckets lie one behind the other, each with room for half as many again as are
 * expected, and begin with how many there are. */
typedef struct buckets {
    int32_t shift;
    int64_t room;
    pair *pairs;
    int64_t *counts;
} buckets;

static buckets buckets_of(const problem *p, int32_t thread)
{
    int64_t rows = p->c->operand_bytes / 4, expected = p->c->vectors / p->threads / BUCKETS;
    buckets b = {.room = (expected * 3 / 2 + 256) / JOINED * JOINED};
    while ((rows - 1) >> b.shift >= BUCKETS)
        b.shift++;
    b.counts = (int64_t *)(void *)(p->scratch + (size_t)thread * p->scratch_bytes);
    b.pairs = (pair *)(void *)(b.counts + BUCKETS);
    return b;
}

static size_t bucket_bytes(const problem *p)
{
    buckets b = buckets_of(p, 0);
    return BUCKETS * sizeof *b.counts + (size_t)(BUCKETS * b.room) * sizeof(pair);
}

static void store_line(pair *to, const pair *from)
{
    store_vector((char *)to, load_vector((const char *)from), true);
    store_vector((char *)to + VECTOR_BYTES, load_vector((const char *)from + VECTOR_BYTES), true);
}

static void run_buckets(const problem *p, const loop_way *w, int32_t thread)
{
    pair lines[BUCKETS][JOINED] __attribute__((aligned(64)));
    const buckets b = buckets_of(p, thread);
    share s = share_of(p->c->vectors, 1, thread, p->threads);
    (void)w;
    memset(b.counts, 0, BUCKETS * sizeof *b.counts);
    for (int64_t i = s.from; i < s.to; i++) {
        uint32_t row = (uint32_t)row_at(p->indices, i, p->index, (size_t)p->c->columns);
        int64_t bucket = row >> b.shift, k = b.counts[bucket];
        if (k == b.room)
            abort(); /* these cases' rows are drawn evenly */
        lines[bucket][k % JOINED] = (pair){row, ((const float *)(const void *)p->dense)[i]};
        b.counts[bucket] = k + 1;
        if (k % JOINED == JOINED - 1)
            store_line(b.pairs + bucket * b.room + k / JOINED * JOINED, lines[bucket]);
    }
    for (int64_t bucket = 0; bucket < BUCKETS; bucket++)
        for (int64_t k = b.counts[bucket] / JOINED * JOINED; k < b.counts[bucket]; k++)
            b.pairs[bucket * b.room + k] = lines[bucket][k % JOINED];
    end_streams(true);
}

static void add_buckets(const problem *p, const loop_way *w, int32_t thread)
{
    share s = share_of(BUCKETS, 1, thread, p->threads);
    float *operand = (float *)(void *)p->operand;
    (void)w;
    for (int64_t bucket = s.from; bucket < s.to; bucket++)
        for (int32_t other = 0; other < p->threads; other++) {
            const buckets b = buckets_of(p, other);
            const pair *pairs = b.pairs + bucket * b.room;
            for (int64_t k = 0; k < b.counts[bucket]; k++)
                operand[pairs[k].row] += pairs[k].value;
        }
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool one_list(const problem *p)
{
    return !is_gather(p) && strcmp(p->c->kind, "elems") != 0 && p->c->batches == 1;
}
static bool has_runs(const problem *p)
{
    return one_list(p) && p->index <= INDEX_I64 && p->ascends && p->c->row_bytes <= RUN_BYTES;
}
static bool meets(const problem *p) { return one_list(p) && p->threads > 1 && !p->unique; }
static bool adds_up(const problem *p)
{
    return meets(p) && p->c->op[0] == 'a' && (size_t)p->c->operand_bytes <= p->scratch_bytes &&
           p->c->operand_bytes <= p->c->dense_bytes;
}
static bool fills_buckets(const problem *p)
{
    return one_list(p) && change_of(p) == CHANGE_ADD_F32 && p->c->row_bytes == 4 && !p->ascends &&
           p->c->operand_bytes > (int64_t)8 << 20 && bucket_bytes(p) <= p->scratch_bytes;
}

static const loop_way one_way[] = {{0}};
static const loop_way owner_ways[] = {{0},
                                      {HINT_WRITE, 4, false, 0},
                                      {HINT_WRITE, 8, false, 0},
                                      {HINT_WRITE, 16, false, 0},
                                      {HINT_WRITE, 32, false, 0},
                                      {HINT_WRITE, 64, false, 0}};

#define WAYS(list) list, COUNT_OF(list)
const loop loops_conflicts[] = {
    {"runs", has_runs, run_runs, NULL, WAYS(one_way)},
    {"owners", meets, run_owners, NULL, WAYS(owner_ways)},
    {"private copies", adds_up, run_private, add_private, WAYS(one_way)},
    {"buckets", fills_buckets, run_buckets, add_buckets, WAYS(one_way)},
    {0},
};
