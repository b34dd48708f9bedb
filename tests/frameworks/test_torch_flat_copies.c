/* test_torch_flat_copies.c - calls that read a tensor flat give back the memory of the copies that
 * they need for that. */
#include "frameworks_test.h"

static const int64_t raw[] = {0, 5, 2, 4, 1, 3};

/* [2, 3] turned: it has no flat view, so that it is copied. */
static grn_tensor turned(void *data, grn_dtype dtype)
{
    grn_tensor t = *VIEW(data, dtype, 2, 3);
    t.stride[0] = 1;
    t.stride[1] = 2;
    return t;
}

static void nothing_is_kept(void **state)
{
    float out[6], *numbers = F(10, 11, 12, 13, 14, 15); /* row-major as turned: 10 12 14 11 13 15 */
    int64_t at[6];
    grn_budget budget;
    grn_tensor x = turned(numbers, GRN_F32), i = turned(at, GRN_I64);
    (void)state;
    memcpy(at, raw, sizeof at);
    grn_budget_init(&budget, NULL, 1 << 20);
    GIVES("both are copied", grn_torch_take_along_dim(&x, &i, NULL, &budget.allocator, VIEW(out, GRN_F32, 6), D), out,
          10, 14, 12, 15, 13, 11);
    assert_true(budget.peak_bytes >= sizeof at + 6 * sizeof(float) && budget.used_bytes == 0);
    GIVES("input alone",
          grn_torch_take_along_dim(&x, VIEW(at, GRN_I64, 2, 3), NULL, &budget.allocator, VIEW(out, GRN_F32, 6), D), out,
          10, 15, 14, 13, 12, 11);
    assert_int_equal(budget.used_bytes, 0);
    GIVES("indices alone",
          grn_torch_take_along_dim(VIEW(numbers, GRN_F32, 2, 3), &i, NULL, &budget.allocator, VIEW(out, GRN_F32, 6), D),
          out, 10, 12, 11, 15, 14, 13);
    assert_int_equal(budget.used_bytes, 0);
    GIVES("take", grn_torch_take(&x, VIEW(at, GRN_I64, 6), &budget.allocator, VIEW(out, GRN_F32, 6), D), out, 10, 15,
          14, 13, 12, 11);
    assert_int_equal(budget.used_bytes, 0);
    at[5] = 6;
    assert_int_equal(grn_torch_take_along_dim(&x, &i, NULL, &budget.allocator, VIEW(out, GRN_F32, 6), D), GRN_E_INDEX);
    assert_int_equal(budget.used_bytes, 0);
    assert_int_equal(grn_torch_take(&x, VIEW(at, GRN_I64, 6), &budget.allocator, VIEW(out, GRN_F32, 6), D),
                     GRN_E_INDEX);
    assert_int_equal(budget.used_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
