/* scatter.c - scatters of elements and rows in the order of the updates, where no two threads meet. */
#include "loops/combine.h"

/* Some updates of one batch. */
typedef struct batch {
    char *rows;
    const char *updates, *indices;
    size_t columns;
} batch;

ALWAYS_INLINE void scatter(const batch *b, share s, int32_t ahead, loop_index index, change what, size_t n,
                           loop_hint hint)
{
    int64_t fetched = s.to - ahead;
    for (int64_t i = s.from; i < s.to; i++) {
        if (hint != HINT_NONE && i < fetched)
            prefetch_all(b->rows + row_at(b->indices, i + ahead, index, b->columns) * n, n, hint);
        combine(b->rows + row_at(b->indices, i, index, b->columns) * n, b->updates + (size_t)i * n, n, what);
    }
}

ALWAYS_INLINE void by_index(const batch *b, share s, const loop_way *w, loop_index index, change what, size_t n,
                            loop_hint hint)
{
    if (index == INDEX_I32)
        scatter(b, s, w->ahead, INDEX_I32, what, n, hint);
    else if (index == INDEX_I64)
        scatter(b, s, w->ahead, INDEX_I64, what, n, hint);
    else
        scatter(b, s, w->ahead, INDEX_PAIR_I64, what, n, hint);
}

static void scatter_batch(const problem *p, const batch *b, share s, const loop_way *w)
{
#define RUN(what, n)                                     \
    if (w->hint == HINT_NONE)                            \
        by_index(b, s, w, p->index, what, n, HINT_NONE); \
    else                                                 \
        by_index(b, s, w, p->index, what, n, HINT_WRITE)
    BY_CHANGE(p, RUN)
}

static batch batch_of(const problem *p, int64_t b)
{
    const bench_case *c = p->c;
    return (batch){p->operand + b * c->rows * c->row_bytes, p->dense + b * c->vectors * c->row_bytes,
                   p->indices + b * c->vectors * c->index_bytes, (size_t)c->columns};
}

static void run_in_order(const problem *p, const loop_way *w, int32_t thread)
{
    const bench_case *c = p->c;
    share batches = {0, 1}, vectors = {0, c->vectors};
    if (c->batches > 1)
        batches = share_of(c->batches, 1, thread, p->threads);
    else
        vectors = share_of(c->vectors, 1, thread, p->threads);
    for (int64_t at = batches.from; at < batches.to; at++) {
        const batch b = batch_of(p, at);
        scatter_batch(p, &b, vectors, w);
    }
}

/* A row that is set lies past the caches: it is not read. */
static void run_streamed(const problem *p, const loop_way *w, int32_t thread)
{
    const bench_case *c = p->c;
    const batch b = batch_of(p, 0);
    size_t n = (size_t)c->row_bytes;
    share s = share_of(c->vectors, 1, thread, p->threads);
    (void)w;
    for (int64_t i = s.from; i < s.to; i++)
        copy_streamed(b.rows + row_at(b.indices, i, p->index, b.columns) * n, b.updates + (size_t)i * n, n);
    end_streams(true);
}

/* As elements.c has it, of the rows that are changed. */
static void run_next_row(const problem *p, const loop_way *w, int32_t thread)
{
    const bench_case *c = p->c;
    share batches = share_of(c->batches, 1, thread, p->threads);
    int64_t row = c->rows * c->row_bytes, part = (row * 64 / c->vectors + 63) / 64 * 64;
    for (int64_t at = batches.from; at < batches.to; at++) {
        const batch b = batch_of(p, at);
        const char *next = p->operand + (at + 1 < batches.to ? at + 1 : at) * row;
        int64_t fetched = 0;
        for (int64_t i = 0; i < c->vectors; i += 64, fetched += part) {
            for (int64_t k = fetched; k < fetched + part && k < row; k += 64)
                prefetch(next + k, HINT_WRITE);
            scatter_batch(p, &b, (share){i, i + 64 < c->vectors ? i + 64 : c->vectors}, w);
        }
    }
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool scatters(const problem *p) { return !is_gather(p) && strcmp(p->c->kind, "elems") != 0; }
static bool apart(const problem *p)
{
    return scatters(p) && (p->threads == 1 || p->c->batches > 1 || (p->unique && strcmp(p->c->kind, "rows") == 0));
}
static bool sets_rows(const problem *p)
{
    return apart(p) && change_of(p) == CHANGE_SET && p->c->row_bytes >= 64 && p->c->batches == 1;
}
static bool in_batches(const problem *p) { return scatters(p) && p->c->batches > 1; }

static const loop_way one_way[] = {{0}};
static const loop_way order_ways[] = {{0},
                                      {HINT_WRITE, 2, false, 0},
                                      {HINT_WRITE, 4, false, 0},
                                      {HINT_WRITE, 8, false, 0},
                                      {HINT_WRITE, 16, false, 0},
                                      {HINT_WRITE, 32, false, 0},
                                      {HINT_WRITE, 64, false, 0},
                                      {HINT_WRITE, 128, false, 0}};

#define WAYS(list) list, COUNT_OF(list)
const loop loops_scatter[] = {
    {"in order", apart, run_in_order, NULL, WAYS(order_ways)},
    {"in order, streamed", sets_rows, run_streamed, NULL, WAYS(one_way)},
    {"in order, next row", in_batches, run_next_row, NULL, WAYS(one_way)},
    {0},
};
