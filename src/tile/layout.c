/* layout.c - strided views to tiles of four faces, and back (TT-9). 16 elements of a face's row are
 * one copy. */
#include <inttypes.h>
#include <string.h>

#include "access/check.h"
#include "tile/tile.h"

enum { TILE = GRN_TTNN_TILE_WIDTH, FACE = GRN_TTNN_FACE_WIDTH, FACE_ELEMENTS = FACE * FACE };

static int64_t in_tiles(int64_t extent) { return extent / TILE + (extent % TILE != 0); }

static bool is_tile_element(size_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

grn_status grn_ttnn_tiling_of(int32_t rank, const int64_t *shape, size_t element_bytes, grn_ttnn_tiling *out)
{
    int64_t matrices, tiles;
    if (rank < 0 || rank > GRN_MAX_RANK)
        return GRN_E_LIMIT;
    if (out == NULL || (rank > 0 && shape == NULL))
        return GRN_E_ARGUMENT;
    if (!is_tile_element(element_bytes))
        return GRN_E_UNSUPPORTED;
    for (int32_t d = 0; d < rank; d++)
        if (shape[d] < 0)
            return GRN_E_SHAPE;
    const int64_t ht = rank > 1 ? in_tiles(shape[rank - 2]) : 1;
    out->wt = rank > 0 ? in_tiles(shape[rank - 1]) : 1;
    out->tile_bytes = GRN_TTNN_TILE_ELEMENTS * element_bytes;
    if (!grn_shape_elements(rank > 2 ? rank - 2 : 0, shape, &matrices) || !grn_mul_i64(matrices, ht, &out->ht) ||
        !grn_mul_i64(out->ht, out->wt, &tiles) || (uint64_t)tiles > SIZE_MAX ||
        !grn_mul_size((size_t)tiles, out->tile_bytes, &out->bytes) || out->bytes > PTRDIFF_MAX)
        return GRN_E_LIMIT;
    return GRN_OK;
}

void grn_tile_row_view(const grn_tensor *t, const grn_tensor *like, int32_t dim, grn_tensor *out)
{
    const int32_t last = t->rank - 1;
    *out = *t;
    for (int32_t d = 0; d < t->rank; d++)
        if (d != dim)
            out->shape[d] = like->shape[d];
    int64_t shape = out->shape[dim], stride = out->stride[dim];
    out->shape[dim] = out->shape[last];
    out->stride[dim] = out->stride[last];
    out->shape[last] = shape;
    out->stride[last] = stride;
}

/* ---- a few neighbouring tiles ---------------------------------------------------------------- */

/*
 * The part of a matrix that up to GROUP tiles of a row cover: from `at`, strides in elements. Rows
 * go across the whole group, so that memory's cache lines are used up before a row stride of a
 * power of two has pushed them out.
 */
enum { GROUP = 4 };
typedef struct patch {
    char *at;
    int64_t row_stride, column_stride;
    int32_t rows, columns;
} patch;

/* Place of a row's first element in its tile, and of a column in its row's tile and those after
 * it. */
static inline int32_t row_place(int32_t row) { return row / FACE * (2 * FACE_ELEMENTS) + row % FACE * FACE; }

static inline int32_t column_place(int32_t column)
{
    return column / TILE * GRN_TTNN_TILE_ELEMENTS + column / FACE % 2 * FACE_ELEMENTS + column % FACE;
}

/*
 * The four loops, for elements of SIZE bytes. MOVE(tile, matrix, bytes) is the direction; a copy of
 * a constant size is a few moves. *_rows: elements of a row lie together, 16 are copied at a time.
 * *_columns: the inner loop runs down a column, along which a transposed matrix is contiguous.
 */
#define TO_TILE(tile, matrix, bytes) memcpy(tile, matrix, bytes)
#define TO_MATRIX(tile, matrix, bytes) memcpy(matrix, tile, bytes)
#define DEFINE_MOVES(NAME, SIZE, MOVE)                                                               \
    static void NAME##_rows_##SIZE(char *tile, const patch *p)                                       \
    {                                                                                                \
        for (int32_t r = 0; r < p->rows; r++) {                                                      \
            char *row = p->at + r * p->row_stride * SIZE, *to = tile + row_place(r) * SIZE;          \
            int32_t c = 0;                                                                           \
            for (; c + FACE <= p->columns; c += FACE)                                                \
                MOVE(to + column_place(c) * SIZE, row + c * SIZE, FACE * SIZE);                      \
            for (; c < p->columns; c++)                                                              \
                MOVE(to + column_place(c) * SIZE, row + c * SIZE, SIZE);                             \
        }                                                                                            \
    }                                                                                                \
    static void NAME##_columns_##SIZE(char *tile, const patch *p)                                    \
    {                                                                                                \
        for (int32_t c = 0; c < p->columns; c++) {                                                   \
            char *column = p->at + c * p->column_stride * SIZE, *to = tile + column_place(c) * SIZE; \
            for (int32_t r = 0; r < p->rows; r++)                                                    \
                MOVE(to + row_place(r) * SIZE, column + r * p->row_stride * SIZE, SIZE);             \
        }                                                                                            \
    }
#define DEFINE_BOTH(SIZE)               \
    DEFINE_MOVES(tilize, SIZE, TO_TILE) \
    DEFINE_MOVES(untilize, SIZE, TO_MATRIX)
DEFINE_BOTH(1)
DEFINE_BOTH(2)
DEFINE_BOTH(4)
DEFINE_BOTH(8)

/* [0]: by columns, [1]: by rows */
typedef struct moves {
    size_t bytes;
    void (*tilize[2])(char *tile, const patch *p);
    void (*untilize[2])(char *tile, const patch *p);
} moves;

static const moves all_moves[] = {
#define MOVES_ROW(SIZE) \
    {SIZE, {tilize_columns_##SIZE, tilize_rows_##SIZE}, {untilize_columns_##SIZE, untilize_rows_##SIZE}},
    MOVES_ROW(1) MOVES_ROW(2) MOVES_ROW(4) MOVES_ROW(8)
#undef MOVES_ROW
};

static const moves *moves_of(size_t bytes)
{
    const moves *m = all_moves;
    while (m->bytes != bytes)
        m++;
    return m;
}

/* ---- a whole view ---------------------------------------------------------------------------- */

typedef struct conversion {
    const grn_tensor *view;
    const moves *moves;
    char *tiles;
    const char *padding; /* a tile full of it; NULL when unpacking */
    int64_t rows, columns, row_stride, column_stride;
} conversion;

/* Only tiles that the patch leaves places in. */
static void pad_tiles(const conversion *c, char *tile, const patch *p)
{
    const size_t bytes = GRN_TTNN_TILE_ELEMENTS * c->moves->bytes;
    const int32_t whole = p->rows < TILE ? 0 : p->columns / TILE;
    for (int32_t t = whole; t * TILE < p->columns; t++)
        memcpy(tile + (size_t)t * bytes, c->padding, bytes);
}

static void convert_group(const conversion *c, char *tile, char *matrix, int64_t row, int64_t column)
{
    const int64_t rows = c->rows - row, columns = c->columns - column;
    const bool by_rows = c->column_stride == 1;
    patch p = {matrix + (row * c->row_stride + column * c->column_stride) * (int64_t)c->moves->bytes, c->row_stride,
               c->column_stride, rows < TILE ? (int32_t)rows : TILE,
               columns < GROUP * TILE ? (int32_t)columns : GROUP * TILE};
    if (c->padding == NULL) {
        c->moves->untilize[by_rows](tile, &p);
        return;
    }
    pad_tiles(c, tile, &p);
    c->moves->tilize[by_rows](tile, &p);
}

static void convert_matrix(const conversion *c, char *tiles, char *matrix)
{
    const size_t tile_bytes = GRN_TTNN_TILE_ELEMENTS * c->moves->bytes;
    const int64_t wt = in_tiles(c->columns);
    for (int64_t h = 0; h * TILE < c->rows; h++)
        for (int64_t w = 0; w < wt; w += GROUP)
            convert_group(c, tiles + (size_t)(h * wt + w) * tile_bytes, matrix, h * TILE, w * TILE);
}

static void convert(conversion *c)
{
    const grn_tensor *v = c->view;
    const int32_t leading = v->rank > 2 ? v->rank - 2 : 0;
    char *tiles = c->tiles;
    grn_walk w;
    c->columns = v->rank > 0 ? v->shape[v->rank - 1] : 1;
    c->column_stride = v->rank > 0 ? v->stride[v->rank - 1] : 1;
    c->rows = v->rank > 1 ? v->shape[v->rank - 2] : 1;
    c->row_stride = v->rank > 1 ? v->stride[v->rank - 2] : 1;
    grn_walk_init(&w, leading, v->shape, 1, (const int64_t *[]){v->stride});
    const size_t matrix_tiles = (size_t)(in_tiles(c->rows) * in_tiles(c->columns));
    for (; w.more; grn_walk_next(&w), tiles += matrix_tiles * GRN_TTNN_TILE_ELEMENTS * c->moves->bytes)
        convert_matrix(c, tiles, grn_tensor_at(v, w.offset[0]));
}

static grn_status check_tiles_disjoint(const grn_tensor *view, const char *name, const void *tiles, size_t bytes,
                                       const grn_diag *diag)
{
    const uintptr_t at = (uintptr_t)tiles;
    uintptr_t from, to;
    if (!grn_tensor_range(view, &from, &to) || at + bytes <= from || to <= at)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ALIAS, "tiles overlap %s in memory, they must lie apart", name);
}

static grn_status check_conversion(const grn_tensor *view, const char *name, const void *tiles, size_t tiles_bytes,
                                   const grn_diag *diag)
{
    grn_ttnn_tiling t;
    grn_status status = grn_check_view(view, name, diag);
    if (status == GRN_OK)
        status = grn_check_data(view, name, diag);
    if (status != GRN_OK)
        return status;
    status = grn_ttnn_tiling_of(view->rank, view->shape, grn_dtype_bytes(view->dtype), &t);
    if (status == GRN_E_UNSUPPORTED)
        return grn_fail(diag, grn_no_place, status, "%s has elements of %zu bytes, a tile holds those of 1, 2, 4 or 8",
                        name, grn_dtype_bytes(view->dtype));
    if (status != GRN_OK)
        return grn_fail(diag, grn_no_place, status, "%s takes more bytes in tiles than can be addressed", name);
    if (tiles_bytes < t.bytes || (tiles == NULL && t.bytes > 0))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "tiles has %zu bytes, %s takes %zu in %" PRId64 "x%" PRId64 " tiles",
                        tiles == NULL ? 0 : tiles_bytes, name, t.bytes, t.ht, t.wt);
    return check_tiles_disjoint(view, name, tiles, t.bytes, diag);
}

grn_status grn_ttnn_tilize(const grn_tensor *in, const void *padding, void *tiles, size_t tiles_bytes,
                           const grn_diag *diag)
{
    char full[GRN_TTNN_TILE_ELEMENTS * 8] = {0};
    grn_status status = check_conversion(in, "in", tiles, tiles_bytes, diag);
    if (status != GRN_OK || grn_tensor_elements(in) == 0)
        return status;
    const size_t bytes = grn_dtype_bytes(in->dtype);
    for (size_t i = 0; padding != NULL && i < GRN_TTNN_TILE_ELEMENTS; i++)
        memcpy(full + i * bytes, padding, bytes);
    convert(&(conversion){.view = in, .moves = moves_of(bytes), .tiles = tiles, .padding = full});
    return GRN_OK;
}

grn_status grn_ttnn_untilize(const void *tiles, size_t tiles_bytes, const grn_tensor *out, const grn_diag *diag)
{
    grn_status status = check_conversion(out, "out", tiles, tiles_bytes, diag);
    if (status == GRN_OK)
        status = grn_check_places(out, "out", diag);
    if (status != GRN_OK || grn_tensor_elements(out) == 0)
        return status;
    /* Only read: the untilizing moves take the tile as their source. */
    convert(&(conversion){.view = out, .moves = moves_of(grn_dtype_bytes(out->dtype)), .tiles = (char *)tiles});
    return GRN_OK;
}
