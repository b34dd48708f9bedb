/* The page's calls, without a browser: what they answer for programs that are right, wrong, long,
 * endless or hostile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/json_write.h"
#include "play.h"

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *skip_value(const char *p);

static const char *skip_text(const char *p)
{
    if (*p++ != '"')
        return NULL;
    for (; *p != '"'; p++) {
        if ((unsigned char)*p < 0x20)
            return NULL;
        if (*p == '\\' && (p[1] == 'u' ? strspn(p + 2, "0123456789abcdef") < 4 : !p[1] || !strchr("\"\\/bfnrt", p[1])))
            return NULL;
        p += *p == '\\';
    }
    return p + 1;
}

static const char *skip_list(const char *p, char end, bool keys)
{
    if (*++p == end)
        return p + 1;
    for (;; p++) {
        if (keys && (!(p = skip_text(p)) || *p++ != ':'))
            return NULL;
        if (!(p = skip_value(p)) || (*p != ',' && *p != end))
            return NULL;
        if (*p == end)
            return p + 1;
    }
}

static const char *skip_word(const char *p)
{
    size_t n = strspn(p, "-0123456789");
    n = n ? n : strncmp(p, "true", 4) == 0 ? 4 : strncmp(p, "false", 5) == 0 ? 5 : 0;
    return n ? p + n : NULL;
}

static const char *skip_value(const char *p)
{
    p += strspn(p, " \n");
    const char *end = *p == '{'   ? skip_list(p, '}', true)
                      : *p == '[' ? skip_list(p, ']', false)
                      : *p == '"' ? skip_text(p)
                                  : skip_word(p);
    return end ? end + strspn(end, " \n") : NULL;
}

static bool is_json(const char *text)
{
    const char *end = text ? skip_value(text) : NULL;
    return end && *end == 0;
}

/* The answer has `part`; it is freed. */
static void expect(char *answer, const char *part)
{
    assert_non_null(answer);
    if (!is_json(answer))
        fail_msg("this is no JSON: %s", answer);
    if (!strstr(answer, part))
        fail_msg("expected %s in %s", part, answer);
    free(answer);
}

static void test_checker_of_json(void **state)
{
    (void)state;
    assert_true(is_json("{\"a\":[1,-2,{}],\"b\":\"x\\u000a\\\"\"}"));
    assert_false(is_json("{\"a\":1"));
    assert_false(is_json("[1,]"));
    assert_false(is_json("\"\n\""));
    assert_false(is_json("{} {}"));
}

/* ---- programs -------------------------------------------------------------------------------- */

static const char take[] =
    "func.func @main(%table: tensor<3x2xf32>, %rows: tensor<4xi32>) -> tensor<4x2xf32> {\n"
    "  %r = \"stablehlo.gather\"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],\n"
    "    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,\n"
    "    slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>\n"
    "  return %r : tensor<4x2xf32>\n"
    "}\n";
static const char count_from_1[] =
    "func.func @main(%x: tensor<4x3xi32>, %i: tensor<3x1xi32>) -> tensor<3x3xi32> {\n"
    "  %r = nvl.gather(%x, %i, slice_sizes = [1, 3], offset_dims = [2], collapsed_slice_dims = [1], "
    "operand_batching_dims = [],\n"
    "    start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)\n"
    "    : (tensor<4x3xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>\n"
    "  return %r : tensor<3x3xi32>\n"
    "}\n";
static const char pairs[] = /* rows of 2, columns of 5 */
    "func.func @main(%x: tensor<2x5xf32>, %at: tensor<3x2xi64>) -> tensor<3xf32> {\n"
    "  %r = \"onnx.GatherND\"(%x, %at) : (tensor<2x5xf32>, tensor<3x2xi64>) -> tensor<3xf32>\n"
    "  return %r : tensor<3xf32>\n"
    "}\n";
static const char sorted[] =
    "func.func @main(%table: tensor<3x2xf32>, %rows: tensor<3xi32>) -> tensor<3x2xf32> {\n"
    "  %r = \"stablehlo.gather\"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],\n"
    "    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true,\n"
    "    slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>\n"
    "  return %r : tensor<3x2xf32>\n"
    "}\n";
static const char endless[] = "func.func @main() -> tensor<i32> {\n"
                              "  %0 = stablehlo.constant dense<0> : tensor<i32>\n"
                              "  %1 = stablehlo.while(%a = %0) : tensor<i32>\n"
                              "    cond {\n"
                              "      %t = stablehlo.constant dense<true> : tensor<i1>\n"
                              "      stablehlo.return %t : tensor<i1>\n"
                              "    } do {\n"
                              "      stablehlo.return %a : tensor<i32>\n"
                              "    }\n"
                              "  return %1 : tensor<i32>\n"
                              "}\n";
static const char large[] = "func.func @main() -> tensor<4096x65536xf32> {\n"
                            "  %0 = stablehlo.iota dim = 0 : tensor<4096x65536xf32>\n"
                            "  return %0 : tensor<4096x65536xf32>\n"
                            "}\n";
static const char squares[] = "func.func @main() -> tensor<9x300x300xi32> {\n"
                              "  %0 = stablehlo.iota dim = 2 : tensor<9x300x300xi32>\n"
                              "  return %0 : tensor<9x300x300xi32>\n"
                              "}\n";

#define PROGRAM(text) (text), strlen(text), 0 /* no options */
#define INPUTS(text) (text), sizeof(text)     /* with the last one's zero */

/* ---- claims ---------------------------------------------------------------------------------- */

static void test_about(void **state)
{
    (void)state;
    expect(play_about(), "\"languages\":[\"numpy\",\"jax\",\"pytorch\",\"r\"]");
}

static void test_check(void **state)
{
    (void)state;
    expect(play_check(PROGRAM(take)),
           "{\"name\":\"main\",\"inputs\":[\"tensor<3x2xf32>\",\"tensor<4xi32>\"],\"names\":[\"table\","
           "\"rows\"],\"results\":1,\"runs\":1,\"devices\":1}");
    expect(play_check(PROGRAM(take)), "\"messages\":[],\"status\":\"GRN_OK\"");
    expect(play_check("", 0, 0), "\"functions\":[]");
    expect(play_check(PROGRAM("func.func @main() {\n  %0 = oops\n")),
           "{\"severity\":\"error\",\"line\":2,\"column\":8,");
    expect(play_check(PROGRAM("func.func @\"a\\22\\0A<\"() { return }")), "\"name\":\"a\\\"\\u000a<\"");
}

/* C21 of the specification's gather: a slice fits inside the operand; the place is the op's. */
static void test_rules_say_where(void **state)
{
    char program[sizeof take];
    (void)state;
    strcpy(program, take);
    *strstr(program, "1, 2>}>") = '4';
    char *answer = play_check(PROGRAM(program));
    assert_non_null(strstr(answer, "\"status\":\"GRN_E_VERIFY\""));
    expect(answer, "{\"severity\":\"error\",\"line\":2,\"column\":8,");
}

static void test_inputs_are_in_range(void **state)
{
    (void)state;
    expect(play_inputs(PROGRAM(take), 0, 0), "[{\"text\":\"[[0, 1], [2, 3], [4, 5]]\",\"most\":[],\"least\":0},"
                                             "{\"text\":\"[2, 1, 0, 2]\",\"most\":[2],\"least\":0}]");
    expect(play_inputs(PROGRAM(count_from_1), 0, 0), "{\"text\":\"[[4], [3], [2]]\",\"most\":[4],\"least\":1}");
    expect(play_inputs(PROGRAM(pairs), 0, 0), "\"most\":[1,4]");
    expect(play_inputs(PROGRAM(sorted), 0, 0), "\"[0, 1, 2]\"");
    expect(play_inputs(PROGRAM("func.func @main(%x: tensor<0x3xi32>, %y: tensor<i1>) { return }"), 0, 0),
           "\"text\":\"[]\"");
    expect(play_inputs(PROGRAM("func.func @main(%x: tensor<?x2xi32>) { return }"), 0, 0), "\"text\":\"3x2xi32=[[");
    expect(play_inputs(PROGRAM(take), 7, 0), "\"status\":\"GRN_E_ARGUMENT\"");
}

static void test_random_inputs_are_in_range(void **state)
{
    (void)state;
    int seen[3] = {0};
    for (uint32_t seed = 1; seed <= 20; seed++) {
        char *answer = play_inputs(PROGRAM(take), 0, seed);
        const char *first = answer ? strstr(answer, "\"text\":\"") : NULL,
                   *rows = first ? strstr(first + 1, "\"text\":\"[") : NULL;
        assert_non_null(rows);
        for (int i = 0; i < 4; i++) {
            char digit = rows[strlen("\"text\":\"[") + 3 * (size_t)i];
            assert_in_range(digit, '0', '2');
            seen[digit - '0']++;
        }
        free(answer);
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* StableHLO moves a start out of range into it: row 9 is row 2. */
static void test_run(void **state)
{
    static const char given[] = "3x2xf32=[[1, 2], [3, 4], [5, 0.5]]\0004xi32=[0, 1, 2, 9]";
    (void)state;
    expect(play_run(PROGRAM(take), 0, INPUTS(given)), "\"shape\":[4,2]");
    expect(play_run(PROGRAM(take), 0, INPUTS(given)), "\"elements\":[\"1.000000e+00\",\"2.000000e+00\",\"3.000000e+"
                                                      "00\",\"4.000000e+00\",\"5.000000e+00\",\"5.000000e-01\","
                                                      "\"5.000000e+00\",\"5.000000e-01\"]");
    expect(play_run(PROGRAM(take), 0, INPUTS("3x2xf32=1\0004xi32=[0,")), "\"input\":1,");
    expect(play_run(PROGRAM(take), 0, INPUTS("3x2xf32=1")), "\"severity\":\"error\"");
    expect(play_run(PROGRAM(take), 0, "", 0), "\"results\":[]");
}

/* A field takes what --input takes: the function says the type, or one stands in front. */
static void test_values_of_the_declared_type(void **state)
{
    static const char *const same[] = {"[0,1,2,2]", " [0, 1, 2, 2]", "0 1 2 2", "4xi32=[0, 1, 2, 2]",
                                       "tensor<4xi32>=0,1,2,2"};
    char given[64];
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const int n = snprintf(given, sizeof given, "iota%c%s%c", 0, same[i], 0);
        expect(play_run(PROGRAM(take), 0, given, (size_t)n),
               "\"elements\":[\"0.000000e+00\",\"1.000000e+00\",\"2.000000e+00\",\"3.000000e+00\",\"4.000000e+00\",\"5."
               "000000e+00\","
               "\"4.000000e+00\",\"5.000000e+00\"]");
    }
    expect(play_run(PROGRAM(take), 0, INPUTS("zeros\0iota")), "\"status\":\"GRN_OK\"");
    expect(play_run(PROGRAM(take), 0, INPUTS("random:7\0[0, 1, 9, -1]")), "\"status\":\"GRN_OK\"");
    expect(play_run(PROGRAM(take), 0, INPUTS("nan\0001")), "\"status\":\"GRN_OK\"");
    expect(play_run(PROGRAM(take), 0, INPUTS("iota\0[0, 1, x, 2]")), "\"line\":1,\"column\":8,\"input\":1,");
    expect(play_run(PROGRAM(take), 0, INPUTS("iota\0[0, 1]")), "\"input\":1,");
    expect(play_explain(PROGRAM(take), 0, INPUTS("iota\0[0,1,2,9]"), 0, 0, "3,1"), "operand[2, 1] = 5");
}

static void test_limits(void **state)
{
    char *program = malloc(PLAY_PROGRAM_BYTES + 1);
    (void)state;
    assert_non_null(program);
    memset(program, ' ', PLAY_PROGRAM_BYTES + 1);
    expect(play_check(program, PLAY_PROGRAM_BYTES, 0), "\"status\":\"GRN_OK\"");
    expect(play_check(program, PLAY_PROGRAM_BYTES + 1, 0), "\"status\":\"GRN_E_LIMIT\"");
    free(program);
    expect(play_run(PROGRAM(endless), 0, "", 0), "\"status\":\"GRN_E_LIMIT\"");
    expect(play_run(PROGRAM(large), 0, "", 0), "\"severity\":\"error\"");
}

/* 64 x 32 of the last two dimensions are PLAY_CELLS, and so one of the first. */
static void test_long_results_are_cut(void **state)
{
    (void)state;
    char *answer = play_run(PROGRAM(squares), 0, "", 0);
    size_t n = 0;
    const char *elements = answer ? strstr(answer, "\"elements\":[") : NULL;
    assert_non_null(elements);
    for (const char *p = elements + strlen("\"elements\":["); *p != ']'; p++)
        n += *p == ',';
    assert_int_equal(n + 1, PLAY_CELLS);
    expect(answer, "\"shown\":[1,32,64]");
}

static void test_many_messages_are_counted(void **state)
{
    json program = {0};
    (void)state;
    json_plain(&program, "func.func @main(%a: tensor<2xf32>) {\n");
    for (int i = 0; i < 2 * PLAY_MESSAGES; i++)
        json_plain(&program, "  \"stablehlo.abs\"(%a) : (tensor<2xf32>) -> tensor<3xi32>\n");
    json_plain(&program, "  return\n}\n");
    expect(play_check(program.bytes, program.n, 0), "more messages are not shown");
    free(json_finish(&program));
}

static void test_translate(void **state)
{
    (void)state;
    expect(play_translate(PROGRAM(take), 0, "onnx"), "onnx.Gather");
    expect(play_translate(PROGRAM(take), 0, "numpy"), "np.take(table, start0, axis=0)");
    expect(play_translate(PROGRAM(take), 0, "latin"), "\"status\":\"GRN_E_ARGUMENT\"");
    expect(play_translate(PROGRAM("func"), 0, "onnx"), "\"status\":\"GRN_E_PARSE\"");
    expect(play_about(), "\"forms\":[\"loops\",\"c\",\"gradient\",\"tangents\",\"device\"]");
    expect(play_translate(PROGRAM(take), 0, "loops"), "memref<3x2xf32>");
    expect(play_translate(PROGRAM(take), 0, "c"), "const float *restrict");
    expect(play_translate(PROGRAM(take), 0, "gradient"), "@main_vjp(");
    expect(play_translate(PROGRAM(take), 0, "tangents"), "@main_jvp(");
    expect(play_translate(PROGRAM(take), 7, "gradient"), "there is no function 7");
    expect(play_translate(PROGRAM(count_from_1), 0, "gradient"), "\"status\":\"GRN_E_ARGUMENT\"");
    expect(play_translate(PROGRAM("func"), 0, "c"), "\"status\":\"GRN_E_PARSE\"");
}

/* ---- options --------------------------------------------------------------------------------- */

static const char not_unique[] =
    "func.func @main(%x: tensor<4xf32>, %i: tensor<2x1xindex>, %u: tensor<2xf32>) -> tensor<4xf32> {\n"
    "  %r = tensor.scatter %u into %x[%i] scatter_dims([0]) : (tensor<2xf32>, tensor<4xf32>, tensor<2x1xindex>) -> "
    "tensor<4xf32>\n"
    "  return %r : tensor<4xf32>\n"
    "}\n";
static const char foreign[] = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                              "  %0 = \"mine.op\"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
                              "  return %0 : tensor<2xf32>\n"
                              "}\n";
/* The window of three from row 2 on has one row outside. */
static const char wide[] =
    "func.func @main(%x: tensor<4xi32>, %i: tensor<1x1xi32>, %u: tensor<1x3xi32>) -> tensor<4xi32> {\n"
    "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
    "[1],\n"
    "    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
    "    ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "      stablehlo.return %b : tensor<i32>\n"
    "  }) : (tensor<4xi32>, tensor<1x1xi32>, tensor<1x3xi32>) -> tensor<4xi32>\n"
    "  return %r : tensor<4xi32>\n"
    "}\n";
static const char checked[] = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                              "  check.expect_eq %a, %a : tensor<2xf32>\n"
                              "  return %a : tensor<2xf32>\n"
                              "}\n";
#define WITH(text, option) (text), strlen(text), UINT32_C(1) << PLAY_##option

static void test_options(void **state)
{
    (void)state;
    expect(play_about(), "\"options\":[\"Refuse an index out of range\",");
    expect(play_run(PROGRAM(take), 0, INPUTS("iota\0[0,1,2,9]")), "\"status\":\"GRN_OK\"");
    expect(play_run(WITH(take, STRICT), 0, INPUTS("iota\0[0,1,2,9]")), "\"status\":\"GRN_E_INDEX\"");
    expect(play_run(WITH(sorted, CHECK_PROMISES), 0, INPUTS("iota\0[2,1,0]")), "\"status\":\"GRN_E_PROMISE\"");
    expect(play_run(PROGRAM(wide), 0, INPUTS("zeros\0[[2]]\0[[7,8,9]]")), "\"elements\":[\"0\",\"0\",\"7\",\"8\"]");
    expect(play_run(WITH(wide, WHOLE_WINDOW), 0, INPUTS("zeros\0[[2]]\0[[7,8,9]]")),
           "\"elements\":[\"0\",\"0\",\"0\",\"0\"]");
    expect(play_check(PROGRAM(not_unique)), "\"status\":\"GRN_E_VERIFY\"");
    expect(play_check(WITH(not_unique, NONUNIQUE)), "\"status\":\"GRN_OK\"");
    expect(play_check(WITH(foreign, UNREGISTERED)), "\"status\":\"GRN_OK\"");
    expect(play_translate(PROGRAM(checked), 0, "loops"), "'Leave checks out'");
    expect(play_translate(WITH(checked, DROP_CHECKS), 0, "loops"), "memref<2xf32>");
}

/* The command's options are named by what the page has for them. */
static void test_messages_name_the_page(void **state)
{
    static const char custom[] =
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = onnx.Mine %x : tensor<2xf32>\n  "
        "return %0 : tensor<2xf32>\n}\n";
    (void)state;
    expect(play_check(PROGRAM(custom)), "under 'Keep ops of unknown dialects' it is kept");
    char *answer = play_run(PROGRAM(endless), 0, "", 0);
    assert_null(strstr(answer, "--"));
    expect(answer, "this page takes no more");
}

/* ---- lint and sharding ----------------------------------------------------------------------- */

static void test_lint(void **state)
{
    (void)state;
    expect(play_lint(PROGRAM(take), 0, INPUTS("iota\0[0,1,2,9]")),
           "{\"severity\":\"warning\",\"kind\":\"out-of-bounds\",\"line\":2,\"column\":8,\"op\":\"stablehlo.gather\",");
    expect(play_lint(PROGRAM(take), 0, INPUTS("iota\0[0,1,2,1]")), "\"findings\":[],\"messages\":[],");
    expect(play_lint(PROGRAM(take), 0, INPUTS("iota\0[0,x]")), "\"findings\":[");
    expect(play_lint(PROGRAM("func"), 0, "", 0), "\"findings\":[],");
}

/* Rows 0 and 1 of four are the first device's. */
static void test_shard(void **state)
{
    static const char divided[] =
        "sdy.mesh @mesh = <[\"x\"=2]>\n"
        "func.func @main(%t: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}, %i: "
        "tensor<2x1xi32>) -> tensor<2x3xf32> {\n"
        "  %r = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],\n"
        "    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,\n"
        "    slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>\n"
        "  return %r : tensor<2x3xf32>\n"
        "}\n";
    (void)state;
    expect(play_check(PROGRAM(divided)), "\"devices\":2}");
    expect(play_shard(PROGRAM(divided), 0),
           "\"devices\":2,\"values\":[{\"name\":\"t\",\"parts\":[\"[0:2, 0:3]\",\"[2:4, 0:3]\"]},"
           "{\"name\":\"i\",\"parts\":[\"all of it\",\"all of it\"]},");
    expect(play_shard(PROGRAM(divided), 0), "\"moves\":[{\"line\":3,");
    expect(play_translate(PROGRAM(divided), 0, "device"), "tensor<2x3xf32>");
    expect(play_shard(PROGRAM(take), 0), "\"devices\":1,");
    expect(play_shard(PROGRAM("func"), 0), "\"values\":[],");
}

/* Row 9 of 3 is row 2, whose second element is the operand's last. */
static void test_steps(void **state)
{
    static const char given[] = "3x2xf32=[[1, 2], [3, 4], [5, 0.5]]\0004xi32=[0, 1, 2, 9]";
    (void)state;
    expect(play_ops(PROGRAM(take), 0, INPUTS(given)), "\"ops\":[{\"op\":\"stablehlo.gather\",\"line\":2,\"column\":8,");
    expect(play_ops(PROGRAM(squares), 0, "", 0), "\"ops\":[]");
    expect(play_explain(PROGRAM(take), 0, INPUTS(given), 0, 0, "3,1"), "operand[2, 1] = 0.5");
    expect(play_explain(PROGRAM(take), 0, INPUTS(given), 0, 0, "3,2"), "\"status\":\"GRN_E_ARGUMENT\"");
    expect(play_explain(PROGRAM(take), 0, INPUTS(given), 1, 0, "3,1"), "\"status\":\"GRN_E_ARGUMENT\"");
    expect(play_explain(PROGRAM("func"), 0, INPUTS(given), 0, 0, "3,1"), "\"text\":\"\",\"words\":\"\"");
}

static void test_places(void **state)
{
    static const char *const wrong[] = {"x", "1,", ",1", "1,x", "1 2"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(play_explain(PROGRAM(take), 0, INPUTS("3x2xf32=1\0004xi32=0"), 0, 0, wrong[i]),
               "\"status\":\"GRN_E_ARGUMENT\"");
    expect(play_draw(PROGRAM(take), 0, INPUTS("3x2xf32=1\0004xi32=0"), 0, "0,0;x"), "\"status\":\"GRN_E_ARGUMENT\"");
    expect(play_draw(PROGRAM(take), 0, INPUTS("3x2xf32=1\0004xi32=0"), 0, ";"), "\"status\":\"GRN_E_ARGUMENT\"");
}

static void test_picture(void **state)
{
    static const char given[] = "3x2xf32=[[1, 2], [3, 4], [5, 6]]\0004xi32=[0, 1, 2, 2]";
    (void)state;
    expect(play_draw(PROGRAM(take), 0, INPUTS(given), 0, ""), "\"svg\":\"<svg ");
    expect(play_draw(PROGRAM(take), 0, INPUTS(given), 0, "3,1"), "data-tensor=\\\"result\\\" data-at=\\\"3,1\\\"");
    expect(play_draw(PROGRAM(take), 0, INPUTS(given), 0, "0,0;0,1;1,0;1,1;2,0;2,1;3,0;3,1;9,9"),
           "\"status\":\"GRN_OK\"");
    expect(play_draw(PROGRAM(take), 0, INPUTS(given), 0, "4,0"), "\"status\":\"GRN_E_ARGUMENT\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checker_of_json),
        cmocka_unit_test(test_about),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_rules_say_where),
        cmocka_unit_test(test_inputs_are_in_range),
        cmocka_unit_test(test_random_inputs_are_in_range),
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_values_of_the_declared_type),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_long_results_are_cut),
        cmocka_unit_test(test_many_messages_are_counted),
        cmocka_unit_test(test_translate),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_messages_name_the_page),
        cmocka_unit_test(test_lint),
        cmocka_unit_test(test_shard),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
