/*
 * limits.c - what loops written by hand reach on this machine, for every case of a folder.
 *
 *   limits DIR [-c PART] [-t THREADS] [-s WAY] [-a] [-q] [-d]
 *
 * DIR: as for `cases`, and the lines printed are the same: name, median ns, least ns, useful GB/s,
 * threads, spread between quartiles in %, ok, the way that was fastest, note. Every loop that takes
 * the case (loops/), in every way that it may be run, has a few calls; the three fastest are timed
 * as bench/common/measure.h says, and the fastest of them counts if its digest is right.
 *
 *   -c PART      only cases whose name contains PART, or "=NAME": that one
 *   -t THREADS   with this many (1)
 *   -s WAY       this way alone, as an earlier line names it
 *   -a           every way's least time on the standard error stream
 *   -q           quickly: one try of 5 repeats
 *   -d           digests alone, of every way: nothing is timed
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/load.h"
#include "common/measure.h"
#include "loops/loops.h"

#define SCRATCH ((size_t)192 << 20)
#define MOST_WAYS 128
#define FINALISTS 3
#define NAME_BYTES 96

typedef struct settings {
    const char *folder, *part, *way;
    int32_t threads;
    bool all, digests;
    bench_effort effort;
    grn_pool *pool;
    char *scratch;
    bool bad; /* some digest was wrong */
} settings;

/* A loop in one of its ways. */
typedef struct attempt {
    const loop *loop;
    const loop_way *way;
    double least_ns;
    char name[NAME_BYTES];
} attempt;

typedef struct session {
    settings *s;
    bench_data data;
    problem problem;
    const attempt *now;
    attempt attempts[MOST_WAYS];
    size_t nattempts;
} session;

/* ---- ways ------------------------------------------------------------------------------------ */

static void set_name(attempt *a)
{
    static const char *const hints[] = {"", "T0", "T1", "NTA", "W"};
    const loop_way *w = a->way;
    char prefetch[32] = "", block[32] = "";
    if (w->hint != HINT_NONE)
        snprintf(prefetch, sizeof prefetch, ", %s %" PRId32 " ahead", hints[w->hint], w->ahead);
    if (w->block > 0 && w->block < 1 << 20)
        snprintf(block, sizeof block, " of %" PRId32, w->block);
    snprintf(a->name, sizeof a->name, "%s%s%s%s", a->loop->name, block, prefetch, w->streams ? ", streamed" : "");
}

/* Prefetches only where the operand is beyond the second cache, streams where the result is; a
 * prefetch of a row and those behind it stays within the first cache. */
static bool is_sensible(const session *x, const loop_way *w)
{
    const bench_case *c = x->problem.c;
    int64_t vector = c->row_bytes * c->height * (c->width > 1 ? c->width : 1);
    bool small = c->operand_bytes <= (int64_t)1 << 19;
    if (w->hint != HINT_NONE && (small || (w->ahead > 4 && w->ahead * vector > (int64_t)32 << 10)))
        return false;
    return !w->streams || c->dense_bytes > (int64_t)1 << 20;
}

static void add_loop(session *x, const loop *l)
{
    for (size_t i = 0; i < l->nways; i++) {
        attempt a = {.loop = l, .way = &l->ways[i]};
        set_name(&a);
        if ((!x->s->digests && !is_sensible(x, a.way)) || (x->s->way != NULL && strcmp(x->s->way, a.name) != 0))
            continue;
        if (x->nattempts == MOST_WAYS)
            bench_give_up("more loops apply than there is room for");
        x->attempts[x->nattempts++] = a;
    }
}

static void add_loops(session *x)
{
    const loop *const lists[] = {loops_elements, loops_rows, loops_columns, loops_scatter, loops_conflicts};
    x->nattempts = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const loop *l = lists[i]; l->name != NULL; l++)
            if (l->applies(&x->problem))
                add_loop(x, l);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void first_part(void *context, int32_t thread)
{
    const session *x = context;
    x->now->loop->run(&x->problem, x->now->way, thread);
}

static void second_part(void *context, int32_t thread)
{
    const session *x = context;
    x->now->loop->second(&x->problem, x->now->way, thread);
}

static void on_threads(session *x, void (*part)(void *, int32_t))
{
    const grn_parallel *parallel = grn_pool_parallel(x->s->pool);
    if (parallel == NULL)
        part(x, 0);
    else
        parallel->for_each(parallel->user, x->s->threads, part, x);
}

static void run(void *context)
{
    session *x = context;
    on_threads(x, first_part);
    if (x->now->loop->second != NULL)
        on_threads(x, second_part);
}

static bool is_right(session *x, const attempt *a)
{
    bench_data_reset(&x->data);
    x->now = a;
    run(x);
    return bench_data_is_right(&x->data, x->problem.c);
}

static double time_once(session *x)
{
    double start = bench_now_ns(false);
    run(x);
    return bench_now_ns(false) - start;
}

/* The least of some calls, until 30 ms are spent. */
static double least_of_few(session *x, const attempt *a)
{
    x->now = a;
    run(x);
    double least = time_once(x), spent = least;
    for (int i = 0; i < 50 && (i < 2 || spent < 3e7); i++) {
        double ns = time_once(x);
        least = ns < least ? ns : least;
        spent += ns;
    }
    return least;
}

static int by_least(const void *a, const void *b)
{
    double x = ((const attempt *)a)->least_ns, y = ((const attempt *)b)->least_ns;
    return (x > y) - (x < y);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void print_line(const session *x, const attempt *a, const bench_time *t)
{
    const bench_case *c = x->problem.c;
    if (a == NULL)
        printf("%s\t-\t-\t-\t%" PRId32 "\t-\tn/a\t-\tno loop takes the case\n", c->name, x->s->threads);
    else if (t == NULL)
        printf("%s\t-\t-\t-\t%" PRId32 "\t-\tok\t%zu ways\t\n", c->name, x->s->threads, x->nattempts);
    else
        printf("%s\t%.0f\t%.0f\t%.2f\t%" PRId32 "\t%.1f\tok\t%s\t\n", c->name, t->median_ns, t->min_ns,
               (double)c->useful_bytes / t->median_ns, x->s->threads, t->spread_percent, a->name);
    fflush(stdout);
}

static bool check(session *x, const attempt *a)
{
    if (is_right(x, a))
        return true;
    x->s->bad = true;
    printf("%s\t-\t-\t-\t%" PRId32 "\t-\tBAD\t%s\t\n", x->problem.c->name, x->s->threads, a->name);
    return false;
}

/* A case none of whose ways would be timed has no loop. */
static void check_all(session *x)
{
    const attempt *timed = NULL;
    for (size_t i = 0; i < x->nattempts; i++) {
        if (!check(x, &x->attempts[i]))
            return;
        if (is_sensible(x, x->attempts[i].way))
            timed = &x->attempts[i];
    }
    print_line(x, timed, NULL);
}

static void measure_all(session *x)
{
    const attempt *best = NULL;
    bench_time least = {0};
    for (size_t i = 0; i < x->nattempts; i++) {
        attempt *a = &x->attempts[i];
        a->least_ns = least_of_few(x, a);
        if (x->s->all)
            fprintf(stderr, "  %-28s T%" PRId32 " %9.3f ms %s\n", x->problem.c->name, x->s->threads, a->least_ns / 1e6,
                    a->name);
    }
    qsort(x->attempts, x->nattempts, sizeof *x->attempts, by_least);
    for (size_t i = 0; i < x->nattempts && i < FINALISTS; i++) {
        const attempt *a = &x->attempts[i];
        if (!check(x, a))
            return;
        bench_time t = bench_measure(run, x, &x->s->effort);
        if (best == NULL || t.median_ns < least.median_ns) {
            best = a;
            least = t;
        }
    }
    print_line(x, best, &least);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static loop_index index_of(const bench_case *c)
{
    bool pairs = strcmp(c->kind, "nd2") == 0 || strcmp(c->kind, "win") == 0;
    return (pairs ? INDEX_PAIR_I32 : INDEX_I32) + (c->index_bytes == 8);
}

static void one_case(void *user, const bench_case *c)
{
    static session x;
    x.s = user;
    bench_data_load(&x.data, x.s->folder, c, true, true);
    const bench_job *job = &x.data.job;
    x.problem = (problem){.c = c,
                          .operand = job->operand.data,
                          .dense = job->dense.data,
                          .indices = job->indices.data,
                          .index = index_of(c),
                          .ascends = job->gather.index.indices_are_sorted,
                          .unique = job->gather.index.unique_indices,
                          .threads = x.s->threads,
                          .scratch = x.s->scratch,
                          .scratch_bytes = SCRATCH};
    add_loops(&x);
    if (x.s->digests || x.nattempts == 0)
        check_all(&x);
    else
        measure_all(&x);
    bench_data_unload(&x.data);
}

/* ---- the command line ------------------------------------------------------------------------ */

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: limits DIR [-c PART] [-t THREADS] [-s WAY] [-a] [-q] [-d]\n");
    exit(2);
}

static void set_option(settings *s, int option, const char *value)
{
    switch (option) {
    case 'c': s->part = value; break;
    case 't': s->threads = (int32_t)strtol(value, NULL, 10); break;
    case 's': s->way = value; break;
    case 'a': s->all = true; break;
    case 'q':
        s->effort.repeats = 5;
        s->effort.attempts = 1;
        break;
    case 'd': s->digests = true; break;
    default: usage();
    }
}

int main(int argc, char **argv)
{
    settings s = {.part = "", .threads = 1, .effort = bench_full_effort};
    int option;
    if (argc < 2 || argv[1][0] == '-')
        usage();
    s.folder = argv[1];
    optind = 2;
    while ((option = getopt(argc, argv, "c:t:s:aqd")) != -1)
        set_option(&s, option, optarg);
    if (optind != argc || s.threads < 1 || s.threads > 256)
        usage();
    if (s.threads > 1 && grn_pool_create(s.threads, NULL, &s.pool) != GRN_OK)
        bench_give_up("the threads cannot be started");
    s.scratch = bench_allocate(SCRATCH * (size_t)s.threads, true);
    bench_cases_each(s.folder, s.part, one_case, &s);
    grn_pool_destroy(s.pool);
    return s.bad ? 1 : 0;
}
