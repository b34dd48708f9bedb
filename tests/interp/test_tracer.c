/* test_tracer.c - what who follows a run is told (garner/module.h, grn_tracer). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

typedef struct told {
    char text[2048];        /* "+name@line" where one begins, "-name=elements" where it ends */
    const grn_tensor *late; /* asked for where there is none yet */
} told;

static void add(told *t, const char *format, ...) GRN_PRINTF(2, 3);
static void add(told *t, const char *format, ...)
{
    va_list args;
    const size_t used = strlen(t->text);
    va_start(args, format);
    vsnprintf(t->text + used, sizeof t->text - used, format, args);
    va_end(args);
}

static const char *short_name(const grn_traced_op *op) { return strchr(op->op, '.') + 1; }

static void begins(void *user, const grn_traced_op *op)
{
    told *t = user;
    add(t, "%u+%.*s@%u%s ", (unsigned)op->depth, (int)(op->op_bytes - (size_t)(short_name(op) - op->op)),
        short_name(op), (unsigned)op->place.line, op->is_access ? "!" : "");
    if (grn_traced_result(op, 0))
        t->late = grn_traced_result(op, 0);
}

static void ends(void *user, const grn_traced_op *op)
{
    told *t = user;
    const grn_tensor *r = grn_traced_result(op, 0);
    add(t, "%u-%.*s", (unsigned)op->depth, (int)(op->op_bytes - (size_t)(short_name(op) - op->op)), short_name(op));
    if (op->nfused)
        add(t, "(%zu)", op->nfused);
    if (r && r->dtype == GRN_I32)
        for (int64_t i = 0; i < (r->rank ? r->shape[0] : 1); i++)
            add(t, "%s%d", i ? "," : "=", (int)((const int32_t *)r->data)[i * (r->rank ? r->stride[0] : 0)]);
    add(t, " ");
    assert_null(grn_traced_result(op, 1));
}

static grn_status follow(const char *text, bool unfused, told *t, uint64_t max_steps)
{
    grn_module *m;
    grn_results *results;
    const grn_tracer tracer = {begins, ends, t, unfused};
    const grn_run_options options = {.tracer = &tracer, .max_steps = max_steps};
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
    grn_status status = grn_module_run(m, grn_module_functions(m) - 1, 0, NULL, &options, NULL, &results);
    grn_results_destroy(results);
    grn_module_destroy(m);
    assert_null(t->late);
    return status;
}

static const char branches[] =
    "func.func private @two() -> tensor<2xi32> {\n"
    "  %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>\n"
    "  return %0 : tensor<2xi32>\n"
    "}\n"
    "func.func @main() -> tensor<2xi32> {\n"
    "  %p = stablehlo.constant dense<true> : tensor<i1>\n"
    "  %x = func.call @two() : () -> tensor<2xi32>\n"
    "  %r = \"stablehlo.if\"(%p) ({\n"
    "    %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>\n"
    "    %g = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
    "start_index_map = "
    "[0], "
    "index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2xi32>\n"
    "    stablehlo.return %g : tensor<2xi32>\n"
    "  }, {\n"
    "    stablehlo.return %x : tensor<2xi32>\n"
    "  }) : (tensor<i1>) -> tensor<2xi32>\n"
    "  return %r : tensor<2xi32>\n"
    "}\n";

static void ops_of_regions_and_calls_come_within(void **state)
{
    told t = {.text = ""};
    (void)state;
    assert_int_equal(follow(branches, false, &t, 0), GRN_OK);
    assert_string_equal(
        t.text,
        "0+constant@6 0-constant 0+call@7 1+constant@2 1-constant=3,4 0-call=3,4 0+if@8 1+constant@9 1-constant=1,0 "
        "1+gather@10! 1-gather=4,3 0-if=4,3 ");
}

static const char chain[] = "func.func @main() -> tensor<2xi32> {\n"
                            "  %c = stablehlo.constant dense<[5, 6]> : tensor<2xi32>\n"
                            "  %a = stablehlo.add %c, %c : tensor<2xi32>\n"
                            "  %b = stablehlo.multiply %a, %c : tensor<2xi32>\n"
                            "  return %b : tensor<2xi32>\n"
                            "}\n";

static void what_runs_as_one_is_told_once_or_one_by_one(void **state)
{
    told fused = {.text = ""}, apart = {.text = ""};
    (void)state;
    assert_int_equal(follow(chain, false, &fused, 0), GRN_OK);
    assert_string_equal(fused.text, "0+constant@2 0-constant=5,6 0+multiply@4 0-multiply(1)=50,72 ");
    assert_int_equal(follow(chain, true, &apart, 0), GRN_OK);
    assert_string_equal(apart.text, "0+constant@2 0-constant=5,6 0+add@3 0-add=10,12 0+multiply@4 0-multiply=50,72 ");
}

/* An op that is refused does not end. */
static void what_fails_does_not_end(void **state)
{
    const char *text = "func.func @main() {\n"
                       "  %c = stablehlo.constant dense<5> : tensor<i32>\n"
                       "  check.expect_eq_const %c, dense<6> : tensor<i32>\n"
                       "  return\n"
                       "}\n";
    told t = {.text = ""};
    (void)state;
    assert_int_equal(follow(text, false, &t, 0), GRN_E_CHECK);
    assert_string_equal(t.text, "0+constant@2 0-constant=5 0+expect_eq_const@3 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ops_of_regions_and_calls_come_within),
                                       cmocka_unit_test(what_runs_as_one_is_told_once_or_one_by_one),
                                       cmocka_unit_test(what_fails_does_not_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
