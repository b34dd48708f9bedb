/* test_tile_rules.c - one test for each rule TT-1 to TT-17, small enough to check by eye. */
#include "tile_test.h"

static const grn_ttnn_options single = {.strategy = GRN_TTNN_SINGLE_CORE, .l1_bytes = INT64_C(1) << 40};
static const grn_ttnn_options multi = {.strategy = GRN_TTNN_MULTI_CORE, .l1_bytes = INT64_C(1) << 40};

static void tt1_result_has_index_shape_and_input_dtype(void **state)
{
    uint16_t input[] = {10, 20, 30, 40, 50, 60, 70, 80}, index[] = {3, 0, 2, 1}, want[] = {40, 10, 70, 60};
    uint16_t column_index[] = {1, 0, 1}, column_want[] = {50, 20, 70};
    grn_tensor x = VIEW(input, GRN_BF16, 2, 4), i = VIEW(index, GRN_UI16, 2, 2),
               part = VIEW(column_index, GRN_UI16, 1, 3), out;
    (void)state;
    for (int64_t dim = -1; dim <= 1; dim += 2) {
        assert_int_equal(grn_ttnn_gather(&x, dim, &i, NULL, NULL, &out, NULL), GRN_OK);
        claim_number("TT-1: dtype", out.dtype, GRN_BF16);
        claim_number("TT-1: shape", out.rank == 2 && out.shape[0] == 2 && out.shape[1] == 2, 1);
        assert_memory_equal(out.data, want, sizeof want); /* the report's example: [[40, 10], [70, 60]] */
        grn_ttnn_release(&out, NULL);
    }
    assert_int_equal(grn_ttnn_gather(&x, -2, &part, NULL, NULL, &out, NULL), GRN_OK);
    claim_number("TT-1: index may be smaller than input", out.shape[1], 3);
    assert_memory_equal(out.data, column_want, sizeof column_want);
    grn_ttnn_release(&out, NULL);
    claim_that("TT-1: release clears", out.data == NULL);
}

static void tt2_every_documented_dtype(void **state)
{
    static const grn_dtype data[] = {GRN_BF16, GRN_F32, GRN_UI16, GRN_UI32, GRN_I32};
    uint16_t input2[] = {0x8000, 0xFFFF, 7}, narrow[] = {2, 0, 1};
    uint32_t input4[] = {0x80000000, 0xFFFFFFFF, 7}, broad[] = {2, 0, 1};
    (void)state;
    for (size_t d = 0; d < GRN_COUNT(data); d++)
        for (int wide = 0; wide < 2; wide++) {
            bool two = grn_dtype_bytes(data[d]) == 2;
            grn_tensor x = VIEW(two ? (void *)input2 : input4, data[d], 3), out;
            grn_tensor i = VIEW(wide ? (void *)broad : narrow, wide ? GRN_UI32 : GRN_UI16, 3);
            assert_int_equal(grn_ttnn_gather(&x, 0, &i, NULL, NULL, &out, NULL), GRN_OK);
            claim_number("TT-2: bits move as they are", two ? ((uint16_t *)out.data)[2] : ((uint32_t *)out.data)[2],
                         two ? 0xFFFF : 0xFFFFFFFF);
            claim_number("TT-2: index", two ? ((uint16_t *)out.data)[0] : ((uint32_t *)out.data)[0], 7);
            grn_ttnn_release(&out, NULL);
        }
}

/* All texts: test_tile_messages.c. TTNN looks at three dimensions after it has moved them about. */
static void tt3_checks_speak_of_the_callers_dimensions(void **state)
{
    uint32_t data[6] = {0};
    grn_tensor x = VIEW(data, GRN_UI32, 1, 2, 1, 1, 3), i = VIEW(data, GRN_UI32, 1, 2, 1, 2, 3), out;
    heard h;
    (void)state;
    assert_int_equal(grn_ttnn_gather(&x, 4, &i, NULL, listen(&h), &out, NULL), GRN_E_SHAPE);
    claim_same_text(
        "TT-3: dimension 3 of rank 5", h.error,
        "Index tensor shape dimension 3 must be less than or equal to input tensor shape dimension 3. Got index "
        "tensor shape: Shape([1, 2, 1, 2, 3]) and input tensor shape: Shape([1, 2, 1, 1, 3])");
}

/* Hardware answers the index tensor for an index of shape {}, and crashes on {1}. */
static void tt4_small_shapes_have_the_right_value(void **state)
{
    float value = 2.5f;
    uint32_t zero = 0, one = 1;
    grn_tensor none = view_of(&value, GRN_F32, 0, NULL), none_index = view_of(&zero, GRN_UI32, 0, NULL);
    grn_tensor unit = VIEW(&value, GRN_F32, 1), unit_index = VIEW(&zero, GRN_UI32, 1), empty = VIEW(NULL, GRN_UI32, 0),
               out;
    heard h;
    (void)state;
    assert_int_equal(grn_ttnn_gather(&none, -1, &none_index, NULL, NULL, &out, NULL), GRN_OK);
    claim_that("TT-4: rank 0 gives input's value, rank 0",
               out.rank == 0 && *(float *)out.data == 2.5f && out.dtype == GRN_F32);
    grn_ttnn_release(&out, NULL);
    none_index.data = &one;
    assert_int_equal(grn_ttnn_gather(&none, 0, &none_index, NULL, listen(&h), &out, NULL), GRN_E_INDEX);
    assert_int_equal(grn_ttnn_gather(&unit, 0, &unit_index, NULL, NULL, &out, NULL), GRN_OK);
    claim_that("TT-4: shape {1}", out.rank == 1 && *(float *)out.data == 2.5f);
    grn_ttnn_release(&out, NULL);
    assert_int_equal(grn_ttnn_gather(&unit, 0, &empty, NULL, NULL, &out, NULL), GRN_OK);
    claim_that("TT-4: an empty index gives an empty result of input's dtype",
               out.shape[0] == 0 && out.dtype == GRN_F32);
    grn_ttnn_release(&out, NULL);
}

static void tt5_padding_is_what_ttnn_pads_and_never_shows(void **state)
{
    static const struct {
        grn_dtype dtype;
        unsigned char want[4];
    } pads[] = {
        {GRN_F32, {0, 0, 0x80, 0}}, {GRN_BF16, {0x80, 0, 0, 0}}, {GRN_UI16, {0}}, {GRN_UI32, {0}}, {GRN_I32, {0}}};
    uint32_t input[33 * 3], index[33 * 2];
    unsigned char pad[8];
    grn_tensor x = VIEW(input, GRN_UI32, 33, 3), i = VIEW(index, GRN_UI32, 33, 2), out;
    (void)state;
    for (size_t p = 0; p < GRN_COUNT(pads); p++) {
        grn_tile_input_padding(pads[p].dtype, pad);
        claim_that("TT-5: FLT_MIN in the dtype, little-endian",
                   memcmp(pad, pads[p].want, grn_dtype_bytes(pads[p].dtype)) == 0);
    }
    for (uint32_t k = 0; k < 99; k++)
        input[k] = 1000 + k;
    for (uint32_t k = 0; k < 66; k++)
        index[k] = 2 - k % 2;
    assert_int_equal(grn_ttnn_gather(&x, 1, &i, NULL, NULL, &out, NULL), GRN_OK);
    for (uint32_t k = 0; k < 66; k++)
        claim_number("TT-5: the element, never padding", ((uint32_t *)out.data)[k], 1000 + k / 2 * 3 + 2 - k % 2);
    grn_ttnn_release(&out, NULL);
}

static void tt6_threshold_is_60_tiles(void **state)
{
    static const struct {
        int64_t input, index;
        grn_ttnn_strategy strategy;
    } cases[] = {{1920, 1920, GRN_TTNN_SINGLE_CORE},
                 {1921, 1, GRN_TTNN_MULTI_CORE},
                 {1, 1921, GRN_TTNN_MULTI_CORE},
                 {1889, 1889, GRN_TTNN_SINGLE_CORE}};
    static grn_ttnn_account a;
    (void)state;
    for (size_t c = 0; c < GRN_COUNT(cases); c++) {
        grn_tensor x = VIEW(NULL, GRN_BF16, 4, cases[c].input), i = VIEW(NULL, GRN_UI16, 4, cases[c].index);
        assert_int_equal(grn_ttnn_gather_account(&x, 1, &i, NULL, NULL, &a), GRN_OK);
        claim_number("TT-6: both at most 60 tiles", a.taken.strategy, cases[c].strategy);
    }
}

/* Items of core `id`, as "row:first" words. */
static const char *items_of(const grn_tile_strategy *s, int64_t ht, int64_t wt_output, int32_t cores, int32_t id,
                            char *text)
{
    grn_tile_problem p = {.ht = ht, .wt_output = wt_output};
    grn_tile_program g = {.problem = &p, .strategy = s, .cores = cores};
    static grn_tile_core core;
    int64_t share = grn_tile_share(grn_tile_units(s, &p), cores, id), n = s->splits_rows ? share * ht : share;
    size_t at = 0;
    core.program = &g;
    core.id = id;
    text[0] = '\0';
    for (int64_t k = 0; k < n; k++) {
        grn_tile_item item = grn_tile_item_at(&core, k);
        at += (size_t)sprintf(text + at, "%d:%d ", (int)item.row, (int)item.first);
    }
    return text;
}

static void tt7_whole_rows_go_round_the_cores(void **state)
{
    const grn_tile_strategy *s = &grn_tile_gather_strategies[0];
    char text[128];
    (void)state;
    claim_same_text("TT-7: row = loop * cores + id", items_of(s, 7, 9, 3, 0, text), "0:0 3:0 6:0 ");
    claim_same_text("TT-7: row = loop * cores + id", items_of(s, 7, 9, 3, 1, text), "1:0 4:0 ");
    claim_same_text("TT-7: row = loop * cores + id", items_of(s, 7, 9, 3, 2, text), "2:0 5:0 ");
}

static void tt8_index_tiles_of_a_row_go_round_the_cores(void **state)
{
    const grn_tile_strategy *s = &grn_tile_gather_strategies[1];
    char text[128];
    (void)state;
    claim_same_text("TT-8: the report's 2x8 on 4 cores", items_of(s, 2, 8, 4, 0, text), "0:0 0:4 1:0 1:4 ");
    claim_same_text("TT-8: the report's 2x8 on 4 cores", items_of(s, 2, 8, 4, 3, text), "0:3 0:7 1:3 1:7 ");
    claim_same_text("TT-8: stop at Wt_index", items_of(s, 2, 5, 3, 1, text), "0:1 0:4 1:1 1:4 ");
    claim_same_text("TT-8: stop at Wt_index", items_of(s, 2, 5, 3, 2, text), "0:2 1:2 ");
}

/* Every place of two tiles against every face: reversed rows of 64. */
static void tt9_index_to_face_and_place(void **state)
{
    static uint32_t input[32 * 64], index[32 * 64];
    const grn_ttnn_options *both[] = {&single, &multi};
    grn_tensor x = VIEW(input, GRN_UI32, 32, 64), i = VIEW(index, GRN_UI32, 32, 64), out;
    (void)state;
    for (uint32_t k = 0; k < 2048; k++) {
        input[k] = k;
        index[k] = 63 - k % 64;
    }
    for (int s = 0; s < 2; s++) {
        assert_int_equal(grn_ttnn_gather(&x, 1, &i, both[s], NULL, &out, NULL), GRN_OK);
        for (uint32_t k = 0; k < 2048; k++)
            claim_number("TT-9: row kept, column reversed", ((uint32_t *)out.data)[k], k / 64 * 64 + 63 - k % 64);
        grn_ttnn_release(&out, NULL);
    }
}

/* 64 tiles of a row are 65536 elements of local memory: hardware's 16-bit index wraps there. */
static void tt10_wide_rows_and_large_values_are_right(void **state)
{
    static uint32_t input[70000], index[] = {69999, 65536, 65535, 2048, 2047, 1920, 0};
    const grn_ttnn_options *both[] = {&single, &multi};
    grn_tensor x = VIEW(input, GRN_UI32, 1, 70000), i = VIEW(index, GRN_UI32, 1, 7), out;
    (void)state;
    for (uint32_t k = 0; k < 70000; k++)
        input[k] = k * 3 + 1;
    for (int s = 0; s < 2; s++) {
        assert_int_equal(grn_ttnn_gather(&x, 1, &i, both[s], NULL, &out, NULL), GRN_OK);
        for (int k = 0; k < 7; k++)
            claim_number("TT-10: element 3i + 1", ((uint32_t *)out.data)[k], index[k] * 3 + 1);
        grn_ttnn_release(&out, NULL);
    }
}

/* The roles pass every tile through the circular buffers; sub_core_grids says which cores do, in
 * its order. */
static void tt11_roles_move_what_the_account_says_on_the_cores_given(void **state)
{
    static uint32_t input[128 * 96], index[128 * 96];
    static const grn_ttnn_core_range ranges[] = {{5, 6, 6, 6}, {1, 2, 1, 2}};
    static grn_ttnn_account a;
    grn_tensor x = VIEW(input, GRN_UI32, 128, 96), i = VIEW(index, GRN_UI32, 128, 96), out;
    grn_ttnn_options o = {.sub_core_grids = ranges, .nsub_core_grids = 2};
    (void)state;
    assert_int_equal(grn_ttnn_gather(&x, 1, &i, &o, NULL, &out, &a), GRN_OK);
    grn_ttnn_release(&out, NULL);
    claim_number("TT-11: three cores", a.taken.cores, 3);
    claim_that("TT-11: in the order of the ranges",
               a.core[0].x == 5 && a.core[1].x == 6 && a.core[2].x == 1 && a.core[2].y == 2);
    claim_number("TT-11: four rows on three cores, two on the first", a.core[0].rows, 2);
    claim_number("TT-11: input tiles moved", a.counted.input_reads, 12);
    claim_number("TT-11: output tiles moved", a.counted.output_writes, 12);
    assert_memory_equal(&a.counted, &a.taken.traffic, sizeof a.counted);
}

/* By the report's formula these four would start at tiles 46, 47, 54 and 55 of a row: numbered
 * from 0 they fill all five tiles of each of the two rows, of which each starts at the first
 * core again. */
static void tt11_cores_within_the_grid_leave_no_tile_out(void **state)
{
    static uint32_t input[64 * 32], index[64 * 160];
    static const grn_ttnn_core_range range[] = {{6, 5, 7, 6}};
    static grn_ttnn_account a;
    grn_tensor x = VIEW(input, GRN_UI32, 64, 32), i = VIEW(index, GRN_UI32, 64, 160), out;
    grn_ttnn_options o = {.sub_core_grids = range, .nsub_core_grids = 1, .strategy = GRN_TTNN_MULTI_CORE};
    (void)state;
    for (uint32_t k = 0; k < 64 * 32; k++)
        input[k] = k + 1;
    for (uint32_t k = 0; k < 64 * 160; k++)
        index[k] = 31 - k % 32;
    assert_int_equal(grn_ttnn_gather(&x, 1, &i, &o, NULL, &out, &a), GRN_OK);
    for (uint32_t k = 0; k < 64 * 160; k++)
        claim_number("TT-11: every element", ((uint32_t *)out.data)[k], k / 160 * 32 + 31 - k % 32 + 1);
    grn_ttnn_release(&out, NULL);
    claim_that("TT-11: by rows of the grid",
               a.core[1].x == 7 && a.core[1].y == 5 && a.core[2].x == 6 && a.core[2].y == 6);
    claim_number("TT-11: core 0 has tiles 0 and 4 of both rows", a.core[0].tiles, 4);
    claim_number("TT-11: core 3 has tile 3", a.core[3].tiles, 2);
}

static void tt12_tosa_takes_rows(void **state)
{
    uint32_t input[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; /* [2, 3, 2] */
    uint32_t index[] = {2, 0, 1, 1}, source[] = {91, 92, 93, 94, 95, 96, 97, 98};
    uint32_t taken[] = {5, 6, 1, 2, 9, 10, 9, 10}, put[] = {93, 94, 3, 4, 91, 92, 7, 8, 97, 98, 11, 12};
    grn_tensor x = VIEW(input, GRN_UI32, 2, 3, 2), i = VIEW(index, GRN_UI32, 2, 2), s = VIEW(source, GRN_UI32, 2, 2, 2),
               out;
    grn_tensor three = VIEW(index, GRN_UI32, 4, 1), flat = VIEW(index, GRN_UI32, 4),
               part = VIEW(source, GRN_UI32, 2, 2, 1);
    heard h;
    (void)state;
    assert_int_equal(grn_ttnn_tosa_gather(&x, &i, NULL, NULL, &out, NULL), GRN_OK);
    assert_int_equal(out.rank == 3 && out.shape[1] == 2 && out.shape[2] == 2, 1);
    assert_memory_equal(out.data, taken, sizeof taken);
    grn_ttnn_release(&out, NULL);
    assert_int_equal(grn_ttnn_tosa_scatter(&x, &i, &s, NULL, NULL, &out, NULL), GRN_OK);
    assert_memory_equal(out.data, put, sizeof put);
    grn_ttnn_release(&out, NULL);
    assert_int_equal(grn_ttnn_tosa_gather(&x, &three, NULL, listen(&h), &out, NULL), GRN_E_SHAPE);
    claim_same_text("TT-12: N", h.error, "input and index must agree on N. Got: 2 and 4");
    assert_int_equal(grn_ttnn_tosa_gather(&x, &flat, NULL, listen(&h), &out, NULL), GRN_E_SHAPE);
    claim_same_text("TT-12: rank", h.error, "index must have 2 dimensions, [N, W]; it has 1");
    assert_int_equal(grn_ttnn_tosa_scatter(&x, &i, &part, NULL, listen(&h), &out, NULL), GRN_E_SHAPE);
    claim_same_text("TT-12: C", h.error, "input and source must agree on C. Got: 2 and 1");
}

/* index [1, 2] of source [2, 3] reaches the first row only; the rest of input is copied. */
static void tt13_scatter_into_a_part(void **state)
{
    float input[] = {1, 2, 3, 4, 5, 6}, source[] = {10, 20, 30, 40, 50, 60};
    float replaced[] = {1, 20, 10, 4, 5, 6}, added[] = {1, 22, 13, 4, 5, 6};
    uint8_t index[] = {2, 1};
    grn_tensor x = VIEW(input, GRN_F32, 2, 3), i = VIEW(index, GRN_UI8, 1, 2), s = VIEW(source, GRN_F32, 2, 3), out;
    grn_ttnn_options in_place = {.output = &x};
    (void)state;
    assert_int_equal(grn_ttnn_scatter(&x, 1, &i, &s, NULL, NULL, &out, NULL), GRN_OK);
    assert_memory_equal(out.data, replaced, sizeof replaced);
    grn_ttnn_release(&out, NULL);
    assert_int_equal(grn_ttnn_scatter_add(&x, -1, &i, &s, NULL, NULL, &out, NULL), GRN_OK);
    assert_memory_equal(out.data, added, sizeof added);
    grn_ttnn_release(&out, NULL);
    assert_int_equal(grn_ttnn_scatter_add(&x, 1, &i, &s, &in_place, NULL, NULL, NULL), GRN_OK);
    assert_memory_equal(input, added, sizeof added);
}

/* Texts: test_tile_messages.c. The two limits of TTNN's tiled kernels are not garner's. */
static void tt14_tiled_f32_and_long_i32_rows_run(void **state)
{
    static int32_t input[300], source[300], index[300];
    grn_tensor x = VIEW(input, GRN_I32, 300), s = VIEW(source, GRN_I32, 300), i = VIEW(index, GRN_I32, 300), out;
    (void)state;
    for (int32_t k = 0; k < 300; k++) {
        source[k] = -k;
        index[k] = 299 - k;
    }
    for (int f32 = 0; f32 < 2; f32++) {
        x.dtype = s.dtype = f32 ? GRN_F32 : GRN_I32;
        assert_int_equal(grn_ttnn_scatter(&x, 0, &i, &s, NULL, NULL, &out, NULL), GRN_OK);
        for (int32_t k = 0; k < 300; k++)
            claim_number("TT-14: reversed", ((int32_t *)out.data)[k], k - 299);
        grn_ttnn_release(&out, NULL);
    }
}

static void tt15_outside_is_skipped_and_the_last_duplicate_stays(void **state)
{
    static int32_t index[70], source[70];
    int32_t input[] = {-1, -2, -3, -4}, want[] = {-1, -2, 69, 64};
    const grn_ttnn_options *both[] = {&single, &multi};
    grn_tensor x = VIEW(input, GRN_I32, 4), i = VIEW(index, GRN_I32, 70), s = VIEW(source, GRN_I32, 70), out;
    (void)state;
    for (int32_t k = 0; k < 70; k++) {
        source[k] = k;
        index[k] = k % 2 == 0 ? 3 : 4;
    }
    index[66] = -1; /* not the last element */
    index[68] = INT32_MIN;
    index[1] = index[69] = 2;
    for (int n = 0; n < 2; n++) {
        assert_int_equal(grn_ttnn_scatter(&x, 0, &i, &s, both[n], NULL, &out, NULL), GRN_OK);
        assert_memory_equal(out.data, want, sizeof want);
        grn_ttnn_release(&out, NULL);
    }
}

/* 256 + 1 + 1: rounding at each step stays at 256, as bf16 has no 257; f32 gives 258. And ui16
 * wraps. */
static void tt16_bf16_sums_round_once(void **state)
{
    uint16_t big = grn_f32_to_bf16(256), one = grn_f32_to_bf16(1), input[] = {0, 0, 0x7F81}, source[] = {0, 0, 0};
    uint8_t index[] = {0, 0, 1};
    grn_tensor x = VIEW(input, GRN_BF16, 3), i = VIEW(index, GRN_UI8, 3), s = VIEW(source, GRN_BF16, 3), out;
    (void)state;
    input[0] = big;
    source[0] = source[1] = source[2] = one;
    assert_int_equal(grn_ttnn_scatter_add(&x, 0, &i, &s, NULL, NULL, &out, NULL), GRN_OK);
    claim_number("TT-16: 258", ((uint16_t *)out.data)[0], grn_f32_to_bf16(258));
    claim_number("TT-16: 0 + 1", ((uint16_t *)out.data)[1], one);
    claim_number("TT-16: an element not reached keeps its bits, a NaN's too", ((uint16_t *)out.data)[2], 0x7F81);
    grn_ttnn_release(&out, NULL);
    x.dtype = s.dtype = GRN_UI16;
    input[0] = 65535;
    source[0] = source[1] = 3;
    grn_ttnn_options o = {.reduce = "multiply"};
    assert_int_equal(grn_ttnn_scatter(&x, 0, &i, &s, &o, NULL, &out, NULL), GRN_OK);
    claim_number("TT-16: 65535 * 9 mod 65536", ((uint16_t *)out.data)[0], 65527);
    grn_ttnn_release(&out, NULL);
}

static void tt17_there_is_no_sparse_gradient(void **state)
{
    uint32_t data[1] = {0};
    grn_tensor x = VIEW(data, GRN_UI32, 1), out;
    grn_ttnn_options o = {.sparse_grad = true};
    heard h;
    (void)state;
    assert_int_equal(grn_ttnn_gather(&x, 0, &x, &o, listen(&h), &out, NULL), GRN_E_UNSUPPORTED);
    claim_same_text("TT-17", h.error, "Sparse gradient is not supported yet.");
}

/* ---- meaning --------------------------------------------------------------------------------- */

static void a_call_has_a_canonical_spec(void **state)
{
    grn_tensor x = VIEW(NULL, GRN_F32, 2, 0, 4), none = view_of(NULL, GRN_F32, 0, NULL);
    grn_gather_spec g;
    grn_scatter_spec s;
    (void)state;
    assert_int_equal(grn_ttnn_gather_spec(&x, -2, NULL, &g), GRN_OK);
    assert_true(g.dims.offset_dims.count == 0 && g.dims.collapsed_slice_dims.count == 1 &&
                g.dims.collapsed_slice_dims.v[0] == 1);
    assert_true(g.dims.operand_batching_dims.count == 2 && g.dims.operand_batching_dims.v[1] == 2);
    assert_true(g.dims.start_index_map.v[0] == 1 && g.dims.index_vector_dim == 3);
    assert_true(g.index.bounds == GRN_BOUNDS_ERROR && g.index.batch_rule == GRN_BATCH_PREFIX);
    assert_true(g.slice_sizes.count == 3 && g.slice_sizes.v[0] == 1 && g.slice_sizes.v[1] == 0);
    assert_int_equal(grn_ttnn_scatter_spec(&x, 2, "multiply", NULL, &s), GRN_OK);
    assert_true(s.combiner == GRN_COMBINE_MUL && s.index.bounds == GRN_BOUNDS_SKIP && s.dims.start_index_map.v[0] == 2);
    assert_int_equal(grn_ttnn_gather_spec(&none, 0, NULL, &g), GRN_OK);
    assert_true(g.dims.index_vector_dim == 1);
    assert_int_equal(grn_ttnn_scatter_spec(&x, 3, NULL, NULL, &s), GRN_E_ARGUMENT);
    assert_int_equal(grn_ttnn_scatter_spec(&x, 2, "mean", NULL, &s), GRN_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tt1_result_has_index_shape_and_input_dtype),
        cmocka_unit_test(tt2_every_documented_dtype),
        cmocka_unit_test(tt3_checks_speak_of_the_callers_dimensions),
        cmocka_unit_test(tt4_small_shapes_have_the_right_value),
        cmocka_unit_test(tt5_padding_is_what_ttnn_pads_and_never_shows),
        cmocka_unit_test(tt6_threshold_is_60_tiles),
        cmocka_unit_test(tt7_whole_rows_go_round_the_cores),
        cmocka_unit_test(tt8_index_tiles_of_a_row_go_round_the_cores),
        cmocka_unit_test(tt9_index_to_face_and_place),
        cmocka_unit_test(tt10_wide_rows_and_large_values_are_right),
        cmocka_unit_test(tt11_roles_move_what_the_account_says_on_the_cores_given),
        cmocka_unit_test(tt11_cores_within_the_grid_leave_no_tile_out),
        cmocka_unit_test(tt12_tosa_takes_rows),
        cmocka_unit_test(tt13_scatter_into_a_part),
        cmocka_unit_test(tt14_tiled_f32_and_long_i32_rows_run),
        cmocka_unit_test(tt15_outside_is_skipped_and_the_last_duplicate_stays),
        cmocka_unit_test(tt16_bf16_sums_round_once),
        cmocka_unit_test(tt17_there_is_no_sparse_gradient),
        cmocka_unit_test(a_call_has_a_canonical_spec),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
