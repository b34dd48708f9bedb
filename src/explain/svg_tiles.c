/* svg_tiles.c - an op of TTNN's on its tiles: the faces of each, and which core has it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/svg.h"

#define TILE 42.0
#define APART 4.0 /* between tiles */
#define MOST_ROWS 4
#define MOST_COLUMNS 5
#define MOST_PLACES 10 /* with what is traced */
#define MOST_CORES 18  /* of an embedding's */
#define LINE 18.0

static const grn_lettering name_lettering = {14, true, true, GRN_START, GRN_PAINT_INK, false},
                           text_lettering = {12, false, false, GRN_START, GRN_PAINT_SOFT, false},
                           core_lettering = {11, true, false, GRN_MIDDLE, GRN_PAINT_INK, false},
                           number_lettering = {11, false, false, GRN_MIDDLE, GRN_PAINT_SOFT, false};

/* A tensor in tiles. `core_of` of a tile: its number among those that work, -1 where all read
 * it. */
typedef struct tiled {
    const char *name;
    int64_t rows, columns;
    int by;                /* what decides on the core: 0 the row, 1 the column, -1 nothing */
    const int64_t *traced; /* [ntraces][2]: the tile that holds each trace's element; -1 where it is not known */
} tiled;

static int32_t add_place(int32_t n, int64_t place, int64_t *at)
{
    int32_t i = 0;
    while (i < n && at[i] < place)
        i++;
    if (n == MOST_PLACES || (i < n && at[i] == place))
        return n;
    memmove(&at[i + 1], &at[i], (size_t)(n - i) * sizeof *at);
    at[i] = place;
    return n + 1;
}

/* Chooses the first tiles, those with an element that is traced, and the last. `way`: 0 rows, 1
 * columns. */
static int32_t shown(const grn_picture *p, const tiled *t, int way, int64_t *at)
{
    const int64_t extent = way ? t->columns : t->rows;
    const int32_t most = way ? MOST_COLUMNS : MOST_ROWS;
    int32_t n = 0;
    for (size_t i = 0; t->traced && extent > most && i < p->ntraces; i++)
        if (t->traced[2 * i + way] >= 0 && t->traced[2 * i + way] < extent)
            n = add_place(n, t->traced[2 * i + way], at);
    if (extent > 0)
        n = add_place(n, extent - 1, at);
    for (int64_t i = 0; i < extent && n < most; i++)
        n = add_place(n, i, at);
    return n;
}

static double tile_offset(const int64_t *at, int32_t k)
{
    double place = k * (TILE + APART);
    for (int32_t i = 1; i <= k; i++)
        place += at[i] != at[i - 1] + 1 ? 12 : 0;
    return place;
}

static void put_faces(grn_page *page, double x, double y)
{
    grn_svg_put(page, "<path d=\"M%f %fv%fM%f %fh%f\" stroke-width=\"1\" stroke-dasharray=\"2 2\"", x + TILE / 2, y,
                TILE, x, y + TILE / 2, TILE);
    grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_LINE);
    grn_page_put(page, "/>");
}

static void put_tile(grn_page *page, const grn_picture *p, const tiled *t, int64_t row, int64_t column, double x,
                     double y)
{
    const grn_ttnn_account *a = p->scene->tiles;
    const int64_t number = t->by < 0 || a->taken.cores == 0 ? -1 : (t->by == 0 ? row : column) % a->taken.cores;
    grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\"", x, y, TILE, TILE);
    grn_svg_paint(page, number >= 0 && number % 2 == 0 ? GRN_PAINT_READ : GRN_PAINT_CELL, GRN_PAINT_SOFT);
    grn_page_put(page, "/>");
    put_faces(page, x, y);
    if (number >= 0)
        grn_svg_text(page, x + TILE / 2, y + TILE / 2 + 4, &core_lettering, "%" PRId32 ",%" PRId32, a->core[number].x,
                     a->core[number].y);
    int badges = 0;
    for (size_t i = 0; i < p->ntraces; i++)
        if (t->traced && t->traced[2 * i] == row && t->traced[2 * i + 1] == column)
            grn_svg_badge(page, i, x + 6 + 15 * badges++, y + 4);
}

static void put_tiled(grn_page *page, const grn_picture *p, const tiled *t, double x, double y)
{
    int64_t rows[MOST_PLACES], columns[MOST_PLACES];
    const int32_t nrows = shown(p, t, 0, rows), ncolumns = shown(p, t, 1, columns);
    grn_svg_text(page, x, y, &name_lettering, "%s", t->name);
    grn_svg_text(page, x + grn_svg_text_width(&name_lettering, strlen(t->name) + 1), y, &text_lettering,
                 "%" PRId64 " x %" PRId64 " tiles", t->rows, t->columns);
    for (int32_t k = 0; k < ncolumns; k++)
        grn_svg_text(page, x + 16 + tile_offset(columns, k) + TILE / 2, y + 17, &number_lettering, "%" PRId64,
                     columns[k]);
    for (int32_t i = 0; i < nrows; i++) {
        const double down = y + 22 + tile_offset(rows, i);
        grn_svg_text(page, x + 5, down + TILE / 2 + 4, &number_lettering, "%" PRId64, rows[i]);
        for (int32_t k = 0; k < ncolumns; k++)
            put_tile(page, p, t, rows[i], columns[k], x + 16 + tile_offset(columns, k), down);
    }
}

static double height_of(const grn_picture *p, const tiled *t)
{
    int64_t rows[MOST_PLACES];
    const int32_t n = shown(p, t, 0, rows);
    return n == 0 ? 30 : 22 + tile_offset(rows, n - 1) + TILE;
}

static double width_of(const grn_picture *p, const tiled *t)
{
    int64_t columns[MOST_PLACES];
    const int32_t n = shown(p, t, 1, columns);
    const double head = grn_svg_text_width(&name_lettering, strlen(t->name) + 1) + 90;
    const double tiles = n == 0 ? 0 : 16 + tile_offset(columns, n - 1) + TILE;
    return tiles > head ? tiles : head;
}

/* ---- gather and scatter ---------------------------------------------------------------------- */

/* Dimension i of a tensor whose dimension `dim` and whose last have changed places. */
static int32_t moved(const grn_tensor *t, int64_t dim, int32_t i)
{
    return i == dim ? t->rank - 1 : i == t->rank - 1 ? (int32_t)dim : i;
}

/* The tile of an element: the dimension that is gathered along is brought to the end first. */
static void tile_of(const grn_tensor *t, int64_t dim, const int64_t *at, int64_t *tile)
{
    const int32_t row = t->rank > 1 ? moved(t, dim, t->rank - 2) : 0;
    const int64_t rows = t->rank > 1 ? t->shape[row] : 1, per_matrix = rows / 32 + (rows % 32 != 0);
    int64_t outer = 0;
    for (int32_t d = 0; d + 2 < t->rank; d++)
        outer = outer * t->shape[moved(t, dim, d)] + at[moved(t, dim, d)];
    tile[0] = outer * per_matrix + (t->rank > 1 ? at[row] / 32 : 0);
    tile[1] = t->rank > 0 ? at[dim] / 32 : 0;
}

static void find_tiles(const grn_picture *p, const grn_tensor *operand, int64_t *of_operand, int64_t *of_index)
{
    const grn_dims *map = &p->meaning.dims->start_index_map;
    const bool along_one = map->count == 1 && p->meaning.indices->rank == operand->rank;
    for (size_t i = 0; i < p->ntraces; i++) {
        const grn_explained *e = &p->trace[i];
        int64_t position[GRN_MAX_RANK];
        const bool reaches = e->end == GRN_EXPLAIN_REACHED || e->end == GRN_EXPLAIN_CLAMPED;
        of_operand[2 * i] = of_index[2 * i] = -1;
        grn_vector_position(&p->meaning, e->batch_index, position);
        if (along_one)
            tile_of(p->meaning.indices, map->v[0], position, of_index + 2 * i);
        /* Rows are numbered as index's rows are; a larger operand is cut to them. */
        if (along_one && reaches) {
            of_operand[2 * i] = of_index[2 * i];
            of_operand[2 * i + 1] = e->operand_index[map->v[0]] / 32;
        }
    }
}

static void put_work(grn_page *page, const grn_picture *p, double y)
{
    const grn_ttnn_account *a = p->scene->tiles;
    const bool splits = a->taken.strategy == GRN_TTNN_MULTI_CORE;
    char reads[96] = "";
    if (splits)
        snprintf(reads, sizeof reads, " of every row, and reads all tiles of %s in that row", p->words.operand);
    grn_svg_text(page, GRN_SVG_MARGIN, y, &name_lettering, "tiles");
    grn_svg_text(
        page, GRN_SVG_MARGIN + 56, y, &text_lettering,
        "of 32x32 elements, four faces of 16x16 each (dashed), and the core (x,y) that has it; the grid is %" PRId32
        "x%" PRId32 ", %" PRId32 " work",
        a->grid_x, a->grid_y, a->taken.cores);
    grn_svg_text(page, GRN_SVG_MARGIN, y + LINE, &text_lettering,
                 "%s, as %s: core i of %" PRId32 " has %s i, i + %" PRId32 ", ...%s",
                 grn_ttnn_strategy_text(a->taken.strategy), a->why, a->taken.cores,
                 splits ? "output tiles" : "rows of tiles", a->taken.cores, reads);
}

static void put_matrices(grn_page *page, const grn_picture *p, double *y)
{
    const grn_ttnn_account *a = p->scene->tiles;
    const bool is_scatter = p->scene->problem.scatter != NULL, splits = a->taken.strategy == GRN_TTNN_MULTI_CORE;
    int64_t of_operand[2 * GRN_DRAW_TRACES], of_index[2 * GRN_DRAW_TRACES];
    find_tiles(p, p->meaning.operand, of_operand, of_index);
    const tiled matrices[] = {
        {p->words.operand, a->ht, a->wt_input,
         !splits      ? 0
         : is_scatter ? 1
                      : -1,
         is_scatter ? NULL : of_operand},
        {p->words.indices, a->ht, a->wt_index,
         !splits      ? 0
         : is_scatter ? -1
                      : 1,
         of_index},
        /* cut to the indices' extents */
        {is_scatter ? p->words.updates : NULL, a->ht, a->wt_index, splits ? -1 : 0, of_index},
        {p->words.result, a->ht, is_scatter ? a->wt_input : a->wt_index, splits, is_scatter ? of_operand : of_index}};
    if (page)
        put_work(page, p, *y);
    *y += LINE * 2 + 8;
    double x = GRN_SVG_MARGIN, height = 0;
    for (size_t i = 0; i < GRN_COUNT(matrices); i++) {
        if (matrices[i].name == NULL)
            continue;
        if (i > 0 && x + width_of(p, &matrices[i]) > GRN_SVG_WIDTH - GRN_SVG_MARGIN) {
            x = GRN_SVG_MARGIN;
            *y += height + 28;
            height = 0;
        }
        if (page)
            put_tiled(page, p, &matrices[i], x, *y);
        const double tall = height_of(p, &matrices[i]);
        x += width_of(p, &matrices[i]) + 36;
        height = tall > height ? tall : height;
    }
    *y += height + 34;
}

/* ---- embedding ------------------------------------------------------------------------------- */

#define BOX_WIDTH 150.0
#define BOX_HEIGHT 24.0

static void put_ids(grn_page *page, const grn_picture *p, double *y)
{
    const grn_ttnn_account *a = p->scene->tiles;
    const int32_t n = a->taken.cores < MOST_CORES ? a->taken.cores : MOST_CORES, per_row = 6;
    int64_t first = 0;
    if (page) {
        grn_svg_text(page, GRN_SVG_MARGIN, *y, &name_lettering, "ids");
        grn_svg_text(page, GRN_SVG_MARGIN + 56, *y, &text_lettering,
                     "that each core (x,y) takes a row of %" PRId64 " bytes for; %s; the grid is %" PRId32 "x%" PRId32
                     ", %" PRId32 " work",
                     a->row_bytes, grn_ttnn_strategy_text(a->taken.strategy), a->grid_x, a->grid_y, a->taken.cores);
    }
    for (int32_t i = 0; page && i < n; first += a->core[i++].rows) {
        const double x = GRN_SVG_MARGIN + (i % per_row) * (BOX_WIDTH + 6),
                     top = *y + 10 + i / per_row * (BOX_HEIGHT + 6);
        grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\"", x, top, BOX_WIDTH, BOX_HEIGHT);
        grn_svg_paint(page, i % 2 ? GRN_PAINT_CELL : GRN_PAINT_READ, GRN_PAINT_SOFT);
        grn_page_put(page, "/>");
        grn_svg_text(page, x + BOX_WIDTH / 2, top + 16, &core_lettering,
                     "%" PRId32 ",%" PRId32 ": %" PRId64 " to %" PRId64, a->core[i].x, a->core[i].y, first,
                     first + a->core[i].rows - 1);
    }
    *y += 10 + (n + per_row - 1) / per_row * (BOX_HEIGHT + 6);
    if (page && n < a->taken.cores)
        grn_svg_text(page, GRN_SVG_MARGIN, *y + 12, &text_lettering, "and %" PRId32 " more cores", a->taken.cores - n);
    *y += 34;
}

void grn_svg_tiles(grn_page *page, const grn_picture *p, double *y)
{
    if (p->scene->tiles == NULL)
        return;
    if (p->scene->tiles->ids > 0)
        put_ids(page, p, y);
    else
        put_matrices(page, p, y);
}
