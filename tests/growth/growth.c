/*
 * growth.c - work grows as the input does.
 *
 * Every shape is made of n, 2n and 4n parts, and every stage's work on it is counted. Twice and
 * four times the text may take no more than 1.35 times as much as that in work, which is room for n
 * log n and for tables that have just grown, and the largest no more than MOST_PER_BYTE a byte.
 * Where the library has a budget of its own for work that a short text can ask for, the shape says
 * how much that is; what aliases may stand for, GRN_MAX_ALIAS_BYTES, is 64 KiB in this build, so
 * that texts of this size reach it.
 *
 *   growth                 all shapes; "N passed, N failed" at the end
 *   growth NAME...         these; each stage's counts are shown
 *   growth --write DIR BYTES   writes each shape as a file of about so many bytes, for the command
 *                              to be timed on
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "shapes.h"

/* What a stage may grow over the text's own growth. */
#define SLACK 1.35
/* Work that is too little to look at: what takes so little at 4n is no matter, whatever it is. */
#define LITTLE 100000
/* A block takes a nanosecond or two: a megabyte under this takes about half a second. */
#define MOST_PER_BYTE 400

enum { SIZES = 3, STAGES = 24, DEFAULT_BYTES = 160 << 10 };

typedef struct stage {
    const char *name;
    uint64_t work[SIZES];
    grn_status status[SIZES];
} stage;

typedef struct measured {
    const shape *shape;
    size_t bytes[SIZES];
    stage stages[STAGES];
    size_t nstages;
    size_t failures;
    bool show, enough; /* enough: a stage took far too much, and what comes after would too */
} measured;

/* ---- what the library is given --------------------------------------------------------------- */

static uint64_t messages;

static void take_message(void *user, const grn_diagnostic *d)
{
    (void)user, (void)d;
    messages++;
}

static grn_status take_text(void *user, const char *bytes, size_t n)
{
    (void)bytes;
    *(size_t *)user += n;
    return GRN_OK;
}

static const grn_diag diag = {take_message, NULL};

/* ---- stages ---------------------------------------------------------------------------------- */

/* The most that a stage may take for a text of so many bytes. C is the text of a program that was
 * imported, lowered and verified before, each of which makes a longer program of it. */
static double most(const measured *m, size_t size, const char *name)
{
    const int passes = strcmp(name, "emit") == 0 ? 8 : 1;
    return passes * MOST_PER_BYTE * (double)m->bytes[size] + m->shape->budget;
}

static void keep(measured *m, size_t size, const char *name, uint64_t work, grn_status status)
{
    stage *s = m->stages;
    while (s < m->stages + m->nstages && strcmp(s->name, name) != 0)
        s++;
    if (s == m->stages + m->nstages)
        m->stages[m->nstages++].name = name;
    s->work[size] = work;
    s->status[size] = status;
    if ((double)work <= 4 * most(m, size, name))
        return;
    m->enough = true;
    m->failures++;
    printf("%s, %s: far too much work for the text: %zu bytes take %" PRIu64 " blocks\n", m->shape->name, name,
           m->bytes[size], work);
}

static void print(measured *m, size_t size, const grn_module *module, bool generic)
{
    size_t written = 0;
    const grn_sink sink = {take_text, &written};
    const grn_module_print_options options = {.generic = generic};
    count_start();
    grn_status status = grn_module_print(module, &options, &sink);
    keep(m, size, generic ? "print generic" : "print", count_stop(), status);
}

typedef grn_status (*pass)(const grn_module *module, const grn_diag *diag, grn_module **out);

static void rewrite(measured *m, size_t size, const char *name, const grn_module *module, pass run)
{
    grn_module *made;
    count_start();
    grn_status status = run(module, &diag, &made);
    grn_module_destroy(made);
    keep(m, size, name, count_stop(), status);
}

static void convert(measured *m, size_t size, const grn_module *module)
{
    for (size_t i = 0; grn_module_dialect(i) && !m->enough; i++) {
        grn_module *made;
        const grn_module_convert_options options = {.to = grn_module_dialect(i)};
        count_start();
        grn_status status = grn_module_convert(module, &options, &diag, &made);
        grn_module_destroy(made);
        keep(m, size, grn_module_dialect(i), count_stop(), status);
    }
}

/* A program that cannot be lowered, or written in C, takes work too until that is known. */
static void emit(measured *m, size_t size, const grn_module *module)
{
    size_t written = 0;
    const grn_sink sink = {take_text, &written};
    count_start();
    grn_status status = grn_module_emit(module, NULL, &diag, &sink);
    keep(m, size, "emit", count_stop(), status);
}

static grn_status see_plan(void *user, const grn_planned_access *a) { return (void)user, (void)a, GRN_OK; }
static grn_status see_finding(void *user, const grn_lint_finding *f) { return (void)user, (void)f, GRN_OK; }

/* Without a run. */
static void survey(measured *m, size_t size, const grn_module *module)
{
    const grn_plan_visitor visitor = {see_plan, NULL};
    const grn_lint_reporter reporter = {see_finding, NULL, NULL};
    count_start();
    grn_status status = grn_module_plan(module, NULL, &visitor, &diag);
    keep(m, size, "plan", count_stop(), status);
    count_start();
    status = grn_module_lint(module, NULL, &reporter, &diag, NULL);
    keep(m, size, "lint", count_stop(), status);
}

static void write_results(const grn_results *results)
{
    size_t written = 0;
    const grn_sink sink = {take_text, &written};
    for (size_t i = 0; i < grn_results_count(results); i++)
        if (grn_results_write(results, i, NULL, &sink) != GRN_OK)
            return;
}

/* Every function that needs nothing. */
static void run(measured *m, size_t size, const grn_module *module)
{
    grn_status status = GRN_OK;
    const grn_run_options options = {.plans = &diag};
    count_start();
    for (size_t i = 0; status == GRN_OK && i < grn_module_functions(module); i++) {
        grn_function_info info;
        grn_results *results;
        if (grn_module_function(module, i, &info) != GRN_OK || info.ninputs)
            continue;
        status = grn_module_run(module, i, 0, NULL, &options, &diag, &results);
        write_results(results);
        grn_results_destroy(results);
    }
    keep(m, size, "run", count_stop(), status);
}

static void compare(measured *m, size_t size, const grn_module *module)
{
    const grn_equivalence_options options = {.trials = 1};
    grn_trials tried;
    count_start();
    grn_status status = grn_module_equivalent(module, module, &options, &diag, &tried);
    keep(m, size, "equivalent", count_stop(), status);
}

static void read_tensor(measured *m, size_t size, const text *t)
{
    grn_tensor tensor;
    size_t written = 0;
    const grn_sink sink = {take_text, &written};
    count_start();
    grn_status status = grn_tensor_parse(t->bytes, t->n, &count_allocator, &diag, &tensor);
    keep(m, size, "tensor", count_stop(), status);
    if (status != GRN_OK)
        return;
    count_start();
    status = grn_tensor_write_literal(&tensor, NULL, &sink);
    keep(m, size, "literal", count_stop(), status);
    count_start();
    status = grn_npy_write(&tensor, &sink);
    keep(m, size, "npy", count_stop(), status);
    grn_tensor_free(&tensor, &count_allocator);
}

static void with_module(measured *m, size_t size, const grn_module *module)
{
    count_start();
    grn_status status = grn_module_verify(module, &diag);
    keep(m, size, "verify", count_stop(), status);
    print(m, size, module, false);
    print(m, size, module, true);
    if (status != GRN_OK || m->enough)
        return;
    rewrite(m, size, "expand", module, grn_module_expand_batching);
    rewrite(m, size, "collapse", module, grn_module_collapse_batching);
    convert(m, size, module);
    if (!m->enough)
        emit(m, size, module);
    if (!m->enough)
        survey(m, size, module);
    if (m->shape->reach == RUNS && !m->enough) {
        run(m, size, module);
        compare(m, size, module);
    }
}

static void measure(measured *m, size_t size, size_t n)
{
    grn_module *module;
    text t = shape_text(m->shape, n);
    const grn_module_options options = {.allocator = &count_allocator,
                                        .allow_unregistered = m->shape->reach >= REFUSED_BY_VERIFIER};
    m->bytes[size] = t.n;
    if (m->shape->reach == TENSOR) {
        read_tensor(m, size, &t);
        free(t.bytes);
        return;
    }
    count_start();
    grn_status status = grn_module_parse(t.bytes, t.n, &options, &diag, &module);
    keep(m, size, "parse", count_stop(), status);
    free(t.bytes);
    if (status == GRN_OK && !m->enough)
        with_module(m, size, module);
    grn_module_destroy(module);
}

/* ---- judging --------------------------------------------------------------------------------- */

static bool grows(const measured *m, const stage *s, size_t size)
{
    double text_growth = (double)m->bytes[size] / (double)m->bytes[0], work = (double)s->work[size];
    return work > SLACK * text_growth * (double)s->work[0] && work > m->shape->budget;
}

static void fail(measured *m, const stage *s, const char *why)
{
    m->failures++;
    printf("%s, %s: %s: ", m->shape->name, s->name, why);
    for (size_t i = 0; i < SIZES; i++)
        printf("%s%zu bytes take %" PRIu64 " blocks", i ? ", " : "", m->bytes[i], s->work[i]);
    printf("\n");
}

static void judge_stage(measured *m, const stage *s)
{
    const size_t last = SIZES - 1;
    if (m->show)
        printf("  %-14s %12" PRIu64 "  x%.2f x%.2f  %8.1f a byte  %s\n", s->name, s->work[last],
               (double)s->work[1] / (double)s->work[0], (double)s->work[last] / (double)s->work[0],
               (double)s->work[last] / (double)m->bytes[last], grn_status_name(s->status[last]));
    if (s->status[0] != s->status[last])
        fail(m, s, "the sizes are answered differently");
    if (s->work[last] < LITTLE)
        return;
    if (grows(m, s, 1) || grows(m, s, last))
        fail(m, s, "work grows faster than the text");
    if ((double)s->work[last] > most(m, last, s->name))
        fail(m, s, "too much work for the text");
}

static const stage *find(const measured *m, const char *name)
{
    for (size_t i = 0; i < m->nstages; i++)
        if (strcmp(m->stages[i].name, name) == 0)
            return &m->stages[i];
    return NULL;
}

/* A shape that stops earlier than it says, or goes on, tests something else. */
static bool reaches(const measured *m)
{
    static const struct {
        const char *stage;
        grn_status status;
    } ends[] = {[REFUSED_BY_PARSER] = {"parse", GRN_E_PARSE},
                [REFUSED_BY_VERIFIER] = {"verify", GRN_E_VERIFY},
                [VERIFIED] = {"verify", GRN_OK},
                [RUNS] = {"run", GRN_OK},
                [TENSOR] = {"tensor", GRN_OK}};
    const stage *s = find(m, ends[m->shape->reach].stage);
    return s && (s->status[0] == ends[m->shape->reach].status ||
                 (m->shape->reach == REFUSED_BY_PARSER && s->status[0] == GRN_E_LIMIT));
}

static size_t bytes_wanted(void)
{
    const char *bytes = getenv("GARNER_GROWTH_BYTES");
    return bytes ? strtoul(bytes, NULL, 10) : DEFAULT_BYTES;
}

/* How many parts make about so many bytes. */
static size_t parts_for(const shape *s, size_t bytes)
{
    size_t few = s->start ? s->start : 64;
    text small = shape_text(s, few), large = shape_text(s, 2 * few);
    size_t each = (large.n - small.n) / few, n = bytes / (each ? each : 1);
    free(small.bytes);
    free(large.bytes);
    return s->most && n > s->most ? s->most : n < 4 ? 4 : n;
}

static size_t judge(const shape *s, bool show)
{
    measured m = {.shape = s, .show = show};
    size_t n = parts_for(s, bytes_wanted()) / 4;
    if (show)
        printf("%s, %zu parts at most\n", s->name, 4 * n);
    for (size_t i = 0; i < SIZES && !m.enough; i++)
        measure(&m, i, n << i);
    for (size_t i = 0; i < m.nstages && !m.enough; i++)
        judge_stage(&m, &m.stages[i]);
    if (!m.enough && !reaches(&m))
        fail(&m, &m.stages[m.nstages - 1], "the shape does not get as far as it should, or further");
    return m.failures;
}

/* ---- what to do ------------------------------------------------------------------------------ */

static int write_all(const char *folder, size_t bytes)
{
    for (size_t i = 0; i < nshapes; i++) {
        char path[4096];
        text t = shape_text(&shapes[i], parts_for(&shapes[i], bytes));
        snprintf(path, sizeof path, "%s/%s.mlir", folder, shapes[i].name);
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(t.bytes, 1, t.n, file) != t.n || fclose(file) != 0) {
            perror(path);
            return 1;
        }
        free(t.bytes);
    }
    return 0;
}

static bool is_named(const shape *s, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--all") == 0 || strcmp(argv[i], s->name) == 0)
            return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    size_t passed = 0, failed = 0;
    if (argc == 4 && strcmp(argv[1], "--write") == 0)
        return write_all(argv[2], strtoul(argv[3], NULL, 10));
    for (size_t i = 0; i < nshapes; i++)
        if (is_named(&shapes[i], argc, argv)) {
            size_t failures = judge(&shapes[i], argc > 1);
            passed += failures == 0;
            failed += failures != 0;
            fflush(stdout);
        }
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
