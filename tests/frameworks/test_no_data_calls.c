/*
 * test_no_data_calls.c - frameworks' calls by a trillion indices that are one, over rows of no
 * column: what there is to check is one index. Whoever looks at each does not come back within the
 * alarm.
 */
#include <unistd.h>

#include "frameworks_test.h"

#define MANY INT64_C(1000000000000)

/* One index, seen MANY times. */
static grn_tensor many_of(int64_t *index)
{
    return (grn_tensor){.data = index, .dtype = GRN_I64, .rank = 1, .shape = {MANY}, .stride = {0}};
}

static void indices_in_range(void **state)
{
    int64_t index = 3;
    float weight[4] = {0};
    const grn_tensor indices = many_of(&index), *rows = VIEW(weight, GRN_F32, MANY, 0),
                     *table = VIEW(weight, GRN_F32, 4, 0);
    (void)state;
    assert_int_equal(grn_torch_index_select(table, 0, &indices, rows, D), GRN_OK);
    assert_int_equal(grn_torch_index_add(table, 0, &indices, rows, NULL, table, D), GRN_OK);
    assert_int_equal(grn_torch_index_copy(table, 0, &indices, rows, table, D), GRN_OK);
    for (int by_frequency = 0; by_frequency < 2; by_frequency++)
        assert_int_equal(grn_torch_embedding_dense_backward(rows, &indices, 4, -1, by_frequency, NULL, table, D),
                         GRN_OK);
}

/* Counts of a trillion rows would take eight terabytes: of rows of no column none are made. */
static void many_rows_of_nothing(void **state)
{
    int64_t index = 3;
    float none[1] = {0};
    (void)state;
    assert_int_equal(grn_torch_embedding_dense_backward(VIEW(none, GRN_F32, 1, 0), VIEW(&index, GRN_I64, 1), MANY, -1,
                                                        true, NULL, VIEW(none, GRN_F32, MANY, 0), D),
                     GRN_OK);
}

static void an_index_out_of_range_is_still_found(void **state)
{
    int64_t index = 4;
    float weight[4] = {0};
    const grn_tensor indices = many_of(&index), *rows = VIEW(weight, GRN_F32, MANY, 0),
                     *table = VIEW(weight, GRN_F32, 4, 0);
    (void)state;
    assert_int_equal(grn_torch_index_select(table, 0, &indices, rows, D), GRN_E_INDEX);
    assert_string_equal(heard.note, "index: 4 at [0]; right: 0 to 3");
    assert_int_equal(grn_torch_index_add(table, 0, &indices, rows, NULL, table, D), GRN_E_INDEX);
    assert_string_equal(heard.note, "index: 4 at [0]; right: 0 to 3");
}

/* Along the vectors' own dimension one number is held against several extents. */
static void one_number_for_each_component(void **state)
{
    int64_t index = 3;
    float data[8] = {0}, out = 0;
    const grn_tensor pair = {.data = &index, .dtype = GRN_I64, .rank = 1, .shape = {2}, .stride = {0}};
    (void)state;
    assert_int_equal(grn_tf_gather_nd(VIEW(data, GRN_F32, 4, 2), &pair, 0, SCALAR(&out, GRN_F32), D), GRN_E_INDEX);
    assert_string_equal(heard.error, "indices = [3, 3] does not index into param shape [4,2]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_in_range),
        cmocka_unit_test(many_rows_of_nothing),
        cmocka_unit_test(an_index_out_of_range_is_still_found),
        cmocka_unit_test(one_number_for_each_component),
    };
    alarm(60);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
