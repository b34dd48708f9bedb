/*
 * test_reduce.c - long programs made small, as long as a function of ours holds: how small they become, and that what
 * is tried verifies, is of the same dialect, and does not depend on how many are tried at once.
 *
 * GARNER_RANDOM_CASES: how many programs (3). GARNER_SEED: where to begin; a failure prints its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/reduce.h"
#include "interp/interp.h"
#include "support/long_program.h"
#include "support/programs.h"
#include "support/refuser.h"
#include "support/share.h"

/* ---- what is looked for ----------------------------------------------------------------------- */

static bool is_named(const grn_op *op, const char *name) { return grn_str_is(op->name, name); }

static const grn_op *find_in(const grn_op *root, const char *name)
{
    const grn_op *op = grn_op_next_in(root, root);
    while (op && !is_named(op, name))
        op = grn_op_next_in(op, root);
    return op;
}

static bool scatters_with_multiply(const grn_reduced *p)
{
    const grn_op *top = p->module->ir.top;
    for (const grn_op *op = top; op; op = grn_op_next_in(op, top))
        if (is_named(op, "stablehlo.scatter") && find_in(op, "stablehlo.multiply"))
            return true;
    return false;
}

static grn_status run(const grn_reduced *p, bool strict, grn_results **results)
{
    const grn_run_options options = {.strict_bounds = strict, .max_steps = 1 << 20};
    const grn_diag quiet = {0};
    return grn_module_run(p->module, p->function, p->ninputs, p->inputs, &options, &quiet, results);
}

static bool index_is_out_of_range(const grn_reduced *p)
{
    grn_results *results = NULL;
    const grn_status status = run(p, true, &results);
    grn_results_destroy(results);
    return status == GRN_E_INDEX;
}

static bool sine_before_cosine(const grn_reduced *p)
{
    const grn_op *top = p->module->ir.top, *sine = find_in(top, "stablehlo.sine");
    for (const grn_op *op = sine; op; op = grn_op_next_in(op, top))
        if (is_named(op, "stablehlo.cosine"))
            return true;
    return false;
}

static bool loop_in_a_function_that_is_called(const grn_reduced *p)
{
    const grn_op *top = p->module->ir.top;
    for (const grn_op *op = top; op; op = grn_op_next_in(op, top)) {
        const grn_op *function =
            is_named(op, "func.call") ? grn_ir_find_symbol(top, grn_op_attr(op, "callee")->text) : NULL;
        const grn_op *loop = function ? find_in(function, "stablehlo.while") : NULL;
        if (loop && find_in(loop, "stablehlo.log_plus_one"))
            return true;
    }
    return false;
}

static bool element_3_is_7(const grn_reduced *p)
{
    grn_results *results = NULL;
    bool found = false;
    const grn_status status = run(p, false, &results);
    for (size_t i = 0; status == GRN_OK && i < grn_results_count(results); i++) {
        const grn_tensor *t = grn_results_tensor(results, i);
        found |= t->dtype == GRN_F32 && t->rank == 1 && t->shape[0] > 3 && ((const float *)t->data)[3] == 7;
    }
    grn_results_destroy(results);
    return found;
}

typedef bool predicate(const grn_reduced *p);
static const struct {
    const char *claim;
    predicate *holds;
    size_t most_ops;     /* that are left */
    int64_t most_extent; /* of their values */
} sought[] = {{"a scatter that multiplies", scatters_with_multiply, 2, 1},
              {"an index out of range", index_is_out_of_range, 1, 1},
              {"two ops in their order", sine_before_cosine, 2, 0},
              {"an op in a loop in a function that is called", loop_in_a_function_that_is_called, 3, 0},
              {"a result whose element 3 is 7", element_3_is_7, 0, 4}};

/* 0: all values are scalars. */
static int64_t largest_extent(const grn_module *m)
{
    int64_t most = 0;
    for (const grn_op *op = m->ir.top; op; op = grn_op_next_in(op, m->ir.top))
        for (size_t i = 0; i < op->nresults; i++) {
            const grn_type *t = grn_type_as_tensor(op->results[i].type);
            for (int32_t d = 0; grn_type_is_tensor(t) && d < t->rank; d++)
                most = t->shape[d] > most ? t->shape[d] : most;
        }
    return most;
}

/* ---- one reduction ---------------------------------------------------------------------------- */

typedef struct looking {
    predicate *holds;
    size_t calls, most_at_once;
    bool verifies; /* all that was tried */
} looking;

static void judge(void *user, size_t n, const grn_reduced *tried, bool *holds)
{
    looking *l = user;
    const grn_diag quiet = {0};
    l->calls++;
    l->most_at_once = n > l->most_at_once ? n : l->most_at_once;
    for (size_t i = 0; i < n; i++) {
        l->verifies = l->verifies && grn_module_verify(tried[i].module, &quiet) == GRN_OK;
        holds[i] = l->holds(&tried[i]);
    }
}

typedef struct shown {
    char *text;
    size_t n;
} shown;

static shown show_module(const grn_module *m)
{
    shown s = {0};
    FILE *out = open_memstream(&s.text, &s.n);
    const grn_sink sink = grn_file_sink(out);
    assert_int_equal(grn_module_print(m, NULL, &sink), GRN_OK);
    fclose(out);
    return s;
}

static grn_module *parse(char *text)
{
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    grn_module *m = NULL;
    if (grn_module_parse(text, strlen(text), NULL, &diag, &m) != GRN_OK || grn_module_verify(m, &diag) != GRN_OK) {
        fprintf(stderr, "%s\n%s\n", n.first, text);
        fail();
    }
    return m;
}

static float values[2][24];

static void give_inputs(grn_tensor inputs[2])
{
    const int64_t shape[] = {6, 4};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 24; k++)
            values[i][k] = (float)(k * (i + 1) % 7) / 2;
        assert_int_equal(grn_tensor_init(&inputs[i], values[i], GRN_F32, 2, shape), GRN_OK);
    }
}

static grn_reduction *reduce(const grn_reduced *from, looking *l, size_t at_once, uint64_t seed, const char *claim)
{
    const grn_reduce_options options = {.at_once = at_once};
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    grn_reduction *found = NULL;
    if (grn_module_reduce(from, judge, l, &options, &diag, &found) != GRN_OK) {
        fprintf(stderr, "GARNER_SEED=%llu, %s: %s\n", (unsigned long long)seed, claim, n.first);
        fail();
    }
    return found;
}

static size_t main_of(const grn_module *m)
{
    for (size_t i = 0; i < m->nfunctions; i++)
        if (strcmp(m->functions[i].name, "main") == 0)
            return i;
    return 0;
}

static void reduce_long_program(uint64_t seed)
{
    char *text = long_program_text(seed, &(long_program){.ops = 40 + seed * 131 % 420});
    grn_module *m = parse(text);
    grn_tensor inputs[2];
    give_inputs(inputs);
    const grn_reduced from = {m, main_of(m), 2, inputs};
    for (size_t i = 0; i < GRN_COUNT(sought); i++) {
        looking one = {.holds = sought[i].holds, .verifies = true}, many = one;
        grn_reduction *a = reduce(&from, &one, 1, seed, sought[i].claim);
        grn_reduction *b = reduce(&from, &many, 8, seed, sought[i].claim);
        const grn_reduced *p = grn_reduction_program(a);
        const size_t ops = grn_module_count_ops(p->module);
        shown sa = show_module(p->module), sb = show_module(grn_reduction_program(b)->module);
        if (getenv("GARNER_SHOW"))
            printf("%llu %s: %zu -> %zu ops, %llu tries, %zu calls\n%s\n", (unsigned long long)seed, sought[i].claim,
                   grn_module_count_ops(m), ops, (unsigned long long)grn_reduction_tries(a), one.calls,
                   ops > sought[i].most_ops || atoi(getenv("GARNER_SHOW")) > 1 ? sa.text : "");
        if (ops > sought[i].most_ops || largest_extent(p->module) > sought[i].most_extent ||
            strcmp(sa.text, sb.text) != 0 || grn_reduction_tries(a) != grn_reduction_tries(b) || !one.verifies ||
            !many.verifies || !sought[i].holds(p)) {
            fprintf(stderr, "GARNER_SEED=%llu, %s: %zu ops, at once:\n%s\n%s\n", (unsigned long long)seed,
                    sought[i].claim, ops, sa.text, sb.text);
            if (!getenv("GARNER_SHOW"))
                fail();
        }
        free(sa.text);
        free(sb.text);
        grn_reduction_destroy(a);
        grn_reduction_destroy(b);
    }
    grn_module_destroy(m);
    free(text);
}

static void long_programs_become_small(void **state)
{
    (void)state;
    const uint64_t first = test_setting("GARNER_SEED", 1), n = test_count("GARNER_RANDOM_CASES", 3);
    for (uint64_t i = 0; i < n; i++)
        reduce_long_program(first + i);
}

/* ---- odd predicates ---------------------------------------------------------------------------- */

static bool always(const grn_reduced *p) { return (void)p, true; }
static bool never(const grn_reduced *p) { return (void)p, false; }

static uint64_t flaky_state;
static bool now_and_then(const grn_reduced *p)
{
    (void)p;
    flaky_state = flaky_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return flaky_state >> 62 != 0 || flaky_state == UINT64_C(1442695040888963407);
}

static grn_status reduce_text(const char *text, predicate *holds, const grn_reduce_options *options,
                              grn_reduction **found)
{
    char copy[1 << 12];
    looking l = {.holds = holds, .verifies = true};
    snprintf(copy, sizeof copy, "%s", text);
    grn_module *m = parse(copy);
    const grn_reduced from = {.module = m, .function = main_of(m)};
    const grn_status status = grn_module_reduce(&from, judge, &l, options, NULL, found);
    assert_true(l.verifies);
    grn_module_destroy(m);
    return status;
}

static const char short_program[] =
    "func.func private @f(%x: tensor<4x3xf64>) -> tensor<4x3xf64> {\n"
    "  %0 = stablehlo.sine %x : tensor<4x3xf64>\n"
    "  return %0 : tensor<4x3xf64>\n}\n"
    "func.func @main(%a: tensor<4x3xf64>, %i: tensor<2x1xi64>) -> tensor<2x3xf64> {\n"
    "  %0 = func.call @f(%a) : (tensor<4x3xf64>) -> tensor<4x3xf64>\n"
    "  %1 = stablehlo.add %0, %a {mine = 1 : i64} : tensor<4x3xf64>\n"
    "  %2 = \"stablehlo.gather\"(%1, %i) <{dimension_numbers = "
    "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = "
    "[0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = "
    "true}> : (tensor<4x3xf64>, tensor<2x1xi64>) -> tensor<2x3xf64>\n"
    "  %3 = stablehlo.negate %2 : tensor<2x3xf64>\n"
    "  return %3 : tensor<2x3xf64>\n}\n";

static void nothing_is_left_where_everything_does(void **state)
{
    (void)state;
    grn_reduction *found = NULL;
    assert_int_equal(reduce_text(short_program, always, NULL, &found), GRN_OK);
    assert_int_equal(grn_module_count_ops(grn_reduction_program(found)->module), 0);
    assert_int_equal(grn_module_functions(grn_reduction_program(found)->module), 1);
    grn_reduction_destroy(found);
}

static void a_program_that_does_not_do_it_is_refused(void **state)
{
    (void)state;
    grn_reduction *found = (grn_reduction *)1;
    assert_int_equal(reduce_text(short_program, never, NULL, &found), GRN_E_CHECK);
    assert_null(found);
}

/* It ends, with a program that held once. */
static void a_flaky_predicate_ends(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        grn_reduction *found = NULL;
        flaky_state = (uint64_t)i * 77;
        const grn_status status = reduce_text(short_program, now_and_then, NULL, &found);
        assert_true(status == GRN_OK || status == GRN_E_CHECK);
        grn_reduction_destroy(found);
    }
}

static bool has_gather(const grn_reduced *p) { return find_in(p->module->ir.top, "stablehlo.gather"); }

static void tries_are_limited(void **state)
{
    (void)state;
    for (size_t at_once = 1; at_once <= 8; at_once += 7)
        for (uint64_t most = 1; most < 12; most++) {
            const grn_reduce_options options = {.max_tries = most, .at_once = at_once};
            grn_reduction *found = NULL;
            assert_int_equal(reduce_text(short_program, has_gather, &options, &found), GRN_OK);
            assert_int_equal(grn_reduction_tries(found), most);
            assert_true(has_gather(grn_reduction_program(found)));
            grn_reduction_destroy(found);
        }
}

static bool stop_at_once(void *user) { return (void)user, false; }

static void the_caller_may_stop(void **state)
{
    (void)state;
    const grn_reduce_options options = {.go_on = stop_at_once};
    grn_reduction *found = NULL;
    assert_int_equal(reduce_text(short_program, has_gather, &options, &found), GRN_OK);
    assert_int_equal(grn_reduction_tries(found), 1);
    assert_int_equal(grn_module_count_ops(grn_reduction_program(found)->module), 5);
    grn_reduction_destroy(found);
}

/* ---- inputs -------------------------------------------------------------------------------------- */

/* The program reads its second input, which has an index out of range in its last place. */
static bool reads_beyond(const grn_reduced *p)
{
    bool beyond = false;
    for (size_t i = 0; i < p->ninputs; i++)
        if (p->inputs[i].dtype == GRN_I32 || p->inputs[i].dtype == GRN_I64)
            for (int64_t k = 0; k < grn_tensor_elements(&p->inputs[i]); k++)
                beyond |= p->inputs[i].dtype == GRN_I32 ? ((const int32_t *)p->inputs[i].data)[k] > 3
                                                        : ((const int64_t *)p->inputs[i].data)[k] > 3;
    return beyond && p->ninputs == p->module->functions[p->function].type->inputs && has_gather(p);
}

/* The index stays an input, as the predicate has it, of one element; 4 is the smallest number over 3. */
static void inputs_are_reduced_with_the_program(void **state)
{
    (void)state;
    double a[12] = {0};
    int64_t index[2] = {1, 50};
    const grn_tensor inputs[] = {{a, GRN_F64, 2, {4, 3}, {3, 1}}, {index, GRN_I64, 2, {2, 1}, {1, 1}}};
    char copy[1 << 12];
    looking l = {.holds = reads_beyond, .verifies = true};
    snprintf(copy, sizeof copy, "%s", short_program);
    grn_module *m = parse(copy);
    const grn_reduced from = {m, main_of(m), 2, inputs};
    grn_reduction *found = reduce(&from, &l, 4, 0, "inputs");
    const grn_reduced *p = grn_reduction_program(found);
    assert_int_equal(p->ninputs, 1);
    assert_int_equal(p->inputs[0].dtype, GRN_I32);
    assert_int_equal(grn_tensor_elements(&p->inputs[0]), 1);
    assert_int_equal(*(const int32_t *)p->inputs[0].data, 4);
    grn_reduction_destroy(found);
    grn_module_destroy(m);
}

/* ---- dialects ------------------------------------------------------------------------------------ */

typedef struct dialect_case {
    const char *to, *op;
} dialect_case;
static const char *op_looked_for;
static bool has_op(const grn_reduced *p) { return find_in(p->module->ir.top, op_looked_for); }

/* All that is left is of the dialects that the program had. */
static bool is_of_dialects(const grn_module *small, const grn_module *large)
{
    bool all = true;
    for (const grn_op *op = small->ir.top; op; op = grn_op_next_in(op, small->ir.top)) {
        bool found = is_named(op, "arith.constant"); /* that of ops without constants of their own */
        for (const grn_op *at = large->ir.top; at && !found; at = grn_op_next_in(at, large->ir.top))
            found = grn_dialect_of(&large->ir, at->name) == grn_dialect_of(&small->ir, op->name);
        all = all && found;
    }
    return all;
}

static void programs_keep_their_dialect(void **state)
{
    static const dialect_case cases[] = {{"onnx", "onnx.Gather"},
                                         {"onnx", "onnx.Reshape"},
                                         {"torch", "torch.aten.index_select"},
                                         {"torch", "torch.aten.transpose.int"},
                                         {"torch", "torch.aten.permute"},
                                         {"tensor", "tensor.gather"},
                                         {"tcp", "tcp.gather"},
                                         {"ttnn", "ttnn.embedding"}};
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        char *text = long_program_text(seed, &(long_program){.ops = 60, .simple = true});
        grn_module *m = parse(text);
        for (size_t i = 0; i < GRN_COUNT(cases); i++) {
            const grn_module_convert_options options = {.to = cases[i].to};
            grn_module *made = NULL;
            if (grn_module_convert(m, &options, NULL, &made) != GRN_OK)
                continue;
            looking l = {.holds = has_op, .verifies = true};
            const grn_reduced from = {.module = made, .function = main_of(made)};
            op_looked_for = cases[i].op;
            if (has_op(&from)) {
                grn_reduction *found = reduce(&from, &l, 2, seed, cases[i].op);
                const grn_module *small = grn_reduction_program(found)->module;
                shown s = show_module(small);
                if (getenv("GARNER_SHOW"))
                    printf("%s: %zu -> %zu ops\n%s\n", cases[i].op, grn_module_count_ops(made),
                           grn_module_count_ops(small), s.text);
                if (grn_module_count_ops(small) > 2 || !l.verifies || !is_of_dialects(small, made)) {
                    fprintf(stderr, "seed %llu, %s:\n%s\n", (unsigned long long)seed, cases[i].op, s.text);
                    fail();
                }
                free(s.text);
                grn_reduction_destroy(found);
            }
            grn_module_destroy(made);
        }
        grn_module_destroy(m);
        free(text);
    }
}

/* ---- memory -------------------------------------------------------------------------------------- */

static grn_status reduce_within(refuser *r, shown *out)
{
    const grn_module_options options = {.allocator = &r->allocator};
    looking l = {.holds = has_gather, .verifies = true};
    grn_module *m = NULL;
    grn_reduction *found = NULL;
    grn_status status = grn_module_parse(short_program, strlen(short_program), &options, NULL, &m);
    const grn_reduced from = {.module = m, .function = 1};
    if (status == GRN_OK)
        status = grn_module_reduce(&from, judge, &l, NULL, NULL, &found);
    r->refuse_at = SIZE_MAX;
    r->and_after = false;
    if (status == GRN_OK)
        *out = show_module(grn_reduction_program(found)->module);
    grn_reduction_destroy(found);
    grn_module_destroy(m);
    return status;
}

/* Refused once and for good, at each place of the program that asks: told, or without a trace in what is found. */
static void memory_may_be_refused(void **state)
{
    (void)state;
    refuser r;
    refuser_places places = {0};
    shown want = {0}, got = {0};
    refuser_init(&r);
    r.places = &places;
    assert_int_equal(reduce_within(&r, &want), GRN_OK);
    r.places = NULL;
    for (size_t i = 0; i < 2 * r.nfresh; i++) {
        if (!test_takes(i, TEST_ONE_IN))
            continue;
        r.refuse_at = r.fresh[i / 2];
        r.and_after = i % 2;
        r.requests = r.refusals = 0;
        const grn_status status = reduce_within(&r, &got);
        if (status == GRN_OK)
            assert_string_equal(got.text, want.text);
        else
            assert_int_equal(status, GRN_E_MEMORY);
        assert_int_equal(r.outstanding, 0);
        assert_int_equal(r.wrong_sizes, 0);
        free(got.text);
        got.text = NULL;
    }
    free(want.text);
    refuser_forget(&r);
    refuser_places_free(&places);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(long_programs_become_small),
                                       cmocka_unit_test(nothing_is_left_where_everything_does),
                                       cmocka_unit_test(a_program_that_does_not_do_it_is_refused),
                                       cmocka_unit_test(a_flaky_predicate_ends),
                                       cmocka_unit_test(tries_are_limited),
                                       cmocka_unit_test(the_caller_may_stop),
                                       cmocka_unit_test(inputs_are_reduced_with_the_program),
                                       cmocka_unit_test(programs_keep_their_dialect),
                                       cmocka_unit_test(memory_may_be_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
