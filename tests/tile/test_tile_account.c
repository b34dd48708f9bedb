/* test_tile_account.c - TT-6, TT-7, TT-8: the account's numbers, worked out by hand from the
 * report's formulas, and its text. */
#include "tile_test.h"

typedef struct account_case {
    const char *claim;
    grn_dtype dtype, index_dtype;
    int32_t rank;
    int64_t input[5], index[5], dim;
    grn_ttnn_options options;
    grn_ttnn_strategy strategy;
    const char *why;
    int64_t ht, wt_input, wt_index, cores;
    int64_t input_reads, index_reads, writes, read_bytes, write_bytes;
    int64_t min_rows, max_rows, min_tiles, max_tiles, l1_bytes;
    int64_t other_cores, other_reads, other_l1_bytes;
} account_case;

#define SINGLE GRN_TTNN_SINGLE_CORE
#define MULTI GRN_TTNN_MULTI_CORE

static const account_case cases[] = {
    {"TT-7: the report's 2x4 tiles, two rows on two cores",
     GRN_BF16,
     GRN_UI16,
     2,
     {64, 128},
     {64, 64},
     1,
     {0},
     SINGLE,
     "Wt_input 4 <= 60 and Wt_index 2 <= 60",
     2,
     4,
     2,
     2,
     8,
     4,
     4,
     24576,
     8192,
     1,
     1,
     2,
     2,
     12288,
     2,
     20,
     8192},
    {"TT-8: the report's 2x8 tiles on four cores",
     GRN_F32,
     GRN_UI32,
     2,
     {64, 32},
     {64, 256},
     1,
     {.grid_x = 4, .grid_y = 1, .strategy = MULTI},
     MULTI,
     "asked for; the threshold: Wt_input 1 <= 60 and Wt_index 8 <= 60",
     2,
     1,
     8,
     4,
     16,
     16,
     16,
     131072,
     65536,
     2,
     2,
     4,
     4,
     16384,
     2,
     18,
     12288},
    {"TT-6: 60 and 60 tiles stay on one core a row",
     GRN_F32,
     GRN_UI32,
     2,
     {32, 1920},
     {32, 1920},
     1,
     {0},
     SINGLE,
     "Wt_input 60 <= 60 and Wt_index 60 <= 60",
     1,
     60,
     60,
     1,
     60,
     60,
     60,
     491520,
     245760,
     1,
     1,
     60,
     60,
     253952,
     60,
     3660,
     16384},
    {"TT-6: the 61st input tile",
     GRN_F32,
     GRN_UI32,
     2,
     {32, 1921},
     {32, 32},
     1,
     {0},
     MULTI,
     "Wt_input 61 > 60",
     1,
     61,
     1,
     1,
     61,
     1,
     1,
     253952,
     4096,
     1,
     1,
     1,
     1,
     16384,
     1,
     62,
     258048},
    {"TT-6: the 61st index tile",
     GRN_UI16,
     GRN_UI16,
     2,
     {1, 32},
     {1, 1921},
     1,
     {0},
     MULTI,
     "Wt_index 61 > 60",
     1,
     1,
     61,
     61,
     61,
     61,
     61,
     249856,
     124928,
     1,
     1,
     1,
     1,
     8192,
     1,
     62,
     6144},
    {"TT-7: 100 rows on 64 cores, two each for the first 36",
     GRN_I32,
     GRN_UI32,
     2,
     {3200, 32},
     {3200, 32},
     1,
     {0},
     SINGLE,
     "Wt_input 1 <= 60 and Wt_index 1 <= 60",
     100,
     1,
     1,
     64,
     100,
     100,
     100,
     819200,
     409600,
     1,
     2,
     1,
     2,
     12288,
     1,
     200,
     16384},
    {"TT-8: 130 index tiles on 64 cores, three each for the first two",
     GRN_F32,
     GRN_UI16,
     2,
     {64, 40},
     {64, 4160},
     -1,
     {0},
     MULTI,
     "Wt_index 130 > 60",
     2,
     2,
     130,
     64,
     520,
     260,
     260,
     2662400,
     1064960,
     2,
     2,
     4,
     6,
     14336,
     2,
     264,
     14336},
    {"TT-5: dimension 0 becomes the row",
     GRN_UI32,
     GRN_UI32,
     2,
     {100, 40},
     {5, 40},
     0,
     {0},
     SINGLE,
     "Wt_input 4 <= 60 and Wt_index 1 <= 60",
     2,
     4,
     1,
     2,
     8,
     2,
     2,
     40960,
     8192,
     1,
     1,
     1,
     1,
     24576,
     1,
     10,
     16384},
    {"TT-6: rank 5 folds its leading dimensions",
     GRN_UI32,
     GRN_UI32,
     5,
     {2, 3, 2, 40, 70},
     {2, 2, 2, 40, 70},
     1,
     {0},
     SINGLE,
     "Wt_input 1 <= 60 and Wt_index 1 <= 60",
     560,
     1,
     1,
     64,
     560,
     560,
     560,
     4587520,
     2293760,
     8,
     9,
     8,
     9,
     12288,
     1,
     1120,
     16384},
    {"TT-5: input is cut to index's rows",
     GRN_UI32,
     GRN_UI32,
     2,
     {320, 64},
     {32, 32},
     1,
     {0},
     SINGLE,
     "Wt_input 2 <= 60 and Wt_index 1 <= 60",
     1,
     2,
     1,
     1,
     2,
     1,
     1,
     12288,
     4096,
     1,
     1,
     1,
     1,
     16384,
     1,
     3,
     16384},
    {"rank 1 is one row",
     GRN_BF16,
     GRN_UI32,
     1,
     {70},
     {3},
     0,
     {0},
     SINGLE,
     "Wt_input 3 <= 60 and Wt_index 1 <= 60",
     1,
     3,
     1,
     1,
     3,
     1,
     1,
     10240,
     2048,
     1,
     1,
     1,
     1,
     12288,
     1,
     4,
     10240},
    {"an empty index moves nothing",
     GRN_F32,
     GRN_UI32,
     2,
     {4, 70},
     {4, 0},
     1,
     {0},
     SINGLE,
     "Wt_input 3 <= 60 and Wt_index 0 <= 60",
     1,
     3,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     0},
    {"local memory decides where the threshold's choice does not fit",
     GRN_F32,
     GRN_UI32,
     2,
     {32, 640},
     {32, 32},
     1,
     {.l1_bytes = 20000},
     MULTI,
     "Wt_input 20 <= 60 and Wt_index 1 <= 60, but single row, single core would take 90112 of 20000 bytes of local "
     "memory",
     1,
     20,
     1,
     1,
     20,
     1,
     1,
     86016,
     4096,
     1,
     1,
     1,
     1,
     16384,
     1,
     21,
     90112},
};

static void check_taken(const account_case *c, const grn_ttnn_account *a)
{
    const grn_ttnn_traffic *t = &a->taken.traffic;
    claim_number(c->claim, a->taken.strategy, c->strategy);
    claim_same_text(c->claim, a->why, c->why);
    claim_number(c->claim, a->ht, c->ht);
    claim_number(c->claim, a->wt_input, c->wt_input);
    claim_number(c->claim, a->wt_index, c->wt_index);
    claim_number(c->claim, a->taken.cores, c->cores);
    claim_number(c->claim, t->input_reads, c->input_reads);
    claim_number(c->claim, t->index_reads, c->index_reads);
    claim_number(c->claim, t->source_reads, 0);
    claim_number(c->claim, t->output_writes, c->writes);
    claim_number(c->claim, t->read_bytes, c->read_bytes);
    claim_number(c->claim, t->write_bytes, c->write_bytes);
    claim_number(c->claim, a->taken.l1_bytes, c->l1_bytes);
}

static void check_cores(const account_case *c, const grn_ttnn_account *a)
{
    grn_ttnn_traffic sum = {0};
    int64_t tiles = 0;
    claim_number(c->claim, a->min_rows, c->min_rows);
    claim_number(c->claim, a->max_rows, c->max_rows);
    claim_number(c->claim, a->min_tiles, c->min_tiles);
    claim_number(c->claim, a->max_tiles, c->max_tiles);
    for (int32_t i = 0; i < a->taken.cores; i++) {
        grn_tile_add_traffic(&sum, &a->core[i].traffic);
        tiles += a->core[i].tiles;
    }
    claim_number("the cores' tiles add up", tiles, c->writes);
    claim_that("the cores' traffic adds up", memcmp(&sum, &a->taken.traffic, sizeof sum) == 0);
}

static void accounts_are_the_reports_formulas(void **state)
{
    static grn_ttnn_account a;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        const account_case *c = &cases[i];
        grn_tensor input = view_of(NULL, c->dtype, c->rank, c->input),
                   index = view_of(NULL, c->index_dtype, c->rank, c->index);
        const grn_ttnn_traffic *o = &a.not_taken.traffic;
        claim_number(c->claim, grn_ttnn_gather_account(&input, c->dim, &index, &c->options, NULL, &a), GRN_OK);
        check_taken(c, &a);
        check_cores(c, &a);
        claim_number(c->claim, a.not_taken.cores, c->other_cores);
        claim_number(c->claim, o->input_reads + o->index_reads, c->other_reads);
        claim_number(c->claim, o->output_writes, c->writes);
        claim_number(c->claim, a.not_taken.l1_bytes, c->other_l1_bytes);
        claim_number("nothing ran", a.counted.input_reads + a.counted.output_writes, 0);
    }
}

/* bf16 [64, 160] with [64, 96] updates, "add": a row is 5 tiles in and out, 3 of index and source;
 * sums take f32 tiles. */
static void scatter_accounts_its_source_and_accumulator(void **state)
{
    static grn_ttnn_account a;
    grn_tensor input = VIEW(NULL, GRN_BF16, 64, 160), index = VIEW(NULL, GRN_UI8, 64, 96),
               source = VIEW(NULL, GRN_BF16, 64, 96);
    grn_ttnn_options o = {.reduce = "add"};
    (void)state;
    assert_int_equal(grn_ttnn_scatter_account(&input, 1, &index, &source, &o, NULL, &a), GRN_OK);
    assert_string_equal(a.op, "ttnn.scatter");
    claim_number("input", a.taken.traffic.input_reads, 10);
    claim_number("index", a.taken.traffic.index_reads, 6);
    claim_number("source", a.taken.traffic.source_reads, 6);
    claim_number("output", a.taken.traffic.output_writes, 10);
    claim_number("bytes: 16 of 2048, 6 of 1024", a.taken.traffic.read_bytes, 38912);
    claim_number("c_0 5, c_1 1 (ui8), c_2 1, c_3 1, c_4 5 in f32", a.taken.l1_bytes,
                 10240 + 1024 + 2048 + 2048 + 20480);
    assert_string_equal(a.taken.buffers[4].name, "c_4");
    claim_number("the other: one input tile per item", a.not_taken.traffic.input_reads, 10);
    claim_number("the other: all index tiles for each of them", a.not_taken.traffic.index_reads, 30);
    claim_number("the other: 1, 1, 1, 2, 1 tiles", a.not_taken.l1_bytes, 2048 + 1024 + 2048 + 4096 + 4096);
    claim_number("the other: five cores", a.not_taken.cores, 5);
    o.reduce = NULL;
    assert_int_equal(grn_ttnn_scatter_account(&input, 1, &index, &source, &o, NULL, &a), GRN_OK);
    claim_number("replacing needs no accumulator", a.taken.nbuffers, 4);
}

/* Numbers past int64_t stop at its end; nothing overflows. */
static void huge_shapes_have_an_account_or_a_refusal(void **state)
{
    static grn_ttnn_account a;
    heard h;
    grn_tensor input = VIEW(NULL, GRN_UI16, INT64_C(1) << 50), index = VIEW(NULL, GRN_UI16, INT64_C(1) << 50);
    grn_tensor far = {.dtype = GRN_UI16, .rank = 2, .shape = {INT64_C(1) << 61, 1}};
    (void)state;
    assert_int_equal(grn_ttnn_gather_account(&input, 0, &index, NULL, NULL, &a), GRN_OK);
    claim_number("2^45 times 2^45 input tiles", a.taken.traffic.input_reads, INT64_MAX);
    assert_int_equal(grn_ttnn_gather_account(&far, 1, &far, NULL, listen(&h), &a), GRN_E_LIMIT);
    claim_same_text("tiles", h.error, "input takes more bytes in tiles than can be addressed");
}

/* ---- text ------------------------------------------------------------------------------------ */

static void report_account(grn_ttnn_account *a)
{
    grn_tensor input = VIEW(NULL, GRN_BF16, 96, 128), index = VIEW(NULL, GRN_UI16, 96, 64);
    grn_ttnn_options o = {.grid_x = 2, .grid_y = 1};
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &index, &o, NULL, a), GRN_OK);
}

static void the_table_reads_well(void **state)
{
    static grn_ttnn_account a;
    static collected c;
    (void)state;
    report_account(&a);
    assert_int_equal(grn_ttnn_account_print(&a, &(grn_sink){collect, &c}), GRN_OK);
    assert_string_equal(c.text, "ttnn.gather: single row, single core\n"
                                "  why             Wt_input 4 <= 60 and Wt_index 2 <= 60\n"
                                "  in 32x32 tiles  Ht 3, Wt_input 4, Wt_index 2\n"
                                "  cores           2 of 2 usable, grid 2x1\n"
                                "  tensors         input in DRAM, index in DRAM, output in DRAM\n"
                                "  tiles over the network-on-chip\n"
                                "    input read                  12\n"
                                "    index read                   6\n"
                                "    output written               6\n"
                                "    bytes                    49152  (36864 read, 12288 written)\n"
                                "  local memory per core\n"
                                "    c_0 input                  8192  4 x 2048\n"
                                "    c_1 index                  2048  1 x 2048\n"
                                "    c_2 output                 2048  1 x 2048\n"
                                "    all                      12288  of 1572864 bytes\n"
                                "  work per core: rows 1 to 2, output tiles 2 to 4\n"
                                "    core i of 2 has rows i, i + 2, ... of tiles\n"
                                "    (0,0)              1 x  rows 2, output tiles 4, tiles read 12, bytes 32768\n"
                                "    (1,0)              1 x  rows 1, output tiles 2, tiles read 6, bytes 16384\n"
                                "  not taken: single row, multi core, 2 cores\n"
                                "    tiles read                  30  (1.67 times as many)\n"
                                "    bytes                    73728\n"
                                "    local memory              8192  per core\n");
}

static void the_json_is_one_object(void **state)
{
    static grn_ttnn_account a;
    static collected c;
    (void)state;
    report_account(&a);
    assert_int_equal(grn_ttnn_account_print_json(&a, &(grn_sink){collect, &c}), GRN_OK);
    assert_string_equal(
        c.text,
        "{\"op\":\"ttnn.gather\",\"strategy\":\"single row, single core\",\"why\":\"Wt_input 4 <= 60 and Wt_index 2 <= "
        "60\","
        "\"ht\":3,\"wt_input\":4,\"wt_index\":2,\"grid\":[2,1],\"usable_cores\":2,\"l1_limit_bytes\":1572864,"
        "\"tensors\":{\"input\":\"dram\",\"index\":\"dram\",\"output\":\"dram\"},"
        "\"taken\":{\"strategy\":\"single row, single "
        "core\",\"cores\":2,\"traffic\":{\"input_reads\":12,\"index_reads\":6,"
        "\"source_reads\":0,\"output_writes\":6,\"read_bytes\":36864,\"write_bytes\":12288},\"buffers\":["
        "{\"name\":\"c_0\",\"role\":\"input\",\"tiles\":4,\"tile_bytes\":2048},"
        "{\"name\":\"c_1\",\"role\":\"index\",\"tiles\":1,\"tile_bytes\":2048},"
        "{\"name\":\"c_2\",\"role\":\"output\",\"tiles\":1,\"tile_bytes\":2048}],\"l1_bytes\":12288,\"fits\":true},"
        "\"not_taken\":{\"strategy\":\"single row, multi core\",\"cores\":2,\"traffic\":{\"input_reads\":24,"
        "\"index_reads\":6,\"source_reads\":0,\"output_writes\":6,\"read_bytes\":61440,\"write_bytes\":12288},"
        "\"buffers\":["
        "{\"name\":\"c_0\",\"role\":\"input\",\"tiles\":2,\"tile_bytes\":2048},"
        "{\"name\":\"c_1\",\"role\":\"index\",\"tiles\":1,\"tile_bytes\":2048},"
        "{\"name\":\"c_2\",\"role\":\"output\",\"tiles\":1,\"tile_bytes\":2048}],\"l1_bytes\":8192,\"fits\":true},"
        "\"rows_per_core\":{\"min\":1,\"max\":2},\"tiles_per_core\":{\"min\":2,\"max\":4},\"cores\":["
        "{\"x\":0,\"y\":0,\"rows\":2,\"tiles\":4,\"traffic\":{\"input_reads\":8,\"index_reads\":4,\"source_reads\":0,"
        "\"output_writes\":4,\"read_bytes\":24576,\"write_bytes\":8192}},"
        "{\"x\":1,\"y\":0,\"rows\":1,\"tiles\":2,\"traffic\":{\"input_reads\":4,\"index_reads\":2,\"source_reads\":0,"
        "\"output_writes\":2,\"read_bytes\":12288,\"write_bytes\":4096}}],"
        "\"counted\":{\"input_reads\":0,\"index_reads\":0,\"source_reads\":0,\"output_writes\":0,\"read_bytes\":0,"
        "\"write_bytes\":0}}\n");
}

static grn_status refuse(void *user, const char *text, size_t bytes)
{
    (void)user, (void)text, (void)bytes;
    return GRN_E_SINK;
}

static void a_sink_may_refuse(void **state)
{
    static grn_ttnn_account a;
    (void)state;
    report_account(&a);
    assert_int_equal(grn_ttnn_account_print(&a, &(grn_sink){refuse, NULL}), GRN_E_SINK);
    assert_int_equal(grn_ttnn_account_print_json(&a, &(grn_sink){refuse, NULL}), GRN_E_SINK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_are_the_reports_formulas),
        cmocka_unit_test(scatter_accounts_its_source_and_accumulator),
        cmocka_unit_test(huge_shapes_have_an_account_or_a_refusal),
        cmocka_unit_test(the_table_reads_well),
        cmocka_unit_test(the_json_is_one_object),
        cmocka_unit_test(a_sink_may_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
