/*
 * test_dialects_check.c - what the check ops and calls take for equal, and
 * what they say otherwise.
 */
#include <math.h>

#include "dialects_test.h"

/* One f32 against another by each custom call. */
static const struct {
    const char *claim, *target;
    float got, expected;
    const char *says; /* "" for a match */
} floats[] = {
    {"equal", "check.expect_eq", 1.5f, 1.5f, ""},
    {"not equal", "check.expect_eq", 1.5f, 2.5f,
     "check.expect_eq: element [0, 1] is 1.500000e+00, expected 2.500000e+00\n"},
    {"a NaN equals a NaN", "check.expect_eq", NAN, NAN, ""},
    {"and no number", "check.expect_eq", NAN, 1.0f, "check.expect_eq: element [0, 1] is 0x7FC00000"},
    {"a NaN is close to a NaN", "check.expect_close", NAN, NAN, ""},
    {"three steps are close", "check.expect_close", 1.0f, 1.0f + 3 * 0x1p-23f, ""},
    {"four steps are not", "check.expect_close", 1.0f, 1.0f + 4 * 0x1p-23f, ": 4 ULP apart, at most 3 allowed\n"},
    {"infinity is close to itself", "check.expect_close", INFINITY, INFINITY, ""},
    {"infinity is far from the largest", "check.expect_close", INFINITY, 3.40282347e+38f,
     ": no distance can be given, at most 3 ULP allowed\n"},
    {"a ten-thousandth is equal", "check.eq", 0.0f, 0x1p-14f, ""},
    {"a thousandth is not", "check.eq", 0.0f, 1e-3f,
     "check.eq: element [0, 1] is 0.000000e+00, expected 1.000000e-03: more than"},
    {"a thousandth is almost equal", "check.expect_almost_eq", 0.0f, 0x1p-10f, ""},
    {"two thousandths are not", "check.expect_almost_eq", 0.0f, 2e-3f, ": more than 0.001 apart\n"},
};

/* An op to speak for without results, and one with. */
static const char module[] = "func.func @f(%a: tensor<1x2xf32>, %b: tensor<1x2xf32>) {\n"
                             "  check.expect_eq %a, %b : tensor<1x2xf32>\n"
                             "  %0 = stablehlo.add %a, %b : tensor<1x2xf32>\n"
                             "  return\n}\n";

static void each_call_compares_by_its_own_tolerance(void **state)
{
    (void)state;
    grn_ir ir;
    messages m;
    assert_int_equal(read_module(&ir, module, true, &m), GRN_OK);
    const grn_op *op = find_op(ir.top, "check.expect_eq");
    for (size_t i = 0; i < GRN_COUNT(floats); i++) {
        float a[] = {0, floats[i].got}, b[] = {0, floats[i].expected};
        const int64_t shape[] = {1, 2};
        const grn_rt operands[] = {{.tensor = tensor_of(a, GRN_F32, 2, shape)},
                                   {.tensor = tensor_of(b, GRN_F32, 2, shape)}};
        grn_exec x = {.operands = operands, .diag = messages_start(&m)};
        grn_check_call call = grn_check_find_call((grn_str){floats[i].target, strlen(floats[i].target)});
        assert_non_null(call);
        grn_status want = floats[i].says[0] ? GRN_E_CHECK : GRN_OK, status = call(&x, op);
        if (status != want || !strstr(m.text, floats[i].says) || (want == GRN_OK && m.text[0]))
            fail_msg("%s: %s, said: %s", floats[i].claim, grn_status_name(status), m.text);
    }
    assert_null(grn_check_find_call(GRN_STR("check.expect")));
    grn_ir_destroy(&ir);
}

static void integers_and_shapes_compare_exactly(void **state)
{
    (void)state;
    grn_ir ir;
    messages m;
    const grn_match close = {.rule = GRN_MATCH_ULP, .max_ulp = 3};
    int8_t a[] = {1, 2, 3}, b[] = {1, 2, 4};
    assert_int_equal(read_module(&ir, module, true, &m), GRN_OK);
    const grn_op *op = find_op(ir.top, "check.expect_eq");
    grn_exec x = {.diag = messages_start(&m)};
    const grn_tensor three = tensor_of(a, GRN_I8, 1, (int64_t[]){3}), other = tensor_of(b, GRN_I8, 1, (int64_t[]){3});
    assert_int_equal(grn_check_compare(&x, op, "check.expect_close", &three, &other, &close), GRN_E_CHECK);
    assert_string_equal(m.text, "error: check.expect_close: element [2] is 3, expected 4\n");
    const grn_tensor scalar = tensor_of(a, GRN_I8, 0, (int64_t[]){0}),
                     four = tensor_of(b + 2, GRN_I8, 0, (int64_t[]){0});
    messages_start(&m);
    assert_int_equal(grn_check_compare(&x, op, "check.eq", &scalar, &four, &close), GRN_E_CHECK);
    assert_string_equal(m.text, "error: check.eq: element is 1, expected 4\n");
    messages_start(&m);
    assert_int_equal(grn_check_compare(&x, op, "check.eq", &three, &scalar, &close), GRN_E_CHECK);
    assert_string_equal(m.text, "error: check.eq: a tensor of 3xi8, expected one of i8\n");
    grn_ir_destroy(&ir);
}

static unsigned char answer;

static grn_status one_answer(grn_exec *x, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_rt *out)
{
    (void)x;
    answer = 0;
    out->tensor = tensor_of(&answer, dtype, rank, shape);
    return GRN_OK;
}

static void a_call_with_a_result_says_true(void **state)
{
    (void)state;
    grn_ir ir;
    messages m;
    grn_rt result = {0};
    int32_t a = 7, b = 8;
    assert_int_equal(read_module(&ir, module, true, &m), GRN_OK);
    const grn_op *op = find_op(ir.top, "stablehlo.add");
    grn_rt operands[] = {{.tensor = tensor_of(&a, GRN_I32, 0, (int64_t[]){0})},
                         {.tensor = tensor_of(&a, GRN_I32, 0, (int64_t[]){0})}};
    static const grn_exec_calls calls = {.alloc = one_answer};
    grn_exec x = {.calls = &calls, .operands = operands, .results = &result, .diag = messages_start(&m)};
    grn_check_call call = grn_check_find_call(GRN_STR("check.eq"));
    assert_int_equal(call(&x, op), GRN_OK);
    assert_int_equal(result.tensor.dtype, GRN_I1);
    assert_int_equal(result.tensor.rank, 0);
    assert_int_equal(answer, 1);
    operands[1].tensor.data = &b;
    assert_int_equal(call(&x, op), GRN_E_CHECK);
    grn_ir_destroy(&ir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_call_compares_by_its_own_tolerance),
        cmocka_unit_test(a_call_with_a_result_says_true),
        cmocka_unit_test(integers_and_shapes_compare_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
