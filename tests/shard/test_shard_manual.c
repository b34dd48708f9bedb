/*
 * test_shard_manual.c - manual computations, within each other and in control flow: what comes of
 * their shardings, which collectives devices run and what they give, worked out by hand; what is
 * refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/shard.h"
#include "support/programs.h"
#include "support/refuser.h"

#define MESH "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\n"

/* Twice within "x", twice again within "y", rows of a part in {"x"} turned; "z" comes in on the way
 * out. */
#define NESTED                                                                                                      \
    "sdy.mesh @m = <[\"x\"=2, \"y\"=2, \"z\"=2]>\n"                                                                 \
    "func.func @main(%a: tensor<4x4xi32>) -> tensor<4x4xi32> {\n"                                                   \
    "  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"x\", ?}, {?}]>] out_shardings=[<@m, [{\"x\", ?}, "    \
    "{?}]>]\n"                                                                                                      \
    "      manual_axes={\"x\"} (%b: tensor<2x4xi32>) {\n"                                                           \
    "    %1 = stablehlo.add %b, %b : tensor<2x4xi32>\n"                                                             \
    "    %2 = sdy.manual_computation(%1) in_shardings=[<@m, [{?}, {\"y\", ?}]>] out_shardings=[<@m, [{?}, {\"y\", " \
    "?}]>]\n"                                                                                                       \
    "        manual_axes={\"y\"} (%c: tensor<2x2xi32>) {\n"                                                         \
    "      %3 = stablehlo.add %c, %c : tensor<2x2xi32>\n"                                                           \
    "      %4 = stablehlo.reverse %3, dims = [0, 1] : tensor<2x2xi32>\n"                                            \
    "      sdy.return %4 : tensor<2x2xi32>\n    } : (tensor<2x4xi32>) -> tensor<2x4xi32>\n"                         \
    "    %5 = sdy.sharding_constraint %2 <@m, [{}, {\"z\"}]> : tensor<2x4xi32>\n"                                   \
    "    sdy.return %5 : tensor<2x4xi32>\n  } : (tensor<4x4xi32>) -> tensor<4x4xi32>\n"                             \
    "  return %0 : tensor<4x4xi32>\n}\n"

/* Three times: a part in {"x"} is doubled and turned, and cut along "y" besides. */
#define LOOP                                                                                                           \
    MESH                                                                                                               \
        "func.func @main(%a: tensor<8xi32>) -> tensor<8xi32> {\n"                                                      \
        "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %n = stablehlo.constant dense<3> : tensor<i32>\n"      \
        "  %r:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<8xi32>\n  cond {\n"                       \
        "    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"                           \
        "    stablehlo.return %c : tensor<i1>\n  } do {\n    %one = stablehlo.constant dense<1> : tensor<i32>\n"       \
        "    %j = stablehlo.add %i, %one : tensor<i32>\n"                                                              \
        "    %w = sdy.manual_computation(%v) in_shardings=[<@m, [{\"x\", ?}]>] out_shardings=[<@m, [{\"x\", ?}]>]\n"   \
        "        manual_axes={\"x\"} (%b: tensor<4xi32>) {\n      %1 = stablehlo.add %b, %b : tensor<4xi32>\n"         \
        "      %d = stablehlo.reverse %1, dims = [0] : tensor<4xi32>\n"                                                \
        "      %e = sdy.sharding_constraint %d <@m, [{\"y\"}]> : tensor<4xi32>\n      sdy.return %e : tensor<4xi32>\n" \
        "    } : (tensor<8xi32>) -> tensor<8xi32>\n    stablehlo.return %j, %w : tensor<i32>, tensor<8xi32>\n  }\n"    \
        "  return %r#1 : tensor<8xi32>\n}\n"

/* The second of two branches: rows of a part change places. */
#define BRANCHES                                                                                                     \
    MESH "func.func @main(%a: tensor<8xi32>) -> tensor<8xi32> {\n  %p = stablehlo.constant dense<1> : tensor<i32>\n" \
         "  %r = \"stablehlo.case\"(%p) ({\n    stablehlo.return %a : tensor<8xi32>\n  }, {\n"                       \
         "    %w = sdy.manual_computation(%a) in_shardings=[<@m, [{\"y\"}]>] out_shardings=[<@m, [{\"y\"}]>] "       \
         "manual_axes={\"y\"}\n"                                                                                     \
         "        (%b: tensor<4xi32>) {\n      %d = stablehlo.reverse %b, dims = [0] : tensor<4xi32>\n"              \
         "      sdy.return %d : tensor<4xi32>\n    } : (tensor<8xi32>) -> tensor<8xi32>\n"                           \
         "    stablehlo.return %w : tensor<8xi32>\n  }) : (tensor<i32>) -> tensor<8xi32>\n  return %r : "            \
         "tensor<8xi32>\n}\n"

/* Parts of rows in {"x"} are summed, exchanged and gathered over "x"; columns stay cut along
 * "y". */
#define COLLECTIVES(groups)                                                                                            \
    MESH "func.func @main(%a: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {\"y\"}]>})\n"               \
         "    -> (tensor<2x2xi32>, tensor<4x2xi32>, tensor<8x2xi32>) {\n"                                              \
         "  %0, %1, %2 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"x\"}, {?}]>] out_shardings=[<@m, [{}, "     \
         "{?}]>,\n"                                                                                                    \
         "      <@m, [{\"x\"}, {?}]>, <@m, [{\"x\"}, {?}]>] manual_axes={\"x\"} (%b: tensor<2x2xi32>) {\n"             \
         "    %s = \"stablehlo.all_reduce\"(%b) ({\n    ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n"                     \
         "      %r = stablehlo.add %p, %q : tensor<i32>\n      stablehlo.return %r : tensor<i32>\n"                    \
         "    }) {replica_groups = dense<" groups "> : tensor<2x2xi64>, use_global_device_ids,\n"                      \
         "      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xi32>) -> "             \
         "tensor<2x2xi32>\n"                                                                                           \
         "    %c = \"stablehlo.collective_permute\"(%b) {source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, "    \
         "1]]>\n"                                                                                                      \
         "      : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}\n"                \
         "      : (tensor<2x2xi32>) -> tensor<2x2xi32>\n"                                                              \
         "    %g = \"stablehlo.all_gather\"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]>\n" \
         "      : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, "                 \
         "use_global_device_ids}\n"                                                                                    \
         "      : (tensor<2x2xi32>) -> tensor<4x2xi32>\n"                                                              \
         "    sdy.return %s, %c, %g : tensor<2x2xi32>, tensor<2x2xi32>, tensor<4x2xi32>\n"                             \
         "  } : (tensor<4x2xi32>) -> (tensor<2x2xi32>, tensor<4x2xi32>, tensor<8x2xi32>)\n"                            \
         "  return %0, %1, %2 : tensor<2x2xi32>, tensor<4x2xi32>, tensor<8x2xi32>\n}\n"

/* Of 18 devices those with the same "b" have parts of one value: from "a" to "c" nothing may come
 * from the others. */
#define PERMUTED                                                                                                       \
    "sdy.mesh @m = <[\"a\"=3, \"b\"=2, \"c\"=3]>\nfunc.func @main(%a: tensor<6xi32>) -> tensor<6xi32> {\n"             \
    "  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"b\", \"a\"}]>] out_shardings=[<@m, [{\"b\", \"c\"}]>]\n" \
    "      manual_axes={\"b\"} (%b: tensor<3xi32>) {\n    %e = sdy.sharding_constraint %b <@m, [{\"c\"}]> : "          \
    "tensor<3xi32>\n"                                                                                                  \
    "    sdy.return %e : tensor<3xi32>\n  } : (tensor<6xi32>) -> tensor<6xi32>\n  return %0 : tensor<6xi32>\n}\n"

/* A body that gives its part of a sum, of a greatest, and what it was given as such a part. */
#define UNREDUCED                                                                                            \
    MESH "func.func @main(%a: tensor<8xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<8xi32>) {\n"           \
         "  %0, %1, %2 = sdy.manual_computation(%a, %a) in_shardings=[<@m, [{\"x\"}]>, <@m, [{}], "          \
         "unreduced={\"x\"}>]\n"                                                                             \
         "      out_shardings=[<@m, [{}], unreduced={\"x\"}>, <@m, [{}], unreduced=max{\"x\"}>, <@m, [{}], " \
         "unreduced={\"x\"}>]\n"                                                                             \
         "      manual_axes={\"x\"} (%b: tensor<4xi32>, %c: tensor<8xi32>) {\n"                              \
         "    %d = stablehlo.negate %b : tensor<4xi32>\n"                                                    \
         "    sdy.return %b, %d, %c : tensor<4xi32>, tensor<4xi32>, tensor<8xi32>\n"                         \
         "  } : (tensor<8xi32>, tensor<8xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<8xi32>)\n"           \
         "  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<8xi32>\n}\n"

/* Rows by columns cut along what is summed; who reads it says when the sum is to be made. */
#define KEPT                                                                                                           \
    MESH "func.func @main(%a: tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@m, [{}, {\"x\"}]>}) -> tensor<2x2xi32> "  \
         "{\n"                                                                                                         \
         "  %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x4xi32>) -> tensor<4x2xi32>\n"                       \
         "  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={\"x\"}>]>}\n" \
         "      : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>\n"                                             \
         "  %1 = sdy.reduce_scatter [{\"x\"}, {}] %0 out_sharding=<@m, [{\"x\"}, {}]> : tensor<2x2xi32>\n"             \
         "  %2 = sdy.replicated_to_unreduced {\"y\"} %1 out_sharding=<@m, [{\"x\"}, {}], unreduced={\"y\"}> : "        \
         "tensor<2x2xi32>\n"                                                                                           \
         "  %3 = sdy.all_reduce {\"y\"} %2 out_sharding=<@m, [{\"x\"}, {}]> : tensor<2x2xi32>\n"                       \
         "  return %3 : tensor<2x2xi32>\n}\n"

/* The argument counts from 0. */
static const struct {
    const char *claim, *program;
    int32_t rank;
    int64_t shape[2];
    size_t nresults, counts[3];
    int32_t want[3][16];
    const char *spread;          /* stands in what is propagated */
    int gathers, permutes, sums; /* collectives that a device runs */
} cases[] = {
    {"one in another",
     NESTED,
     2,
     {4, 4},
     1,
     {16},
     {{20, 16, 28, 24, 4, 0, 12, 8, 52, 48, 60, 56, 36, 32, 44, 40}},
     "in_shardings=[<@m, [{?}, {\"y\", ?}]>] out_shardings=[<@m, [{?}, {\"y\", ?}]>] manual_axes={\"y\"}",
     0,
     1,
     0},
    {"in a loop, cut along an axis that is free there",
     LOOP,
     1,
     {8},
     1,
     {8},
     {{24, 16, 8, 0, 56, 48, 40, 32}},
     "in_shardings=[<@m, [{\"x\", \"y\", ?}]>] out_shardings=[<@m, [{\"x\", \"y\", ?}]>]",
     1,
     0,
     0},
    {"in a branch", BRANCHES, 1, {8}, 1, {8}, {{3, 2, 1, 0, 7, 6, 5, 4}}, "in_shardings=[<@m, [{\"y\"}]>]", -1, 0, 0},
    {"collectives of its own, along what is cut",
     COLLECTIVES("[[0, 2], [1, 3]]"),
     2,
     {4, 2},
     3,
     {4, 8, 16},
     {{4, 6, 8, 10}, {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7}},
     "out_shardings=[<@m, [{}, {\"y\", ?}], replicated={\"x\"}>, <@m, [{\"x\"}, {\"y\", ?}]>, <@m, [{\"x\"}, {\"y\", "
     "?}]>]",
     1,
     1,
     1},
    {"a permutation among those that have one value",
     PERMUTED,
     1,
     {6},
     1,
     {6},
     {{0, 1, 2, 3, 4, 5}},
     "manual_axes",
     0,
     1,
     0},
    {"parts of results are folded, and an argument is on one device",
     UNREDUCED,
     1,
     {8},
     3,
     {4, 4, 8},
     {{4, 6, 8, 10}, {0, -1, -2, -3}, {0, 1, 2, 3, 4, 5, 6, 7}},
     "unreduced=max{\"x\"}",
     1,
     0,
     3},
    {"what is unreduced is kept reduced", KEPT, 2, {2, 4}, 1, {4}, {{14, 38, 38, 126}}, "unreduced={\"x\"}", 0, 0, 1},
};

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

static grn_module *parse(const char *claim, const char *program)
{
    grn_module *module = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    if (grn_module_parse(program, strlen(program), NULL, &diag, &module) != GRN_OK ||
        grn_module_verify(module, &diag) != GRN_OK)
        fail_msg("%s: %s\n%s", claim, n.first, program);
    return module;
}

static const char *divided(const char *claim, const grn_module *module, grn_shard_stage stage)
{
    static program_text text;
    const grn_sink sink = {program_append, &text};
    grn_module *made = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    text.n = 0;
    if (grn_module_shard(module, &(grn_module_shard_options){.stage = stage}, &diag, &made) != GRN_OK)
        fail_msg("%s: %s", claim, n.first);
    assert_int_equal(grn_module_print(made, NULL, &sink), GRN_OK);
    grn_module_destroy(made);
    return text.at;
}

static void by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_module *module = parse(cases[i].claim, cases[i].program);
        const char *text = divided(cases[i].claim, module, GRN_SHARD_PROPAGATED);
        if (!strstr(text, cases[i].spread))
            fail_msg("%s: no %s in\n%s", cases[i].claim, cases[i].spread, text);
        text = divided(cases[i].claim, module, GRN_SHARD_LOCAL);
        if ((cases[i].gathers >= 0 && count(text, "\"stablehlo.all_gather") != cases[i].gathers) ||
            count(text, "stablehlo.collective_permute") != cases[i].permutes ||
            count(text, "stablehlo.all_reduce") != cases[i].sums || strstr(text, "sdy.manual"))
            fail_msg("%s:\n%s", cases[i].claim, text);
        int32_t numbers[16];
        grn_tensor input;
        grn_results *got = NULL;
        for (int32_t k = 0; k < 16; k++)
            numbers[k] = k;
        assert_int_equal(grn_tensor_init(&input, numbers, GRN_I32, cases[i].rank, cases[i].shape), GRN_OK);
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        if (grn_module_shard_run(module, 0, 1, &input, NULL, NULL, &diag, &got) != GRN_OK)
            fail_msg("%s: %s", cases[i].claim, n.first);
        assert_int_equal(grn_results_count(got), cases[i].nresults);
        for (size_t r = 0; r < cases[i].nresults; r++)
            if (memcmp(grn_results_tensor(got, r)->data, cases[i].want[r], cases[i].counts[r] * sizeof(int32_t)) != 0)
                fail_msg("%s: result #%zu", cases[i].claim, r);
        grn_results_destroy(got);
        grn_module_destroy(module);
    }
}

/* Groups of devices that lie apart along a free axis: what they take comes whole. */
static void groups_across(void **state)
{
    (void)state;
    grn_module *module = parse("groups", COLLECTIVES("[[0, 1], [2, 3]]"));
    const char *text = divided("groups", module, GRN_SHARD_LOCAL);
    assert_int_equal(count(text, "\"stablehlo.all_gather"), 2);
    assert_non_null(strstr(text, "(tensor<2x2xi32>) -> tensor<2x2xi32>"));
    grn_module_destroy(module);
}

#define WITHIN(outer_in, inner_in, inner_axes)                                                                       \
    MESH "func.func @main(%a: tensor<8xi32>) -> tensor<8xi32> {\n"                                                   \
         "  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{" outer_in "}]>] out_shardings=[<@m, [{" outer_in   \
         "}]>]\n"                                                                                                    \
         "      manual_axes={\"x\"} (%b: tensor<4xi32>) {\n"                                                         \
         "    %1 = sdy.manual_computation(%b) in_shardings=[<@m, [{" inner_in "}]>] out_shardings=[<@m, [{" inner_in \
         "}]>]\n"                                                                                                    \
         "        manual_axes={" inner_axes "} (%c: tensor<2xi32>) {\n      sdy.return %c : tensor<2xi32>\n"         \
         "    } : (tensor<4xi32>) -> tensor<4xi32>\n    sdy.return %1 : tensor<4xi32>\n  } : (tensor<8xi32>) -> "    \
         "tensor<8xi32>\n"                                                                                           \
         "  return %0 : tensor<8xi32>\n}\n"

static const struct {
    const char *claim, *program, *message;
} refusals[] = {
    {"an axis that is manual around", WITHIN("\"x\"", "\"x\"", "\"x\""),
     "operates on axis \"x\" which is already bound by a parent sdy.manual_computation op"},
    {"the same in a sharding", WITHIN("\"x\"", "\"y\", \"x\"", "\"y\""),
     "operates on axis \"x\" which is already bound by a parent sdy.manual_computation op"},
    {"another shape than manual axes leave", WITHIN("\"x\"", "\"y\"", ""),
     "Expected local shape 'tensor<4xi32>', actual local shape 'tensor<2xi32>'"},
    {"manual axes behind free ones", WITHIN("\"y\", \"x\"", "\"y\"", "\"y\""),
     "Saw manual axis \"x\" after free axis \"y\""},
};

static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        grn_module *module = NULL;
        grn_status status = grn_module_parse(refusals[i].program, strlen(refusals[i].program), NULL, &diag, &module);
        if (status == GRN_OK)
            status = grn_module_verify(module, &diag);
        if (status != GRN_E_VERIFY || !strstr(n.first, refusals[i].message))
            fail_msg("%s: %s", refusals[i].claim, n.first);
        grn_module_destroy(module);
    }
}

/* At whichever request memory is refused, nothing leaks and nothing is half made. */
static bool run_refused(refuser *r, const char *program, const grn_tensor *input)
{
    const grn_module_options options = {.allocator = &r->allocator};
    grn_module *module = NULL;
    grn_results *got = NULL;
    grn_status status = grn_module_parse(program, strlen(program), &options, NULL, &module);
    if (status == GRN_OK)
        status = grn_module_shard_run(module, 0, 1, input, NULL, NULL, NULL, &got);
    assert_true(status == GRN_OK || status == GRN_E_MEMORY);
    assert_true((status == GRN_OK) == (got != NULL));
    grn_results_destroy(got);
    grn_module_destroy(module);
    assert_int_equal(r->outstanding, 0);
    return status == GRN_OK;
}

static void refused_memory(void **state)
{
    (void)state;
    static const size_t chosen[] = {0, 1, 5};
    int32_t numbers[16] = {0};
    for (size_t p = 0; p < sizeof chosen / sizeof *chosen; p++)
        for (int chunks = 0; chunks < 2; chunks++) {
            refuser r;
            bool done = false;
            grn_tensor input;
            assert_int_equal(grn_tensor_init(&input, numbers, GRN_I32, cases[chosen[p]].rank, cases[chosen[p]].shape),
                             GRN_OK);
            const size_t step = test_one_in("GARNER_REFUSED", chunks ? 1 : 7);
            for (size_t at = 0; !done; at += step) {
                refuser_init(&r);
                r.refuse_at = at;
                r.no_chunks = !chunks;
                done = run_refused(&r, cases[chosen[p]].program, &input) || r.refusals == 0;
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(groups_across),
                                       cmocka_unit_test(refused), cmocka_unit_test(refused_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
