/* test_core_literal.c - tensors as dense literals: whole, splat, hex and shortened for a person. */
#include "core/core.h"
#include "garner/sink.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char text[100000];
static grn_text_buffer to;

static const char *write_it(const grn_tensor *t, int64_t elide_over, int64_t hex_over)
{
    grn_sink sink = grn_text_buffer_sink(&to);
    to = grn_text_buffer_over(text, sizeof text);
    assert_int_equal(
        grn_tensor_write_literal(t, &(grn_literal_options){.elide_over = elide_over, .hex_over = hex_over}, &sink),
        GRN_OK);
    return text;
}

static unsigned char counting_bytes[1000];

static const struct {
    const char *claim;
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[4];
    const void *data;
    int64_t elide_over, hex_over;
    const char *text;
} cases[] = {
    {"rank 0", GRN_I32, 0, {0}, (int32_t[]){7}, 0, 0, "dense<7>"},
    {"matrix", GRN_I32, 2, {2, 2}, (int32_t[]){1, 2, 3, 4}, 0, 0, "dense<[[1, 2], [3, 4]]>"},
    {"splat", GRN_I32, 2, {2, 2}, (int32_t[]){7, 7, 7, 7}, 0, 0, "dense<7>"},
    {"empty", GRN_I32, 2, {0, 2}, NULL, 1, 1, "dense<>"},
    {"zeros of both signs are no splat",
     GRN_F32,
     1,
     {2},
     (float[]){0.0f, -0.0f},
     0,
     0,
     "dense<[0.000000e+00, -0.000000e+00]>"},
    {"NaN splat", GRN_F32, 1, {2}, (uint32_t[]){0x7FC00000, 0x7FC00000}, 0, 0, "dense<0x7FC00000>"},
    {"bools", GRN_I1, 1, {3}, (uint8_t[]){1, 0, 1}, 0, 0, "dense<[true, false, true]>"},
    {"i4", GRN_I4, 1, {2}, (int8_t[]){-8, 7}, 0, 0, "dense<[-8, 7]>"},
    {"complex",
     GRN_C64,
     1,
     {2},
     (float[]){1, 2, 3, -4},
     0,
     0,
     "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]>"},
    {"hex is little-endian", GRN_F32, 1, {2}, (float[]){1, 2}, 0, 1, "dense<\"0x0000803F00000040\">"},
    {"hex bools are packed", GRN_I1, 1, {9}, (uint8_t[]){1, 0, 1, 0, 0, 0, 0, 1, 1}, 0, 1, "dense<\"0x8501\">"},
    {"hex i4 has a clear upper half", GRN_I4, 1, {2}, (int8_t[]){-8, 7}, 0, 1, "dense<\"0x0807\">"},
    {"a splat is never hex", GRN_I8, 1, {3}, (int8_t[]){1, 1, 1}, 1, 1, "dense<1>"},
    {"not over the limit", GRN_I8, 1, {2}, (int8_t[]){1, 2}, 2, 2, "dense<[1, 2]>"},
    {"shortened", GRN_UI8, 1, {100}, counting_bytes, 20, 10, "dense<[0, 1, 2, ..., 97, 98, 99]>"},
    {"shortened in two dimensions",
     GRN_UI8,
     2,
     {10, 10},
     counting_bytes,
     20,
     0,
     "dense<[[0, 1, 2, ..., 7, 8, 9], [10, 11, 12, ..., 17, 18, 19], [20, 21, 22, ..., 27, 28, 29], ..., "
     "[70, 71, 72, ..., 77, 78, 79], [80, 81, 82, ..., 87, 88, 89], [90, 91, 92, ..., 97, 98, 99]]>"},
};

static void test_cases(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++)
        counting_bytes[i] = (unsigned char)i;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        union {
            const void *in;
            void *out;
        } data = {cases[i].data};
        grn_tensor t;
        assert_int_equal(grn_tensor_init(&t, data.out, cases[i].dtype, cases[i].rank, cases[i].shape), GRN_OK);
        if (strcmp(write_it(&t, cases[i].elide_over, cases[i].hex_over), cases[i].text) != 0)
            fail_msg("%s: wrote %s, expected %s", cases[i].claim, text, cases[i].text);
    }
}

static void test_strides(void **state)
{
    int32_t numbers[] = {1, 2, 3, 4, 5, 6};
    grn_tensor t, v;
    (void)state;
    assert_int_equal(grn_tensor_init(&t, numbers, GRN_I32, 2, (int64_t[]){2, 3}), GRN_OK);
    grn_view_transpose(&t, (int64_t[]){1, 0}, &v);
    assert_string_equal(write_it(&v, 0, 0), "dense<[[1, 4], [2, 5], [3, 6]]>");
    grn_view_reverse(&t, 2, &v);
    assert_string_equal(write_it(&v, 0, 1), "dense<\"0x030000000200000001000000060000000500000004000000\">");
}

/* However many dimensions: what a person gets fits on a page. 2^20 elements in rank 20. */
static void test_shortened_stays_short(void **state)
{
    static uint8_t bytes[1 << 20];
    int64_t shape[GRN_MAX_RANK];
    grn_tensor t;
    (void)state;
    bytes[1] = 1;
    for (int d = 0; d < 20; d++)
        shape[d] = 2;
    assert_int_equal(grn_tensor_init(&t, bytes, GRN_UI8, 20, shape), GRN_OK);
    assert_true(strlen(write_it(&t, 100, 0)) < 4000);
    assert_non_null(strstr(text, "..."));
}

/* The values are what each type's encoding says: infinities and NaNs of IEEE's types, the one NaN
 * of FN and FNUZ. */
static const struct {
    const char *claim;
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[3];
    const void *data;
    const char *json;
} json_cases[] = {
    {"rank 0 is the element", GRN_I32, 0, {0}, (int32_t[]){-7}, "-7"},
    {"a splat is written whole", GRN_I8, 2, {2, 2}, (int8_t[]){7, 7, 7, 7}, "[[7, 7], [7, 7]]"},
    {"no elements", GRN_I32, 2, {1000000000000, 0}, NULL, "[]"},
    {"an i1 is true or false", GRN_I1, 1, {2}, (uint8_t[]){1, 0}, "[true, false]"},
    {"64 bits are exact",
     GRN_UI64,
     1,
     {2},
     (uint64_t[]){UINT64_MAX, 9007199254740993u},
     "[18446744073709551615, 9007199254740993]"},
    {"the least of i64", GRN_I64, 0, {0}, (int64_t[]){INT64_MIN}, "-9223372036854775808"},
    {"no number of JSON's",
     GRN_F32,
     1,
     {4},
     (uint32_t[]){0x7FC00000, 0xFFC00001, 0x7F800000, 0xFF800000},
     "[\"nan\", \"nan\", \"inf\", \"-inf\"]"},
    {"a zero keeps its sign", GRN_F64, 1, {2}, (double[]){0.0, -0.0}, "[0.000000e+00, -0.000000e+00]"},
    {"a whole number of nine digits", GRN_F32, 0, {0}, (float[]){123456792.0f}, "123456792.0"},
    {"complex numbers are pairs",
     GRN_C64,
     1,
     {2},
     (uint32_t[]){0x3F800000, 0x7F800000, 0x7FC00000, 0xC0000000},
     "[[1.000000e+00, \"inf\"], [\"nan\", -2.000000e+00]]"},
    {"FNUZ has one NaN and no infinity", GRN_F8E4M3FNUZ, 1, {2}, (uint8_t[]){0x80, 0x7F}, "[\"nan\", 2.400000e+02]"},
    {"f8E5M2 has infinities", GRN_F8E5M2, 1, {2}, (uint8_t[]){0x7C, 0xFC}, "[\"inf\", \"-inf\"]"},
};

static void test_json(void **state)
{
    const grn_sink sink = grn_text_buffer_sink(&to);
    grn_tensor t;
    (void)state;
    for (size_t i = 0; i < sizeof json_cases / sizeof *json_cases; i++) {
        to = grn_text_buffer_over(text, sizeof text);
        assert_int_equal(grn_tensor_init(&t, (void *)(uintptr_t)json_cases[i].data, json_cases[i].dtype,
                                         json_cases[i].rank, json_cases[i].shape),
                         GRN_OK);
        assert_int_equal(grn_tensor_write_json(&t, &sink), GRN_OK);
        if (strcmp(text, json_cases[i].json) != 0)
            fail_msg("%s: %s", json_cases[i].claim, text);
    }
}

static grn_status refuse(void *user, const char *piece, size_t n)
{
    (void)piece, (void)n;
    ++*(int *)user;
    return GRN_E_SINK;
}

static void test_a_refusal_stops_the_writer(void **state)
{
    static int32_t numbers[20000];
    int calls = 0;
    grn_tensor t;
    grn_sink sink = {refuse, &calls};
    (void)state;
    numbers[5] = 1;
    assert_int_equal(grn_tensor_init(&t, numbers, GRN_I32, 1, (int64_t[]){20000}), GRN_OK);
    assert_int_equal(grn_tensor_write_literal(&t, NULL, &sink), GRN_E_SINK);
    assert_int_equal(calls, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_strides),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_shortened_stays_short),
        cmocka_unit_test(test_a_refusal_stops_the_writer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
