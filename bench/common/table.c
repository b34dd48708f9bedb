/* table.c - the lines, and from a line to a case. */
#include "common/table.h"

#include <string.h>

#include "common/measure.h"

#define KI ((int64_t)1 << 10)
#define MI ((int64_t)1 << 20)

/* Extents mean what the case's kind says (manifest.h); `row` counts elements. */
typedef struct line {
    const char *list, *name, *op, *kind, *dtype, *index, *distribution;
    int64_t batches, rows, vectors, columns, row, shared, height, width;
    const char *origin;
} line;

/* clang-format off */
#define ROWS(name, op, dtype, index, distribution, outer, extent, taken, row) \
    {LIST, name, op, "rows", dtype, index, distribution, outer, extent, taken, 0, row, 0, 1, 1, ""}
#define SHARED(name, dtype, index, distribution, outer, extent, taken, row) \
    {LIST, name, "gather", "rows", dtype, index, distribution, outer, extent, taken, 0, row, 1, 1, 1, ""}
#define COLUMNS(name, op, dtype, index, distribution, outer, extent, taken, columns) \
    {LIST, name, op, "elems", dtype, index, distribution, outer, extent, taken, columns, 1, 0, 1, 1, ""}
#define POINTS(name, op, dtype, index, distribution, first, second, taken, row) \
    {LIST, name, op, "nd2", dtype, index, distribution, 1, first, taken, second, row, 0, 1, 1, ""}
#define WINDOWS(name, dtype, index, first, second, taken, height, width) \
    {LIST, name, "gather", "win", dtype, index, "uniform", 1, first, taken, second, 1, 0, height, width, ""}
#define BROUGHT(name, op, dtype, index, distribution, extent, taken, row, origin) \
    {LIST, name, op, "rows", dtype, index, distribution, 1, extent, taken, 0, row, 0, 1, 1, origin}
#define BROUGHT_COLUMNS(name, op, dtype, index, distribution, extent, taken, columns, origin) \
    {LIST, name, op, "elems", dtype, index, distribution, 1, extent, taken, columns, 1, 0, 1, 1, origin}

static const line lines[] = {
#define LIST "base"
    ROWS("ge_last_l2_f32",    "gather", "f32", "i64", "uniform", 32, 512, 512, 1),
    ROWS("ge_last_l3_f32",    "gather", "f32", "i64", "uniform", KI, 2 * KI, KI, 1),
    ROWS("ge_1d_dram_f32",    "gather", "f32", "i64", "uniform", 1, 128 * MI, 8 * MI, 1),
    ROWS("ge_1d_sorted_i32",  "gather", "f32", "i32", "sorted", 1, 128 * MI, 8 * MI, 1),
    COLUMNS("ge_first_f32",   "gather", "f32", "i64", "uniform", 1, 8 * KI, KI, 16 * KI),
    COLUMNS("ge_mid_f32",     "gather", "f32", "i64", "uniform", 64, 512, 128, KI),
    ROWS("ge_last_seq_f32",   "gather", "f32", "i64", "sequential", 4 * KI, 8 * KI, 8 * KI, 1),
    ROWS("ge_last_i8_i32",    "gather", "i8", "i32", "uniform", 4 * KI, 4 * KI, 2 * KI, 1),
    ROWS("ge_last_f64",       "gather", "f64", "i64", "uniform", 4 * KI, 4 * KI, 2 * KI, 1),
    ROWS("take_1d_l2_i32",    "gather", "f32", "i32", "uniform", 1, 32 * KI, 32 * KI, 1),
    ROWS("take_rows_16B",     "gather", "f32", "i64", "uniform", 1, MI, MI, 4),
    ROWS("take_rows_64B",     "gather", "f32", "i64", "uniform", 1, MI, MI, 16),
    ROWS("take_rows_256B",    "gather", "f32", "i64", "uniform", 1, MI, MI / 2, 64),
    ROWS("take_rows_512B",    "gather", "f32", "i64", "uniform", 1, MI, MI / 4, 128),
    ROWS("take_rows_512B_zipf", "gather", "f32", "i64", "zipf", 1, MI, MI / 4, 128),
    ROWS("take_rows_2KiB",    "gather", "f32", "i64", "uniform", 1, MI / 2, MI / 16, 512),
    ROWS("take_rows_bf16_128B_zipf_i32", "gather", "bf16", "i32", "zipf", 1, MI, MI, 64),
    SHARED("take_axis_last",  "f32", "i64", "uniform", 64 * KI, KI, 512, 1),
    SHARED("take_axis_mid_64B", "f32", "i64", "sorted", 512, 4 * KI, 2 * KI, 16),
    POINTS("gnd_elem_dram",   "gather", "f32", "i64", "uniform", 8 * KI, 16 * KI, 4 * MI, 1),
    POINTS("gnd_rows_128B_i32", "gather", "f32", "i32", "uniform", KI, KI, MI / 2, 32),
    WINDOWS("win_8x8",        "f32", "i64", 4 * KI, 4 * KI, 64 * KI, 8, 8),
    WINDOWS("win_1x128",      "f32", "i64", 4 * KI, 4 * KI, 64 * KI, 1, 128),
    ROWS("batch_rows_256B",   "gather", "f32", "i64", "uniform", 64, 8 * KI, 4 * KI, 64),
    ROWS("sae_last_l2_f32",   "add", "f32", "i64", "uniform", 32, 512, 512, 1),
    ROWS("sae_1d_dram",       "add", "f32", "i64", "uniform", 1, 128 * MI, 8 * MI, 1),
    ROWS("sae_1d_zipf",       "add", "f32", "i64", "zipf", 1, MI, 8 * MI, 1),
    COLUMNS("sae_first",      "add", "f32", "i64", "uniform", 1, 8 * KI, KI, 16 * KI),
    ROWS("ses_last",          "set", "f32", "i64", "perm", 4 * KI, 8 * KI, 4 * KI, 1),
    ROWS("srs_512B",          "set", "f32", "i64", "perm", 1, MI, MI / 4, 128),
    ROWS("sar_64B",           "add", "f32", "i64", "uniform", 1, MI, MI, 16),
    ROWS("sar_256B_zipf",     "add", "f32", "i64", "zipf", 1, MI, MI / 2, 64),
    POINTS("snd_add",         "add", "f32", "i64", "uniform", 8 * KI, 16 * KI, 4 * MI, 1),
#undef LIST
#define LIST "drawn"
    ROWS("take_1d_64MiB_i32", "gather", "f32", "i32", "uniform", 1, 16 * MI, 4 * MI, 1),
    ROWS("take_1d_sorted_f32", "gather", "f32", "i64", "sorted", 1, 16 * MI, 8 * MI, 1),
    ROWS("take_1d_reversed_f64", "gather", "f64", "i64", "reversed", 1, 4 * MI, 4 * MI, 1),
    ROWS("take_1d_runs_i16",  "gather", "i16", "i32", "runs", 1, 8 * MI, 8 * MI, 1),
    ROWS("take_rows_12B_i32", "gather", "f32", "i32", "uniform", 1, MI, MI, 3),
    ROWS("take_rows_65B_i8",  "gather", "i8", "i32", "uniform", 1, MI, MI / 2, 65),
    ROWS("take_rows_96B_sorted_f64", "gather", "f64", "i64", "sorted", 1, MI / 2, MI / 2, 12),
    ROWS("take_rows_100B_zipf", "gather", "f32", "i64", "zipf_1_0", 1, MI, MI / 2, 25),
    ROWS("take_rows_192B_perm_bf16", "gather", "bf16", "i32", "perm", 1, MI / 2, MI / 4, 96),
    ROWS("take_rows_264B_runs", "gather", "f32", "i64", "runs", 1, MI / 4, MI / 8, 66),
    ROWS("take_rows_515B_i8", "gather", "i8", "i64", "uniform", 1, MI / 4, MI / 16, 515),
    ROWS("take_rows_768B_zipf_bf16", "gather", "bf16", "i64", "zipf_1_2", 1, MI / 8, MI / 16, 384),
    ROWS("take_rows_1000B_f64", "gather", "f64", "i64", "uniform", 1, MI / 8, MI / 32, 125),
    ROWS("take_rows_1500B_sorted", "gather", "f32", "i32", "sorted", 1, MI / 16, MI / 32, 375),
    ROWS("take_rows_2052B_reversed", "gather", "f32", "i64", "reversed", 1, MI / 32, MI / 64, 513),
    ROWS("take_rows_4092B_perm", "gather", "f32", "i64", "perm", 1, MI / 32, MI / 64, 1023),
    ROWS("take_rows_4100B",   "gather", "f32", "i64", "uniform", 1, MI / 32, MI / 64, 1025),
    ROWS("take_rows_8KiB_zipf", "gather", "f32", "i64", "zipf_1_0", 1, MI / 64, MI / 128, 2048),
    ROWS("take_rows_512B_constant", "gather", "f32", "i64", "constant", 1, MI / 16, MI / 16, 128),
    ROWS("ge_last_48KiB_zipf", "gather", "f32", "i64", "zipf_1_2", KI, 12 * KI, 4 * KI, 1),
    ROWS("ge_last_runs_i8",   "gather", "i8", "i32", "runs", 2 * KI, 8 * KI, 4 * KI, 1),
    COLUMNS("ge_first_1280",  "gather", "f32", "i64", "uniform", 1, 4 * KI, KI, 1280),
    COLUMNS("ge_first_1000_f64", "gather", "f64", "i64", "sorted", 1, 2 * KI, KI, 1000),
    COLUMNS("ge_mid_runs_i16", "gather", "i16", "i32", "runs", 32, KI, 256, 640),
    SHARED("take_mid_400B",   "f32", "i64", "zipf_1_0", 64, 2 * KI, KI, 100),
    SHARED("take_last_perm_i16", "i16", "i32", "perm", 16 * KI, 2 * KI, 512, 1),
    POINTS("gnd_elem_24",     "gather", "f32", "i64", "uniform", MI, 24, 2 * MI, 1),
    POINTS("gnd_rows_512B",   "gather", "f32", "i64", "uniform", 512, 512, 64 * KI, 128),
    WINDOWS("win_3x3",        "f32", "i32", 2 * KI, 2 * KI, 256 * KI, 3, 3),
    ROWS("batch_rows_72B_zipf", "gather", "f32", "i64", "zipf_1_2", 32, 8 * KI, 4 * KI, 18),
    ROWS("set_1d_perm_f64",   "set", "f64", "i64", "perm", 1, 4 * MI, 2 * MI, 1),
    ROWS("srs_100B_reversed", "set", "f32", "i64", "reversed", 1, MI / 2, MI / 2, 25),
    COLUMNS("ses_first_f64",  "set", "f64", "i64", "perm", 1, 2 * KI, KI, 512),
    ROWS("sae_1d_sorted",     "add", "f32", "i64", "sorted", 1, 4 * MI, 4 * MI, 1),
    ROWS("sae_1d_zipf_i32",   "add", "i32", "i32", "zipf_1_2", 1, MI, 4 * MI, 1),
    COLUMNS("sae_first_512",  "add", "f32", "i64", "uniform", 1, 20000, 8 * KI, 512),
    ROWS("sar_40B_f64",       "add", "f64", "i64", "uniform", 1, MI / 2, MI / 2, 5),
    ROWS("sar_1KiB_zipf",     "add", "f32", "i64", "zipf_1_0", 1, MI / 16, MI / 16, 256),
    ROWS("smax_1d",           "max", "f32", "i64", "uniform", 1, 4 * MI, 4 * MI, 1),
    ROWS("smax_rows_260B_zipf", "max", "f32", "i32", "zipf_1_0", 1, MI / 8, MI / 8, 65),
#undef LIST
#define LIST "users"
    BROUGHT_COLUMNS("ort_28584", "add", "f32", "i64", "uniform", 556416, 481385, 80, "onnxruntime issue 28584"),
    BROUGHT_COLUMNS("ort_28584_sorted", "add", "f32", "i64", "sorted", 556416, 481385, 80, "onnxruntime issue 28584"),
    BROUGHT_COLUMNS("ort_28584_rows", "add", "f32", "i64", "broadcast", 556416, 481385, 80, "onnxruntime issue 28584"),
    BROUGHT("mlx_506_add_100", "add", "f32", "i64", "uniform", 100, 100000, 64, "mlx issue 506"),
    BROUGHT("mlx_506_max_100", "max", "f32", "i64", "uniform", 100, 100000, 64, "mlx issue 506"),
    BROUGHT("mlx_506_add_10",  "add", "f32", "i64", "uniform", 10, 1000000, 64, "mlx issue 506"),
    BROUGHT("mlx_506_add_1000", "add", "f32", "i64", "uniform", 1000, 10000, 64, "mlx issue 506"),
    BROUGHT("stanford_1",      "add", "f32", "i64", "lengths", 281903, 2312497, 1, "pytorch_scatter, web-Stanford's rows"),
    BROUGHT("stanford_32",     "add", "f32", "i64", "lengths", 281903, 2312497, 32, "pytorch_scatter, web-Stanford's rows"),
    BROUGHT("stanford_mixed_16", "add", "f32", "i64", "lengths_mixed", 281903, 2312497, 16, "pytorch_scatter, web-Stanford's rows"),
    BROUGHT("stanford_max_16", "max", "f32", "i64", "lengths", 281903, 2312497, 16, "pytorch_scatter, web-Stanford's rows"),
    BROUGHT("stanford_take_16", "gather", "f32", "i64", "zipf_1_0", 281903, 2312497, 16, "pytorch_scatter, web-Stanford's columns"),
    BROUGHT("citeseer_16",     "add", "f32", "i64", "lengths", 268495, 2313294, 16, "pytorch_scatter, citationCiteseer's rows"),
    BROUGHT("fbgemm_table",    "gather", "f32", "i64", "uniform", 100000, 512 * 20, 128, "FBGEMM's defaults: 512 bags of 20, 100,000 rows of 128"),
#undef LIST
};
/* clang-format on */
#define LINES (sizeof lines / sizeof *lines)

/* ---- a line as a case ------------------------------------------------------------------------ */

static int64_t shrunk(int64_t extent, int64_t by, int64_t least)
{
    return extent / by > least ? extent / by : extent < least ? extent : least;
}

/* The first extents, so that rows stay as long as they are: of batches where there are some. */
static void shrink(bench_case *c, int64_t by)
{
    if (c->batches > 1) {
        c->batches = shrunk(c->batches, by, 2);
        return;
    }
    c->rows = shrunk(c->rows, by, 16);
    c->vectors = shrunk(c->vectors, by, 16);
}

static void set_text(char *field, const char *text) { memcpy(field, text, strlen(text) + 1); }

static void set_bytes(bench_case *c)
{
    bool rows = strcmp(c->kind, "rows") == 0, columns = strcmp(c->kind, "elems") == 0;
    bool windows = strcmp(c->kind, "win") == 0, gather = strcmp(c->op, "gather") == 0;
    bool moves = gather || strcmp(c->op, "set") == 0;
    int64_t inner = columns ? c->columns : 1, all = c->batches * inner;
    int64_t row = c->row_bytes * c->height * c->width;
    int64_t places = rows || columns ? c->rows * all : c->rows * c->columns;
    c->operand_bytes = places * c->row_bytes;
    c->indices_bytes = c->vectors * (rows ? (c->shared ? 1 : c->batches) : columns ? all : 2) * c->index_bytes;
    c->dense_bytes = c->vectors * all * (windows ? row : c->row_bytes);
    c->elements = c->dense_bytes / c->element_bytes;
    c->useful_bytes = c->indices_bytes + c->dense_bytes * (moves ? 2 : 3);
}

static void make_case(const line *l, int64_t by, bench_case *c)
{
    memset(c, 0, sizeof *c);
    set_text(c->name, l->name);
    set_text(c->op, l->op);
    set_text(c->kind, l->kind);
    set_text(c->dtype, l->dtype);
    set_text(c->distribution, l->distribution);
    set_text(c->updates_file, "-");
    c->element_bytes = (int64_t)grn_dtype_bytes(grn_dtype_from_text(l->dtype));
    c->index_bytes = (int64_t)grn_dtype_bytes(grn_dtype_from_text(l->index));
    c->batches = l->batches;
    c->rows = l->rows;
    c->vectors = l->vectors;
    c->columns = l->columns;
    c->row_bytes = l->row * c->element_bytes;
    c->shared = l->shared;
    c->height = l->height;
    c->width = l->width;
    shrink(c, by);
    set_bytes(c);
}

void bench_table_each(const bench_selection *selection, void (*use)(void *, const bench_case *), void *user)
{
    bench_case c;
    for (size_t i = 0; i < LINES; i++) {
        if (selection->list != NULL && strcmp(lines[i].list, selection->list) != 0)
            continue;
        if (selection->part != NULL && !bench_name_matches(lines[i].name, selection->part))
            continue;
        make_case(&lines[i], selection->shrink > 1 ? selection->shrink : 1, &c);
        use(user, &c);
    }
}

static const line *line_of(const char *name)
{
    for (size_t i = 0; i < LINES; i++)
        if (strcmp(lines[i].name, name) == 0)
            return &lines[i];
    bench_give_up("a case is not one of the table");
}

const char *bench_table_list(const char *name) { return line_of(name)->list; }

const char *bench_table_origin(const char *name) { return line_of(name)->origin; }
