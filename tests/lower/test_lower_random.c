/*
 * test_lower_random.c - random gathers and scatters, under every index rule,
 * lowered to every form at every stage and on from there, and run: the results
 * are those of the element-by-element reference, and where an index out of
 * range is an error the status says which vector it was.
 *
 * GARNER_RANDOM_CASES: how many specs (150). GARNER_SEED: where to begin; a
 * failure prints its seed and the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/programs.h"

/* ---- the program ----------------------------------------------------------------------------- */

/* The case's function, under its index rule. */
static grn_module *parse_with_rule(const random_case *c)
{
    char *text = NULL;
    size_t bytes = 0;
    grn_module *module = NULL;
    FILE *out = open_memstream(&text, &bytes);
    random_spec_print_ruled_function(c, out);
    fclose(out);
    const grn_module_options options = {.allow_nonunique_scatter = true};
    if (grn_module_parse(text, bytes, &options, NULL, &module) == GRN_OK && grn_module_verify(module, NULL) != GRN_OK) {
        grn_module_destroy(module);
        module = NULL;
    }
    free(text);
    return module;
}

/* Integers have no sign in a lowered program. */
static grn_tensor signless(grn_tensor t)
{
    static const grn_dtype as[GRN_DTYPE_COUNT] = {[GRN_UI2] = GRN_I2,   [GRN_UI4] = GRN_I4,   [GRN_UI8] = GRN_I8,
                                                  [GRN_UI16] = GRN_I16, [GRN_UI32] = GRN_I32, [GRN_UI64] = GRN_I64};
    if (as[t.dtype])
        t.dtype = as[t.dtype];
    return t;
}

static grn_results *run(const grn_module *module, const random_case *c, notes *n)
{
    grn_tensor inputs[2 * RANDOM_INPUTS + 1];
    size_t count = 0;
    grn_results *results = NULL;
    grn_diag diag = notes_diag(n);
    for (size_t i = 0; i < c->ninputs; i++)
        inputs[count++] = signless(c->operand[i].view);
    inputs[count++] = signless(c->indices.view);
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++)
        inputs[count++] = signless(c->dense[i].view);
    return grn_module_run(module, 0, count, inputs, NULL, &diag, &results) == GRN_OK ? results : NULL;
}

/* ---- comparison ------------------------------------------------------------------------------ */

typedef struct trial {
    const random_case *c;
    const grn_module *source;
    size_t nresults;
    grn_tensor want[RANDOM_INPUTS]; /* compact: what the reference gives */
    grn_status status;              /* ... and says */
    unsigned long long seed;
} trial;

static void wrong(const trial *t, const char *what, const grn_module *made, const char *to, const char *stage,
                  const notes *n)
{
    program_show("the program", t->source);
    if (made)
        program_show("lowered", made);
    fail_msg("%s, %s at stage %s; GARNER_SEED=%llu; '%s'", what, to, stage, t->seed, n->first);
}

static bool is_nan(grn_dtype dtype, const unsigned char *bytes)
{
    const grn_scalar v = grn_scalar_load(dtype, bytes);
    return grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT && v.f != v.f;
}

/* A NaN is a NaN, in each part of a complex number. */
static bool same_element(grn_dtype dtype, const unsigned char *a, const unsigned char *b)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    if (dtype == GRN_C64 || dtype == GRN_C128) {
        const grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
        return same_element(part, a, b) && same_element(part, a + bytes / 2, b + bytes / 2);
    }
    if (grn_dtype_bits(dtype) < 8 &&
        grn_dtype_class_of(dtype) != GRN_CLASS_FLOAT) /* what the byte has above does not count */
        return ((*a ^ *b) & ((1 << grn_dtype_bits(dtype)) - 1)) == 0;
    return memcmp(a, b, bytes) == 0 || (is_nan(dtype, a) && is_nan(dtype, b));
}

static bool same(const grn_results *got, const trial *t)
{
    for (size_t i = 0; i < t->nresults; i++) {
        grn_tensor have = *grn_results_tensor(got, i);
        have.dtype = t->want[i].dtype;
        for (int64_t e = 0; e < grn_tensor_elements(&have); e++) {
            unsigned char a[16], b[16];
            grn_tensor_read(&have, e, 1, a);
            grn_tensor_read(&t->want[i], e, 1, b);
            if (!same_element(have.dtype, a, b))
                return false;
        }
    }
    return true;
}

/* 0, or 1 + the number of a vector. */
static int32_t status_of(const grn_results *got, const trial *t)
{
    const grn_tensor *last = grn_results_count(got) > t->nresults ? grn_results_tensor(got, t->nresults) : NULL;
    return last ? *(const int32_t *)last->data : 0;
}

/* A run reports an index that was promised to be in range, where the op is still there. */
static bool breaks_promise(const random_case *c, const char *stage, const notes *n)
{
    const grn_bounds bounds = c->is_scatter ? c->scatter.index.bounds : c->gather.index.bounds;
    return bounds == GRN_BOUNDS_PROMISE && strcmp(stage, "loops") != 0 && strstr(n->first, "must be");
}

static bool lower_and_run(const trial *t, const grn_module *from, const char *to, const char *stage);

/* Whether there are loops for the program itself. */
static bool has_loops(const trial *t, const char *to)
{
    grn_module *made = NULL;
    const grn_status status = grn_module_lower(t->source, &(grn_module_lower_options){.to = to}, NULL, &made);
    grn_module_destroy(made);
    return status == GRN_OK;
}

static void must_go_on(const trial *t, const grn_module *made, const char *to)
{
    if (!lower_and_run(t, made, to, "loops") && has_loops(t, to))
        wrong(t, "a stage is not lowered further", made, to, "loops", &(notes){0});
}

/* Every stage is a program that goes on to the loops; what is loops over tensors goes on to
 * memrefs, too. */
static void go_on(const trial *t, const grn_module *made, const char *to, const char *stage)
{
    const bool tensors = strcmp(to, "linalg") == 0;
    if (strcmp(stage, "loops") != 0) {
        must_go_on(t, made, to);
    } else if (tensors) {
        must_go_on(t, made, "scf");
        must_go_on(t, made, "parallel");
    }
}

/* Whether the case was lowered: floats of 8 bits and less are not computed with. */
static bool lower_and_run(const trial *t, const grn_module *from, const char *to, const char *stage)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    const bool buffers = strcmp(to, "linalg") != 0 && strcmp(stage, "destination") != 0;
    const grn_module_lower_options how = {.to = to, .stage = stage, .strided = buffers && t->seed % 3 == 0};
    grn_status status = grn_module_lower(from, &how, &diag, &made);
    if (status == GRN_E_UNSUPPORTED && n.errors > 0)
        return false;
    if (status != GRN_OK)
        wrong(t, grn_status_text(status), NULL, to, stage, &n);
    grn_results *got = run(made, t->c, &n);
    if (!got && breaks_promise(t->c, stage, &n)) {
        grn_module_destroy(made);
        return true;
    }
    if (!got)
        wrong(t, "does not run", made, to, stage, &n);
    if ((status_of(got, t) == 0) != (t->status == GRN_OK))
        wrong(t, "another status", made, to, stage, &n);
    if (t->status == GRN_OK && !same(got, t))
        wrong(t, "other numbers", made, to, stage, &n);
    grn_results_destroy(got);
    go_on(t, made, to, stage);
    grn_module_destroy(made);
    return true;
}

static bool every_form(const trial *t)
{
    bool all = true;
    for (size_t f = 0; grn_module_lower_target(f); f++)
        for (size_t s = 1; grn_module_lower_stage(s); s++)
            if (strcmp(grn_module_lower_target(f), "linalg") != 0 || strcmp(grn_module_lower_stage(s), "buffer") != 0)
                all = lower_and_run(t, t->source, grn_module_lower_target(f), grn_module_lower_stage(s)) && all;
    return all;
}

/* ---- cases ----------------------------------------------------------------------------------- */

static grn_tensor compact(const grn_tensor *of)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, NULL, of->dtype, of->rank, of->shape), GRN_OK);
    t.data = calloc((size_t)grn_tensor_elements(&t) + 1, grn_dtype_bytes(of->dtype));
    assert_non_null(t.data);
    grn_tensor_copy(&t, of);
    return t;
}

/* Inputs of a scatter may share places; the lowered program's do not. */
static void reference(trial *t)
{
    const random_case *c = t->c;
    grn_tensor updates[RANDOM_INPUTS];
    t->nresults = c->is_scatter ? c->ninputs : 1;
    for (size_t i = 0; i < t->nresults; i++) {
        t->want[i] = compact(c->is_scatter ? &c->operand[i].view : &c->dense[i].view);
        updates[i] = c->dense[i].view;
    }
    t->status = c->is_scatter
                    ? grn_scatter_reference(&c->scatter, c->ninputs, t->want, &c->indices.view, updates, NULL)
                    : grn_gather_reference(&c->gather, &c->operand[0].view, &c->indices.view, &t->want[0], NULL);
}

typedef struct counts {
    uint64_t tried, lowered, failing;
} counts;

static void try_seed(uint64_t seed, bool is_scatter, counts *n)
{
    uint64_t state = seed;
    random_case *c = random_case_create(random_from_seed(&state), is_scatter);
    assert_non_null(c);
    const bool has_text = !is_scatter || c->scatter.combiner != GRN_COMBINE_REGION; /* the test's own region has none */
    trial t = {.c = c, .source = has_text ? parse_with_rule(c) : NULL, .seed = (unsigned long long)seed};
    if (t.source) {
        reference(&t);
        n->tried++;
        n->failing += t.status != GRN_OK;
        n->lowered += every_form(&t);
        for (size_t i = 0; i < t.nresults; i++)
            free(t.want[i].data);
    }
    grn_module_destroy((grn_module *)t.source);
    random_case_destroy(c);
}

static void all(bool is_scatter)
{
    const uint64_t seed = test_setting("GARNER_SEED", 1);
    const uint64_t cases = getenv("GARNER_SEED") ? 1 : test_count("GARNER_RANDOM_CASES", 150);
    counts n = {0};
    for (uint64_t i = 0; n.tried < cases && i < 40 * cases; i++)
        try_seed(seed + i, is_scatter, &n);
    printf("%s: %llu lowered of %llu, %llu with an index that is an error\n", is_scatter ? "scatters" : "gathers",
           (unsigned long long)n.lowered, (unsigned long long)n.tried, (unsigned long long)n.failing);
    if (cases > 1) {
        assert_true(n.lowered > n.tried / 2);
        assert_true(n.failing > 0);
    }
}

/* StableHLO's own rule, and extents that are not known: what the interpreter makes of the
 * program. */
static void try_dynamic(uint64_t seed, bool is_scatter, counts *n)
{
    uint64_t state = seed;
    notes none = {0};
    random_case *c = random_case_create(random_from_seed(&state), is_scatter);
    assert_non_null(c);
    trial t = {.c = c,
               .source = program_parse_dynamic(c, seed),
               .seed = (unsigned long long)seed,
               .nresults = is_scatter ? c->ninputs : 1};
    grn_results *want = t.source ? program_run(t.source, c, false, &none) : NULL;
    for (size_t i = 0; want && i < t.nresults; i++)
        t.want[i] = *grn_results_tensor(want, i);
    if (want) {
        n->tried++;
        n->lowered += every_form(&t);
    }
    grn_results_destroy(want);
    grn_module_destroy((grn_module *)t.source);
    random_case_destroy(c);
}

static void all_dynamic(bool is_scatter)
{
    const uint64_t seed = test_setting("GARNER_SEED", 1);
    const uint64_t cases = getenv("GARNER_SEED") ? 1 : test_count("GARNER_RANDOM_CASES", 150);
    counts n = {0};
    for (uint64_t i = 0; n.tried < cases && i < 40 * cases; i++)
        try_dynamic(seed + i, is_scatter, &n);
    printf("dynamic %s: %llu lowered of %llu\n", is_scatter ? "scatters" : "gathers", (unsigned long long)n.lowered,
           (unsigned long long)n.tried);
    assert_true(cases == 1 || n.lowered > n.tried / 2);
}

static void dynamic_gathers(void **state) { (void)state, all_dynamic(false); }
static void dynamic_scatters(void **state) { (void)state, all_dynamic(true); }
static void gathers(void **state) { (void)state, all(false); }
static void scatters(void **state) { (void)state, all(true); }

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gathers), cmocka_unit_test(scatters),
                                       cmocka_unit_test(dynamic_gathers), cmocka_unit_test(dynamic_scatters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
