/* tune_check.c - garner tune --check: each case by both plans in turn, and what is said of them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tune_check.h"

#define PAIRS 9
#define TRIES 4         /* of a case that looks slower: it is where all of them say so */
#define LEAST_NS 200000 /* of one time: a short run is repeated */
#define MOST_REPEATS 4096

/* One of the two plans of a case. */
typedef struct way {
    grn_plan *plan;
    void *scratch;
    grn_plan_report report;
} way;

typedef struct trial {
    const char *name;
    int32_t threads;
    tune_problem problem;
    way usual, own;
    int repeats;
    tune_verdict verdict;
} trial;

/* ---- plans ---- */

static grn_status way_begin(const trial *t, const grn_machine *machine, way *out)
{
    static const grn_diag diag = {tell_of_no_file, NULL};
    const tune_problem *p = &t->problem;
    const grn_plan_options o = {.machine = machine, .threads = t->threads, .parallel = threads_parallel(t->threads)};
    grn_status status =
        p->is_scatter
            ? grn_plan_scatter(&p->scatter, 1, &p->operand, &p->indices, &p->dense, &o, NULL, &diag, &out->plan)
            : grn_plan_gather(&p->gather, &p->operand, &p->indices, &p->dense, &o, NULL, &diag, &out->plan);
    if (status != GRN_OK)
        return status;
    const size_t bytes = grn_plan_scratch_bytes(out->plan);
    out->scratch = bytes > 0 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    return bytes > 0 && !out->scratch ? GRN_E_MEMORY : grn_plan_describe(out->plan, &out->report);
}

static void way_end(way *w)
{
    grn_plan_destroy(w->plan);
    free(w->scratch);
}

static grn_status run_once(const trial *t, const way *w)
{
    const tune_problem *p = &t->problem;
    if (!p->is_scatter)
        return grn_plan_run_gather(w->plan, p->operand.data, p->indices.data, p->dense.data, w->scratch, NULL);
    return grn_plan_run_scatter(w->plan, (void *[]){p->operand.data}, p->indices.data, (const void *[]){p->dense.data},
                                w->scratch, NULL);
}

/* ---- times ---- */

/* Of one thread what it was on a processor for, which another program disturbs less. */
static double clock_ns(const trial *t)
{
    struct timespec now = {0};
    clock_gettime(t->threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Above 0, and below 0 where a run fails. */
static double time_runs(const trial *t, const way *w)
{
    const double from = clock_ns(t);
    for (int k = 0; k < t->repeats; k++)
        if (run_once(t, w) != GRN_OK)
            return -1;
    const double took = clock_ns(t) - from;
    return took > 1 ? took : 1;
}

/* One way and the other, each first in every second pair. False: a run fails. */
static bool time_pairs(trial *t)
{
    double usual[PAIRS], own[PAIRS];
    bool ran = true;
    for (int i = 0; i < PAIRS && ran; i++) {
        if (i % 2)
            own[i] = time_runs(t, &t->own);
        usual[i] = time_runs(t, &t->usual);
        if (i % 2 == 0)
            own[i] = time_runs(t, &t->own);
        ran = own[i] > 0 && usual[i] > 0;
    }
    if (ran)
        t->verdict = tune_compare(PAIRS, usual, own);
    return ran;
}

static grn_status measure(trial *t)
{
    t->repeats = 1;
    const double own = time_runs(t, &t->own), first = time_runs(t, &t->usual);
    if (own < 0 || first < 0)
        return GRN_E_MEMORY;
    while (t->repeats * first < LEAST_NS && t->repeats < MOST_REPEATS)
        t->repeats *= 2;
    bool ran = true;
    t->verdict.is_slower = true;
    for (int k = 0; k < TRIES && ran && t->verdict.is_slower; k++)
        ran = time_pairs(t);
    return ran ? GRN_OK : GRN_E_MEMORY;
}

/* ---- what is said ---- */

#define COMPOSITION_BYTES 128
static const char *composition(const grn_plan_report *r, char out[COMPOSITION_BYTES])
{
    snprintf(out, COMPOSITION_BYTES, "%s + %s + %s", r->addressing, r->partition, r->mover);
    return out;
}

static bool is_same(const way *a, const way *b)
{
    char one[COMPOSITION_BYTES], other[COMPOSITION_BYTES];
    return strcmp(composition(&a->report, one), composition(&b->report, other)) == 0 &&
           a->report.parts == b->report.parts;
}

static void json_way(json *j, const char *key, const way *w)
{
    json_open_at(j, key, '{');
    json_word_at(j, "addressing", w->report.addressing);
    json_word_at(j, "partition", w->report.partition);
    json_word_at(j, "mover", w->report.mover);
    json_number_at(j, "parts", w->report.parts);
    json_close(j, '}');
}

static void json_trial(json *j, const trial *t)
{
    json_open(j, '{');
    json_word_at(j, "case", t->name);
    json_number_at(j, "threads", t->threads);
    json_way(j, "defaults", &t->usual);
    json_way(j, "figures", &t->own);
    json_real_at(j, "ratio", t->verdict.ratio);
    json_bool_at(j, "slower", t->verdict.is_slower);
    json_close(j, '}');
}

static void tell_trial(const common *c, const trial *t, const char *path)
{
    char own[COMPOSITION_BYTES], usual[COMPOSITION_BYTES];
    composition(&t->own.report, own);
    composition(&t->usual.report, usual);
    const bool same = is_same(&t->usual, &t->own);
    if (document_is_open())
        json_trial(document_body(), t);
    else
        show_line(c->out, "%-26s %3" PRId32 " thread%s %6.2f  %s%s%s%s", t->name, t->threads,
                  t->threads > 1 ? "s" : " ", t->verdict.ratio, own, same ? "" : " (defaults: ", same ? "" : usual,
                  same ? "" : ")");
    if (t->verdict.is_slower)
        complain("tune: with the figures of %s, '%s' on %" PRId32
                 " thread%s takes %.2f times as long as with the defaults: %s, not %s",
                 path, t->name, t->threads, t->threads > 1 ? "s" : "", t->verdict.ratio, own, usual);
}

/* ---- the cases ---- */

/* EXIT_FINE, EXIT_NO where it is slower, EXIT_REJECTED where it cannot be run. */
static int check_case(const common *c, const grn_machine *machine, const char *path, trial *t)
{
    grn_machine here = {.size_bytes = sizeof here};
    grn_machine_here(&here);
    t->usual = t->own = (way){0};
    grn_status status = way_begin(t, &here, &t->usual);
    if (status == GRN_OK)
        status = way_begin(t, machine, &t->own);
    if (status == GRN_OK)
        status = measure(t);
    if (status == GRN_OK)
        tell_trial(c, t, path);
    else
        complain("tune: '%s' cannot be run: %s", t->name, grn_status_text(status));
    way_end(&t->usual);
    way_end(&t->own);
    return status != GRN_OK ? EXIT_REJECTED : t->verdict.is_slower ? EXIT_NO : EXIT_FINE;
}

/* On one thread, and on all. The graver of the exits. */
static int check_threads(const common *c, const grn_machine *machine, const char *path, trial *t)
{
    int exit = EXIT_FINE;
    if (!tune_problem_fill(&t->problem))
        exit = refuse(EXIT_REJECTED, "tune: memory refused for '%s', which --max-memory leaves out", t->name);
    for (int k = 0; k < 2 && exit != EXIT_REJECTED && (k == 0 || c->threads > 1); k++) {
        t->threads = k == 0 ? 1 : c->threads;
        const int own = check_case(c, machine, path, t);
        exit = own > exit ? own : exit;
    }
    tune_problem_free(&t->problem);
    return exit;
}

static void leave_out(const common *c, const trial *t)
{
    if (!document_is_open())
        show_line(c->out, "%-26s left out: it takes %zu MiB, more than --max-memory", t->name,
                  tune_problem_bytes(&t->problem) >> 20);
}

int tune_check(const common *c, const grn_machine *machine, const char *path)
{
    int exit = EXIT_FINE;
    const tune_case *one;
    if (document_is_open()) {
        json_open_at(document_body(), "comparison", '{');
        json_word_at(document_body(), "file", path);
        json_open_at(document_body(), "cases", '[');
    } else {
        show_line(c->out, "# %s: how long with its figures, where 1.00 is with the defaults; and the plan", path);
    }
    for (size_t i = 0; (one = tune_case_at(i)) != NULL && exit != EXIT_REJECTED; i++) {
        trial t = {.name = tune_case_name(one)};
        tune_problem_init(one, &t.problem);
        const bool fits = tune_problem_bytes(&t.problem) <= c->max_memory_bytes;
        const int own = fits ? check_threads(c, machine, path, &t) : EXIT_FINE;
        if (!fits)
            leave_out(c, &t);
        exit = own > exit ? own : exit;
    }
    if (document_is_open()) {
        json_close(document_body(), ']');
        json_close(document_body(), '}');
    }
    if (exit == EXIT_NO)
        complain_further(
            "the file stays as it is: measure again with `garner tune` while the machine is quiet, or remove it");
    return exit;
}
