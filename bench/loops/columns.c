/* columns.c - gathers and scatters along an axis that is not the last: an index for every element. */
#include <stdlib.h>

#include "loops/vectors.h"

typedef enum action { ACTION_TAKE, ACTION_SET, ACTION_ADD } action;

/* Some columns of a batch: an element of column k of row r lies at table[r * stride + k]. */
typedef struct columns {
    char *table, *dense;
    const char *indices;
    int64_t stride, vectors, all, width; /* `all` columns in a row of the dense side and of the indices */
} columns;

#define EACH_COLUMN(type, what)                                                                            \
    do {                                                                                                   \
        type *table = (type *)(void *)b->table, *dense = (type *)(void *)b->dense;                         \
        for (int64_t n = 0; n < b->vectors; n++)                                                           \
            for (int64_t k = 0; k < b->width; k++) {                                                       \
                int64_t i = n * b->all + k, at = (int64_t)row_at(b->indices, i, index, 0) * b->stride + k; \
                what;                                                                                      \
            }                                                                                              \
    } while (0)

ALWAYS_INLINE void walk(const columns *b, loop_index index, action a, int64_t bytes)
{
    if (a == ACTION_TAKE && bytes == 2)
        EACH_COLUMN(uint16_t, dense[i] = table[at]);
    else if (a == ACTION_TAKE && bytes == 4)
        EACH_COLUMN(uint32_t, dense[i] = table[at]);
    else if (a == ACTION_TAKE)
        EACH_COLUMN(uint64_t, dense[i] = table[at]);
    else if (a == ACTION_SET && bytes == 4)
        EACH_COLUMN(uint32_t, table[at] = dense[i]);
    else if (a == ACTION_SET)
        EACH_COLUMN(uint64_t, table[at] = dense[i]);
    else if (bytes == 4)
        EACH_COLUMN(float, table[at] += dense[i]);
    else
        EACH_COLUMN(double, table[at] += dense[i]);
}

static void walk_columns(const columns *b, loop_index index, action a, int64_t bytes)
{
    if (index == INDEX_I32)
        walk(b, INDEX_I32, a, bytes);
    else
        walk(b, INDEX_I64, a, bytes);
}

static action action_of(const problem *p)
{
    if (is_gather(p))
        return ACTION_TAKE;
    return p->c->op[0] == 's' ? ACTION_SET : ACTION_ADD;
}

/* ---- blocks of columns ----------------------------------------------------------------------- */

/* Block `at` of all batches' blocks. */
static columns block_of(const problem *p, int64_t block, int64_t at)
{
    const bench_case *c = p->c;
    int64_t blocks = (c->columns + block - 1) / block, batch = at / blocks, first = at % blocks * block;
    int64_t width = c->columns - first < block ? c->columns - first : block, bytes = c->element_bytes;
    int64_t skipped = batch * c->vectors * c->columns + first;
    return (columns){p->operand + (batch * c->rows * c->columns + first) * bytes,
                     p->dense + skipped * bytes,
                     p->indices + skipped * c->index_bytes,
                     c->columns,
                     c->vectors,
                     c->columns,
                     width};
}

static share blocks_of(const problem *p, int64_t block, int32_t thread)
{
    int64_t blocks = (p->c->columns + block - 1) / block;
    return share_of(p->c->batches * blocks, 1, thread, p->threads);
}

static void run_blocks(const problem *p, const loop_way *w, int32_t thread)
{
    share s = blocks_of(p, w->block, thread);
    for (int64_t at = s.from; at < s.to; at++) {
        const columns b = block_of(p, w->block, at);
        walk_columns(&b, p->index, action_of(p), p->c->element_bytes);
    }
}

/* Whole rows: of a gather, whose index vectors are shared out. */
static void run_rows(const problem *p, const loop_way *w, int32_t thread)
{
    const bench_case *c = p->c;
    share s = share_of(c->batches * c->vectors, 1, thread, p->threads);
    (void)w;
    for (int64_t at = s.from; at < s.to; at++) {
        columns b = block_of(p, c->columns, at / c->vectors);
        b.dense += at % c->vectors * c->columns * c->element_bytes;
        b.indices += at % c->vectors * c->columns * c->index_bytes;
        b.vectors = 1;
        walk_columns(&b, p->index, ACTION_TAKE, c->element_bytes);
    }
}

/* ---- panels: a block of columns packed, so that its rows lie together ------------------------- */

static void pack(const columns *b, int64_t rows, int64_t bytes, char *panel)
{
    size_t n = (size_t)(b->width * bytes), stride = (size_t)(b->stride * bytes);
    for (size_t r = 0; r < (size_t)rows; r++) {
        if (r + 16 < (size_t)rows)
            prefetch_all(b->table + (r + 16) * stride, n, HINT_T0);
        copy_vectors(panel + r * n, b->table + r * stride, n);
    }
}

static void unpack(const columns *b, int64_t rows, int64_t bytes, const char *panel)
{
    size_t n = (size_t)(b->width * bytes), stride = (size_t)(b->stride * bytes);
    for (size_t r = 0; r < (size_t)rows; r++)
        copy_streamed(b->table + r * stride, panel + r * n, n);
    end_streams(true);
}

static void run_panels(const problem *p, const loop_way *w, int32_t thread)
{
    share s = blocks_of(p, w->block, thread);
    char *panel = p->scratch + (size_t)thread * p->scratch_bytes;
    if ((size_t)(p->c->rows * w->block * p->c->element_bytes) > p->scratch_bytes)
        abort();
    for (int64_t at = s.from; at < s.to; at++) {
        const columns b = block_of(p, w->block, at);
        columns packed = b;
        packed.table = panel;
        packed.stride = b.width;
        pack(&b, p->c->rows, p->c->element_bytes, panel);
        walk_columns(&packed, p->index, action_of(p), p->c->element_bytes);
        if (!is_gather(p))
            unpack(&b, p->c->rows, p->c->element_bytes, panel);
    }
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool by_columns(const problem *p) { return strcmp(p->c->kind, "elems") == 0; }
static bool takes_columns(const problem *p) { return by_columns(p) && is_gather(p); }
static bool panels_fit(const problem *p)
{
    return by_columns(p) && (size_t)(p->c->rows * 256 * p->c->element_bytes) <= p->scratch_bytes;
}

static const loop_way one_way[] = {{0}};
static const loop_way block_ways[] = {{.block = 16}, {.block = 32}, {.block = 64}, {.block = 256}, {.block = 1 << 20}};
static const loop_way panel_ways[] = {{.block = 16}, {.block = 32}, {.block = 64}, {.block = 128}, {.block = 256}};

#define WAYS(list) list, COUNT_OF(list)
const loop loops_columns[] = {
    {"rows of columns", takes_columns, run_rows, NULL, WAYS(one_way)},
    {"blocks of columns", by_columns, run_blocks, NULL, WAYS(block_ways)},
    {"panels", panels_fit, run_panels, NULL, WAYS(panel_ways)},
    {0},
};
