/*
 * scaling.c - the same gathers and scatters on 1, 2, 4, .. threads.
 *
 *   scaling [-t MOST] [-l LIST] [-c PART] [-q] [-e] [-m FILE]
 *
 *   -t MOST   the most threads (all processors that are online)
 *   -l LIST   only the cases of this list: base (the 33 of docs/performance.md), drawn, users
 *   -c PART   only cases whose name contains PART, or "=NAME": that one
 *   -q        quickly: one try of 5 repeats
 *   -e        what the model expects, and nothing is run: for more threads than there are
 *   -m FILE   choose by these figures of a machine, as `garner tune` prints them; GARNER_MACHINE
 *             does the same
 *
 * A line per case of the table (common/table.h): nanoseconds per element on one thread (of the
 * result of a gather, of the updates of a scatter), then how many times faster each further number
 * of threads is, and the composition that the most threads ran. The last line has the geometric
 * means. The data is drawn here, the same that make_cases writes. Each number of threads has a plan
 * and a pool of its own, and the result must have the bits that one thread gave: else the line says
 * BAD. Memory is first touched by the calling thread. Machines whose memory lies at several sockets
 * want `numactl -i all`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/data.h"
#include "common/job.h"
#include "common/measure.h"
#include "common/table.h"

#define MOST_COUNTS 10 /* 1, 2, 4, .. 512 */

/* ---- one case -------------------------------------------------------------------------------- */

typedef struct settings {
    bench_selection selection;
    bench_effort effort;
    bool expects;                         /* what the model says, without a run */
    int32_t counts[MOST_COUNTS], ncounts; /* of threads */
    bench_setup setups[MOST_COUNTS];
    grn_parallel none[MOST_COUNTS]; /* so many threads, which never run */
    bench_buffer operand, indices, dense;
    double log_sum[MOST_COUNTS]; /* of how many times faster */
    int64_t measured;
    bool bad;
} settings;

static void place(settings *s, const bench_case *c, bench_job *job)
{
    bench_case_job(c, true, job);
    if (s->expects)
        return;
    job->operand.data = bench_buffer_of(&s->operand, grn_tensor_bytes(&job->operand) + 8);
    job->indices.data = bench_buffer_of(&s->indices, grn_tensor_bytes(&job->indices) + 8);
    job->dense.data = bench_buffer_of(&s->dense, grn_tensor_bytes(&job->dense) + 8);
    bench_case_fill_operand(&job->operand);
    bench_case_fill_updates(&job->dense);
    bench_case_fill_indices(c, &job->indices);
}

/* The sum of u32[i] * (i * 2654435761 | 1) over what a run makes, after one run from the same
 * data. */
static uint32_t digest_of_run(bench_job *job)
{
    grn_tensor *made = job->is_scatter ? &job->operand : &job->dense;
    size_t words = grn_tensor_bytes(made) / 4;
    const uint32_t *at = made->data;
    uint32_t sum = 0;
    bench_case_fill_operand(made);
    bench_job_run(job);
    for (size_t i = 0; i < words; i++)
        sum += at[i] * ((uint32_t)i * UINT32_C(2654435761) | 1);
    return sum;
}

typedef struct figure {
    double ns;
    uint32_t digest;
    char composition[BENCH_COMPOSITION_BYTES];
} figure;

static double expected_ns(const bench_job *job)
{
    grn_plan_report report;
    if (grn_plan_describe(job->plan, &report) != GRN_OK)
        bench_give_up("a plan does not say what it is");
    return report.expected_ns;
}

static void measure(settings *s, bench_job *job, int32_t at, figure *f)
{
    if (bench_job_ready(job, &s->setups[at]) != GRN_OK)
        bench_give_up("a case has no plan");
    f->digest = s->expects ? 0 : digest_of_run(job);
    if (!s->expects)
        bench_job_settle(job);
    bench_composition composition = bench_job_composition(job);
    bench_composition_text(&composition, f->composition);
    f->ns = s->expects ? expected_ns(job) : bench_measure(bench_job_run, job, &s->effort).median_ns;
    bench_job_end(job);
}

static void run_case(void *user, const bench_case *c)
{
    settings *s = user;
    bench_job job;
    figure first, f;
    bool same = true;
    place(s, c, &job);
    measure(s, &job, 0, &first);
    printf("%-30s %8.3f", c->name, first.ns / (double)c->elements);
    f = first;
    for (int32_t i = 1; i < s->ncounts; i++) {
        measure(s, &job, i, &f);
        same = same && f.digest == first.digest;
        s->log_sum[i] += log(first.ns / f.ns);
        printf(" %6.2f", first.ns / f.ns);
        fflush(stdout);
    }
    printf("  %s%s\n", f.composition, same ? "" : "  BAD");
    s->bad = s->bad || !same;
    s->measured++;
}

/* ---- the command line ------------------------------------------------------------------------ */

static void print_head(const settings *s)
{
    printf("%-30s %8s", "case", "ns, 1");
    for (int32_t i = 1; i < s->ncounts; i++)
        printf(" %5dx", (int)s->counts[i]);
    printf("  composition\n");
}

static void print_means(const settings *s)
{
    printf("%-30s %8s", "geometric mean", "");
    for (int32_t i = 1; i < s->ncounts && s->measured > 0; i++)
        printf(" %6.2f", exp(s->log_sum[i] / (double)s->measured));
    printf("\n");
}

static void run_nothing(void *user, int32_t ntasks, void (*task)(void *, int32_t), void *context)
{
    (void)user, (void)ntasks, (void)task, (void)context;
}

/* The model only asks how many threads there are. */
static void set_setup(settings *s, int32_t i, const char *figures)
{
    bench_setup_init(&s->setups[i], s->expects ? 1 : s->counts[i]);
    if (figures != NULL)
        s->setups[i].machine = bench_machine_of(figures);
    s->none[i] = (grn_parallel){run_nothing, NULL, s->counts[i]};
    if (s->expects)
        s->setups[i].parallel = &s->none[i];
}

/* 1, 2, 4, .. up to `most`, which is the last one. */
static void set_counts(settings *s, int32_t most, const char *figures)
{
    for (int32_t n = 1; s->ncounts < MOST_COUNTS; n *= 2) {
        s->counts[s->ncounts++] = n < most ? n : most;
        if (n >= most)
            break;
    }
    for (int32_t i = 0; i < s->ncounts; i++)
        set_setup(s, i, figures);
}

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: scaling [-t MOST] [-l LIST] [-c PART] [-q] [-e] [-m FILE]\n");
    exit(2);
}

static void run_all(settings *s)
{
    print_head(s);
    bench_table_each(&s->selection, run_case, s);
    print_means(s);
    for (int32_t i = 0; i < s->ncounts; i++)
        bench_setup_end(&s->setups[i]);
    if (s->measured == 0)
        bench_give_up("no case of the table is selected");
}

int main(int argc, char **argv)
{
    settings s = {.effort = bench_full_effort};
    long most = sysconf(_SC_NPROCESSORS_ONLN);
    const char *figures = NULL;
    int option;
    while ((option = getopt(argc, argv, "t:l:c:qem:")) != -1) {
        if (option == 't')
            most = strtol(optarg, NULL, 10);
        else if (option == 'l')
            s.selection.list = optarg;
        else if (option == 'c')
            s.selection.part = optarg;
        else if (option == 'q')
            s.effort = (bench_effort){.repeats = 5, .attempts = 1, .budget_ns = 1e9};
        else if (option == 'e')
            s.expects = true;
        else if (option == 'm')
            figures = optarg;
        else
            usage();
    }
    if (optind < argc || most < 1 || most > 256)
        usage();
    set_counts(&s, (int32_t)most, figures);
    run_all(&s);
    return s.bad ? 1 : 0;
}
