/* test_tile_limits.c - the largest grid and one core more, local memory filled to its last byte,
 * cores at a grid's edges. */
#include "tile_test.h"

static uint32_t input_data[8], index_data[6];

static grn_status account_of(const grn_ttnn_options *o, grn_ttnn_account *a)
{
    grn_tensor input = VIEW(input_data, GRN_UI32, 2, 4), index = VIEW(index_data, GRN_UI32, 2, 3);
    return grn_ttnn_gather_account(&input, 1, &index, o, NULL, a);
}

static void a_grid_has_at_most_256_cores(void **state)
{
    static const struct {
        int32_t x, y;
        grn_status status;
        int32_t usable;
    } grids[] = {{256, 1, GRN_OK, 256},    {1, 256, GRN_OK, 256},
                 {16, 16, GRN_OK, 256},    {1, 1, GRN_OK, 1},
                 {0, 0, GRN_OK, 64},       {5, 0, GRN_OK, 40},
                 {0, 5, GRN_OK, 40},       {257, 1, GRN_E_LIMIT, 0},
                 {1, 257, GRN_E_LIMIT, 0}, {128, 3, GRN_E_LIMIT, 0},
                 {-1, 4, GRN_E_LIMIT, 0},  {4, -1, GRN_E_LIMIT, 0},
                 {-1, -1, GRN_E_LIMIT, 0}, {65536, 65536, GRN_E_LIMIT, 0}};
    static grn_ttnn_account a;
    (void)state;
    for (size_t g = 0; g < GRN_COUNT(grids); g++) {
        grn_ttnn_options o = {.grid_x = grids[g].x, .grid_y = grids[g].y};
        grn_status status = account_of(&o, &a);
        if (status != grids[g].status || (status == GRN_OK && a.usable_cores != grids[g].usable))
            fail_msg("%d x %d: %s, %d usable", (int)grids[g].x, (int)grids[g].y, grn_status_name(status),
                     (int)a.usable_cores);
    }
}

/* 256 rows of tiles: a row for each core, the last of which is at the grid's last place. */
static void every_core_of_the_largest_grid_works(void **state)
{
    static grn_ttnn_account a;
    grn_tensor input = VIEW(NULL, GRN_UI32, 8192, 32), index = VIEW(NULL, GRN_UI32, 8192, 32);
    (void)state;
    assert_int_equal(
        grn_ttnn_gather_account(&input, 1, &index, &(grn_ttnn_options){.grid_x = 128, .grid_y = 2}, NULL, &a), GRN_OK);
    claim_number("cores", a.taken.cores, 256);
    claim_number("the last one's x", a.core[255].x, 127);
    claim_number("the last one's y", a.core[255].y, 1);
    claim_number("the last one's rows", a.core[255].rows, 1);
}

/* Three buffers of a tile of ui32 each: 12288 bytes (TT-7). */
static void local_memory_may_be_full(void **state)
{
    static grn_ttnn_account a;
    grn_tensor input = VIEW(input_data, GRN_UI32, 2, 4), index = VIEW(index_data, GRN_UI32, 2, 3), out;
    (void)state;
    assert_int_equal(account_of(&(grn_ttnn_options){.l1_bytes = 12288}, &a), GRN_OK);
    claim_number("bytes", a.taken.l1_bytes, 12288);
    claim_that("it fits", a.taken.fits);
    claim_that("the other does not", !a.not_taken.fits && a.not_taken.l1_bytes > 12288);
    assert_int_equal(account_of(&(grn_ttnn_options){.l1_bytes = 12287}, &a), GRN_E_LIMIT);
    assert_int_equal(account_of(&(grn_ttnn_options){.l1_bytes = 1}, &a), GRN_E_LIMIT);
    for (uint32_t k = 0; k < 8; k++)
        input_data[k] = 100 + k;
    for (uint32_t k = 0; k < 6; k++)
        index_data[k] = 3 - k % 4;
    assert_int_equal(grn_ttnn_gather(&input, 1, &index, &(grn_ttnn_options){.l1_bytes = 12288}, NULL, &out, NULL),
                     GRN_OK);
    assert_memory_equal(out.data, ((uint32_t[]){103, 102, 101, 104, 107, 106}), 24);
    grn_ttnn_release(&out, NULL);
}

/* Both exactly full: 16384 bytes are enough for the second strategy, which takes as much. */
static void what_fits_exactly_is_gone_to(void **state)
{
    static grn_ttnn_account a;
    grn_tensor input = VIEW(NULL, GRN_F32, 32, 640), index = VIEW(NULL, GRN_UI32, 32, 32);
    (void)state;
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &index, &(grn_ttnn_options){.l1_bytes = 16384}, NULL, &a),
                     GRN_OK);
    claim_number("by the other strategy", a.taken.strategy, GRN_TTNN_MULTI_CORE);
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &index, &(grn_ttnn_options){.l1_bytes = 16383}, NULL, &a),
                     GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &index, &(grn_ttnn_options){.l1_bytes = 90112}, NULL, &a),
                     GRN_OK);
    claim_number("by the first again", a.taken.strategy, GRN_TTNN_SINGLE_CORE);
    assert_int_equal(grn_ttnn_gather_account(&input, 1, &index, &(grn_ttnn_options){.l1_bytes = 90111}, NULL, &a),
                     GRN_OK);
    claim_number("a byte less", a.taken.strategy, GRN_TTNN_MULTI_CORE);
}

/* A range may end at the grid's last column and row, and no further. */
static void ranges_end_with_the_grid(void **state)
{
    static const struct {
        grn_ttnn_core_range r;
        grn_status status;
    } ranges[] = {{{0, 0, 4, 2}, GRN_OK},         {{4, 2, 4, 2}, GRN_OK},          {{5, 0, 5, 0}, GRN_E_ARGUMENT},
                  {{0, 3, 0, 3}, GRN_E_ARGUMENT}, {{-1, 0, 0, 0}, GRN_E_ARGUMENT}, {{0, -1, 0, 0}, GRN_E_ARGUMENT},
                  {{2, 0, 1, 0}, GRN_E_ARGUMENT}, {{0, 2, 0, 1}, GRN_E_ARGUMENT},  {{0, 0, 5, 0}, GRN_E_ARGUMENT},
                  {{0, 0, 0, 3}, GRN_E_ARGUMENT}};
    static grn_ttnn_account a;
    (void)state;
    for (size_t k = 0; k < GRN_COUNT(ranges); k++) {
        grn_status status = account_of(
            &(grn_ttnn_options){.grid_x = 5, .grid_y = 3, .sub_core_grids = &ranges[k].r, .nsub_core_grids = 1}, &a);
        if (status != ranges[k].status)
            fail_msg("range %zu: %s", k, grn_status_name(status));
        if (status == GRN_OK)
            claim_number("cores of the range", a.usable_cores,
                         (ranges[k].r.x1 - ranges[k].r.x0 + 1) * (ranges[k].r.y1 - ranges[k].r.y0 + 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_has_at_most_256_cores), cmocka_unit_test(every_core_of_the_largest_grid_works),
        cmocka_unit_test(local_memory_may_be_full),     cmocka_unit_test(what_fits_exactly_is_gone_to),
        cmocka_unit_test(ranges_end_with_the_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
