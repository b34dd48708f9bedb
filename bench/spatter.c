/*
 * spatter.c - runs the gathers and scatters of Spatter's files.
 *
 *   spatter FILE [-t THREADS] [-r RUNS] [-s SHRINK] [-n] [-d]
 *
 *   -t THREADS  with this many (1)
 *   -r RUNS     of each configuration, of which the fastest counts (what the file says, or 10)
 *   -s SHRINK   counts divided by this
 *   -n          runs nothing, and prints the lists of each configuration
 *   -d          compares the results with a plain loop's, and times nothing
 *
 * A line per configuration: its number, its kernel, the bytes that are gathered and scattered (as
 * Spatter counts them, 8 for each number of a list each time), the least time in seconds, MB/s (10^6
 * bytes), what the plans are composed of, the name. Below them quartiles and the harmonic mean, as
 * Spatter prints them.
 *
 * `count` repetitions of a list are one gather along the second axis of a matrix whose rows lie
 * `delta` apart, where they may overlap. A scatter has the positions of all repetitions in one list,
 * because a result may not lie over itself; a later one wins. The dense side is a buffer of `wrap`
 * rows, repeated up to 128 KiB: it is used over and over, as Spatter's is, and stays in the caches.
 * Every result is compared with that of a plain loop before it has a time.
 */
#include "spatter/configuration.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/measure.h"
#include "garner/garner.h"
#include "garner/threads.h"

#define DENSE_BYTES ((int64_t)128 << 10)

/* ---- one side of a configuration -------------------------------------------------------------- */

/* A gather or scatter of some repetitions at once: the plan for as many as the buffer has, and the
 * one for what is left at the end. */
typedef struct side {
    const pattern *list;
    bool is_scatter;
    int64_t delta, rows, last;
    double *sparse;
    size_t sparse_bytes;
    int64_t *positions; /* the list, or each repetition's one after the other */
    grn_plan *plans[2];
    void *scratch[2];
    size_t scratch_bytes[2];
} side;

typedef struct work {
    const configuration *c;
    int64_t count, rows; /* repetitions; of them in the buffer */
    double *dense;
    size_t dense_bytes;
    side sides[2];
    int nsides;
} work;

static grn_tensor tensor(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    if (grn_tensor_init(&t, data, dtype, rank, shape) != GRN_OK)
        bench_give_up("a configuration is too large");
    return t;
}

static int64_t extent_of(const side *s, int64_t rows) { return pattern_largest(s->list) + s->delta * (rows - 1) + 1; }

static void expect_ok(grn_status status)
{
    if (status != GRN_OK)
        bench_give_up(grn_status_text(status));
}

/* Rows `delta` apart, of which the list's columns are taken. */
static grn_plan *plan_gather(const side *s, int64_t rows, double *dense, const grn_plan_options *options)
{
    int64_t n = s->list->count, shape[] = {rows, pattern_largest(s->list) + 1}, dense_shape[] = {rows, n};
    grn_tensor operand = tensor(s->sparse, GRN_F64, 2, shape), indices = tensor(s->positions, GRN_I64, 1, &n);
    grn_tensor result = tensor(dense, GRN_F64, 2, dense_shape);
    grn_gather_spec spec = {.dims = {.offset_dims = {1, {0}},
                                     .collapsed_slice_dims = {1, {1}},
                                     .start_index_map = {1, {1}},
                                     .index_vector_dim = 1},
                            .slice_sizes = {2, {rows, 1}},
                            .index = {.bounds = GRN_BOUNDS_CLAMP}};
    grn_plan *plan = NULL;
    operand.stride[0] = s->delta;
    expect_ok(grn_plan_gather(&spec, &operand, &indices, &result, options, NULL, NULL, &plan));
    return plan;
}

/* Every position of every repetition in one list, and a later one wins. */
static grn_plan *plan_scatter(const side *s, int64_t rows, double *dense, const grn_plan_options *options)
{
    int64_t n = rows * s->list->count, extent = extent_of(s, rows);
    grn_tensor result = tensor(s->sparse, GRN_F64, 1, &extent), indices = tensor(s->positions, GRN_I64, 1, &n);
    grn_tensor updates = tensor(dense, GRN_F64, 1, &n);
    grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP},
        .combiner = GRN_COMBINE_REPLACE};
    grn_plan *plan = NULL;
    expect_ok(grn_plan_scatter(&spec, 1, &result, &indices, &updates, options, NULL, NULL, &plan));
    return plan;
}

static void list_positions(side *s)
{
    int64_t n = s->list->count, rows = s->is_scatter ? s->rows : 1;
    s->positions = malloc((size_t)(rows * n) * sizeof *s->positions);
    if (s->positions == NULL)
        bench_give_up("not enough memory");
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < n; j++)
            s->positions[i * n + j] = s->list->at[j] + s->delta * i;
}

static void side_begin(side *s, const work *w, const grn_plan_options *options)
{
    s->rows = w->rows;
    s->last = w->count % w->rows;
    s->sparse_bytes = (size_t)extent_of(s, w->count) * sizeof *s->sparse;
    s->sparse = bench_allocate(s->sparse_bytes, true);
    list_positions(s);
    for (int i = 0; i < 2; i++) {
        int64_t rows = i == 0 ? s->rows : s->last;
        if (rows == 0)
            continue;
        s->plans[i] = (s->is_scatter ? plan_scatter : plan_gather)(s, rows, w->dense, options);
        s->scratch_bytes[i] = grn_plan_scratch_bytes(s->plans[i]);
        if (s->scratch_bytes[i] > 0)
            s->scratch[i] = bench_allocate(s->scratch_bytes[i], true);
    }
}

static void side_end(side *s)
{
    for (int i = 0; i < 2; i++) {
        grn_plan_destroy(s->plans[i]);
        bench_release(s->scratch[i], s->scratch_bytes[i]);
    }
    bench_release(s->sparse, s->sparse_bytes);
    free(s->positions);
}

/* Repetitions from `first` on, as many as the plan has. */
static void side_run(const side *s, int which, int64_t first, double *dense)
{
    double *sparse = s->sparse + s->delta * first;
    void *results[] = {sparse};
    const void *updates[] = {dense};
    expect_ok(s->is_scatter
                  ? grn_plan_run_scatter(s->plans[which], results, s->positions, updates, s->scratch[which], NULL)
                  : grn_plan_run_gather(s->plans[which], sparse, s->positions, dense, s->scratch[which], NULL));
}

/* ---- a configuration -------------------------------------------------------------------------- */

static int64_t length_of(const configuration *c) { return c->gather.count > 0 ? c->gather.count : c->scatter.count; }

/* `wrap` rows, and as often again as 128 KiB hold; no more than there are repetitions. */
static int64_t buffer_rows(const configuration *c, int64_t count)
{
    int64_t wrap = c->wrap < count ? c->wrap : count, fit = DENSE_BYTES / (8 * length_of(c)) / wrap;
    int64_t rows = wrap * (fit > 1 ? fit : 1);
    return rows < count ? rows : count;
}

static void work_begin(work *w, const configuration *c, int64_t count, const grn_plan_options *options)
{
    *w = (work){.c = c, .count = count, .rows = buffer_rows(c, count)};
    w->dense_bytes = (size_t)(w->rows * length_of(c)) * sizeof *w->dense;
    w->dense = bench_allocate(w->dense_bytes, true);
    if (c->gather.count > 0)
        w->sides[w->nsides++] = (side){.list = &c->gather, .delta = c->delta_gather};
    if (c->scatter.count > 0)
        w->sides[w->nsides++] = (side){.list = &c->scatter, .delta = c->delta_scatter, .is_scatter = true};
    for (int i = 0; i < w->nsides; i++)
        side_begin(&w->sides[i], w, options);
}

static void work_end(work *w)
{
    for (int i = 0; i < w->nsides; i++)
        side_end(&w->sides[i]);
    bench_release(w->dense, w->dense_bytes);
}

static void work_run(void *context)
{
    work *w = context;
    for (int64_t first = 0; first < w->count; first += w->rows) {
        int which = w->count - first < w->rows;
        for (int i = 0; i < w->nsides; i++)
            side_run(&w->sides[i], which, first, w->dense);
    }
}

static double work_bytes(const work *w)
{
    return 8.0 * (double)((w->c->gather.count + w->c->scatter.count) * w->count);
}

/* ---- the plain loop --------------------------------------------------------------------------- */

/* Row i of the buffer is row i % wrap of Spatter's. */
static void fill(work *w)
{
    int64_t n = length_of(w->c);
    for (int64_t i = 0; i < w->rows * n; i++)
        w->dense[i] = (double)(i % (w->c->wrap * n) + 1);
    for (int s = 0; s < w->nsides; s++)
        for (size_t i = 0; i < w->sides[s].sparse_bytes / sizeof(double); i++)
            w->sides[s].sparse[i] = w->sides[s].is_scatter ? -1 : (double)i;
}

/* The buffer, after the last run, against what lies at each position. */
static bool gathers_right(const work *w)
{
    const side *s = &w->sides[0];
    int64_t n = s->list->count, left = w->count % w->rows, rows = left > 0 ? left : w->rows, first = w->count - rows;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < n; j++)
            if (w->dense[i * n + j] != (double)(s->list->at[j] + s->delta * (first + i)))
                return false;
    return true;
}

static double scattered_value(const work *w, int64_t i, int64_t j)
{
    if (w->nsides == 2)
        return (double)(w->c->gather.at[j] + w->c->delta_gather * i);
    return (double)(i % w->c->wrap * length_of(w->c) + j + 1);
}

static bool scatters_right(const work *w)
{
    const side *s = &w->sides[w->nsides - 1];
    double *expected = bench_allocate(s->sparse_bytes, true);
    for (size_t i = 0; i < s->sparse_bytes / sizeof(double); i++)
        expected[i] = -1;
    for (int64_t i = 0; i < w->count; i++)
        for (int64_t j = 0; j < s->list->count; j++)
            expected[s->list->at[j] + s->delta * i] = scattered_value(w, i, j);
    bool right = memcmp(expected, s->sparse, s->sparse_bytes) == 0;
    bench_release(expected, s->sparse_bytes);
    return right;
}

static bool is_right(work *w)
{
    fill(w);
    work_run(w);
    return (w->c->gather.count == 0 || gathers_right(w)) && (w->c->scatter.count == 0 || scatters_right(w));
}

/* ---- lines ------------------------------------------------------------------------------------ */

typedef struct settings {
    const char *file;
    int32_t threads;
    int64_t runs, shrink;
    bool lists, digests, bad;
    grn_plan_options options;
} settings;

static void print_list(const char *what, const pattern *p, int64_t delta)
{
    if (p->count == 0)
        return;
    printf("  %s [", what);
    for (int64_t i = 0; i < p->count; i++)
        printf("%s%" PRId64, i > 0 ? "," : "", p->at[i]);
    printf("] delta %" PRId64 "\n", delta);
}

static void print_lists(size_t number, const configuration *c)
{
    printf("%zu %s count %" PRId64 " wrap %" PRId64 " runs %" PRId64 " %s\n", number, c->kernel, c->count, c->wrap,
           c->runs, c->name);
    print_list("gather", &c->gather, c->delta_gather);
    print_list("scatter", &c->scatter, c->delta_scatter);
}

static void print_compositions(const work *w)
{
    for (int i = 0; i < w->nsides; i++) {
        grn_plan_report r;
        if (grn_plan_describe(w->sides[i].plans[0], &r) != GRN_OK)
            bench_give_up("a plan does not say what it is");
        printf("%s%s,%s,%s", i > 0 ? "; " : "", r.addressing, r.partition, r.mover);
    }
}

/* Seconds of the fastest of some runs, after one that is not counted. */
static double least_seconds(work *w, int64_t runs)
{
    double least = 0;
    work_run(w);
    for (int64_t i = 0; i < runs; i++) {
        double start = bench_now_ns(false);
        work_run(w);
        double seconds = (bench_now_ns(false) - start) / 1e9;
        least = i == 0 || seconds < least ? seconds : least;
    }
    return least;
}

/* MB/s, or 0 where there is none. */
static double one_configuration(settings *s, size_t number, const configuration *c)
{
    work w;
    int64_t count = c->count / s->shrink;
    double rate = 0;
    work_begin(&w, c, count > 0 ? count : 1, &s->options);
    bool right = is_right(&w);
    s->bad = s->bad || !right;
    printf("%-7zu %-13s %-14.0f ", number, c->kernel, work_bytes(&w));
    if (!right || s->digests) {
        printf("%-12s %-10s ", right ? "ok" : "BAD", "-");
    } else {
        double seconds = least_seconds(&w, s->runs > 0 ? s->runs : c->runs);
        rate = work_bytes(&w) / seconds / 1e6;
        printf("%-12.6g %-10.6g ", seconds, rate);
    }
    print_compositions(&w);
    printf("%s%s\n", c->name[0] != '\0' ? "  " : "", c->name);
    fflush(stdout);
    work_end(&w);
    return rate;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_summary(double *rates, size_t n)
{
    double inverse = 0;
    qsort(rates, n, sizeof *rates, by_size);
    for (size_t i = 0; i < n; i++)
        inverse += 1 / rates[i];
    printf("\n%-12s %-12s %-12s %-12s %-12s %s\n", "Min", "25%", "Med", "75%", "Max", "H.Mean");
    printf("%-12.6g %-12.6g %-12.6g %-12.6g %-12.6g %.6g\n", rates[0], rates[n / 4], rates[n / 2], rates[n * 3 / 4],
           rates[n - 1], (double)n / inverse);
}

static void run_all(settings *s, const configuration *list, size_t n)
{
    double *rates = calloc(n, sizeof *rates);
    if (rates == NULL)
        bench_give_up("not enough memory");
    printf("%-7s %-13s %-14s %-12s %-10s %s\n", "config", "kernel", "bytes", "time(s)", "bw(MB/s)", "plans");
    for (size_t i = 0; i < n; i++)
        rates[i] = one_configuration(s, i, &list[i]);
    if (!s->digests && !s->bad)
        print_summary(rates, n);
    free(rates);
}

/* ---- the command line ------------------------------------------------------------------------- */

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: spatter FILE [-t THREADS] [-r RUNS] [-s SHRINK] [-n] [-d]\n");
    exit(2);
}

static settings settings_of(int argc, char **argv)
{
    settings s = {.threads = 1, .shrink = 1};
    int option;
    if (argc < 2 || argv[1][0] == '-')
        usage();
    s.file = argv[1];
    optind = 2;
    while ((option = getopt(argc, argv, "t:r:s:nd")) != -1) {
        if (option == 't')
            s.threads = (int32_t)strtol(optarg, NULL, 10);
        else if (option == 'r')
            s.runs = strtoll(optarg, NULL, 10);
        else if (option == 's')
            s.shrink = strtoll(optarg, NULL, 10);
        else if (option == 'n')
            s.lists = true;
        else if (option == 'd')
            s.digests = true;
        else
            usage();
    }
    if (optind != argc || s.threads < 1 || s.threads > 256 || s.shrink < 1 || s.runs < 0)
        usage();
    return s;
}

int main(int argc, char **argv)
{
    settings s = settings_of(argc, argv);
    configuration *list;
    char why[512];
    size_t n;
    grn_pool *pool = NULL;
    if (!configurations_read(s.file, &list, &n, why, sizeof why)) {
        fprintf(stderr, "spatter: %s: %s\n", s.file, why);
        configurations_free(list, n);
        return 1;
    }
    if (s.threads > 1 && grn_pool_create(s.threads, NULL, &pool) != GRN_OK)
        bench_give_up("the threads cannot be started");
    s.options.parallel = grn_pool_parallel(pool);
    for (size_t i = 0; s.lists && i < n; i++)
        print_lists(i, &list[i]);
    if (!s.lists)
        run_all(&s, list, n);
    configurations_free(list, n);
    grn_pool_destroy(pool);
    return s.bad ? 1 : 0;
}
