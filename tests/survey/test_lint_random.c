/*
 * test_lint_random.c - random programs whose indices are constants, iotas, inputs and arithmetic on
 * them: what lint says without a run is never contradicted by one.
 *
 * What is said to be possible need not happen, but what is not said does not: updates that meet,
 * windows that are cut.
 *
 * Each program is linted, then run on several inputs while its indices are counted; a promise that
 * could be made is made, and held to by a run that checks promises. GARNER_LINT_PROGRAMS: how many
 * (1000), GARNER_LINT_SEED: the first (1).
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

/* ---- a program ------------------------------------------------------------------------------- */

enum { MOST_VALUES = 24 };

typedef struct maker {
    uint64_t state;
    char text[1 << 14];
    size_t used;
    int n;            /* index vectors */
    const char *type; /* of elements of indices */
    int values, next;
    int64_t rows, columns;
    bool takes_input, is_scatter, adds;
    const char *promises; /* as attributes */
} maker;

static uint64_t draw(maker *m, uint64_t below)
{
    uint64_t z = m->state += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (z ^ z >> 31) % below;
}

static void put(maker *m, const char *format, ...) GRN_PRINTF(2, 3);
static void put(maker *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    m->used += (size_t)vsnprintf(m->text + m->used, sizeof m->text - m->used, format, args);
    va_end(args);
    assert_true(m->used < sizeof m->text);
}

static int64_t number(maker *m)
{
    const int64_t around[] = {0, m->rows, m->rows - 1, m->columns, -1, 3, 2, 1};
    const int64_t n = around[draw(m, 8)] + (int64_t)draw(m, 5) - 2;
    return n > 120 ? 120 : n; /* of any type */
}

static int any(maker *m) { return (int)draw(m, (uint64_t)m->values); }

static void begin_value(maker *m) { put(m, "  %%v%d = ", m->values++); }

static int splat(maker *m, int64_t v)
{
    begin_value(m);
    put(m, "stablehlo.constant dense<%" PRId64 "> : tensor<%dx%s>\n", v, m->n, m->type);
    return m->values - 1;
}

static void leaf(maker *m)
{
    switch (draw(m, m->takes_input ? 4 : 3)) {
    case 0:
        begin_value(m);
        put(m, "stablehlo.iota dim = 0 : tensor<%dx%s>\n", m->n, m->type);
        break;
    case 1: splat(m, number(m)); break;
    case 2:
        begin_value(m);
        put(m, "stablehlo.constant dense<[");
        for (int i = 0; i < m->n; i++)
            put(m, "%s%" PRId64, i ? ", " : "", number(m));
        put(m, "]> : tensor<%dx%s>\n", m->n, m->type);
        break;
    default:
        begin_value(m);
        put(m, "stablehlo.add %%in, %%v%d : tensor<%dx%s>\n", 0, m->n, m->type);
        break;
    }
}

static void step(maker *m)
{
    static const char *const binary[] = {"add", "subtract", "multiply", "maximum", "minimum", "and"};
    const int a = any(m), b = any(m);
    int c, d;
    switch (draw(m, 6)) {
    case 0:
        c = splat(m, 1 + (int64_t)draw(m, 9));
        begin_value(m);
        put(m, "stablehlo.%s %%v%d, %%v%d : tensor<%dx%s>\n", draw(m, 2) ? "remainder" : "divide", a, c, m->n, m->type);
        break;
    case 1:
        c = splat(m, number(m));
        d = splat(m, number(m));
        begin_value(m);
        put(m, "stablehlo.clamp %%v%d, %%v%d, %%v%d : tensor<%dx%s>\n", c, a, d, m->n, m->type);
        break;
    case 2:
        begin_value(m);
        put(m, "stablehlo.reverse %%v%d, dims = [0] : tensor<%dx%s>\n", a, m->n, m->type);
        break;
    case 3:
        c = splat(m, number(m));
        put(m, "  %%p%d = stablehlo.compare %s, %%v%d, %%v%d : (tensor<%dx%s>, tensor<%dx%s>) -> tensor<%dxi1>\n",
            m->values, draw(m, 2) ? "LT" : "GE", a, c, m->n, m->type, m->n, m->type, m->n);
        begin_value(m);
        put(m, "stablehlo.select %%p%d, %%v%d, %%v%d : tensor<%dxi1>, tensor<%dx%s>\n", m->values - 1, a, b, m->n, m->n,
            m->type);
        break;
    default:
        begin_value(m);
        put(m, "stablehlo.%s %%v%d, %%v%d : tensor<%dx%s>\n", binary[draw(m, 6)], a, b, m->n, m->type);
        break;
    }
}

static void indices(maker *m, int components)
{
    for (int k = 0; k < components; k++)
        put(m, "  %%c%d = stablehlo.reshape %%v%d : (tensor<%dx%s>) -> tensor<%dx1x%s>\n", k,
            k + 1 == components ? m->values - 1 : any(m), m->n, m->type, m->n, m->type);
    if (components == 2)
        put(m,
            "  %%i = stablehlo.concatenate %%c0, %%c1, dim = 1 : (tensor<%dx1x%s>, tensor<%dx1x%s>) -> "
            "tensor<%dx2x%s>\n",
            m->n, m->type, m->n, m->type, m->n, m->type);
}

/* Windows of rows, or of a part of them. */
static void access_op(maker *m, int components)
{
    const int64_t width = components == 2 ? 1 + (int64_t)draw(m, (uint64_t)m->columns) : m->columns;
    const int64_t height = m->is_scatter || draw(m, 2) ? 1 : 1 + (int64_t)draw(m, (uint64_t)m->rows);
    const char *name = components == 2 ? "%i" : "%c0", *map = components == 2 ? "0, 1" : "0";
    if (!m->is_scatter) {
        put(m,
            "  %%r = \"stablehlo.gather\"(%%t, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], "
            "start_index_map = "
            "[%s], "
            "index_vector_dim = 1>, slice_sizes = array<i64: %" PRId64 ", %" PRId64 ">%s}> : (tensor<%" PRId64
            "x%" PRId64 "xf32>, tensor<%dx%dx%s>) -> tensor<%dx%" PRId64 "x%" PRId64
            "xf32>\n  return %%r : tensor<%dx%" PRId64 "x%" PRId64 "xf32>\n}\n",
            name, map, height, width, m->promises, m->rows, m->columns, m->n, components, m->type, m->n, height, width,
            m->n, height, width);
        return;
    }
    put(m, "  %%u = stablehlo.constant dense<1.0> : tensor<%dx%" PRId64 "xf32>\n", m->n, width);
    put(m,
        "  %%r = \"stablehlo.scatter\"(%%t, %s, %%u) <{scatter_dimension_numbers = "
        "#stablehlo.scatter<update_window_dims = [1], "
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [%s], index_vector_dim = 1>%s}> ({\n  ^bb0(%%a: "
        "tensor<f32>, "
        "%%b: "
        "tensor<f32>):\n%s    stablehlo.return %%%s : tensor<f32>\n  }) : (tensor<%" PRId64 "x%" PRId64
        "xf32>, tensor<%dx%dx%s>, tensor<%dx%" PRId64 "xf32>) -> tensor<%" PRId64 "x%" PRId64
        "xf32>\n  return %%r : tensor<%" PRId64 "x%" PRId64 "xf32>\n}\n",
        name, map, m->promises, m->adds ? "    %s = stablehlo.add %a, %b : tensor<f32>\n" : "", m->adds ? "s" : "b",
        m->rows, m->columns, m->n, components, m->type, m->n, width, m->rows, m->columns, m->rows, m->columns);
}

static void make(maker *m, uint64_t seed, const char *promises)
{
    static const char *const types[] = {"i32", "i32", "i64", "i16", "i8"};
    *m = (maker){.state = seed * UINT64_C(0x9E3779B97F4A7C15), .promises = promises};
    m->n = 1 + (int)draw(m, 9);
    m->type = types[draw(m, 5)];
    m->rows = 1 + (int64_t)draw(m, draw(m, 3) ? 12 : 300);
    m->columns = 1 + (int64_t)draw(m, 6);
    m->takes_input = draw(m, 2);
    m->is_scatter = draw(m, 2);
    m->adds = draw(m, 2);
    put(m, "func.func @main(%%t: tensor<%" PRId64 "x%" PRId64 "xf32>, %%in: tensor<%dx%s>) -> ", m->rows, m->columns,
        m->n, m->type);
    const size_t type_at = m->used;
    put(m, "%*s {\n", 60, "");
    splat(m, 0);
    for (int i = 0; i < 2; i++)
        leaf(m);
    for (uint64_t i = draw(m, 5); i > 0 && m->values < MOST_VALUES - 4; i--)
        step(m);
    const int components = 1 + (int)draw(m, 2);
    indices(m, components);
    access_op(m, components);
    /* The result's type is what the return says. */
    const char *says = strstr(m->text, "return %r : ") + strlen("return %r : ");
    const size_t length = strcspn(says, "\n");
    assert_true(length <= 60);
    memcpy(m->text + type_at, says, length);
}

/* ---- what is said, and what is counted ------------------------------------------------------- */

typedef struct said {
    bool kinds[GRN_LINT_KIND_COUNT], may[GRN_LINT_KIND_COUNT], has_counts, has_meeting;
    grn_lint_counts counts;
    grn_lint_meeting meeting;
    bool is_unique; /* promised to be */
    bool may_be_sorted, may_be_unique;
    const char *text;
    uint64_t seed;
    size_t checked[GRN_LINT_KIND_COUNT], absent, possible;
} said;

static grn_status note(void *user, const grn_lint_finding *f)
{
    said *s = user;
    if (f->observed)
        return GRN_OK;
    assert_true(!f->possible || f->severity == GRN_SEVERITY_REMARK);
    s->may[f->kind] |= f->possible;
    s->kinds[f->kind] |= !f->possible;
    if (f->meeting) {
        s->has_meeting = true;
        s->meeting = *f->meeting;
    }
    if (f->counts) {
        s->has_counts = true;
        s->counts = *f->counts;
    }
    s->may_be_sorted |= f->kind == GRN_LINT_PROMISE && strstr(f->advice, "sorted") != NULL;
    s->may_be_unique |= f->kind == GRN_LINT_PROMISE && strstr(f->advice, "unique") != NULL;
    return GRN_OK;
}

static void claim(said *s, grn_lint_kind kind, bool holds)
{
    if (!s->kinds[kind])
        return;
    s->checked[kind]++;
    if (!holds)
        fail_msg("seed %" PRIu64 ": %s is said, and a run says otherwise:\n%s", s->seed, grn_lint_kind_text(kind),
                 s->text);
}

/* What is not said, not even as possible, does not happen. */
static void claim_absence(said *s, const char *what, bool is_said, bool happens)
{
    s->absent += !is_said;
    s->possible += is_said;
    if (!is_said && happens)
        fail_msg("seed %" PRIu64 ": %s, and nothing was said:\n%s", s->seed, what, s->text);
}

static grn_status hold(void *user, const grn_lint_record *r)
{
    said *s = user;
    const grn_lint_counts *c = &r->counts;
    assert_int_equal(c->runs, 1);
    claim(s, GRN_LINT_IN_BOUNDS, c->out_of_bounds == 0);
    claim(s, GRN_LINT_OUT_OF_BOUNDS,
          s->has_counts ? c->out_of_bounds == s->counts.out_of_bounds : c->out_of_bounds == c->vectors);
    claim(s, GRN_LINT_FALSE_PROMISE, c->false_sorted + c->false_unique > 0);
    const bool meets = c->duplicate > 0 || r->meeting.elements > 0;
    claim(s, GRN_LINT_OVERWRITTEN, meets);
    claim(s, GRN_LINT_FLOAT_ORDER, meets);
    claim(s, GRN_LINT_PARTLY_OUTSIDE, c->partly_outside > 0);
    claim(s, GRN_LINT_NEGATIVE, c->negative > 0);
    if (r->is_scatter && !s->is_unique)
        claim_absence(s, "updates meet",
                      s->kinds[GRN_LINT_OVERWRITTEN] || s->kinds[GRN_LINT_FLOAT_ORDER] ||
                          s->may[GRN_LINT_OVERWRITTEN] || s->may[GRN_LINT_FLOAT_ORDER],
                      meets);
    if (r->is_scatter)
        claim_absence(s, "a window is cut", s->kinds[GRN_LINT_PARTLY_OUTSIDE] || s->may[GRN_LINT_PARTLY_OUTSIDE],
                      c->partly_outside > 0);
    if (s->has_meeting && (s->meeting.elements != r->meeting.elements || s->meeting.most != r->meeting.most ||
                           memcmp(s->meeting.position, r->meeting.position, sizeof r->meeting.position) != 0))
        fail_msg("seed %" PRIu64 ": updates meet elsewhere than is known:\n%s", s->seed, s->text);
    if (s->has_counts && memcmp(c, &s->counts, sizeof *c) != 0)
        fail_msg("seed %" PRIu64 ": the counts that are known are not those of the run:\n%s", s->seed, s->text);
    return GRN_OK;
}

static void ignore(void *user, const grn_diagnostic *d) { (void)user, (void)d; }
static const grn_diag quiet = {ignore, NULL};

static grn_module *parse(const maker *m, uint64_t seed)
{
    grn_module *module;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    if (grn_module_parse(m->text, m->used, NULL, &diag, &module) != GRN_OK ||
        grn_module_verify(module, &diag) != GRN_OK)
        fail_msg("seed %" PRIu64 ": %s\n%s", seed, n.first, m->text);
    return module;
}

/* Inputs: a table, and numbers for the indices: about the ends of it, and far away. */
static void inputs_of(maker *m, int round, grn_tensor inputs[2])
{
    char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "%dx%s=[", m->n, m->type);
    for (int i = 0; i < m->n; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%" PRId64, i ? "," : "",
                                 round == 0 ? number(m) : (int64_t)draw(m, 256) - 128);
    snprintf(text + used, sizeof text - used, "]");
    assert_int_equal(grn_tensor_parse(text, strlen(text), NULL, &quiet, &inputs[1]), GRN_OK);
    snprintf(text, sizeof text, "%" PRId64 "x%" PRId64 "xf32=1", m->rows, m->columns);
    assert_int_equal(grn_tensor_parse(text, strlen(text), NULL, &quiet, &inputs[0]), GRN_OK);
}

static void hold_to_runs(maker *m, const grn_module *module, said *s)
{
    const grn_lint_reporter reporter = {note, hold, s};
    for (int round = 0; round < 3; round++) {
        grn_tensor inputs[2];
        inputs_of(m, round, inputs);
        const grn_lint_options options = {.run = true, .only_run = true, .ninputs = 2, .inputs = inputs};
        assert_int_equal(grn_module_lint(module, &options, &reporter, &quiet, NULL), GRN_OK);
        grn_tensor_free(&inputs[0], NULL);
        grn_tensor_free(&inputs[1], NULL);
    }
}

/* The same program with that promise keeps it. */
static void hold_to_promise(uint64_t seed, const char *promise, said *s)
{
    static maker m;
    grn_tensor inputs[2];
    grn_results *results;
    make(&m, seed, promise);
    grn_module *module = parse(&m, seed);
    inputs_of(&m, 0, inputs);
    grn_status status =
        grn_module_run(module, 0, 2, inputs, &(grn_run_options){.check_promises = true}, &quiet, &results);
    if (status != GRN_OK)
        fail_msg("seed %" PRIu64 ": a promise that may be made is broken:\n%s", seed, m.text);
    s->checked[GRN_LINT_PROMISE]++;
    grn_results_destroy(results);
    grn_tensor_free(&inputs[0], NULL);
    grn_tensor_free(&inputs[1], NULL);
    grn_module_destroy(module);
}

static void what_is_said_holds(void **unused)
{
    static const char *const promises[] = {"", "", ", indices_are_sorted = true", ", unique_indices = true"};
    static maker m;
    const uint64_t count = test_count("GARNER_LINT_PROGRAMS", 1000), first = test_setting("GARNER_LINT_SEED", 1);
    size_t checked[GRN_LINT_KIND_COUNT] = {0}, absent = 0, possible = 0;
    (void)unused;
    for (uint64_t seed = first; seed < first + count; seed++) {
        make(&m, seed, "");
        const char *promise = promises[seed % (m.is_scatter ? 4 : 3)];
        said s = {.seed = seed, .text = m.text, .is_unique = strstr(promise, "unique") != NULL};
        const grn_lint_reporter reporter = {note, NULL, &s};
        make(&m, seed, promise);
        if (getenv("GARNER_SHOW"))
            fputs(m.text, stdout);
        grn_module *module = parse(&m, seed);
        assert_int_equal(grn_module_lint(module, NULL, &reporter, &quiet, NULL), GRN_OK);
        hold_to_runs(&m, module, &s);
        if (s.may_be_sorted)
            hold_to_promise(seed, ", indices_are_sorted = true", &s);
        if (s.may_be_unique)
            hold_to_promise(seed, ", unique_indices = true", &s);
        grn_module_destroy(module);
        for (size_t k = 0; k < GRN_LINT_KIND_COUNT; k++)
            checked[k] += s.checked[k];
        absent += s.absent;
        possible += s.possible;
    }
    printf("not said: %zu held, said or possible: %zu\n", absent, possible);
    for (size_t k = 0; k < GRN_LINT_KIND_COUNT; k++)
        printf("%s: %zu held\n", grn_lint_kind_text((grn_lint_kind)k), checked[k]);
    if (count >= 1000)
        for (grn_lint_kind k = GRN_LINT_OUT_OF_BOUNDS; k <= GRN_LINT_PROMISE; k++)
            assert_true(k == GRN_LINT_UNREACHABLE || k == GRN_LINT_REGION_ORDER || checked[k] > 100);
    if (count >= 1000)
        assert_true(absent > 100 && possible > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_said_holds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
