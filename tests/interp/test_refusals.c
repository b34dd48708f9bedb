/*
 * test_refusals.c - memory refused while the programs of the repository are read, checked, written,
 * run and converted.
 *
 * Every part of every file of tests/ops, tests/rules and examples is a program, good or bad. Each
 * deed is done once undisturbed, while the places that ask for memory are noted; then once per
 * place not seen in a deed before, with that request refused, and once with that request and all
 * after it refused. The answer is then the undisturbed one, with the same text, or GRN_E_MEMORY;
 * and all memory comes back, with the size it was given with.
 *
 * GARNER_REFUSALS=n takes one program in n, by a fixed seed; 1: all.
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
#include "support/corpus.h"
#include "support/programs.h"
#include "support/refuser.h"

#define TAKEN_ONE_IN 12
#define MAX_STEPS 100000

/* What a deed answered, wrote and told. */
typedef struct outcome {
    grn_status status;
    uint64_t written;
    size_t errors;
} outcome;

/* FNV-1a of all that was written. */
static grn_status hash_text(void *user, const char *text, size_t bytes)
{
    outcome *o = user;
    for (size_t i = 0; i < bytes; i++)
        o->written = (o->written ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return GRN_OK;
}

static void count_error(void *user, const grn_diagnostic *d)
{
    outcome *o = user;
    o->errors += d->severity == GRN_SEVERITY_ERROR;
}

static void ignore(void *user, const grn_diagnostic *d) { (void)user, (void)d; }

/* ---- deeds ----------------------------------------------------------------------------------- */

typedef void (*deed)(const char *text, const char *to, refuser *r, outcome *o);

static grn_status parse(const char *text, refuser *r, const grn_diag *diag, grn_module **out)
{
    const grn_module_options options = {.allocator = &r->allocator, .allow_nonunique_scatter = true};
    return grn_module_parse(text, strlen(text), &options, diag, out);
}

static grn_status print(const grn_module *m, outcome *o)
{
    const grn_sink sink = {hash_text, o};
    grn_status status = grn_module_print(m, NULL, &sink);
    if (status == GRN_OK)
        status = grn_module_print(m, &(grn_module_print_options){.generic = true, .elide_over = 4}, &sink);
    for (size_t i = 0; status == GRN_OK && grn_module_input_dtype(m, 0, i) != GRN_NO_DTYPE; i++)
        status = grn_module_write_input_type(m, 0, i, &sink);
    return status;
}

static grn_status run_one(const grn_module *m, size_t function, bool strict, outcome *o)
{
    const grn_sink sink = {hash_text, o};
    const grn_diag diag = {count_error, o}, plans = {ignore, NULL};
    const grn_run_options options = {.max_steps = MAX_STEPS,
                                     .check_promises = strict,
                                     .strict_bounds = strict,
                                     .drop_whole_window = strict,
                                     .plans = strict ? &plans : NULL};
    grn_results *results;
    grn_status status = grn_module_run(m, function, 0, NULL, &options, &diag, &results);
    assert_true((status == GRN_OK) == (results != NULL));
    for (size_t i = 0; status == GRN_OK && i < grn_results_count(results); i++)
        status = grn_results_write(results, i, NULL, &sink);
    grn_results_destroy(results);
    return status;
}

static grn_status run_all(const grn_module *m, bool strict, outcome *o)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < grn_module_functions(m) && status != GRN_E_MEMORY; i++) {
        grn_function_info info;
        if (grn_module_function(m, i, &info) == GRN_OK && info.ninputs == 0 && info.has_body)
            status = run_one(m, i, strict, o);
    }
    return status;
}

static void read_and_print(const char *text, const char *to, refuser *r, outcome *o)
{
    const grn_diag diag = {count_error, o};
    grn_module *m;
    (void)to;
    o->status = parse(text, r, &diag, &m);
    if (o->status != GRN_OK) {
        assert_null(m);
        return;
    }
    o->status = grn_module_verify(m, &diag);
    if (o->status == GRN_OK)
        o->status = print(m, o);
    grn_module_destroy(m);
}

static void run(const char *text, const char *to, refuser *r, outcome *o)
{
    grn_module *m;
    (void)to;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_verify(m, NULL);
    if (o->status == GRN_OK)
        o->status = run_all(m, false, o);
    if (o->status != GRN_E_MEMORY && o->status != GRN_E_VERIFY && m)
        o->status = run_all(m, true, o);
    grn_module_destroy(m);
}

static grn_status convert(const grn_module *m, const char *to, const grn_diag *diag, grn_module **out)
{
    if (strcmp(to, "expand") == 0)
        return grn_module_expand_batching(m, diag, out);
    if (strcmp(to, "collapse") == 0)
        return grn_module_collapse_batching(m, diag, out);
    for (size_t i = 0; grn_module_lower_target(i); i++)
        if (strcmp(to, grn_module_lower_target(i)) == 0)
            return grn_module_lower(m, &(grn_module_lower_options){.to = to}, diag, out);
    return grn_module_convert(m, &(grn_module_convert_options){.to = to}, diag, out);
}

static void convert_and_compare(const char *text, const char *to, refuser *r, outcome *o)
{
    const grn_diag diag = {count_error, o};
    grn_module *m, *made = NULL;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_verify(m, NULL);
    if (o->status == GRN_OK) {
        o->status = convert(m, to, &diag, &made);
        assert_true((o->status == GRN_OK) == (made != NULL));
        assert_true(o->status == GRN_OK || o->errors);
    }
    if (o->status == GRN_OK)
        o->status = print(made, o);
    grn_trials tried;
    const grn_equivalence_options how = {.trials = 2, .max_steps = MAX_STEPS};
    if (o->status == GRN_OK)
        o->status = grn_module_equivalent(m, made, &how, NULL, &tried);
    if (((o->status == GRN_OK && tried.refused) || o->status == GRN_E_UNSUPPORTED) && (r->refusals || r->no_chunks))
        o->status = GRN_E_MEMORY; /* by the memory, or as it is undisturbed: nothing was compared */
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* The derivative of the first function; `to` says which. */
static void differentiate(const char *text, const char *to, refuser *r, outcome *o)
{
    const grn_diag diag = {count_error, o};
    grn_module *m, *made = NULL;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_verify(m, NULL);
    if (o->status == GRN_OK) {
        o->status = grn_module_grad(m, 0, &(grn_module_grad_options){.forward = strcmp(to, "jvp") == 0}, &diag, &made);
        assert_true((o->status == GRN_OK) == (made != NULL));
        assert_true(o->status == GRN_OK || o->errors);
    }
    if (o->status == GRN_OK)
        o->status = print(made, o);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* Nothing is written unless all is. */
static void write_in(const char *text, const char *to, refuser *r, outcome *o)
{
    const grn_diag diag = {count_error, o};
    const grn_sink sink = {hash_text, o};
    grn_module *m;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_verify(m, NULL);
    if (o->status == GRN_OK) {
        o->status = grn_module_write_source(m, &(grn_module_source_options){.language = to}, &diag, &sink);
        assert_true(o->status == GRN_OK ? o->written != 0 : o->written == 0 && o->errors);
    }
    grn_module_destroy(m);
}

static grn_status read_artifact(const grn_text_buffer *k, refuser *r, const grn_diag *diag, outcome *o)
{
    const grn_module_options options = {.allocator = &r->allocator};
    grn_module *m;
    grn_status status = grn_module_parse(k->text, k->size_bytes, &options, diag, &m);
    assert_true((status == GRN_OK) == (m != NULL));
    if (status == GRN_OK)
        status = print(m, o);
    grn_module_destroy(m);
    return status;
}

/* Written as an artifact of the version, and that read; nothing is written unless all is. */
static void pass_artifact(const char *text, const char *to, refuser *r, outcome *o)
{
    const grn_diag diag = {count_error, o};
    grn_text_buffer kept = {0};
    const grn_sink sink = grn_text_buffer_sink(&kept);
    grn_module *m;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_verify(m, NULL);
    if (o->status == GRN_OK) {
        o->status = grn_module_write_artifact(m, &(grn_module_artifact_options){.target = to}, &diag, &sink);
        assert_true(o->status == GRN_OK ? kept.size_bytes > 4 : kept.size_bytes == 0 && o->errors);
    }
    if (o->status == GRN_OK)
        o->status = read_artifact(&kept, r, &diag, o);
    grn_text_buffer_free(&kept);
    grn_module_destroy(m);
}

/* The same as C. */
static void emit(const char *text, const char *to, refuser *r, outcome *o)
{
    const grn_diag diag = {count_error, o};
    const grn_sink sink = {hash_text, o};
    const grn_module_emit_options options = {.openmp = strcmp(to, "c, openmp") == 0,
                                             .header = strcmp(to, "c, header") == 0};
    grn_module *m;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_verify(m, NULL);
    if (o->status == GRN_OK) {
        o->status = grn_module_emit(m, &options, &diag, &sink);
        assert_true(o->status == GRN_OK ? o->written != 0 : o->written == 0 && o->errors);
    }
    grn_module_destroy(m);
}

/* One gather or scatter of a function, in every form there is; nothing is written unless all is. */
static grn_status show_op(const grn_module *m, size_t function, uint64_t op, outcome *o)
{
    const grn_sink sink = {hash_text, o};
    const grn_run_options how = {.max_steps = MAX_STEPS};
    grn_status status =
        grn_module_explain(m, function, 0, NULL, &(grn_module_explain_options){.op = op, .run = &how}, NULL, &sink);
    if (status == GRN_OK)
        status = grn_module_explain(m, function, 0, NULL,
                                    &(grn_module_explain_options){.op = op, .run = &how, .json = true}, NULL, &sink);
    if (status == GRN_OK)
        status = grn_module_explain(
            m, function, 0, NULL, &(grn_module_explain_options){.op = op, .run = &how, .in_words = true}, NULL, &sink);
    if (status == GRN_OK)
        status = grn_module_draw(m, function, 0, NULL, &(grn_module_draw_options){.op = op, .run = &how}, NULL, &sink);
    if (status == GRN_OK)
        status = grn_module_draw(m, function, 0, NULL, &(grn_module_draw_options){.op = op, .run = &how, .text = true},
                                 NULL, &sink);
    return status;
}

static void explain_and_draw(const char *text, const char *to, refuser *r, outcome *o)
{
    grn_module *m;
    (void)to;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_verify(m, NULL);
    for (size_t i = 0; (o->status == GRN_OK || o->status == GRN_E_ARGUMENT) && i < grn_module_functions(m); i++) {
        grn_function_info info;
        if (grn_module_function(m, i, &info) == GRN_OK && info.ninputs == 0 && info.has_body)
            o->status = show_op(m, i, i % 2, o);
    }
    grn_module_destroy(m);
}

static grn_status see_plan(void *user, const grn_planned_access *a)
{
    const char *text = a->obstacle ? a->obstacle : a->text;
    return hash_text(user, text, strlen(text));
}

static grn_status see_finding(void *user, const grn_lint_finding *f)
{
    return hash_text(user, f->seen, strlen(f->seen));
}
static grn_status see_record(void *user, const grn_lint_record *r) { return hash_text(user, r->op, strlen(r->op)); }

/* All of the module without a run, then its functions with one. */
static void plan_and_lint(const char *text, const char *to, refuser *r, outcome *o)
{
    const grn_diag diag = {count_error, o};
    const grn_plan_visitor visitor = {see_plan, o};
    const grn_lint_reporter reporter = {see_finding, see_record, o};
    const grn_run_options how = {.max_steps = MAX_STEPS};
    grn_module *m;
    (void)to;
    o->status = parse(text, r, NULL, &m);
    if (o->status == GRN_OK)
        o->status = grn_module_plan(m, NULL, &visitor, &diag);
    if (o->status == GRN_OK)
        o->status = grn_module_lint(m, NULL, &reporter, &diag, NULL);
    for (size_t i = 0; o->status == GRN_OK && i < grn_module_functions(m); i++) {
        grn_function_info info;
        const grn_lint_options options = {.run = true, .only_run = true, .function = i, .run_options = &how};
        if (grn_module_function(m, i, &info) == GRN_OK && info.ninputs == 0 && info.has_body)
            o->status = grn_module_lint(m, &options, &reporter, &diag, NULL);
    }
    grn_module_destroy(m);
}

/* ---- refusals -------------------------------------------------------------------------------- */

typedef struct program {
    const char *name, *text;
} program;

static void check(const program *p, const char *what, const refuser *r, const outcome *got, const outcome *want)
{
    bool same = got->status == want->status && got->written == want->written && got->errors == want->errors;
    if (!(same || (r->refusals && got->status == GRN_E_MEMORY)) || r->outstanding || r->wrong_sizes)
        fail_msg("%s, %s, request %zu refused%s: %s instead of %s, %zu errors reported instead of %zu%s; %zu bytes not "
                 "given back, "
                 "%zu pieces given back with another size",
                 p->name, what, r->refuse_at, r->and_after ? " and all after it" : "", grn_status_name(got->status),
                 grn_status_name(want->status), got->errors, want->errors,
                 got->written == want->written ? "" : ", other text", r->outstanding, r->wrong_sizes);
}

/* Arenas are made to ask for each piece, where the program does not need larger ones. */
static outcome undisturbed(const program *p, const char *to, deed act, refuser *r)
{
    outcome want = {0}, got = {0};
    act(p->text, to, r, &want);
    check(p, to, r, &want, &want);
    r->no_chunks = true;
    act(p->text, to, r, &got);
    check(p, to, &(refuser){.refusals = 1}, &got, &want);
    r->no_chunks = got.status == want.status;
    return want;
}

static void refuse_each_place(const program *p, const char *to, deed act, refuser_places *places)
{
    refuser r;
    refuser_init(&r);
    const outcome want = undisturbed(p, to, act, &r);
    outcome again = {0};
    r.places = places;
    r.requests = 0;
    act(p->text, to, &r, &again);
    check(p, to, &r, &again, &want);
    r.places = NULL;
    for (size_t i = 0; i < 2 * r.nfresh; i++) {
        outcome got = {0};
        r.refuse_at = r.fresh[i / 2];
        r.and_after = i % 2;
        r.requests = r.refusals = 0;
        act(p->text, to, &r, &got);
        check(p, to, &r, &got, &want);
    }
    refuser_forget(&r);
}

static void refuse_all_deeds(const program *p, refuser_places *places)
{
    refuse_each_place(p, "print", read_and_print, places);
    refuse_each_place(p, "run", run, places);
    refuse_each_place(p, "explain", explain_and_draw, places);
    refuse_each_place(p, "plan and lint", plan_and_lint, places);
    refuse_each_place(p, "expand", convert_and_compare, places);
    refuse_each_place(p, "collapse", convert_and_compare, places);
    refuse_each_place(p, "vjp", differentiate, places);
    refuse_each_place(p, "jvp", differentiate, places);
    for (size_t d = 0; grn_module_dialect(d); d++)
        refuse_each_place(p, grn_module_dialect(d), convert_and_compare, places);
    for (size_t i = 0; grn_module_lower_target(i); i++)
        refuse_each_place(p, grn_module_lower_target(i), convert_and_compare, places);
    for (size_t i = 0; grn_module_language(i); i++)
        refuse_each_place(p, grn_module_language(i), write_in, places);
    refuse_each_place(p, "0.9.0", pass_artifact, places);
    refuse_each_place(p, "1.20.0", pass_artifact, places);
    refuse_each_place(p, "c", emit, places);
    refuse_each_place(p, "c, openmp", emit, places);
    refuse_each_place(p, "c, header", emit, places);
}

/* ---- programs -------------------------------------------------------------------------------- */

static const char windows[] =
    "func.func @f(%x: tensor<5x6xf32>, %i: tensor<3x2xi32>) -> tensor<3x2x2xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2],\n"
    "    start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 2>}>\n"
    "    : (tensor<5x6xf32>, tensor<3x2xi32>) -> tensor<3x2x2xf32>\n"
    "  return %0 : tensor<3x2x2xf32>\n}\n";
static const char batched_scatter[] =
    "func.func @f(%x: tensor<3x6xf32>, %i: tensor<3x2x1xi64>, %u: tensor<3x2xf32>) -> tensor<3x6xf32> {\n"
    "  %0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
    "[1],\n"
    "    input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1],\n"
    "    index_vector_dim = 2>, unique_indices = true}> ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %1 = stablehlo.add %a, %b : tensor<f32>\n"
    "    stablehlo.return %1 : tensor<f32>\n"
    "  }) : (tensor<3x6xf32>, tensor<3x2x1xi64>, tensor<3x2xf32>) -> tensor<3x6xf32>\n"
    "  return %0 : tensor<3x6xf32>\n}\n";
static const char recipe[] =
    "func.func @f(%x: tensor<4x3xf32>, %i: tensor<2x1xi64>) -> tensor<2x3xf32> {\n"
    "  %0 = stablehlo.broadcast_in_dim %i, dims = [0, 1] : (tensor<2x1xi64>) -> tensor<2x3xi64>\n"
    "  %1 = tcp.gather %x, %0 {dim = 0 : index} : tensor<4x3xf32>, tensor<2x3xi64> -> tensor<2x3xf32>\n"
    "  return %1 : tensor<2x3xf32>\n}\n";
static const char constant[] =
    "func.func @f(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {\n"
    "  %i = onnx.Constant dense<[3, 1]> : tensor<2xi64>\n"
    "  %0 = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>\n"
    "  return %0 : tensor<2x3xf32>\n}\n";
static const char composite[] =
    "func.func private @impl(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {\n"
    "  %0 = \"onnx.GatherElements\"(%x, %i) {axis = 0 : si64} : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>\n"
    "  return %0 : tensor<5xf32>\n}\n"
    "func.func @f(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {\n"
    "  %0 = stablehlo.composite \"a.b\" %x, %i {decomposition = @impl} : (tensor<5xf32>, tensor<5xi64>) -> "
    "tensor<5xf32>\n"
    "  return %0 : tensor<5xf32>\n}\n";

static const char products[] =
    "func.func @f(%x: tensor<4xf32>, %i: tensor<3x1xi64>, %u: tensor<3xf32>, %p: tensor<i1>) -> tensor<4xf32> {\n"
    "  %0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
    "[0],\n"
    "    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %1 = stablehlo.sine %b : tensor<f32>\n"
    "    %2 = stablehlo.multiply %a, %1 : tensor<f32>\n"
    "    stablehlo.return %2 : tensor<f32>\n"
    "  }) : (tensor<4xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<4xf32>\n"
    "  %3 = \"stablehlo.if\"(%p) ({\n    %4 = stablehlo.multiply %0, %x : tensor<4xf32>\n    stablehlo.return %4 : "
    "tensor<4xf32>\n"
    "  }, {\n    stablehlo.return %0 : tensor<4xf32>\n  }) : (tensor<i1>) -> tensor<4xf32>\n"
    "  %5 = \"stablehlo.sort\"(%3) <{dimension = 0 : i64}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %6 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    stablehlo.return %6 : "
    "tensor<i1>\n"
    "  }) : (tensor<4xf32>) -> tensor<4xf32>\n"
    "  return %5 : tensor<4xf32>\n}\n";
static const char loop[] =
    "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
    "  %n = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %r:2 = \"stablehlo.while\"(%n, %x) ({\n  ^bb0(%i: tensor<i32>, %a: tensor<2xf32>):\n"
    "    %m = stablehlo.constant dense<2> : tensor<i32>\n"
    "    %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %p : "
    "tensor<i1>\n"
    "  }, {\n  ^bb0(%i: tensor<i32>, %a: tensor<2xf32>):\n    %o = stablehlo.constant dense<1> : tensor<i32>\n"
    "    %j = stablehlo.add %i, %o : tensor<i32>\n    %c = stablehlo.multiply %a, %x : tensor<2xf32>\n"
    "    stablehlo.return %j, %c : tensor<i32>, tensor<2xf32>\n"
    "  }) : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)\n"
    "  return %r#1 : tensor<2xf32>\n}\n";
static const char carried[] =
    "func.func @f(%x: tensor<3xi32>, %i: tensor<2xi64>, %d: tensor<?xi32>, %n: index) -> (tensor<2xi32>, "
    "tensor<?xi32>) {\n"
    "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
    "  %e = tensor.empty() : tensor<2xi32>\n"
    "  %w:2 = scf.while (%k = %n, %t = %d) : (index, tensor<?xi32>) -> (tensor<?xi32>, index) {\n"
    "    %m = arith.cmpi ult, %k, %c1 : index\n    scf.condition(%m) %t, %k : tensor<?xi32>, index\n  } do {\n"
    "  ^bb0(%t: tensor<?xi32>, %k: index):\n    %l = arith.addi %k, %c1 : index\n"
    "    scf.yield %l, %t : index, tensor<?xi32>\n  }\n"
    "  %q:2 = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %w#0, %b = %d) -> (tensor<?xi32>, tensor<?xi32>) {\n"
    "    scf.yield %b, %a : tensor<?xi32>, tensor<?xi32>\n  }\n"
    "  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %e) -> (tensor<2xi32>) {\n"
    "    %g = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<3xi32>, tensor<2xi64>) -> tensor<2xi32>\n"
    "    %v = tensor.extract %g[%k] : tensor<2xi32>\n    %p = arith.cmpi eq, %k, %c0 : index\n"
    "    %s = scf.if %p -> (tensor<2xi32>) {\n      %u = tensor.insert %v into %t[%k] : tensor<2xi32>\n"
    "      scf.yield %u : tensor<2xi32>\n    } else {\n      scf.yield %g : tensor<2xi32>\n    }\n"
    "    scf.yield %s : tensor<2xi32>\n  }\n"
    "  return %r, %q#0 : tensor<2xi32>, tensor<?xi32>\n}\n";

static const char on_devices[] =
    "sdy.mesh @m = <[\"x\"=4], device_ids=[2, 0, 3, 1]>\n"
    "func.func @f() -> tensor<2x2xi32> {\n"
    "  %x = stablehlo.constant dense<7> : tensor<5x2xi32>\n  %i = stablehlo.constant dense<1> : tensor<2x1xi32>\n"
    "  %t = sdy.sharding_constraint %x <@m, [{\"x\":(1)2}, {\"x\":(2)2}]> : tensor<5x2xi32>\n"
    "  %0 = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
    "collapsed_slice_dims = [0],\n"
    "    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}>\n"
    "    : (tensor<5x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>\n"
    "  return %0 : tensor<2x2xi32>\n}\n";

/* Always taken. */
static const struct {
    const char *claim, *text;
} programs[] = {{"windows that move", windows},
                {"a scatter with batching dims", batched_scatter},
                {"a recipe", recipe},
                {"constant indices", constant},
                {"a composite", composite},
                {"products, a branch, a sort", products},
                {"a loop", loop},
                {"loops that carry tensors", carried},
                {"a program on devices", on_devices}};

/* Too large to run as often as all deeds do. */
static const char past_the_cache[] =
    "func.func @f(%x: tensor<70000xf32>, %t: tensor<30000x64xf32>, %i: tensor<700001xi32>, %k: tensor<9000xi32>)\n"
    "    -> (tensor<700001xf32>, tensor<9000x64xf32>) {\n"
    "  %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
    "start_index_map = "
    "[0],\n"
    "    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<70000xf32>, tensor<700001xi32>) -> "
    "tensor<700001xf32>\n"
    "  %1 = \"stablehlo.gather\"(%t, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
    "collapsed_slice_dims = [0],\n"
    "    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}>\n"
    "    : (tensor<30000x64xf32>, tensor<9000xi32>) -> tensor<9000x64xf32>\n"
    "  return %0, %1 : tensor<700001xf32>, tensor<9000x64xf32>\n}\n";

static void refusals_are_clean(void **state)
{
    static const char *const folders[] = {"tests/ops", "tests/rules", "examples"};
    uint64_t one_in = test_one_in("GARNER_REFUSALS", TAKEN_ONE_IN), taken = 0;
    corpus all = {0};
    refuser_places places = {0};
    (void)state;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        refuse_all_deeds(&(program){programs[i].claim, programs[i].text}, &places);
    refuse_each_place(&(program){"past the cache", past_the_cache}, "c", emit, &places);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        corpus_add(&all, folders[i]);
    assert_true(all.count > 500);
    for (size_t i = 0; i < all.count; i++)
        if (test_takes(i, one_in)) {
            refuse_all_deeds(&(program){all.programs[i].name, all.programs[i].text}, &places);
            taken++;
        }
    printf("%llu of %zu programs, %zu places refused\n", (unsigned long long)taken, all.count, places.count);
    refuser_places_free(&places);
    corpus_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_are_clean)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
