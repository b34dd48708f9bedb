/*
 * cases.c - times the gathers and scatters of a folder, and checks their bits.
 *
 *   cases DIR [-c PART] [-t THREADS] [-s ROWS] [-m FILE] [-a] [-n] [-p] [-1] [-q] [-u] [-g] [-r] [-v] [-d]
 *
 * DIR: manifest.tsv, manifest.json and the .npy files that they name (common/manifest.h). A line
 * per case and thread count, tab-separated: name, median ns, least ns, useful GB/s, threads, spread
 * between quartiles in %, ok, composition, note. "ok": the digest of the bytes, sum of u32[i] * (i
 * * 2654435761 | 1), is the manifest's, and it is taken before anything is timed. A gather's result
 * and a scatter's operand keep their place from run to run.
 *
 *   -c PART      only cases whose name contains PART, or "=NAME": that one
 *   -t THREADS   only with this many (1, then 2)
 *   -s ROWS      "addressing,partition,mover" by these rows, whatever the plan would choose; an
 *                empty one stays its choice
 *   -m FILE      choose by these figures of a machine, as `garner tune` prints them
 *   -a           also every composition that applies, and the one-shot call, on the standard error
 *                stream
 *   -n           make no promises: do not tell the plan that indices are sorted or unique
 *   -p           pages of 4 KiB instead of 2 MiB
 *   -1           the one-shot call with all its checks instead of a ready plan
 *   -q           quickly: one try of 5 repeats
 *   -u           processor time of the calling thread instead of the wall clock; says nothing of
 *                several threads
 *   -r           without a race: the cheapest by the figures
 *   -v           what raced, and its least time, on the standard error stream
 *   -g           what adds adds by a combiner of the caller's, which the library does not know;
 *                nothing else is run
 *   -d           digests alone: nothing is timed
 *
 * GARNER_CPU in the environment is the plan's `cpu`, GARNER_MACHINE a file as for -m.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/load.h"
#include "common/manifest.h"
#include "common/measure.h"

typedef struct settings {
    const char *folder, *part, *rows, *figures;
    int32_t threads; /* 0: 1, then 2 */
    bool all, no_hints, small_pages, one_shot, region, no_race, contenders, digests;
    bench_effort effort;
    bench_setup setup;
    bool bad; /* some digest was wrong */
} settings;

typedef struct data {
    const settings *s;
    const bench_case *c;
    bench_data at;
} data;

/* ---- one figure ------------------------------------------------------------------------------ */

typedef struct figure {
    bool ok;
    bench_time time;
    char composition[BENCH_COMPOSITION_BYTES];
} figure;

/* Right first, then fast. */
static figure measure(data *d, bool one_shot)
{
    figure f = {.ok = true};
    void (*call)(void *) = one_shot ? bench_job_one_shot : bench_job_run;
    bench_data_reset(&d->at);
    call(&d->at.job);
    f.ok = d->at.job.status == GRN_OK && bench_data_is_right(&d->at, d->c);
    if (f.ok && !one_shot)
        bench_job_settle(&d->at.job);
    bench_composition c = bench_job_composition(&d->at.job);
    bench_composition_text(&c, f.composition);
    if (f.ok && !d->s->digests)
        f.time = bench_measure(call, &d->at.job, &d->s->effort);
    return f;
}

static void print_figure(const data *d, const figure *f)
{
    const bench_case *c = d->c;
    const grn_index_rule *rule = &d->at.job.gather.index;
    if (!f->ok || d->s->digests)
        printf("%s\t-\t-\t-\t%" PRId32 "\t-\t%s\t%s\t", c->name, d->s->setup.threads, f->ok ? "ok" : "BAD",
               f->composition);
    else
        printf("%s\t%.0f\t%.0f\t%.2f\t%" PRId32 "\t%.1f\tok\t%s\t", c->name, f->time.median_ns, f->time.min_ns,
               (double)c->useful_bytes / f->time.median_ns, d->s->setup.threads, f->time.spread_percent,
               f->composition);
    printf("%s%s%s%s%s\n", d->s->effort.processor_time ? "processor-time " : "", d->s->one_shot ? "one-shot " : "",
           rule->indices_are_sorted ? "sorted " : "", rule->unique_indices ? "unique " : "",
           d->s->small_pages ? "4 KiB pages" : "2 MiB pages");
    fflush(stdout);
}

static void print_other(const data *d, const char *what, const figure *f)
{
    fprintf(stderr, "  %-28s T%" PRId32 " %-36s", d->c->name, d->s->setup.threads, what);
    if (f->ok)
        fprintf(stderr, " %8.3f ns/element  %8.3f ms  spread %.1f%%\n", f->time.median_ns / (double)d->c->elements,
                f->time.median_ns / 1e6, f->time.spread_percent);
    else
        fprintf(stderr, " BAD\n");
}

/* What raced. */
static void print_contenders(const data *d)
{
    grn_plan_contender all[32];
    size_t n = grn_plan_contenders(d->at.job.plan, sizeof all / sizeof *all, all);
    for (size_t i = 0; i < n && i < sizeof all / sizeof *all; i++)
        fprintf(stderr, "  %-28s T%" PRId32 " %8.3f ms %s%s,%s,%s%s%s\n", d->c->name, d->s->setup.threads,
                all[i].least_ns / 1e6, all[i].leads ? "* " : "  ", all[i].addressing, all[i].partition, all[i].mover,
                all[i].variant != NULL ? "," : "", all[i].variant != NULL ? all[i].variant : "");
}

/* Every composition by name; the one-shot call has no threads. */
static void measure_others(data *d)
{
    bench_setup setup = d->s->setup;
    bench_composition all[BENCH_MOST_COMPOSITIONS];
    double expected_ns[BENCH_MOST_COMPOSITIONS];
    size_t n = bench_job_compositions(&d->at.job, all, expected_ns);
    for (size_t i = 0; i < n; i++) {
        setup.composition = all[i];
        bench_job_end(&d->at.job);
        if (bench_job_ready(&d->at.job, &setup) != GRN_OK)
            bench_give_up("a composition that applies gives no plan");
        figure f = measure(d, false);
        print_other(d, f.composition, &f);
    }
    if (setup.threads == 1 && d->at.job.plan != NULL) {
        figure f = measure(d, true);
        print_other(d, "one-shot", &f);
    }
}

static void one_case(data *d, settings *s)
{
    grn_status status = bench_job_ready(&d->at.job, &s->setup);
    if (status != GRN_OK) {
        printf("%s\t-\t-\t-\t%" PRId32 "\t-\tn/a\t-\t%s: %s\n", d->c->name, s->setup.threads,
               s->rows != NULL ? s->rows : "no plan", grn_status_text(status));
        return;
    }
    figure f = measure(d, s->one_shot);
    print_figure(d, &f);
    s->bad = s->bad || !f.ok;
    if (s->contenders)
        print_contenders(d);
    if (s->all)
        measure_others(d);
    bench_job_end(&d->at.job);
}

static void every_thread_count(void *user, const bench_case *c)
{
    settings *s = user;
    data d = {.s = s, .c = c};
    int32_t first = s->threads > 0 ? s->threads : 1, last = s->threads > 0 ? s->threads : 2;
    if (s->region && strcmp(c->op, "add") != 0)
        return;
    bench_data_load(&d.at, s->folder, c, !s->no_hints, !s->small_pages);
    if (s->region) {
        d.at.job.combiner = GRN_COMBINE_REGION;
        d.at.job.region = bench_add_f32;
    }
    for (int32_t threads = first; threads <= last; threads++) {
        bench_setup_init(&s->setup, threads);
        s->setup.no_race = s->no_race;
        if (s->rows != NULL)
            s->setup.composition = bench_composition_of(s->rows);
        if (s->figures != NULL)
            s->setup.machine = bench_machine_of(s->figures);
        one_case(&d, s);
        bench_setup_end(&s->setup);
    }
    bench_data_unload(&d.at);
}

/* ---- the command line ------------------------------------------------------------------------ */

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: cases DIR [-c PART] [-t THREADS] [-s ROWS] [-m FILE] [-a] [-n] [-p] [-1] [-q] [-u] [-g] "
                    "[-r] [-v] [-d]\n");
    exit(2);
}

static void set_flag(settings *s, char letter)
{
    switch (letter) {
    case 'a': s->all = true; break;
    case 'n': s->no_hints = true; break;
    case 'p': s->small_pages = true; break;
    case '1': s->one_shot = true; break;
    case 'q':
        s->effort.repeats = 5;
        s->effort.attempts = 1;
        break;
    case 'g': s->region = true; break;
    case 'r': s->no_race = true; break;
    case 'v': s->contenders = true; break;
    case 'd': s->digests = true; break;
    case 'u': s->effort.processor_time = true; break;
    default: usage();
    }
}

static void set_value(settings *s, char letter, const char *value)
{
    if (value == NULL)
        usage();
    if (letter == 'c')
        s->part = value;
    else if (letter == 's')
        s->rows = value;
    else if (letter == 'm')
        s->figures = value;
    else
        s->threads = (int32_t)strtol(value, NULL, 10);
}

int main(int argc, char **argv)
{
    settings s = {.part = "", .effort = bench_full_effort};
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-' && s.folder == NULL)
            s.folder = word;
        else if (word[0] != '-' || word[1] == '\0' || word[2] != '\0')
            usage();
        else if (strchr("ctsm", word[1]) != NULL)
            set_value(&s, word[1], argv[++i]); /* argv ends on NULL */
        else
            set_flag(&s, word[1]);
    }
    if (s.folder == NULL || s.threads < 0 || s.threads > 256)
        usage();
    bench_cases_each(s.folder, s.part, every_thread_count, &s);
    return s.bad ? 1 : 0;
}
