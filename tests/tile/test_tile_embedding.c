/*
 * test_tile_embedding.c - ttnn.embedding: its account worked out by hand from tt-metal's program
 * factories, its rows moved on any number of threads and from any strides, what it refuses (TT-18
 * to TT-20), its account as text.
 */
#include "plan/plan.h"
#include "tile_test.h"

#define ROWS GRN_TTNN_ROWS
#define TILED GRN_TTNN_TILED_ROWS

/* ---- accounts -------------------------------------------------------------------------------- */

static const struct {
    const char *claim;
    grn_dtype dtype;
    int32_t rank;
    int64_t ids[2], weight[2];
    grn_ttnn_options options;
    grn_ttnn_strategy strategy;
    const char *why;
    int64_t cores, rows, pieces, writes, read_bytes, write_bytes, l1_bytes;
    int64_t min_ids, max_ids, min_made, max_made, other_cores;
} cases[] = {
    /* 15 pieces of 32 bytes, 15 rows of 1024; one page and 8 ids of 32 bytes. */
    {"15 ids are a core each",
     GRN_BF16,
     1,
     {15},
     {32128, 512},
     {0},
     ROWS,
     "15 ids in a row and 512 columns are not both multiples of 32",
     15,
     15,
     15,
     15,
     15 * 1024 + 15 * 32,
     15 * 1024,
     1024 + 256,
     1,
     1,
     1,
     1,
     0},
    /* 4 blocks: 32 rows and 32 ids of 4 bytes each, 16 tiles of 2048 bytes; two times 16 tiles
     * twice, and the ids. */
    {"128 ids are four rows of tiles",
     GRN_BF16,
     2,
     {2, 64},
     {32128, 512},
     {0},
     TILED,
     "64 ids in a row and 512 columns are multiples of 32",
     4,
     128,
     4,
     64,
     128 * 1024 + 4 * 128,
     64 * 2048,
     32 * 2048 * 2 + 128,
     32,
     32,
     16,
     16,
     64},
    /* 100 ids on 9 cores: 12, and 11 for all but the first. They start at 0, 12, 23, 34, 45, 56,
     * 67, 78, 89: pieces of 8 that they touch are 2, 2, 3, 2, 2, 2, 2, 3, 2 (the last has 89 to 99:
     * pieces 11 and 12). */
    {"pieces of 8 ids that two cores share are read twice",
     GRN_F32,
     1,
     {100},
     {7, 10},
     {.grid_x = 3, .grid_y = 3},
     ROWS,
     "100 ids in a row and 10 columns are not both multiples of 32",
     9,
     100,
     20,
     100,
     100 * 40 + 20 * 32,
     4000,
     2 * 64 + 256,
     11,
     12,
     11,
     12,
     0},
    /* Rows of 5 ids start a piece each; in L1 a piece has 4 ids. Two cores: ids 0 to 4 and 5 to
     * 9. */
    {"a page of ids ends a piece",
     GRN_BF16,
     2,
     {2, 5},
     {9, 3},
     {.grid_x = 2, .grid_y = 1},
     ROWS,
     "5 ids in a row and 3 columns are not both multiples of 32",
     2,
     10,
     2,
     10,
     10 * 6 + 2 * 32,
     60,
     2 * 32 + 256,
     5,
     5,
     5,
     5,
     0},
    {"ids in L1 are read 4 at a time",
     GRN_BF16,
     2,
     {2, 5},
     {9, 3},
     {.grid_x = 2, .grid_y = 1, .index = {.memory = {.buffer = GRN_TTNN_L1}}},
     ROWS,
     "5 ids in a row and 3 columns are not both multiples of 32",
     2,
     10,
     4,
     10,
     10 * 6 + 4 * 16,
     60,
     2 * 16 + 128,
     5,
     5,
     5,
     5,
     0},
    {"rows where tiles could be",
     GRN_BF16,
     1,
     {32},
     {4, 32},
     {.strategy = ROWS},
     ROWS,
     "asked for; 32 ids in a row and 32 columns are multiples of 32",
     32,
     32,
     32,
     32,
     32 * 64 + 32 * 32,
     32 * 64,
     64 + 256,
     1,
     1,
     1,
     1,
     1},
    /* 65 tiles of 4096 bytes are buffered once. */
    {"more than 64 tiles are buffered once",
     GRN_F32,
     1,
     {32},
     {4, 2080},
     {0},
     TILED,
     "32 ids in a row and 2080 columns are multiples of 32",
     1,
     32,
     1,
     65,
     32 * 8320 + 128,
     65 * 4096,
     65 * 4096 * 2 + 128,
     32,
     32,
     65,
     65,
     32},
    /* 2 * 520 tiles of 2048 bytes are over 1 MiB: 64 at a time, twice. */
    {"a long row comes in pieces of 64 tiles",
     GRN_BF16,
     1,
     {32},
     {4, 16640},
     {0},
     TILED,
     "32 ids in a row and 16640 columns are multiples of 32",
     1,
     32,
     1,
     520,
     32 * 33280 + 128,
     520 * 2048,
     128 * 2048 * 2 + 128,
     32,
     32,
     520,
     520,
     32},
    {"no room for tiles",
     GRN_BF16,
     1,
     {32},
     {4, 512},
     {.l1_bytes = 100000},
     ROWS,
     "32 ids in a row and 512 columns are multiples of 32, but rows, tiled would take 131200 of 100000 bytes of local "
     "memory",
     32,
     32,
     32,
     32,
     32 * 1024 + 32 * 32,
     32 * 1024,
     1024 + 256,
     1,
     1,
     1,
     1,
     1},
    {"a strategy of gather's is none here",
     GRN_BF16,
     1,
     {3},
     {4, 5},
     {.strategy = GRN_TTNN_MULTI_CORE},
     ROWS,
     "3 ids in a row and 5 columns are not both multiples of 32",
     3,
     3,
     3,
     3,
     3 * 10 + 3 * 32,
     30,
     32 + 256,
     1,
     1,
     1,
     1,
     0},
    {"no ids", GRN_BF16, 1, {0}, {4, 5}, {0}, TILED, "0 ids in a row and 32 columns are multiples of 32", 0, 0, 0, 0, 0,
     0,        0,        0, 0,   0,      0,   0},
};

static void check_case(size_t i)
{
    static grn_ttnn_account a;
    const char *claim = cases[i].claim;
    int64_t wide[2] = {cases[i].weight[0], cases[i].ids[0] == 0 ? 32 : cases[i].weight[1]};
    const grn_tensor ids = view_of(NULL, GRN_UI32, cases[i].rank, cases[i].ids),
                     weight = view_of(NULL, cases[i].dtype, 2, wide);
    grn_ttnn_traffic sum = {0};
    claim_number(claim, grn_ttnn_embedding_account(&ids, &weight, &cases[i].options, NULL, &a), GRN_OK);
    claim_number(claim, a.taken.strategy, cases[i].strategy);
    claim_same_text(claim, a.why, cases[i].why);
    claim_number(claim, a.taken.cores, cases[i].cores);
    claim_number(claim, a.taken.traffic.input_reads, cases[i].rows);
    claim_number(claim, a.taken.traffic.index_reads, cases[i].pieces);
    claim_number(claim, a.taken.traffic.output_writes, cases[i].writes);
    claim_number(claim, a.taken.traffic.read_bytes, cases[i].read_bytes);
    claim_number(claim, a.taken.traffic.write_bytes, cases[i].write_bytes);
    claim_number(claim, a.taken.l1_bytes, cases[i].l1_bytes);
    claim_number(claim, a.min_rows, cases[i].min_ids);
    claim_number(claim, a.max_rows, cases[i].max_ids);
    claim_number(claim, a.min_tiles, cases[i].min_made);
    claim_number(claim, a.max_tiles, cases[i].max_made);
    claim_number(claim, a.not_taken.cores, cases[i].other_cores);
    for (int32_t k = 0; k < a.taken.cores; k++)
        grn_tile_add_traffic(&sum, &a.core[k].traffic);
    claim_that("the cores' traffic adds up", memcmp(&sum, &a.taken.traffic, sizeof sum) == 0);
    claim_number("nothing ran", a.counted.input_reads, 0);
}

static void accounts_are_the_factories_formulas(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        check_case(i);
}

/* ---- runs ------------------------------------------------------------------------------------ */

enum { TABLE = 50 };

/* Ids in any order, columns backwards in memory: row id of the weight is id, id + 1/64, ...; both
 * strategies, and threads. */
static void check_run(int64_t batch, int64_t length, int64_t columns, grn_ttnn_strategy strategy,
                      const grn_parallel *parallel)
{
    static uint32_t ids[4096];
    static uint32_t table[TABLE * 128], got[4096 * 64];
    static grn_ttnn_account a;
    const int64_t n = batch * length;
    const grn_ttnn_options o = {.strategy = strategy, .parallel = parallel, .grid_x = 5, .grid_y = 2};
    grn_tensor id_view = VIEW(ids, GRN_UI32, batch, length), weight = VIEW(table, GRN_UI32, 1, TABLE, columns), out;
    for (int64_t i = 0; i < n; i++)
        ids[i] = (uint32_t)(i * 37 % TABLE);
    for (int64_t r = 0; r < TABLE; r++)
        for (int64_t c = 0; c < columns; c++)
            table[r * columns + columns - 1 - c] = (uint32_t)(r * 1000 + c);
    weight.data = table + columns - 1;
    weight.stride[2] = -1;
    assert_int_equal(grn_ttnn_embedding(&id_view, &weight, &o, NULL, &out, &a), GRN_OK);
    assert_int_equal(out.rank, 3);
    assert_int_equal(out.shape[2], columns);
    claim_number("the strategy", a.taken.strategy, strategy);
    claim_that("counted is taken", memcmp(&a.counted, &a.taken.traffic, sizeof a.counted) == 0);
    memcpy(got, out.data, grn_tensor_bytes(&out));
    for (int64_t i = 0; i < n; i++)
        for (int64_t c = 0; c < columns; c++)
            claim_number("an element", got[i * columns + c], ids[i] * 1000 + (uint32_t)c);
    grn_ttnn_release(&out, NULL);
}

static void rows_are_moved(void **state)
{
    const grn_parallel *const threads[] = {NULL, grn_pool_parallel(*state)};
    for (size_t i = 0; i < GRN_COUNT(threads); i++) {
        check_run(1, 1, 1, ROWS, threads[i]);
        check_run(3, 7, 5, ROWS, threads[i]);
        check_run(2, 100, 33, ROWS, threads[i]);
        check_run(1, 32, 32, TILED, threads[i]);
        check_run(3, 64, 64, TILED, threads[i]);
        check_run(2, 96, 32, ROWS, threads[i]);
    }
}

/* Into a result of the caller's with gaps: what lies between is not touched. */
static void a_result_of_the_callers(void **state)
{
    uint32_t ids[2] = {2, 0};
    float table[3 * 2] = {1, 2, 3, 4, 5, 6}, room[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    const float want[8] = {5, -1, 6, -1, 1, -1, 2, -1};
    grn_tensor id_view = VIEW(ids, GRN_UI32, 2), weight = VIEW(table, GRN_F32, 3, 2), out = VIEW(room, GRN_F32, 2, 2);
    const grn_ttnn_options o = {.output = &out};
    (void)state;
    out.stride[0] = 4;
    out.stride[1] = 2;
    assert_int_equal(grn_ttnn_embedding(&id_view, &weight, &o, NULL, NULL, NULL), GRN_OK);
    assert_memory_equal(room, want, sizeof want);
}

/* ---- what it refuses ------------------------------------------------------------------------- */

static grn_tensor shaped(grn_dtype dtype, int32_t rank, int64_t a, int64_t b, int64_t c)
{
    return view_of(NULL, dtype, rank, (int64_t[]){a, b, c});
}

static void refusals(void **state)
{
    static grn_ttnn_account a;
    static const struct {
        grn_dtype ids_dtype, dtype;
        int32_t ids_rank, rank;
        int64_t rows;
        grn_ttnn_options options;
        grn_status status;
        const char *error, *note;
    } bad[] = {
        {GRN_UI32,
         GRN_BF16,
         3,
         2,
         4,
         {0},
         GRN_E_SHAPE,
         "input must be at most a 2D tensor, got 3D ranked tensor",
         "input: 3 dimensions; right: 0 to 2"},
        {GRN_UI32,
         GRN_BF16,
         1,
         1,
         4,
         {0},
         GRN_E_SHAPE,
         "weight must be at least 2D tensor, got 1D ranked tensor",
         "weight: 1 dimensions; right: 2 or more"},
        {GRN_UI32,
         GRN_BF16,
         1,
         3,
         4,
         {0},
         GRN_E_SHAPE,
         "weight must be effectively 2D tensor",
         "weight: [4, 5, 6]; right: 1 in every dimension but the last two"},
        {GRN_UI16,
         GRN_BF16,
         1,
         2,
         4,
         {0},
         GRN_E_DTYPE,
         "Input must be UINT32 or BFLOAT16",
         "input: ui16; right here: ui32"},
        {GRN_BF16,
         GRN_BF16,
         1,
         2,
         4,
         {0},
         GRN_E_DTYPE,
         "Input must be UINT32 or BFLOAT16",
         "input: bf16; right here: ui32"},
        {GRN_UI32,
         GRN_F64,
         1,
         2,
         4,
         {0},
         GRN_E_DTYPE,
         "Weights tensor must have BFLOAT16 dtype",
         "weight: f64; right here: bf16, f32, ui16, ui32 or i32"},
        {GRN_UI32,
         GRN_BF16,
         1,
         2,
         4,
         {.index = {.memory = {.sharding = GRN_TTNN_HEIGHT_SHARDED}}},
         GRN_E_UNSUPPORTED,
         "Embedding does not currently support sharded inputs",
         "input: sharded; right: interleaved, in DRAM or L1"},
        {GRN_UI32,
         GRN_BF16,
         1,
         2,
         4,
         {.input = {.memory = {.sharding = GRN_TTNN_BLOCK_SHARDED}}},
         GRN_E_UNSUPPORTED,
         "Embedding does not currently support sharded weights",
         "weight: sharded; right: interleaved, in DRAM or L1"},
        {GRN_UI32,
         GRN_BF16,
         1,
         2,
         4,
         {.memory_config = {.sharding = GRN_TTNN_WIDTH_SHARDED}},
         GRN_E_UNSUPPORTED,
         "Embedding does not currently support sharded outputs here",
         "memory_config: sharded; right: interleaved, in DRAM or L1"},
        {GRN_UI32,
         GRN_BF16,
         1,
         2,
         4,
         {.input = {.storage = GRN_TTNN_HOST}},
         GRN_E_UNSUPPORTED,
         "Operation requires input to be on Device. Input storage type: StorageType::HOST",
         "weight: on the host; right: on the device"},
        {GRN_UI32,
         GRN_BF16,
         1,
         2,
         4,
         {.strategy = TILED},
         GRN_E_SHAPE,
         "Input tensor width 4 must be a multiple of tile height 32 to have the output tensor tilized",
         "strategy: rows, tiled; right: auto or rows, row-major"},
        {GRN_UI32,
         GRN_BF16,
         1,
         2,
         32,
         {.strategy = TILED},
         GRN_E_SHAPE,
         "Number of columns in table 5 must be factor of tile width 32",
         "strategy: rows, tiled; right: auto or rows, row-major"},
        {GRN_UI32,
         GRN_BF16,
         1,
         2,
         4,
         {.l1_bytes = 287},
         GRN_E_LIMIT,
         "the circular buffers of rows, row-major take 288 bytes of local memory, a core has 287",
         "l1_bytes: 287; right: at least 288"},
    };
    heard h;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(bad); i++) {
        const grn_tensor ids = shaped(bad[i].ids_dtype, bad[i].ids_rank, bad[i].rows, 1, 1),
                         weight = shaped(bad[i].dtype, bad[i].rank, 4, 5, 6);
        claim_number(bad[i].error, grn_ttnn_embedding_account(&ids, &weight, &bad[i].options, listen(&h), &a),
                     bad[i].status);
        claim_same_text("the message", h.error, bad[i].error);
        claim_same_text("the note", h.note, bad[i].note);
    }
}

/* The result is untouched, and has to be of the right shape and dtype. */
static void bad_ids_and_results(void **state)
{
    uint32_t ids[3] = {1, 3, 9};
    float table[3 * 2] = {1, 2, 3, 4, 5, 6}, room[6] = {0}, zero[6] = {0};
    grn_tensor id_view = VIEW(ids, GRN_UI32, 3), weight = VIEW(table, GRN_F32, 3, 2), out = VIEW(room, GRN_F32, 3, 2);
    grn_tensor wrong = VIEW(room, GRN_F32, 2, 3), other = VIEW(room, GRN_I32, 3, 2);
    heard h;
    (void)state;
    assert_int_equal(grn_ttnn_embedding(&id_view, &weight, &(grn_ttnn_options){.output = &out}, listen(&h), NULL, NULL),
                     GRN_E_INDEX);
    assert_string_equal(h.error, "id 1 is 3, the weight has 3 rows");
    assert_string_equal(h.note, "ids: 3; right: 0 to 2");
    assert_memory_equal(room, zero, sizeof zero);
    assert_int_equal(
        grn_ttnn_embedding(&id_view, &weight, &(grn_ttnn_options){.output = &wrong}, listen(&h), NULL, NULL),
        GRN_E_SHAPE);
    assert_string_equal(h.error, "expected output shape of (3, 2) but got (2, 3)");
    assert_int_equal(
        grn_ttnn_embedding(&id_view, &weight, &(grn_ttnn_options){.output = &other}, listen(&h), NULL, NULL),
        GRN_E_DTYPE);
    assert_string_equal(h.error, "Output tensor must be of the weight's type DataType::FLOAT32. Got: DataType::INT32");
    weight.shape[0] = 0;
    assert_int_equal(grn_ttnn_embedding(&id_view, &weight, &(grn_ttnn_options){.output = &out}, listen(&h), NULL, NULL),
                     GRN_E_INDEX);
    assert_string_equal(h.error, "id 0 is 1, the weight has 0 rows");
}

/* ---- the account as text --------------------------------------------------------------------- */

static void the_account_as_text(void **state)
{
    static grn_ttnn_account a;
    static collected c;
    const grn_sink sink = {collect, &c};
    const grn_tensor ids = VIEW(NULL, GRN_UI32, 2, 64), weight = VIEW(NULL, GRN_BF16, 32128, 512);
    (void)state;
    assert_int_equal(grn_ttnn_embedding_account(&ids, &weight, NULL, NULL, &a), GRN_OK);
    assert_int_equal(grn_ttnn_account_print(&a, &sink), GRN_OK);
    assert_string_equal(c.text, "ttnn.embedding: rows, tiled\n"
                                "  why             64 ids in a row and 512 columns are multiples of 32\n"
                                "  table           128 ids, of 32128 rows of 1024 bytes\n"
                                "  cores           4 of 64 usable, grid 8x8\n"
                                "  tensors         weight in DRAM, ids in DRAM, output in DRAM\n"
                                "  pages over the network-on-chip\n"
                                "    rows read                  128\n"
                                "    ids read                     4\n"
                                "    tiles written               64\n"
                                "    bytes                   262656  (131584 read, 131072 written)\n"
                                "  local memory per core\n"
                                "    c_0 rows                  65536  32 x 2048\n"
                                "    c_1 ids                     128  1 x 128\n"
                                "    c_2 output                65536  32 x 2048\n"
                                "    all                     131200  of 1572864 bytes\n"
                                "  work per core: ids 32 to 32, output tiles 16 to 16\n"
                                "    each of 4 has blocks of 32 ids that lie together\n"
                                "    (0,0)..(3,0)       4 x  ids 32, output tiles 16, pages read 33, bytes 65664\n"
                                "  not taken: rows, row-major, 64 cores\n"
                                "    pages read                 192  (1.45 times as many)\n"
                                "    bytes                   264192\n"
                                "    local memory              2304  per core\n");
}

static int with_pool(void **state) { return grn_pool_create(3, NULL, (grn_pool **)state) == GRN_OK ? 0 : -1; }
static int without_pool(void **state) { return grn_pool_destroy(*state), 0; }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_are_the_factories_formulas),
        cmocka_unit_test_setup_teardown(rows_are_moved, with_pool, without_pool),
        cmocka_unit_test(a_result_of_the_callers),
        cmocka_unit_test(refusals),
        cmocka_unit_test(bad_ids_and_results),
        cmocka_unit_test(the_account_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
