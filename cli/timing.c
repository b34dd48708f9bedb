/*
 * timing.c - --time: what each op of a program takes, over several runs.
 *
 * An op's time is its own: that of ops in its regions, and of functions it calls, is theirs. Of an
 * op that runs often, the times of one run are added up. What the table has is the median over the
 * runs, and the least and the most.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

enum { MOST_DEEP = 1024 };

/* An op by its place; a table of these with open addressing. */
typedef struct timed_op {
    grn_place place; /* line 0: a free slot */
    const char *op;
    size_t op_bytes, nfused;
    bool is_access;
    uint64_t times; /* in the run that is counted last */
    uint64_t *ns;   /* [runs] */
    uint64_t bytes; /* that it moves; 0: not known */
} timed_op;

struct timing {
    size_t runs, run; /* run: SIZE_MAX where it does not count */
    timed_op *ops;
    size_t room, count;
    uint64_t *total_ns; /* [runs] */
    uint64_t begin_ns[MOST_DEEP], inner_ns[MOST_DEEP], run_begin_ns;
    bool refused;
};

timing *timing_new(size_t runs)
{
    timing *t = calloc(1, sizeof *t);
    uint64_t *total = calloc(runs, sizeof *total);
    if (!t || !total) {
        free(t);
        free(total);
        return refuse(NULL, "--time: memory refused");
    }
    t->runs = runs;
    t->total_ns = total;
    return t;
}

void timing_free(timing *t)
{
    for (size_t i = 0; t && i < t->room; i++)
        free(t->ops[i].ns);
    if (t) {
        free(t->ops);
        free(t->total_ns);
    }
    free(t);
}

/* ---- the table ------------------------------------------------------------------------------- */

static timed_op *slot_of(timed_op *ops, size_t room, grn_place place)
{
    size_t i = (size_t)((uint64_t)place.line * 2654435761u + place.column) & (room - 1);
    while (ops[i].place.line && (ops[i].place.line != place.line || ops[i].place.column != place.column))
        i = (i + 1) & (room - 1);
    return &ops[i];
}

static bool grow(timing *t)
{
    const size_t room = t->room ? 2 * t->room : 256;
    timed_op *ops = calloc(room, sizeof *ops);
    if (!ops)
        return false;
    for (size_t i = 0; i < t->room; i++)
        if (t->ops[i].place.line)
            *slot_of(ops, room, t->ops[i].place) = t->ops[i];
    free(t->ops);
    t->ops = ops;
    t->room = room;
    return true;
}

/* NULL: memory refused. */
static timed_op *find_timed(timing *t, const grn_traced_op *op)
{
    if (2 * (t->count + 1) > t->room && !grow(t))
        return NULL;
    timed_op *slot = slot_of(t->ops, t->room, op->place);
    if (slot->place.line)
        return slot;
    uint64_t *ns = calloc(t->runs, sizeof *ns);
    if (!ns)
        return NULL;
    *slot = (timed_op){.place = op->place,
                       .op = op->op,
                       .op_bytes = op->op_bytes,
                       .nfused = op->nfused,
                       .is_access = op->is_access,
                       .ns = ns};
    t->count++;
    return slot;
}

/* ---- runs ------------------------------------------------------------------------------------ */

void timing_run(timing *t, size_t run)
{
    t->run = run;
    t->inner_ns[0] = 0;
    for (size_t i = 0; i < t->room; i++)
        t->ops[i].times = 0;
    t->run_begin_ns = clock_ns();
}

void timing_end_run(timing *t)
{
    if (t->run < t->runs)
        t->total_ns[t->run] = clock_ns() - t->run_begin_ns;
}

/* inner_ns[d]: what ops at depth d have taken since the op around them began. */
void timing_begin_op(timing *t, const grn_traced_op *op)
{
    if (op->depth + 1 >= MOST_DEEP)
        return;
    t->inner_ns[op->depth + 1] = 0;
    t->begin_ns[op->depth] = clock_ns();
}

void timing_end_op(timing *t, const grn_traced_op *op)
{
    if (op->depth + 1 >= MOST_DEEP)
        return;
    const uint64_t all = clock_ns() - t->begin_ns[op->depth], inner = t->inner_ns[op->depth + 1];
    t->inner_ns[op->depth] += all;
    if (t->run >= t->runs || op->place.line == 0)
        return;
    timed_op *timed = find_timed(t, op);
    t->refused |= !timed;
    if (!timed)
        return;
    timed->ns[t->run] += all > inner ? all - inner : 0;
    timed->times++;
}

/* ---- what it comes to ------------------------------------------------------------------------ */

static int compare_ns(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static double median(const uint64_t *sorted, size_t n)
{
    return n % 2 ? (double)sorted[n / 2] : ((double)sorted[n / 2 - 1] + (double)sorted[n / 2]) / 2;
}

/* "1.23 us" */
static const char *time_text(double ns, char out[32])
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    size_t u = 0;
    while (u < 3 && ns >= 999.5) {
        ns /= 1000;
        u++;
    }
    snprintf(out, 32, "%.*f %s", ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, ns, units[u]);
    return out;
}

static int compare_ops(const void *a, const void *b)
{
    const timed_op *x = a, *y = b;
    if (x->place.line != y->place.line)
        return x->place.line < y->place.line ? -1 : 1;
    return x->place.column < y->place.column ? -1 : x->place.column > y->place.column;
}

/* A copy of as many bytes here: nanoseconds, the median of five after one that does not count. 0:
 * it could not be made. */
static double copy_ns(size_t bytes)
{
    enum { TRIES = 5 };
    uint64_t ns[TRIES + 1];
    char *from = malloc(bytes), *to = malloc(bytes);
    if (from && to) {
        memset(from, 1, bytes);
        for (size_t i = 0; i <= TRIES; i++) {
            const uint64_t begin = clock_ns();
            memcpy(to, from, bytes);
            ns[i] = clock_ns() - begin;
        }
        qsort(ns + 1, TRIES, sizeof *ns, compare_ns);
    }
    volatile char sink = from && to ? to[bytes / 2] : 0; /* so that the copies are made */
    (void)sink;
    const double found = from && to ? median(ns + 1, TRIES) : 0;
    free(from);
    free(to);
    return found;
}

#define MOST_COPIED ((uint64_t)1 << 28)

/* What an op comes to, in nanoseconds of a run. */
typedef struct op_figures {
    double median, least, most, share;
    double copy; /* of as many bytes as it moves; 0: not known */
} op_figures;

static op_figures figures_of(const timing *t, timed_op *op, double total)
{
    qsort(op->ns, t->runs, sizeof *op->ns, compare_ns);
    const double ns = median(op->ns, t->runs);
    const bool is_copied = op->is_access && op->bytes && ns > 0 && op->bytes <= MOST_COPIED;
    return (op_figures){.median = ns,
                        .least = (double)op->ns[0],
                        .most = (double)op->ns[t->runs - 1],
                        .share = total > 0 ? ns / total : 0,
                        .copy = is_copied ? copy_ns((size_t)op->bytes) : 0};
}

static void show_copy(const timed_op *op, double ns, double copy)
{
    if (!op->is_access || !op->bytes || ns <= 0)
        return;
    fprintf(stderr, "  %.2f GB/s", (double)op->bytes / ns);
    if (copy > 0)
        fprintf(stderr, ", a copy %.2f GB/s", (double)op->bytes / copy);
}

static void show_op(const timed_op *op, const op_figures *f, const entry *e)
{
    char place[PLACE_BYTES], middle[32], least[32], most[32], name[64];
    const double once = op->times ? f->median / (double)op->times : f->median;
    snprintf(name, sizeof name, "%.*s", (int)(op->op_bytes < 40 ? op->op_bytes : 40), op->op);
    if (op->nfused)
        snprintf(name + strlen(name), sizeof name - strlen(name), " and %zu more", op->nfused);
    fprintf(stderr, "  %-8s %-32s %6" PRIu64 " %9s %9s %9s %4.0f%%",
            place_text(e->file->is_binary, e->module, op->place, place), name, op->times, time_text(f->median, middle),
            time_text(f->least, least), time_text(f->most, most), 100 * f->share);
    show_copy(op, once, f->copy);
    fputc('\n', stderr);
}

static void json_op(json *j, const timed_op *op, const op_figures *f, const entry *e)
{
    json_open(j, '{');
    json_place(j, e->file->name, e->file->is_binary, e->module, op->place);
    json_text_at(j, "op", op->op, op->op_bytes);
    json_count_at(j, "fused", op->nfused);
    json_count_at(j, "times", op->times);
    json_real_at(j, "median_ns", f->median);
    json_real_at(j, "least_ns", f->least);
    json_real_at(j, "most_ns", f->most);
    json_real_at(j, "share", f->share);
    if (op->is_access && op->bytes)
        json_count_at(j, "bytes", op->bytes);
    if (f->copy > 0)
        json_real_at(j, "copy_ns", f->copy);
    json_close(j, '}');
}

static grn_status take_bytes(void *user, const grn_planned_access *access)
{
    timing *t = user;
    timed_op *op = t->room ? slot_of(t->ops, t->room, access->place) : NULL;
    if (op && op->place.line && !access->obstacle)
        op->bytes = (uint64_t)access->plan.moved_bytes;
    return GRN_OK;
}

/* What each gather and scatter moves, as the plan of it says. */
static void ask_for_bytes(timing *t, const entry *e)
{
    const grn_module_plan_options options = {
        .one_function = true, .function = e->function, .ninputs = e->ninputs, .inputs = e->inputs};
    const grn_plan_visitor visitor = {take_bytes, t};
    grn_status ignored = grn_module_plan(e->module, &options, &visitor, NULL);
    (void)ignored; /* then nothing is said of bytes */
}

/* The ops that were met, by their places; how many. */
static size_t sort_ops(timing *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->room; i++)
        if (t->ops[i].place.line)
            t->ops[n++] = t->ops[i];
    for (size_t i = n; i < t->room; i++)
        t->ops[i] = (timed_op){.place = {0, 0}};
    qsort(t->ops, n, sizeof *t->ops, compare_ops);
    return n;
}

static void show_ops(const timing *t, size_t n, double total, const entry *e)
{
    char middle[32], least[32], most[32];
    fprintf(stderr, "%zu run%s: median %s, %s to %s\n", t->runs, t->runs == 1 ? "" : "s", time_text(total, middle),
            time_text((double)t->total_ns[0], least), time_text((double)t->total_ns[t->runs - 1], most));
    fprintf(stderr, "  %-8s %-32s %6s %9s %9s %9s %5s\n", "place", "op", "times", "median", "least", "most", "of it");
    for (size_t i = 0; i < n; i++) {
        const op_figures f = figures_of(t, &t->ops[i], total);
        show_op(&t->ops[i], &f, e);
    }
}

static void json_ops(json *j, const timing *t, size_t n, double total, const entry *e)
{
    json_open(j, '{');
    json_count_at(j, "runs", t->runs);
    json_real_at(j, "median_ns", total);
    json_count_at(j, "least_ns", t->total_ns[0]);
    json_count_at(j, "most_ns", t->total_ns[t->runs - 1]);
    json_open_at(j, "ops", '[');
    for (size_t i = 0; i < n; i++) {
        const op_figures f = figures_of(t, &t->ops[i], total);
        json_op(j, &t->ops[i], &f, e);
    }
    json_close(j, ']');
    json_close(j, '}');
}

void timing_report(timing *t, const entry *e, json *as_json)
{
    ask_for_bytes(t, e);
    const size_t n = sort_ops(t);
    qsort(t->total_ns, t->runs, sizeof *t->total_ns, compare_ns);
    const double total = median(t->total_ns, t->runs);
    if (as_json)
        json_ops(as_json, t, n, total, e);
    else
        show_ops(t, n, total, e);
    if (t->refused)
        tell(&(notice){.severity = GRN_SEVERITY_WARNING}, "--time: memory refused, ops are missing");
}
