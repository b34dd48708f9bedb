/*
 * test_shard_local.c - which collectives a device runs for each way to cut a gather, a scatter and
 * what is around them, worked out by hand; what is refused, and where.
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

/* ---- programs -------------------------------------------------------------------------------- */

#define MESH "sdy.mesh @m = <[\"x\"=2, \"y\"=4]>\n"
#define SHARD(list) "{sdy.sharding = #sdy.sharding<@m, [" list "]>}"

/* Rows of a table: tensor<16x6xf32> by tensor<8x1xi32>. */
#define TAKE(table, indices, result)                                                                                 \
    MESH "func.func @main(%t: tensor<16x6xf32> " SHARD(table) ", %i: tensor<8x1xi32> " SHARD(                        \
        indices) ") -> (tensor<8x6xf32> " SHARD(result) ") {\n"                                                      \
                                                        "  %r = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = " \
                                                        "#stablehlo.gather<offset_dims = [1],\n"                     \
                                                        "    collapsed_slice_dims = [0], start_index_map = [0], "    \
                                                        "index_vector_dim "                                          \
                                                        "= 1>, slice_sizes = array<i64: 1, 6>}>\n"                   \
                                                        "    : (tensor<16x6xf32>, tensor<8x1xi32>) -> "              \
                                                        "tensor<8x6xf32>\n"                                          \
                                                        "  return %r : tensor<8x6xf32>\n}\n"

/* An element of each row, by batching dims: tensor<8x16xf32> by tensor<8x1xi32>. */
#define TAKE_BATCHED                                                                                                  \
    MESH "func.func @main(%t: tensor<8x16xf32> " SHARD("{\"y\"}, {}") ", %i: tensor<8x1xi32> " SHARD(                 \
        "{\"y\"}, {}") ") -> (tensor<8xf32> " SHARD("{\"y\"}") ") {\n"                                                \
                                                               "  %r = \"stablehlo.gather\"(%t, %i) "                 \
                                                               "<{dimension_numbers = "                               \
                                                               "#stablehlo.gather<collapsed_slice_dims = [1],\n"      \
                                                               "    operand_batching_dims = [0], "                    \
                                                               "start_indices_batching_dims = "                       \
                                                               "[0], start_index_map = [1], index_vector_dim = 1>,\n" \
                                                               "    slice_sizes = array<i64: 1, 1>}> : "              \
                                                               "(tensor<8x16xf32>, "                                  \
                                                               "tensor<8x1xi32>) -> tensor<8xf32>\n"                  \
                                                               "  return %r : tensor<8xf32>\n}\n"

/* The same with the batch as a component of the index vector that counts. */
#define TAKE_COUNTED                                                                                                \
    MESH "func.func @main(%t: tensor<8x16xf32> " SHARD("{\"y\"}, {}") ", %i: tensor<8x1xi32> " SHARD(               \
        "{\"y\"}, {}") ") -> (tensor<8xf32> " SHARD("{\"y\"}") ") {\n"                                              \
                                                               "  %b = stablehlo.iota dim = 0 : tensor<8x1xi32>\n"  \
                                                               "  %j = stablehlo.concatenate %b, %i, dim = 1 : "    \
                                                               "(tensor<8x1xi32>, "                                 \
                                                               "tensor<8x1xi32>) -> tensor<8x2xi32>\n"              \
                                                               "  %r = \"stablehlo.gather\"(%t, %j) "               \
                                                               "<{dimension_numbers = "                             \
                                                               "#stablehlo.gather<collapsed_slice_dims = [0, 1],\n" \
                                                               "    start_index_map = [0, 1], index_vector_dim = "  \
                                                               "1>,\n"                                              \
                                                               "    slice_sizes = array<i64: 1, 1>}> : "            \
                                                               "(tensor<8x16xf32>, "                                \
                                                               "tensor<8x2xi32>) -> tensor<8xf32>\n"                \
                                                               "  return %r : tensor<8xf32>\n}\n"

/* Windows of 3 of 6 columns. */
#define TAKE_WINDOWS                                                                                                   \
    MESH "func.func @main(%t: tensor<16x6xf32> " SHARD(                                                                \
        "{}, {\"x\"}") ", %i: tensor<8x2xi32>) -> tensor<8x3xf32> {\n"                                                 \
                       "  %r = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = "    \
                       "[1],\n"                                                                                        \
                       "    collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes " \
                       "= "                                                                                            \
                       "array<i64: 1, 3>}>\n"                                                                          \
                       "    : (tensor<16x6xf32>, tensor<8x2xi32>) -> tensor<8x3xf32>\n"                                \
                       "  return %r : tensor<8x3xf32>\n}\n"

/* Rows of updates into a table: tensor<16x6xT>, tensor<8x1xi32>, tensor<8x6xT>. */
#define PUT(type, op, table, indices, updates)                                                                    \
    MESH "func.func @main(%t: tensor<16x6x" type                                                                  \
         "> " SHARD(table) ", %i: tensor<8x1xi32> " SHARD(indices) ", %u: tensor<8x6x" type "> " SHARD(           \
             updates) ") -> (tensor<16x6x" type                                                                   \
                      "> " SHARD(table) ") {\n"                                                                   \
                                        "  %r = \"stablehlo.scatter\"(%t, %i, %u) <{scatter_dimension_numbers = " \
                                        "#stablehlo.scatter<update_window_dims = [1],\n"                          \
                                        "    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "    \
                                        "index_vector_dim = 1>}> ({\n"                                            \
                                        "  ^bb0(%a: tensor<" type ">, %b: tensor<" type ">):\n"                   \
                                        "    %c = stablehlo." op " %a, %b : tensor<" type ">\n"                   \
                                        "    stablehlo.return %c : tensor<" type ">\n"                            \
                                        "  }) : (tensor<16x6x" type ">, tensor<8x1xi32>, tensor<8x6x" type        \
                                        ">) -> tensor<16x6x" type ">\n"                                           \
                                        "  return %r : tensor<16x6x" type ">\n}\n"

#define SUM(type, contracted)                                                                                 \
    MESH "func.func @main(%a: tensor<4x8x" type "> " SHARD(                                                   \
        "{}, {\"x\"}") ") -> tensor<4x" type "> {\n"                                                          \
                       "  %z = stablehlo.constant dense<" contracted "> : tensor<" type ">\n"                 \
                       "  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1]\n" \
                       "    : (tensor<4x8x" type ">, tensor<" type ">) -> tensor<4x" type ">\n"               \
                       "  return %r : tensor<4x" type ">\n}\n"

static const struct {
    const char *claim, *program, *signature;
    int gathers, reduces, scatters, exchanges, permutes;
    bool reassociate;
} cases[] = {
    {"explicit batching: nothing travels", TAKE_BATCHED,
     "(%arg0: tensor<2x16xf32>, %arg1: tensor<2x1xi32>) -> tensor<2xf32>", 0, 0, 0, 0, 0, false},
    {"iotas that index: raised, then nothing travels", TAKE_COUNTED,
     "(%arg0: tensor<2x16xf32>, %arg1: tensor<2x1xi32>) -> tensor<2xf32>", 0, 0, 0, 0, 0, false},
    {"index passthrough of a gather: nothing travels", TAKE("{}, {}", "{\"y\"}, {}", "{\"y\"}, {}"),
     "(%arg0: tensor<16x6xf32>, %arg1: tensor<2x1xi32>) -> tensor<2x6xf32>", 0, 0, 0, 0, 0, false},
    {"window passthrough of a gather: nothing travels", TAKE("{}, {\"x\"}", "{}, {}", "{}, {\"x\"}"),
     "(%arg0: tensor<16x3xf32>, %arg1: tensor<8x1xi32>) -> tensor<8x3xf32>", 0, 0, 0, 0, 0, false},
    {"indexed positions of the table: the owner's bits", TAKE("{\"y\"}, {}", "{}, {}", "{}, {}"),
     "(%arg0: tensor<4x6xf32>, %arg1: tensor<8x1xi32>) -> tensor<8x6xf32>", 0, 1, 0, 0, 0, false},
    {"the same, each device keeps a part of the result", TAKE("{\"y\"}, {}", "{}, {}", "{\"y\"}, {}"),
     "(%arg0: tensor<4x6xf32>, %arg1: tensor<8x1xi32>) -> tensor<2x6xf32>", 0, 0, 1, 0, 0, false},
    {"the same axis on table and indices: these come together", TAKE("{\"y\"}, {}", "{\"y\"}, {}", "{\"y\"}, {}"),
     "(%arg0: tensor<4x6xf32>, %arg1: tensor<2x1xi32>) -> tensor<2x6xf32>", 1, 0, 1, 0, 0, false},
    {"the index vector is whole", TAKE("{}, {}", "{}, {\"x\"}", "{}, {}"),
     "(%arg0: tensor<16x6xf32>, %arg1: tensor<8x1xi32>) -> tensor<8x6xf32>", 1, 0, 0, 0, 0, false},
    {"a window of a part of a dimension: the table comes together", TAKE_WINDOWS,
     "(%arg0: tensor<16x3xf32>, %arg1: tensor<8x2xi32>) -> tensor<8x3xf32>", 1, 0, 0, 0, 0, false},
    {"a few windows of a large table: owners of positions",
     MESH "func.func @main(%t: tensor<64x64xf32> " SHARD(
         "{\"y\"}, {}") ", %i: tensor<2x1xi32>) -> tensor<2x4x64xf32> {\n"
                        "  %r = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = "
                        "#stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], "
                        "index_vector_dim = 1>, slice_sizes = array<i64: 4, 64>}> : "
                        "(tensor<64x64xf32>, tensor<2x1xi32>) -> tensor<2x4x64xf32>\n"
                        "  return %r : tensor<2x4x64xf32>\n}\n",
     "(%arg0: tensor<16x64xf32>, %arg1: tensor<2x1xi32>) -> tensor<2x4x64xf32>", 0, 1, 0, 0, 0, false},
    {"many rows of a small table: the table comes together",
     MESH "func.func @main(%t: tensor<16x6xf32> " SHARD("{\"y\"}, {}") ", %i: tensor<800x1xi32> " SHARD(
         "{\"y\"}, {}") ") -> tensor<800x6xf32> {\n"
                        "  %r = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = "
                        "[1], "
                        "collapsed_slice_dims = [0], "
                        "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : "
                        "(tensor<16x6xf32>, "
                        "tensor<800x1xi32>) -> tensor<800x6xf32>\n"
                        "  return %r : tensor<800x6xf32>\n}\n",
     "(%arg0: tensor<4x6xf32>, %arg1: tensor<200x1xi32>) -> tensor<200x6xf32>", 1, 0, 0, 0, 0, false},
    {"window passthrough of a scatter: nothing travels", PUT("f32", "add", "{}, {\"x\"}", "{}, {}", "{}, {\"x\"}"),
     "(%arg0: tensor<16x3xf32>, %arg1: tensor<8x1xi32>, %arg2: tensor<8x3xf32>) -> tensor<16x3xf32>", 0, 0, 0, 0, 0,
     false},
    {"owners compute a scatter: nothing travels", PUT("f32", "add", "{\"y\"}, {}", "{}, {}", "{}, {}"),
     "(%arg0: tensor<4x6xf32>, %arg1: tensor<8x1xi32>, %arg2: tensor<8x6xf32>) -> tensor<4x6xf32>", 0, 0, 0, 0, 0,
     false},
    {"owners compute, indices and updates come together",
     PUT("f32", "add", "{\"y\"}, {}", "{\"y\"}, {}", "{\"y\"}, {}"),
     "(%arg0: tensor<4x6xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x6xf32>) -> tensor<4x6xf32>", 2, 0, 0, 0, 0,
     false},
    {"updates of integers are combined in parts", PUT("i32", "add", "{}, {}", "{\"y\"}, {}", "{\"y\"}, {}"),
     "(%arg0: tensor<16x6xi32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x6xi32>) -> tensor<16x6xi32>", 0, 1, 0, 0, 0,
     false},
    {"updates of floats come together in their order", PUT("f32", "add", "{}, {}", "{\"y\"}, {}", "{\"y\"}, {}"),
     "(%arg0: tensor<16x6xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x6xf32>) -> tensor<16x6xf32>", 2, 0, 0, 0, 0,
     false},
    {"under reassociate they are combined in parts", PUT("f32", "add", "{}, {}", "{\"y\"}, {}", "{\"y\"}, {}"),
     "(%arg0: tensor<16x6xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x6xf32>) -> tensor<16x6xf32>", 0, 1, 0, 0, 0,
     true},
    {"a sum of integers is made of parts", SUM("i32", "7"), "(%arg0: tensor<4x4xi32>) -> tensor<4xi32>", 0, 1, 0, 0, 0,
     false},
    {"a sum of floats is not", SUM("f32", "7.0"), "(%arg0: tensor<4x4xf32>) -> tensor<4xf32>", 1, 0, 0, 0, 0, false},
    {"under reassociate it is", SUM("f32", "7.0"), "(%arg0: tensor<4x4xf32>) -> tensor<4xf32>", 0, 1, 0, 0, 0, true},
    {"an axis that changes its dimension is exchanged",
     MESH "func.func @main(%a: tensor<8x4xf32> " SHARD("{\"y\"}, {}") ") -> (tensor<8x4xf32> " SHARD(
         "{}, {\"y\"}") ") {\n  return %a : tensor<8x4xf32>\n}\n",
     "(%arg0: tensor<2x4xf32>) -> tensor<8x1xf32>", 0, 0, 0, 1, 0, false},
    {"another axis of as many devices is a permutation",
     "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(%a: tensor<8xf32> " SHARD(
         "{\"x\"}") ") -> (tensor<8xf32> " SHARD("{\"y\"}") ") {\n  return %a : tensor<8xf32>\n}\n",
     "(%arg0: tensor<4xf32>) -> tensor<4xf32>", 0, 0, 0, 0, 1, false},
    {"what is uneven is padded and cut again",
     MESH "func.func @main(%a: tensor<5xf32> " SHARD("{\"y\"}") ") -> (tensor<5xf32> " SHARD(
         "{}") ") {\n  return %a : tensor<5xf32>\n}\n",
     "(%arg0: tensor<2xf32>) -> tensor<5xf32>", 1, 0, 0, 0, 0, false},
};

/* ---- what comes out -------------------------------------------------------------------------- */

static grn_module *parse(const char *text)
{
    grn_module *module = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    if (grn_module_parse(text, strlen(text), NULL, &diag, &module) != GRN_OK ||
        grn_module_verify(module, &diag) != GRN_OK)
        fail_msg("%s\n%s", n.first, text);
    return module;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

static void collectives(void **state)
{
    (void)state;
    static program_text text;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_module *whole = parse(cases[i].program), *local = NULL;
        const grn_module_shard_options how = {.stage = GRN_SHARD_LOCAL, .reassociate = cases[i].reassociate};
        const grn_sink sink = {program_append, &text};
        text.n = 0;
        assert_int_equal(grn_module_shard(whole, &how, NULL, &local), GRN_OK);
        assert_int_equal(grn_module_print(local, NULL, &sink), GRN_OK);
        const bool agrees =
            strstr(text.at, cases[i].signature) && count(text.at, "stablehlo.all_gather") == cases[i].gathers &&
            count(text.at, "stablehlo.all_reduce") == cases[i].reduces &&
            count(text.at, "stablehlo.reduce_scatter") == cases[i].scatters &&
            count(text.at, "stablehlo.all_to_all") == cases[i].exchanges &&
            count(text.at, "stablehlo.collective_permute") == cases[i].permutes && count(text.at, "sdy.") == 1;
        if (!agrees)
            fail_msg("%s:\n%s", cases[i].claim, text.at);
        grn_module_destroy(whole);
        grn_module_destroy(local);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Zeros of both signs, NaN with a payload, an infinity: bits, as every one of them comes through
 * the owner. */
static void bits_of_floats(void **state)
{
    (void)state;
    static const uint32_t odd[4] = {0x80000000u, 0x7fc12345u, 0x00000000u, 0xff800000u};
    uint32_t table[16 * 6];
    int32_t indices[8] = {0, 5, -1, 99, 2, 3, 15, 0}; /* -1 is moved to 0, 99 to 15 */
    static const size_t rows[8] = {0, 5, 0, 15, 2, 3, 15, 0};
    for (size_t i = 0; i < 16 * 6; i++)
        table[i] = i % 5 ? (uint32_t)(i * 2654435761u) & 0x7f7fffffu : odd[i / 5 % 4];
    grn_tensor inputs[2];
    assert_int_equal(grn_tensor_init(&inputs[0], table, GRN_F32, 2, (int64_t[]){16, 6}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], indices, GRN_I32, 2, (int64_t[]){8, 1}), GRN_OK);
    static const char *const programs[] = {TAKE("{\"y\"}, {}", "{}, {}", "{}, {}"),
                                           TAKE("{\"y\"}, {\"x\"}", "{\"y\"}, {}", "{\"y\"}, {}"),
                                           TAKE("{\"y\", \"x\"}, {}", "{\"x\"}, {}", "{}, {\"x\"}")};
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        grn_module *module = parse(programs[p]);
        grn_results *got = NULL;
        assert_int_equal(grn_module_shard_run(module, 0, 2, inputs, NULL, NULL, NULL, &got), GRN_OK);
        const uint32_t *bits = grn_results_tensor(got, 0)->data;
        for (size_t r = 0; r < 8; r++)
            assert_memory_equal(bits + r * 6, table + rows[r] * 6, 6 * sizeof *bits);
        grn_results_destroy(got);
        grn_module_destroy(module);
    }
}

/* Positions up to 299 by indices of 8 bits, of which none is over 127: only the first shards are
 * asked. */
static void narrow_indices(void **state)
{
    (void)state;
    static const char program[] = MESH "func.func @main(%t: tensor<300xi32> " SHARD(
        "{\"y\", \"x\"}") ", %i: tensor<6x1xi8>, %u: tensor<6xi32>)"
                          " -> (tensor<6xi32>, tensor<300xi32>) {\n"
                          "  %r = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = "
                          "#stablehlo.gather<collapsed_slice_dims = "
                          "[0],\n"
                          "    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
                          "    : (tensor<300xi32>, tensor<6x1xi8>) -> tensor<6xi32>\n"
                          "  %s = \"stablehlo.scatter\"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<\n"
                          "    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> "
                          "({\n"
                          "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n    stablehlo.return %b : tensor<i32>\n"
                          "  }) : (tensor<300xi32>, tensor<6x1xi8>, tensor<6xi32>) -> tensor<300xi32>\n"
                          "  return %r, %s : tensor<6xi32>, tensor<300xi32>\n}\n";
    int32_t table[300], updates[6] = {-1, -2, -3, -4, -5, -6}, want[300];
    int8_t indices[6] = {127, -128, 0, 76, 127, 5};
    static const int32_t taken[6] = {127, 0, 0, 76, 127, 5}; /* a gather moves -128 to 0 */
    for (int32_t i = 0; i < 300; i++)
        table[i] = want[i] = i;
    want[127] = -5; /* the later of two; a scatter drops -128 */
    want[0] = -3;
    want[76] = -4;
    want[5] = -6;
    grn_tensor inputs[3];
    assert_int_equal(grn_tensor_init(&inputs[0], table, GRN_I32, 1, (int64_t[]){300}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], indices, GRN_I8, 2, (int64_t[]){6, 1}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[2], updates, GRN_I32, 1, (int64_t[]){6}), GRN_OK);
    grn_module *module = parse(program);
    grn_results *got = NULL;
    assert_int_equal(grn_module_shard_run(module, 0, 3, inputs, NULL, NULL, NULL, &got), GRN_OK);
    assert_memory_equal(grn_results_tensor(got, 0)->data, taken, sizeof taken);
    assert_memory_equal(grn_results_tensor(got, 1)->data, want, sizeof want);
    grn_results_destroy(got);
    grn_module_destroy(module);
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* Devices 3, 1, 0, 2 in the order of the mesh, rows along "x" first: device 3 has part (0, 0), 1
 * (0, 1), 0 (1, 0), 2 (1, 1). */
static void layouts(void **state)
{
    (void)state;
    grn_module *module =
        parse("sdy.mesh @m = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 0, 2]>\n"
              "func.func @main(%a: tensor<4x5xf32> " SHARD("{\"x\"}, {\"y\"}") ") -> tensor<4x5xf32> {\n"
                                                                               "  return %a : tensor<4x5xf32>\n}\n");
    int32_t part_of[4 * 2];
    int64_t devices = 0;
    grn_layout layout;
    static const int32_t want[4 * 2] = {1, 0, 0, 1, 1, 1, 0, 0};
    assert_int_equal(grn_module_shard_devices(module, 0, NULL, &devices), GRN_OK);
    assert_int_equal(devices, 4);
    assert_int_equal(grn_module_shard_layout(module, 0, false, 0, part_of, NULL, &layout), GRN_OK);
    assert_memory_equal(part_of, want, sizeof want);
    assert_int_equal(layout.rank, 2);
    assert_int_equal(layout.parts[0], 2);
    assert_int_equal(layout.parts[1], 2);
    assert_ptr_equal(layout.part_of, part_of);
    assert_int_equal(layout.shape[1], 5);
    assert_int_equal(grn_module_shard_layout(module, 0, true, 0, part_of, NULL, &layout), GRN_OK);
    assert_int_equal(layout.parts[0], 1); /* what says nothing is whole */
    grn_module_destroy(module);
}

/* A run tells where its results lie: the rows that "x" cuts, in the order above, turned into
 * columns. */
static void layouts_of_results(void **state)
{
    (void)state;
    grn_module *module = parse(
        "sdy.mesh @m = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 0, 2]>\n"
        "func.func @main(%a: tensor<4x5xf32> " SHARD(
            "{\"x\"}, {\"y\"}") ", %n: tensor<f32>) -> (tensor<f32>, tensor<5x4xf32>) {\n"
                                "  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>\n"
                                "  return %n, %0 : tensor<f32>, tensor<5x4xf32>\n}\n");
    static const int32_t rows[4 * 2] = {1, 0, 0, 1, 1, 1, 0, 0}, columns[4 * 2] = {0, 1, 1, 0, 1, 1, 0, 0};
    float data[20] = {0}, one = 1;
    grn_tensor inputs[2];
    grn_results *got = NULL;
    assert_int_equal(grn_tensor_init(&inputs[0], data, GRN_F32, 2, (int64_t[]){4, 5}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], &one, GRN_F32, 0, NULL), GRN_OK);
    assert_int_equal(grn_module_shard_run(module, 0, 2, inputs, NULL, NULL, NULL, &got), GRN_OK);
    grn_module_destroy(module);
    const grn_layout *in = grn_results_layout(got, false, 0), *out = grn_results_layout(got, true, 1);
    assert_memory_equal(in->part_of, rows, sizeof rows);
    assert_memory_equal(out->part_of, columns, sizeof columns);
    assert_int_equal(out->shape[0], 5);
    assert_int_equal(out->parts[0], 2);
    assert_int_equal(out->parts[1], 2);
    assert_int_equal(grn_results_layout(got, true, 0)->rank, 0);
    assert_null(grn_results_layout(got, true, 2));
    grn_results_destroy(got);
}

/* ---- what is refused ------------------------------------------------------------------------- */

#define BODY "  return %a : tensor<4xf32>\n}\n"
static const struct {
    const char *claim, *program, *message;
} refusals[] = {
    {"an axis that the mesh has not",
     MESH "func.func @main(%a: tensor<4xf32> " SHARD("{\"z\"}") ") -> tensor<4xf32> {\n" BODY,
     "unknown axis name: \"z\""},
    {"an axis twice",
     MESH "func.func @main(%a: tensor<4x4xf32> " SHARD(
         "{\"x\"}, {\"x\"}") ") -> tensor<4x4xf32> {\n  return %a : tensor<4x4xf32>\n}\n",
     "duplicate axis ref: \"x\""},
    {"manual axes that do not divide",
     MESH "func.func @main(%a: tensor<6xf32>) -> tensor<6xf32> {\n"
          "  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"y\"}]>] out_shardings=[<@m, [{\"y\"}]>] "
          "manual_axes={\"y\"}\n"
          "    (%b: tensor<2xf32>) {\n    sdy.return %b : tensor<2xf32>\n  } : (tensor<6xf32>) -> tensor<6xf32>\n"
          "  return %0 : tensor<6xf32>\n}\n",
     "dimension size 6 is not divisible by the manual axes size 4"},
    {"meshes of other devices",
     MESH "sdy.mesh @n = <[\"z\"=6]>\nfunc.func @main(%a: tensor<4xf32> " SHARD(
         "{\"x\"}") ", %b: tensor<6xf32> {sdy.sharding = #sdy.sharding<@n, [{\"z\"}]>}) -> tensor<4xf32> {\n" BODY,
     "a sharding is of a mesh of 6 devices, one before it of 8"},
    {"random numbers",
     MESH "func.func @main(%a: tensor<f32>, %s: tensor<1xi64>) -> (tensor<4xf32> " SHARD(
         "{\"x\"}") ") {\n"
                    "  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
                    "tensor<1xi64>) -> "
                    "tensor<4xf32>\n"
                    "  return %0 : tensor<4xf32>\n}\n",
     "'stablehlo.rng' gives other results"},
    {"a function that calls itself",
     MESH "func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = func.call @f(%a) : (tensor<4xf32>) -> "
          "tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n"
          "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = func.call @f(%a) : (tensor<4xf32>) -> "
          "tensor<4xf32>\n  "
          "return %0 : tensor<4xf32>\n}\n",
     "a function that calls itself is not divided"},
};

static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        grn_module *module = NULL, *made = NULL;
        grn_status status = grn_module_parse(refusals[i].program, strlen(refusals[i].program), NULL, &diag, &module);
        if (status == GRN_OK)
            status = grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_LOCAL}, &diag, &made);
        if (status == GRN_OK || made || !strstr(n.first, refusals[i].message))
            fail_msg("%s: %s", refusals[i].claim, n.first);
        grn_module_destroy(module);
    }
}

/* ---- refused memory -------------------------------------------------------------------------- */

/* A program of many ways to be cut: at whichever request memory is refused, nothing leaks and
 * nothing is half made. */
static bool run_refused(refuser *r, const char *program)
{
    const grn_module_options options = {.allocator = &r->allocator};
    float table[16 * 6] = {0}, updates[8 * 6] = {0};
    int32_t indices[8] = {0, 5, -1, 99, 2, 3, 15, 0};
    grn_tensor inputs[3];
    grn_module *module = NULL;
    grn_results *got = NULL;
    assert_int_equal(grn_tensor_init(&inputs[0], table, GRN_F32, 2, (int64_t[]){16, 6}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], indices, GRN_I32, 2, (int64_t[]){8, 1}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[2], updates, GRN_F32, 2, (int64_t[]){8, 6}), GRN_OK);
    grn_status status = grn_module_parse(program, strlen(program), &options, NULL, &module);
    if (status == GRN_OK)
        status = grn_module_shard_run(module, 0, 3, inputs, NULL, NULL, NULL, &got);
    assert_true(status == GRN_OK || status == GRN_E_MEMORY);
    assert_true((status == GRN_OK) == (got != NULL));
    grn_results_destroy(got);
    grn_module_destroy(module);
    assert_int_equal(r->outstanding, 0);
    assert_int_equal(r->wrong_sizes, 0);
    return status == GRN_OK;
}

/* Two rows into a cut table, then two out of it, each by names of positions. */
#define SLICES                                                                                                        \
    MESH "func.func @main(%t: tensor<16x6xf32> " SHARD(                                                               \
        "{\"y\"}, {}") ", %i: tensor<8x1xi32>, %u: tensor<8x6xf32>) -> tensor<2x6xf32> {\n"                           \
                       "  %z = stablehlo.constant dense<0> : tensor<i32>\n"                                           \
                       "  %f = stablehlo.slice %i [3:4, 0:1] : (tensor<8x1xi32>) -> tensor<1x1xi32>\n"                \
                       "  %j = stablehlo.reshape %f : (tensor<1x1xi32>) -> tensor<i32>\n"                             \
                       "  %v = stablehlo.slice %u [0:2, 0:6] : (tensor<8x6xf32>) -> tensor<2x6xf32>\n"                \
                       "  %0 = stablehlo.dynamic_update_slice %t, %v, %j, %z : (tensor<16x6xf32>, tensor<2x6xf32>, "  \
                       "tensor<i32>, "                                                                                \
                       "tensor<i32>) -> tensor<16x6xf32>\n"                                                           \
                       "  %1 = stablehlo.dynamic_slice %0, %j, %z, sizes = [2, 6] : (tensor<16x6xf32>, tensor<i32>, " \
                       "tensor<i32>) "                                                                                \
                       "-> tensor<2x6xf32>\n"                                                                         \
                       "  return %1 : tensor<2x6xf32>\n}\n"

static void refused_memory(void **state)
{
    (void)state;
    static const char *const programs[] = {SLICES,
                                           PUT("f32", "add", "{\"y\"}, {\"x\"}", "{\"y\"}, {}", "{\"x\"}, {\"y\"}"),
                                           PUT("f32", "maximum", "{}, {\"x\"}", "{\"y\"}, {}", "{\"y\"}, {}")};
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++)
        for (int chunks = 0; chunks < 2; chunks++) {
            refuser r;
            bool done = false;
            const size_t step = test_one_in("GARNER_REFUSED", chunks ? 1 : 7);
            for (size_t at = 0; !done; at += step) {
                refuser_init(&r);
                r.refuse_at = at;
                r.no_chunks = !chunks;
                done = run_refused(&r, programs[p]) || r.refusals == 0;
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(collectives),        cmocka_unit_test(bits_of_floats),
                                       cmocka_unit_test(narrow_indices),     cmocka_unit_test(layouts),
                                       cmocka_unit_test(layouts_of_results), cmocka_unit_test(refused),
                                       cmocka_unit_test(refused_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
