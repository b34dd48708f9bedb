/* test_ort_parts_bags.c - bags of the provider, and indices out of range, without ONNX Runtime. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../ort/bags.h"

/* ---- one run of a bag ------------------------------------------------------------------------ */

static void run_tasks(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = ntasks; i-- > 0;)
        task(context, i);
}

static float table[] = {1, 2, 3, 4, 5, 6};

/* The status, and the result of a table of three rows of two. */
static grn_status run(const grn_ort_bag *bag, const grn_tensor *indices, const grn_tensor *weights, int32_t threads,
                      grn_tensor *shape, float *result)
{
    const grn_tensor inputs[GRN_ORT_BAG_INPUTS] = {grn_tensor_2d(table, GRN_F32, 3, 2), *indices,
                                                   weights != NULL ? *weights : (grn_tensor){.dtype = GRN_NO_DTYPE}};
    const grn_parallel parallel = {run_tasks, NULL, threads};
    grn_ort_bag_layout layout;
    grn_status status = grn_ort_bag_lay_out(bag, inputs, NULL, &layout);
    if (status != GRN_OK)
        return status;
    void *scratch = malloc(grn_ort_bag_scratch_bytes(bag, &layout, inputs) + 1);
    assert_non_null(scratch);
    *shape = layout.output;
    status = grn_ort_bag_run(bag, &layout, inputs, result, scratch, &parallel, NULL);
    free(scratch);
    return status;
}

/* ---- values by hand -------------------------------------------------------------------------- */

#define REDUCED_0 1u
#define REDUCED_1 2u

static const struct {
    const char *claim;
    grn_ort_bag bag;
    int64_t indices[4]; /* [2, 2] */
    float weights[4];   /* of weight_shape */
    int64_t weight_shape[3];
    grn_status status;
    int32_t rank;
    float want[4];
} cases[] = {
    {"sums of pairs",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1},
     {0, 2, 1, 1},
     {0},
     {0},
     GRN_OK,
     2,
     {6, 8, 6, 8}},
    {"down the columns",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_0},
     {0, 2, 1, 1},
     {0},
     {0},
     GRN_OK,
     2,
     {4, 6, 8, 10}},
    {"of both dimensions",
     {.combiner = GRN_BAG_MEAN, .rank = 2, .reduced = REDUCED_0 | REDUCED_1, .keeps_dims = true},
     {0, 2, 0, 2},
     {0},
     {0},
     GRN_OK,
     3,
     {3, 4}},
    {"from the end",
     {.combiner = GRN_BAG_MAX, .rank = 2, .reduced = REDUCED_1},
     {-3, -1, 0, -2},
     {0},
     {0},
     GRN_OK,
     2,
     {5, 6, 3, 4}},
    {"a minimum",
     {.combiner = GRN_BAG_MIN, .rank = 2, .reduced = REDUCED_1},
     {2, 1, 1, 0},
     {0},
     {0},
     GRN_OK,
     2,
     {3, 4, 1, 2}},
    {"a weight for each",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .has_weights = true},
     {0, 1, 2, 0},
     {2, 1, 1, -1},
     {2, 2, 1},
     GRN_OK,
     2,
     {5, 8, 4, 4}},
    {"a weight for each place of a bag",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .has_weights = true},
     {0, 1, 2, 0},
     {2, 1},
     {1, 2, 1},
     GRN_OK,
     2,
     {5, 8, 11, 14}},
    {"a weight for each bag, down the columns",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_0, .has_weights = true},
     {0, 1, 2, 0},
     {2, 1},
     {2, 1, 1},
     GRN_OK,
     2,
     {7, 10, 7, 10}},
    {"outside: told",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1},
     {0, 1, 3, 0},
     {0},
     {0},
     GRN_E_INDEX,
     0,
     {0}},
    {"outside: the nearest",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .out_of_range = GRN_ORT_CLAMP},
     {0, 9, -9, 1},
     {0},
     {0},
     GRN_OK,
     2,
     {6, 8, 4, 6}},
    {"outside: dropped",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .out_of_range = GRN_ORT_ZERO},
     {0, 9, -9, 1},
     {0},
     {0},
     GRN_OK,
     2,
     {1, 2, 3, 4}},
    {"weights of three for bags of two",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .has_weights = true},
     {0, 1, 2, 0},
     {0},
     {2, 3, 1},
     GRN_E_SHAPE,
     0,
     {0}},
    {"weights along a row",
     {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .has_weights = true},
     {0, 1, 2, 0},
     {0},
     {1, 2, 2},
     GRN_E_SHAPE,
     0,
     {0}},
    {"indices of another rank than the model's",
     {.combiner = GRN_BAG_SUM, .rank = 1, .reduced = REDUCED_0},
     {0},
     {0},
     {0},
     GRN_E_SHAPE,
     0,
     {0}},
};

static void test_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int narrow = 0; narrow < 2; narrow++)
            for (int32_t threads = 1; threads < 4; threads++) {
                int32_t ints[4];
                for (int k = 0; k < 4; k++)
                    ints[k] = (int32_t)cases[i].indices[k];
                const grn_tensor indices = narrow ? grn_tensor_2d(ints, GRN_I32, 2, 2)
                                                  : grn_tensor_2d((void *)(uintptr_t)cases[i].indices, GRN_I64, 2, 2);
                grn_tensor weights, shape;
                float got[4] = {0};
                assert_int_equal(
                    grn_tensor_init(&weights, (void *)(uintptr_t)cases[i].weights, GRN_F32, 3, cases[i].weight_shape),
                    GRN_OK);
                const grn_status status =
                    run(&cases[i].bag, &indices, cases[i].bag.has_weights ? &weights : NULL, threads, &shape, got);
                if (status != cases[i].status || (status == GRN_OK && shape.rank != cases[i].rank) ||
                    memcmp(got, cases[i].want, sizeof got) != 0)
                    fail_msg("%s: status %d, rank %d, %g %g %g %g", cases[i].claim, (int)status, (int)shape.rank,
                             got[0], got[1], got[2], got[3]);
            }
}

/* Indices of one element are broadcast, too, and a bag may have no entries. */
static void test_extents_of_one_and_none(void **state)
{
    (void)state;
    const grn_ort_bag bag = {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .has_weights = true};
    int64_t one[] = {2};
    float scales[] = {1, 2, 3, 4}, got[4];
    const grn_tensor indices = grn_tensor_2d(one, GRN_I64, 1, 1), weights = grn_tensor_3d(scales, GRN_F32, 2, 2, 1);
    grn_tensor shape;
    assert_int_equal(run(&bag, &indices, &weights, 1, &shape, got), GRN_OK);
    assert_memory_equal(got, ((float[]){15, 18, 35, 42}), sizeof got);
    assert_int_equal(shape.shape[0], 2);
    const grn_ort_bag greatest = {.combiner = GRN_BAG_MAX, .rank = 2, .reduced = REDUCED_1};
    const grn_tensor none = grn_tensor_2d(one, GRN_I64, 1, 0);
    assert_int_equal(run(&greatest, &none, NULL, 1, &shape, got), GRN_OK);
    assert_true(got[0] < -3.4e38F && got[1] < -3.4e38F);
}

/* More entries than memory has are refused before anything is counted with them. */
static void test_too_many(void **state)
{
    (void)state;
    const grn_ort_bag bag = {.combiner = GRN_BAG_SUM, .rank = 2, .reduced = REDUCED_1, .has_weights = true};
    const grn_tensor inputs[GRN_ORT_BAG_INPUTS] = {grn_tensor_2d(NULL, GRN_F32, 3, 2),
                                                   grn_tensor_2d(NULL, GRN_I64, INT64_C(1) << 40, 1),
                                                   grn_tensor_3d(NULL, GRN_F32, 1, INT64_C(1) << 40, 1)};
    grn_ort_bag_layout layout;
    assert_int_equal(grn_ort_bag_lay_out(&bag, inputs, NULL, &layout), GRN_E_LIMIT);
}

static void test_a_row_of_zeros_is_no_row_in_a_plain_sum_alone(void **state)
{
    (void)state;
    for (int combiner = GRN_BAG_SUM; combiner <= GRN_BAG_MIN; combiner++)
        for (int weights = 0; weights < 2; weights++) {
            const grn_ort_bag bag = {.combiner = (grn_bag_combiner)combiner, .has_weights = weights};
            assert_true(grn_ort_bag_keeps_rule(&bag, GRN_ORT_ERROR) && grn_ort_bag_keeps_rule(&bag, GRN_ORT_CLAMP));
            assert_int_equal(grn_ort_bag_keeps_rule(&bag, GRN_ORT_ZERO), combiner == GRN_BAG_SUM && !weights);
        }
}

/* ---- indices out of range -------------------------------------------------------------------- */

static void test_the_first_outside(void **state)
{
    (void)state;
    enum { N = 3000 };
    static int64_t longs[N];
    static int32_t ints[N];
    static const int64_t extents[] = {5, 4, 9};
    static const struct {
        int64_t at, value, nextents;
        bool wraps, outside;
    } table_of_cases[] = {
        {0, 5, 1, true, true},     {1023, 5, 1, true, true},      {1024, -6, 1, true, true},
        {N - 1, 5, 1, true, true}, {7, -5, 1, true, false},       {7, 4, 1, true, false},
        {7, -1, 1, false, true},   {7, 4, 1, false, false},       {1, 4, 3, true, true},
        {0, 4, 3, true, false},    {2, 8, 3, true, false},        {2, -10, 3, true, true},
        {2000, 9, 3, true, true},  {9, INT32_MIN, 1, true, true}, {9, INT32_MAX, 1, false, true},
    };
    for (size_t i = 0; i < sizeof table_of_cases / sizeof *table_of_cases; i++) {
        memset(longs, 0, sizeof longs);
        memset(ints, 0, sizeof ints);
        ints[table_of_cases[i].at] = (int32_t)table_of_cases[i].value;
        longs[table_of_cases[i].at] = table_of_cases[i].value;
        const grn_tensor wide = grn_tensor_2d(longs, GRN_I64, N / 3, 3),
                         narrow = grn_tensor_2d(ints, GRN_I32, N / 3, 3);
        const int64_t want = table_of_cases[i].outside ? table_of_cases[i].at : -1;
        const int64_t n = table_of_cases[i].nextents;
        const bool wraps = table_of_cases[i].wraps;
        assert_int_equal(grn_ort_find_outside(&wide, extents, n, wraps), want);
        assert_int_equal(grn_ort_find_outside(&narrow, extents, n, wraps), want);
    }
    longs[9] = INT64_MIN;
    const grn_tensor wide = grn_tensor_2d(longs, GRN_I64, N / 3, 3);
    assert_int_equal(grn_ort_find_outside(&wide, &(int64_t){INT64_MAX}, 1, true), 9);
    assert_int_equal(grn_ort_find_outside(&wide, &(int64_t){0}, 1, true), 0);
}

static void test_it_is_told_with_its_place(void **state)
{
    (void)state;
    int64_t indices[] = {0, 1, 2, 3, 4, 50};
    const grn_tensor view = grn_tensor_3d(indices, GRN_I64, 1, 3, 2);
    grn_ort_message message;
    grn_ort_message_begin(&message);
    grn_ort_tell_outside(&view, 5, 7, &message);
    assert_string_equal(message.text, "indices element out of data bounds, idx=50 must be within the inclusive range "
                                      "[-7,6]; indices: 50 at [0, 2, 1]; right: -7 to 6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_extents_of_one_and_none),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_a_row_of_zeros_is_no_row_in_a_plain_sum_alone),
        cmocka_unit_test(test_the_first_outside),
        cmocka_unit_test(test_it_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
