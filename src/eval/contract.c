/*
 * contract.c - sums of products by tiles. A block of rhs and a block of lhs are packed; every strip
 * of one is multiplied with every panel of the other. The next block of places follows when the
 * sums have every product of the block before.
 */
#include "eval/contract.h"

#include "eval/element.h"

/* Sizes for the caches: a panel and a strip fit in the first level, a block of lhs in the second, a
 * block of rhs in a core's share of the last. */
#define PANEL_BYTES 16384
#define BLOCK_ROWS 96
#define BLOCK_COLUMNS 2048

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t rounded_up(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

grn_status grn_contract_bind(grn_contraction *c, grn_dtype dtype)
{
    const grn_dtype in[] = {dtype, dtype};
    c->dtype = dtype;
    c->panel = grn_panel_at(0, dtype);
    if (grn_element_bind(&grn_element_multiply, in, dtype, &c->multiply) != GRN_OK)
        return GRN_E_DTYPE;
    return grn_element_bind(&grn_element_add, in, dtype, &c->add);
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* The scratch of one part of a contraction. */
typedef struct work {
    const grn_contraction *c;
    size_t bytes;
    char *rhs, *lhs, *line, *tile;
} work;

static char *sums_at(const work *w, int64_t row, int64_t column)
{
    return (char *)w->c->sums + (row * w->c->row + column * w->c->column) * (int64_t)w->bytes;
}

/* Between a tile and the sums at its place, which may be fewer than the tile's. */
static void move_tile(const work *w, int64_t row, int64_t rows, int64_t column, int64_t columns, bool out)
{
    for (int64_t r = 0; r < rows; r++)
        for (int64_t k = 0; k < columns; k++) {
            char *tile = w->tile + (size_t)(r * w->c->panel->columns + k) * w->bytes,
                 *sum = sums_at(w, row + r, column + k);
            memcpy(out ? sum : tile, out ? tile : sum, w->bytes);
        }
}

static void add_tile(const work *w, int64_t row, int64_t rows, int64_t column, int64_t columns, int64_t depth,
                     const char *strip, const char *panel)
{
    const grn_panel *p = w->c->panel;
    if (rows == p->rows && columns == p->columns && w->c->column == 1) {
        p->add(depth, strip, panel, sums_at(w, row, column), w->c->row);
        return;
    }
    move_tile(w, row, rows, column, columns, false);
    p->add(depth, strip, panel, w->tile, p->columns);
    move_tile(w, row, rows, column, columns, true);
}

/* All tiles of the packed blocks. */
static void add_block(const work *w, int64_t row, int64_t rows, int64_t column, int64_t columns, int64_t depth)
{
    const grn_panel *p = w->c->panel;
    for (int64_t j = 0; j < columns; j += p->columns)
        for (int64_t i = 0; i < rows; i += p->rows)
            add_tile(w, row + i, least(rows - i, p->rows), column + j, least(columns - j, p->columns), depth,
                     w->lhs + (size_t)(i * depth) * w->bytes, w->rhs + (size_t)(j * depth) * w->bytes);
}

static grn_contract_blocks tile_blocks(const grn_contraction *c)
{
    const grn_panel *p = c->panel;
    int64_t bytes = (int64_t)grn_dtype_bytes(c->dtype), depth = PANEL_BYTES / (p->columns * bytes);
    grn_contract_blocks b = {.depth = least(c->depth, depth),
                             .rows = rounded_up(least(c->rows, BLOCK_ROWS), p->rows),
                             .columns = rounded_up(least(c->columns, BLOCK_COLUMNS), p->columns)};
    b.scratch_bytes = (size_t)(((b.rows + b.columns + 1) * b.depth + p->rows * p->columns) * bytes);
    return b;
}

static void contract_tiles(const grn_contraction *c, const grn_contract_blocks *b, char *scratch)
{
    work w = {.c = c, .bytes = grn_dtype_bytes(c->dtype), .rhs = scratch};
    w.lhs = w.rhs + (size_t)(b->columns * b->depth) * w.bytes;
    w.tile = w.lhs + (size_t)(b->rows * b->depth) * w.bytes;
    w.line = w.tile + (size_t)(c->panel->rows * c->panel->columns) * w.bytes;
    for (int64_t j = 0; j < c->columns; j += b->columns)
        for (int64_t p = 0; p < c->depth; p += b->depth) {
            int64_t columns = least(c->columns - j, b->columns), depth = least(c->depth - p, b->depth);
            grn_contract_pack(&c->rhs, w.bytes, j, columns, p, depth, c->panel->columns, w.line, w.rhs);
            for (int64_t i = 0; i < c->rows; i += b->rows) {
                int64_t rows = least(c->rows - i, b->rows);
                grn_contract_pack(&c->lhs, w.bytes, i, rows, p, depth, c->panel->rows, w.line, w.lhs);
                add_block(&w, i, rows, j, columns, depth);
            }
        }
}

/* ---- the sums before and after --------------------------------------------------------------- */

static void clear(const grn_contraction *c)
{
    size_t bytes = grn_dtype_bytes(c->dtype);
    for (int64_t r = 0; r < c->rows; r++) {
        char *row = (char *)c->sums + r * c->row * (int64_t)bytes;
        if (c->column == 1)
            memset(row, 0, (size_t)c->columns * bytes);
        for (int64_t k = 0; c->column != 1 && k < c->columns; k++)
            memset(row + k * c->column * (int64_t)bytes, 0, bytes);
    }
}

#define ONE_NAN(T)                                                    \
    static void one_nan_of_##T(const grn_contraction *c)              \
    {                                                                 \
        for (int64_t r = 0; r < c->rows; r++) {                       \
            e_##T *row = (e_##T *)c->sums + r * c->row;               \
            for (int64_t k = 0; k < c->columns; k++)                  \
                row[k * c->column] = one_nan_##T(row[k * c->column]); \
        }                                                             \
    }
ONE_NAN(f32)
ONE_NAN(f64)

static void contract(const grn_contraction *c, const grn_contract_blocks *b, char *scratch)
{
    clear(c);
    if (!c->panel) {
        grn_contract_steps(c, b, scratch);
        return;
    }
    contract_tiles(c, b, scratch);
    if (c->dtype == GRN_F32)
        one_nan_of_f32(c);
    else if (c->dtype == GRN_F64)
        one_nan_of_f64(c);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Products that make a part worth a thread. */
#define PART_PRODUCTS 65536

/* The same sums, the other operand's rows first. */
static void turn(grn_contraction *c)
{
    grn_contraction was = *c;
    c->lhs = was.rhs, c->rhs = was.lhs;
    c->rows = was.columns, c->columns = was.rows;
    c->row = was.column, c->column = was.row;
}

/* Each contraction in `pieces` pieces along its rows or columns, of `piece` rows or columns each.
 * Every part has the same number of pieces. */
typedef struct job {
    grn_contraction c;
    bool turned;                    /* c is, and `at` is not */
    int64_t pieces, piece, numbers; /* numbers: pieces of all */
    bool by_columns;
    int32_t parts;
    grn_contract_blocks blocks;
    grn_contract_at at;
    const void *user;
    char *scratch;
} job;

/* Piece `number` counts through the pieces of the first contraction, then those of the next. */
static void run_piece(const job *j, int64_t number, char *scratch)
{
    grn_contraction c = j->c;
    int64_t bytes = (int64_t)grn_dtype_bytes(c.dtype), first = number % j->pieces * j->piece;
    grn_contract_place place = j->at(j->user, number / j->pieces);
    c.lhs.data = (const char *)c.lhs.data + (j->turned ? place.rhs : place.lhs) * bytes;
    c.rhs.data = (const char *)c.rhs.data + (j->turned ? place.lhs : place.rhs) * bytes;
    c.sums = (char *)c.sums + (place.sums + first * (j->by_columns ? c.column : c.row)) * bytes;
    if (j->by_columns) {
        c.rhs.from = first;
        c.columns = least(c.columns - first, j->piece);
    } else {
        c.lhs.from = first;
        c.rows = least(c.rows - first, j->piece);
    }
    if (c.rows > 0 && c.columns > 0)
        contract(&c, &j->blocks, scratch);
}

static void run_part(void *user, int32_t part)
{
    const job *j = user;
    char *scratch = j->scratch + (size_t)part * j->blocks.scratch_bytes;
    for (int64_t n = j->numbers * part / j->parts; n < j->numbers * (part + 1) / j->parts; n++)
        run_piece(j, n, scratch);
}

static int32_t count_parts(const grn_contraction *c, int64_t count, const grn_parallel *parallel)
{
    double products = (double)count * (double)c->rows * (double)c->columns * (double)c->depth;
    double parts = products / PART_PRODUCTS, threads = parallel ? parallel->threads : 1;
    parts = parts < threads ? parts : threads;
    return parts > 1 ? (int32_t)parts : 1;
}

/* Pieces are of whole tiles, so that none is in two. */
static void cut(job *j, int64_t count)
{
    const grn_contraction *c = &j->c;
    int64_t wanted = count >= j->parts ? 1 : (j->parts + count - 1) / count;
    j->by_columns = c->columns >= c->rows;
    int64_t all = j->by_columns ? c->columns : c->rows;
    int64_t tile = !c->panel ? 1 : j->by_columns ? c->panel->columns : c->panel->rows;
    j->piece = rounded_up((all + wanted - 1) / wanted, tile);
    j->pieces = (all + j->piece - 1) / j->piece;
    j->numbers = count * j->pieces;
}

grn_status grn_contract_all(const grn_contraction *c, int64_t count, grn_contract_at at, const void *user,
                            const grn_parallel *parallel, const grn_allocator *allocator)
{
    job j = {.c = *c, .at = at, .user = user, .parts = count_parts(c, count, parallel)};
    size_t bytes;
    if (count == 0 || c->rows == 0 || c->columns == 0)
        return GRN_OK;
    j.turned = c->rows > c->columns && (!c->panel || c->columns < c->panel->columns);
    if (j.turned)
        turn(&j.c);
    cut(&j, count);
    j.blocks = c->panel ? tile_blocks(&j.c) : grn_contract_step_blocks(&j.c);
    j.blocks.scratch_bytes = (j.blocks.scratch_bytes + 63) / 64 * 64;
    if (!grn_mul_size(j.blocks.scratch_bytes, (size_t)j.parts, &bytes) || !(j.scratch = grn_allocate(allocator, bytes)))
        return GRN_E_MEMORY;
    if (j.parts > 1)
        parallel->for_each(parallel->user, j.parts, run_part, &j);
    else
        run_part(&j, 0);
    grn_release(allocator, j.scratch, bytes);
    return GRN_OK;
}
