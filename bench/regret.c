/*
 * regret.c - how much time the choice of plans loses: what is chosen beside the best of all that
 * apply, each timed.
 *
 *   regret [-q] [-v] [-r] [-u] [-T] [-n SPECS] [-S SEED] [-1 SPEC] [-t THREADS] [-w WORST] [-m FILE]
 *
 *   -n SPECS     so many random specs (400); common/specs.h says of what
 *   -q           quickly: 60
 *   -S SEED      others than those of seed 1
 *   -1 SPEC      the one spec of this number, which -v and -w print
 *   -t THREADS   all with this many; else each has 1 or 2 by chance
 *   -v           a line per spec
 *   -w WORST     the specs that lose most, each with all its compositions: expected, measured
 *   -m FILE      choose by these figures of a machine; GARNER_MACHINE does the same
 *   -T           choose by figures measured now, as after `garner tune`
 *   -r           the chosen one is a plan that races, once it is settled; else the cheapest by the
 *                figures
 *   -u           processor time of the calling thread where there is one; for a machine with other
 *                work to do
 *
 * Of each spec all compositions are timed in turn. Those that take more than three times the least
 * are left out; the others, and the chosen one, go on for some rounds, and the one with the least
 * time is the winner. Then the chosen one and the winner alone take turns, and the ratio of their
 * medians is the regret: the least of many noisy figures is not what it is held to. It may be
 * somewhat below 1. A small result is first held to the reference's, bit for bit, for each
 * composition; where one differs, the program ends with status 1.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "common/specs.h"

#define CHECKED_ELEMENTS ((int64_t)1 << 18)
#define CHECKED_BYTES ((size_t)8 << 20)
#define LEAST_TIMING_NS 4e5
#define DROPPED_ABOVE 3.0 /* times the least of the first round */
#define ROUNDS 4
#define DUELS 9
#define SLOW_NS 2e7 /* a timing as long as that is repeated less often */
#define TEXT_BYTES 320

typedef struct settings {
    int32_t specs, threads; /* threads 0: by chance */
    uint64_t seed, only;
    int worst;
    bool verbose, processor_time, one, races;
    bench_setup setup[2]; /* by threads - 1, or the first alone with -t */
    bench_buffer operand, indices, dense, want, before;
} settings;

/* ---- one composition ------------------------------------------------------------------------- */

typedef struct entrant {
    bench_composition rows;
    double expected_ns, least_ns;
    int calls; /* of one timing */
    bool kept;
    bench_job job;
} entrant;

typedef struct contest {
    settings *s;
    const bench_setup *setup;
    bench_spec spec;
    size_t count, chosen, winner;
    entrant entrant[BENCH_MOST_COMPOSITIONS + 1];
} contest;

static double now(const contest *c) { return bench_now_ns(c->s->processor_time && c->setup->threads == 1); }

static double time_calls(const contest *c, entrant *e, int calls)
{
    double start = now(c);
    for (int i = 0; i < calls; i++)
        bench_job_run(&e->job);
    return (now(c) - start) / calls;
}

static void time_again(const contest *c, entrant *e)
{
    double ns = time_calls(c, e, e->calls);
    e->least_ns = ns < e->least_ns ? ns : e->least_ns;
}

/* How many calls a timing is follows from calls that are not counted. */
static void time_first(const contest *c, entrant *e)
{
    double once = time_calls(c, e, 1);
    for (e->calls = 1; once * e->calls < LEAST_TIMING_NS / 4 && e->calls < 1 << 20; e->calls *= 4)
        once = time_calls(c, e, e->calls);
    e->calls = once > LEAST_TIMING_NS ? 1 : (int)(LEAST_TIMING_NS / (once > 1 ? once : 1)) + 1;
    e->least_ns = time_calls(c, e, e->calls);
}

/* ---- a spec's data and plans ----------------------------------------------------------------- */

static void place(settings *s, bench_spec *spec)
{
    bench_job *job = &spec->job;
    job->operand.data = bench_buffer_of(&s->operand, grn_tensor_bytes(&job->operand));
    job->indices.data = bench_buffer_of(&s->indices, grn_tensor_bytes(&job->indices));
    job->dense.data = bench_buffer_of(&s->dense, grn_tensor_bytes(&job->dense));
    bench_fill(&job->operand, 1);
    bench_fill(&job->dense, 2);
    bench_spec_draw_indices(spec, job);
}

static bool same_rows(const bench_composition *a, const bench_composition *b)
{
    bool same = true;
    for (int axis = 0; axis < BENCH_AXES; axis++)
        same = same && strcmp(a->row[axis], b->row[axis]) == 0;
    return same;
}

/* The plan without names, which races: one more entrant, which is the chosen one. */
static void enter_raced(contest *c, const bench_composition *chosen)
{
    entrant *e = &c->entrant[c->count];
    *e = (entrant){.rows = *chosen, .kept = true, .job = c->spec.job};
    if (bench_job_ready(&e->job, c->setup) != GRN_OK)
        bench_give_up("a plan that was made is not made again");
    c->chosen = c->count++;
}

/* False: there is no plan, as of a combiner that the dtype has not. */
static bool enter(contest *c)
{
    bench_composition rows[BENCH_MOST_COMPOSITIONS];
    double expected_ns[BENCH_MOST_COMPOSITIONS];
    bench_job job = c->spec.job;
    if (bench_job_ready(&job, c->setup) != GRN_OK)
        return false;
    bench_composition chosen = bench_job_composition(&job);
    c->count = bench_job_compositions(&job, rows, expected_ns);
    bench_job_end(&job);
    for (size_t i = 0; i < c->count; i++) {
        bench_setup setup = *c->setup;
        setup.composition = rows[i];
        c->entrant[i] = (entrant){.rows = rows[i], .expected_ns = expected_ns[i], .kept = true, .job = c->spec.job};
        if (same_rows(&rows[i], &chosen))
            c->chosen = i;
        if (bench_job_ready(&c->entrant[i].job, &setup) != GRN_OK)
            bench_give_up("a composition that applies gives no plan");
    }
    if (c->s->races && c->count > 0)
        enter_raced(c, &chosen);
    return c->count > 0;
}

static void leave(contest *c)
{
    for (size_t i = 0; i < c->count; i++)
        bench_job_end(&c->entrant[i].job);
}

/* ---- the check ------------------------------------------------------------------------------- */

static grn_status run_reference(const bench_job *job, const grn_tensor *result)
{
    return job->is_scatter ? grn_scatter_reference(&job->scatter, 1, result, &job->indices, &job->dense, NULL)
                           : grn_gather_reference(&job->gather, &job->operand, &job->indices, result, NULL);
}

static _Noreturn void give_up_on(const contest *c, const entrant *e)
{
    char text[TEXT_BYTES], rows[BENCH_COMPOSITION_BYTES], message[TEXT_BYTES + BENCH_COMPOSITION_BYTES + 64];
    bench_spec_text(&c->spec, text, sizeof text);
    bench_composition_text(&e->rows, rows);
    snprintf(message, sizeof message, "a wrong result: spec %" PRIu64 ", %s, by %s", c->spec.seed, text, rows);
    bench_give_up(message);
}

/* Every composition begins with the bytes that the reference began with. */
static void check(contest *c)
{
    bench_job *job = &c->entrant[0].job;
    grn_tensor *made = job->is_scatter ? &job->operand : &job->dense, want = *made;
    size_t bytes = grn_tensor_bytes(made);
    if (grn_tensor_elements(&job->dense) > CHECKED_ELEMENTS || bytes > CHECKED_BYTES)
        return;
    void *before = bench_buffer_of(&c->s->before, bytes);
    want.data = bench_buffer_of(&c->s->want, bytes);
    memcpy(before, made->data, bytes);
    memcpy(want.data, made->data, bytes);
    if (run_reference(job, &want) != GRN_OK)
        bench_give_up("the reference refuses a random spec");
    for (size_t i = 0; i < c->count; i++) {
        entrant *e = &c->entrant[i];
        memcpy(made->data, before, bytes);
        bench_job_run(&e->job);
        if (e->job.status != GRN_OK || memcmp(made->data, want.data, bytes) != 0)
            give_up_on(c, e);
    }
}

/* ---- the contest ----------------------------------------------------------------------------- */

static size_t fastest(const contest *c)
{
    size_t best = c->chosen;
    for (size_t i = 0; i < c->count; i++)
        if (c->entrant[i].least_ns < c->entrant[best].least_ns)
            best = i;
    return best;
}

static int repeats_of(const contest *c, int repeats)
{
    const entrant *e = &c->entrant[c->chosen];
    return e->least_ns * e->calls > SLOW_NS ? (repeats + 1) / 2 : repeats;
}

static void hold_rounds(contest *c)
{
    for (size_t i = 0; i < c->count; i++)
        time_first(c, &c->entrant[i]);
    double most = DROPPED_ABOVE * c->entrant[fastest(c)].least_ns;
    for (size_t i = 0; i < c->count; i++)
        c->entrant[i].kept = i == c->chosen || c->entrant[i].least_ns <= most;
    int rounds = repeats_of(c, ROUNDS);
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < c->count; i++)
            if (c->entrant[i].kept)
                time_again(c, &c->entrant[i]);
    c->winner = fastest(c);
}

/* Of the chosen one to the winner. */
static double hold_duel(contest *c)
{
    double chosen_ns[DUELS], winner_ns[DUELS];
    entrant *chosen = &c->entrant[c->chosen], *winner = &c->entrant[c->winner];
    if (chosen == winner)
        return 1;
    int duels = repeats_of(c, DUELS);
    for (int i = 0; i < duels; i++) {
        chosen_ns[i] = time_calls(c, chosen, chosen->calls);
        winner_ns[i] = time_calls(c, winner, winner->calls);
    }
    return bench_summarise(chosen_ns, duels).median_ns / bench_summarise(winner_ns, duels).median_ns;
}

/* ---- results --------------------------------------------------------------------------------- */

typedef struct outcome {
    bench_composition rows;
    double expected_ns, least_ns;
} outcome;

/* A spec that is done. */
typedef struct result {
    uint64_t seed;
    char text[TEXT_BYTES];
    char group[32]; /* "scatter rows" */
    int32_t threads;
    double ratio;
    size_t count, chosen, winner;
    outcome *outcome; /* [count] */
} result;

static result result_of(const contest *c, double ratio)
{
    result r = {.seed = c->spec.seed,
                .threads = c->setup->threads,
                .ratio = ratio,
                .count = c->count,
                .chosen = c->chosen,
                .winner = c->winner};
    bench_spec_text(&c->spec, r.text, sizeof r.text);
    snprintf(r.group, sizeof r.group, "%s %s", c->spec.job.is_scatter ? "scatter" : "gather", c->spec.family);
    r.outcome = calloc(c->count, sizeof *r.outcome);
    if (r.outcome == NULL)
        bench_give_up("not enough memory");
    for (size_t i = 0; i < c->count; i++)
        r.outcome[i] = (outcome){c->entrant[i].rows, c->entrant[i].expected_ns, c->entrant[i].least_ns};
    return r;
}

static void print_result(const result *r)
{
    char chosen[BENCH_COMPOSITION_BYTES], winner[BENCH_COMPOSITION_BYTES];
    bench_composition_text(&r->outcome[r->chosen].rows, chosen);
    bench_composition_text(&r->outcome[r->winner].rows, winner);
    printf("%.3f  %s: %" PRIu64 ", %s, T%" PRId32 "\n", r->ratio, winner, r->seed, r->text, r->threads);
    if (r->chosen != r->winner)
        printf("       chosen %s, expected %.0f against %.0f ns, took %.0f against %.0f\n", chosen,
               r->outcome[r->chosen].expected_ns, r->outcome[r->winner].expected_ns, r->outcome[r->chosen].least_ns,
               r->outcome[r->winner].least_ns);
    fflush(stdout);
}

static void print_outcomes(const result *r)
{
    print_result(r);
    for (size_t i = 0; i < r->count; i++) {
        const outcome *o = &r->outcome[i];
        char rows[BENCH_COMPOSITION_BYTES];
        bench_composition_text(&o->rows, rows);
        printf("    %c%c %-40s expected %12.0f ns   measured %12.0f   expected/measured %.2f\n",
               i == r->chosen ? 'c' : ' ', i == r->winner ? 'w' : ' ', rows, o->expected_ns, o->least_ns,
               o->expected_ns / o->least_ns);
    }
}

static bool hold(settings *s, uint64_t seed, result *out)
{
    static contest c;
    uint64_t state = seed;
    int32_t threads = s->threads > 0 ? s->threads : 1 + (int32_t)(bench_random(&state) >> 63);
    c.s = s;
    c.setup = &s->setup[s->threads > 0 ? 0 : threads - 1];
    bench_spec_draw(seed, &c.spec);
    if (!enter(&c))
        return false;
    place(s, &c.spec);
    for (size_t i = 0; i < c.count; i++) {
        c.entrant[i].job.operand.data = c.spec.job.operand.data;
        c.entrant[i].job.indices.data = c.spec.job.indices.data;
        c.entrant[i].job.dense.data = c.spec.job.dense.data;
    }
    check(&c);
    if (s->races)
        bench_job_settle(&c.entrant[c.chosen].job);
    hold_rounds(&c);
    *out = result_of(&c, hold_duel(&c));
    leave(&c);
    return true;
}

/* ---- the summary ----------------------------------------------------------------------------- */

static int by_ratio(const void *a, const void *b)
{
    double x = ((const result *)a)->ratio, y = ((const result *)b)->ratio;
    return (x < y) - (x > y);
}

typedef struct summary {
    double logs, percentile;
    int32_t count;
} summary;

/* Of a group, or of all where it is NULL; worst first. */
static summary summarise(const result *r, int32_t n, const char *group)
{
    summary sum = {0, 1, 0};
    for (int32_t i = 0; i < n; i++)
        if (group == NULL || strcmp(group, r[i].group) == 0) {
            sum.logs += log(r[i].ratio);
            sum.count++;
        }
    int32_t above = sum.count / 20, seen = 0;
    for (int32_t i = 0; i < n; i++)
        if ((group == NULL || strcmp(group, r[i].group) == 0) && seen++ == above)
            sum.percentile = r[i].ratio;
    return sum;
}

static double mean_of(const summary *s) { return s->count > 0 ? exp(s->logs / s->count) : 1; }

static bool is_first_of_group(const result *r, int32_t i)
{
    for (int32_t k = 0; k < i; k++)
        if (strcmp(r[k].group, r[i].group) == 0)
            return false;
    return true;
}

static void print_summary(const settings *s, result *r, int32_t n)
{
    qsort(r, (size_t)n, sizeof *r, by_ratio);
    for (int32_t i = 0; i < n && i < s->worst; i++)
        print_outcomes(&r[i]);
    for (int32_t i = 0; i < n; i++)
        if (is_first_of_group(r, i)) {
            summary g = summarise(r, n, r[i].group);
            printf("%-18s %4" PRId32 " specs, geometric mean %.3f, 95th percentile %.3f, most %.3f\n", r[i].group,
                   g.count, mean_of(&g), g.percentile, r[i].ratio);
        }
    summary all = summarise(r, n, NULL);
    printf("regret: geometric mean %.3f, 95th percentile %.3f over %" PRId32 " specs\n", mean_of(&all), all.percentile,
           n);
}

/* ---- the command line ------------------------------------------------------------------------ */

static _Noreturn void usage(void)
{
    fprintf(
        stderr,
        "usage: regret [-q] [-v] [-r] [-u] [-T] [-n SPECS] [-S SEED] [-1 SPEC] [-t THREADS] [-w WORST] [-m FILE]\n");
    exit(2);
}

static const grn_machine *measured_machine(void)
{
    static grn_machine machine;
    if (grn_machine_measure(NULL, NULL, NULL, &machine) != GRN_OK)
        bench_give_up("the machine cannot be measured");
    return &machine;
}

static bool set_flag(settings *s, char letter, const grn_machine **figures)
{
    switch (letter) {
    case 'q': s->specs = 60; return true;
    case 'v': s->verbose = true; return true;
    case 'r': s->races = true; return true;
    case 'u': s->processor_time = true; return true;
    case 'T': *figures = measured_machine(); return true;
    default: return false;
    }
}

static void set_value(settings *s, char letter, const char *value, const grn_machine **figures)
{
    switch (value != NULL ? letter : '\0') {
    case 'n': s->specs = (int32_t)strtol(value, NULL, 10); break;
    case 'S': s->seed = strtoull(value, NULL, 10); break;
    case '1':
        s->only = strtoull(value, NULL, 10);
        s->one = true;
        break;
    case 't': s->threads = (int32_t)strtol(value, NULL, 10); break;
    case 'w': s->worst = (int)strtol(value, NULL, 10); break;
    case 'm': *figures = bench_machine_of(value); break;
    default: usage();
    }
}

static const grn_machine *read_arguments(settings *s, int argc, char **argv)
{
    const grn_machine *figures = NULL;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' || argv[i][1] == '\0' || argv[i][2] != '\0')
            usage();
        if (!set_flag(s, argv[i][1], &figures)) {
            set_value(s, argv[i][1], argv[i + 1], &figures); /* argv ends on NULL */
            i++;
        }
    }
    if (s->specs < 1 || s->specs > 1000000 || s->threads < 0 || s->threads > 256)
        usage();
    return figures;
}

static void set_up(settings *s, const grn_machine *figures)
{
    for (int i = 0; i < (s->threads > 0 ? 1 : 2); i++) {
        bench_setup_init(&s->setup[i], s->threads > 0 ? s->threads : i + 1);
        if (figures != NULL)
            s->setup[i].machine = figures;
    }
}

/* Specs are numbered by what their seeds draw, so that one can be had again alone. */
static int32_t hold_all(settings *s, result *r)
{
    int32_t n = 0;
    uint64_t state = s->seed;
    for (int32_t i = 0; n < s->specs && i < 2 * s->specs; i++) {
        uint64_t seed = s->one ? s->only : bench_random(&state) >> 24;
        if (!hold(s, seed, &r[n]))
            continue;
        if (s->verbose)
            print_result(&r[n]);
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    static settings s = {.specs = 400, .seed = 1};
    const grn_machine *figures = read_arguments(&s, argc, argv);
    if (s.one)
        s.specs = 1;
    set_up(&s, figures);
    result *r = calloc((size_t)s.specs, sizeof *r);
    if (r == NULL)
        bench_give_up("not enough memory");
    int32_t n = hold_all(&s, r);
    print_summary(&s, r, n);
    for (int32_t i = 0; i < n; i++)
        free(r[i].outcome);
    free(r);
    for (int i = 0; i < 2; i++)
        bench_setup_end(&s.setup[i]);
    return 0;
}
