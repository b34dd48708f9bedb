/*
 * test_cut.c - programs cut out of programs: what a cut computes is what the whole computes.
 *
 * Of every program of tests/ops and examples each value of a body is known from a run that is followed. Cut out with
 * all that it needs, and alone with its operands given, it has the same bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/module_cut.h"
#include "support/corpus.h"

#define MAX_STEPS 1000000
enum { MOST = 4096, MOST_INPUTS = 64 };

static char said[512]; /* last */
static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(said, sizeof said, "%s", d->message);
}
static const grn_diag quiet = {ignore, NULL};

/* ---- values of a run ------------------------------------------------------------------------- */

typedef struct known {
    const grn_value *value;
    grn_tensor tensor; /* compact, and its own */
} known;

typedef struct run {
    const char *name;
    const grn_module *module;
    const grn_function *function;
    const grn_op *at; /* the op of the body that ends next */
    known values[MOST];
    size_t n;
    size_t cuts, alone, refused; /* of all programs */
    size_t unlike;               /* ops that need what ran before them, as a probe that they look at, or a sharding */
} run;

static void keep(run *r, const grn_value *v, const grn_tensor *t)
{
    if (!t || r->n == MOST)
        return;
    known *k = &r->values[r->n++];
    *k = (known){v, *t};
    grn_shape_strides(t->rank, t->shape, k->tensor.stride);
    k->tensor.data = malloc(grn_tensor_bytes(t) + 1);
    grn_tensor_copy_flat(k->tensor.data, t);
}

/* Ops of the body end in their order. */
static void see(void *user, const grn_traced_op *op)
{
    run *r = user;
    if (op->depth != 0 || !r->at)
        return;
    while (r->at && !(r->at->place.line == op->place.line && r->at->place.column == op->place.column))
        r->at = r->at->next;
    for (size_t i = 0; r->at && i < r->at->nresults; i++)
        keep(r, &r->at->results[i], grn_traced_result(op, i));
    r->at = r->at ? r->at->next : NULL;
}

static const grn_tensor *find(const run *r, const grn_value *v)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->values[i].value == v)
            return &r->values[i].tensor;
    return NULL;
}

/* ---- cuts ------------------------------------------------------------------------------------ */

static bool is_tensor(const grn_value *v)
{
    const grn_type *t = grn_type_at_run(v->type);
    return t->kind == GRN_TYPE_TENSOR && t->element->dtype != GRN_NO_DTYPE && !grn_type_is_memref(v->type);
}

static bool same_bits(const grn_tensor *a, const grn_tensor *b)
{
    unsigned char *flat = malloc(grn_tensor_bytes(a) + 1);
    bool same = a->dtype == b->dtype && grn_tensor_same_shape(a, b);
    if (same) {
        grn_tensor_copy_flat(flat, b);
        same = memcmp(flat, a->data, grn_tensor_bytes(a)) == 0;
    }
    free(flat);
    return same;
}

/* False: something that is read is no tensor that is known. */
static bool inputs_of(const run *r, const grn_program_cut *cut, const grn_value *const *more, size_t nmore,
                      grn_tensor *inputs)
{
    for (size_t i = 0; i < cut->ngiven + nmore; i++) {
        const grn_value *v = i < cut->ngiven ? cut->given[i] : more[i - cut->ngiven];
        const grn_tensor *t = i < MOST_INPUTS && is_tensor(v) ? find(r, v) : NULL;
        if (!t)
            return false;
        inputs[i] = *t;
    }
    return true;
}

static void check_cut(run *r, const grn_program_cut *cut, const grn_tensor *want, size_t *count)
{
    const grn_run_options how = {.max_steps = MAX_STEPS};
    grn_tensor inputs[MOST_INPUTS];
    const grn_value *const *more;
    size_t nmore;
    grn_module *m;
    grn_results *results = NULL;
    if (grn_module_cut(r->module, cut, &quiet, &m, &more, &nmore) != GRN_OK) {
        r->refused++;
        return;
    }
    if (grn_module_verify(m, &quiet) != GRN_OK && !cut->only_needed)
        fail_msg("%s: what is cut out for %s does not verify", r->name, cut->wanted[0]->def->name.text);
    const size_t ngiven = cut->ngiven + nmore;
    if (inputs_of(r, cut, more, nmore, inputs)) {
        const grn_status status = grn_module_run(m, 0, ngiven, inputs, &how, &quiet, &results);
        if (status != GRN_OK && !cut->only_needed)
            fail_msg("%s: what is cut out for %s does not run: %s", r->name, cut->wanted[0]->def->name.text, said);
        r->unlike += status != GRN_OK;
        if (status == GRN_OK && !same_bits(want, grn_results_tensor(results, 0)))
            fail_msg("%s: %s at %u:%u has other bits in a cut", r->name, cut->wanted[0]->def->name.text,
                     (unsigned)cut->wanted[0]->def->place.line, (unsigned)cut->wanted[0]->def->place.column);
        *count += status == GRN_OK;
    }
    grn_results_destroy(results);
    grn_module_destroy(m);
}

/* Whether what the op gives depends on what ran before, its operands apart. */
static bool depends_on_more(const grn_op *op)
{
    for (const grn_op *inner = op; inner; inner = grn_op_next_in(inner, op))
        for (size_t i = 0; i < inner->noperands; i++)
            if (grn_type_is_memref(inner->operands[i]->type))
                return true;
    for (size_t i = 0; i < op->noperands; i++)
        if (!is_tensor(op->operands[i]))
            return true;
    return grn_op_is(op, GRN_OP(stablehlo, rng));
}

static void check_value(run *r, const known *k)
{
    const grn_op *op = k->value->def;
    if (!op || !is_tensor(k->value))
        return;
    const grn_program_cut whole = {.function = r->function->op, .nwanted = 1, .wanted = &k->value};
    check_cut(r, &whole, &k->tensor, &r->cuts);
    const grn_program_cut alone = {.function = r->function->op,
                                   .ngiven = op->noperands,
                                   .given = (const grn_value *const *)op->operands,
                                   .nwanted = 1,
                                   .wanted = &k->value,
                                   .only_needed = true};
    if (!depends_on_more(op))
        check_cut(r, &alone, &k->tensor, &r->alone);
}

/* ---- programs -------------------------------------------------------------------------------- */

/* Numbers from 0 to 2 in every input. */
static bool make_inputs(const grn_function *f, grn_tensor *inputs)
{
    for (size_t i = 0; i < f->type->inputs; i++) {
        const grn_type *t = grn_type_at_run(f->type->members[i]);
        if (i == MOST_INPUTS || t->kind != GRN_TYPE_TENSOR || !grn_type_has_static_shape(t) ||
            t->element->dtype == GRN_NO_DTYPE || t->rank > GRN_MAX_RANK ||
            grn_tensor_init(&inputs[i], NULL, t->element->dtype, t->rank, t->shape) != GRN_OK)
            return false;
        inputs[i].data = calloc(1, grn_tensor_bytes(&inputs[i]) + 1);
        for (int64_t e = 0; e < grn_tensor_elements(&inputs[i]); e++) {
            grn_scalar s = {.dtype = inputs[i].dtype};
            const grn_dtype_class class = grn_dtype_class_of(s.dtype);
            if (class == GRN_CLASS_FLOAT)
                s.f = (double)(e % 3);
            else if (class != GRN_CLASS_COMPLEX)
                s.i = class == GRN_CLASS_BOOL ? e % 2 : e % 3;
            grn_scalar_store(&s, s.dtype, grn_tensor_at(&inputs[i], e));
        }
    }
    return true;
}

static void check_function(run *r, const grn_function *f, size_t index)
{
    const grn_block *body = f->op->regions[0].first;
    grn_tensor inputs[MOST_INPUTS] = {{0}};
    const grn_tracer tracer = {.end = see, .user = r, .unfused = true};
    const grn_run_options how = {.max_steps = MAX_STEPS, .tracer = &tracer};
    grn_results *results = NULL;
    r->function = f;
    r->at = body ? body->first : NULL;
    r->n = 0;
    if (body && !body->next && make_inputs(f, inputs)) {
        for (size_t i = 0; i < body->nargs; i++)
            keep(r, &body->args[i], &inputs[i]);
        if (grn_module_run(r->module, index, f->type->inputs, inputs, &how, &quiet, &results) == GRN_OK)
            for (size_t i = body->nargs; i < r->n; i++)
                check_value(r, &r->values[i]);
    }
    grn_results_destroy(results);
    for (size_t i = 0; i < r->n; i++)
        free(r->values[i].tensor.data);
    for (size_t i = 0; i < f->type->inputs && i < MOST_INPUTS; i++)
        free(inputs[i].data);
}

static void check_program(run *r, const char *text)
{
    const grn_module_options options = {.allow_nonunique_scatter = true, .allow_unregistered = true};
    grn_module *m;
    if (grn_module_parse(text, strlen(text), &options, &quiet, &m) != GRN_OK)
        return;
    r->module = m;
    if (grn_module_verify(m, &quiet) == GRN_OK)
        for (size_t i = 0; i < m->nfunctions; i++)
            check_function(r, &m->functions[i], i);
    grn_module_destroy(m);
}

static void a_cut_computes_what_the_whole_does(void **unused)
{
    (void)unused;
    corpus c = {0};
    run *r = calloc(1, sizeof *r);
    corpus_add(&c, "tests/ops");
    corpus_add(&c, "examples");
    for (size_t i = 0; i < c.count; i++) {
        r->name = c.programs[i].name;
        check_program(r, c.programs[i].text);
    }
    printf("%zu values cut out with what they need, %zu alone; %zu refused, %zu not alone\n", r->cuts, r->alone,
           r->refused, r->unlike);
    assert_true(r->cuts > 4000 && r->alone > 3000 && r->refused < 20 && r->unlike < 10);
    corpus_free(&c);
    free(r);
}

/* ---- the form of a cut ----------------------------------------------------------------------- */

static const char program[] = "func.func private @twice(%a: tensor<2xi32>) -> tensor<2xi32> {\n"
                              "  %0 = stablehlo.add %a, %a : tensor<2xi32>\n"
                              "  return %0 : tensor<2xi32>\n"
                              "}\n"
                              "func.func private @unused() { return }\n"
                              "func.func @f(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {\n"
                              "  %c = stablehlo.constant dense<5> : tensor<2xi32>\n"
                              "  %0 = stablehlo.multiply %x, %c : tensor<2xi32>\n"
                              "  %1 = call @twice(%0) : (tensor<2xi32>) -> tensor<2xi32>\n"
                              "  %p = stablehlo.subtract %y, %c : tensor<2xi32>\n"
                              "  %2 = \"stablehlo.rng\"(%c0, %c1, %s) {rng_distribution = #stablehlo<rng_distribution "
                              "UNIFORM>} : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<2xi32>\n"
                              "  %3 = stablehlo.maximum %1, %p : tensor<2xi32>\n"
                              "  return %3 : tensor<2xi32>\n"
                              "}\n";

/* A row: which op's result is wanted, of which op's result as given, and what must come out. */
typedef struct form {
    const char *claim, *wanted, *given;
    bool only_needed;
    size_t nmore;
    const char *text; /* of the body's ops, and of what is called */
} form;

static const form forms[] = {
    {"what is not needed is left out, constants come along", "stablehlo.multiply", NULL, false, 1,
     "stablehlo.constant stablehlo.multiply func.return"},
    {"a given value is an argument, and nothing that makes it stays", "stablehlo.maximum", "func.call", true, 1,
     "stablehlo.constant stablehlo.subtract stablehlo.maximum func.return"},
    {"what is called comes along, and what is not stays away", "func.call", NULL, false, 1,
     "stablehlo.constant stablehlo.multiply func.call func.return | stablehlo.add func.return"},
    {"an effect between the given and the wanted stays", "stablehlo.maximum", "func.call", false, 1,
     "stablehlo.constant stablehlo.subtract stablehlo.constant stablehlo.constant stablehlo.constant stablehlo.rng "
     "stablehlo.maximum func.return"},
    {"an effect behind the wanted goes", "stablehlo.subtract", NULL, false, 1,
     "stablehlo.constant stablehlo.subtract func.return"},
};

static const grn_value *result_of(const grn_block *body, const char *name)
{
    for (const grn_op *op = body->first; name && op; op = op->next)
        if (grn_str_is(op->name, name))
            return &op->results[0];
    return NULL;
}

static void list_ops(const grn_module *m, char *text, size_t bytes)
{
    size_t n = 0;
    for (size_t f = 0; f < m->nfunctions; f++)
        for (const grn_op *op = m->functions[f].op->regions[0].first->first; op; op = op->next)
            n += (size_t)snprintf(text + n, bytes - n, "%s%.*s",
                                  op->prev ? " "
                                  : f      ? " | "
                                           : "",
                                  (int)op->name.n, op->name.text);
}

static void a_cut_has_the_ops_it_needs(void **unused)
{
    (void)unused;
    grn_module *m, *made;
    char text[4096];
    /* rng's operands stand in front of it */
    const char *at = strstr(program, "  %2 = ");
    snprintf(text, sizeof text,
             "%.*s  %%c0 = stablehlo.constant dense<0> : tensor<i32>\n  %%c1 = stablehlo.constant dense<1> : "
             "tensor<i32>\n  %%s = stablehlo.constant dense<2> : tensor<1xi64>\n%s",
             (int)(at - program), program, at);
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
    assert_int_equal(grn_module_verify(m, NULL), GRN_OK);
    const grn_block *body = m->functions[2].op->regions[0].first;
    for (size_t i = 0; i < GRN_COUNT(forms); i++) {
        const form *f = &forms[i];
        const grn_value *wanted = result_of(body, f->wanted), *given = result_of(body, f->given);
        const grn_program_cut cut = {.function = m->functions[2].op,
                                     .ngiven = given != NULL,
                                     .given = &given,
                                     .nwanted = 1,
                                     .wanted = &wanted,
                                     .only_needed = f->only_needed};
        const grn_value *const *more;
        size_t nmore;
        print_message("%s\n", f->claim);
        assert_int_equal(grn_module_cut(m, &cut, NULL, &made, &more, &nmore), GRN_OK);
        assert_int_equal(grn_module_verify(made, NULL), GRN_OK);
        assert_int_equal(nmore, f->nmore);
        list_ops(made, text, sizeof text);
        assert_string_equal(text, f->text);
        grn_module_destroy(made);
    }
    grn_module_destroy(m);
}

/* The body of a branch, whose values from around it become arguments. */
static void a_block_of_a_region_is_a_program(void **unused)
{
    (void)unused;
    static const char text_of_if[] = "func.func @f(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {\n"
                                     "  %0 = \"stablehlo.if\"(%p) ({\n"
                                     "    %1 = stablehlo.negate %x : tensor<f32>\n"
                                     "    stablehlo.return %1 : tensor<f32>\n"
                                     "  }, {\n"
                                     "    stablehlo.return %x : tensor<f32>\n"
                                     "  }) : (tensor<i1>) -> tensor<f32>\n"
                                     "  return %0 : tensor<f32>\n"
                                     "}\n";
    grn_module *m, *made;
    const grn_value *const *more;
    size_t nmore;
    float x = 2;
    grn_tensor input;
    grn_results *results;
    assert_int_equal(grn_module_parse(text_of_if, strlen(text_of_if), NULL, NULL, &m), GRN_OK);
    const grn_block *branch = m->functions[0].op->regions[0].first->first->regions[0].first;
    const grn_value *wanted = branch->last->operands[0];
    const grn_program_cut cut = {.function = m->functions[0].op, .nwanted = 1, .wanted = &wanted, .block = branch};
    assert_int_equal(grn_module_cut(m, &cut, NULL, &made, &more, &nmore), GRN_OK);
    assert_int_equal(nmore, 1);
    assert_ptr_equal(more[0], &m->functions[0].op->regions[0].first->args[1]);
    assert_int_equal(grn_tensor_init(&input, &x, GRN_F32, 0, NULL), GRN_OK);
    assert_int_equal(grn_module_run(made, 0, 1, &input, NULL, NULL, &results), GRN_OK);
    assert_true(*(const float *)grn_results_tensor(results, 0)->data == -2.0f);
    grn_results_destroy(results);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_computes_what_the_whole_does),
        cmocka_unit_test(a_cut_has_the_ops_it_needs),
        cmocka_unit_test(a_block_of_a_region_is_a_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
