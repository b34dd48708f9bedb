/*
 * test_memory.c - what a run asks for, counted.
 *
 * A loop over static shapes asks for nothing after its second turn; a program
 * that is run again finds the memory of the run before; constants are never
 * copied, but where they are returned or written over; what waits to be used
 * again stays within its bounds.
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
#include "interp/store.h"

/* ---- an allocator that counts ---------------------------------------------------------------- */

typedef struct counter {
    size_t requests, bytes, in_use, most, large; /* large: of at least LARGE bytes */
    size_t refuse_from;                          /* bytes in use from which on nothing is given; 0: no such bound */
    grn_allocator allocator;
} counter;

#define ELEMENTS 16384
#define LARGE ((size_t)ELEMENTS * 4)

static void *count_allocate(void *user, size_t bytes, size_t alignment)
{
    counter *c = user;
    if (c->refuse_from && c->in_use + bytes > c->refuse_from)
        return NULL;
    c->requests++;
    c->bytes += bytes;
    c->large += bytes >= LARGE;
    c->in_use += bytes;
    c->most = c->most < c->in_use ? c->in_use : c->most;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void count_release(void *user, void *memory, size_t bytes)
{
    ((counter *)user)->in_use -= bytes;
    free(memory);
}

static void counter_init(counter *c) { *c = (counter){.allocator = {count_allocate, count_release, c}}; }

static grn_module *parse(const char *text, const grn_allocator *allocator)
{
    grn_module *module;
    grn_module_options options = {.allocator = allocator};
    if (grn_module_parse(text, strlen(text), &options, NULL, &module) != GRN_OK)
        fail_msg("not read: %s", text);
    return module;
}

static void run(const grn_module *module, const grn_allocator *allocator)
{
    grn_results *results;
    grn_run_options options = {.allocator = allocator};
    assert_int_equal(grn_module_run(module, 0, 0, NULL, &options, NULL, &results), GRN_OK);
    grn_results_destroy(results);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* The loop carries %x, a constant at first; the body makes %y of it. */
static const char loop[] = "func.func @main() -> tensor<16384xf32> {\n"
                           " %%c = stablehlo.constant dense<2.0> : tensor<16384xf32>\n"
                           " %%i0 = stablehlo.constant dense<0> : tensor<i32>\n"
                           " %%ix = stablehlo.constant dense<[[1], [2], [3]]> : tensor<3x1xi32>\n"
                           " %%u = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
                           " %%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                           " %%r:2 = stablehlo.while(%%i = %%i0, %%x = %%c) : tensor<i32>, tensor<16384xf32>\n"
                           " cond {\n"
                           "  %%n = stablehlo.constant dense<%d> : tensor<i32>\n"
                           "  %%p = stablehlo.compare LT, %%i, %%n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                           "  stablehlo.return %%p : tensor<i1>\n"
                           " } do {\n"
                           "  %%one = stablehlo.constant dense<1> : tensor<i32>\n"
                           "  %%j = stablehlo.add %%i, %%one : tensor<i32>\n"
                           "  %s\n"
                           "  stablehlo.return %%j, %%y : tensor<i32>, tensor<16384xf32>\n"
                           " }\n"
                           " return %%r#1 : tensor<16384xf32>\n"
                           "}\n"
                           "func.func private @g(%%a: tensor<16384xf32>) -> tensor<16384xf32> {\n"
                           " %%b = stablehlo.negate %%a : tensor<16384xf32>\n"
                           " return %%b : tensor<16384xf32>\n"
                           "}\n";

#define BIG "tensor<16384xf32>"
#define SCATTER(body)                                                                              \
    "%y = \"stablehlo.scatter\"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<"    \
    "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n" \
    "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n" body "stablehlo.return %q : tensor<f32>\n"         \
    "}) : (" BIG ", tensor<3x1xi32>, tensor<3xf32>) -> " BIG

/* large: requests of a whole value in all turns together. */
static const struct {
    const char *claim, *body;
    size_t large;
} loops[] = {
    {"element-wise, over its own operand", "%y = stablehlo.add %x, %c : " BIG, 1},
    {"a chain", "%k = stablehlo.multiply %x, %c : " BIG "\n%y = stablehlo.add %k, %x : " BIG, 1},
    {"a call, over what its caller needs no more", "%y = func.call @g(%x) : (" BIG ") -> " BIG, 1},
    {"two values change places", "%k = func.call @g(%x) : (" BIG ") -> " BIG "\n%y = stablehlo.add %k, %x : " BIG, 2},
    {"scatter, in place", SCATTER("%q = stablehlo.add %a, %b : tensor<f32>\n"), 1},
    {"scatter by a region",
     SCATTER("%p = stablehlo.add %a, %b : tensor<f32>\n%q = stablehlo.multiply %p, %p : tensor<f32>\n"), 1},
    {"a slice that is updated, in place",
     "%y = stablehlo.dynamic_update_slice %x, %u, %i : (" BIG ", tensor<3xf32>, tensor<i32>) -> " BIG, 1},
    {"gather, with counted indices",
     "%ia = stablehlo.iota dim = 0 : tensor<16384xi32>\n"
     "%y = \"stablehlo.gather\"(%x, %ia) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
     " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (" BIG
     ", tensor<16384xi32>) -> " BIG,
     3},
    {"reduce and broadcast: the last value is returned, which is a view of one element",
     "%s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (" BIG
     ", tensor<f32>) -> tensor<f32>\n"
     "%y = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> " BIG,
     0},
    {"passed on by reshapes",
     "%k = stablehlo.reshape %x : (" BIG
     ") -> tensor<128x128xf32>\n%y = stablehlo.reshape %k : (tensor<128x128xf32>) -> " BIG,
     1},
    {"passed on by a branch",
     "%t = stablehlo.constant dense<true> : tensor<i1>\n"
     "%y = \"stablehlo.if\"(%t) ({\nstablehlo.return %x : " BIG "\n}, {\nstablehlo.return %c : " BIG
     "\n}) : (tensor<i1>) -> " BIG,
     1},
};

static counter run_loop(size_t k, int turns)
{
    char text[4096];
    counter c;
    counter_init(&c);
    snprintf(text, sizeof text, loop, turns, loops[k].body);
    grn_module *module = parse(text, NULL);
    run(module, &c.allocator);
    grn_module_destroy(module);
    assert_int_equal(c.in_use, 0);
    return c;
}

static void test_loops(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
        counter few = run_loop(k, 5), many = run_loop(k, 50);
        if (few.requests != many.requests || few.bytes != many.bytes)
            fail_msg("%s: %zu requests in 5 turns, %zu in 50", loops[k].claim, few.requests, many.requests);
        if (many.large != loops[k].large)
            fail_msg("%s: %zu whole values are asked for, %zu is right", loops[k].claim, many.large, loops[k].large);
    }
}

/* ---- constants ------------------------------------------------------------------------------- */

/* Of %c, a constant that is no splat. Requests of its size; one is for the result where it has that
 * size. */
static const struct {
    const char *claim, *body, *type;
    size_t large;
} constants[] = {
    {"a slice of a constant", "%y = stablehlo.slice %c [5:7] : (" BIG ") -> tensor<2xf32>\n", "tensor<2xf32>", 0},
    {"returned: the result is the caller's", "%y = stablehlo.reshape %c : (" BIG ") -> tensor<128x128xf32>\n",
     "tensor<128x128xf32>", 1},
    {"reshaped, transposed, added to itself",
     "%r = stablehlo.reshape %c : (" BIG ") -> tensor<128x128xf32>\n"
     "%t = stablehlo.transpose %r, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>\n"
     "%y = stablehlo.add %r, %t : tensor<128x128xf32>\n",
     "tensor<128x128xf32>", 1},
    {"through a call, a branch, a case, a barrier and a loop",
     "%0 = func.call @same(%c) : (" BIG ") -> " BIG "\n"
     "%t = stablehlo.constant dense<true> : tensor<i1>\n"
     "%1 = \"stablehlo.if\"(%t) ({\nstablehlo.return %0 : " BIG "\n}, {\nstablehlo.return %c : " BIG
     "\n}) : (tensor<i1>) -> " BIG "\n"
     "%k = stablehlo.constant dense<0> : tensor<i32>\n"
     "%2 = \"stablehlo.case\"(%k) ({\nstablehlo.return %1 : " BIG "\n}) : (tensor<i32>) -> " BIG "\n"
     "%3 = stablehlo.optimization_barrier %2 : " BIG "\n"
     "%4:2 = stablehlo.while(%i = %t, %x = %3) : tensor<i1>, " BIG "\n"
     " cond {\n stablehlo.return %i : tensor<i1>\n } do {\n"
     " %f = stablehlo.constant dense<false> : tensor<i1>\n stablehlo.return %f, %x : tensor<i1>, " BIG "\n }\n"
     "%y = stablehlo.slice %4#1 [5:7] : (" BIG ") -> tensor<2xf32>\n",
     "tensor<2xf32>", 0},
    {"as a gather's operand and indices",
     "%i = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi32>\n"
     "%y = \"stablehlo.gather\"(%c, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
     " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (" BIG
     ", tensor<2x1xi32>) -> tensor<2xf32>\n",
     "tensor<2xf32>", 0},
    {"its bits as a gather's indices",
     "%x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
     "%i = stablehlo.bitcast_convert %c : (" BIG ") -> tensor<16384xi32>\n"
     "%s = stablehlo.slice %i [0:2] : (tensor<16384xi32>) -> tensor<2xi32>\n"
     "%y = \"stablehlo.gather\"(%x, %s) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
     " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<2xi32>) -> "
     "tensor<2xf32>\n",
     "tensor<2xf32>", 0},
    {"scattered into: one copy, which is the result",
     "%x = stablehlo.reshape %c : (" BIG ") -> " BIG "\n" SCATTER("%q = stablehlo.add %a, %b : tensor<f32>\n") "\n",
     BIG, 1},
    {"a value that nobody needs any more is scattered into where it is",
     "%x = stablehlo.negate %c : " BIG "\n" SCATTER("%q = stablehlo.add %a, %b : tensor<f32>\n") "\n", BIG, 1},
    {"one that is needed is copied",
     "%x = stablehlo.negate %c : " BIG
     "\n" SCATTER("%q = stablehlo.add %a, %b : tensor<f32>\n") "\n%w = stablehlo.add %x, %y : " BIG "\n",
     BIG, 2},
};

static void test_constants(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++) {
        char *text = malloc(8 * ELEMENTS + 8192), *at = text;
        counter c;
        counter_init(&c);
        assert_non_null(text);
        at += sprintf(at,
                      "func.func @main() -> %s {\n"
                      "%%ix = stablehlo.constant dense<[[1], [2], [3]]> : tensor<3x1xi32>\n"
                      "%%u = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
                      "%%c = stablehlo.constant dense<\"0x",
                      constants[k].type);
        for (int i = 0; i < ELEMENTS; i++)
            at += sprintf(at, "%02x%02x803f", i & 0xFF, i >> 8);
        sprintf(at,
                "\"> : " BIG "\n%sreturn %%%s : %s\n}\n"
                "func.func private @same(%%a: " BIG ") -> " BIG " {\n return %%a : " BIG "\n}\n",
                constants[k].body, strstr(constants[k].body, "%w =") ? "w" : "y", constants[k].type);
        grn_module *module = parse(text, NULL);
        run(module, &c.allocator);
        if (c.large != constants[k].large)
            fail_msg("%s: %zu requests of its size, %zu is right", constants[k].claim, c.large, constants[k].large);
        grn_module_destroy(module);
        free(text);
    }
}

/* ---- from run to run ------------------------------------------------------------------------- */

static void test_runs(void **state)
{
    char text[4096];
    counter c;
    (void)state;
    counter_init(&c);
    snprintf(text, sizeof text, loop, 4, loops[6].body);
    grn_module *module = parse(text, &c.allocator);
    run(module, NULL);
    size_t between = c.in_use;
    for (int i = 0; i < 5; i++) {
        c.requests = c.bytes = 0;
        run(module, NULL);
        assert_in_range(c.requests, 0, 1); /* what holds the results */
        assert_in_range(c.bytes, 0, 1024);
        assert_int_equal(c.in_use, between);
    }
    grn_module_destroy(module);
    assert_int_equal(c.in_use, 0);
}

/* Results outlive the module, and each other. */
static void test_results_stay(void **state)
{
    char text[4096];
    counter c;
    grn_results *first, *second;
    (void)state;
    counter_init(&c);
    snprintf(text, sizeof text, loop, 4, loops[0].body);
    grn_module *module = parse(text, &c.allocator);
    assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, NULL, &first), GRN_OK);
    assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, NULL, &second), GRN_OK);
    grn_module_destroy(module);
    for (int i = 0; i < ELEMENTS; i++) { /* 2, and 2 more in each of 4 turns */
        assert_true(((const float *)grn_results_tensor(first, 0)->data)[i] == 10);
        assert_true(((const float *)grn_results_tensor(second, 0)->data)[i] == 10);
    }
    grn_results_destroy(first);
    assert_true(((const float *)grn_results_tensor(second, 0)->data)[ELEMENTS - 1] == 10);
    grn_results_destroy(second);
    assert_int_equal(c.in_use, 0);
}

/* ---- the store alone ------------------------------------------------------------------------- */

#define MIB ((size_t)1 << 20)

static void *take(grn_store *s, size_t bytes)
{
    void *block = grn_allocate(&s->allocator, bytes);
    assert_non_null(block);
    return block;
}

/* What waits is used again for its size; for others it makes room, so that no more is held than was
 * in use once. */
static void test_store_size(void **state)
{
    grn_store s;
    counter c;
    (void)state;
    counter_init(&c);
    grn_store_init(&s, &c.allocator, NULL, SIZE_MAX);
    void *a = take(&s, 8 * MIB), *b = take(&s, 5 * MIB);
    grn_release(&s.allocator, a, 8 * MIB);
    assert_ptr_equal(take(&s, 8 * MIB), a);
    grn_release(&s.allocator, a, 8 * MIB);
    grn_release(&s.allocator, b, 5 * MIB);
    for (size_t m = 1; m <= 12; m++) {
        void *other = take(&s, m * MIB + 64);
        grn_release(&s.allocator, other, m * MIB + 64);
    }
    assert_in_range(c.most, 13 * MIB, 13 * MIB + GRN_SPARE_BYTES + 4096);
    grn_store_end(&s);
    assert_int_equal(c.in_use, 0);
}

/* A limit holds for what waits as well; and what waits is given back before memory is refused. */
static void test_store_limits(void **state)
{
    grn_store s;
    counter c;
    (void)state;
    counter_init(&c);
    grn_store_init(&s, &c.allocator, NULL, 2 * MIB);
    for (size_t k = 1; k < 40; k++) {
        size_t bytes = k % 2 ? 2000000 - k * 1000 : k * 20000;
        grn_release(&s.allocator, take(&s, bytes), bytes);
        assert_in_range(c.most, 0, 2 * MIB + 4096);
    }
    grn_store_end(&s);
    assert_int_equal(c.in_use, 0);
    grn_store_init(&s, &c.allocator, NULL, SIZE_MAX);
    grn_release(&s.allocator, take(&s, 900000), 900000);
    c.refuse_from = c.in_use + 1;
    grn_release(&s.allocator, take(&s, 800000), 800000);
    grn_store_end(&s);
    assert_int_equal(c.in_use, 0);
}

static void test_store_keeps(void **state)
{
    grn_store s;
    counter c;
    void *blocks[5];
    (void)state;
    counter_init(&c);
    grn_keeper *keeper = grn_keeper_new(&c.allocator);
    assert_non_null(keeper);
    for (int round = 0; round < 2; round++) {
        grn_store_init(&s, &c.allocator, keeper, SIZE_MAX);
        for (size_t i = 0; i < 5; i++)
            blocks[i] = take(&s, 40 * MIB); /* nobody writes to them */
        for (size_t i = 0; i < 5; i++)
            grn_release(&s.allocator, blocks[i], 40 * MIB);
        grn_store_end(&s);
        assert_in_range(c.in_use, GRN_KEPT_BYTES - 40 * MIB, GRN_KEPT_BYTES + 4096);
    }
    assert_int_equal(c.requests, 1 + 1 + 5 + 2); /* the keeper, its list, five blocks; then those that were not kept */
    grn_keeper_release(keeper);
    assert_int_equal(c.in_use, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loops),      cmocka_unit_test(test_constants),
                                       cmocka_unit_test(test_runs),       cmocka_unit_test(test_results_stay),
                                       cmocka_unit_test(test_store_size), cmocka_unit_test(test_store_limits),
                                       cmocka_unit_test(test_store_keeps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
