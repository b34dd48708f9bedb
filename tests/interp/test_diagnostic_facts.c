/* test_diagnostic_facts.c - what stands beside a message for programs to read: the index that is
 * out of range, and the number of the rule that is broken; from every layer that finds them, and
 * through those that pass messages on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

/* The first bad index, with the severity of its message, and the first rule, with that of its. */
typedef struct facts {
    int nbad, nrules;
    grn_severity bad_severity, rule_severity;
    grn_place place;
    grn_bad_index bad;
    char rule[16];
} facts;

static void note(void *user, const grn_diagnostic *d)
{
    facts *f = user;
    if (d->bad_index != NULL && f->nbad++ == 0) {
        f->bad = *d->bad_index;
        f->bad_severity = d->severity;
        f->place = d->place;
    }
    if (d->rule != NULL && f->nrules++ == 0) {
        assert_true(strlen(d->rule) < sizeof f->rule);
        strcpy(f->rule, d->rule);
        f->rule_severity = d->severity;
    }
}

static float table_data[12], out_data[12];
static grn_tensor table(void) { return grn_tensor_2d(table_data, GRN_F32, 3, 4); }

static const grn_dimension_numbers rows = {
    .offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1};

/* ---- calls ----------------------------------------------------------------------------------- */

static grn_status spec_with(grn_index_rule rule, int64_t window, const void *index, grn_dtype dtype,
                            const grn_diag *diag)
{
    grn_gather_spec spec = {.dims = rows, .index = rule, .slice_sizes = {2, {window, 4}}};
    const grn_tensor indices = grn_tensor_1d(index, dtype, 2), operand = table();
    grn_tensor out = grn_tensor_2d(out_data, GRN_F32, 2, 4);
    if (window > 1) { /* a window over dimension 0 stays in the result */
        spec.dims.collapsed_slice_dims.count = 0;
        spec.dims.offset_dims = (grn_dims){2, {1, 2}};
        out = grn_tensor_3d(out_data, GRN_F32, 2, window, 2);
        spec.slice_sizes.v[1] = 2;
    }
    return grn_gather(&spec, &operand, &indices, &out, diag);
}

static grn_status by_spec(const grn_diag *d)
{
    return spec_with((grn_index_rule){.bounds = GRN_BOUNDS_ERROR}, 1, (int64_t[]){0, 7}, GRN_I64, d);
}
static grn_status by_base(const grn_diag *d)
{
    return spec_with((grn_index_rule){.bounds = GRN_BOUNDS_ERROR, .base = 1}, 1, (int8_t[]){0, 3}, GRN_I8, d);
}
static grn_status by_ui64(const grn_diag *d)
{
    return spec_with((grn_index_rule){.bounds = GRN_BOUNDS_ERROR}, 1, (uint64_t[]){2, UINT64_MAX - 1}, GRN_UI64, d);
}
static grn_status by_window(const grn_diag *d)
{
    return spec_with((grn_index_rule){.bounds = GRN_BOUNDS_ERROR, .wrap_negative = true}, 2, (int32_t[]){-1, 0},
                     GRN_I32, d);
}
static grn_status by_torch(const grn_diag *d)
{
    const grn_tensor x = table(), i = grn_tensor_2d((int64_t[]){0, 1, 2, -1}, GRN_I64, 2, 2),
                     out = grn_tensor_2d(out_data, GRN_F32, 2, 2);
    return grn_torch_gather(&x, 1, &i, &out, d);
}
static grn_status by_onnx(const grn_diag *d)
{
    const grn_tensor x = table(), i = grn_tensor_2d((int64_t[]){2, 4, 0, 0}, GRN_I64, 2, 2),
                     out = grn_tensor_1d(out_data, GRN_F32, 2);
    return grn_onnx_gather_nd(&x, &i, 0, &out, d);
}
static grn_status by_empty(const grn_diag *d)
{
    const grn_tensor x = grn_tensor_2d(table_data, GRN_F32, 0, 4), i = grn_tensor_0d((int64_t[]){0}, GRN_I64),
                     out = grn_tensor_1d(out_data, GRN_F32, 4);
    return grn_tf_gather(&x, &i, 0, 0, &out, d);
}
static grn_status by_ttnn(const grn_diag *d)
{
    const grn_tensor x = table(), i = grn_tensor_2d((uint32_t[]){0, 1, 9, 3}, GRN_UI32, 1, 4);
    grn_tensor out = grn_tensor_2d(out_data, GRN_F32, 1, 4);
    return grn_ttnn_gather(&x, 1, &i, &(grn_ttnn_options){.output = &out}, d, &out, NULL);
}
static grn_status by_ids(const grn_diag *d)
{
    const grn_tensor x = table(), i = grn_tensor_2d((uint32_t[]){0, 1, 2, 3}, GRN_UI32, 2, 2);
    grn_tensor out;
    return grn_ttnn_embedding(&i, &x, NULL, d, &out, NULL);
}

/* ---- programs -------------------------------------------------------------------------------- */

#define TAKE                                                                                                   \
    "func.func @main(%x: tensor<3x4xf32>, %i: tensor<2xi32>) -> tensor<2x4xf32> {\n"                           \
    "  %r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "          \
    "collapsed_slice_dims = "                                                                                  \
    "[0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, " \
    "tensor<2xi32>)"                                                                                           \
    " -> tensor<2x4xf32>\n  return %r : tensor<2x4xf32>\n}\n"

static grn_module *parsed(const char *text)
{
    grn_module *m = NULL;
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
    return m;
}

static grn_status run_take(const grn_run_options *options, const grn_diag *d)
{
    const grn_tensor inputs[] = {table(), grn_tensor_1d((int32_t[]){1, 5}, GRN_I32, 2)};
    grn_module *m = parsed(TAKE);
    grn_results *results = NULL;
    const grn_status status = grn_module_run(m, 0, 2, inputs, options, d, &results);
    grn_results_destroy(results);
    grn_module_destroy(m);
    return status;
}
static grn_status by_program(const grn_diag *d) { return run_take(&(grn_run_options){.strict_bounds = true}, d); }
static grn_status by_grid(const grn_diag *d)
{
    return run_take(&(grn_run_options){.strict_bounds = true, .replicas = 2}, d);
}
static grn_status found(void *user, const grn_lint_finding *finding)
{
    (void)user;
    (void)finding;
    return GRN_OK;
}
static grn_status by_lint(const grn_diag *d)
{
    const grn_tensor inputs[] = {table(), grn_tensor_1d((int32_t[]){1, 5}, GRN_I32, 2)};
    const grn_run_options run = {.strict_bounds = true};
    grn_module *m = parsed(TAKE);
    assert_int_equal(grn_module_verify(m, NULL), GRN_OK);
    const grn_lint_options options = {.run = true, .ninputs = 2, .inputs = inputs, .run_options = &run};
    const grn_status status = grn_module_lint(m, &options, &(grn_lint_reporter){.found = found}, d, NULL);
    grn_module_destroy(m);
    return status;
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* Of three rows, of four columns; values and places as the calls above give them. */
static const struct {
    const char *claim;
    grn_status (*call)(const grn_diag *);
    grn_dtype dtype;
    int64_t value, lowest, highest;
    int32_t rank;
    int64_t position[3];
    uint32_t line;
} indices[] = {
    {"a gather, the second vector", by_spec, GRN_I64, 7, 0, 2, 1, {1}, 0},
    {"counted from 1, 0 is before the first", by_base, GRN_I8, 0, 1, 3, 1, {0}, 0},
    {"ui64: the bits", by_ui64, GRN_UI64, -2, 0, 2, 1, {1}, 0},
    {"two rows from -1 on: -3 and -2, 0 and 1 are right", by_window, GRN_I32, -1, -3, 1, 1, {0}, 0},
    {"torch takes no negative index", by_torch, GRN_I64, -1, 0, 3, 2, {1, 1}, 0},
    {"onnx counts them from the end; of the second coordinate", by_onnx, GRN_I64, 4, -4, 3, 2, {0, 1}, 0},
    {"of no rows none is right", by_empty, GRN_I64, 0, 0, -1, 0, {0}, 0},
    {"ttnn", by_ttnn, GRN_UI32, 9, 0, 3, 2, {0, 2}, 0},
    {"ttnn's ids stand in two dimensions", by_ids, GRN_UI32, 3, 0, 2, 2, {1, 1}, 0},
    {"a program, at its op's place", by_program, GRN_I32, 5, 0, 2, 1, {1}, 2},
    {"a process of a grid", by_grid, GRN_I32, 5, 0, 2, 1, {1}, 2},
    {"a run that lint watches", by_lint, GRN_I32, 5, 0, 2, 1, {1}, 2},
};

static void bad_indices(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        facts f = {.nbad = 0};
        const grn_diag diag = {note, &f};
        const grn_status status = indices[i].call(&diag);
        if (status != GRN_E_INDEX || f.nbad != 1 || f.bad_severity != GRN_SEVERITY_ERROR)
            fail_msg("%s: %s, %d messages with an index", indices[i].claim, grn_status_name(status), f.nbad);
        const grn_bad_index *b = &f.bad;
        if (b->dtype != indices[i].dtype || b->value != indices[i].value || b->lowest != indices[i].lowest ||
            b->highest != indices[i].highest || b->rank != indices[i].rank || f.place.line != indices[i].line)
            fail_msg("%s: %s %lld of rank %d, right %lld to %lld, line %u", indices[i].claim, grn_dtype_text(b->dtype),
                     (long long)b->value, (int)b->rank, (long long)b->lowest, (long long)b->highest, f.place.line);
        for (int32_t d = 0; d < b->rank; d++)
            if (b->position[d] != indices[i].position[d])
                fail_msg("%s: position[%d] is %lld", indices[i].claim, (int)d, (long long)b->position[d]);
    }
}

static void no_index(void **unused)
{
    facts f = {.nbad = 0};
    const grn_diag diag = {note, &f};
    const grn_tensor x = table(), i = grn_tensor_1d((int64_t[]){0}, GRN_I64, 1),
                     out = grn_tensor_1d(out_data, GRN_F32, 9);
    (void)unused;
    assert_int_equal(grn_torch_index_select(&x, 0, &i, &out, &diag), GRN_E_SHAPE);
    assert_int_equal(f.nbad + f.nrules, 0);
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status window_too_large(const grn_diag *d)
{
    const grn_gather_spec spec = {.dims = rows, .slice_sizes = {2, {1, 5}}};
    const grn_tensor i = grn_tensor_1d((int64_t[]){0}, GRN_I64, 1), x = table(),
                     out = grn_tensor_2d(out_data, GRN_F32, 1, 4);
    return grn_gather(&spec, &x, &i, &out, d);
}
static grn_status inputs_differ(const grn_diag *d)
{
    const grn_scatter_spec spec = {.dims = rows};
    const grn_tensor i = grn_tensor_1d((int64_t[]){0}, GRN_I64, 1), u = grn_tensor_2d(out_data, GRN_F32, 1, 4);
    const grn_tensor inputs[] = {table(), grn_tensor_2d(table_data, GRN_F32, 4, 3)}, updates[] = {u, u};
    return grn_scatter_check(&spec, 2, inputs, &i, updates, d);
}
static grn_status program_breaks(const grn_diag *d)
{
    char text[sizeof TAKE];
    strcpy(text, TAKE);
    *strstr(text, "1, 4>}") = '2'; /* a collapsed dimension has windows of one row */
    grn_module *m = parsed(text);
    const grn_status status = grn_module_verify(m, d);
    grn_module_destroy(m);
    return status;
}

static const struct {
    const char *claim;
    grn_status (*call)(const grn_diag *);
    grn_status status;
    const char *rule; /* of the StableHLO specification */
} rules[] = {
    {"slice_sizes against the operand", window_too_large, GRN_E_SHAPE, "C21"},
    {"inputs of one shape", inputs_differ, GRN_E_SHAPE, "C1"},
    {"a program", program_breaks, GRN_E_VERIFY, "C9"},
};

static void broken_rules(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        facts f = {.nbad = 0};
        const grn_diag diag = {note, &f};
        const grn_status status = rules[i].call(&diag);
        if (status != rules[i].status || f.nrules != 1 || f.rule_severity != GRN_SEVERITY_NOTE ||
            strcmp(f.rule, rules[i].rule) != 0)
            fail_msg("%s: %s, rule \"%s\" of %d", rules[i].claim, grn_status_name(status), f.rule, f.nrules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_indices), cmocka_unit_test(no_index),
                                       cmocka_unit_test(broken_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
