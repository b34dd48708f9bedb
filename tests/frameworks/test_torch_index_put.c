/*
 * test_torch_index_put.c - torch.index_put where its index tensors stand beside
 * each other and apart, of any number of dimensions, and what out may share.
 * Expected values are a loop over the elements of input[indices], written out.
 */
#include "frameworks_test.h"

/* input [2, 3, 2, 2]: element (a, i, j, b) is at ((a * 3 + i) * 2 + j) * 2 + b. */
#define AT(a, i, j, b) ((((a)*3 + (i)) * 2 + (j)) * 2 + (b))
#define INPUT 24

static void expect_zero_but(const char *claim, const float *seen, const float *want)
{
    same_floats(claim, seen, want, INPUT);
}

/* Index tensors of dims 1 and 2: their dimensions stay between those of dim 0 and dim 3. */
static void neighbours_stay_in_place(void **state)
{
    static const int64_t i[] = {2, 0, 1, 2}, j[] = {0, 1, 1, 1};
    float zero[INPUT] = {0}, out[INPUT], want[INPUT] = {0}, values[2 * 4 * 2];
    const grn_tensor *two[] = {NULL, VIEW((void *)(uintptr_t)i, GRN_I64, 4), VIEW((void *)(uintptr_t)j, GRN_I64, 4)};
    (void)state;
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < 4; k++)
            for (int b = 0; b < 2; b++)
                want[AT(a, i[k], j[k], b)] = values[(a * 4 + k) * 2 + b] = (float)(1 + (a * 4 + k) * 2 + b);
    assert_int_equal(grn_torch_index_put(VIEW(zero, GRN_F32, 2, 3, 2, 2), two, 3, VIEW(values, GRN_F32, 2, 4, 2), false,
                                         NULL, VIEW(out, GRN_F32, 2, 3, 2, 2), D),
                     GRN_OK);
    expect_zero_but("[a, i, j, b], values [a, k, b]", out, want);
}

/* Of two dimensions each, and one that is broadcast. */
static void neighbours_of_several_dimensions(void **state)
{
    static const int64_t i[] = {2, 0, 1, 2}, j[] = {0, 1};
    float zero[INPUT] = {0}, out[INPUT], want[INPUT] = {0}, values[2 * 2 * 2 * 2];
    const grn_tensor *two[] = {NULL, VIEW((void *)(uintptr_t)i, GRN_I64, 2, 2), VIEW((void *)(uintptr_t)j, GRN_I64, 2)};
    (void)state;
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < 4; k++)
            for (int b = 0; b < 2; b++)
                want[AT(a, i[k], j[k % 2], b)] = values[(a * 4 + k) * 2 + b] = (float)(1 + (a * 4 + k) * 2 + b);
    assert_int_equal(grn_torch_index_put(VIEW(zero, GRN_F32, 2, 3, 2, 2), two, 3, VIEW(values, GRN_F32, 2, 2, 2, 2),
                                         false, NULL, VIEW(out, GRN_F32, 2, 3, 2, 2), D),
                     GRN_OK);
    expect_zero_but("indices [2, 2] and [2], values [a, k, l, b]", out, want);
}

/* Of dims 0 and 2: what they name comes first, then dims 1 and 3. */
static void nonadjacent_ones_come_first(void **state)
{
    static const int64_t a[] = {1, 0, 1}, j[] = {0, 0, 1};
    float zero[INPUT] = {0}, out[INPUT], want[INPUT] = {0}, values[3 * 3 * 2];
    const grn_tensor *two[] = {VIEW((void *)(uintptr_t)a, GRN_I64, 3), NULL, VIEW((void *)(uintptr_t)j, GRN_I64, 3)};
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            for (int b = 0; b < 2; b++)
                want[AT(a[k], i, j[k], b)] = values[(k * 3 + i) * 2 + b] = (float)(1 + (k * 3 + i) * 2 + b);
    assert_int_equal(grn_torch_index_put(VIEW(zero, GRN_F32, 2, 3, 2, 2), two, 3, VIEW(values, GRN_F32, 3, 3, 2), false,
                                         NULL, VIEW(out, GRN_F32, 2, 3, 2, 2), D),
                     GRN_OK);
    expect_zero_but("[a, i, j, b], values [k, i, b]", out, want);
}

/* Of dims 1 and 3: first all the same, though a dimension stands before them. */
static void nonadjacent_ones_come_before_the_first(void **state)
{
    static const int64_t i[] = {1, 2, 0}, b[] = {0, 0, 1};
    float zero[INPUT] = {0}, out[INPUT], want[INPUT] = {0}, values[3 * 2 * 2];
    const grn_tensor *two[] = {NULL, VIEW((void *)(uintptr_t)i, GRN_I64, 3), NULL,
                               VIEW((void *)(uintptr_t)b, GRN_I64, 3)};
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 2; a++)
            for (int j = 0; j < 2; j++)
                want[AT(a, i[k], j, b[k])] = values[(k * 2 + a) * 2 + j] = (float)(1 + (k * 2 + a) * 2 + j);
    assert_int_equal(grn_torch_index_put(VIEW(zero, GRN_F32, 2, 3, 2, 2), two, 4, VIEW(values, GRN_F32, 3, 2, 2), false,
                                         NULL, VIEW(out, GRN_F32, 2, 3, 2, 2), D),
                     GRN_OK);
    expect_zero_but("[a, i, j, b], values [k, a, j]", out, want);
}

/* All of them are the last three: nothing is behind what they name. */
static void the_last_ones(void **state)
{
    static const int64_t i[] = {2, 0}, j[] = {0, 1}, b[] = {1, 1};
    float zero[INPUT] = {0}, out[INPUT], want[INPUT] = {0}, values[] = {1, 2, 3, 4};
    const grn_tensor *three[] = {NULL, VIEW((void *)(uintptr_t)i, GRN_I64, 2), VIEW((void *)(uintptr_t)j, GRN_I64, 2),
                                 VIEW((void *)(uintptr_t)b, GRN_I64, 2)};
    (void)state;
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < 2; k++)
            want[AT(a, i[k], j[k], b[k])] = values[a * 2 + k];
    assert_int_equal(grn_torch_index_put(VIEW(zero, GRN_F32, 2, 3, 2, 2), three, 4, VIEW(values, GRN_F32, 2, 2), false,
                                         NULL, VIEW(out, GRN_F32, 2, 3, 2, 2), D),
                     GRN_OK);
    expect_zero_but("[a, i, j, b], values [a, k]", out, want);
}

/* out may not share a byte with any of the index tensors, which are read while it is written. */
static void out_is_disjoint_from_every_index(void **state)
{
    int64_t memory[12] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, zero[4] = {0}, value[] = {5};
    static const struct {
        const char *claim;
        int at, first, second;
        grn_status status;
    } cases[] = {
        {"with neither", 4, 0, 8, GRN_OK},
        {"with the first, at its end", 4, 7, 10, GRN_E_ALIAS},
        {"with the first, at its begin", 4, 3, 10, GRN_E_ALIAS},
        {"with the second alone", 4, 0, 6, GRN_E_ALIAS},
        {"it begins where one ends and ends where the other begins", 4, 2, 8, GRN_OK},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        int64_t kept[12];
        const grn_tensor *both[] = {VIEW(memory + cases[k].first, GRN_I64, 2),
                                    VIEW(memory + cases[k].second, GRN_I64, 2)};
        memcpy(kept, memory, sizeof kept);
        grn_status status = grn_torch_index_put(VIEW(zero, GRN_I64, 2, 2), both, 2, SCALAR(value, GRN_I64), false, NULL,
                                                VIEW(memory + cases[k].at, GRN_I64, 2, 2), D);
        if (status != cases[k].status)
            fail_msg("%s: %s", cases[k].claim, grn_status_name(status));
        if (status == GRN_E_ALIAS) {
            assert_string_equal(heard.error, "the destination overlaps indices in memory, it must lie apart");
            assert_memory_equal(memory, kept, sizeof kept);
        }
        memcpy(memory, kept, sizeof kept);
    }
}

/* A mask is no index here, and neither is a float; i32 is one. */
static void index_types(void **state)
{
    float zero[3] = {0}, out[3];
    uint8_t mask[] = {1, 0, 1};
    const grn_tensor *bytes[] = {VIEW(mask, GRN_UI8, 3)}, *bools[] = {VIEW(mask, GRN_I1, 3)};
    const grn_tensor *floats[] = {VIEW(F(0), GRN_F32, 1)}, *narrow[] = {VIEW(I32(-1), GRN_I32, 1)};
    grn_tensor *x = VIEW(zero, GRN_F32, 3), *o = VIEW(out, GRN_F32, 3), *one = SCALAR(F(1), GRN_F32);
    (void)state;
    REFUSED("bytes", grn_torch_index_put(x, bytes, 1, one, false, NULL, o, D), GRN_E_UNSUPPORTED,
            "indices hold a mask (Byte), index_put takes i64 or i32", NULL);
    REFUSED("bools", grn_torch_index_put(x, bools, 1, one, false, NULL, o, D), GRN_E_UNSUPPORTED,
            "indices hold a mask (Bool), index_put takes i64 or i32", NULL);
    REFUSED("floats", grn_torch_index_put(x, floats, 1, one, false, NULL, o, D), GRN_E_DTYPE,
            "tensors used as indices must be long, int, byte or bool tensors", NULL);
    GIVES("i32", grn_torch_index_put(x, narrow, 1, one, false, NULL, o, D), out, 0, 0, 1);
    const grn_tensor *none[] = {NULL};
    REFUSED("none", grn_torch_index_put(x, none, 1, one, false, NULL, o, D), GRN_E_ARGUMENT,
            "indices name no dimension, index_put needs at least one", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_stay_in_place),
        cmocka_unit_test(neighbours_of_several_dimensions),
        cmocka_unit_test(nonadjacent_ones_come_first),
        cmocka_unit_test(nonadjacent_ones_come_before_the_first),
        cmocka_unit_test(the_last_ones),
        cmocka_unit_test(out_is_disjoint_from_every_index),
        cmocka_unit_test(index_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
