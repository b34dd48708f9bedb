/*
 * test_grid.c - programs run as processes of a grid: random groups against the
 * definitions of the specification, faults, limits, and what goes out beside results.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/programs.h"

/* ---- running --------------------------------------------------------------------------------- */

typedef struct told {
    char text[4096];
} told;

static void tell(void *user, const grn_diagnostic *d)
{
    told *t = user;
    const size_t n = strlen(t->text);
    snprintf(t->text + n, sizeof t->text - n, "%u: %s\n", (unsigned)d->place.line, d->message);
}

static grn_status run_text(const char *text, const grn_run_options *options, told *t, grn_results **out)
{
    const grn_diag diag = {tell, t};
    grn_module *module;
    size_t at = 0;
    *t = (told){""};
    *out = NULL;
    grn_status status = grn_module_parse(text, strlen(text), NULL, &diag, &module);
    if (status != GRN_OK)
        return status;
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (grn_module_function(module, i, &info) == GRN_OK && strcmp(info.name, "main") == 0)
            at = i;
    }
    status = grn_module_run(module, at, 0, NULL, options, &diag, out);
    if (status == GRN_OK && options == NULL) /* results outlive the module */
        grn_module_destroy(module);
    else {
        grn_results_destroy(*out);
        *out = NULL;
        grn_module_destroy(module);
    }
    return status;
}

/* ---- random groups --------------------------------------------------------------------------- */

#define MOST 4 /* replicas, and partitions */

typedef struct grid_case {
    int r, p, mode; /* 0 cross_replica, 1 cross_partition, 2 cross_replica_and_partition, 3 flattened_ids */
    int rows, columns, ids[MOST * MOST];
} grid_case;

static uint64_t state_of_random;
static int draw(int n)
{
    state_of_random = state_of_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((state_of_random >> 33) % (uint64_t)n);
}

static void draw_case(grid_case *g, bool moving)
{
    g->r = 1 + draw(MOST);
    g->p = 1 + draw(MOST);
    g->mode = moving ? draw(2) : draw(3) == 0 ? 0 : 2 + draw(2);
    const int n = g->mode == 1 ? g->p : g->mode == 3 ? g->r * g->p : g->r;
    g->columns = 1 + draw(n);
    while (n % g->columns)
        g->columns = 1 + draw(n);
    g->rows = n / g->columns;
    for (int i = 0; i < n; i++)
        g->ids[i] = i;
    for (int i = n; i-- > 1;) {
        const int j = draw(i + 1), t = g->ids[i];
        g->ids[i] = g->ids[j];
        g->ids[j] = t;
    }
}

/* The group of a process, in order, by the specification's definitions. */
static int group_of(const grid_case *g, int process, int *out)
{
    const int replica = process / g->p, partition = process % g->p;
    const int own = g->mode == 1 ? partition : g->mode == 3 ? process : replica;
    int n = 0, row = 0;
    for (int i = 0; i < g->rows * g->columns; i++)
        if (g->ids[i] == own)
            row = i / g->columns;
    for (int q = 0; q < (g->mode == 2 ? g->p : 1); q++)
        for (int i = 0; i < g->columns; i++) {
            const int id = g->ids[row * g->columns + i];
            out[n++] = g->mode == 1   ? replica * g->p + id
                       : g->mode == 3 ? id
                       : g->mode == 2 ? id * g->p + q
                                      : id * g->p + partition;
        }
    return n;
}

#define ROWS 2 /* of every operand; as many columns as the group is wide, times 2 */

static int64_t element(int process, int row, int column) { return 1000 * process + 100 * row + column; }

static int64_t fold(const int *group, int n, int row, int column)
{
    int64_t acc = element(group[0], row, column);
    for (int i = 1; i < n; i++)
        acc = 2 * acc + element(group[i], row, column);
    return acc;
}

typedef enum which { GATHER, REDUCE, SCATTER, TO_ALL, BROADCAST, WHICH } which;
static const char *const attribute[] = {"all_gather_dim = 1 : i64, ", "", "scatter_dimension = 1 : i64, ",
                                        "split_dimension = 1 : i64, concat_dimension = 0 : i64, ", ""};
static const char *const op_name[] = {"all_gather", "all_reduce", "reduce_scatter", "all_to_all",
                                      "collective_broadcast"};

/* The result of a process. */
static int64_t want(which w, const int *group, int n, int process, int row, int column)
{
    int at = 0;
    const int width = 2 * n, part = 2;
    while (group[at] != process)
        at++;
    switch (w) {
    case GATHER: return element(group[column / width], row, column % width);
    case REDUCE: return fold(group, n, row, column);
    case SCATTER: return fold(group, n, row, at * part + column);
    case TO_ALL: return element(group[row / ROWS], row % ROWS, at * part + column);
    default: return element(group[0], row, column);
    }
}

static void write_program(const grid_case *g, which w, int n, int rows, int columns, char *text, size_t bytes)
{
    char groups[512] = "";
    size_t used = 0;
    for (int i = 0; i < g->rows * g->columns; i++)
        used += (size_t)snprintf(groups + used, sizeof groups - used, "%s%d%s",
                                 i % g->columns ? ", "
                                 : i            ? ", ["
                                                : "[",
                                 g->ids[i], i % g->columns == g->columns - 1 ? "]" : "");
    const char *region = w == REDUCE || w == SCATTER
                             ? "({\n^bb0(%u: tensor<i64>, %v: tensor<i64>):\n %d = stablehlo.add %u, %u : tensor<i64>\n"
                               " %s = stablehlo.add %d, %v : tensor<i64>\n stablehlo.return %s : tensor<i64>\n})"
                             : "";
    char count[64] = "";
    if (w == TO_ALL)
        snprintf(count, sizeof count, "split_count = %d : i64, ", n);
    snprintf(
        text, bytes,
        "func.func @main() -> tensor<%dx%dxi64> {\n"
        "%%r = stablehlo.replica_id : tensor<ui32>\n%%p = stablehlo.partition_id : tensor<ui32>\n"
        "%%c = stablehlo.constant dense<%d> : tensor<ui32>\n%%m = stablehlo.multiply %%r, %%c : tensor<ui32>\n"
        "%%q = stablehlo.add %%m, %%p : tensor<ui32>\n%%q64 = stablehlo.convert %%q : (tensor<ui32>) -> tensor<i64>\n"
        "%%b = stablehlo.broadcast_in_dim %%q64, dims = [] : (tensor<i64>) -> tensor<%dx%dxi64>\n"
        "%%k = stablehlo.constant dense<1000> : tensor<%dx%dxi64>\n%%h = stablehlo.constant dense<100> : "
        "tensor<%dx%dxi64>\n"
        "%%bk = stablehlo.multiply %%b, %%k : tensor<%dx%dxi64>\n"
        "%%i0 = stablehlo.iota dim = 0 : tensor<%dx%dxi64>\n%%i1 = stablehlo.iota dim = 1 : tensor<%dx%dxi64>\n"
        "%%ih = stablehlo.multiply %%i0, %%h : tensor<%dx%dxi64>\n%%s0 = stablehlo.add %%bk, %%ih : tensor<%dx%dxi64>\n"
        "%%x = stablehlo.add %%s0, %%i1 : tensor<%dx%dxi64>\n"
        "%%y = \"stablehlo.%s\"(%%x) %s {%s%sreplica_groups = dense<[%s]> : tensor<%dx%dxi64>, "
        "channel_handle = #stablehlo.channel_handle<handle = %d, type = 0>%s} : (tensor<%dx%dxi64>) -> "
        "tensor<%dx%dxi64>\n"
        "return %%y : tensor<%dx%dxi64>\n}\n",
        rows, columns, g->p, ROWS, 2 * n, ROWS, 2 * n, ROWS, 2 * n, ROWS, 2 * n, ROWS, 2 * n, ROWS, 2 * n, ROWS, 2 * n,
        ROWS, 2 * n, ROWS, 2 * n, op_name[w], region, attribute[w], count, groups, g->rows, g->columns,
        g->mode == 0 ? 0 : 1, g->mode == 3 ? ", use_global_device_ids" : "", ROWS, 2 * n, rows, columns, rows, columns);
}

static void check_case(const grid_case *g, which w)
{
    static char text[1 << 13];
    int group[MOST * MOST];
    const int n = group_of(g, 0, group);
    const int rows = w == TO_ALL ? ROWS * n : ROWS;
    const int columns = w == GATHER ? 2 * n * n : w == SCATTER || w == TO_ALL ? 2 : 2 * n;
    write_program(g, w, n, rows, columns, text, sizeof text);
    told t = {""};
    const grn_diag diag = {tell, &t};
    grn_module *module;
    grn_results *results;
    if (grn_module_parse(text, strlen(text), NULL, &diag, &module) != GRN_OK)
        fail_msg("%s\n%s", t.text, text);
    const grn_run_options options = {.replicas = (uint32_t)g->r, .partitions = (uint32_t)g->p};
    if (grn_module_run(module, 0, 0, NULL, &options, &diag, &results) != GRN_OK)
        fail_msg("%s\n%d x %d\n%s", t.text, g->r, g->p, text);
    assert_int_equal(grn_results_count(results), g->r * g->p);
    for (int q = 0; q < g->r * g->p; q++) {
        const int64_t *v = grn_results_tensor(results, (size_t)q)->data;
        group_of(g, q, group);
        for (int i = 0; i < rows * columns; i++)
            if (v[i] != want(w, group, n, q, i / columns, i % columns))
                fail_msg("process %d, element %d: %" PRId64 ", not %" PRId64 "\n%s", q, i, v[i],
                         want(w, group, n, q, i / columns, i % columns), text);
    }
    grn_results_destroy(results);
    grn_module_destroy(module);
}

static void random_groups(void **unused)
{
    const uint64_t cases = test_count("GARNER_RANDOM_CASES", 150), seed = test_setting("GARNER_SEED", 1);
    (void)unused;
    for (uint64_t i = 0; i < cases; i++) {
        const which w = (which)(i % WHICH);
        grid_case g;
        state_of_random = seed * 1000003 + i;
        draw_case(&g, w == TO_ALL || w == BROADCAST);
        check_case(&g, w);
    }
}

/* ---- faults ---------------------------------------------------------------------------------- */

#define REDUCE_OF(type)                                                                              \
    "    %r = \"stablehlo.all_reduce\"(%x) ({\n    ^bb0(%a: tensor<i64>, %b: tensor<i64>):\n"        \
    "      %s = stablehlo.add %a, %b : tensor<i64>\n      stablehlo.return %s : tensor<i64>\n    })" \
    " {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (" type ") -> " type "\n"

#define SUMS                                                             \
    "func.func @sums(%x: tensor<2xi64>) -> tensor<2xi64> {\n" REDUCE_OF( \
        "tensor<2xi64>") "return %r : tensor<2xi64>\n}\n"
#define ENDS "func.func @ends(%x: tensor<2xi64>) -> tensor<2xi64> { return %x : tensor<2xi64> }\n"
#define CHECKS                                                  \
    "func.func @checks(%x: tensor<2xi64>) -> tensor<2xi64> {\n" \
    "  check.expect_eq_const %x, dense<[1, 5]> : tensor<2xi64>\n  return %x : tensor<2xi64>\n}\n"
#define TAKES                                                                                              \
    "func.func @takes(%x: tensor<2xi64>) -> tensor<2xi64> {\n"                                             \
    "  %i = stablehlo.constant dense<9> : tensor<i64>\n"                                                   \
    "  %t = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>\n" \
    "  return %t : tensor<2xi64>\n}\n"
#define LOOPS                                                                                                      \
    "func.func @loops(%x: tensor<2xi64>) -> tensor<2xi64> {\n  %t = stablehlo.constant dense<true> : tensor<i1>\n" \
    "  %r = stablehlo.while(%i = %x) : tensor<2xi64>\n  cond { stablehlo.return %t : tensor<i1> }\n"               \
    "  do { %n = stablehlo.add %i, %i : tensor<2xi64>\n stablehlo.return %n : tensor<2xi64> }\n  return %r : "     \
    "tensor<2xi64>\n}\n"
#define HUGE                                                                                                          \
    "func.func @huge(%x: tensor<2xi64>) -> tensor<2xi64> {\n  %0 = stablehlo.iota dim = 0 : tensor<100000xi64>\n"     \
    "  %1 = stablehlo.concatenate %0, %0, dim = 0 : (tensor<100000xi64>, tensor<100000xi64>) -> tensor<200000xi64>\n" \
    "  %2 = stablehlo.slice %1 [3:5] : (tensor<200000xi64>) -> tensor<2xi64>\n  return %2 : tensor<2xi64>\n}\n"
/* A message of 800000 bytes, which nobody asks for, beside a tensor of as many. */
#define SENDS                                                                                                    \
    "func.func @sends(%x: tensor<2xi64>) -> tensor<2xi64> {\n  %t = stablehlo.create_token : !stablehlo.token\n" \
    "  %0 = stablehlo.iota dim = 0 : tensor<100000xi64>\n"                                                       \
    "  %u = \"stablehlo.send\"(%0, %t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : "    \
    "(tensor<100000xi64>, !stablehlo.token) -> !stablehlo.token\n  return %x : tensor<2xi64>\n}\n"
#define MAIN(programs)                                                                                                 \
    "func.func @main() -> (tensor<2xi64>, tensor<2xi64>) {\n  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n" \
    "  %r:2 = \"interpreter.run_parallel\"(%x, %x) {programs = " programs                                              \
    "} : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)\n"                                           \
    "  return %r#0, %r#1 : tensor<2xi64>, tensor<2xi64>\n}\n"

static const struct {
    const char *claim, *text;
    grn_run_options options;
    grn_status status;
    const char *first, *second; /* parts of what is told */
} faults[] = {
    {"a check fails, and the other waits for it",
     SUMS CHECKS MAIN("[[@sums], [@checks]]"),
     {0},
     GRN_E_CHECK,
     "check.expect_eq_const: element [1] is 2, expected 5",
     "in process (1, 0)"},
    {"an index is out of range under strict bounds",
     SUMS TAKES MAIN("[[@takes], [@sums]]"),
     {.strict_bounds = true},
     GRN_E_INDEX,
     "the index at [0] of start_indices is 9",
     "in process (0, 0)"},
    {"one ends early",
     SUMS ENDS MAIN("[[@ends], [@sums]]"),
     {0},
     GRN_E_STUCK,
     "stablehlo.all_reduce: process (1, 0) waits for (0, 0), and no process can go on",
     "process (0, 0) has ended"},
    {"it is another group",
     SUMS MAIN("[[@sums, @sums]]"),
     {0},
     GRN_E_ARGUMENT,
     "replica id 1 is outside [0, 1)",
     "rule C3"},
    {"a loop without an end",
     SUMS LOOPS MAIN("[[@loops], [@sums]]"),
     {.max_steps = 5000},
     GRN_E_LIMIT,
     "max_steps",
     "in process (0, 0)"},
    {"both loop",
     LOOPS MAIN("[[@loops], [@loops]]"),
     {.max_steps = 5000},
     GRN_E_LIMIT,
     "max_steps",
     "in process (0, 0)"},
    {"memory of one",
     SUMS HUGE MAIN("[[@sums], [@huge]]"),
     {.max_memory_bytes = 3000000},
     GRN_E_MEMORY,
     "bytes are needed",
     "in process (1, 0)"},
    {"memory of a message",
     ENDS SENDS MAIN("[[@sends], [@ends]]"),
     {.max_memory_bytes = 3000000},
     GRN_E_MEMORY,
     "stablehlo.send: memory for a message of 800000 bytes was refused",
     "in process (0, 0)"},
    {"memory enough for it", ENDS SENDS MAIN("[[@sends], [@ends]]"), {.max_memory_bytes = 6000000}, GRN_OK, "", ""},
    {"a grid in a grid",
     ENDS MAIN("[[@ends], [@ends]]"),
     {.replicas = 2},
     GRN_E_UNSUPPORTED,
     "a process of a grid cannot run a grid",
     "in process (0, 0)"},
    {"too many",
     ENDS MAIN("[[@ends], [@ends]]"),
     {.replicas = 1025},
     GRN_E_LIMIT,
     "1025 x 1 processes are over garner's limit of 1024",
     ""},
    {"too many to count",
     ENDS MAIN("[[@ends], [@ends]]"),
     {.replicas = UINT32_MAX, .partitions = UINT32_MAX},
     GRN_E_LIMIT,
     "processes",
     ""},
};

/* The same in every run. */
static void faults_are_told(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        for (int turn = 0; turn < 8; turn++) {
            told t;
            grn_results *results;
            grn_status status = run_text(faults[i].text, &faults[i].options, &t, &results);
            grn_results_destroy(results);
            if (status != faults[i].status || !strstr(t.text, faults[i].first) || !strstr(t.text, faults[i].second))
                fail_msg("%s: %s\n%s", faults[i].claim, grn_status_name(status), t.text);
        }
}

/* The steps of a grid are those of its processes together. */
static void steps_are_added(void **unused)
{
    static const char text[] =
        ENDS "func.func @main() -> tensor<2xi64> {\n %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n"
             " %y = func.call @ends(%x) : (tensor<2xi64>) -> tensor<2xi64>\n return %y : tensor<2xi64>\n}\n";
    told t;
    grn_module *module;
    grn_results *one, *four;
    (void)unused;
    const grn_diag diag = {tell, &t};
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, &diag, &module), GRN_OK);
    assert_int_equal(grn_module_run(module, 1, 0, NULL, NULL, NULL, &one), GRN_OK);
    assert_int_equal(
        grn_module_run(module, 1, 0, NULL, &(grn_run_options){.replicas = 2, .partitions = 2}, NULL, &four), GRN_OK);
    assert_int_equal(grn_results_count(four), 4);
    assert_true(grn_results_steps(four) >= 4 * (grn_results_steps(one) - 4));
    const uint64_t all = grn_results_steps(four);
    grn_results_destroy(four);
    assert_int_equal(grn_module_run(module, 1, 0, NULL,
                                    &(grn_run_options){.replicas = 2, .partitions = 2, .max_steps = all - 1}, NULL,
                                    &four),
                     GRN_E_LIMIT);
    grn_results_destroy(one);
    grn_module_destroy(module);
}

/* ---- what goes out --------------------------------------------------------------------------- */

#define SHOWS                                                                                                       \
    "func.func @main(%x: tensor<2xi64>) {\n  %p = stablehlo.partition_id : tensor<ui32>\n  interpreter.print %p : " \
    "tensor<ui32>\n"                                                                                                \
    "  %q = interpreter.probe %p, probe_id = \"id\" : tensor<ui32>\n  %t = stablehlo.create_token : "               \
    "!stablehlo.token\n"                                                                                            \
    "  %u = \"stablehlo.outfeed\"(%x, %q, %t) : (tensor<2xi64>, tensor<ui32>, !stablehlo.token) -> "                \
    "!stablehlo.token\n  "                                                                                          \
    "return\n}\n"

static grn_status take_probe(void *user, const char *id, size_t n, uint64_t iteration, const grn_tensor *value,
                             const char *type)
{
    told *t = user;
    const size_t used = strlen(t->text);
    snprintf(t->text + used, sizeof t->text - used, "%.*s %d %s=%u;", (int)n, id, (int)iteration, type,
             (unsigned)*(uint32_t *)value->data);
    return GRN_OK;
}

static grn_status refuse_probe(void *user, const char *id, size_t n, uint64_t iteration, const grn_tensor *value,
                               const char *type)
{
    (void)user, (void)id, (void)n, (void)iteration, (void)value, (void)type;
    return GRN_E_SINK;
}

static void what_goes_out_is_in_order(void **unused)
{
    int64_t values[] = {7, 8};
    const grn_tensor input = {values, GRN_I64, 1, {2}, {1}};
    grn_module *module;
    (void)unused;
    assert_int_equal(grn_module_parse(SHOWS, strlen(SHOWS), NULL, NULL, &module), GRN_OK);
    for (int turn = 0; turn < 10; turn++) {
        program_text printed = {.n = 0};
        told probed = {""};
        grn_results *results;
        uint32_t process = 99;
        const grn_sink sink = {program_append, &printed};
        const grn_probe probe = {take_probe, &probed};
        const grn_run_options options = {.partitions = 3, .print = &sink, .probe = &probe};
        assert_int_equal(grn_module_run(module, 0, 1, &input, &options, NULL, &results), GRN_OK);
        assert_string_equal(probed.text, "id 0 tensor<ui32>=0;id 1 tensor<ui32>=1;id 2 tensor<ui32>=2;");
        printed.at[printed.n] = 0;
        assert_string_equal(printed.at, "%0 = tensor<ui32> {0}\n%0 = tensor<ui32> {1}\n%0 = tensor<ui32> {2}\n");
        const grn_tensor *third = grn_results_outfed(results, 3, &process),
                         *fourth = grn_results_outfed(results, 4, NULL);
        assert_int_equal(process, 1);
        assert_int_equal(*(uint32_t *)third->data, 1);
        assert_int_equal(((int64_t *)fourth->data)[1], 8);
        assert_null(grn_results_outfed(results, 6, &process));
        assert_int_equal(process, 1);
        grn_results_destroy(results);
    }
    for (uint32_t partitions = 1; partitions < 3; partitions++) {
        const grn_probe probe = {refuse_probe, NULL};
        grn_results *results;
        assert_int_equal(grn_module_run(module, 0, 1, &input,
                                        &(grn_run_options){.partitions = partitions, .probe = &probe}, NULL, &results),
                         GRN_E_SINK);
        assert_null(results);
    }
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_groups),
        cmocka_unit_test(faults_are_told),
        cmocka_unit_test(steps_are_added),
        cmocka_unit_test(what_goes_out_is_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
