/*
 * test_run_on_ranks.c - functions run as processes of ranks (grn_run_options.comm), the ranks being
 * threads: what comes out is what a grid of threads gives, and whatever goes wrong on one rank is
 * known to all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#define MOST 4 /* ranks */

/* What each rank runs, and what came of it. */
typedef struct job {
    int32_t ranks;
    const char *text[MOST]; /* NULL: that of rank 0 */
    uint32_t replicas, partitions;
    size_t max_memory_bytes[MOST];
    bool strict;
    size_t ninputs[MOST];
    grn_tensor inputs[MOST];
    grn_comm (*change)(const grn_comm *c); /* NULL: the communicator as it is */
    /* filled: */
    grn_status status[MOST];
    char said[MOST][2048];
    char printed[MOST][256]; /* results */
    char results[MOST][512];
} job;

typedef struct saying {
    char *text;
    size_t room;
} saying;

static void tell(void *user, const grn_diagnostic *d)
{
    saying *s = user;
    const size_t n = strlen(s->text);
    snprintf(s->text + n, s->room - n, "%u: %s\n", (unsigned)d->place.line, d->message);
}

static grn_status append(void *user, const char *bytes, size_t n)
{
    saying *s = user;
    const size_t have = strlen(s->text);
    snprintf(s->text + have, s->room - have, "%.*s", (int)n, bytes);
    return GRN_OK;
}

static size_t function_main(const grn_module *m)
{
    for (size_t i = 0; i < grn_module_functions(m); i++) {
        grn_function_info info;
        if (grn_module_function(m, i, &info) == GRN_OK && strcmp(info.name, "main") == 0)
            return i;
    }
    return 0;
}

static grn_status run_module(job *j, const grn_comm *c, const char *text)
{
    const int32_t r = c ? c->rank : 0;
    saying said = {j->said[r], sizeof j->said[r]}, printed = {j->printed[r], sizeof j->printed[r]},
           results = {j->results[r], sizeof j->results[r]};
    const grn_diag diag = {tell, &said};
    const grn_sink print = {append, &printed}, shown = {append, &results};
    const grn_run_options options = {.size_bytes = sizeof options,
                                     .max_memory_bytes = j->max_memory_bytes[r],
                                     .strict_bounds = j->strict,
                                     .replicas = j->replicas,
                                     .partitions = j->partitions,
                                     .print = &print,
                                     .comm = c};
    grn_module *m;
    grn_results *out = NULL;
    grn_status status = grn_module_parse(text, strlen(text), NULL, &diag, &m);
    if (status != GRN_OK)
        return status;
    status = grn_module_run(m, function_main(m), j->ninputs[r], &j->inputs[r], &options, &diag, &out);
    for (size_t i = 0; i < grn_results_count(out); i++)
        if (grn_results_write(out, i, NULL, &shown) == GRN_OK)
            append(&results, "\n", 1);
    grn_results_destroy(out);
    grn_module_destroy(m);
    return status;
}

static grn_status work(void *user, const grn_comm *c)
{
    job *j = user;
    const grn_comm changed = j->change ? j->change(c) : *c;
    const char *text = j->text[c->rank] ? j->text[c->rank] : j->text[0];
    j->status[c->rank] = run_module(j, &changed, text);
    return GRN_OK;
}

static void run(job *j) { assert_int_equal(grn_ranks_run(j->ranks, work, j, NULL, NULL), GRN_OK); }

static void all_answer(const job *j, grn_status want)
{
    for (int32_t r = 0; r < j->ranks; r++)
        if (j->status[r] != want)
            fail_msg("rank %d: %s: %s", r, grn_status_name(j->status[r]), j->said[r]);
}

static void says(const job *j, int32_t rank, const char *what)
{
    if (!strstr(j->said[rank], what))
        fail_msg("rank %d does not say '%s' but '%s'", rank, what, j->said[rank]);
}

/* ---- processes ------------------------------------------------------------------------------- */

#define IDS                                                                                                           \
    "  %r = stablehlo.replica_id : tensor<ui32>\n  %p = stablehlo.partition_id : tensor<ui32>\n"                      \
    "  %ri = stablehlo.convert %r : (tensor<ui32>) -> tensor<i32>\n  %pi = stablehlo.convert %p : (tensor<ui32>) -> " \
    "tensor<i32>\n"

static const char who[] = "func.func @main() -> (tensor<ui32>, tensor<ui32>) {\n" IDS
                          "  interpreter.print %p : tensor<ui32>\n  return %r, %p : tensor<ui32>, tensor<ui32>\n}\n";

static void each_is_its_process(void **state)
{
    job j = {.ranks = 4, .text = {who}, .replicas = 2, .partitions = 2};
    (void)state;
    run(&j);
    all_answer(&j, GRN_OK);
    assert_string_equal(j.results[0], "dense<0> : tensor<ui32>\ndense<0> : tensor<ui32>\n");
    assert_string_equal(j.results[1], "dense<0> : tensor<ui32>\ndense<1> : tensor<ui32>\n");
    assert_string_equal(j.results[2], "dense<1> : tensor<ui32>\ndense<0> : tensor<ui32>\n");
    assert_string_equal(j.results[3], "dense<1> : tensor<ui32>\ndense<1> : tensor<ui32>\n");
    assert_non_null(strstr(j.printed[1], "{1}"));
}

/* Neither given: as many partitions as ranks. Both 1: a grid of one on each. */
static void shapes(void **state)
{
    (void)state;
    job j = {.ranks = 3, .text = {who}};
    run(&j);
    all_answer(&j, GRN_OK);
    assert_string_equal(j.results[2], "dense<0> : tensor<ui32>\ndense<2> : tensor<ui32>\n");
    j = (job){.ranks = 3, .text = {who}, .replicas = 1, .partitions = 1};
    run(&j);
    all_answer(&j, GRN_OK);
    assert_string_equal(j.results[2], "dense<0> : tensor<ui32>\ndense<0> : tensor<ui32>\n");
    j = (job){.ranks = 3, .text = {who}, .replicas = 2};
    run(&j);
    all_answer(&j, GRN_E_ARGUMENT);
    says(&j, 2, "2 x 1 processes run on as many ranks, here are 3");
    j = (job){.ranks = 1, .text = {who}};
    run(&j);
    all_answer(&j, GRN_OK);
}

/* Each rank has inputs of its own; one after the other in the group's order, which is not that of
 * the numbers. */
static void inputs_are_the_ranks_own(void **state)
{
    static const char text[] = "func.func @main(%x: tensor<1xi32>) -> tensor<3xi32> {\n"
                               "  %g = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = "
                               "dense<[[2, 0, 1]]> : tensor<1x3xi64>} : "
                               "(tensor<1xi32>) -> tensor<3xi32>\n  return %g : tensor<3xi32>\n}\n";
    int32_t numbers[3] = {7, 8, 9};
    job j = {.ranks = 3, .text = {text}, .replicas = 3};
    (void)state;
    for (int r = 0; r < 3; r++) {
        j.ninputs[r] = 1;
        j.inputs[r] = grn_tensor_1d(&numbers[r], GRN_I32, 1);
    }
    run(&j);
    all_answer(&j, GRN_OK);
    for (int r = 0; r < 3; r++)
        assert_string_equal(j.results[r], "dense<[9, 7, 8]> : tensor<3xi32>\n");
}

/* ---- grids within ---------------------------------------------------------------------------- */

/* Values of every kind come back, and what was printed, probed and fed out; steps are added up
 * alike. */
static const char within[] =
    "func.func @one(%x: tensor<2xi64>, %t: !stablehlo.token) -> (tuple<tensor<2xi64>, tensor<i1>>, !stablehlo.token) "
    "{\n"
    "  %r = stablehlo.replica_id : tensor<ui32>\n"
    "  interpreter.print %r : tensor<ui32>\n"
    "  %q = interpreter.probe %r, probe_id = \"id\" : tensor<ui32>\n"
    "  %u = \"stablehlo.outfeed\"(%x, %t) {outfeed_config = \"\"} : (tensor<2xi64>, !stablehlo.token) -> "
    "!stablehlo.token\n"
    "  %y = stablehlo.add %x, %x : tensor<2xi64>\n"
    "  %c = stablehlo.constant dense<true> : tensor<i1>\n"
    "  %v = stablehlo.tuple %y, %c : tuple<tensor<2xi64>, tensor<i1>>\n"
    "  return %v, %u : tuple<tensor<2xi64>, tensor<i1>>, !stablehlo.token\n"
    "}\n"
    "func.func @two(%a: tensor<ui32>) -> tensor<2xui32> {\n"
    "  %b = stablehlo.reshape %a : (tensor<ui32>) -> tensor<1xui32>\n"
    "  %g = \"stablehlo.all_gather\"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : "
    "tensor<1x2xi64>} : "
    "(tensor<1xui32>) -> tensor<2xui32>\n"
    "  return %g : tensor<2xui32>\n"
    "}\n"
    "func.func @main() -> (tensor<2xi64>, tensor<2xi64>, tensor<2xui32>) {\n"
    "  %t = stablehlo.create_token : !stablehlo.token\n"
    "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n  %z = stablehlo.constant dense<[10, 20]> : "
    "tensor<2xi64>\n"
    "  %r:4 = \"interpreter.run_parallel\"(%x, %t, %z, %t) {programs = [[@one], [@one]]} : (tensor<2xi64>, "
    "!stablehlo.token, "
    "tensor<2xi64>, !stablehlo.token) -> (tuple<tensor<2xi64>, tensor<i1>>, !stablehlo.token, tuple<tensor<2xi64>, "
    "tensor<i1>>, "
    "!stablehlo.token)\n"
    "  %a = stablehlo.get_tuple_element %r#0[0] : (tuple<tensor<2xi64>, tensor<i1>>) -> tensor<2xi64>\n"
    "  %b = stablehlo.get_tuple_element %r#2[0] : (tuple<tensor<2xi64>, tensor<i1>>) -> tensor<2xi64>\n"
    "  %k = stablehlo.constant dense<4> : tensor<ui32>\n  %l = stablehlo.constant dense<5> : tensor<ui32>\n"
    "  %s:2 = \"interpreter.run_parallel\"(%k, %l) {programs = [[@two], [@two]]} : (tensor<ui32>, tensor<ui32>) -> "
    "(tensor<2xui32>, tensor<2xui32>)\n"
    "  %one = stablehlo.constant dense<1> : tensor<ui32>\n"
    "  check.expect_serialized_eq %one, probe_id = \"id\", iter = 1 : tensor<ui32>\n"
    "  return %a, %b, %s#1 : tensor<2xi64>, tensor<2xi64>, tensor<2xui32>\n"
    "}\n";

static void grids_within(void **state)
{
    (void)state;
    job alone = {.ranks = 1};
    assert_int_equal(run_module(&alone, NULL, within), GRN_OK);
    assert_string_equal(
        alone.results[0],
        "dense<[2, 4]> : tensor<2xi64>\ndense<[20, 40]> : tensor<2xi64>\ndense<[4, 5]> : tensor<2xui32>\n");
    for (int32_t n = 1; n <= MOST; n++) { /* 1: threads; 2: each a process; more: some wait */
        job j = {.ranks = n, .text = {within}, .replicas = 1, .partitions = 1};
        run(&j);
        all_answer(&j, GRN_OK);
        for (int32_t r = 0; r < n; r++) {
            assert_string_equal(j.results[r], alone.results[0]);
            assert_string_equal(j.printed[r], alone.printed[0]);
            assert_int_equal(strstr(j.said[r], "are more than the 1 ranks") != NULL, n == 1);
        }
    }
}

/* A process of a grid within fails: all ranks have its message, and its place. */
static void failures_within(void **state)
{
    static const char text[] =
        "func.func @bad(%i: tensor<1xi32>) -> tensor<f32> {\n"
        "  %t = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
        "  %g = \"stablehlo.gather\"(%t, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
        "start_index_map = "
        "[0], index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<f32>\n"
        "  return %g : tensor<f32>\n}\n"
        "func.func @main() -> tensor<f32> {\n"
        "  %i = stablehlo.constant dense<0> : tensor<1xi32>\n  %j = stablehlo.constant dense<9> : tensor<1xi32>\n"
        "  %r:2 = \"interpreter.run_parallel\"(%i, %j) {programs = [[@bad, @bad]]} : (tensor<1xi32>, tensor<1xi32>) -> "
        "(tensor<f32>, tensor<f32>)\n  return %r#0 : tensor<f32>\n}\n";
    job j = {.ranks = 3, .text = {text}, .replicas = 1, .partitions = 1, .strict = true};
    (void)state;
    run(&j);
    all_answer(&j, GRN_E_INDEX);
    for (int32_t r = 0; r < 3; r++) {
        says(&j, r, "3: the index at [0] of start_indices is 9");
        says(&j, r, "in process (0, 1)");
    }
}

static void stuck_within(void **state)
{
    static const char text[] = "func.func @waits(%x: tensor<1xi32>) -> tensor<2xi32> {\n"
                               "  %g = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = "
                               "dense<[[0, 1]]> : tensor<1x2xi64>} : "
                               "(tensor<1xi32>) -> tensor<2xi32>\n  return %g : tensor<2xi32>\n}\n"
                               "func.func @ends(%x: tensor<1xi32>) -> tensor<1xi32> {\n  return %x : tensor<1xi32>\n}\n"
                               "func.func @main() {\n  %i = stablehlo.constant dense<0> : tensor<1xi32>\n"
                               "  %r:2 = \"interpreter.run_parallel\"(%i, %i) {programs = [[@waits], [@ends]]} : "
                               "(tensor<1xi32>, tensor<1xi32>) -> "
                               "(tensor<2xi32>, tensor<1xi32>)\n  return\n}\n";
    job j = {.ranks = 2, .text = {text}, .replicas = 1, .partitions = 1}, alone = {.ranks = 1};
    (void)state;
    run(&j);
    assert_int_equal(run_module(&alone, NULL, text), GRN_E_STUCK);
    all_answer(&j, GRN_E_STUCK);
    for (int32_t r = 0; r < 2; r++)
        assert_string_equal(j.said[r], alone.said[0]);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* Partition %k reads element 9 of 4; all meet behind it. */
static const char one_fails[] =
    "func.func @main(%k: tensor<i32>) -> tensor<3xf32> {\n" IDS
    "  %t = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n"
    "  %z = stablehlo.constant dense<0> : tensor<i32>\n  %o = stablehlo.constant dense<9> : tensor<i32>\n"
    "  %is = stablehlo.compare EQ, %pi, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "  %at = stablehlo.select %is, %o, %z : tensor<i1>, tensor<i32>\n  %i = stablehlo.reshape %at : (tensor<i32>) -> "
    "tensor<1xi32>\n"
    "  %g = \"stablehlo.gather\"(%t, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
    "start_index_map = [0], "
    "index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (tensor<4xf32>, tensor<1xi32>) -> tensor<f32>\n"
    "  %b = stablehlo.broadcast_in_dim %g, dims = [] : (tensor<f32>) -> tensor<1xf32>\n"
    "  %all = \"stablehlo.all_gather\"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : "
    "tensor<1x3xi64>, "
    "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<1xf32>) -> "
    "tensor<3xf32>\n"
    "  return %all : tensor<3xf32>\n}\n";

static void one_rank_fails(void **state)
{
    (void)state;
    for (int32_t k = 0; k < 3; k++) {
        int32_t bad = k;
        char who_failed[64];
        job j = {.ranks = 3, .text = {one_fails}, .strict = true};
        for (int r = 0; r < 3; r++) {
            j.ninputs[r] = 1;
            j.inputs[r] = grn_tensor_0d(&bad, GRN_I32);
        }
        run(&j);
        snprintf(who_failed, sizeof who_failed, "process (0, %d), rank %d: index outside the tensor", k, k);
        for (int32_t r = 0; r < 3; r++) {
            assert_int_equal(j.status[r], r == k ? GRN_E_INDEX : GRN_E_PEER);
            says(&j, r, r == k ? "the index at [0] of start_indices is 9" : who_failed);
        }
    }
}

/* Partition 0 broadcasts; what the other does is OTHER. */
#define BRANCHES(OTHER)                                                                                          \
    "func.func @main() -> tensor<2xi32> {\n" IDS "  %x = stablehlo.constant dense<1> : tensor<2xi32>\n"          \
    "  %z = stablehlo.constant dense<0> : tensor<i32>\n"                                                         \
    "  %is = stablehlo.compare EQ, %pi, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"                         \
    "  %c = \"stablehlo.if\"(%is) ({\n"                                                                          \
    "    %a = \"stablehlo.collective_broadcast\"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, "      \
    "channel_handle = "                                                                                          \
    "#stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xi32>) -> tensor<2xi32>\n"                      \
    "    stablehlo.return %a : tensor<2xi32>\n  }, {\n" OTHER "    stablehlo.return %a : tensor<2xi32>\n  }) : " \
    "(tensor<i1>) -> tensor<2xi32>\n  return %c : tensor<2xi32>\n}\n"

static void other_steps(void **state)
{
    static const char text[] = BRANCHES("    %a = \"stablehlo.all_to_all\"(%x) {split_dimension = 0 : i64, "
                                        "concat_dimension = 0 : i64, split_count = 2 : i64, "
                                        "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = "
                                        "#stablehlo.channel_handle<handle = 1, type = 0>} : "
                                        "(tensor<2xi32>) -> tensor<2xi32>\n");
    job j = {.ranks = 2, .text = {text}};
    (void)state;
    run(&j);
    all_answer(&j, GRN_E_STUCK);
    says(&j, 0, "stablehlo.collective_broadcast: process (0, 0) waits for (0, 1), and no process can go on");
    says(&j, 1, "stablehlo.all_to_all: process (0, 1) waits for (0, 0), and no process can go on");
}

/* A message is waited for, and a step: that neither comes is known to the communicator alone. */
static void a_step_and_a_message(void **state)
{
    static const char text[] =
        BRANCHES("    %a = \"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<[[0, 1]]> : "
                 "tensor<1x2xi64>, channel_handle = "
                 "#stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xi32>) -> tensor<2xi32>\n");
    job j = {.ranks = 2, .text = {text}};
    (void)state;
    assert_int_equal(grn_ranks_run(2, work, &j, NULL, NULL), GRN_E_STUCK);
    all_answer(&j, GRN_E_STUCK);
    says(&j, 0, "stablehlo.collective_broadcast: process (0, 0) waits for (0, 1), and no process can go on");
    says(&j, 1, "stablehlo.collective_permute: process (0, 1) waits for (0, 0), and no process can go on");
}

static void not_the_same(void **state)
{
    static const char other[] = "func.func @main() -> tensor<ui32> {\n  %r = stablehlo.replica_id : tensor<ui32>\n  "
                                "return %r : tensor<ui32>\n}\n";
    job j = {.ranks = 3, .text = {who, NULL, other}};
    (void)state;
    run(&j);
    all_answer(&j, GRN_E_ARGUMENT);
    says(&j, 0, "the ranks do not run the same");
    assert_string_equal(j.said[1], "");
}

/* One rank cannot begin: a wrong input, or no memory. */
static void one_rank_does_not_begin(void **state)
{
    int32_t k = 5;
    job j = {.ranks = 3, .text = {one_fails}};
    (void)state;
    for (int r = 0; r < 3; r++) {
        j.ninputs[r] = r == 1 ? 0 : 1;
        j.inputs[r] = grn_tensor_0d(&k, GRN_I32);
    }
    run(&j);
    assert_int_equal(j.status[1], GRN_E_ARGUMENT);
    assert_int_equal(j.status[0], GRN_E_PEER);
    assert_int_equal(j.status[2], GRN_E_PEER);
    says(&j, 1, "@main takes 1 inputs, 0 are given");
    says(&j, 0, "rank 0 cannot run without the others");
}

static void memory_is_each_ranks_own(void **state)
{
    int32_t k = 5;
    job j = {.ranks = 3, .text = {one_fails}, .max_memory_bytes = {0, 0, 16}};
    (void)state;
    for (int r = 0; r < 3; r++) {
        j.ninputs[r] = 1;
        j.inputs[r] = grn_tensor_0d(&k, GRN_I32);
    }
    run(&j);
    assert_int_equal(j.status[2], GRN_E_MEMORY);
    assert_int_equal(j.status[0], GRN_E_PEER);
    says(&j, 0, "rank 2: memory refused");
}

/* Replica 0 sends three messages of 400000 bytes and then one of 8; replica 1 asks for the last one
 * first, so the others wait. */
#define HANDLE(n) "{channel_handle = #stablehlo.channel_handle<handle = " n ", type = 1>}"
#define SEND(x, n, type) \
    "    %" x n " = \"stablehlo.send\"(%" x ", %t) " HANDLE(n) " : (" type ", !stablehlo.token) -> !stablehlo.token\n"
static const char messages_wait[] =
    "func.func @main() -> tensor<i64> {\n" IDS "  %t = stablehlo.create_token : !stablehlo.token\n"
    "  %z = stablehlo.constant dense<5> : tensor<i64>\n  %x = stablehlo.iota dim = 0 : tensor<50000xi64>\n"
    "  %c = \"stablehlo.case\"(%ri) ({\n" SEND("x", "1", "tensor<50000xi64>") SEND("x", "2", "tensor<50000xi64>")
        SEND("x", "3", "tensor<50000xi64>") SEND(
            "z", "4",
            "tensor<i64>") "    stablehlo.return %z : tensor<i64>\n  }, {\n"
                           "    %y:2 = \"stablehlo.recv\"(%t) " HANDLE(
                               "4") " : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)\n"
                                    "    stablehlo.return %y#0 : tensor<i64>\n  }) : (tensor<i32>) -> tensor<i64>\n "
                                    " return %c : tensor<i64>\n}\n";

static void messages_count_where_they_wait(void **state)
{
    (void)state;
    for (int enough = 0; enough < 2; enough++) {
        job j = {.ranks = 2,
                 .replicas = 2,
                 .text = {messages_wait},
                 .max_memory_bytes = {1000000, enough ? 3000000 : 1000000}};
        run(&j);
        if (enough) {
            all_answer(&j, GRN_OK);
            continue;
        }
        assert_int_equal(j.status[1], GRN_E_MEMORY);
        assert_int_equal(j.status[0], GRN_E_PEER);
        says(&j, 1, "stablehlo.recv: rank 1 could not exchange bytes with another: memory refused");
        says(&j, 0, "rank 1: memory refused");
    }
}

/* ---- communicators that are none ------------------------------------------------------------- */

static grn_comm without_send(const grn_comm *c)
{
    grn_comm other = *c;
    other.send = NULL;
    return other;
}
static grn_comm of_no_rank(const grn_comm *c)
{
    grn_comm other = *c;
    other.rank = c->size;
    return other;
}
static grn_comm of_another_size(const grn_comm *c)
{
    grn_comm other = *c;
    other.size_bytes = 3;
    return other;
}

static void communicators_are_checked(void **state)
{
    (void)state;
    grn_comm (*const changes[])(const grn_comm *) = {without_send, of_another_size};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        job j = {.ranks = 2, .text = {who}, .change = changes[i]};
        run(&j);
        all_answer(&j, GRN_E_ARGUMENT);
        says(&j, 1, "comm");
    }
    grn_comm c = {.size = 1, .rank = 0};
    c = of_no_rank(&c);
    job j = {.ranks = 1};
    c.rank = 0, c.size = 0;
    assert_int_equal(run_module(&j, &c, who), GRN_E_ARGUMENT);
    says(&j, 0, "comm has rank 0 of 0");
}

/* ---- bytes that arrive as others than were sent ---------------------------------------------- */

typedef struct corrupting {
    grn_comm inner;
    uint64_t state;
} corrupting;
static corrupting wrong[MOST];
static uint64_t seed;

static grn_status corrupt(void *user, const void *send, const int64_t *send_bytes, void *receive,
                          const int64_t *receive_bytes)
{
    corrupting *c = user;
    grn_status status = c->inner.alltoallv(c->inner.user, send, send_bytes, receive, receive_bytes);
    size_t n = 0;
    for (int32_t r = 0; r < c->inner.size; r++)
        n += (size_t)receive_bytes[r];
    for (int flips = 0; status == GRN_OK && n > 64 && flips < 4; flips++) {
        c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        ((unsigned char *)receive)[(c->state >> 33) % n] ^= (unsigned char)(c->state >> 20);
    }
    return status;
}
static grn_status inner_least(void *user, int64_t mine, int64_t *out)
{
    return ((corrupting *)user)->inner.least(((corrupting *)user)->inner.user, mine, out);
}
static grn_status inner_send(void *user, int32_t to, int64_t channel, const void *bytes, size_t n)
{
    return ((corrupting *)user)->inner.send(((corrupting *)user)->inner.user, to, channel, bytes, n);
}
static grn_status inner_receive(void *user, int32_t from, int64_t channel, void *bytes, size_t n)
{
    return ((corrupting *)user)->inner.receive(((corrupting *)user)->inner.user, from, channel, bytes, n);
}

static grn_comm corrupted(const grn_comm *c)
{
    corrupting *w = &wrong[c->rank];
    *w = (corrupting){*c, seed * MOST + (uint64_t)c->rank};
    return (grn_comm){.rank = c->rank,
                      .size = c->size,
                      .user = w,
                      .alltoallv = corrupt,
                      .least = inner_least,
                      .send = inner_send,
                      .receive = inner_receive};
}

/* It ends, and under the sanitizers nothing is read or written that is not there. */
static void other_bytes(void **state)
{
    size_t refused = 0;
    (void)state;
    for (seed = 0; seed < 300; seed++) {
        job j = {.ranks = 2, .text = {within}, .replicas = 1, .partitions = 1, .change = corrupted};
        for (int r = 0; r < 2; r++)
            j.max_memory_bytes[r] = 1 << 24;
        const grn_status status = grn_ranks_run(2, work, &j, NULL, NULL);
        assert_true(status == GRN_OK || status == GRN_E_STUCK);
        refused += strstr(j.said[0], "could not be read") != NULL || strstr(j.said[1], "could not be read") != NULL;
    }
    assert_true(refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_its_process),
        cmocka_unit_test(shapes),
        cmocka_unit_test(inputs_are_the_ranks_own),
        cmocka_unit_test(grids_within),
        cmocka_unit_test(failures_within),
        cmocka_unit_test(stuck_within),
        cmocka_unit_test(one_rank_fails),
        cmocka_unit_test(other_steps),
        cmocka_unit_test(a_step_and_a_message),
        cmocka_unit_test(not_the_same),
        cmocka_unit_test(one_rank_does_not_begin),
        cmocka_unit_test(memory_is_each_ranks_own),
        cmocka_unit_test(messages_count_where_they_wait),
        cmocka_unit_test(communicators_are_checked),
        cmocka_unit_test(other_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
