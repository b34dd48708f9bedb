/*
 * steps.c - runs one program again and again, for bench/peers/steps.py, which compares it with XLA's.
 *
 *   steps FILE FOLDER THREADS [PRODUCTS]   PRODUCTS: 1: a library's; FOLDER: the bytes of input i, compact, in the file "in.i"
 *
 * Reads a line for each thing to do, and answers with a line:
 *   run N        least and median nanoseconds of N runs
 *   save         writes the bytes of result i to "out.i"; the number of results
 *   profile      a line per op name, milliseconds and how many ran, the most first; then "end"
 *   ops          the same for each op by its place
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "core/core.h"
#include "garner/garner.h"

static void die(const char *what)
{
    fprintf(stderr, "steps: %s\n", what);
    exit(1);
}

static char *read_file(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0)
        die(path);
    long n = ftell(f);
    rewind(f);
    char *text = aligned_alloc(64, ((size_t)n + 127) / 64 * 64);
    if (!text || fread(text, 1, (size_t)n, f) != (size_t)n)
        die(path);
    fclose(f);
    *bytes = (size_t)n;
    return text;
}

static double now_seconds(void) { return bench_now_ns(false) * 1e-9; }

static void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "%u:%u: %s\n", d->place.line, d->place.column, d->message);
}

typedef struct program {
    grn_module *module;
    size_t ninputs;
    grn_tensor *inputs;
    const char *folder;
    grn_run_options options;
    grn_diag diag;
} program;

static void load(program *p, const char *path)
{
    char name[4096];
    size_t bytes;
    char *text = read_file(path, &bytes);
    double start = now_seconds();
    if (grn_module_parse(text, bytes, NULL, &p->diag, &p->module) != GRN_OK ||
        grn_module_verify(p->module, &p->diag) != GRN_OK)
        die("the program is refused");
    fprintf(stderr, "parse and verify: %.2f ms\n", (now_seconds() - start) * 1e3);
    grn_function_info info;
    if (grn_module_function(p->module, 0, &info) != GRN_OK)
        die("there is no function");
    p->ninputs = info.ninputs;
    p->inputs = calloc(p->ninputs + 1, sizeof *p->inputs);
    for (size_t i = 0; i < p->ninputs; i++) {
        grn_tensor type;
        snprintf(name, sizeof name, "%s/in.%zu", p->folder, i);
        if (grn_module_value_type(p->module, 0, false, i, &type) != GRN_OK ||
            grn_tensor_init(&p->inputs[i], read_file(name, &bytes), type.dtype, type.rank, type.shape) != GRN_OK ||
            bytes != grn_tensor_bytes(&p->inputs[i]))
            die(name);
    }
}

static grn_results *run(program *p)
{
    grn_results *results;
    if (grn_module_run(p->module, 0, p->ninputs, p->inputs, &p->options, &p->diag, &results) != GRN_OK)
        die("the run failed");
    return results;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void run_many(program *p, size_t n)
{
    double *times = malloc(n * sizeof *times);
    grn_results *last = NULL;
    for (size_t i = 0; i < n; i++) {
        double start = now_seconds();
        grn_results *results = run(p);
        grn_results_destroy(last);
        times[i] = (now_seconds() - start) * 1e9;
        last = results;
    }
    grn_results_destroy(last);
    qsort(times, n, sizeof *times, compare);
    printf("%.0f %.0f\n", times[0], times[n / 2]);
    free(times);
}

static void save(program *p)
{
    char name[4096];
    grn_results *results = run(p);
    size_t n = grn_results_count(results);
    for (size_t i = 0; i < n; i++) {
        const grn_tensor *t = grn_results_tensor(results, i);
        size_t bytes = grn_tensor_bytes(t);
        char *copy = malloc(bytes + 1);
        grn_tensor to;
        if (grn_tensor_init(&to, copy, t->dtype, t->rank, t->shape) != GRN_OK)
            die("a result cannot be copied");
        grn_tensor_copy(&to, t);
        snprintf(name, sizeof name, "%s/out.%zu", p->folder, i);
        FILE *f = fopen(name, "wb");
        if (!f || fwrite(copy, 1, bytes, f) != bytes || fclose(f) != 0)
            die(name);
        free(copy);
    }
    printf("%zu\n", n);
    grn_results_destroy(results);
}

/* ---- where the time goes --------------------------------------------------------------------- */

#define MOST_NAMES 4096
#define MOST_DEPTH 64

typedef struct spent {
    char name[96];
    double seconds;
    size_t count;
} spent;

typedef struct profile {
    bool by_place;
    size_t n;
    spent of[MOST_NAMES];
    size_t depth;
    double began[MOST_DEPTH], inner[MOST_DEPTH];
} profile;

static void begin(void *user, const grn_traced_op *op)
{
    profile *f = user;
    (void)op;
    f->inner[f->depth] = 0;
    f->began[f->depth++] = now_seconds();
}

static void end(void *user, const grn_traced_op *op)
{
    profile *f = user;
    char name[96];
    double all = now_seconds() - f->began[--f->depth];
    if (f->depth)
        f->inner[f->depth - 1] += all;
    if (f->by_place)
        snprintf(name, sizeof name, "%u %.*s%s", op->place.line, (int)op->op_bytes, op->op, op->nfused ? "+" : "");
    else
        snprintf(name, sizeof name, "%.*s%s", (int)op->op_bytes, op->op, op->nfused ? "+" : "");
    size_t i = 0;
    while (i < f->n && strcmp(f->of[i].name, name) != 0)
        i++;
    if (i == MOST_NAMES)
        return;
    if (i == f->n)
        strcpy(f->of[f->n++].name, name);
    f->of[i].seconds += all - f->inner[f->depth];
    f->of[i].count++;
}

static int most_first(const void *a, const void *b)
{
    double x = ((const spent *)a)->seconds, y = ((const spent *)b)->seconds;
    return (x < y) - (x > y);
}

static void show_profile(program *p, bool by_place)
{
    static profile f;
    memset(&f, 0, sizeof f);
    f.by_place = by_place;
    const grn_tracer tracer = {begin, end, &f, false};
    grn_results_destroy(run(p));
    p->options.tracer = &tracer;
    grn_results_destroy(run(p));
    p->options.tracer = NULL;
    qsort(f.of, f.n, sizeof *f.of, most_first);
    for (size_t i = 0; i < f.n; i++)
        printf("%10.3f %6zu %s\n", f.of[i].seconds * 1e3, f.of[i].count, f.of[i].name);
    printf("end\n");
}

int main(int argc, char **argv)
{
    char line[256];
    if (argc != 4 && argc != 5)
        die("steps FILE FOLDER THREADS [PRODUCTS]");
    program p = {.folder = argv[2], .options.size_bytes = sizeof(grn_run_options), .diag = {hear, NULL}};
    grn_pool *pool = NULL;
    p.options.products = argc == 5 ? (grn_products)atoi(argv[4]) : GRN_PRODUCTS_EXACT;
    int threads = atoi(argv[3]);
    if (threads > 1 && grn_pool_create(threads, NULL, &pool) == GRN_OK)
        p.options.parallel = grn_pool_parallel(pool);
    load(&p, argv[1]);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "run ", 4) == 0)
            run_many(&p, strtoul(line + 4, NULL, 10));
        else if (strcmp(line, "save\n") == 0)
            save(&p);
        else if (strcmp(line, "profile\n") == 0 || strcmp(line, "ops\n") == 0)
            show_profile(&p, line[0] == 'o');
        fflush(stdout);
    }
    grn_module_destroy(p.module);
    grn_pool_destroy(pool);
    return 0;
}
