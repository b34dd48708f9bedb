/* test_tile_edges.c - tiles of every element size by rows and by columns, memory and sinks that
 * refuse at every turn, grids and views at their ends: TTNN's calls say no, and leave the output as
 * it was. */
#include "tile_test.h"

/* ---- tiles there and back -------------------------------------------------------------------- */

static unsigned char there[70 * 150 * 8], back[sizeof there], tiles[3 * 5 * GRN_TTNN_TILE_ELEMENTS * 8];

static grn_dtype dtype_of(size_t bytes)
{
    return bytes == 1 ? GRN_UI8 : bytes == 2 ? GRN_BF16 : bytes == 4 ? GRN_F32 : GRN_F64;
}

/* Element (r, c) of tile (h, w): faces of 16 x 16, those of a row of faces before the next row's
 * (TT-9). */
static size_t place_of(int64_t row, int64_t column, int64_t wt)
{
    int64_t tile = row / 32 * wt + column / 32, r = row % 32, c = column % 32;
    return (size_t)(tile * 1024 + (r / 16 * 2 + c / 16) * 256 + r % 16 * 16 + c % 16);
}

static void check_tiles(size_t bytes, int64_t rows, int64_t columns, bool turned, bool padded)
{
    const unsigned char padding[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    grn_tensor in = VIEW(there, dtype_of(bytes), rows, columns), out = VIEW(back, dtype_of(bytes), rows, columns);
    const int64_t wt = (columns + 31) / 32, ht = (rows + 31) / 32;
    if (turned)
        for (int k = 0; k < 2; k++) {
            grn_tensor *t = k == 0 ? &in : &out;
            t->stride[0] = 1;
            t->stride[1] = rows;
        }
    memset(tiles, 0xEE, sizeof tiles);
    memset(back, 0, sizeof back);
    assert_int_equal(grn_ttnn_tilize(&in, padded ? padding : NULL, tiles, sizeof tiles, NULL), GRN_OK);
    for (int64_t r = 0; r < ht * 32; r++)
        for (int64_t c = 0; c < wt * 32; c++) {
            const unsigned char zeros[8] = {0}, *seen = tiles + place_of(r, c, wt) * bytes;
            const unsigned char *want = padded ? padding : zeros;
            if (r < rows && c < columns)
                want = there + (size_t)(r * in.stride[0] + c * in.stride[1]) * bytes;
            if (memcmp(seen, want, bytes) != 0)
                fail_msg("%zu B, %d x %d%s: (%d, %d) in tiles", bytes, (int)rows, (int)columns,
                         turned ? ", turned" : "", (int)r, (int)c);
        }
    assert_int_equal(grn_ttnn_untilize(tiles, sizeof tiles, &out, NULL), GRN_OK);
    assert_memory_equal(there, back, (size_t)(rows * columns) * bytes);
}

static void test_tiles_there_and_back(void **unused)
{
    static const int64_t extents[][2] = {{1, 1}, {32, 32}, {16, 17}, {33, 31}, {64, 128}, {70, 150}, {3, 140}};
    (void)unused;
    for (size_t i = 0; i < sizeof there; i++)
        there[i] = (unsigned char)(i * 7 + i / 251);
    for (size_t k = 0; k < GRN_COUNT(extents) * 16; k++)
        check_tiles((size_t)1 << k / 4 % 4, extents[k / 16][0], extents[k / 16][1], k % 2 != 0, k / 2 % 2 != 0);
}

static void test_tiles_of_odd_views(void **unused)
{
    heard h;
    float data[4] = {1, 2, 3, 4};
    grn_tensor scalar = view_of(data, GRN_F32, 0, NULL), vector = VIEW(data, GRN_F32, 4),
               empty = VIEW(data, GRN_F32, 3, 0), complex = VIEW(there, GRN_C128, 2, 2), vast = VIEW(NULL, GRN_F32, 0),
               missing = VIEW(NULL, GRN_F32, 4), none = vector;
    grn_ttnn_tiling t;
    (void)unused;
    assert_int_equal(grn_ttnn_tilize(&scalar, NULL, tiles, sizeof tiles, NULL), GRN_OK);
    assert_memory_equal(tiles, data, 4);
    assert_int_equal(grn_ttnn_untilize(tiles, sizeof tiles, &scalar, NULL), GRN_OK);
    assert_int_equal(grn_ttnn_tilize(&vector, NULL, tiles, sizeof tiles, NULL), GRN_OK);
    assert_memory_equal(tiles, data, 16);
    assert_int_equal(grn_ttnn_tilize(&empty, NULL, NULL, 0, NULL), GRN_OK);
    assert_int_equal(grn_ttnn_untilize(NULL, 0, &empty, NULL), GRN_OK);
    assert_int_equal(grn_ttnn_tilize(&complex, NULL, tiles, sizeof tiles, listen(&h)), GRN_E_UNSUPPORTED);
    claim_same_text("elements of 16 B", h.error, "in has elements of 16 bytes, a tile holds those of 1, 2, 4 or 8");
    assert_int_equal(grn_ttnn_tilize(&vector, NULL, NULL, 4096, listen(&h)), GRN_E_ARGUMENT);
    claim_same_text("no tiles", h.error, "tiles has 0 bytes, in takes 4096 in 1x1 tiles");
    assert_int_equal(grn_ttnn_untilize(tiles, 4095, &vector, listen(&h)), GRN_E_ARGUMENT);
    claim_same_text("too few", h.error, "tiles has 4095 bytes, out takes 4096 in 1x1 tiles");
    assert_int_equal(grn_ttnn_tilize(&missing, NULL, tiles, sizeof tiles, listen(&h)), GRN_E_ARGUMENT);
    none.rank = -1;
    assert_int_equal(grn_ttnn_tilize(&none, NULL, tiles, sizeof tiles, listen(&h)), GRN_E_LIMIT);
    vast.rank = 3;
    vast.shape[0] = INT64_C(1) << 52;
    vast.shape[1] = vast.shape[2] = 1;
    vast.stride[0] = vast.stride[1] = vast.stride[2] = 1;
    vast.data = data; /* never looked at */
    assert_int_equal(grn_ttnn_tilize(&vast, NULL, tiles, sizeof tiles, listen(&h)), GRN_E_LIMIT);
    claim_same_text("2^52 tiles", h.error, "in takes more bytes in tiles than can be addressed");
    assert_int_equal(grn_ttnn_tiling_of(-1, vast.shape, 4, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(GRN_MAX_RANK + 1, (int64_t[GRN_MAX_RANK + 1]){0}, 4, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(2, (int64_t[]){-1, 5}, 4, &t), GRN_E_SHAPE);
    assert_int_equal(grn_ttnn_tiling_of(2, (int64_t[]){5, -1}, 4, &t), GRN_E_SHAPE);
    assert_int_equal(grn_ttnn_tiling_of(1, (int64_t[]){5}, 3, &t), GRN_E_UNSUPPORTED);
    assert_int_equal(grn_ttnn_tiling_of(4, (int64_t[]){INT64_MAX, INT64_MAX, 1, 1}, 4, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(3, (int64_t[]){INT64_MAX, 64, 1}, 4, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(3, (int64_t[]){INT64_C(1) << 60, 1, 1000}, 4, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(3, (int64_t[]){INT64_C(1) << 53, 1, 1}, 1, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(0, NULL, 4, &t), GRN_OK);
    assert_true(t.ht == 1 && t.wt == 1 && t.bytes == 4096);
}

/* ---- calls ----------------------------------------------------------------------------------- */

typedef struct call {
    uint32_t input_data[8], index_data[6], source_data[6], output_data[8];
    grn_tensor input, index, source, output;
    grn_ttnn_options options;
    bool is_scatter;
} call;

static void make(call *c, bool is_scatter)
{
    memset(c, 0, sizeof *c);
    c->is_scatter = is_scatter;
    c->input = VIEW(c->input_data, GRN_UI32, 2, 4);
    c->index = VIEW(c->index_data, GRN_UI32, 2, 3);
    c->source = VIEW(c->source_data, GRN_UI32, 2, 3);
    c->output = is_scatter ? VIEW(c->output_data, GRN_UI32, 2, 4) : VIEW(c->output_data, GRN_UI32, 2, 3);
    memset(c->output_data, 0x5A, sizeof c->output_data);
    c->options.output = &c->output;
}

static grn_status run(call *c, const grn_diag *diag, grn_tensor *out)
{
    return c->is_scatter ? grn_ttnn_scatter(&c->input, 1, &c->index, &c->source, &c->options, diag, out, NULL)
                         : grn_ttnn_gather(&c->input, 1, &c->index, &c->options, diag, out, NULL);
}

static bool output_stays(const call *c)
{
    unsigned char same[sizeof c->output_data];
    memset(same, 0x5A, sizeof same);
    return memcmp(c->output_data, same, sizeof same) == 0;
}

/* Refuses request number `refused`; counts what is held. */
typedef struct stingy {
    int requests, refused;
    size_t held;
} stingy;

static void *stingy_allocate(void *user, size_t bytes, size_t alignment)
{
    stingy *s = user;
    const grn_allocator *standard = grn_allocator_or_default(NULL);
    if (s->requests++ == s->refused)
        return NULL;
    s->held += bytes;
    return standard->allocate(standard->user, bytes, alignment);
}

static void stingy_release(void *user, void *memory, size_t bytes)
{
    stingy *s = user;
    const grn_allocator *standard = grn_allocator_or_default(NULL);
    if (memory != NULL)
        s->held -= bytes > 0 ? bytes : 1;
    standard->release(standard->user, memory, bytes);
}

static void check_refusals(bool is_scatter, bool own_output)
{
    for (int refused = 0; refused < 20; refused++) {
        stingy s = {0, refused, 0};
        const grn_allocator allocator = {stingy_allocate, stingy_release, &s};
        grn_tensor out = {0};
        heard h;
        call c;
        make(&c, is_scatter);
        c.options.allocator = &allocator;
        if (!own_output)
            c.options.output = NULL;
        grn_status status = run(&c, listen(&h), &out);
        if (status == GRN_OK) {
            assert_true(s.requests == refused && refused >= 5);
            if (!own_output)
                grn_ttnn_release(&out, &allocator);
            assert_int_equal(s.held, 0);
            return;
        }
        assert_int_equal(status, GRN_E_MEMORY);
        assert_true(strstr(h.error, "refused") != NULL && s.held == 0 && out.data == NULL && output_stays(&c));
    }
    fail_msg("more than 20 requests");
}

static void test_memory_refused(void **unused)
{
    (void)unused;
    for (int k = 0; k < 4; k++)
        check_refusals(k % 2 != 0, k / 2 != 0);
    grn_ttnn_release(NULL, NULL);
}

/* What is broken, the status, and what the message must speak of. */
typedef struct break_case {
    const char *claim;
    void (*breaks)(call *c);
    grn_status gather, scatter;
    const char *says;
} break_case;

static grn_ttnn_core_range range;
static void one_range(call *c, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    range = (grn_ttnn_core_range){x0, y0, x1, y1};
    c->options.sub_core_grids = &range;
    c->options.nsub_core_grids = 1;
}

static void grid_x_below(call *c) { c->options.grid_x = -1; }
static void grid_y_below(call *c) { c->options.grid_y = -1; }
static void grid_one_over(call *c)
{
    c->options.grid_x = 257;
    c->options.grid_y = 1;
}
static void grid_most(call *c)
{
    c->options.grid_x = 256;
    c->options.grid_y = 1;
}
static void range_x0(call *c) { one_range(c, -1, 0, 0, 0); }
static void range_y0(call *c) { one_range(c, 0, -1, 0, 0); }
static void range_x_back(call *c) { one_range(c, 2, 0, 1, 0); }
static void range_y_back(call *c) { one_range(c, 0, 2, 0, 1); }
static void range_x1(call *c) { one_range(c, 0, 0, 8, 0); }
static void range_y1(call *c) { one_range(c, 0, 0, 0, 8); }
static void range_whole(call *c) { one_range(c, 0, 0, 7, 7); }
static void input_rank(call *c) { c->input.rank = -1; }
static void index_rank(call *c) { c->index.rank = 33; }
static void output_rank(call *c) { c->output.rank = -1; }
static void source_rank(call *c) { c->source.rank = -1; }
static void output_negative(call *c) { c->output.shape[0] = -2; }
static void output_short(call *c) { c->output.rank = 1; }
static void output_dtype(call *c) { c->output.dtype = GRN_I32; }
static void input_ui8(call *c) { c->input.dtype = c->source.dtype = c->output.dtype = GRN_UI8; }
static void index_on_host(call *c) { c->options.index.storage = GRN_TTNN_HOST; }
static void source_on_host(call *c) { c->options.source.storage = GRN_TTNN_HOST; }
static void index_null(call *c) { c->index.data = NULL; }
static void source_null(call *c) { c->source.data = NULL; }
static void output_on_index(call *c) { c->output.data = c->index_data; }
static void output_on_source(call *c) { c->output.data = c->source_data; }
static void output_on_input_turned(call *c)
{
    c->output = c->input;
    c->output.stride[0] = 1;
    c->output.stride[1] = 2;
}
static void l1_none_asked(call *c)
{
    c->options.strategy = GRN_TTNN_MULTI_CORE;
    c->options.l1_bytes = 5;
}

static const break_case breaks[] = {
    {"grid_x below 0", grid_x_below, GRN_E_LIMIT, GRN_E_LIMIT, "grid is -1x8"},
    {"grid_y below 0", grid_y_below, GRN_E_LIMIT, GRN_E_LIMIT, "grid is 8x-1"},
    {"one core over", grid_one_over, GRN_E_LIMIT, GRN_E_LIMIT, "grid is 257x1 cores, it must have 1 to 256"},
    {"the largest grid", grid_most, GRN_OK, GRN_OK, ""},
    {"x0 below 0", range_x0, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "sub_core_grids[0] is (-1, 0)"},
    {"y0 below 0", range_y0, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "sub_core_grids[0] is (0, -1)"},
    {"x backwards", range_x_back, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "(2, 0) to (1, 0)"},
    {"y backwards", range_y_back, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "(0, 2) to (0, 1)"},
    {"x1 outside", range_x1, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "to (8, 0)"},
    {"y1 outside", range_y1, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "to (0, 8)"},
    {"the whole grid as one range", range_whole, GRN_OK, GRN_OK, ""},
    {"input of rank -1", input_rank, GRN_E_LIMIT, GRN_E_LIMIT, "input has rank -1"},
    {"index of rank 33", index_rank, GRN_E_LIMIT, GRN_E_LIMIT, "index has rank 33"},
    {"output of rank -1", output_rank, GRN_E_LIMIT, GRN_E_LIMIT, "output has rank -1"},
    {"source of rank -1", source_rank, GRN_OK, GRN_E_LIMIT, "source has rank -1"},
    {"output of a negative extent", output_negative, GRN_E_SHAPE, GRN_E_SHAPE, "extent -2"},
    {"output of another rank", output_short, GRN_E_SHAPE, GRN_E_SHAPE, "Output tensor shape"},
    {"output of another dtype", output_dtype, GRN_E_DTYPE, GRN_E_DTYPE, "Output tensor must be"},
    {"input of a dtype that only indices have", input_ui8, GRN_E_DTYPE, GRN_E_DTYPE, "Input tensor must be of type"},
    {"index on the host", index_on_host, GRN_E_UNSUPPORTED, GRN_E_UNSUPPORTED, "on Device"},
    {"source on the host", source_on_host, GRN_OK, GRN_E_UNSUPPORTED, "on Device"},
    {"index without data", index_null, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "Buffer is null"},
    {"source without data", source_null, GRN_OK, GRN_E_ARGUMENT, "Buffer is null"},
    {"output on index", output_on_index, GRN_E_ALIAS, GRN_E_ALIAS, "overlaps index"},
    {"output on source", output_on_source, GRN_OK, GRN_E_ALIAS, "overlaps source"},
    {"output on input, turned", output_on_input_turned, GRN_E_SHAPE, GRN_E_ALIAS, ""},
    {"no memory for either", l1_none_asked, GRN_E_LIMIT, GRN_E_LIMIT, "circular buffers"},
};

static void test_breaks(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < 2 * GRN_COUNT(breaks); k++) {
        const break_case *b = &breaks[k / 2];
        const grn_status want = k % 2 != 0 ? b->scatter : b->gather;
        heard h;
        call c;
        make(&c, k % 2 != 0);
        b->breaks(&c);
        grn_status status = run(&c, listen(&h), NULL);
        if (status != want || (want != GRN_OK && strstr(h.error, b->says) == NULL))
            fail_msg("%s, %s: %s (%s)", b->claim, k % 2 != 0 ? "scatter" : "gather", grn_status_text(status), h.error);
        claim_that(b->claim, want == GRN_OK || output_stays(&c) || c.output.data != c.output_data);
    }
}

/* In place, whatever the strides of dimensions of one element; out may be NULL where there is an
 * output, or not. */
static void test_outputs(void **unused)
{
    grn_ttnn_options none = {0};
    grn_tensor out = {0};
    heard h;
    call c;
    (void)unused;
    make(&c, true);
    c.input = VIEW(c.input_data, GRN_UI32, 1, 8);
    c.index = c.source = VIEW(c.index_data, GRN_UI32, 1, 6);
    c.source.data = c.source_data;
    c.output = c.input;
    c.output.stride[0] = 77;
    for (uint32_t i = 0; i < 6; i++) {
        c.index_data[i] = i + 2;
        c.source_data[i] = 100 + i;
    }
    assert_int_equal(run(&c, NULL, &out), GRN_OK);
    assert_true(out.data == c.input_data && c.input_data[1] == 0 && c.input_data[2] == 100 && c.input_data[7] == 105);
    make(&c, false);
    assert_int_equal(grn_ttnn_gather(&c.input, 1, &c.index, NULL, listen(&h), NULL, NULL), GRN_E_ARGUMENT);
    assert_int_equal(grn_ttnn_gather(&c.input, 1, &c.index, &none, listen(&h), NULL, NULL), GRN_E_ARGUMENT);
    assert_int_equal(grn_ttnn_scatter(&c.input, 1, &c.index, &c.source, NULL, listen(&h), NULL, NULL), GRN_E_ARGUMENT);
    assert_int_equal(grn_ttnn_scatter(&c.input, 1, &c.index, &c.source, &none, listen(&h), NULL, NULL), GRN_E_ARGUMENT);
    assert_int_equal(grn_ttnn_scatter_add(&c.input, 1, &c.index, &c.source, NULL, NULL, &out, NULL), GRN_OK);
    grn_ttnn_release(&out, NULL);
    assert_null(out.data);
}

/* ---- accounts -------------------------------------------------------------------------------- */

typedef struct accounted {
    const char *claim;
    int64_t input[3], index[3];
    grn_dtype dtype;
    grn_ttnn_options options;
    grn_status status;
    const char *says;
} accounted;

/* Nothing is run: tensors may be as large as they like. */
static void test_accounts(void **unused)
{
    static const accounted cases[] = {
        {"more tiles than bytes can be counted", {INT64_C(1) << 52, 1, 1}, {1, 1, 1}, GRN_F32, {0}, GRN_OK, ""},
        {"index of more",
         {INT64_C(1) << 52, 1, 1},
         {INT64_C(1) << 52, 1, 1},
         GRN_F32,
         {0},
         GRN_E_LIMIT,
         "input takes more bytes in tiles than can be addressed"},
        {"only the index is",
         {1, 1, 1},
         {1, 1, INT64_C(1) << 58},
         GRN_BF16,
         {0},
         GRN_E_LIMIT,
         "index takes more bytes in tiles than can be addressed"},
        {"an index of 61 tiles", {1, 1, 32}, {1, 1, 61 * 32}, GRN_F32, {0}, GRN_OK, "Wt_index 61 > 60"},
        {"of 60", {1, 1, 32}, {1, 1, 60 * 32}, GRN_F32, {0}, GRN_OK, "Wt_input 1 <= 60 and Wt_index 60 <= 60"},
        {"asked for, and too large",
         {1, 1, 320},
         {1, 1, 32},
         GRN_F32,
         {.strategy = GRN_TTNN_SINGLE_CORE, .l1_bytes = 20000},
         GRN_E_LIMIT,
         "single row, single core"},
        {"neither fits", {1, 1, 320}, {1, 1, 32}, GRN_F32, {.l1_bytes = 200}, GRN_E_LIMIT, "circular buffers"},
        {"asked for, and neither fits",
         {1, 1, 320},
         {1, 1, 32},
         GRN_F32,
         {.strategy = GRN_TTNN_SINGLE_CORE, .l1_bytes = 200},
         GRN_E_LIMIT,
         "circular buffers"},
        {"the other one fits", {1, 1, 320}, {1, 1, 32}, GRN_F32, {.l1_bytes = 20000}, GRN_OK, "would take"},
    };
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        const accounted *a = &cases[i];
        grn_ttnn_account account;
        heard h;
        grn_tensor input = view_of(NULL, a->dtype, 3, a->input), index = view_of(NULL, GRN_UI16, 3, a->index);
        grn_status status = grn_ttnn_gather_account(&input, 2, &index, &a->options, listen(&h), &account);
        if (status != a->status || strstr(status == GRN_OK ? account.why : h.error, a->says) == NULL)
            fail_msg("%s: %s (%s)", a->claim, grn_status_text(status), status == GRN_OK ? account.why : h.error);
        assert_true(status == GRN_OK || h.note[0] != '\0' || status == GRN_E_LIMIT);
    }
    assert_string_equal(grn_ttnn_strategy_text((grn_ttnn_strategy)-1), "unknown");
    assert_string_equal(grn_ttnn_strategy_text(GRN_TTNN_STRATEGY_COUNT), "unknown");
}

static grn_status refuse_after(void *user, const char *text, size_t bytes)
{
    int *left = user;
    (void)text, (void)bytes;
    return (*left)-- > 0 ? GRN_OK : GRN_E_SINK;
}

/* Of 65 rows on 64 cores, of none, and of one whose local memory is more than a core has. */
static void check_print(const grn_ttnn_account *a, const char *has)
{
    static collected text, json;
    const grn_sink page = {collect, &text}, object = {collect, &json};
    text.bytes = json.bytes = 0;
    assert_int_equal(grn_ttnn_account_print(a, &page), GRN_OK);
    assert_int_equal(grn_ttnn_account_print_json(a, &object), GRN_OK);
    claim_that(has, strstr(text.text, has) != NULL && json.text[json.bytes - 2] == '}');
    for (int k = 0; k < 4; k++) {
        int left = k;
        const grn_sink sink = {refuse_after, &left};
        grn_status status = grn_ttnn_account_print(a, &sink);
        assert_true(left < 0 ? status == GRN_E_SINK && left == -1 : status == GRN_OK);
        left = k;
        assert_int_equal(grn_ttnn_account_print_json(a, &sink), GRN_E_SINK);
        assert_int_equal(left, -1);
    }
}

static void test_prints(void **unused)
{
    grn_tensor input = VIEW(NULL, GRN_F32, 65 * 32, 320), index = VIEW(NULL, GRN_UI16, 65 * 32, 40),
               empty = VIEW(NULL, GRN_UI16, 65 * 32, 0);
    const grn_ttnn_options little = {.l1_bytes = 20000};
    grn_ttnn_account account;
    (void)unused;
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &index, NULL, NULL, &account), GRN_OK);
    check_print(&account, "(1,0)..(7,7)");
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &empty, NULL, NULL, &account), GRN_OK);
    check_print(&account, "nothing to move");
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &index, &little, NULL, &account), GRN_OK);
    check_print(&account, "more than a core has");
}

/* ---- the canonical specs, and TOSA's calls --------------------------------------------------- */

static void test_specs(void **unused)
{
    grn_tensor input = VIEW(NULL, GRN_F32, 2, 0), none = input;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    (void)unused;
    none.rank = -1;
    assert_int_equal(grn_ttnn_gather_spec(&none, 0, NULL, &gather), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_scatter_spec(&none, 0, NULL, NULL, &scatter), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_gather_spec(&input, 2, NULL, &gather), GRN_E_ARGUMENT);
    assert_int_equal(grn_ttnn_scatter_spec(&input, 0, "mean", NULL, &scatter), GRN_E_ARGUMENT);
    assert_int_equal(grn_ttnn_gather_spec(&input, -1, NULL, &gather), GRN_OK);
    assert_true(gather.slice_sizes.v[0] == 1 && gather.slice_sizes.v[1] == 0 && gather.dims.start_index_map.v[0] == 1);
}

/* input [2, 4, 2], index [2, 3], source [2, 3, 2]: each check in turn. */
static void test_tosa(void **unused)
{
    static const struct {
        const char *claim;
        int which, dim; /* 0: input, 1: index, 2: source; dim -1: the rank is 1, -2: it is none */
        int64_t extent;
        grn_status status;
        const char *says;
    } cases[] = {
        {"all is well", 0, 0, 2, GRN_OK, ""},
        {"input of rank 1", 0, -1, 0, GRN_E_SHAPE, "input must have 3 dimensions"},
        {"input of no rank", 0, -2, 0, GRN_E_LIMIT, "rank -1"},
        {"index of rank 1", 1, -1, 0, GRN_E_SHAPE, "index must have 2 dimensions"},
        {"index of no rank", 1, -2, 0, GRN_E_LIMIT, "rank -1"},
        {"N of index", 1, 0, 1, GRN_E_SHAPE, "index: extent 1 in dimension 0; right: 2"},
        {"source of rank 1", 2, -1, 0, GRN_E_SHAPE, "source must have 3 dimensions"},
        {"source of no rank", 2, -2, 0, GRN_E_LIMIT, "rank -1"},
        {"N of source", 2, 0, 1, GRN_E_SHAPE, "source: extent 1 in dimension 0; right: 2"},
        {"W of source", 2, 1, 2, GRN_E_SHAPE, "index and source must agree on W"},
        {"C of source", 2, 2, 1, GRN_E_SHAPE, "input and source must agree on C"},
    };
    uint32_t input_data[16] = {0}, index_data[6] = {0}, source_data[12] = {0};
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_tensor t[3] = {VIEW(input_data, GRN_UI32, 2, 4, 2), VIEW(index_data, GRN_UI32, 2, 3),
                           VIEW(source_data, GRN_UI32, 2, 3, 2)};
        grn_tensor out = {0}, *broken = &t[cases[i].which];
        heard h;
        if (cases[i].dim < 0)
            broken->rank = cases[i].dim == -1 ? 1 : -1;
        else
            broken->shape[cases[i].dim] = cases[i].extent;
        grn_status status = grn_ttnn_tosa_scatter(&t[0], &t[1], &t[2], NULL, listen(&h), &out, NULL);
        if (status != cases[i].status ||
            (strstr(h.error, cases[i].says) == NULL && strstr(h.note, cases[i].says) == NULL))
            fail_msg("%s: %s (%s; %s)", cases[i].claim, grn_status_text(status), h.error, h.note);
        grn_ttnn_release(&out, NULL);
        status = grn_ttnn_tosa_gather(&t[0], &t[1], NULL, NULL, &out, NULL);
        claim_that(cases[i].claim, status == (cases[i].which == 2 ? GRN_OK : cases[i].status));
        grn_ttnn_release(&out, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles_there_and_back),
        cmocka_unit_test(test_tiles_of_odd_views),
        cmocka_unit_test(test_memory_refused),
        cmocka_unit_test(test_breaks),
        cmocka_unit_test(test_outputs),
        cmocka_unit_test(test_accounts),
        cmocka_unit_test(test_prints),
        cmocka_unit_test(test_specs),
        cmocka_unit_test(test_tosa),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
