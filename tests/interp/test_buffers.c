/*
 * test_buffers.c - memrefs in a run: inputs are never written to, results are
 * what was stored last, views of one buffer see each other's stores while
 * tensors see none, and loops end where their steps do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

static void tell(void *user, const grn_diagnostic *d)
{
    (void)user;
    print_error("%u:%u: %s\n", (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}
static const grn_diag told = {tell, NULL};

static grn_module *parse(const char *text)
{
    grn_module *m = NULL;
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, &told, &m), GRN_OK);
    assert_int_equal(grn_module_verify(m, &told), GRN_OK);
    return m;
}

static grn_results *run(grn_module *m, size_t n, const grn_tensor *inputs)
{
    grn_results *r = NULL;
    assert_int_equal(grn_module_run(m, 0, n, inputs, NULL, &told, &r), GRN_OK);
    return r;
}

static grn_tensor tensor(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}

static void expect_ints(const grn_results *r, size_t i, size_t n, const int32_t *want)
{
    const grn_tensor *t = grn_results_tensor(r, i);
    int32_t have[16];
    assert_non_null(t);
    assert_int_equal(t->rank, 1);
    assert_int_equal(t->shape[0], (int64_t)n);
    for (size_t k = 0; k < n; k++)
        memcpy(&have[k], (const char *)t->data + (ptrdiff_t)k * t->stride[0] * 4, 4);
    assert_memory_equal(have, want, n * 4);
}

/* ---- inputs and results ---------------------------------------------------------------------- */

/* The buffer is stored to and comes back; the caller's memory, strided here, stays. */
static void inputs_are_never_written_to(void **state)
{
    grn_module *m = parse(
        "func.func @main(%m: memref<3xi32>, %s: memref<?xi32, strided<[2], offset: 1>>) -> (memref<3xi32>, i32) {\n"
        "  %c0 = arith.constant 0 : index\n  %c2 = arith.constant 2 : index\n  %v = arith.constant 9 : i32\n"
        "  memref.store %v, %m[%c2] : memref<3xi32>\n"
        "  memref.store %v, %s[%c0] : memref<?xi32, strided<[2], offset: 1>>\n"
        "  %x = memref.load %s[%c2] : memref<?xi32, strided<[2], offset: 1>>\n"
        "  return %m, %x : memref<3xi32>, i32\n}\n");
    int32_t data[6] = {1, 100, 2, 100, 3, 100}, same[6];
    memcpy(same, data, sizeof data);
    grn_tensor in[2] = {tensor(data, GRN_I32, 1, (int64_t[]){3}), tensor(data, GRN_I32, 1, (int64_t[]){3})};
    in[0].stride[0] = in[1].stride[0] = 2;
    (void)state;
    for (int turn = 0; turn < 2; turn++) { /* the second has what the first gave back */
        grn_results *r = run(m, 2, in);
        assert_int_equal(grn_results_count(r), 2);
        expect_ints(r, 0, 3, (int32_t[]){1, 2, 9});
        assert_int_equal(*(int32_t *)grn_results_tensor(r, 1)->data, 3);
        assert_memory_equal(data, same, sizeof data);
        grn_results_destroy(r);
    }
    grn_module_destroy(m);
}

/* One buffer given twice is two buffers in the run; one returned twice is one. */
static void arguments_are_apart(void **state)
{
    grn_module *m = parse(
        "func.func @main(%a: memref<1xi32>, %b: memref<1xi32>) -> (memref<1xi32>, memref<1xi32>, memref<1xi32>) {\n"
        "  %c0 = arith.constant 0 : index\n  %v = arith.constant 9 : i32\n"
        "  memref.store %v, %a[%c0] : memref<1xi32>\n"
        "  return %a, %b, %a : memref<1xi32>, memref<1xi32>, memref<1xi32>\n}\n");
    int32_t data = 4;
    grn_tensor one = tensor(&data, GRN_I32, 1, (int64_t[]){1}), in[2];
    in[0] = in[1] = one;
    (void)state;
    grn_results *r = run(m, 2, in);
    expect_ints(r, 0, 1, (int32_t[]){9});
    expect_ints(r, 1, 1, (int32_t[]){4});
    expect_ints(r, 2, 1, (int32_t[]){9});
    grn_results_destroy(r);
    grn_module_destroy(m);
}

/* An input's shape and type are held to the memref's as to a tensor's; text names the type as the
 * function has it. */
static void inputs_are_checked(void **state)
{
    grn_module *m = parse(
        "func.func @main(%a: memref<2xi32>, %b: memref<1xi32, affine_map<(d0) -> (d0 floordiv 2)>>) {\n  return\n}\n");
    int32_t data[3] = {0};
    grn_results *r = NULL;
    grn_tensor in[2] = {tensor(data, GRN_I32, 1, (int64_t[]){3}), tensor(data, GRN_I32, 1, (int64_t[]){1})};
    (void)state;
    assert_int_equal(grn_module_input_dtype(m, 0, 0), GRN_I32);
    assert_int_equal(grn_module_run(m, 0, 2, in, NULL, NULL, &r), GRN_E_SHAPE);
    in[0] = tensor(data, GRN_F32, 1, (int64_t[]){2});
    assert_int_equal(grn_module_run(m, 0, 2, in, NULL, NULL, &r), GRN_E_DTYPE);
    in[0] = tensor(data, GRN_I32, 1, (int64_t[]){2});
    assert_int_equal(grn_module_run(m, 0, 2, in, NULL, NULL, &r), GRN_E_UNSUPPORTED); /* the other's layout */
    assert_null(r);
    grn_module_destroy(m);
}

/* A scalar argument takes a tensor of rank 0 of its type, a scalar result is one. */
static void scalars_are_tensors_of_rank_0(void **state)
{
    grn_module *m = parse("func.func @main(%a: i32, %n: index) -> i32 {\n  %b = arith.index_cast %n : index to i32\n"
                          "  %c = arith.muli %a, %b : i32\n  return %c : i32\n}\n");
    int32_t six = 6, list[1] = {6};
    int64_t seven = 7;
    grn_tensor in[2] = {tensor(&six, GRN_I32, 0, NULL), tensor(&seven, GRN_INDEX, 0, NULL)};
    grn_results *r = run(m, 2, in);
    (void)state;
    assert_int_equal(grn_results_tensor(r, 0)->rank, 0);
    assert_int_equal(*(int32_t *)grn_results_tensor(r, 0)->data, 42);
    assert_int_equal(six, 6);
    grn_results_destroy(r);
    r = NULL;
    in[0] = tensor(list, GRN_I32, 1, (int64_t[]){1});
    assert_int_equal(grn_module_run(m, 0, 2, in, NULL, NULL, &r), GRN_E_SHAPE);
    in[0] = tensor(&seven, GRN_I64, 0, NULL);
    assert_int_equal(grn_module_run(m, 0, 2, in, NULL, NULL, &r), GRN_E_DTYPE);
    assert_null(r);
    grn_module_destroy(m);
}

/* ---- aliasing -------------------------------------------------------------------------------- */

/* What was loaded, computed and inserted stays what it was when the buffer changes, op by op and in
 * chains alike: element-wise ops may write over an operand they use last, never over a buffer. */
static void tensors_do_not_see_stores(void **state)
{
    grn_module *m =
        parse("func.func @main(%m: memref<2xi32>) -> (i32, tensor<2xi32>, memref<2xi32>) {\n"
              "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %five = arith.constant 5 : i32\n"
              "  %old = memref.load %m[%c0] : memref<2xi32>\n"
              "  %view = memref.subview %m[0] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1]>>\n"
              "  %a = arith.addi %old, %five : i32\n"
              "  memref.store %five, %view[%c0] : memref<1xi32, strided<[1]>>\n"
              "  %b = arith.muli %a, %a : i32\n"
              "  %new = memref.load %m[%c0] : memref<2xi32>\n"
              "  memref.store %b, %m[%c1] : memref<2xi32>\n"
              "  %t = tensor.from_elements %old, %new : tensor<2xi32>\n"
              "  %u = arith.addi %t, %t : tensor<2xi32>\n"
              "  %w = arith.addi %u, %t : tensor<2xi32>\n"
              "  memref.store %old, %m[%c0] : memref<2xi32>\n"
              "  return %b, %w, %m : i32, tensor<2xi32>, memref<2xi32>\n}\n");
    int32_t data[2] = {7, 0};
    const grn_tensor in = tensor(data, GRN_I32, 1, (int64_t[]){2});
    (void)state;
    grn_results *r = run(m, 1, &in);
    assert_int_equal(*(int32_t *)grn_results_tensor(r, 0)->data, 144);
    expect_ints(r, 1, 2, (int32_t[]){21, 15});
    expect_ints(r, 2, 2, (int32_t[]){7, 144});
    grn_results_destroy(r);
    grn_module_destroy(m);
}

/* A buffer made outside a loop lives through it, one made inside is new every time, and one that is
 * carried is handed on. */
static void buffers_live_as_long_as_views(void **state)
{
    grn_module *m =
        parse("func.func @main() -> (memref<3xi32>, memref<1xi32, strided<[1], offset: 2>>) {\n"
              "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c3 = arith.constant 3 : index\n"
              "  %one = arith.constant 1 : i32\n  %out = memref.alloc() : memref<3xi32>\n  %first = memref.alloc() : "
              "memref<1xi32>\n"
              "  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %first) -> (memref<1xi32>) {\n"
              "    %n = memref.alloc() : memref<1xi32>\n"
              "    %v = memref.load %p[%c0] : memref<1xi32>\n    %zero = memref.load %n[%c0] : memref<1xi32>\n"
              "    %w = arith.addi %v, %one : i32\n    %x = arith.addi %w, %zero : i32\n"
              "    memref.store %x, %n[%c0] : memref<1xi32>\n    memref.store %x, %out[%i] : memref<3xi32>\n"
              "    scf.yield %n : memref<1xi32>\n  }\n"
              "  %tail = memref.subview %out[2] [1] [1] : memref<3xi32> to memref<1xi32, strided<[1], offset: 2>>\n"
              "  memref.copy %last, %tail : memref<1xi32> to memref<1xi32, strided<[1], offset: 2>>\n"
              "  return %out, %tail : memref<3xi32>, memref<1xi32, strided<[1], offset: 2>>\n}\n");
    (void)state;
    grn_results *r = run(m, 0, NULL);
    expect_ints(r, 0, 3, (int32_t[]){1, 2, 3});
    expect_ints(r, 1, 1, (int32_t[]){3});
    grn_results_destroy(r);
    grn_module_destroy(m);
}

/* ---- budgets --------------------------------------------------------------------------------- */

/* Loops whose end is far away stop at the budget, by what their steps cost, however little is in
 * them. */
static const char *const endless[] = {
    "  scf.for %i = %c0 to %far step %c1 {\n  }\n",
    "  scf.parallel (%i, %j) = (%c0, %c0) to (%far, %far) step (%c1, %c1) {\n  }\n",
    "  scf.while : () -> () {\n    scf.condition(%true)\n  } do {\n    scf.yield\n  }\n",
    "  %t = tensor.generate %far {\n  ^bb0(%i: index):\n    tensor.yield %c0 : index\n  } : tensor<?xindex>\n",
    "  %m = memref.alloc(%far) : memref<?xi8>\n",
};

static void loops_keep_to_their_budget(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        char text[1024];
        grn_results *r = NULL;
        snprintf(text, sizeof text,
                 "func.func @main() {\n  %%c0 = arith.constant 0 : index\n  %%c1 = arith.constant 1 : index\n"
                 "  %%far = arith.constant 1000000000000 : index\n  %%true = arith.constant true\n%s  return\n}\n",
                 endless[i]);
        grn_module *m = parse(text);
        grn_status status = grn_module_run(m, 0, 0, NULL, &(grn_run_options){.max_steps = 10000}, NULL, &r);
        if (status != GRN_E_LIMIT)
            fail_msg("%s: %s", endless[i], grn_status_text(status));
        grn_module_destroy(m);
    }
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* A function of memrefs and one of tensors have the same inputs and results, so a trial can compare
 * them. */
#define ON_TENSORS                                                                                           \
    "func.func @main(%x: tensor<5x2xf32>, %i: tensor<3x1xi64>) -> tensor<3x2xf32> {\n"                       \
    "  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<5x2xf32>, tensor<3x1xi64>) -> tensor<3x2xf32>\n" \
    "  return %r : tensor<3x2xf32>\n}\n"
#define ON_BUFFERS(column)                                                                                   \
    "func.func @main(%x: memref<5x2xf32>, %i: memref<3x1xi64>) -> memref<3x2xf32> {\n"                       \
    "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c2 = arith.constant 2 : index\n" \
    "  %c3 = arith.constant 3 : index\n  %out = memref.alloc() : memref<3x2xf32>\n"                          \
    "  scf.for %k = %c0 to %c3 step %c1 {\n    %a = memref.load %i[%k, %c0] : memref<3x1xi64>\n"             \
    "    %row = arith.index_cast %a : i64 to index\n    scf.for %j = %c0 to %c2 step %c1 {\n"                \
    "      %v = memref.load %x[%row, " column "] : memref<5x2xf32>\n"                                        \
    "      memref.store %v, %out[%k, %j] : memref<3x2xf32>\n    }\n  }\n  return %out : memref<3x2xf32>\n}\n"

static void memrefs_compare_with_tensors(void **state)
{
    grn_module *a = parse(ON_TENSORS), *b = parse(ON_BUFFERS("%j")), *wrong = parse(ON_BUFFERS("%c0"));
    grn_trials tried;
    (void)state;
    assert_int_equal(grn_module_equivalent(a, b, NULL, &told, &tried), GRN_OK);
    assert_true(tried.in_range > 0);
    assert_int_equal(grn_module_equivalent(a, wrong, NULL, NULL, &tried), GRN_E_CHECK);
    assert_int_equal(grn_module_equivalent(b, a, NULL, &told, &tried), GRN_OK);
    grn_module_destroy(a);
    grn_module_destroy(b);
    grn_module_destroy(wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_never_written_to), cmocka_unit_test(arguments_are_apart),
        cmocka_unit_test(inputs_are_checked),          cmocka_unit_test(scalars_are_tensors_of_rank_0),
        cmocka_unit_test(tensors_do_not_see_stores),   cmocka_unit_test(buffers_live_as_long_as_views),
        cmocka_unit_test(loops_keep_to_their_budget),  cmocka_unit_test(memrefs_compare_with_tensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
