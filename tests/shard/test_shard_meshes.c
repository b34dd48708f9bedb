/*
 * test_shard_meshes.c - programs of several meshes, of meshes of one device, of parts of axes that
 * cross, and what each device has of its own: run on devices, with the results that the text means,
 * worked out by hand.
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

#define S(mesh, list) "{sdy.sharding = #sdy.sharding<@" mesh ", [" list "]>}"
#define T "tensor<4x2xi32>"
#define SIX "sdy.mesh @s = <[\"s\"=6]>\n"
#define FOUR "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\n"
/* Of a body that a device along "x" runs on two rows of columns that may be cut along "y". */
#define BODY(out_sharding, type, body)                                                                           \
    FOUR "func.func @main(%a: " T                                                                                \
         " " S("m", "{\"x\"}, {\"y\"}") ") -> " type " {\n"                                                      \
                                        "  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"x\"}, {?}]>] " \
                                        "out_shardings=[<@m, [" out_sharding "]>] manual_axes={\"x\"}\n"         \
                                        "      (%b: tensor<2x2xi32>) {\n" body "  } : (" T ") -> " type          \
                                        "\n  return %0 : " type "\n}\n"

/* The argument counts from 0. */
static const struct {
    const char *claim, *program;
    int32_t rank;
    int64_t shape[2];
    size_t count;
    int32_t want[12];
    int permutes, gathers, reduces; /* collectives that a device runs */
} cases[] = {
    {"a mesh without axes",
     "sdy.mesh @e = <[]>\nfunc.func @main(%a: " T " " S("e", "{}, {}") ") -> (" T " " S(
         "e", "{}, {}") ") {\n"
                        "  %0 = stablehlo.add %a, %a "
                        "{sdy.sharding = #sdy.sharding_per_value<[<@e, [{}, {}]>]>} : " T "\n  return %0 : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, 2, 4, 6, 8, 10, 12, 14},
     0,
     0,
     0},
    {"a mesh of one device that has a number",
     "sdy.mesh @e = <[], device_ids=[0]>\nfunc.func @main(%a: " T " " S("e", "") ") -> (" T " " S(
         "e", "") ") {\n"
                  "  %0 = stablehlo.add %a, %a "
                  "{sdy.sharding = #sdy.sharding_per_value<[<@e, []>]>} : " T "\n  return %0 : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, 2, 4, 6, 8, 10, 12, 14},
     0,
     0,
     0},
    {"one device's value among values of all: every device has it whole",
     FOUR "sdy.mesh @e = <[], device_ids=[3]>\nfunc.func @main(%a: " T " " S("m", "{\"x\"}, {}") ") -> (" T " " S(
         "m", "{\"x\"}, {}") ") {\n"
                             "  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@e, []>]>} : " T
                             "\n"
                             "  %1 = stablehlo.negate %0 : " T "\n  return %1 : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, -2, -4, -6, -8, -10, -12, -14},
     0,
     -1,
     0},

    {"the same axes, the devices in another order",
     "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\nsdy.mesh @n = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 2, 0]>\n"
     "func.func @main(%a: " T " " S("m", "{\"x\"}, {\"y\"}") ") -> (" T " " S(
         "n", "{\"x\"}, {\"y\"}") ") {\n"
                                  "  %0 = sdy.collective_permute %a out_sharding=<@n, [{\"x\"}, {\"y\"}]> : " T
                                  "\n  return %0 : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, 1, 2, 3, 4, 5, 6, 7},
     1,
     0,
     0},
    {"the same order with other axes: nothing travels",
     FOUR "sdy.mesh @n = <[\"z\"=4]>\nfunc.func @main(%a: " T
          " " S("m", "{\"x\", \"y\"}, {}") ") -> (" T " " S("n", "{\"z\"}, {}") ") {\n"
                                                                                "  return %a : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, 1, 2, 3, 4, 5, 6, 7},
     0,
     0,
     0},
    {"parts of another size come together first",
     FOUR "sdy.mesh @n = <[\"z\"=4], device_ids=[3, 2, 1, 0]>\nfunc.func @main(%a: " T " " S(
         "m", "{\"x\"}, {}") ") -> (" T " " S("n", "{\"z\"}, {}") ") {\n"
                                                                  "  %0 = sdy.reshard %a <@n, [{\"z\"}, {}]> : " T
                                                                  "\n  return %0 : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, 1, 2, 3, 4, 5, 6, 7},
     0,
     1,
     0},
    {"an op takes values of two meshes: the one of fewer bytes comes to the other",
     FOUR "sdy.mesh @n = <[\"x\"=2, \"y\"=2], device_ids=[3, 2, 1, 0]>\nfunc.func @main(%a: " T " " S(
         "m", "{\"x\"}, {}") ") -> (" T " " S("m", "{\"x\"}, {}") ") {\n"
                                                                  "  %0 = sdy.reshard %a <@n, [{\"x\"}, {}]> : " T
                                                                  "\n  %1 = stablehlo.subtract %0, %a : " T "\n"
                                                                  "  %2 = stablehlo.add %1, %a : " T
                                                                  "\n  return %2 : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, 1, 2, 3, 4, 5, 6, 7},
     2,
     0,
     0},

    {"parts of an axis that cross: written",
     SIX "func.func @main(%a: tensor<6xi32> " S("s", "{\"s\":(1)2}") ") -> (tensor<6xi32> " S(
         "s", "{\"s\":(1)3}") ") {\n"
                              "  %0 = stablehlo.negate %a : tensor<6xi32>\n  return %0 : tensor<6xi32>\n}\n",
     1,
     {6},
     6,
     {0, -1, -2, -3, -4, -5},
     0,
     1,
     0},
    {"parts of an axis that cross: propagated, and whole axes are of both",
     SIX "func.func @main(%a: tensor<12xi32> " S(
         "s", "{\"s\"}") ") -> tensor<12xi32> {\n"
                         "  %0 = stablehlo.reshape %a : (tensor<12xi32>) -> tensor<2x6xi32>\n  "
                         "%1 = stablehlo.negate %0 : tensor<2x6xi32>\n"
                         "  %2 = stablehlo.reshape %1 : (tensor<2x6xi32>) -> tensor<12xi32>\n  "
                         "%3 = stablehlo.reshape %2 : (tensor<12xi32>) -> tensor<3x4xi32>\n"
                         "  %4 = stablehlo.negate %3 : tensor<3x4xi32>\n  %5 = "
                         "stablehlo.reshape %4 : (tensor<3x4xi32>) -> tensor<12xi32>\n"
                         "  return %5 : tensor<12xi32>\n}\n",
     1,
     {12},
     12,
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
     0,
     0,
     0},

    {"a group of values, which nobody runs",
     FOUR "func.func @main(%a: " T " " S("m", "{\"x\"}, {}") ") -> " T " {\n  %0 = stablehlo.negate %a : " T "\n"
                                                             "  %1 = stablehlo.negate %0 : " T
                                                             "\n  sdy.sharding_group %0 group_id=0 : " T
                                                             "\n  sdy.sharding_group %1 group_id=0 : " T "\n"
                                                             "  return %1 : " T "\n}\n",
     2,
     {4, 2},
     8,
     {0, 1, 2, 3, 4, 5, 6, 7},
     0,
     0,
     0},

    {"the number of a device is its own: rows 0 and 1 are of device 0 and 1, along \"x\" they are 2 apart",
     FOUR "func.func @main(%a: tensor<4xui32> " S("m", "{\"x\", \"y\"}") ") -> (tensor<4xui32> " S(
         "m", "{\"x\", \"y\"}") ") {\n"
                                "  %p = stablehlo.partition_id : tensor<ui32>\n  %q = stablehlo.replica_id : "
                                "tensor<ui32>\n  %r = "
                                "stablehlo.subtract %p, %q : tensor<ui32>\n"
                                "  %b = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<ui32>) -> tensor<4xui32>\n"
                                "  %0 = stablehlo.add %a, %b : tensor<4xui32>\n  return %0 : tensor<4xui32>\n}\n",
     1,
     {4},
     4,
     {0, 2, 4, 6},
     0,
     0,
     0},
    {"the same in a body",
     FOUR
     "func.func @main(%a: tensor<4xui32>) -> tensor<4xui32> {\n"
     "  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"x\", \"y\"}]>] out_shardings=[<@m, [{\"x\", \"y\"}]>] "
     "manual_axes={\"x\", \"y\"} (%b: tensor<1xui32>) {\n"
     "    %p = stablehlo.partition_id : tensor<ui32>\n    %q = stablehlo.reshape %p : (tensor<ui32>) -> "
     "tensor<1xui32>\n"
     "    %r = stablehlo.add %b, %q : tensor<1xui32>\n    sdy.return %r : tensor<1xui32>\n  } : (tensor<4xui32>) -> "
     "tensor<4xui32>\n"
     "  return %0 : tensor<4xui32>\n}\n",
     1,
     {4},
     4,
     {0, 2, 4, 6},
     0,
     0,
     0},

    {"a fold along a manual axis sums what devices have, and a free one stays cut",
     BODY("{}, {?}", "tensor<2x2xi32>",
          "    %c = sdy.all_reduce {\"x\"} %b out_sharding=<@m, [{}, {?}]> : tensor<2x2xi32>\n    sdy.return %c : "
          "tensor<2x2xi32>\n"),
     2,
     {4, 2},
     4,
     {4, 6, 8, 10},
     0,
     1,
     1},
    {"along a free axis it is the identity",
     BODY(
         "{}, {?}", "tensor<2x2xi32>",
         "    %c = sdy.all_reduce {\"x\", \"y\"} %b out_sharding=<@m, [{}, {}]> : tensor<2x2xi32>\n    sdy.return %c : "
         "tensor<2x2xi32>\n"),
     2,
     {4, 2},
     4,
     {4, 6, 8, 10},
     0,
     -1,
     1},
    {"the greatest of them",
     BODY("{}, {?}", "tensor<2x2xi32>",
          "    %c = sdy.all_reduce max {\"x\"} %b out_sharding=<@m, [{}, {?}]> : tensor<2x2xi32>\n    sdy.return %c : "
          "tensor<2x2xi32>\n"),
     2,
     {4, 2},
     4,
     {4, 5, 6, 7},
     0,
     1,
     1},
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

static const char *divided(const char *claim, const grn_module *module)
{
    static program_text text;
    const grn_sink sink = {program_append, &text};
    grn_module *made = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    text.n = 0;
    if (grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_LOCAL}, &diag, &made) != GRN_OK)
        fail_msg("%s: %s", claim, n.first);
    assert_int_equal(grn_module_print(made, NULL, &sink), GRN_OK);
    grn_module_destroy(made);
    return text.at;
}

static bool is_as_many(int wanted, int found) { return wanted < 0 || wanted == found; }

static void by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_module *module = parse(cases[i].claim, cases[i].program);
        const char *text = divided(cases[i].claim, module);
        if (!is_as_many(cases[i].permutes, count(text, "\"stablehlo.collective_permute")) ||
            !is_as_many(cases[i].gathers, count(text, "\"stablehlo.all_gather")) ||
            !is_as_many(cases[i].reduces, count(text, "\"stablehlo.all_reduce")))
            fail_msg("%s: other collectives:\n%s", cases[i].claim, text);
        int32_t numbers[16];
        grn_tensor input;
        grn_results *got = NULL;
        for (int32_t k = 0; k < 16; k++)
            numbers[k] = k;
        const bool is_unsigned = strstr(cases[i].program, "xui32>") != NULL;
        assert_int_equal(
            grn_tensor_init(&input, numbers, is_unsigned ? GRN_UI32 : GRN_I32, cases[i].rank, cases[i].shape), GRN_OK);
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        if (grn_module_shard_run(module, 0, 1, &input, NULL, NULL, &diag, &got) != GRN_OK)
            fail_msg("%s: %s", cases[i].claim, n.first);
        if (memcmp(grn_results_tensor(got, 0)->data, cases[i].want, cases[i].count * sizeof(int32_t)) != 0)
            fail_msg("%s: other values", cases[i].claim);
        grn_results_destroy(got);
        grn_module_destroy(module);
    }
}

/* Whichever request for memory is refused, nothing leaks and nothing is half made. */
static void refused_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_status status = GRN_E_MEMORY;
        const size_t step = test_one_in("GARNER_REFUSED", 17);
        for (size_t at = 0; status != GRN_OK; at += step) {
            refuser r;
            refuser_init(&r);
            const grn_module_options options = {.allocator = &r.allocator};
            grn_module *module, *made;
            assert_int_equal(grn_module_parse(cases[i].program, strlen(cases[i].program), &options, NULL, &module),
                             GRN_OK);
            r.refuse_at = r.requests + at;
            status = grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_LOCAL}, NULL, &made);
            if (status != GRN_OK && (status != GRN_E_MEMORY || made))
                fail_msg("%s: request %zu: %s", cases[i].claim, at, grn_status_text(status));
            grn_module_destroy(made);
            grn_module_destroy(module);
            assert_int_equal(r.outstanding, 0);
        }
    }
}

/* What is refused names what there is too much of: nine names of the same two devices. */
static void too_many_meshes(void **state)
{
    (void)state;
    char text[4096], body[2048] = "";
    size_t at = 0, in = 0;
    for (int i = 0; i < 9; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "sdy.mesh @m%d = <[\"a%d\"=2]>\n", i, i);
        in += (size_t)snprintf(body + in, sizeof body - in,
                               "  %%%d = sdy.sharding_constraint %%%s%d <@m%d, [{\"a%d\"}, {}]> : " T "\n", i,
                               i ? "" : "a", i ? i - 1 : 0, i, i);
    }
    snprintf(text + at, sizeof text - at, "func.func @main(%%a0: " T ") -> " T " {\n%s  return %%8 : " T "\n}\n", body);
    grn_module *module = parse("nine meshes", text), *made;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    assert_int_equal(grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_LOCAL}, &diag, &made),
                     GRN_E_LIMIT);
    if (!strstr(n.first, "shardings of more than 8 meshes"))
        fail_msg("told: %s", n.first);
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(refused_memory),
                                       cmocka_unit_test(too_many_meshes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
