/* test_eval_map.c - element functions over views: transposed, reversed, broadcast, in place, empty.
 * Values by hand. */
#include "eval_test.h"

/* a + b for a 3x300 matrix and a row, a column and a reversed copy of it; 300 is no multiple of a
 * block. */
enum { ROWS = 3, COLUMNS = 300 };
static int32_t matrix[ROWS * COLUMNS], transposed[ROWS * COLUMNS], sums[ROWS * COLUMNS];
static const int64_t shape[2] = {ROWS, COLUMNS};

static void fill(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            matrix[r * COLUMNS + c] = transposed[c * ROWS + r] = 1000 * r + c;
}

static const struct {
    const char *claim;
    int64_t offset, stride[2];      /* of the second view, in `matrix` */
    int32_t row_factor, col_factor; /* its element (r, c) is first + row_factor * r + col_factor * c */
    int32_t first;
} views[] = {
    {"the same matrix", 0, {COLUMNS, 1}, 1000, 1, 0},
    {"a row for every row", COLUMNS, {0, 1}, 0, 1, 1000},
    {"a column for every column", 0, {COLUMNS, 0}, 1000, 0, 0},
    {"one element for all", COLUMNS + 5, {0, 0}, 0, 0, 1005},
    {"upside down", (ROWS - 1) * COLUMNS, {-COLUMNS, 1}, -1000, 1, 2000},
    {"rows backwards", COLUMNS - 1, {COLUMNS, -1}, 1000, -1, COLUMNS - 1},
};

static void check_sums(const char *claim, size_t i, const int32_t *at, int64_t row_stride, int64_t col_stride)
{
    for (int32_t r = 0; r < ROWS; r++)
        for (int32_t c = 0; c < COLUMNS; c++) {
            int32_t want = 1000 * r + c + views[i].first + views[i].row_factor * r + views[i].col_factor * c;
            claim_true(claim, at[r * row_stride + c * col_stride] == want);
        }
}

static void test_views(void **state)
{
    grn_bound_element add = eval_bound("add", GRN_I32, GRN_I32);
    (void)state;
    fill();
    for (size_t i = 0; i < GRN_COUNT(views); i++) {
        grn_tensor in[2] = {eval_view(transposed, GRN_I32, 2, shape),
                            eval_view(matrix + views[i].offset, GRN_I32, 2, shape)};
        grn_tensor out = eval_view(sums, GRN_I32, 2, shape);
        memcpy(in[1].stride, views[i].stride, sizeof views[i].stride);
        in[0].stride[0] = 1;
        in[0].stride[1] = ROWS;
        grn_element_map(&add, &out, in);
        check_sums(views[i].claim, i, sums, COLUMNS, 1);
        out.stride[0] = 1;
        out.stride[1] = ROWS;
        grn_element_map(&add, &out, in);
        check_sums(views[i].claim, i, sums, 1, ROWS);
    }
}

static void test_in_place(void **state)
{
    grn_bound_element add = eval_bound("add", GRN_BF16, GRN_BF16);
    uint16_t x[EVAL_MANY];
    const int64_t n[1] = {EVAL_MANY};
    grn_tensor view = eval_view(x, GRN_BF16, 1, n);
    (void)state;
    for (size_t i = 0; i < EVAL_MANY; i++)
        x[i] = 0x3F80; /* 1 */
    grn_element_map(&add, &view, (grn_tensor[]){view, view});
    grn_element_run(&add, EVAL_MANY, x, (const void *const[]){x, x});
    for (size_t i = 0; i < EVAL_MANY; i++)
        claim_true("1 doubled twice in place is 4", x[i] == 0x4080);
}

static void test_empty_and_scalar(void **state)
{
    grn_bound_element add = eval_bound("add", GRN_F32, GRN_F32);
    const int64_t none[2] = {3, 0};
    grn_tensor empty = eval_view(NULL, GRN_F32, 2, none);
    float a = 1, b = 2, c = 0;
    grn_tensor out = eval_view(&c, GRN_F32, 0, NULL);
    (void)state;
    grn_element_map(&add, &empty, (grn_tensor[]){empty, empty});
    grn_element_map(&add, &out, (grn_tensor[]){eval_view(&a, GRN_F32, 0, NULL), eval_view(&b, GRN_F32, 0, NULL)});
    claim_true("rank 0 is one element", c == 3);
}

/* An element may lie at any address: arrays of a file are where they are. */
static void test_unaligned(void **state)
{
    grn_bound_element add = eval_bound("add", GRN_F64, GRN_F64);
    char memory[2][9 * sizeof(double)], *p = memory[0] + 1, *q = memory[1] + 3;
    double got;
    (void)state;
    for (int i = 0; i < 8; i++)
        memcpy(p + i * 8, &(double){i + 0.5}, 8);
    grn_element_run(&add, 8, q, (const void *const[]){p, p});
    memcpy(&got, q + 7 * 8, 8);
    claim_true("7.5 + 7.5", got == 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_views), cmocka_unit_test(test_in_place),
                                       cmocka_unit_test(test_empty_and_scalar), cmocka_unit_test(test_unaligned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
