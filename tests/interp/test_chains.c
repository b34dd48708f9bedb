/*
 * test_chains.c - element-wise ops that run together, threads, and plans that are kept: nobody can
 * tell.
 *
 * Every program of tests/ops and of examples says the same op by op and by chains, on any number of
 * threads; so do its messages, at every limit of steps. What a chain is made of is read off the
 * module.
 */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "interp/chains.h"
#include "support/corpus.h"

/* ---- what a run said ------------------------------------------------------------------------- */

typedef struct said {
    uint64_t hash; /* FNV-1a of results and messages, places included */
    grn_status status;
} said;

static void add_bytes(said *s, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        s->hash = (s->hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

static void hear(void *user, const grn_diagnostic *d)
{
    add_bytes(user, &d->place.line, sizeof d->place.line);
    add_bytes(user, &d->place.column, sizeof d->place.column);
    add_bytes(user, d->message, strlen(d->message));
}

static void add_tensor(said *s, const grn_tensor *t)
{
    grn_tensor compact;
    assert_int_equal(grn_tensor_init(&compact, NULL, t->dtype, t->rank, t->shape), GRN_OK);
    size_t bytes = grn_tensor_bytes(&compact);
    compact.data = malloc(bytes + 1);
    assert_non_null(compact.data);
    grn_tensor_copy(&compact, t);
    add_bytes(s, compact.data, bytes);
    free(compact.data);
}

/* The options' parallel and limits, of a function without inputs or of one given these. */
static said run(const grn_module *module, size_t function, size_t ninputs, const grn_tensor *inputs,
                const grn_run_options *options)
{
    said s = {.hash = 1};
    grn_diag diag = {hear, &s};
    grn_results *results;
    s.status = grn_module_run(module, function, ninputs, inputs, options, &diag, &results);
    for (size_t i = 0; s.status == GRN_OK && i < grn_results_count(results); i++)
        add_tensor(&s, grn_results_tensor(results, i));
    grn_results_destroy(results);
    return s;
}

static bool same(said a, said b) { return a.hash == b.hash && a.status == b.status; }

static grn_module *parse(const char *text, size_t n)
{
    grn_module *module;
    if (grn_module_parse(text, n, NULL, NULL, &module) != GRN_OK)
        return NULL;
    return module;
}

/* ---- numbers of threads ---------------------------------------------------------------------- */

static const int32_t counts[] = {1, 2, 3, 16};
#define COUNTS (sizeof counts / sizeof *counts)
static grn_pool *pools[COUNTS];

static int start_pools(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNTS; i++)
        if (grn_pool_create(counts[i], NULL, &pools[i]) != GRN_OK)
            return -1;
    return 0;
}

static int end_pools(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNTS; i++)
        grn_pool_destroy(pools[i]);
    return 0;
}

/* ---- every program --------------------------------------------------------------------------- */

static size_t programs;

static void check_function(grn_module *module, size_t function, const char *path)
{
    module->op_by_op = true;
    said want = run(module, function, 0, NULL, &(grn_run_options){.max_steps = 1000000});
    module->op_by_op = false;
    for (size_t i = 0; i < COUNTS; i++) {
        grn_run_options options = {.max_steps = 1000000, .parallel = grn_pool_parallel(pools[i])};
        if (!same(run(module, function, 0, NULL, &options), want))
            fail_msg("%s, function %zu, %d threads: not what it says op by op", path, function, (int)counts[i]);
    }
    for (uint64_t steps = 1; steps < 12; steps++) {
        grn_run_options options = {.max_steps = steps};
        module->op_by_op = true;
        want = run(module, function, 0, NULL, &options);
        module->op_by_op = false;
        if (!same(run(module, function, 0, NULL, &options), want))
            fail_msg("%s, function %zu, %d steps: not what it says op by op", path, function, (int)steps);
    }
}

static void check_text(const char *text, size_t n, const char *path)
{
    grn_module *module = parse(text, n);
    if (!module)
        return;
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        assert_int_equal(grn_module_function(module, i, &info), GRN_OK);
        if (info.ninputs == 0 && info.has_body)
            check_function(module, i, path);
        programs++;
    }
    grn_module_destroy(module);
}

static void test_every_program(void **state)
{
    (void)state;
    corpus all = {NULL, 0};
    corpus_add(&all, "tests/ops");
    corpus_add(&all, "examples");
    for (size_t i = 0; i < all.count; i++)
        check_text(all.programs[i].text, strlen(all.programs[i].text), all.programs[i].name);
    corpus_free(&all);
    assert_in_range(programs, 200, 10000);
}

/* ---- what a chain is made of ----------------------------------------------------------------- */

/* %g: [4, 1, 2], rows of %t. */
#define ROWS_OF_TWO                                                                                                 \
    "%t = stablehlo.constant dense<1.0> : tensor<3x2xf32>\n"                                                        \
    "%i = stablehlo.constant dense<2> : tensor<4x1xi32>\n"                                                          \
    "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"                                                            \
    "%g = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], "                 \
    "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>}> : " \
    "(tensor<3x2xf32>, tensor<4x1xi32>) -> tensor<4x1x2xf32>\n"

/* A letter for each op of the block: '.' runs alone, 'a' waits for the root 'A', 'b' for 'B'... in
 * order of the roots. */
static const struct {
    const char *claim, *body, *want;
} shapes[] = {
    {"one after the other",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%1 = stablehlo.multiply %0, %x : tensor<4xf32>\n"
     "return %1 : tensor<4xf32>\n",
     "aA."},
    {"a value that is needed elsewhere ends its chain",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%1 = stablehlo.multiply %0, %x : tensor<4xf32>\n"
     "return %0 : tensor<4xf32>\n",
     "..."},
    {"used twice within",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%1 = stablehlo.negate %0 : tensor<4xf32>\n"
     "%2 = stablehlo.multiply %0, %1 : tensor<4xf32>\n"
     "return %2 : tensor<4xf32>\n",
     "aaA."},
    {"constants and views stand between",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%c = stablehlo.constant dense<2.0> : tensor<f32>\n"
     "%b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>\n"
     "%1 = stablehlo.multiply %0, %b : tensor<4xf32>\n"
     "return %1 : tensor<4xf32>\n",
     "a..A."},
    {"an op that makes memory of its own does not",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%b = stablehlo.concatenate %x, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>\n"
     "%1 = stablehlo.multiply %0, %b : tensor<4xf32>\n"
     "return %1 : tensor<4xf32>\n",
     "...."},
    {"one that counts is part of it",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%b = stablehlo.iota dim = 0 : tensor<4xf32>\n"
     "%1 = stablehlo.multiply %0, %b : tensor<4xf32>\n"
     "return %1 : tensor<4xf32>\n",
     "aaA."},
    {"wherever it stands",
     "%b = stablehlo.iota dim = 0 : tensor<4xf32>\n"
     "%c = stablehlo.concatenate %x, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>\n"
     "%0 = stablehlo.add %c, %b : tensor<4xf32>\n"
     "return %0 : tensor<4xf32>\n",
     "a.A."},
    {"unless it is needed elsewhere",
     "%b = stablehlo.iota dim = 0 : tensor<4xf32>\n"
     "%0 = stablehlo.add %x, %b : tensor<4xf32>\n"
     "%1 = stablehlo.reverse %b, dims = [0] : tensor<4xf32>\n"
     "return %0, %1 : tensor<4xf32>, tensor<4xf32>\n",
     "...."},
    {"or by two chains",
     "%b = stablehlo.iota dim = 0 : tensor<4xf32>\n"
     "%0 = stablehlo.add %x, %b : tensor<4xf32>\n"
     "%1 = stablehlo.multiply %x, %b : tensor<4xf32>\n"
     "return %0, %1 : tensor<4xf32>, tensor<4xf32>\n",
     "...."},
    {"other extents, the same elements",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>\n"
     "%2 = stablehlo.negate %1 : tensor<2x2xf32>\n"
     "%3 = stablehlo.multiply %1, %2 : tensor<2x2xf32>\n"
     "return %3 : tensor<2x2xf32>\n",
     "aaaA."},
    {"which a view that turns them has not",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>\n"
     "%2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>\n"
     "%3 = stablehlo.multiply %1, %2 : tensor<2x2xf32>\n"
     "return %3 : tensor<2x2xf32>\n",
     "....."},
    {"one op is no chain, whatever its operand is",
     "%0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xf32>\n"
     "%1 = stablehlo.negate %0 : tensor<2x2xf32>\n"
     "return %1 : tensor<2x2xf32>\n",
     "..."},
    {"a chain of nothing but numbers",
     "%b = stablehlo.iota dim = 0 : tensor<2x4xf32>\n"
     "%c = stablehlo.iota dim = 1 : tensor<2x4xf32>\n"
     "%0 = stablehlo.add %c, %b : tensor<2x4xf32>\n"
     "return %0 : tensor<2x4xf32>\n",
     "aaA."},
    {"a view of a value needs the value",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%1 = stablehlo.negate %0 : tensor<4xf32>\n"
     "%2 = stablehlo.reverse %1, dims = [0] : tensor<4xf32>\n"
     "%3 = stablehlo.multiply %2, %2 : tensor<4xf32>\n"
     "%4 = stablehlo.add %3, %1 : tensor<4xf32>\n"
     "return %4 : tensor<4xf32>\n",
     "aA.bB."},
    {"two in one stretch",
     "%0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "%1 = stablehlo.multiply %x, %x : tensor<4xf32>\n"
     "%2 = stablehlo.negate %0 : tensor<4xf32>\n"
     "%3 = stablehlo.negate %1 : tensor<4xf32>\n"
     "return %2, %3 : tensor<4xf32>, tensor<4xf32>\n",
     "abAB."},
    {"of one shape",
     "%s = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "%0 = stablehlo.add %s, %s : tensor<f32>\n"
     "%1 = stablehlo.clamp %0, %x, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n"
     "%2 = stablehlo.negate %1 : tensor<4xf32>\n"
     "return %2 : tensor<4xf32>\n",
     "..aA."},
    {"of any types",
     "%0 = stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n"
     "%1 = stablehlo.convert %0 : (tensor<4xi1>) -> tensor<4xi64>\n"
     "%2 = stablehlo.convert %1 : (tensor<4xi64>) -> tensor<4xbf16>\n"
     "return %2 : tensor<4xbf16>\n",
     "aaA."},
    {"rows that are gathered only to be summed, with what scales them between",
     ROWS_OF_TWO
     "%b = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<4x1x2xf32>\n"
     "%m = stablehlo.multiply %g, %b : tensor<4x1x2xf32>\n"
     "%s = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x1x2xf32>, "
     "tensor<f32>) -> tensor<4x2xf32>\n"
     "return %x : tensor<4xf32>\n",
     "...a.aA."},
    {"not rows of which the largest is wanted",
     ROWS_OF_TWO "%s = stablehlo.reduce(%g init: %z) applies stablehlo.maximum across dimensions = [1] : "
                 "(tensor<4x1x2xf32>, tensor<f32>) -> tensor<4x2xf32>\n"
                 "return %x : tensor<4xf32>\n",
     "......"},
    {"nor rows that are needed elsewhere",
     ROWS_OF_TWO "%s = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [1] : "
                 "(tensor<4x1x2xf32>, tensor<f32>) -> tensor<4x2xf32>\n"
                 "%e = stablehlo.reverse %g, dims = [0] : tensor<4x1x2xf32>\n"
                 "return %x : tensor<4xf32>\n",
     "......."},
    {"nor with an op between that makes memory of its own",
     ROWS_OF_TWO
     "%c = stablehlo.concatenate %x, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>\n"
     "%s = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x1x2xf32>, "
     "tensor<f32>) -> tensor<4x2xf32>\n"
     "return %x : tensor<4xf32>\n",
     "......."},
};

static void check_shape(size_t k)
{
    char text[2048], got[32] = "";
    const grn_chain *chains[8];
    size_t nchains = 0, n = 0;
    snprintf(text, sizeof text, "func.func @f(%%x: tensor<4xf32>) -> tensor<4xf32> {\n%s}\n", shapes[k].body);
    grn_module *module = parse(text, strlen(text));
    assert_non_null(module);
    const grn_block *block = module->functions[0].op->regions[0].first;
    for (const grn_op *op = block->first; op; op = op->next)
        if (op->chain && op->chain->root == op)
            chains[nchains++] = op->chain;
    for (const grn_op *op = block->first; op; op = op->next, n++) {
        got[n] = '.';
        for (size_t c = 0; c < nchains; c++)
            if (op->chain == chains[c])
                got[n] = (char)((op->chain->root == op ? 'A' : 'a') + (int)c);
    }
    if (strcmp(got, shapes[k].want) != 0)
        fail_msg("%s: %s, %s is right", shapes[k].claim, got, shapes[k].want);
    grn_module_destroy(module);
}

static void test_shapes(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        check_shape(k);
}

/* ---- sums of rows ---------------------------------------------------------------------------- */

/* Of a table of 6 rows, lists that name them, and one factor for each entry; which ops follow the gather. */
static const struct {
    const char *claim, *table, *indices, *added, *ops, *sum;
} sums[] = {
    {"rows of f32", "6x3xf32", "2x4xi32", "f32", "", "%g"},
    {"rows of f64, lists of i64", "6x3xf64", "2x4xi64", "f64", "", "%g"},
    {"rows of bf16, summed in f32", "6x3xbf16", "2x4xi32", "f32",
     "%c = stablehlo.convert %g : (tensor<2x4x3xbf16>) -> tensor<2x4x3xf32>\n", "%c"},
    {"rows of f16, converted and scaled", "6x3xf16", "2x4xi32", "f32",
     "%c = stablehlo.convert %g : (tensor<2x4x3xf16>) -> tensor<2x4x3xf32>\n"
     "%b = stablehlo.broadcast_in_dim %w, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>\n"
     "%m = stablehlo.multiply %b, %c : tensor<2x4x3xf32>\n",
     "%m"},
    {"one factor for all, which is no list", "6x3xf32", "2x4xi32", "f32",
     "%k = stablehlo.constant dense<3.0> : tensor<f32>\n"
     "%b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2x4x3xf32>\n"
     "%m = stablehlo.multiply %g, %b : tensor<2x4x3xf32>\n",
     "%m"},
    {"a factor for each column, which is no bag", "6x3xf32", "2x4xi32", "f32",
     "%k = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32>\n"
     "%b = stablehlo.broadcast_in_dim %k, dims = [2] : (tensor<3xf32>) -> tensor<2x4x3xf32>\n"
     "%m = stablehlo.multiply %g, %b : tensor<2x4x3xf32>\n",
     "%m"},
};
static const char *const inits[] = {"0.0", "-0.0", "1.5"};
/* Some are out of range, which is no matter of a bag. */
static const char *const lists[] = {"[[0, 1, 1, 5], [2, 2, 4, 3]]", "[[0, 1, 9, 5], [2, -1, 4, 3]]"};

/* With a NaN, infinities, zeros of both signs, and numbers that round. */
static const char numbers[] =
    "[[1.0, -0.0, 0x7FC00000], [3.0, -0.0, -1.0], [16777216.0, 0.1, 2.5], [0.3, 1.0e-3, 7.0], "
    "[-0.7, 0.2, -2.5], [1.0, -0.0, 4.0]]";

static void check_sum(size_t k, const char *init, const char *list)
{
    char text[4096], shape[32];
    snprintf(shape, sizeof shape, "2x4x%s", sums[k].table + 2);
    snprintf(text, sizeof text,
             "func.func @f() -> tensor<2x3x%s> {\n%%n = stablehlo.constant dense<%s> : tensor<6x3xf32>\n"
             "%%t = stablehlo.convert %%n : (tensor<6x3xf32>) -> tensor<%s>\n"
             "%%i = stablehlo.constant dense<%s> : tensor<%s>\n%%z = stablehlo.constant dense<%s> : tensor<%s>\n"
             "%%w = stablehlo.constant dense<[[1.0, 0.1, 0.3, -2.0], [0.7, 3.0, 1.0, 0.0]]> : tensor<2x4xf32>\n"
             "%%g = \"stablehlo.gather\"(%%t, %%i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], "
             "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, "
             "3>}> : (tensor<%s>, tensor<%s>) -> tensor<%s>\n%s"
             "%%s = stablehlo.reduce(%s init: %%z) applies stablehlo.add across dimensions = [1] : (tensor<2x4x3x%s>, "
             "tensor<%s>) -> tensor<2x3x%s>\nreturn %%s : tensor<2x3x%s>\n}\n",
             sums[k].added, numbers, sums[k].table, list, sums[k].indices, init, sums[k].added, sums[k].table,
             sums[k].indices, shape, sums[k].ops, sums[k].sum, sums[k].added, sums[k].added, sums[k].added,
             sums[k].added);
    grn_module *module = parse(text, strlen(text));
    if (!module)
        fail_msg("%s: is no program", sums[k].claim);
    const grn_op *op = module->functions[0].op->regions[0].first->first;
    while (op && !(op->chain && op->chain->rows))
        op = op->next;
    if (!op)
        fail_msg("%s: is no chain", sums[k].claim);
    uint64_t steps[2];
    said got[2];
    for (int op_by_op = 0; op_by_op < 2; op_by_op++) {
        grn_results *results;
        module->op_by_op = op_by_op;
        got[op_by_op] = run(module, 0, 0, NULL, NULL);
        assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, NULL, &results), GRN_OK);
        steps[op_by_op] = grn_results_steps(results);
        grn_results_destroy(results);
    }
    if (got[0].status != GRN_OK || !same(got[0], got[1]) || steps[0] != steps[1])
        fail_msg("%s, from %s by %s: other bits or steps (%llu) than op by op (%llu)", sums[k].claim, init, list,
                 (unsigned long long)steps[0], (unsigned long long)steps[1]);
    grn_module_destroy(module);
}

static void test_sums_of_rows(void **state)
{
    (void)state;
    for (size_t k = 0; k < GRN_COUNT(sums); k++)
        for (size_t i = 0; i < GRN_COUNT(inits); i++)
            for (size_t l = 0; l < GRN_COUNT(lists); l++)
                check_sum(k, inits[i], lists[l]);
}

/* Who holds what a chain reads. %a = [0, 1, 2, 3]. */
static const struct {
    const char *claim, *body;
    int32_t want[2][4];
} values[] = {
    {"a view between was the last to use an input",
     "%0 = stablehlo.add %a, %a : tensor<4xi32>\n"
     "%v = stablehlo.reverse %a, dims = [0] : tensor<4xi32>\n"
     "%1 = stablehlo.multiply %0, %v : tensor<4xi32>\n"
     "return %1, %1 : tensor<4xi32>, tensor<4xi32>\n",
     {{0, 4, 4, 0}, {0, 4, 4, 0}}},
    {"an input that a view shares is not written over",
     "%v = stablehlo.reverse %a, dims = [0] : tensor<4xi32>\n"
     "%0 = stablehlo.add %a, %a : tensor<4xi32>\n"
     "%1 = stablehlo.add %0, %a : tensor<4xi32>\n"
     "return %1, %v : tensor<4xi32>, tensor<4xi32>\n",
     {{0, 3, 6, 9}, {3, 2, 1, 0}}},
    {"nor one that is needed later",
     "%0 = stablehlo.add %a, %a : tensor<4xi32>\n"
     "%1 = stablehlo.add %0, %a : tensor<4xi32>\n"
     "return %1, %a : tensor<4xi32>, tensor<4xi32>\n",
     {{0, 3, 6, 9}, {0, 1, 2, 3}}},
    {"two chains read one input, in each other's stretch",
     "%0 = stablehlo.add %a, %a : tensor<4xi32>\n"
     "%1 = stablehlo.multiply %a, %a : tensor<4xi32>\n"
     "%2 = stablehlo.negate %0 : tensor<4xi32>\n"
     "%3 = stablehlo.negate %1 : tensor<4xi32>\n"
     "return %2, %3 : tensor<4xi32>, tensor<4xi32>\n",
     {{0, -2, -4, -6}, {0, -1, -4, -9}}},
    {"numbers along the last dimension but one",
     "%i = stablehlo.iota dim = 0 : tensor<2x2xi32>\n"
     "%j = stablehlo.iota dim = 1 : tensor<2x2xi32>\n"
     "%k = stablehlo.add %i, %i : tensor<2x2xi32>\n"
     "%0 = stablehlo.subtract %k, %j : tensor<2x2xi32>\n"
     "%1 = stablehlo.reshape %0 : (tensor<2x2xi32>) -> tensor<4xi32>\n"
     "return %1, %a : tensor<4xi32>, tensor<4xi32>\n",
     {{0, -1, 2, 1}, {0, 1, 2, 3}}},
    {"through other extents and back",
     "%0 = stablehlo.add %a, %a : tensor<4xi32>\n"
     "%1 = stablehlo.reshape %0 : (tensor<4xi32>) -> tensor<2x2xi32>\n"
     "%2 = stablehlo.negate %1 : tensor<2x2xi32>\n"
     "%3 = stablehlo.subtract %1, %2 : tensor<2x2xi32>\n"
     "%i = stablehlo.iota dim = 1 : tensor<2x2xi32>\n"
     "%4 = stablehlo.add %3, %i : tensor<2x2xi32>\n"
     "%5 = stablehlo.reshape %4 : (tensor<2x2xi32>) -> tensor<4xi32>\n"
     "%6 = stablehlo.subtract %5, %a : tensor<4xi32>\n"
     "return %6, %6 : tensor<4xi32>, tensor<4xi32>\n",
     {{0, 4, 6, 10}, {0, 4, 6, 10}}},
    {"a turned input, passed on",
     "%m = stablehlo.reshape %a : (tensor<4xi32>) -> tensor<2x2xi32>\n"
     "%t = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>\n"
     "%0 = stablehlo.negate %t : tensor<2x2xi32>\n"
     "%1 = stablehlo.reshape %0 : (tensor<2x2xi32>) -> tensor<1x4xi32>\n"
     "%2 = stablehlo.reshape %1 : (tensor<1x4xi32>) -> tensor<4xi32>\n"
     "%3 = stablehlo.add %2, %a : tensor<4xi32>\n"
     "return %3, %a : tensor<4xi32>, tensor<4xi32>\n",
     {{0, -1, 1, 0}, {0, 1, 2, 3}}},
    {"the result lies over an input that is read twice",
     "%0 = stablehlo.add %a, %a : tensor<4xi32>\n"
     "%1 = stablehlo.multiply %0, %a : tensor<4xi32>\n"
     "%2 = stablehlo.subtract %a, %1 : tensor<4xi32>\n"
     "return %2, %2 : tensor<4xi32>, tensor<4xi32>\n",
     {{0, -1, -6, -15}, {0, -1, -6, -15}}},
};

static void check_values(size_t k)
{
    char text[2048];
    grn_results *results;
    snprintf(text, sizeof text,
             "func.func @f() -> (tensor<4xi32>, tensor<4xi32>) {\n"
             "%%a = stablehlo.iota dim = 0 : tensor<4xi32>\n%s}\n",
             values[k].body);
    grn_module *module = parse(text, strlen(text));
    assert_non_null(module);
    assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, NULL, &results), GRN_OK);
    for (size_t i = 0; i < 2; i++)
        for (int64_t j = 0; j < 4; j++) {
            const grn_tensor *t = grn_results_tensor(results, i);
            int32_t got = *(const int32_t *)grn_tensor_at(t, j * t->stride[0]);
            if (got != values[k].want[i][j])
                fail_msg("%s: result %zu[%d] is %d, %d is right", values[k].claim, i, (int)j, (int)got,
                         (int)values[k].want[i][j]);
        }
    grn_results_destroy(results);
    grn_module_destroy(module);
}

static void test_values(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
        check_values(k);
}

/* No more values to a chain than there is room for; a long sum falls into several. */
static void test_long_sum(void **state)
{
    static const int32_t ones[3] = {1, 1, 1};
    char *text = malloc(1 << 16), *at = text;
    (void)state;
    assert_non_null(text);
    at += sprintf(at, "func.func @f(%%v0: tensor<3xi32>) -> tensor<3xi32> {\n");
    for (int i = 1; i <= 200; i++)
        at += sprintf(at, "%%v%d = stablehlo.add %%v%d, %%v0 : tensor<3xi32>\n", i, i - 1);
    sprintf(at, "return %%v200 : tensor<3xi32>\n}\n");
    grn_module *module = parse(text, strlen(text));
    assert_non_null(module);
    grn_tensor in;
    grn_results *results;
    assert_int_equal(grn_tensor_init(&in, (void *)(uintptr_t)ones, GRN_I32, 1, (int64_t[]){3}), GRN_OK);
    assert_int_equal(grn_module_run(module, 0, 1, &in, NULL, NULL, &results), GRN_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(((const int32_t *)grn_results_tensor(results, 0)->data)[i], 201);
    grn_results_destroy(results);
    grn_module_destroy(module);
    free(text);
}

/* ---- large tensors --------------------------------------------------------------------------- */

#define MANY 100003 /* no whole number of blocks, nor of parts */

/* A transposed operand comes through a stream, a scalar is spread, the first input is free to be
 * written over: never an input of the caller's, though. */
static const char large[] =
    "func.func @f(%x: tensor<100003xf32>, %t: tensor<1x100003xf32>, %i: tensor<100003xi32>)\n"
    "    -> (tensor<100003xf32>, tensor<100003xf32>) {\n"
    "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %n = stablehlo.constant dense<100002> : tensor<i32>\n"
    "  %h = stablehlo.constant dense<0.5> : tensor<100003xf32>\n"
    "  %0 = stablehlo.add %i, %i : tensor<100003xi32>\n"
    "  %1 = stablehlo.clamp %z, %0, %n : (tensor<i32>, tensor<100003xi32>, tensor<i32>) -> tensor<100003xi32>\n"
    "  %2 = stablehlo.convert %1 : (tensor<100003xi32>) -> tensor<100003xi64>\n"
    "  %3 = \"stablehlo.gather\"(%x, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "    : (tensor<100003xf32>, tensor<100003xi64>) -> tensor<100003xf32>\n"
    "  %r = stablehlo.reverse %x, dims = [0] : tensor<100003xf32>\n"
    "  %4 = stablehlo.multiply %3, %h : tensor<100003xf32>\n"
    "  %5 = stablehlo.add %4, %r : tensor<100003xf32>\n"
    "  %6 = stablehlo.compare GT, %5, %x : (tensor<100003xf32>, tensor<100003xf32>) -> tensor<100003xi1>\n"
    "  %7 = stablehlo.select %6, %5, %x : tensor<100003xi1>, tensor<100003xf32>\n"
    "  %8 = stablehlo.reshape %t : (tensor<1x100003xf32>) -> tensor<100003xf32>\n"
    "  %9 = stablehlo.subtract %8, %x : tensor<100003xf32>\n"
    "  %10 = stablehlo.negate %9 : tensor<100003xf32>\n"
    "  return %7, %10 : tensor<100003xf32>, tensor<100003xf32>\n"
    "}\n";

/* By hand: x[k] = k, t[k] = 3k, i[k] = k - 100. */
static void check_large(const grn_results *results)
{
    const float *first = grn_results_tensor(results, 0)->data, *second = grn_results_tensor(results, 1)->data;
    for (int k = 0; k < MANY; k++) {
        int twice = 2 * (k - 100);
        float fetched = (float)(twice < 0 ? 0 : twice > MANY - 1 ? MANY - 1 : twice);
        float sum = fetched * 0.5f + (float)(MANY - 1 - k);
        assert_true(first[k] == (sum > (float)k ? sum : (float)k));
        assert_true(second[k] == (float)(-2 * k));
    }
}

static void test_large(void **state)
{
    float *x = malloc(MANY * sizeof *x), *t = malloc(2 * MANY * sizeof *t);
    int32_t *which = malloc(MANY * sizeof *which);
    grn_tensor inputs[3];
    (void)state;
    assert_true(x && t && which);
    for (int k = 0; k < MANY; k++) {
        x[k] = (float)k;
        t[2 * k] = (float)(3 * k);
        t[2 * k + 1] = -1;
        which[k] = k - 100;
    }
    grn_module *module = parse(large, strlen(large));
    assert_non_null(module);
    assert_int_equal(grn_tensor_init(&inputs[0], x, GRN_F32, 1, (int64_t[]){MANY}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], t, GRN_F32, 2, (int64_t[]){1, MANY}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[2], which, GRN_I32, 1, (int64_t[]){MANY}), GRN_OK);
    inputs[1].stride[1] = 2;
    for (size_t i = 0; i < 2 * COUNTS; i++) { /* the second time by the plans of the first */
        grn_run_options options = {.parallel = grn_pool_parallel(pools[i % COUNTS])};
        grn_results *results;
        assert_int_equal(grn_module_run(module, 0, 3, inputs, &options, NULL, &results), GRN_OK);
        check_large(results);
        grn_results_destroy(results);
    }
    for (int k = 0; k < MANY; k++)
        assert_true(x[k] == (float)k && which[k] == k - 100);
    grn_module_destroy(module);
    free(x);
    free(t);
    free(which);
}

/* ---- messages and limits --------------------------------------------------------------------- */

static const char dynamic[] = "func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n"
                              "  %0 = stablehlo.add %x, %x : tensor<?xf32>\n"
                              "  %1 = stablehlo.multiply %0, %y : tensor<?xf32>\n"
                              "  %2 = stablehlo.negate %1 : tensor<?xf32>\n"
                              "  %3 = stablehlo.add %2, %0 : tensor<?xf32>\n"
                              "  return %3 : tensor<?xf32>\n"
                              "}\n";

/* Shapes that only a run knows: the op that does not fit says so, at its place. */
static void test_dynamic(void **state)
{
    static float x[6] = {1, 2, 3, 4, 5, 6};
    (void)state;
    grn_module *module = parse(dynamic, strlen(dynamic));
    assert_non_null(module);
    for (int64_t n = 0; n < 7; n++)
        for (int64_t m = 0; m < 7; m++) {
            grn_tensor inputs[2];
            assert_int_equal(grn_tensor_init(&inputs[0], x, GRN_F32, 1, &n), GRN_OK);
            assert_int_equal(grn_tensor_init(&inputs[1], x, GRN_F32, 1, &m), GRN_OK);
            module->op_by_op = true;
            said want = run(module, 0, 2, inputs, NULL);
            module->op_by_op = false;
            assert_true(same(run(module, 0, 2, inputs, NULL), want));
            assert_int_equal(want.status, n == m ? GRN_OK : GRN_E_SHAPE);
        }
    grn_module_destroy(module);
}

/* Wherever memory suffices op by op, it suffices for chains. */
static void test_memory(void **state)
{
    static const char text[] =
        "func.func @f() -> tensor<1000xf64> {\n"
        "  %i = stablehlo.iota dim = 0 : tensor<1000xi32>\n"
        "  %0 = stablehlo.add %i, %i : tensor<1000xi32>\n"
        "  %1 = stablehlo.compare LT, %0, %i : (tensor<1000xi32>, tensor<1000xi32>) -> tensor<1000xi1>\n"
        "  %2 = stablehlo.convert %1 : (tensor<1000xi1>) -> tensor<1000xf64>\n"
        "  %3 = stablehlo.negate %2 : tensor<1000xf64>\n"
        "  return %3 : tensor<1000xf64>\n"
        "}\n";
    size_t least[2] = {0, 0};
    (void)state;
    grn_module *module = parse(text, strlen(text));
    assert_non_null(module);
    for (size_t limit = 100; limit < 40000; limit += 50) {
        grn_run_options options = {.max_memory_bytes = limit};
        for (int chains = 0; chains < 2; chains++) {
            module->op_by_op = !chains;
            said s = run(module, 0, 0, NULL, &options);
            assert_true(s.status == GRN_OK || s.status == GRN_E_MEMORY);
            if (s.status == GRN_OK && !least[chains])
                least[chains] = limit;
        }
    }
    assert_true(least[0] && least[1] && least[1] <= least[0]);
    grn_module_destroy(module);
}

/* What lies between comes to nothing: four values of 4 MB are never there. */
static void test_less_memory(void **state)
{
    static const char text[] = "func.func @f(%x: tensor<1000xf32>) -> tensor<1000xf32> {\n"
                               "  %0 = stablehlo.add %x, %x : tensor<1000xf32>\n"
                               "  %1 = stablehlo.convert %0 : (tensor<1000xf32>) -> tensor<1000xf64>\n"
                               "  %2 = stablehlo.multiply %1, %1 : tensor<1000xf64>\n"
                               "  %3 = stablehlo.convert %2 : (tensor<1000xf64>) -> tensor<1000xf32>\n"
                               "  return %3 : tensor<1000xf32>\n"
                               "}\n";
    static float x[1000];
    grn_tensor in;
    grn_run_options options = {.max_memory_bytes = 15000}; /* the result's 4000, and blocks of 256 */
    (void)state;
    grn_module *module = parse(text, strlen(text));
    assert_non_null(module);
    assert_int_equal(grn_tensor_init(&in, x, GRN_F32, 1, (int64_t[]){1000}), GRN_OK);
    assert_int_equal(run(module, 0, 1, &in, &options).status, GRN_OK);
    options.max_memory_bytes = 11000;
    module->op_by_op = true; /* 4000 and 8000 at once */
    assert_int_equal(run(module, 0, 1, &in, &options).status, GRN_E_MEMORY);
    grn_module_destroy(module);
}

/* ---- kept plans ------------------------------------------------------------------------------ */

/* Element i[k] of x, and x with 10 added there, for shapes that change from run to run. */
static const char fetch[] =
    "func.func @f(%x: tensor<?xi32>, %i: tensor<?x1xi64>) -> (tensor<?xi32>, tensor<?xi32>) {\n"
    "  %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "    : (tensor<?xi32>, tensor<?x1xi64>) -> tensor<?xi32>\n"
    "  %1 = \"stablehlo.scatter\"(%x, %i, %0) ({\n"
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "    %s = stablehlo.add %a, %b : tensor<i32>\n"
    "    stablehlo.return %s : tensor<i32>\n"
    "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],\n"
    "      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}\n"
    "    : (tensor<?xi32>, tensor<?x1xi64>, tensor<?xi32>) -> tensor<?xi32>\n"
    "  return %0, %1 : tensor<?xi32>, tensor<?xi32>\n"
    "}\n";

#define MOST 40

/* n elements k + first, fetched in descending order: fetched[k] = first + n - 1 - k, and every
 * element doubles. */
static bool gather_once(const grn_module *module, int64_t n, int32_t first)
{
    int32_t x[MOST];
    int64_t which[MOST];
    grn_tensor inputs[2];
    grn_results *results;
    bool right = true;
    for (int64_t k = 0; k < n; k++) {
        x[k] = first + (int32_t)k;
        which[k] = n - 1 - k;
    }
    if (grn_tensor_init(&inputs[0], x, GRN_I32, 1, &n) != GRN_OK ||
        grn_tensor_init(&inputs[1], which, GRN_I64, 2, (int64_t[]){n, 1}) != GRN_OK ||
        grn_module_run(module, 0, 2, inputs, NULL, NULL, &results) != GRN_OK)
        return false;
    const int32_t *fetched = grn_results_tensor(results, 0)->data, *added = grn_results_tensor(results, 1)->data;
    for (int64_t k = 0; k < n; k++)
        right = right && fetched[k] == first + (int32_t)(n - 1 - k) && added[k] == 2 * (first + (int32_t)k);
    grn_results_destroy(results);
    return right;
}

static void *gather_often(void *module)
{
    bool right = true;
    for (int i = 0; i < 300; i++)
        right = gather_once(module, 1 + i / 7 % MOST, i) && right;
    return right ? module : NULL;
}

static void test_plans_are_kept(void **state)
{
    pthread_t threads[4];
    (void)state;
    grn_module *module = parse(fetch, strlen(fetch));
    assert_non_null(module);
    assert_int_equal(grn_module_verify(module, NULL), GRN_OK);
    assert_non_null(gather_often(module));
    assert_non_null(atomic_load(&module->kept)); /* handed back by the last run */
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, gather_often, module), 0);
    for (size_t i = 0; i < 4; i++) {
        void *right;
        assert_int_equal(pthread_join(threads[i], &right), 0);
        assert_non_null(right);
    }
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_program),  cmocka_unit_test(test_shapes),   cmocka_unit_test(test_sums_of_rows),
        cmocka_unit_test(test_values),         cmocka_unit_test(test_long_sum), cmocka_unit_test(test_large),
        cmocka_unit_test(test_dynamic),        cmocka_unit_test(test_memory),   cmocka_unit_test(test_less_memory),
        cmocka_unit_test(test_plans_are_kept),
    };
    return cmocka_run_group_tests(tests, start_pools, end_pools);
}
